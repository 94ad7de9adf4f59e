"""The time per turn: deadlines, and what happens when one passes."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.clock import deadline_from, due_at, noticed_in, started, stood, stopped
from matches.errors import MatchOver, NotYourTurn, StaleMatch
from matches.ids import MatchId
from matches.match import EndReason, Match, Result
from matches.outbox import DueKind, Telling
from matches.pauses import Pause
from matches.playing import Seen, draw_step, play_turn, resign
from matches.terms import Terms, TurnTime
from matches.timekeeping import run_out_of_time
from matches.update import Update
from rules import Player
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    LIVE,
    MINUTE,
    NOW,
    SLOW,
    SMALL,
    Club,
    all_stored,
)

DEADLINE = DueKind.TURN_DEADLINE

DURATIONS = {
    TurnTime.TWO_MINUTES: 2 * MINUTE,
    TurnTime.TEN_MINUTES: 10 * MINUTE,
    TurnTime.ONE_HOUR: HOUR,
    TurnTime.EIGHT_HOURS: 8 * HOUR,
    TurnTime.ONE_DAY: DAY,
    TurnTime.THREE_DAYS: 3 * DAY,
    TurnTime.SEVEN_DAYS: 7 * DAY,
    TurnTime.FOURTEEN_DAYS: 14 * DAY,
    TurnTime.UNLIMITED: None,
}


async def time_up(club: Club, match: MatchId) -> Update | None:
    """What the worker does when a deadline is due."""
    return await club.do(run_out_of_time, match, now=club.now)


async def test_every_time_is_offered():
    """2, 10 minutes, 1, 8 hours, 1, 3, 7, 14 days, none; three days unless another is chosen."""
    assert {time: time.duration for time in TurnTime} == DURATIONS
    assert Terms(SMALL).turn_time is TurnTime.THREE_DAYS
    assert {time for time in TurnTime if time.is_live} == {
        TurnTime.TWO_MINUTES,
        TurnTime.TEN_MINUTES,
    }


@pytest.mark.parametrize("turn_time", TurnTime)
async def test_every_turn_has_its_whole_time(club: Club, turn_time: TurnTime):
    """A turn's time begins when the turn before was played, whatever was left of that."""
    duration = DURATIONS[turn_time]
    match = await club.start(terms=Terms(SMALL, turn_time))
    for _ in range(3):
        expected = None if duration is None else club.now + duration
        assert match.deadline == expected
        assert (await club.match(match.id)).deadline == expected
        due = {(DueKind.ASK_IF_PLAYED, match.id): 30 * DAY}
        if duration is not None:
            due = {(DEADLINE, match.id): duration * 0.8}
        assert await club.due() == due
        club.wait((duration or DAY) / 3)
        match = await club.play(match, "0")


@pytest.mark.parametrize("turns", [2, 3])
async def test_who_runs_out_of_time_loses(club: Club, turns: int):
    """At the deadline, not before, the match is lost for whoever is to move."""
    match = await club.play(await club.start(), *["0"] * turns)
    side = match.side_to_move
    assert side is not None
    before = await all_stored(club.store)
    for time in (10 * MINUTE - INSTANT, timedelta()):
        club.wait(time)
        assert await time_up(club, match.id) is None
    assert await all_stored(club.store) == before
    club.wait(INSTANT)
    update = await time_up(club, match.id)
    assert update is not None
    ended = update.match
    assert ended.result == Result(side.opponent, EndReason.TIME)
    assert (ended.finished_at, ended.deadline) == (club.now, None)
    assert (ended.acted_at, ended.game) == (match.acted_at, match.game)
    assert ended.version == match.version + 1
    assert await club.match(match.id) == ended
    assert await club.due() == {}
    assert len(await club.changes(match.id)) == 4


@pytest.mark.parametrize("turns", [0, 1])
async def test_before_both_have_moved_it_aborts(club: Club, turns: int):
    """Before both have moved running out of time aborts: no winner, no rating."""
    match = await club.play(await club.start(), *["0"] * turns)
    club.wait(10 * MINUTE)
    update = await time_up(club, match.id)
    assert update is not None
    assert update.match.result == Result(None, EndReason.ABORTED)
    stored = await all_stored(club.store)
    assert stored.matches[match.id] == update.match
    assert (stored.history, stored.ratings, stored.due) == ([], {}, [])


async def test_time_runs_out_once(club: Club):
    """However often and late it is asked, the match ends once."""
    match = await club.play(await club.start(), "0", "0")
    club.wait(DAY)
    assert await time_up(club, match.id) is not None
    before = await all_stored(club.store)
    assert await time_up(club, match.id) is None
    club.wait(DAY)
    assert await time_up(club, match.id) is None
    assert await all_stored(club.store) == before


async def test_nothing_runs_out(club: Club):
    """Without a limit, after an end, and where there is no match no time runs out."""
    unlimited = await club.start(terms=Terms(SMALL, TurnTime.UNLIMITED))
    ended = await club.play(await club.start(), *FIRST_SCORES)
    before = await all_stored(club.store)
    club.wait(1000 * DAY)
    for match in (unlimited.id, ended.id, MatchId(99)):
        assert await time_up(club, match) is None
    assert await all_stored(club.store) == before


async def test_deadline_that_moved_on(club: Club):
    """A worker that was told of an older deadline finds that there is time left."""
    match = await club.start()
    club.wait(9 * MINUTE)
    match = await club.play(match, "0")
    club.wait(MINUTE)
    assert await time_up(club, match.id) is None
    assert await club.match(match.id) == match


async def test_standstill(club: Club):
    """Time that nobody could use is given back: the match ends that much later."""
    match = await club.play(await club.start(), "0", "0")
    async with club.store.writing() as uow:
        await uow.heartbeats.shift_deadlines(HOUR, since=club.now)
        await uow.commit()
    club.wait(HOUR + 10 * MINUTE - INSTANT)
    assert await time_up(club, match.id) is None
    club.wait(INSTANT)
    assert await time_up(club, match.id) is not None


@pytest.mark.parametrize("turn_time", [time for time in TurnTime if time.duration is not None])
def test_move_of_a_deadline_that_is_noticed(turn_time: TurnTime):
    """A twentieth of the time for a turn is seen on a board, and less is not."""
    duration = DURATIONS[turn_time]
    assert duration is not None
    assert turn_time in noticed_in(duration / 20)
    assert turn_time not in noticed_in(duration / 20 - INSTANT)
    assert TurnTime.UNLIMITED not in noticed_in(1000 * DAY)


@pytest.mark.parametrize("turn_time", TurnTime)
async def test_what_a_clock_asks_for(club: Club, turn_time: TurnTime):
    """The reminder, then the end; nothing without a limit, while it stands, and at the end."""
    match = await club.start(terms=Terms(SMALL, turn_time))
    duration = DURATIONS[turn_time]
    expected = (None, None) if duration is None else (club.now + 0.8 * duration, match.deadline)
    reminded = replace(match, reminded=True)
    assert (due_at(match), due_at(reminded)) == expected
    standing = stopped(reminded, Pause.FIRST_AWAY | Pause.HIDDEN, club.now)
    assert due_at(standing) is None
    later = club.now + HOUR
    one_left = started(standing, Pause.HIDDEN, later)
    assert (one_left.pauses, one_left.deadline) == (Pause.FIRST_AWAY, match.deadline)
    assert started(one_left, Pause.FIRST_AWAY, later).deadline == deadline_from(one_left, later)
    assert deadline_from(standing, later) == (duration and club.now + HOUR + duration)
    assert (stood(match, later), stood(standing, later)) == (timedelta(), HOUR)
    assert stood(standing, club.now - HOUR) == timedelta()
    over = replace(match, result=Result(None, EndReason.CLOSED))
    assert due_at(over) is None


async def test_draft_does_not_stop_the_clock(club: Club):
    """A drafted turn is not played: it is forgotten when the time runs out."""
    match = await club.play(await club.start(terms=SLOW), "0", "0")
    seen = Seen(match.version)
    await club.do(draw_step, match.id, club.ann, 0, seen=seen, now=club.now)
    club.wait(DAY)
    assert await time_up(club, match.id) is not None
    assert await club.draft(match.id) is None


async def test_a_late_turn_counts_until_the_end_is_noted(club: Club):
    """A turn that comes before the end was noted is played; then the time is the opponent's."""
    match = await club.play(await club.start(), "0", "0")
    club.wait(HOUR)
    match = await club.play(match, "0")
    assert await time_up(club, match.id) is None
    assert match.deadline == club.now + 10 * MINUTE


@pytest.mark.parametrize("terms", [Terms(SMALL, TurnTime.TWO_MINUTES), LIVE])
async def test_the_end_is_told(club: Club, terms: Terms):
    """The end is a new board, however lately the loser acted: nobody caused it."""
    match = await club.play(await club.start(terms=terms), "0", "0")
    await club.forget_told()
    assert match.deadline is not None
    club.now = match.deadline
    update = await time_up(club, match.id)
    assert await club.told() == [(Telling.CLOSE_PLACE, NOW), (Telling.POST_BOARD, NOW)]
    assert update is not None
    assert update.board is not None
    assert (update.board.telling, update.board.match) == (Telling.POST_BOARD, match.id)


async def played(club: Club, match: Match) -> Update:
    """Ann plays at the last instant."""
    return await club.do(
        play_turn, match.id, club.ann, "0", seen_version=match.version, now=club.now
    )


async def test_turn_and_deadline_at_the_same_instant(each_club: Club):
    """Of the turn and its deadline at the same instant one counts, whole."""
    club = each_club
    for first in ("turn", "deadline"):
        match = await club.play(await club.start(), "0", "0")
        await club.forget_told()
        club.wait(10 * MINUTE)
        tries = [played(club, match), time_up(club, match.id)]
        if first == "deadline":
            tries.reverse()
        results = await asyncio.gather(*tries, return_exceptions=True)
        (update,) = [each for each in results if isinstance(each, Update)]
        (other,) = [each for each in results if not isinstance(each, Update)]
        stored = await club.match(match.id)
        assert stored == update.match
        assert stored.version == match.version + 1
        assert (other is None) != stored.is_over
        assert other is None or isinstance(other, MatchOver | StaleMatch)
        assert ((DEADLINE, match.id) in await club.due()) != stored.is_over
        assert len(await club.told(match=match.id)) == 1 + stored.is_over


async def test_deadline_noted_by_two_at_once(each_club: Club):
    """Two processes that find the same deadline end the match once and rate it once."""
    club = each_club
    match = await club.play(await club.start(), "0", "0")
    await club.forget_told()
    club.wait(10 * MINUTE)
    results = await asyncio.gather(*(time_up(club, match.id) for _ in range(3)))
    assert sum(each is not None for each in results) == 1
    assert await club.told() == [(Telling.CLOSE_PLACE, NOW), (Telling.POST_BOARD, NOW)]
    assert len((await all_stored(club.store)).history) == 1


async def test_winning_turn_and_deadline_at_the_same_instant(each_club: Club):
    """A match that ends twice at the same instant has one end and is rated once."""
    club = each_club
    match = await club.play(await club.start(), *FIRST_SCORES[:-1])
    club.wait(10 * MINUTE)
    results = await asyncio.gather(
        time_up(club, match.id),
        club.do(play_turn, match.id, club.ann, FIRST_SCORES[-1], now=club.now),
        club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now),
        return_exceptions=True,
    )
    (update,) = [each for each in results if isinstance(each, Update)]
    refusals = [each for each in results if isinstance(each, BaseException)]
    assert [e for e in refusals if not isinstance(e, MatchOver | StaleMatch | NotYourTurn)] == []
    stored = await all_stored(club.store)
    assert stored.matches[match.id] == update.match
    assert len(stored.history) == 1
    expected = {EndReason.TIME: Player.SECOND}
    assert update.match.result is not None
    reason = update.match.result.reason
    assert update.match.result.winner is expected.get(reason, Player.FIRST)
