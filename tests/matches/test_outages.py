"""What was out of order for everybody: the bot was down, or a server could not be reached."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.ids import ServerId
from matches.outbox import Telling
from matches.pauses import Pause
from matches.place import Place
from matches.playing import play_turn
from matches.terms import Terms, TurnTime
from matches.timekeeping import (
    pass_standstill,
)
from tests.support.clocks import (
    ASK,
    DEADLINE,
    GIVE_UP,
    UNLIMITED,
    be_down,
    begun,
    commit,
    look_at_servers,
    result,
    servers,
    start,
    stop,
    work,
)
from tests.support.people import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    SERVER,
    SMALL,
    Club,
    all_stored,
)

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


@pytest.mark.parametrize("later", [HOUR - SECOND, SECOND])
async def test_turn_within_the_gap(club: Club, later: timedelta):
    """Somebody played as soon as the bot was back, or just before the last process died: the turn
    gets back only what it has lost.
    """
    match = await begun(club)
    club.wait(later)
    match = await club.play(match, "0")
    club.wait(HOUR - later)
    await commit(club, pass_standstill, HOUR, now=club.now)
    shifted = await club.match(match.id)
    assert shifted == replace(match, deadline=shifted.deadline)
    assert shifted.deadline == club.now + DAY


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
    await look_at_servers(club, [], lambda server: server == SERVER)
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


async def test_server_that_is_missed_before_the_gap_is_noticed(each_club: Club):
    """The bot comes back, a server is still away: what was lost before is given back as well."""
    club = each_club
    match = await begun(club)
    club.wait(HOUR)
    club.wait(3 * HOUR)
    await servers(club)
    await commit(club, pass_standstill, 3 * HOUR, now=club.now)
    club.wait(2 * HOUR)
    await servers(club, SERVER)
    assert (await club.match(match.id)).deadline == club.now + 23 * HOUR


async def test_board_that_waited_across_a_gap(each_club: Club):
    """The time of the gap is given back once, although the board was asked for before it."""
    club = each_club
    match = await begun(club)
    asked_at = club.now
    await commit(club, lambda uow: uow.heartbeats.beat(asked_at))
    club.wait(3 * HOUR)
    await commit(club, pass_standstill, 3 * HOUR, now=club.now)
    club.wait(MINUTE)
    await stop(club, match, Pause.HIDDEN, since=asked_at)
    club.wait(HOUR)
    await start(club, match, Pause.HIDDEN)
    assert (await club.match(match.id)).deadline == club.now + DAY


async def test_clocks_of_two_machines_that_differ(each_club: Club):
    """The slower clock's beat opens no gap for the faster one."""
    club = each_club

    async def beat(at: timedelta) -> timedelta | None:
        async with club.store.writing() as uow:
            gap = await uow.heartbeats.beat(club.now + at)
            await uow.commit()
        return gap

    assert await beat(40 * SECOND) is None
    gaps = [await beat(at) for at in (0 * SECOND, 70 * SECOND, 30 * SECOND, 100 * SECOND)]
    assert gaps == [-40 * SECOND, 30 * SECOND, -40 * SECOND, 30 * SECOND]
