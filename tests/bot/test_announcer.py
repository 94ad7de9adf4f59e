"""The announcer: what is slow holds up nothing else, and what is being sent belongs to one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot import announcer
from matches.ids import MatchId
from matches.outbox import LEASE, OutboxRow, Telling
from tests.support.simcord_seams import pinged
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import assert_agrees

AWAY = 181
"""Seconds after which nobody counts as looking at the board."""


class Gate:
    """Messages to one channel wait here until it is opened."""

    def __init__(self, channel: ChannelHandle) -> None:
        self.channel = channel.id
        self.waiting = 0
        self.opened = asyncio.Event()


@pytest.fixture
def gates(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Gate]]:
    """Gates in front of Discord, none at first."""
    set_up: list[Gate] = []
    send = discord.abc.Messageable.send

    async def slow(self: Any, *args: Any, **kwargs: Any) -> Any:
        for gate in set_up:
            if gate.channel == self.id:
                gate.waiting += 1
                await gate.opened.wait()
        return await send(self, *args, **kwargs)

    monkeypatch.setattr(discord.abc.Messageable, "send", slow)
    yield set_up
    for gate in set_up:
        gate.opened.set()


async def slow_match(table: Table, gates: list[Gate]) -> Gate:
    """A match whose next board Discord is slow to take."""
    await table.start()
    gate = Gate(table.thread)
    gates.append(gate)
    await table.wait(AWAY)
    first = (await table.seats())["first"]
    told(await first.slash(table.channel, "move", turn="0", match=1))
    assert gate.waiting == 1
    return gate


async def claimable(table: Table) -> list[OutboxRow]:
    """What another process would take now."""
    now = table.clock.now()
    async with table.store.writing() as uow:
        return await uow.outbox.claim(now, now + LEASE, 50)


def boards(table: Table, where: ChannelHandle) -> list[discord.Message]:
    """The messages with a board's buttons."""
    return [m for m in table.messages(where) if button_ids(m, "ps:")]


async def test_a_slow_match_does_not_hold_up_another(table: Table, gates: list[Gate]) -> None:
    """While Discord is slow with one board, others are sent."""
    gate = await slow_match(table, gates)
    slow = table.thread
    await table.start()
    assert table.thread.id != slow.id
    assert len(boards(table, table.thread)) == 1
    gate.opened.set()
    await table.wait(1)
    assert len([m for m in table.messages(slow) if m.attachments]) == 2
    assert await table.rows() == []
    await assert_agrees(table)


async def test_what_is_being_sent_belongs_to_nobody_else(table: Table, gates: list[Gate]) -> None:
    """However long it takes: its lease is renewed, so that no other process sends it too."""
    gate = await slow_match(table, gates)
    await table.wait(10 * LEASE.total_seconds())
    assert await claimable(table) == []
    assert gate.waiting == 1
    gate.opened.set()
    await table.wait(1)
    assert len([m for m in table.messages() if m.attachments]) == 2
    assert await table.rows() == []
    await assert_agrees(table)


async def test_many_rows_of_a_slow_match_take_the_room_of_one(
    table: Table, gates: list[Gate], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait for each other; the other matches have the rest of the room."""
    monkeypatch.setattr(announcer, "AT_ONCE", 2)
    gate = await slow_match(table, gates)
    await table.start()
    async with table.store.writing() as uow:
        for match in (1, 1, 1, 1, 2):
            await uow.outbox.add(Telling.POST_BOARD, now=table.clock.now(), match=MatchId(match))
        await uow.commit()
    # simcord would wait for those who wait in line.
    table.bot.wake()
    await soon(lambda: table.rows(2))
    assert len(await table.rows(1)) == 5
    gate.opened.set()
    await soon(lambda: table.rows(1))
    assert gate.waiting == 2, "the rows that came meanwhile are told by one board"
    await assert_agrees(table)


async def test_without_room_the_rest_waits(
    table: Table, gates: list[Gate], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more is sent side by side than there is room for; the rest follows at once."""
    monkeypatch.setattr(announcer, "AT_ONCE", 1)
    gate = await slow_match(table, gates)
    await table.start()
    assert len(table.channel.threads) == 1
    await table.wait(LEASE.total_seconds())
    assert len(table.channel.threads) == 1
    gate.opened.set()
    await table.wait(1)
    assert len(table.channel.threads) == 2
    assert len(boards(table, table.thread)) == 1
    assert await table.rows(1) == await table.rows(2) == []
    await assert_agrees(table)


async def test_stopping_waits_for_what_is_being_sent(table: Table, gates: list[Gate]) -> None:
    """What has begun is sent and noted."""
    gate = await slow_match(table, gates)
    stopping = asyncio.create_task(table.bot.announcer.stop())
    await asyncio.sleep(0.01)
    assert not stopping.done()
    gate.opened.set()
    await stopping
    assert len([m for m in table.messages() if m.attachments]) == 2
    assert [row.telling for row in await table.rows()] == [Telling.RETIRE_BOARD]
    await table.restart()
    await assert_agrees(table)


async def test_a_rate_limit_is_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py gives up what must wait too long; it is tried when Discord said, not before."""
    send = discord.abc.Messageable.send
    tries = 0

    async def limited(self: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise discord.RateLimited(900)
        return await send(self, *args, **kwargs)

    await table.start()
    await table.wait(AWAY)
    monkeypatch.setattr(discord.abc.Messageable, "send", limited)
    await table.draw("0")
    await table.wait(890)
    assert tries == 1
    await table.wait(20)
    assert tries == 2
    assert len([m for m in table.messages() if m.attachments]) == 2
    assert await table.rows() == []
    await assert_agrees(table)


async def test_an_old_board_that_discord_caps_is_left(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many edits of an old message come as a rate limit: its buttons stay, and change nothing.
    A young one is tried again.
    """
    edit = discord.PartialMessage.edit
    tries: list[int] = []

    async def limited(self: Any, *args: Any, **kwargs: Any) -> Any:
        tries.append(self.id)
        if len(tries) < 3:
            raise discord.RateLimited(40)
        return await edit(self, *args, **kwargs)

    await table.start()
    monkeypatch.setattr(discord.PartialMessage, "edit", limited)
    boards_so_far = [table.board()]
    for wait in (3700, AWAY):
        await table.wait(wait)
        mover = await table.player_to_move()
        told(await mover.slash(table.place, "move", turn="0"))
        boards_so_far.append(table.board())
        await table.wait(60)
        assert await table.rows() == []
    capped, young, _ = boards_so_far
    assert tries == [capped.id, young.id, young.id]
    await assert_agrees(table, kept=[capped])


async def test_bringing_a_board_up_to_date_is_no_attempt(table: Table) -> None:
    """What waits anyway only comes earlier: it was not tried, and is not looked for."""
    await table.start()
    now = table.clock.now()
    async with table.store.writing() as uow:
        row = await uow.outbox.add(
            Telling.EDIT_BOARD, now=now, due_at=now + LEASE, match=MatchId(1)
        )
        await uow.commit()
    await table.bot.announcer.stop()
    table.bot.announcer.refresh(MatchId(1))
    await table.bot.announcer.stop()
    [waiting] = await table.rows()
    assert (waiting.id, waiting.attempts) == (row.id, 0)
    assert waiting.due_at == now
    await table.restart()
    await assert_agrees(table)


async def test_a_store_that_fails_leaves_the_row_for_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither told nor noted: the row comes again when its lease has run out."""
    table.logs.expect("outbox row .* was not done")
    await table.start()
    await table.wait(AWAY)
    seats = await table.seats()
    path = f"/channels/{table.place.id}/messages"
    table.env.inject_error("POST", path, status=500)

    async def fails(*_: Any) -> None:
        raise OSError("the disk is full")

    with replaced(monkeypatch, table.bot.announcer, "_try_later", fails):
        told(await seats["first"].slash(table.channel, "move", turn="0", match=1))
    await table.wait(LEASE.total_seconds() + 1)
    assert pinged(table.env, table.board()) == {seats["second"].id}
    assert await table.rows() == []
    await assert_agrees(table)


async def soon(rows: Callable[[], Awaitable[list[OutboxRow]]]) -> None:
    """Wait until these rows are told."""
    for _ in range(500):
        if not await rows():
            return
        await asyncio.sleep(0.01)
    pytest.fail("they are not told")


@contextmanager
def replaced(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, value: object
) -> Iterator[None]:
    """Within: the attribute is another one."""
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, value)
        yield
