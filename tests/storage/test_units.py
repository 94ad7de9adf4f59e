"""Units of work: all or nothing, one writer after the other, and nothing left behind by anybody."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from matches.ids import PlayerId
from matches.match import Draft
from matches.outbox import DueKind, Telling
from matches.place import BoardMessage, Place, ServerSettings
from matches.ports import Store, UnitOfWork
from storage import SqlStore, open_store
from storage.unit_of_work import SqlUnitOfWork
from tests.storage.samples import (
    HOUR,
    NOW,
    PLACE,
    add_match,
    add_players,
    after,
    new_challenge,
    new_match,
    read,
    write,
)

SOON = 5.0
"""Seconds after which a unit that should have its turn is taken to wait forever."""


async def test_leaving_uncommitted_undoes_everything(store: Store):
    """Whatever a unit changed is as it was when it is left without a commit."""
    match = await add_match(store)
    ann = match.first

    async def change(uow: UnitOfWork) -> None:
        await uow.players.find_or_add(1, "Renamed")
        await uow.players.find_or_add(99, "New")
        await uow.challenges.add(new_challenge(ann, None))
        await uow.matches.add(new_match(ann, match.second))
        await uow.matches.save(after(match, "0"))
        await uow.drafts.put(Draft(match.id, ann, 1, 1, "0"), None)
        await uow.outbox.add(Telling.POST_BOARD, now=NOW)
        await uow.due.set(DueKind.TURN_DEADLINE, match.id, NOW)
        await uow.heartbeats.beat(NOW)
        await uow.heartbeats.shift_deadlines(HOUR, since=NOW)
        await uow.places.set_board(match.id, BoardMessage(1, 2))
        await uow.places.move(match.id, Place(None, 1))
        assert PLACE.server is not None
        await uow.places.save_settings(PLACE.server, ServerSettings(frozenset({1})))
        await uow.notes.put("commands", "1")

    async with store.writing() as uow:
        await change(uow)
    with pytest.raises(ZeroDivisionError):
        await _fail_after(store, change)
    async with store.reading() as uow:
        people = await uow.players.people(map(PlayerId, range(1, 9)))
        assert [person.name for person in people.values()] == ["Player 1", "Player 2"]
        assert await uow.challenges.open_from(ann) == []
        assert await uow.matches.running_of(ann) == [match]
        assert await uow.drafts.get(match.id) is None
        assert await uow.outbox.next_due() is None
        assert await uow.due.next_due() is None
        assert await uow.places.board_of(match.id) is None
        assert await uow.places.settings(PLACE.server) == ServerSettings()
        assert await uow.notes.get("commands") is None
    assert await write(store, lambda uow: uow.heartbeats.beat(NOW)) is None


async def _fail_after(store: Store, change: Callable[[UnitOfWork], Awaitable[None]]) -> None:
    async with store.writing() as uow:
        await change(uow)
        raise ZeroDivisionError


async def test_writers_see_their_own_changes(store: Store):
    """A unit sees what it has changed; others do not before the commit."""
    async with store.writing() as uow:
        player = await uow.players.find_or_add(1, "Ann")
        assert list(await uow.players.people([player])) == [player]
        assert await read(store, lambda other: other.players.people([player])) == {}
        await uow.commit()
        assert list(await read(store, lambda other: other.players.people([player]))) == [player]


async def test_readers_do_not_wait_for_a_writer(store: Store):
    """Several read what was stored before while a writer takes its time."""
    match = await add_match(store)
    async with asyncio.timeout(SOON), store.writing() as uow:
        await uow.matches.save(after(match, "0"))
        reads = [read(store, lambda other: other.matches.get(match.id)) for _ in range(8)]
        assert await asyncio.gather(*reads) == [match] * 8
        await uow.commit()


async def test_reader_sees_one_moment(store: Store):
    """What a reader reads in several steps belongs together, whatever is written meanwhile."""
    match = await add_match(store)
    async with store.reading() as uow:
        assert await uow.matches.get(match.id) == match
        await write(store, lambda other: other.matches.save(after(match, "0")))
        assert await uow.matches.get(match.id) == match
    assert await read(store, lambda uow: uow.matches.get(match.id)) == after(match, "0")


async def test_readers_cannot_write(sql_store: SqlStore):
    """The database refuses a change in a unit that only looks."""
    with pytest.raises(DBAPIError, match=r"(?i)read.?only"):
        await _write_while_reading(sql_store)
    assert await read(sql_store, lambda uow: uow.players.people([PlayerId(1)])) == {}


async def _write_while_reading(store: Store) -> None:
    async with store.reading() as uow:
        await uow.players.find_or_add(1, "Ann")


async def test_eight_writers_of_many_turns(store: Store):
    """Eight units at a time, each on a match of its own: nobody fails, every turn is stored."""
    matches = [await add_match(store) for _ in range(8)]

    async def play(number: int) -> None:
        for turn in ("0", "3", "64"):
            async with store.writing() as uow:
                match = await uow.matches.get(matches[number].id)
                assert match is not None
                await uow.matches.save(after(match, turn))
                await uow.commit()

    await asyncio.gather(*(play(number) for number in range(8)))
    for match in matches:
        async with store.reading() as uow:
            found = await uow.matches.get(match.id)
        assert found is not None
        assert found.game.turns == ("0", "3", "64")


@pytest.mark.parametrize("moment", [0, 0.001, 0.002, 0.004, 0.008, 0.03])
async def test_cancelled_writer_lets_the_next_one_in(store: Store, moment: float):
    """A writer that is cancelled, wherever it is, leaves neither a lock nor a change behind."""
    match = await add_match(store)

    async def slow() -> None:
        async with store.writing() as uow:
            await uow.matches.get(match.id)
            await uow.matches.save(after(match, "0"))
            await asyncio.sleep(SOON)

    for turns_of_the_loop in range(8):
        tasks = [asyncio.create_task(slow()) for _ in range(3)]
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
        await asyncio.sleep(moment)
        for task in reversed(tasks):
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [asyncio.CancelledError] * 3
    async with asyncio.timeout(SOON):
        await write(store, lambda uow: uow.matches.save(after(match, "3")))
    assert await read(store, lambda uow: uow.matches.get(match.id)) == after(match, "3")


async def test_cancelled_readers_leave_their_places(store: Store):
    """More cancelled readers than there are places keep nobody from reading."""
    match = await add_match(store)

    async def slow() -> None:
        async with store.reading() as uow:
            await uow.matches.get(match.id)
            await asyncio.sleep(SOON)

    for steps in (0, 1, 3, 30):
        tasks = [asyncio.create_task(slow()) for _ in range(20)]
        for _ in range(steps):
            await asyncio.sleep(0.0005)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(SOON):
        assert await read(store, lambda uow: uow.matches.get(match.id)) == match


async def test_cancelled_commit_is_whole(store: Store):
    """A unit cancelled while it commits has either stored everything or nothing."""
    ann, bob = await add_players(store)
    for steps in range(14):

        async def add_both() -> None:
            async with store.writing() as uow:
                match = await uow.matches.add(new_match(ann, bob))
                await uow.outbox.add(Telling.POST_BOARD, now=NOW, match=match.id)
                await uow.commit()

        task = asyncio.create_task(add_both())
        await asyncio.sleep(0.0003 * steps)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with store.reading() as uow:
        for match in await uow.matches.running_of(ann):
            assert len(await uow.outbox.of_match(match.id)) == 1


async def test_failed_statement_leaves_nothing(sql_store: SqlStore):
    """After a statement that the database refuses, the unit is lost and the next one works."""
    (ann,) = await add_players(sql_store, 1)
    with pytest.raises(DBAPIError):
        await write(sql_store, lambda uow: uow.matches.add(new_match(ann, PlayerId(ann + 1))))
    assert await read(sql_store, lambda uow: uow.matches.running_of(ann)) == []


async def test_commit_keeps_what_survives_a_restart(sqlite_url: str):
    """What was committed is there when the database is opened again."""
    first = await open_store(sqlite_url)
    match = await add_match(first)
    await first.close()
    second = await open_store(sqlite_url)
    try:
        assert await read(second, lambda uow: uow.matches.get(match.id)) == match
    finally:
        await second.close()


async def test_settings_of_sqlite_connections(sqlite_url: str):
    """Each connection writes ahead, keeps foreign keys, and waits for the file when it must."""
    store = await open_store(sqlite_url)
    try:
        for unit in (store.writing(), store.reading()):
            async with unit as uow:
                found = [
                    await _pragma(uow, name)
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                ]
                assert found == ["wal", 1, 1, 5000]
    finally:
        await store.close()


async def _pragma(uow: SqlUnitOfWork, name: str) -> object:
    return (await uow._connection.execute(text(f"PRAGMA {name}"))).scalar()


async def test_two_processes_on_postgresql(postgres_url: str):
    """Two stores on one database: a match read by one writer waits for the other's commit."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    try:
        match = await add_match(one)
        order: list[str] = []
        seen = asyncio.Event()

        async def play(store: Store, name: str, turn: str) -> None:
            async with store.writing() as uow:
                found = await uow.matches.get(match.id)
                assert found is not None
                order.append(f"{name} sees {found.version}")
                seen.set()
                await asyncio.sleep(0.1)  # for the other one to ask meanwhile
                await uow.matches.save(replace(after(found, turn)))
                await uow.commit()

        async def play_after() -> None:
            await seen.wait()
            await play(other, "other", "3")

        await asyncio.gather(play(one, "one", "0"), play_after())
        assert order == ["one sees 1", "other sees 2"]
        found = await read(one, lambda uow: uow.matches.get(match.id))
        assert found is not None
        assert found.game.turns == ("0", "3")
    finally:
        await one.close()
        await other.close()
