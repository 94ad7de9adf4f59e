"""A challenge: an invitation to one person, or to anybody, to play on given terms."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from matches.ids import ChallengeId, MatchId, PlayerId
from matches.place import Place
from matches.terms import Terms
from rules import Player

LIFETIME = timedelta(days=7)
LIVE_LIFETIME = timedelta(minutes=15)
"""How long a challenge to a live match stands: both would have to be there now."""

DECLINED_FOR = timedelta(hours=1)


class ChallengeStatus(Enum):
    """Open, or how it ended; the values are stored."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    COUNTERED = "countered"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; `opponent` None makes it open to anybody."""

    id: ChallengeId
    challenger: PlayerId
    opponent: PlayerId | None
    terms: Terms
    place: Place
    made_at: datetime
    ends_at: datetime
    status: ChallengeStatus = ChallengeStatus.OPEN
    side: Player | None = None
    """The challenger's side; None leaves it to the lot."""
    message: int | None = None
    """The message that shows it, in the place's channel; None until it was posted."""
    match: MatchId | None = None
    """The match that it became."""
    rematch_of: MatchId | None = None
    """The match that it would repeat with the sides swapped."""
    ended_at: datetime | None = None
    version: int = 1

    def is_open(self, now: datetime) -> bool:
        """Whether it can still be answered, also when nothing has noted its end yet."""
        return self.status is ChallengeStatus.OPEN and now < self.ends_at


def lifetime(terms: Terms) -> timedelta:
    """How long a challenge on these terms stands unanswered."""
    return LIVE_LIFETIME if terms.turn_time.is_live else LIFETIME
