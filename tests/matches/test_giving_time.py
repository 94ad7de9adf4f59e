"""Time as a present: the opponent gets one more time per turn, as often as is sensible."""

from datetime import timedelta

import pytest

from matches.clock import REMINDER_LEAVES
from matches.errors import (
    EnoughTime,
    MatchOver,
    NoTimeLimit,
    NotYourMatch,
    OwnTurn,
    StaleMatch,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.offering import give_time
from matches.outbox import DueKind, Telling
from matches.pauses import Pause
from matches.playing import draw_step, resign
from matches.terms import Terms, TurnTime
from matches.timekeeping import stop_clock
from tests.support.people import DAY, HOUR, SECOND, SLOW, SMALL, Club, all_stored

TO_REMINDER = (1 - REMINDER_LEAVES) * DAY


async def give(club: Club, match: Match, by: PlayerId, seen_version: int | None = None) -> Match:
    """Somebody gives time, now."""
    version = match.version if seen_version is None else seen_version
    return await club.do(give_time, match.id, by, seen_version=version, now=club.now)


async def test_time_is_given(club: Club):
    """The opponent has one more time per turn; the board says so without notifying anybody."""
    match = await club.start(terms=SLOW)
    await club.forget_told()
    club.wait(HOUR)
    given = await give(club, match, club.bob)
    assert given.deadline == match.started_at + 2 * DAY
    assert given.version == match.version
    assert await club.match(match.id) == given
    [row] = (await all_stored(club.store)).outbox
    assert (row.telling, row.due_at, row.notifies) == (Telling.EDIT_BOARD, club.now, False)
    due = (await club.due())[DueKind.TURN_DEADLINE, match.id]
    assert due == DAY + TO_REMINDER - HOUR


async def test_the_draft_stays(club: Club):
    """Nothing that was drawn or shown becomes stale by a present."""
    match = await club.start(terms=SLOW)
    before = await club.seen(match.id)
    await give(club, match, club.bob)
    await club.do(draw_step, match.id, club.ann, 0, seen=before, now=club.now)
    drawn = await club.seen(match.id)
    await give(club, match, club.bob)
    assert await club.seen(match.id) == drawn
    assert await club.steps(match.id) == "0"


@pytest.mark.parametrize(
    ("waited", "times"), [(timedelta(), 2), (SECOND, 2), (DAY - SECOND, 2), (-SECOND, 1)]
)
async def test_enough_is_enough(club: Club, waited: timedelta, times: int):
    """No more than three times per turn lie ahead after a present."""
    match = await club.start(terms=SLOW)
    club.wait(waited)
    for _ in range(times):
        match = await give(club, match, club.bob)
    async with club.refused(EnoughTime):
        await give(club, match, club.bob)
    club.wait(DAY)
    await give(club, match, club.bob)


async def test_time_that_stands_still(club: Club):
    """A present counts from the moment at which time stopped."""
    match = await club.start(terms=SLOW)
    async with club.store.writing() as uow:
        await stop_clock(uow, match, Pause.HIDDEN, since=club.now)
        await uow.commit()
    club.wait(40 * DAY)
    for days in (2, 3):
        given = await give(club, match, club.bob)
        assert given.deadline == match.started_at + days * DAY
    async with club.refused(EnoughTime):
        await give(club, match, club.bob)


async def test_who_may_not_give_time(club: Club):
    """Only the opponent of who is to move, in a match with a limit, who knows how it stands."""
    match = await club.start(terms=SLOW)
    async with club.refused(OwnTurn):
        await give(club, match, club.ann)
    async with club.refused(NotYourMatch):
        await give(club, match, club.cid)
    async with club.refused(StaleMatch):
        await give(club, match, club.bob, seen_version=match.version - 1)
    async with club.refused(UnknownMatch):
        await club.do(give_time, MatchId(99), club.bob, seen_version=1, now=club.now)
    endless = await club.start(terms=Terms(SMALL, TurnTime.UNLIMITED))
    for by in (club.ann, club.bob):
        async with club.refused(NoTimeLimit):
            await give(club, endless, by)
    await club.do(resign, match.id, club.ann, seen_version=match.version, now=club.now)
    async with club.refused(MatchOver):
        await give(club, match, club.bob)
