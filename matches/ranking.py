"""Who stands where on a leaderboard: settled above its line, everybody else with a `?` below it.

A rating is stored with until when it is listed, and where it stands until when, so that a page of
any leaderboard is one run through an index.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from matches.people import Person
from matches.rating import Rating, certain_for

LISTED_FOR = timedelta(days=90)
"""How long after the last rated match somebody is listed."""
OPPONENTS = 3
"""So many different opponents make a rating one that can be compared with others."""
WEEK = timedelta(days=7)
"""The time over which a change is shown."""


class Standing(IntEnum):
    """A row's place; the values are stored, and lists have the largest first."""

    UNLISTED = 0
    PROVISIONAL = 1
    """Below the line."""
    SETTLED = 2


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a row stands, and when that may change by time alone; None if never."""

    standing: Standing
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of a leaderboard."""

    person: Person
    rating: Rating
    """As of its last change."""
    changed_at: datetime
    standing: Standing
    opponents: int
    """Different ones, counted up to `OPPONENTS`."""
    change: float
    """Points won, or lost, within the last week."""


def stand(
    rating: Rating, changed_at: datetime, opponents: int, listed_until: datetime, now: datetime
) -> Stand:
    """Where a rating stands now. `opponents` are different ones, counted up to `OPPONENTS`."""
    if listed_until <= now:
        return Stand(Standing.UNLISTED, None)
    if opponents < OPPONENTS or rating.provisional:
        return Stand(Standing.PROVISIONAL, listed_until)
    certain_until = changed_at + min(certain_for(rating), LISTED_FOR)
    if certain_until <= now:
        return Stand(Standing.PROVISIONAL, listed_until)
    return Stand(Standing.SETTLED, min(certain_until, listed_until))
