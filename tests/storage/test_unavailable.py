"""A database that cannot be used for a while: the unit is refused whole, and later ones go on."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from matches.ids import PlayerId
from matches.outbox import Telling
from matches.ports import UnitOfWork
from storage import SqlStore, StoreUnavailable, open_store
from storage.availability import TELL_AGAIN_AFTER, Availability
from tests.storage.samples import NOW, add_players, read, write
from tests.support.full_disk import full_disk, unwritable
from tests.support.stores import execute


async def post(store: SqlStore) -> None:
    """Something that needs room."""
    await write(store, lambda uow: uow.outbox.add(Telling.POST_BOARD, now=NOW, channel=2**60))


async def greet(uow: UnitOfWork) -> None:
    """A small thing that still finds room, and one that does not."""
    await uow.players.find_or_add(7, "Ann")
    await uow.outbox.add(Telling.POST_BOARD, now=NOW, channel=2**60)


async def rows(store: SqlStore) -> int:
    """How much of it is stored."""
    claimed = await read(store, lambda uow: uow.outbox.next_due())
    return 0 if claimed is None or claimed > NOW else 1


async def test_full_disk(sqlite_url: str):
    """What finds no room is refused with its whole unit; reading goes on, and all does later."""
    store = await open_store(sqlite_url)
    try:
        async with full_disk(store):
            with pytest.raises(StoreUnavailable, match="no room left on the disk"):
                await write(store, greet)
            assert await rows(store) == 0
            assert await read(store, lambda uow: uow.players.people([PlayerId(1)])) == {}
        await post(store)
        assert await rows(store) == 1
    finally:
        await store.close()


async def test_commit_that_the_disk_refuses(sqlite_url: str):
    """A commit that fails leaves nothing half done: the next unit begins afresh."""
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    store = await open_store(sqlite_url)
    try:
        await add_players(store)
        with unwritable(path):
            for _ in range(2):
                with pytest.raises(StoreUnavailable, match="cannot be read or written"):
                    await post(store)
            assert await rows(store) == 0
        await post(store)
        assert await rows(store) == 1
    finally:
        await store.close()


async def test_file_that_another_program_keeps(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    """A database browser with an open change holds nobody up for ever."""
    monkeypatch.setattr("storage.in_place.PATIENCE", 10)
    path = sqlite_url.removeprefix("sqlite:///")
    store = await open_store(sqlite_url)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as browser:
            browser.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="in use by another program"):
                await post(store)
        await post(store)
        assert await rows(store) == 1
    finally:
        await store.close()


async def test_server_that_ends_its_connections(postgres_url: str):
    """PostgreSQL restarts: the unit that was under way is refused, the next one goes on."""
    store = await open_store(postgres_url)
    everybody = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    async def work(uow: UnitOfWork) -> None:
        await uow.outbox.add(Telling.POST_BOARD, now=NOW)
        await execute(postgres_url, everybody)
        await uow.outbox.add(Telling.POST_BOARD, now=NOW)

    try:
        with pytest.raises(StoreUnavailable, match="out of reach"):
            await write(store, work)
        assert await rows(store) == 0
        await post(store)
        assert await rows(store) == 1
    finally:
        await store.close()


async def test_no_server(postgres_url: str, caplog: pytest.LogCaptureFixture):
    """While nobody answers, every unit is refused; the log says it once, without the password."""
    store = await open_store(postgres_url)
    try:
        engine = store._engines.writer
        await engine.dispose()  # so that the next unit needs a new connection
        with pytest.MonkeyPatch.context() as now:
            now.setattr("asyncpg.connect", _refuse)
            for _ in range(2):
                with pytest.raises(StoreUnavailable, match="out of reach"):
                    await rows(store)
        assert [entry.levelname for entry in caplog.records] == ["ERROR"]
        assert await rows(store) == 0
    finally:
        await store.close()


async def _refuse(*_: object, **__: object) -> None:
    raise ConnectionRefusedError(111, "refused")


def test_operator_is_told_once(caplog: pytest.LogCaptureFixture):
    """The same trouble is one line for a while, whatever is stored in between; another one is
    news.
    """
    caplog.set_level(logging.INFO)
    now = 0.0
    availability = Availability(lambda: now)
    for _ in range(3):
        availability.fails("no room")
        availability.works()
    availability.fails("no server")
    now += TELL_AGAIN_AFTER
    availability.fails("no room")
    assert [entry.getMessage().partition(";")[0] for entry in caplog.records] == [
        "no room",
        "the database has taken a change again",
        "no server",
        "no room",
    ]
