"""How much one player may have under way; the operator sets it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most of each that a player may have at once."""

    open_challenges: int = 3
    """Challenges of one's own that nobody has answered."""
    open_challenges_to_one: int = 2
    """Those among them to the same person."""
    running_matches: int = 50


DEFAULT = Limits()
