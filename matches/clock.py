"""The clock of a match: the time for a turn, the reminder in it, and time that stands still.

Pure: each function returns the match with its clock changed. While time stands still the deadline
is kept as it was; when time runs again it moves by how long that was.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from matches.match import Match
from matches.pauses import Pause
from matches.terms import TurnTime

REMINDER_LEAVES = 0.2
"""The part of the time for a turn that is left when the player to move is reminded."""
NOTICED = 0.05
"""The part of the time for a turn by which a deadline has to move for a board to say so."""
HELD = timedelta(days=365_000)
"""So much later is what happens if nobody plays on in a match without a limit, while its time
stands still."""


def turned(match: Match, now: datetime) -> Match:
    """The match when the next turn begins: whoever is to move has the whole time."""
    duration = match.terms.turn_time.duration
    return replace(
        match,
        deadline=None if duration is None else now + duration,
        stands_since=now if match.pauses else None,
        reminded=False,
    )


def stopped(match: Match, pause: Pause, since: datetime) -> Match:
    """The match with its time standing still for one more reason.

    A reason that was there before the turn began gives back nothing of the turn before.
    """
    stands_since = max(since, _turn_began(match))
    if match.stands_since is not None:
        stands_since = min(stands_since, match.stands_since)
    return replace(match, pauses=match.pauses | pause, stands_since=stands_since)


def _turn_began(match: Match) -> datetime:
    side = match.side_to_move
    acted_at = None if side is None else match.acted_at.get(side.opponent)
    return match.started_at if acted_at is None else max(match.started_at, acted_at)


def started(match: Match, pause: Pause, now: datetime) -> Match:
    """The match without this reason; time runs again if it was the last."""
    pauses = match.pauses & ~pause
    if pauses:
        return replace(match, pauses=pauses)
    return replace(match, pauses=pauses, deadline=deadline_from(match, now), stands_since=None)


def deadline_from(match: Match, now: datetime) -> datetime | None:
    """The deadline if time runs from now on; None without a limit."""
    return None if match.deadline is None else match.deadline + stood(match, now)


def stood(match: Match, now: datetime) -> timedelta:
    """How long time has stood still until now; nothing while it runs."""
    if match.stands_since is None:
        return timedelta()
    # Two processes' clocks may differ a little.
    return max(now - match.stands_since, timedelta())


def remind_at(match: Match) -> datetime | None:
    """When the player to move is reminded; None without a limit."""
    duration = match.terms.turn_time.duration
    if match.deadline is None or duration is None:
        return None
    return match.deadline - duration * REMINDER_LEAVES


def due_at(match: Match) -> datetime | None:
    """When the clock asks for something: the reminder, then the end. None while it does not run."""
    if match.is_over or match.pauses:
        return None
    return match.deadline if match.reminded else remind_at(match)


def noticed_in(moved: timedelta) -> frozenset[TurnTime]:
    """The times per turn of which a deadline that has moved so far is seen to have moved."""
    return frozenset(
        time for time in TurnTime if time.duration is not None and moved >= time.duration * NOTICED
    )
