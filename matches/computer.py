"""The computer as an opponent: which side of a match it plays, and how strong."""

from dataclasses import dataclass

from rules import Player

WEAKEST, STRONGEST = 1, 8
"""The levels that it plays at: those of `ai.levels`, which only `bot/` knows."""


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer's part in a match."""

    side: Player
    level: int
    """From WEAKEST to STRONGEST."""

    @property
    def stronger(self) -> int | None:
        """The next level; None for the strongest."""
        return self.level + 1 if self.level < STRONGEST else None
