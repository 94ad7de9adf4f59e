"""Time that stands still, and the reminder while it runs."""

import asyncio
from dataclasses import replace

import pytest

from matches.clock import due_at
from matches.ids import MatchId
from matches.match import EndReason, Result
from matches.outbox import Telling
from matches.pauses import Pause
from matches.playing import play_turn, resign
from matches.preferences import Reminders
from matches.terms import Terms, TurnTime
from matches.timekeeping import (
    watch_clock,
)
from rules import Player
from tests.support.clocks import (
    DEADLINE,
    GIVE_UP,
    REASONS,
    UNLIMITED,
    be_down,
    begun,
    pass_time,
    result,
    start,
    stop,
    wish,
    work,
)
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    MINUTE,
    NOW,
    SECOND,
    SLOW,
    SMALL,
    Club,
    all_stored,
)

# ------------------------------------------------------------------------------------- reminders


async def test_one_reminder_at_80_percent(each_club: Club):
    """At 80 % of the time, not before, the board is posted again for whoever is to move; once."""
    club = each_club
    match = await begun(club)
    await pass_time(club, 0.8 * DAY - INSTANT)
    assert await club.told() == []
    await pass_time(club, INSTANT)
    assert await club.told() == [(Telling.POST_BOARD, NOW)]
    assert [row.notifies for row in (await all_stored(club.store)).outbox] == [True]
    assert await club.due() == {(DEADLINE, match.id): 0.2 * DAY}
    found = await club.match(match.id)
    assert (found.reminded, found.version) == (True, match.version)
    await pass_time(club, 0.2 * DAY - INSTANT)
    assert len(await club.told()) == 1
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(Player.SECOND, EndReason.TIME)


@pytest.mark.parametrize(
    ("reminders", "told"),
    [
        (Reminders.CHANNEL, [(Telling.POST_BOARD, NOW)]),
        (Reminders.DIRECT, [(Telling.REMIND_PRIVATELY, NOW)]),
        (Reminders.OFF, []),
    ],
)
async def test_reminder_as_the_player_wishes(club: Club, reminders: Reminders, told):
    """Where the player to move wishes it; what the opponent wishes does not matter."""
    await begun(club)
    await wish(club, club.ann, reminders)
    for other in Reminders:
        if other is not reminders:
            await wish(club, club.bob, other)
    await pass_time(club, 0.8 * DAY)
    assert await club.told() == told
    assert (await club.match(MatchId(1))).reminded


async def test_every_turn_has_its_reminder(club: Club):
    """The next turn is reminded of as well, whether or not the one before was."""
    match = await begun(club)
    for _ in range(3):
        await pass_time(club, 0.9 * DAY)
        assert [telling for telling, _ in await club.told()] == [Telling.POST_BOARD]
        match = await club.play(match, "0")
        assert not match.reminded
        await club.forget_told()
        if match.is_over:
            break


async def test_no_reminder_after_the_end(club: Club):
    """Where the worker comes only after the deadline, the match ends and nobody is reminded."""
    match = await begun(club)
    club.wait(2 * DAY)
    await work(club)
    assert await result(club, match) == Result(Player.SECOND, EndReason.TIME)
    assert [t for t, _ in await club.told()] == [Telling.CLOSE_PLACE, Telling.POST_BOARD]


async def test_two_workers_remind_once(each_club: Club):
    """However many look at the same clock at once, and how often."""
    club = each_club
    match = await begun(club)
    club.wait(0.8 * DAY)
    for _ in range(2):
        await asyncio.gather(*(club.do(watch_clock, match.id, now=club.now) for _ in range(3)))
    assert await club.told() == [(Telling.POST_BOARD, NOW)]


async def test_turn_and_reminder_at_the_same_instant(each_club: Club):
    """Whichever is first: the opponent, whose turn it is then, is not taken as reminded."""
    club = each_club
    for first in ("turn", "reminder"):
        match = await begun(club)
        club.wait(0.8 * DAY)
        tries = [
            club.do(play_turn, match.id, club.ann, "0", now=club.now),
            club.do(watch_clock, match.id, now=club.now),
        ]
        if first == "reminder":
            tries.reverse()
        await asyncio.gather(*tries)
        found = await club.match(match.id)
        assert (found.reminded, found.player_to_move) == (False, club.bob)
        assert await club.due() == {(DEADLINE, match.id): 0.8 * DAY}
        await club.do(resign, match.id, club.bob, seen_version=found.version, now=club.now)
        await club.forget_told()


async def test_reminder_waits_while_time_stands_still(club: Club):
    """Time that begins to stand still when the reminder is due holds it back; then it comes once,
    and the last fifth of the time is still there.
    """
    match = await begun(club)
    club.wait(0.8 * DAY)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 5 * DAY)
    assert await club.told() == []
    await start(club, match, Pause.HIDDEN)
    await work(club)
    assert await club.told() == [(Telling.POST_BOARD, NOW)]
    assert await club.due() == {(DEADLINE, match.id): 0.2 * DAY}


async def test_standstill_after_the_reminder_reminds_nobody_again(club: Club):
    """Also where a deadline that has moved leaves more than a fifth of the time again."""
    match = await begun(club)
    await pass_time(club, 0.9 * DAY)
    await club.forget_told()
    for pause in (Pause.HIDDEN, Pause.SERVER_AWAY):
        await stop(club, match, pause, club.now - 0.8 * DAY)
        await pass_time(club, HOUR)
        await start(club, match, pause)
        await work(club)
    await be_down(club, DAY)
    await work(club)
    assert [t for t, _ in await club.told() if t is not Telling.EDIT_BOARD] == []


# ----------------------------------------------------------------------------- time stands still


@pytest.mark.parametrize("pause", REASONS)
async def test_time_stands_still(each_club: Club, pause: Pause):
    """While there is a reason nothing happens, however long; then what was left is left."""
    club = each_club
    match = await begun(club)
    club.wait(HOUR)
    await stop(club, match, pause)
    standing = await club.match(match.id)
    assert (standing.pauses, standing.stands_since) == (pause, club.now)
    assert (standing.deadline, standing.version) == (match.deadline, match.version)
    assert due_at(standing) is None
    await pass_time(club, 20 * DAY)
    await start(club, match, pause)
    await work(club)
    running = await club.match(match.id)
    assert running == replace(match, deadline=club.now + 23 * HOUR)
    assert await club.due() == {(DEADLINE, match.id): 0.8 * DAY - HOUR}
    await pass_time(club, 23 * HOUR - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(Player.SECOND, EndReason.TIME)


async def test_overlapping_reasons_give_back_their_union(club: Club):
    """Time that stands still for two reasons at once is given back once."""
    match = await begun(club)
    at = [
        (1, stop, Pause.HIDDEN),
        (3, stop, Pause.FIRST_AWAY),
        (5, start, Pause.HIDDEN),
        (6, stop, Pause.SERVER_AWAY),
        (7, start, Pause.SERVER_AWAY),
        (8, start, Pause.FIRST_AWAY),  # from 1 to 8
        (10, stop, Pause.SECOND_AWAY),
        (11, stop, Pause.SERVER_AWAY),
        (12, start, Pause.SECOND_AWAY),
        (15, start, Pause.SERVER_AWAY),  # from 10 to 15
    ]
    begin = club.now
    for hour, act, pause in at:
        club.now = begin + hour * HOUR
        await act(club, match, pause)
        await act(club, match, pause)  # told twice
    found = await club.match(match.id)
    assert found == replace(match, deadline=begin + DAY + 12 * HOUR)


async def test_reason_that_is_learned_of_late(club: Club):
    """Time stood still since the board could not be shown, also where another reason came between;
    but what was before the turn is not given back to it.
    """
    match = await begun(club)
    since = club.now
    club.wait(HOUR)
    await stop(club, match, Pause.FIRST_AWAY)
    club.wait(HOUR)
    await stop(club, match, Pause.HIDDEN, since - 5 * HOUR)
    assert (await club.match(match.id)).stands_since == since
    for pause in (Pause.HIDDEN, Pause.FIRST_AWAY):
        await start(club, match, pause)
    assert (await club.match(match.id)).deadline == club.now + DAY


@pytest.mark.parametrize("pause", REASONS)
async def test_turn_while_time_stands_still(club: Club, pause: Pause):
    """The next turn has its whole time once time runs."""
    match = await begun(club)
    club.wait(23 * HOUR)
    await stop(club, match, pause)
    await pass_time(club, 2 * DAY)
    match = await club.play(match, "0")
    assert match.pauses == pause
    await pass_time(club, 3 * DAY)
    assert await result(club, match) is None
    await start(club, match, pause)
    await work(club)
    found = await club.match(match.id)
    assert (found.deadline, found.stands_since) == (club.now + DAY, None)
    assert await club.due() == {(DEADLINE, match.id): 0.8 * DAY}


async def test_end_while_time_stands_still(club: Club):
    """A match can be won and given up meanwhile: nothing of the clock is left of it."""
    won = await club.play(await club.start(terms=SLOW), *FIRST_SCORES[:-1])
    left = await begun(club, UNLIMITED)
    for match in (won, left):
        for pause in REASONS:
            await stop(club, match, pause)
    await club.play(won, FIRST_SCORES[-1])
    await club.do(resign, left.id, club.ann, seen_version=left.version, now=club.now)
    for match in (won, left):
        found = await club.match(match.id)
        assert (found.pauses, found.stands_since, found.deadline) == (Pause.NONE, None, None)
    assert await club.due() == {}
    before = await all_stored(club.store)
    for match in (won, left):
        for pause in REASONS:
            await stop(club, match, pause)
            await start(club, match, pause)
    assert await all_stored(club.store) == before


async def test_clock_that_goes_backwards_takes_no_time(each_club: Club):
    """Of two processes whose clocks differ, one may end what the other began later."""
    club = each_club
    match = await begun(club)
    for pause in (Pause.HIDDEN, Pause.SERVER_AWAY, Pause.FIRST_AWAY):
        await stop(club, match, pause)
        club.wait(-SECOND)
        await start(club, match, pause)
        assert await club.match(match.id) == match


async def test_deadline_and_standstill_at_the_same_instant(each_club: Club):
    """Either the match ends or its time stands still; what stands has no deadline that is due."""
    club = each_club
    for reverse in (False, True):
        match = await begun(club)
        club.wait(DAY)
        tries = [club.do(watch_clock, match.id, now=club.now), stop(club, match, Pause.HIDDEN)]
        if reverse:
            tries.reverse()
        await asyncio.gather(*tries)
        found = await club.match(match.id)
        assert found.is_over != (found.pauses is Pause.HIDDEN)
        expected = set() if found.is_over else {(GIVE_UP, match.id)}
        assert {key for key in await club.due() if key[1] == match.id} == expected


async def test_two_note_the_same_standstill(each_club: Club):
    """Two processes that notice the same, at the same time, stop and start each clock once."""
    club = each_club
    match = await begun(club)
    for pause in (Pause.HIDDEN, Pause.SERVER_AWAY):
        await asyncio.gather(*(stop(club, match, pause) for _ in range(3)))
        assert (await club.match(match.id)).pauses is pause
        club.wait(HOUR)
        await asyncio.gather(*(start(club, match, pause) for _ in range(3)))
        found = await club.match(match.id)
        assert found.deadline is not None
        assert found.pauses is Pause.NONE
    assert found.deadline == club.now + DAY


async def test_board_says_that_somebody_is_on_leave(club: Club):
    """The board is brought up to date when a leave begins and ends."""
    match = await begun(club)
    await stop(club, match, Pause.SECOND_AWAY)
    assert await club.told() == [(Telling.EDIT_BOARD, NOW)]
    await start(club, match, Pause.SECOND_AWAY)
    assert await club.told() == [(Telling.EDIT_BOARD, NOW)] * 2


async def test_board_that_is_still_on_its_way_holds_time(each_club: Club):
    """Discord takes the board and does not answer: nobody has seen it, so nobody has had time."""
    club = each_club
    match = await begun(club, Terms(SMALL, TurnTime.TEN_MINUTES))
    club.wait(4 * MINUTE)
    match = await club.play(match, "0")
    asked_at = club.now
    for _ in range(3):
        club.wait(8 * MINUTE)
        await work(club, shown=False)
    found = await club.match(match.id)
    assert (found.pauses, found.stands_since) == (Pause.HIDDEN, asked_at)
    assert await club.told() == [(Telling.POST_BOARD, asked_at - club.now)]
    await start(club, match, Pause.HIDDEN)
    assert (await club.match(match.id)).deadline == club.now + 10 * MINUTE


async def test_board_that_was_shown_just_now_holds_no_time(club: Club):
    """A row that is being told takes its moment."""
    match = await begun(club, Terms(SMALL, TurnTime.TEN_MINUTES))
    club.wait(10 * MINUTE - SECOND)
    async with club.store.writing() as uow:
        await uow.outbox.add(Telling.EDIT_BOARD, now=club.now, match=match.id)
        await uow.commit()
    club.wait(SECOND)
    await work(club)
    assert (await club.match(match.id)).is_over
