"""An offer: what one player proposes to the other in a running match."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from matches.ids import MatchId
from matches.match import Match
from matches.place import BoardMessage
from rules import Player


class OfferKind(Enum):
    """What is proposed; the values are stored."""

    DRAW = "draw"
    TAKEBACK = "takeback"


class OfferStatus(Enum):
    """Open, or what became of it; the values are stored."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LAPSED = "lapsed"
    """The match went on, or ended, before it was answered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer. A side makes one of each kind at a time, and at most one at a match's version."""

    match: MatchId
    kind: OfferKind
    side: Player
    """Who made it."""
    version: int
    """The match's when it was made."""
    turns: int
    """How many turns had been played then; fewer if some were taken back since."""
    made_at: datetime
    status: OfferStatus = OfferStatus.OPEN
    line: BoardMessage | None = None
    """The message that tells of it, while that has buttons."""

    def stands(self, match: Match) -> bool:
        """Whether it can be answered: a takeback until anything happens, a draw until the other
        one plays a turn.
        """
        if self.status is not OfferStatus.OPEN or match.is_over:
            return False
        if self.kind is OfferKind.TAKEBACK:
            return match.version == self.version
        return not self.is_passed_over(match)

    def may_follow(self, match: Match) -> bool:
        """Whether the same side may make another one of the kind."""
        if self.kind is OfferKind.TAKEBACK:
            return match.version != self.version
        return self.is_passed_over(match)

    def is_passed_over(self, match: Match) -> bool:
        """Whether the other one has played a turn since."""
        return any(turn.player is not self.side for turn in match.game.history[self.turns :])
