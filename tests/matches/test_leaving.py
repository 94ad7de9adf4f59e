"""Leave: thirty days a year on which no time runs in slow matches."""

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from matches.errors import AlreadyOnLeave, LeaveTooLong, NotOnLeave
from matches.ids import MatchId, PlayerId
from matches.leave import Leave, days_left
from matches.leaving import LeaveState, come_back, end_leave, go_on_leave, leave_of
from matches.outbox import DueKind, Telling
from matches.pauses import Pause
from matches.terms import Terms, TurnTime
from matches.timekeeping import watch_clock
from tests.support.people import DAY, HOUR, INSTANT, NOW, SLOW, SMALL, START, Club

ANN = PlayerId(1)
THREE_DAYS = Terms(SMALL, TurnTime.THREE_DAYS)


def taken(*spans: tuple[float, float]) -> list[Leave]:
    """Leaves of Ann, in days from the start."""
    return [Leave(ANN, START + begin * DAY, START + end * DAY) for begin, end in spans]


@pytest.mark.parametrize(
    ("spans", "day", "left"),
    [
        ((), 0, 30),
        (((0, 30),), 30, 0),
        (((0, 10),), 10, 20),
        # What was not used of a day is lost: only whole days are taken.
        (((0, 0.01),), 1, 29),
        (((0, 5), (100, 120)), 120, 5),
        # While somebody is on leave, the first days of the last year's leave come free.
        (((0, 30),), 364, 0),
        (((0, 30),), 365, 30),
        (((0, 15), (100, 113)), 362, 2),
        (((0, 15), (100, 113)), 363, 17),
        (((0, 1), (100, 129)), 365.5, 1),
    ],
)
def test_days_left(spans: tuple[tuple[float, float], ...], day: float, left: int):
    """Thirty days within any year: no window of 365 days ever has more of leave in it."""
    assert days_left(taken(*spans), START + day * DAY) == left


@pytest.mark.parametrize("seed", range(30))
def test_no_year_has_more_than_thirty_days(seed: int):
    """Whoever takes all they can whenever they can never has more in any year, to the hour."""
    rng = random.Random(seed)
    leaves: list[Leave] = []
    now = START
    while now < START + 1200 * DAY:
        days = days_left(leaves, now)
        if days:
            days = rng.randint(1, days)
            used = days * DAY if rng.random() < 0.7 else rng.randrange(1, 24 * days) * HOUR
            leaves.append(Leave(ANN, now, now + used))
            now += used
        now += rng.randrange(1, 24 * 40) * HOUR
    ends = [leave.ends_at for leave in leaves] + [leave.began_at + 365 * DAY for leave in leaves]
    for end in ends:
        spans = (min(x.ends_at, end) - max(x.began_at, end - 365 * DAY) for x in leaves)
        assert sum((s for s in spans if s > timedelta()), timedelta()) <= 30 * DAY


def test_leaves_are_counted_too():
    """Whoever goes on leave all the time for a minute has none left some time."""
    short = [(day, day + 0.0001) for day in range(60)]
    assert days_left(taken(*short[:59]), START + 60 * DAY) == 29
    assert days_left(taken(*short), START + 60 * DAY) == 0


async def leave(club: Club, player: PlayerId, days: int) -> LeaveState:
    """Somebody goes on leave now."""
    return await club.do(go_on_leave, player, days, now=club.now)


async def state(club: Club, player: PlayerId) -> LeaveState:
    """How somebody stands."""
    async with club.store.reading() as uow:
        return await leave_of(uow, player, now=club.now)


async def clock(club: Club, match: MatchId) -> tuple[timedelta | None, Pause]:
    """How long until the deadline, and what holds the clock."""
    found = await club.match(match)
    return (None if found.deadline is None else found.deadline - club.now), found.pauses


async def test_time_stands_still_in_slow_matches(club: Club):
    """In controls of a day or more, whoever is to move; not in faster ones, nor for others."""
    mine = await club.start(club.ann, club.bob, SLOW)
    theirs = await club.start(club.bob, club.ann, THREE_DAYS)
    fast = await club.start(club.ann, club.bob, Terms(SMALL, TurnTime.EIGHT_HOURS))
    free = await club.start(club.ann, club.cid, Terms(SMALL, TurnTime.UNLIMITED))
    others = await club.start(club.bob, club.cid, SLOW)
    await club.forget_told()
    club.wait(HOUR)
    found = await leave(club, club.ann, 7)
    assert found == LeaveState(Leave(club.ann, club.now, club.now + 7 * DAY), 23)
    assert await clock(club, mine.id) == (DAY - HOUR, Pause.FIRST_AWAY)
    assert await clock(club, theirs.id) == (3 * DAY - HOUR, Pause.SECOND_AWAY)
    for match in (fast, free, others):
        assert (await clock(club, match.id))[1] is Pause.NONE
    due = await club.due()
    assert (DueKind.TURN_DEADLINE, mine.id) not in due
    assert (DueKind.TURN_DEADLINE, theirs.id) not in due
    assert due[DueKind.LEAVE_ENDS, club.ann] == 7 * DAY
    # The boards say so.
    assert await club.told() == [(Telling.EDIT_BOARD, NOW), (Telling.EDIT_BOARD, NOW)]


async def test_coming_back_early_uses_what_it_took(club: Club):
    """Time runs again with what was left of it; the days that were not used are kept."""
    match = await club.start(club.ann, club.bob, SLOW)
    club.wait(HOUR)
    await leave(club, club.ann, 10)
    club.wait(2 * DAY + HOUR)
    await club.forget_told()
    assert await club.do(come_back, club.ann, now=club.now) == LeaveState(None, 27)
    assert await clock(club, match.id) == (DAY - HOUR, Pause.NONE)
    assert DueKind.LEAVE_ENDS not in {kind for kind, _ in await club.due()}
    assert (DueKind.TURN_DEADLINE, match.id) in await club.due()
    assert await club.told(match=match.id) == [(Telling.EDIT_BOARD, NOW)]


async def test_a_leave_ends_by_itself(club: Club):
    """When its time is over everybody's time runs again; a second look changes nothing."""
    match = await club.start(club.ann, club.bob, SLOW)
    await leave(club, club.ann, 3)
    club.wait(3 * DAY - INSTANT)
    await club.do(end_leave, club.ann, now=club.now)
    assert (await clock(club, match.id))[1] is Pause.FIRST_AWAY
    assert (await club.due())[DueKind.LEAVE_ENDS, club.ann] == INSTANT
    club.wait(INSTANT)
    for _ in range(2):
        await club.do(end_leave, club.ann, now=club.now)
        assert await clock(club, match.id) == (DAY, Pause.NONE)
    assert DueKind.LEAVE_ENDS not in {kind for kind, _ in await club.due()}
    assert await state(club, club.ann) == LeaveState(None, 27)


async def test_both_on_leave(club: Club):
    """Time runs when the second one is back, by as much as anybody was away."""
    match = await club.start(club.ann, club.bob, SLOW)
    await leave(club, club.ann, 5)
    club.wait(2 * DAY)
    await leave(club, club.bob, 5)
    club.wait(3 * DAY)
    await club.do(end_leave, club.ann, now=club.now)
    assert (await clock(club, match.id))[1] is Pause.SECOND_AWAY
    club.wait(2 * DAY)
    await club.do(end_leave, club.bob, now=club.now)
    assert await clock(club, match.id) == (DAY, Pause.NONE)


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_a_match_that_starts_meanwhile_stands(club: Club, who: str):
    """Whoever is on leave can agree to a match; its time runs when they are back."""
    player = getattr(club, who)
    await leave(club, player, 2)
    club.wait(DAY)
    match = await club.start(club.ann, club.bob, SLOW)
    side = match.side_of(player)
    assert side is not None
    assert await clock(club, match.id) == (DAY, Pause.away(side))
    assert (DueKind.TURN_DEADLINE, match.id) not in await club.due()
    club.wait(DAY)
    await club.do(end_leave, player, now=club.now)
    assert await clock(club, match.id) == (DAY, Pause.NONE)
    await club.forget_told()
    club.wait(DAY)
    await club.do(watch_clock, match.id, now=club.now)
    assert (await club.match(match.id)).is_over


async def test_a_fast_match_that_starts_meanwhile_runs(club: Club):
    """Leave does not matter to whoever agrees to play at once."""
    await leave(club, club.ann, 2)
    match = await club.start()
    assert match.pauses is Pause.NONE


async def test_playing_on_leave(club: Club):
    """Moving is allowed; the opponent's time does not run either."""
    match = await club.start(club.ann, club.bob, SLOW)
    await leave(club, club.ann, 2)
    club.wait(HOUR)
    match = await club.play(match, "0")
    assert await clock(club, match.id) == (DAY, Pause.FIRST_AWAY)
    club.wait(2 * DAY - HOUR)
    await club.do(end_leave, club.ann, now=club.now)
    assert await clock(club, match.id) == (DAY, Pause.NONE)


async def test_one_leave_after_the_other(club: Club):
    """Whoever is on leave cannot go on leave, and whoever is not cannot come back."""
    async with club.refused(NotOnLeave):
        await club.do(come_back, club.ann, now=club.now)
    await leave(club, club.ann, 2)
    async with club.refused(AlreadyOnLeave):
        await leave(club, club.ann, 1)
    club.wait(2 * DAY)
    # The worker has not looked yet; the leave is over all the same.
    async with club.refused(NotOnLeave):
        await club.do(come_back, club.ann, now=club.now)
    assert (await leave(club, club.ann, 1)).days_left == 27
    assert await state(club, club.bob) == LeaveState(None, 30)


@pytest.mark.parametrize("days", [-1, 0, 31, 10**9])
async def test_no_more_than_is_left(club: Club, days: int):
    """From one day to all that are left."""
    async with club.refused(LeaveTooLong) as info:
        await leave(club, club.ann, days)
    assert info.value.left == 30
    await leave(club, club.ann, 30)
    club.wait(30 * DAY)
    async with club.refused(LeaveTooLong) as info:
        await leave(club, club.ann, 1)
    assert info.value.left == 0


async def at_once(*work: Any) -> list[type[BaseException] | None]:
    """Everything at the same time: what each raised."""
    results = await asyncio.gather(*work, return_exceptions=True)
    return [type(r) if isinstance(r, BaseException) else None for r in results]


async def test_two_leaves_at_once_are_one(each_club: Club):
    """Two taps take the days once."""
    club = each_club
    raised = await at_once(leave(club, club.ann, 20), leave(club, club.ann, 20))
    assert sorted(raised, key=str) == sorted([None, AlreadyOnLeave], key=str)
    assert (await state(club, club.ann)).days_left == 10


async def test_coming_back_twice_at_once(each_club: Club):
    """Two taps on *I am back* give the time back once."""
    club = each_club
    match = await club.start(club.ann, club.bob, SLOW)
    await leave(club, club.ann, 20)
    club.wait(DAY)
    back = [club.do(come_back, club.ann, now=club.now) for _ in range(2)]
    assert sorted(await at_once(*back), key=str) == sorted([None, NotOnLeave], key=str)
    assert await clock(club, match.id) == (DAY, Pause.NONE)


async def test_both_go_on_leave_at_once(each_club: Club):
    """Neither waits for the other for ever, and both hold the clock."""
    club = each_club
    matches = [await club.start(club.ann, club.bob, SLOW) for _ in range(3)]
    raised = await at_once(leave(club, club.ann, 5), leave(club, club.bob, 5))
    assert raised == [None, None]
    for match in matches:
        assert (await club.match(match.id)).pauses == Pause.FIRST_AWAY | Pause.SECOND_AWAY
