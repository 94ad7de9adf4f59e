"""The ordered history of rated matches, whose fold the ratings are."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.ids import MatchId, PlayerId, ServerId
from matches.rating import Rating, aged


@dataclass(frozen=True, slots=True)
class RatingEvent:
    """A rated match's end. Events are ordered by `(finished_at, id)`."""

    id: int
    match: MatchId
    variant: str
    server: ServerId | None
    first: PlayerId
    second: PlayerId
    score: float
    """The first player's: 1 won, 0.5 drawn, 0 lost."""
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A rating as of its last change; `changed_at` None if it never did."""

    rating: Rating
    changed_at: datetime | None

    def at(self, now: datetime) -> Rating:
        """The rating now: less certain with the time since its last change."""
        return aged(self.rating, timedelta() if self.changed_at is None else now - self.changed_at)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match did to one player's rating in one scope (None: overall)."""

    player: PlayerId
    scope: ServerId | None
    before: Rating
    after: Rating
