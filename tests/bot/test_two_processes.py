"""Two processes of the bot on one PostgreSQL database: whatever falls due happens once."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from matches.challenge import ChallengeStatus
from matches.match import EndReason, Result
from matches.preferences import PlayerSettings, Reminders
from matches.timekeeping import ASKED_AFTER, CLOSED_AFTER
from rules import Player
from storage import open_store
from tests.support.simcord_seams import another_process, as_the_bot
from tests.support.table import Table, laid_table, new_bot, told
from tests.support.table_agreement import (
    Notice,
    assert_agrees,
    assert_challenge_agrees,
    everything_public,
    ids,
)


@pytest.fixture
async def tables(tmp_path: Path, postgres_url: str) -> AsyncIterator[Table]:
    """A table whose database a second process uses too: with workers of its own, but what people do
    Discord tells only the first.
    """
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(laid_table(tmp_path, url=postgres_url))
        store = await open_store(postgres_url)
        stack.push_async_callback(store.close)
        other = new_bot(store, table.clock)
        await stack.enter_async_context(another_process(table.env, other))
        yield table
        for worker in (other.presence, other.due, other.announcer):
            await worker.stop()


async def begun(table: Table, number: int = 1, *, time: str = "10m") -> None:
    """The match of that number: both have moved and Alice is to move."""
    await table.start(time=time)
    await table.play(["0", "0"], number)


async def test_a_match_is_played(tables: Table) -> None:
    """From the challenge to the end: no board, no line and no rating comes twice."""
    await tables.start(time="10m")
    await assert_agrees(tables)
    for turn in ["0", "0", "0", "0"]:
        await tables.wait(181)
        await tables.draw(turn)
        await assert_agrees(tables)
    await tables.wait(181)
    await tables.draw("17")
    await assert_agrees(tables)
    assert len(tables.channel.threads) == 1
    assert len([m for m in tables.messages(tables.channel) if "wins" in m.content]) == 1
    async with tables.store.reading() as uow:
        assert len(await uow.ratings.history()) == 1


async def test_time_runs_out_once(tables: Table) -> None:
    """Three matches end at the same instant: each once, told once, rated once."""
    for number in range(1, 4):
        await begun(tables, number)
    await tables.skip(480)
    await tables.skip(120)
    for number in range(1, 4):
        match = await tables.match(number)
        assert match.result is not None
        assert match.result.reason is EndReason.TIME
        await assert_agrees(tables, number, reminded=1)
        ends = [each for each in tables.notices.of(number) if each.version == match.version]
        assert ends == [Notice(number, match.version, frozenset({tables.alice.id, tables.bob.id}))]
    lines = [m for m in tables.messages(tables.channel) if "ran out of time" in m.content]
    assert len(lines) == 3
    async with tables.store.reading() as uow:
        assert len(await uow.ratings.history()) == 3


async def test_everybody_is_reminded_once(tables: Table) -> None:
    """Whoever is to move in each of two matches that run side by side."""
    await begun(tables)
    await begun(tables, 2)
    await tables.skip(480)
    for number in (1, 2):
        match = await tables.match(number)
        assert match.reminded
        mover = await tables.player_to_move(number)
        await assert_agrees(tables, number)
        assert tables.notices.of(number)[-1] == Notice(number, match.version, frozenset({mover.id}))


async def test_a_direct_message_comes_once(tables: Table) -> None:
    """The same for who wishes for one."""
    await begun(tables)
    player = (await tables.match()).player_to_move
    assert player is not None
    async with tables.store.writing() as uow:
        await uow.preferences.save(player, PlayerSettings(reminders=Reminders.DIRECT))
        await uow.commit()
    mover = await tables.player_to_move()
    notices = tables.notices.of(1)
    await tables.skip(480)
    await tables.skip(60)
    channel = tables.env.backend.dm_channels[mover.id]
    assert len(tables.env.backend.messages[channel]) == 1
    assert tables.notices.of(1) == notices
    await assert_agrees(tables)


async def test_a_challenge_ends_once(tables: Table) -> None:
    """It says so, without buttons."""
    await tables.challenge(time="10m")
    await tables.skip(15 * 60)
    assert (await assert_challenge_agrees(tables)).status is ChallengeStatus.EXPIRED


async def test_a_match_without_a_limit_is_asked_about_and_closed_once(tables: Table) -> None:
    """One question, one end, nobody rated."""
    await begun(tables, time="none")
    await tables.skip(ASKED_AFTER.total_seconds())
    await tables.wait(31)
    assert len([m for m in everything_public(tables) if ids(m, "psk:")]) == 1
    await tables.skip(CLOSED_AFTER.total_seconds())
    await tables.wait(31)
    match = await tables.match()
    assert match.result == Result(None, EndReason.CLOSED)
    await assert_agrees(tables)
    people = frozenset({tables.alice.id, tables.bob.id})
    assert tables.notices.of(1)[-1] == Notice(1, match.version, people)


async def test_one_process_of_two_ends(tables: Table) -> None:
    """As long as one is there, time runs, and the other's work is done by it."""
    await begun(tables)
    await tables.bot.due.stop()
    await tables.bot.presence.stop()
    await tables.bot.announcer.stop()
    await tables.skip(480)
    await tables.skip(120)
    assert (await tables.match()).result == Result(Player.SECOND, EndReason.TIME)
    await assert_agrees(tables, reminded=1)


async def test_both_were_gone(tables: Table) -> None:
    """Of two processes that start after a pause, one moves the deadlines, once."""
    await begun(tables, time="1d")
    before = (await tables.match()).deadline
    assert before is not None
    tables.env.backend.advance_clock(2 * 3600)
    await tables.wait(65)
    after = (await tables.match()).deadline
    assert after is not None
    assert 2 * 3600 <= (after - before).total_seconds() <= 2 * 3600 + 31
    await assert_agrees(tables)


async def test_a_new_process_takes_over_while_the_old_one_still_answers(
    tmp_path: Path, postgres_url: str
) -> None:
    """For a moment Discord tells both of each tap: it counts once, and is shown."""
    async with laid_table(tmp_path, url=postgres_url) as table, AsyncExitStack() as stack:
        await table.start(time="10m")
        store = await open_store(postgres_url)
        stack.push_async_callback(store.close)
        other = new_bot(store, table.clock)
        await stack.enter_async_context(another_process(table.env, other, hears_actions=True))
        for worker in (other.presence, other.due, other.announcer):
            stack.push_async_callback(worker.stop)
        await table.tap(await table.player_to_move(), table.board(), "0")
        assert (await table.match()).game.turns == ("0",)
        await table.wait(31)
        await assert_agrees(table)
        told(await (await table.player_to_move()).slash(table.place, "move", turn="0"))
        await table.wait(31)
        assert (await table.match()).game.turns == ("0", "0")
        await assert_agrees(table)


async def test_shards_that_are_ready_again(tables: Table) -> None:
    """Reconnects start nothing anew: `on_ready` and its like may come as often as they want."""
    await begun(tables)
    everything = await tables.everything()
    with as_the_bot(tables.env):
        for _ in range(3):
            await tables.bot.on_shard_ready(0)
            tables.bot.dispatch("ready")
            await tables.bot.on_shard_disconnect(0)
            await tables.bot.on_shard_resumed(0)
            await tables.bot.on_shard_ready(0)
    await tables.env.settle()
    assert await tables.everything() == everything
    await assert_agrees(tables)
    await tables.skip(480)
    await tables.skip(120)
    await assert_agrees(tables, reminded=1)
    assert (await tables.match()).is_over
