"""What a use case has done, as data: `bot/` words and shows it."""

from dataclasses import dataclass

from matches.challenge import Challenge
from matches.match import Draft, Match
from matches.offer import Offer
from matches.outbox import OutboxRow
from rules import DrawnTurn, Position


@dataclass(frozen=True, slots=True)
class Update:
    """A match after something happened in it."""

    match: Match
    draft: Draft | None = None
    """The draft as it stands; None if nothing is drawn of the next turn."""
    played: DrawnTurn | None = None
    """The turn that was played; None if none was."""
    began: Position | None = None
    """The position in which the turn began that was drawn on, or played; None if nothing was."""
    board: OutboxRow | None = None
    """The row that asks for the board to be shown; None if only the draft changed."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A match after something was offered in it, or an offer was answered: its status says which.

    `row` asks for the line that tells of it.
    """

    match: Match
    offer: Offer
    row: OutboxRow


@dataclass(frozen=True, slots=True)
class Started:
    """An accepted challenge and the match that it became."""

    challenge: Challenge
    match: Match


@dataclass(frozen=True, slots=True)
class Countered:
    """A challenge answered with other terms, and the challenge that answers it."""

    answered: Challenge
    counter: Challenge
