"""Leave: days on which no time runs in a player's slow matches. Pure; the use cases are in
`matches.leaving`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.ids import PlayerId

DAYS_A_YEAR = 30
"""Days of leave within any `YEAR`."""
MOST_A_YEAR = 60
"""Leaves, however short: each is looked at to count the days."""
YEAR = timedelta(days=365)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Leave:
    """One leave of a player; `ends_at` is when it ended, if it was ended early."""

    player: PlayerId
    began_at: datetime
    ends_at: datetime

    def is_on(self, now: datetime) -> bool:
        """Whether the player is on this leave."""
        return self.began_at <= now < self.ends_at


def days_left(leaves: Iterable[Leave], now: datetime) -> int:
    """The most whole days of a leave that begins now, after these leaves of the last year.

    Of all years that a leave is part of, the one at whose end it ends has the most leave in it.
    """
    taken = list(leaves)
    if len(taken) >= MOST_A_YEAR:
        return 0
    fitting = (
        days
        for days in range(DAYS_A_YEAR, 0, -1)
        if _within(taken, now + days * DAY - YEAR, now) + days * DAY <= DAYS_A_YEAR * DAY
    )
    return next(fitting, 0)


def _within(leaves: Iterable[Leave], since: datetime, until: datetime) -> timedelta:
    """How much of these leaves lies between two times."""
    spans = (min(leave.ends_at, until) - max(leave.began_at, since) for leave in leaves)
    return sum((span for span in spans if span > timedelta()), timedelta())
