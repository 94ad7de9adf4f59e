"""Time that stands still, reminders, and matches that nobody plays on or can see."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest

from matches.clock import HELD, due_at
from matches.errors import MatchOver, NotYourMatch, UnknownMatch
from matches.ids import MatchId, ServerId
from matches.match import EndReason, Match, Result
from matches.outbox import LEASE, DueKind, Telling
from matches.pauses import Pause
from matches.place import Place
from matches.playing import play_turn, resign
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings, Reminders
from matches.terms import Terms, TurnTime
from matches.timekeeping import (
    ask_if_played,
    board_shown,
    close_unplayed,
    give_up,
    go_on,
    hide_board,
    note_servers,
    pass_standstill,
    question_put,
    start_clock,
    stop_clock,
    watch_clock,
)
from matches.update import Update
from rules import Player
from tests.support.memory_store import MemoryStore
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    MINUTE,
    NOW,
    PLACE,
    SECOND,
    SERVER,
    SLOW,
    SMALL,
    Club,
    all_stored,
    found_club,
)

UNLIMITED = Terms(SMALL, TurnTime.UNLIMITED)
DEADLINE, ASK, CLOSE, GIVE_UP = (
    DueKind.TURN_DEADLINE,
    DueKind.ASK_IF_PLAYED,
    DueKind.CLOSE_UNPLAYED,
    DueKind.GIVE_UP,
)
REASONS = (Pause.HIDDEN, Pause.SERVER_AWAY, Pause.FIRST_AWAY, Pause.SECOND_AWAY)
DOES = {DEADLINE: watch_clock, ASK: ask_if_played, CLOSE: close_unplayed, GIVE_UP: give_up}


async def work(club: Club) -> None:
    """What the worker does when it looks: claim what is due, and do it, until nothing is."""
    while True:
        async with club.store.writing() as uow:
            rows = await uow.due.claim(club.now, club.now + LEASE, 50)
            await uow.commit()
        if not rows:
            return
        for row in rows:
            await club.do(DOES[row.kind], MatchId(row.subject), now=club.now)


async def pass_time(club: Club, time: timedelta) -> None:
    """Time passes; the worker does what is due when it is due."""
    until = club.now + time
    while True:
        await work(club)
        async with club.store.reading() as uow:
            due = await uow.due.next_due()
        if due is None or due > until:
            break
        club.now = due
    club.now = until


async def stop(club: Club, match: Match, pause: Pause, since: datetime | None = None) -> None:
    """Time stands still for this reason, as what notices it does that."""
    if pause is Pause.HIDDEN:
        await _commit(club, hide_board, match.id, since=since or club.now, now=club.now)
    elif pause is Pause.SERVER_AWAY:
        await servers(club)
    else:
        await _leave(club, match, pause, True)


async def start(club: Club, match: Match, pause: Pause) -> None:
    """That reason is gone."""
    if pause is Pause.HIDDEN:
        await _commit(club, board_shown, match.id, now=club.now)
    elif pause is Pause.SERVER_AWAY:
        await servers(club, SERVER)
    else:
        await _leave(club, match, pause, False)


async def servers(club: Club, *here: ServerId) -> None:
    """Discord says in which servers the bot is."""
    await club.do(note_servers, here, lambda server: True, now=club.now)


async def _commit(club: Club, part, *args, **kwargs) -> None:
    async with club.store.writing() as uow:
        await part(uow, *args, **kwargs)
        await uow.commit()


async def _leave(club: Club, match: Match, pause: Pause, begins: bool) -> None:
    async with club.store.writing() as uow:
        found = await uow.matches.get(match.id)
        assert found is not None
        if begins:
            await stop_clock(uow, found, pause, since=club.now)
        else:
            await start_clock(uow, found, pause, now=club.now)
        await uow.commit()


async def be_down(club: Club, gap: timedelta) -> None:
    """No process is there for so long; then one finds that."""
    club.wait(gap)
    await _commit(club, pass_standstill, gap, now=club.now)


async def wish(club: Club, player, reminders: Reminders) -> None:
    async def save(uow: UnitOfWork) -> None:
        await uow.preferences.save(player, PlayerSettings(reminders=reminders))

    await _commit(club, save)


async def begun(club: Club, terms: Terms = SLOW, place: Place = PLACE) -> Match:
    """A match in which both have moved, and of which all was told."""
    match = await club.play(await club.start(terms=terms, place=place), "0", "0")
    await club.forget_told()
    return match


async def result(club: Club, match: Match) -> Result | None:
    return (await club.match(match.id)).result


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


# ------------------------------------------------------------------------------ the bot was down


async def test_time_of_a_gap_is_given_back(each_club: Club):
    """No process was there: every deadline moves by as much, and so does what happens then."""
    club = each_club
    match = await begun(club)
    unlimited = await begun(club, UNLIMITED)
    club.wait(HOUR)
    before = await club.due()
    await be_down(club, 3 * DAY)
    assert (await club.match(match.id)).deadline == club.now + 23 * HOUR
    assert await club.due() == before
    assert {match.id, unlimited.id} == {subject for _, subject in before}


async def test_gap_while_time_stands_still_counts_once(club: Club):
    """Time that was to be given back anyway is not given back twice; the month in which nobody
    could see the match does not pass.
    """
    match = await begun(club)
    unlimited = await begun(club, UNLIMITED)
    for each in (match, unlimited):
        await stop(club, each, Pause.HIDDEN)
    club.wait(HOUR)
    await be_down(club, 40 * DAY)
    await work(club)
    assert await result(club, match) is None
    assert (await club.due())[GIVE_UP, match.id] == 30 * DAY - HOUR
    for each in (match, unlimited):
        await start(club, each, Pause.HIDDEN)
    assert (await club.match(match.id)).deadline == club.now + DAY
    assert await club.due() == {(DEADLINE, match.id): 0.8 * DAY, (ASK, unlimited.id): 30 * DAY}


async def test_turn_before_the_gap_is_noticed(club: Club):
    """Somebody played as soon as the bot was back: the new turn has its time and no more."""
    match = await begun(club)
    club.wait(HOUR)
    match = await club.play(match, "0")
    club.wait(SECOND)
    await _commit(club, pass_standstill, HOUR, now=club.now)
    assert await club.match(match.id) == match


async def test_boards_whose_time_has_moved_are_asked_for(club: Club):
    """A gap of a minute is nothing in a day, but much in ten minutes."""
    slow, live = await begun(club), await begun(club, Terms(SMALL, TurnTime.TEN_MINUTES))
    held = await begun(club, Terms(SMALL, TurnTime.TEN_MINUTES))
    await stop(club, held, Pause.HIDDEN)
    club.wait(SECOND)
    await be_down(club, 2 * MINUTE)
    rows = (await all_stored(club.store)).outbox
    assert [(row.telling, row.match) for row in rows] == [(Telling.EDIT_BOARD, live.id)]
    await club.forget_told()
    await be_down(club, 2 * HOUR)
    rows = (await all_stored(club.store)).outbox
    assert {row.match for row in rows} == {slow.id, live.id}


# ------------------------------------------------------------------------- servers out of reach


async def test_only_what_is_known_stands_still(club: Club):
    """A server of which this process knows nothing is left alone, and so is one that is there."""
    other = Place(ServerId(800), 81)
    match, elsewhere = await begun(club), await begun(club, place=other)
    direct = await begun(club, place=Place(None, 91))
    await club.do(note_servers, [], lambda server: server == SERVER, now=club.now)
    assert (await club.match(match.id)).pauses is Pause.SERVER_AWAY
    assert (await club.match(elsewhere.id)).pauses is Pause.NONE
    await servers(club, ServerId(800))
    assert (await club.match(elsewhere.id)).pauses is Pause.NONE
    assert (await club.match(direct.id)).pauses is Pause.NONE


async def test_match_that_begins_in_a_server_out_of_reach(each_club: Club):
    """It stands still like those that were there, from when it is noticed."""
    club = each_club
    match = await begun(club)
    await servers(club)
    club.wait(HOUR)
    later = await begun(club)
    await servers(club)
    assert (await club.match(match.id)).stands_since == club.now - HOUR
    assert (await club.match(later.id)).stands_since == club.now
    assert (await club.due())[GIVE_UP, match.id] == 30 * DAY - HOUR
    assert (await club.due())[GIVE_UP, later.id] == 30 * DAY


async def test_turn_while_the_server_is_lost(each_club: Club):
    """Whichever is first, the turn counts and the match stands still with the whole time left."""
    club = each_club
    match = await begun(club)
    club.wait(HOUR)
    await asyncio.gather(club.do(play_turn, match.id, club.ann, "0", now=club.now), servers(club))
    found = await club.match(match.id)
    assert len(found.game.turns) == 3
    assert (found.pauses, found.deadline) == (Pause.SERVER_AWAY, club.now + DAY)
    club.wait(HOUR)
    await asyncio.gather(
        club.do(play_turn, match.id, club.bob, "0", now=club.now), servers(club, SERVER)
    )
    await work(club)
    found = await club.match(match.id)
    assert (found.pauses, found.deadline) == (Pause.NONE, club.now + DAY)
    assert await club.due() == {(DEADLINE, match.id): 0.8 * DAY}


# ------------------------------------------------------------- matches that nobody sees any more


@pytest.mark.parametrize("pause", [Pause.HIDDEN, Pause.SERVER_AWAY])
@pytest.mark.parametrize("terms", [SLOW, UNLIMITED])
async def test_month_out_of_reach(each_club: Club, pause: Pause, terms: Terms):
    """A match that nobody could see for a month is closed: nobody wins, no rating changes."""
    club = each_club
    match = await begun(club, terms)
    club.wait(HOUR)
    await stop(club, match, pause)
    await pass_time(club, 30 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    ended = await club.match(match.id)
    assert ended.result == Result(None, EndReason.CLOSED)
    assert ended.version == match.version + 1
    assert (await club.due(), await club.changes(match.id)) == ({}, [])
    assert [t for t, _ in await club.told()] == [Telling.CLOSE_PLACE, Telling.POST_BOARD]


@pytest.mark.parametrize("pause", [Pause.HIDDEN, Pause.SERVER_AWAY])
async def test_match_that_was_out_of_reach_is_not_closed_later(each_club: Club, pause: Pause):
    """Once it can be seen again nothing is left of that month."""
    club = each_club
    match = await begun(club, Terms(SMALL, TurnTime.FOURTEEN_DAYS))
    await stop(club, match, pause)
    await pass_time(club, 29 * DAY)
    await start(club, match, pause)
    await pass_time(club, 2 * DAY)
    assert await result(club, match) is None
    assert [kind for kind, _ in await club.due()] == [DEADLINE]


async def test_two_reasons_out_of_reach_are_one_month(club: Club):
    """The month begins with the first reason, and is over only with the last."""
    match = await begun(club)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 10 * DAY)
    await stop(club, match, Pause.SERVER_AWAY)
    await start(club, match, Pause.HIDDEN)
    assert (await club.due())[GIVE_UP, match.id] == 20 * DAY
    await stop(club, match, Pause.HIDDEN)
    await start(club, match, Pause.SERVER_AWAY)
    assert (await club.due())[GIVE_UP, match.id] == 20 * DAY
    await pass_time(club, 20 * DAY)
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_leave_does_not_count_as_out_of_reach(club: Club):
    """A leave before and after keeps the match; only the time out of reach gives it up."""
    match = await begun(club)
    await stop(club, match, Pause.FIRST_AWAY)
    await pass_time(club, 29 * DAY)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 10 * DAY)
    assert await result(club, match) is None
    await start(club, match, Pause.HIDDEN)
    await pass_time(club, 300 * DAY)
    assert await result(club, match) is None


@pytest.mark.parametrize("terms", [SLOW, UNLIMITED])
async def test_who_plays_without_a_board_keeps_the_match(club: Club, terms: Terms):
    """A turn by text in a match that is out of reach begins its month anew."""
    match = await begun(club, terms)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 29 * DAY)
    await club.play(match, "0")
    await pass_time(club, 30 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_board_shown_and_given_up_at_the_same_instant(each_club: Club):
    """The match ends or goes on, whole; a worker that was told earlier closes nothing."""
    club = each_club
    for reverse in (False, True):
        match = await begun(club)
        await stop(club, match, Pause.HIDDEN)
        club.wait(30 * DAY)
        tries = [club.do(give_up, match.id, now=club.now), start(club, match, Pause.HIDDEN)]
        if reverse:
            tries.reverse()
        await asyncio.gather(*tries)
        found = await club.match(match.id)
        mine = {kind for kind, subject in await club.due() if subject == match.id}
        assert mine == (set() if found.is_over else {DEADLINE})
        assert found.pauses is Pause.NONE
        if not found.is_over:
            await stop(club, match, Pause.HIDDEN)
            assert await club.do(give_up, match.id, now=club.now) is None


async def test_long_after_the_first_try(club: Club):
    """A board that could not be shown since before the bot was down has its month all the same."""
    match = await begun(club)
    since = club.now
    await be_down(club, 60 * DAY)
    await stop(club, match, Pause.HIDDEN, since)
    await work(club)
    assert await result(club, match) is None
    assert await club.due() == {(GIVE_UP, match.id): 30 * DAY}


# --------------------------------------------------------------------------- without a time limit


async def asked(club: Club) -> Match:
    """A match without a limit whose players were asked whether they go on."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY)
    await club.forget_told()
    await _commit(club, question_put, match.id, now=club.now)
    return match


async def test_question_after_30_days_closed_a_week_later(each_club: Club):
    """Then, unless somebody plays or answers, the match is closed: no winner, no ratings."""
    club = each_club
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY - INSTANT)
    assert await club.told() == []
    await pass_time(club, INSTANT)
    assert await club.told() == [(Telling.ASK_IF_PLAYED, NOW)]
    assert await club.due() == {(CLOSE, match.id): 7 * DAY}
    await club.forget_told()
    await pass_time(club, 7 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.CLOSED)
    assert (await club.due(), await club.changes(match.id)) == ({}, [])


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_going_on_resets_the_question(club: Club, who: str):
    """Either may want to go on: the match is not closed, and asked about in a month."""
    match = await asked(club)
    await pass_time(club, 6 * DAY)
    assert await club.do(go_on, match.id, getattr(club, who), now=club.now) == match
    assert await club.due() == {(ASK, match.id): 30 * DAY}
    await pass_time(club, 30 * DAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]


async def test_turn_answers_the_question(club: Club):
    """Whoever plays goes on; a question that was not put yet is not put any more."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 31 * DAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]
    await club.play(match, "0")
    assert Telling.ASK_IF_PLAYED not in {t for t, _ in await club.told()}
    assert await club.due() == {(ASK, match.id): 30 * DAY}


async def test_only_players_of_a_running_match_go_on(club: Club):
    """A stranger's answer changes nothing, nor does one that comes too late."""
    match = await asked(club)
    async with club.refused(NotYourMatch):
        await club.do(go_on, match.id, club.cid, now=club.now)
    async with club.refused(UnknownMatch):
        await club.do(go_on, MatchId(99), club.ann, now=club.now)
    await pass_time(club, 7 * DAY)
    async with club.refused(MatchOver):
        await club.do(go_on, match.id, club.ann, now=club.now)


async def test_going_on_in_a_match_with_a_limit(club: Club):
    """Its clock goes on as it did."""
    match = await begun(club)
    before = await all_stored(club.store)
    club.wait(HOUR)
    await club.do(go_on, match.id, club.ann, now=club.now)
    assert await all_stored(club.store) == before


async def test_question_that_is_not_put_yet_delays_the_end(club: Club):
    """Nobody is closed out by a question they have not seen: the week begins with it."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY + 20 * DAY)
    assert await result(club, match) is None
    await club.forget_told()
    await _commit(club, question_put, match.id, now=club.now)
    await pass_time(club, 7 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_question_that_is_put_after_the_answer(club: Club):
    """A question that somebody has answered by a turn closes nothing."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY)
    await club.play(match, "0")
    for other in (match.id, MatchId(99)):
        await _commit(club, question_put, other, now=club.now)
    assert await club.due() == {(ASK, match.id): 30 * DAY}


@pytest.mark.parametrize("pause", REASONS)
@pytest.mark.parametrize("days", [10, 29])
async def test_days_of_a_standstill_do_not_count(each_club: Club, pause: Pause, days: int):
    """The month and the week go on where they were, neither from the beginning nor at once."""
    club = each_club
    match = await begun(club, UNLIMITED)
    for kind, wait in ((ASK, 30 * DAY), (CLOSE, 7 * DAY)):
        await pass_time(club, DAY)
        await stop(club, match, pause)
        await pass_time(club, days * DAY)
        assert await result(club, match) is None
        await start(club, match, pause)
        assert await club.due() == {(kind, match.id): wait - DAY}
        await pass_time(club, wait - DAY)
        await club.forget_told()
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_short_outages_do_not_put_the_question_off(club: Club):
    """A server that is lost for a minute every day keeps nobody from being asked."""
    match = await begun(club, UNLIMITED)
    for _ in range(30):
        await pass_time(club, DAY)
        await stop(club, match, Pause.SERVER_AWAY)
        club.wait(MINUTE)
        await start(club, match, Pause.SERVER_AWAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]


async def test_answers_while_time_stands_still(club: Club):
    """The month begins when time runs again; a question put meanwhile waits a week from then."""
    match = await asked(club)
    await stop(club, match, Pause.SECOND_AWAY)
    club.wait(DAY)
    await _commit(club, question_put, match.id, now=club.now)
    assert await club.due() == {(CLOSE, match.id): 6 * DAY + HELD}
    club.wait(DAY)
    await club.do(go_on, match.id, club.bob, now=club.now)
    club.wait(DAY)
    await start(club, match, Pause.SECOND_AWAY)
    assert await club.due() == {(ASK, match.id): 30 * DAY}


@pytest.mark.parametrize("answer", ["turn", "go on"])
async def test_answer_and_end_at_the_same_instant(each_club: Club, answer: str):
    """A worker that was told of the end closes nothing that somebody has just gone on with."""
    club = each_club
    for reverse in (False, True):
        match = await asked(club)
        club.wait(7 * DAY)

        async def say(match: Match = match) -> object:
            if answer == "turn":
                return await club.do(play_turn, match.id, club.ann, "0", now=club.now)
            return await club.do(go_on, match.id, club.ann, now=club.now)

        tries = [say(), club.do(close_unplayed, match.id, now=club.now)]
        if reverse:
            tries.reverse()
        results = await asyncio.gather(*tries, return_exceptions=True)
        errors = [each for each in results if isinstance(each, BaseException)]
        assert [e for e in errors if not isinstance(e, MatchOver)] == []
        found = await club.match(match.id)
        assert found.is_over == bool(errors)
        due = {kind: time for (kind, subject), time in (await club.due()).items()}
        assert due == ({} if found.is_over else {ASK: 30 * DAY})
        if not found.is_over:
            await club.do(resign, found.id, club.ann, seen_version=found.version, now=club.now)
            await club.forget_told()


async def test_turn_after_the_question_was_claimed(club: Club):
    """A turn at the instant at which the question is due: nobody is asked."""
    match = await begun(club, UNLIMITED)
    club.wait(30 * DAY)
    async with club.store.writing() as uow:
        await uow.due.claim(club.now, club.now + LEASE, 50)
        await uow.commit()
    await club.play(match, "0")
    await club.forget_told()
    await club.do(ask_if_played, match.id, now=club.now)
    assert await club.told() == []
    assert await club.due() == {(ASK, match.id): 30 * DAY}


async def test_asked_and_closed_once(each_club: Club):
    """However many workers find the same row."""
    club = each_club
    match = await begun(club, UNLIMITED)
    club.wait(30 * DAY)
    await asyncio.gather(*(club.do(ask_if_played, match.id, now=club.now) for _ in range(3)))
    assert await club.told() == [(Telling.ASK_IF_PLAYED, NOW)]
    await club.forget_told()
    club.wait(7 * DAY)
    closed = await asyncio.gather(
        *(club.do(close_unplayed, match.id, now=club.now) for _ in range(3))
    )
    assert sum(isinstance(each, Update) for each in closed) == 1
    assert len(await club.told()) == 2


async def test_rows_of_no_match_go_away(club: Club):
    """What is due in a match that is over, or does not exist, is forgotten."""
    over = await club.play(await club.start(), *FIRST_SCORES)
    for match in (over.id, MatchId(99)):
        for kind in DOES:
            async with club.store.writing() as uow:
                await uow.due.set(kind, match, club.now)
                await uow.commit()
    before = await club.match(over.id)
    await work(club)
    assert await club.due() == {}
    assert await club.match(over.id) == before


async def test_rows_that_do_not_fit_the_match(club: Club):
    """A match that can be seen is not given up, one without a limit has no clock, and one with a
    limit is not asked about.
    """
    match, unlimited = await begun(club), await begun(club, UNLIMITED)
    before = await club.due()
    async with club.store.writing() as uow:
        for each in (match, unlimited):
            await uow.due.set(GIVE_UP, each.id, club.now)
        await uow.due.set(DEADLINE, unlimited.id, club.now)
        await uow.commit()
    for each in (match, unlimited):
        assert await club.do(give_up, each.id, now=club.now) is None
        assert await club.do(close_unplayed, each.id, now=club.now) is None
    await club.do(watch_clock, unlimited.id, now=club.now)
    await club.do(ask_if_played, match.id, now=club.now)
    assert await club.due() == before
    assert await club.told() == []


# ------------------------------------------------------------------------------- in any order


WEIGHTS = {"wait": 8, "stop": 3, "start": 7, "down": 1, "turn": 1}


class Afternoon:
    """One match after the other, and a naive clock beside it: how long time ran in this turn."""

    def __init__(self, club: Club, rng: Random) -> None:
        self.club = club
        self.rng = rng

    async def begin(self) -> None:
        """A match in which both have moved."""
        self.match = await begun(self.club, Terms(SMALL, TurnTime.ONE_HOUR))
        self.reasons: set[Pause] = set()
        self._new_turn()

    def _new_turn(self) -> None:
        self.had, self.reminders = timedelta(), 0

    async def anything(self) -> None:
        """Time passes, or something stops or starts, or no process is there, or a turn is played;
        then the worker comes.
        """
        pause = self.rng.choice(REASONS)
        (kind,) = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if kind == "wait":
            time = timedelta(seconds=self.rng.randrange(1, 1500))
            self.club.wait(time)
            self.had += time * (not self.reasons)
        elif kind == "down":
            await be_down(self.club, timedelta(seconds=self.rng.randrange(61, 9000)))
        elif kind == "stop":
            await stop(self.club, self.match, pause)
            self.reasons.add(pause)
        elif kind == "start":
            await start(self.club, self.match, pause)
            self.reasons.discard(pause)
        else:
            await self.club.play(self.match, any_turn(self.rng, self.match))
            await self.club.forget_told()
            self._new_turn()
        await work(self.club)

    async def check(self) -> None:
        """The match is as the naive clock says."""
        self.match = match = await self.club.match(self.match.id)
        rows = (await all_stored(self.club.store)).outbox
        posted = sum(row.telling is Telling.POST_BOARD and row.notifies for row in rows)
        await self.club.forget_told()
        if match.result is not None and match.result.reason is not EndReason.TIME:
            return
        assert match.is_over == (self.had >= HOUR)
        self.reminders += posted - match.is_over
        reminder_is_due = self.had >= 0.8 * HOUR
        assert self.reminders == (match.reminded if match.is_over else reminder_is_due)
        if match.deadline is not None:
            assert set(match.pauses) == self.reasons
            assert match.deadline - (match.stands_since or self.club.now) == HOUR - self.had
            self._check_due(await self.club.due())

    def _check_due(self, due: dict[tuple[DueKind, int], timedelta]) -> None:
        mine = {kind for kind, subject in due if subject == self.match.id}
        out_of_reach = self.reasons & {Pause.HIDDEN, Pause.SERVER_AWAY}
        assert (GIVE_UP in mine) == bool(out_of_reach)
        if not self.reasons:
            assert due[DEADLINE, self.match.id] > NOW


def any_turn(rng: Random, match: Match) -> str:
    """A whole turn, drawn at random."""
    position, steps = match.game.position, ""
    while position.outcome is None and position.to_move is match.side_to_move:
        direction = rng.choice(position.legal_directions())
        steps += position.write_step(direction)
        position = position.after(direction)
    return steps


@pytest.mark.parametrize("seed", range(12))
async def test_mover_has_exactly_the_time_that_ran(seed: int):
    """Whatever stops and starts, in whatever order: what is left is what a naive clock says, the
    match ends at that instant, and there is one reminder in a turn.
    """
    afternoon = Afternoon(await found_club(MemoryStore()), Random(seed))
    await afternoon.begin()
    ends = 0
    for _ in range(250):
        await afternoon.anything()
        await afternoon.check()
        if afternoon.match.is_over:
            ends += afternoon.had >= HOUR
            await afternoon.begin()
    assert ends > 3
