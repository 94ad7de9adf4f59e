"""Nobody loses on time while they cannot play: outages, removals, boards that cannot be shown."""

from datetime import datetime, timedelta

import discord
import pytest

from matches.match import EndReason, Match, Result
from matches.outbox import DueKind
from matches.pauses import Pause
from matches.preferences import PlayerSettings, Reminders
from matches.standings import board_state
from tests.support.people import FAR
from tests.support.simcord_seams import pinged
from tests.support.simcord_trouble import (
    lose_connection,
    outage,
    outage_over,
    regain_connection,
    remove_bot,
    return_bot,
    set_permissions,
)
from tests.support.table import Table, told
from tests.support.table_agreement import assert_agrees

TURN = 600
AWAY = 181
"""Seconds after which nobody counts as looking at the board."""
MOMENT = timedelta(seconds=2)


async def begun(table: Table, time: str = "10m") -> Match:
    """A match in which both have moved."""
    await table.start(time=time)
    await table.play(["0", "0"])
    return await table.match()


async def forbid(table: Table, **permissions: bool | None) -> None:
    """An administrator changes what the bot may do in the channel."""
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, **permissions)


def moved(before: Match, after: Match) -> timedelta:
    """By how much the deadline is later."""
    assert before.deadline is not None
    assert after.deadline is not None
    return after.deadline - before.deadline


def near(one: timedelta, other: timedelta) -> bool:
    """Whether two durations differ by moments only."""
    return abs(one - other) <= MOMENT


def shown_time(board: discord.Message) -> datetime:
    """The moment to which the board counts down."""
    stamp = board.content.splitlines()[1].partition("<t:")[2].partition(":")[0]
    return datetime.fromtimestamp(int(stamp), tz=discord.utils.utcnow().tzinfo)


# --- the server cannot be reached


async def test_an_outage_of_the_server_costs_nobody_time(table: Table) -> None:
    """However long Discord reports the server unavailable, nobody runs out of time by it."""
    before = await begun(table)
    await outage(table.env, table.server)
    assert (await table.match()).pauses is Pause.SERVER_AWAY
    await table.wait(2 * TURN)
    assert not (await table.match()).is_over
    await outage_over(table.env, table.server)
    after = await table.match()
    assert after.pauses is Pause.NONE
    assert near(moved(before, after), timedelta(seconds=2 * TURN))
    assert abs(shown_time(table.board()) - (after.deadline or after.started_at)) <= MOMENT
    await assert_agrees(table)
    await table.wait(TURN + 5)
    ended = await table.match()
    assert ended.result is not None
    assert ended.result.reason is EndReason.TIME
    await assert_agrees(table)


async def test_a_short_outage_changes_no_board(table: Table) -> None:
    """A flicker moves the deadline, but not so far that anybody would see it."""
    before = await begun(table)
    content = table.board().content
    await outage(table.env, table.server)
    await table.wait(5)
    await outage_over(table.env, table.server)
    assert near(moved(before, await table.match()), timedelta(seconds=5))
    assert table.board().content == content
    assert await table.rows() == []
    await assert_agrees(table, unseen=timedelta(seconds=5))


async def test_matches_elsewhere_go_on_in_an_outage(table: Table) -> None:
    """An outage of one server is none of the others."""
    await begun(table)
    other = table.env.create_guild()
    await outage(table.env, other)
    await table.wait(TURN + 5)
    assert (await table.match()).is_over
    await assert_agrees(table)


async def test_a_removed_bot_keeps_the_matches(table: Table) -> None:
    """Time stands still until somebody invites the bot again; then the match goes on."""
    before = await begun(table)
    await remove_bot(table.env, table.server)
    assert (await table.match()).pauses is Pause.SERVER_AWAY
    await table.skip(2 * TURN)
    assert not (await table.match()).is_over
    await return_bot(table.env, table.server)
    await table.env.settle()
    after = await table.match()
    assert after.pauses is Pause.NONE
    assert near(moved(before, after), timedelta(seconds=2 * TURN))
    assert abs(shown_time(table.board()) - (after.deadline or after.started_at)) <= MOMENT
    await assert_agrees(table)
    await table.draw("0")
    assert len((await table.match()).game.turns) == 3
    await assert_agrees(table)


async def test_a_removal_that_nobody_saw(table: Table) -> None:
    """Removed while no process ran: the next one finds the server missing and holds its time."""
    before = await begun(table)
    await table.bot.due.stop()
    await table.bot.presence.stop()
    table.clock.advance(4 * 3600)
    server = table.env.backend.guilds.pop(table.server.id)
    await table.restart()
    await table.env.settle()
    assert (await table.match()).pauses is Pause.SERVER_AWAY
    await table.wait(TURN + 60)
    assert not (await table.match()).is_over
    table.env.backend.guilds[table.server.id] = server
    await outage_over(table.env, table.server)
    await table.wait(1)
    after = await table.match()
    assert after.pauses is Pause.NONE
    assert near(moved(before, after), timedelta(hours=4, seconds=TURN + 60))
    await assert_agrees(table)


async def test_a_match_that_nobody_can_see_is_closed_after_a_month(table: Table) -> None:
    """A bot that never comes back leaves no running matches, and nobody has lost."""
    await begun(table)
    await remove_bot(table.env, table.server)
    async with table.store.writing() as uow:
        due = {row.kind: row.due_at for row in await uow.due.claim(FAR, FAR, 10)}
    assert due[DueKind.GIVE_UP] - table.clock.now() == timedelta(days=30)
    async with table.store.writing() as uow:
        await uow.due.set(DueKind.GIVE_UP, 1, table.clock.now() + timedelta(minutes=1))
        await uow.commit()
    await table.wait(31)
    assert not (await table.match()).is_over
    await table.wait(31)
    ended = await table.match()
    assert ended.result == Result(None, EndReason.OUT_OF_REACH)
    async with table.store.reading() as uow:
        assert await uow.ratings.changes_of(ended.id) == []
    # The next try is not to fall into the moment of the return, where simcord waits for it.
    await table.wait(10)
    await return_bot(table.env, table.server)
    await table.wait(60)
    await assert_agrees(table)


# --- the board cannot be shown


async def hide(table: Table) -> Match:
    """The next board cannot be shown: an administrator forbids it; the match then."""
    await table.wait(AWAY)
    await forbid(table, send_messages=False, send_messages_in_threads=False)
    await table.draw("0")
    return await table.match()


async def test_time_stands_still_while_the_board_cannot_be_shown(table: Table) -> None:
    """A turn counts, but nobody's time runs; it does as soon as the board stands."""
    await begun(table)
    hidden = await hide(table)
    assert hidden.pauses is Pause.HIDDEN
    await table.wait(2 * TURN)
    assert not (await table.match()).is_over
    await forbid(table, send_messages=None, send_messages_in_threads=None)
    await table.env.settle()
    shown = await table.match()
    assert shown.pauses is Pause.NONE
    assert near(moved(hidden, shown), timedelta(seconds=2 * TURN))
    assert abs(shown_time(table.board()) - (shown.deadline or shown.started_at)) <= MOMENT
    assert pinged(table.env, table.board()) == {(await table.player_to_move()).id}
    await assert_agrees(table)
    await table.wait(TURN + 5)
    assert (await table.match()).is_over
    await assert_agrees(table, reminded=1)


async def test_whoever_plays_hears_what_is_missing(table: Table) -> None:
    """One private sentence names the permissions, for the one who can ask for them."""
    await begun(table)
    await table.wait(AWAY)
    await forbid(table, attach_files=False)
    result = await table.draw("0")
    words = told(result)
    assert words.startswith("Your turn counts")
    assert "Attach Files" in words
    assert "time runs" in words
    await forbid(table, attach_files=None)
    await table.wait(60)
    await assert_agrees(table)


async def test_the_list_of_games_says_that_time_stands_still(table: Table) -> None:
    """`/games` shows no countdown that does not count."""
    await begun(table)
    await hide(table)
    await table.wait(60)
    listed = told(await table.alice.slash(table.channel, "games"))
    assert "time stands still" in listed
    assert "<t:" not in listed
    await forbid(table, send_messages=None, send_messages_in_threads=None)
    await table.wait(60)
    await assert_agrees(table)


async def test_discord_failing_for_a_while_costs_nobody_time(table: Table) -> None:
    """Whatever keeps the board from being posted, the time until it stands is given back."""
    await begun(table)
    await table.wait(AWAY)
    path = f"/channels/{table.thread.id}/messages"
    table.env.inject_error("POST", path, status=503, code=0, times=3)
    await table.draw("0")
    hidden = await table.match()
    assert hidden.pauses is Pause.HIDDEN
    await table.wait(60)
    shown = await table.match()
    assert shown.pauses is Pause.NONE
    assert timedelta(seconds=20) < moved(hidden, shown) <= timedelta(seconds=60)
    await assert_agrees(table)


@pytest.mark.parametrize("reminders", [Reminders.OFF, Reminders.DIRECT])
async def test_a_deleted_channel_holds_time(table: Table, reminders: Reminders) -> None:
    """Between two turns nothing is to be told, and yet nobody's time runs where nobody can play."""
    before = await begun(table)
    async with table.store.writing() as uow:
        for player in (before.first, before.second):
            await uow.preferences.save(player, PlayerSettings(reminders=reminders))
        await uow.commit()
    table.env.backend.delete_channel(table.thread.id)
    table.env.backend.delete_channel(table.channel.id)
    await table.wait(2 * TURN)
    hidden = await table.match()
    assert hidden.pauses is Pause.HIDDEN
    other = table.server.create_text_channel("elsewhere")
    told(await table.alice.slash(other, "board", match=1))
    assert near(moved(before, await table.match()), timedelta(seconds=2 * TURN))
    await assert_agrees(table)


async def test_a_deleted_thread_moves_the_board_at_once(table: Table) -> None:
    """The match goes on in the channel, without anybody having to play first."""
    await begun(table)
    table.env.backend.delete_channel(table.thread.id)
    await table.wait(5)
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)


async def test_a_channel_that_was_deleted_while_no_process_ran(table: Table) -> None:
    """The next process finds that it is gone."""
    await begun(table)
    await table.bot.due.stop()
    await table.bot.presence.stop()
    table.env.backend.delete_channel(table.thread.id)
    table.env.backend.delete_channel(table.channel.id)
    await table.restart()
    await table.wait(2 * TURN)
    assert (await table.match()).pauses is Pause.HIDDEN
    other = table.server.create_text_channel("elsewhere")
    told(await table.alice.slash(other, "board", match=1))
    await assert_agrees(table)


async def test_a_match_moved_elsewhere_goes_on(table: Table) -> None:
    """`/board` in a channel where boards can be shown lets time run again."""
    await begun(table)
    await hide(table)
    other = table.server.create_text_channel("elsewhere")
    told(await table.alice.slash(other, "board", match=1))
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)


# --- Discord does not reach the bot at all


async def test_nothing_happens_while_discord_is_out_of_reach(table: Table) -> None:
    """A connection that is lost for long counts like a bot that is down."""
    before = await begun(table)
    await lose_connection(table.env, table.bot)
    await table.wait(2 * TURN)
    assert not (await table.match()).is_over
    await regain_connection(table.env, table.bot)
    await table.wait(1)
    after = await table.match()
    assert abs(moved(before, after) - timedelta(seconds=2 * TURN)) <= timedelta(seconds=31)
    await table.wait(TURN - 60)
    assert not (await table.match()).is_over
    await table.wait(120)
    assert (await table.match()).is_over
    await assert_agrees(table)


@pytest.mark.parametrize(("seconds", "left"), [(-7200, TURN + 7200), (7200, TURN)])
async def test_a_clock_that_is_set_right_ends_no_match(
    table: Table, seconds: float, left: float
) -> None:
    """A machine's clock jumps. Forwards it looks like a bot that was down, and nobody loses a
    second by it; backwards the deadline stays the moment that it was.
    """
    await begun(table)
    table.clock.advance(seconds)
    await table.wait(60)
    assert not (await table.match()).is_over
    async with table.store.reading() as uow:
        state = await board_state(uow, (await table.match()).id, now=table.clock.now())
    assert state.deadline is not None
    shown = state.deadline - table.clock.now()
    assert abs(shown - timedelta(seconds=left - 60)) <= timedelta(seconds=31)
    await assert_agrees(table)
