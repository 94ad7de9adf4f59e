"""Stores for tests: one suite on the fake, on SQLite and on PostgreSQL.

`tests/conftest.py` imports the fixtures for all folders. `store` runs a test on all three;
`sql_store` on the two databases; `memory` is the fake alone. `TEST_POSTGRES_URL` names a PostgreSQL
server, on which each session, and each worker of one, makes a database of its own and drops it.
Without it those tests skip, but under `CI` they fail.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Protocol, TypeVar
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
import pytest

from matches.ports import Store
from storage import SqlStore, migrate, open_store
from storage.tables import metadata
from tests.support.memory_store import MemoryStore

__all__ = ["OpenStore", "memory", "postgres_url", "sql_store", "sqlite_url", "store"]

SERVER_VARIABLE = "TEST_POSTGRES_URL"
KINDS = ("memory", "sqlite", "postgres")

T = TypeVar("T")


class OpenStore(Store, Protocol):
    """A store and its end."""

    async def close(self) -> None: ...


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a loop of its own, so that a fixture for many tests disturbs the loop of none."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def memory() -> MemoryStore:
    """The fake."""
    return MemoryStore()


@cache
def _migrated() -> bytes:
    """An empty SQLite database with all tables: to copy it is quicker than to migrate each."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "template.sqlite3"
        run_apart(_make(f"sqlite:///{file.as_posix()}"))
        return file.read_bytes()


def sqlite_with_tables(file: Path) -> str:
    """Make an empty SQLite database with all tables there; its URL."""
    file.write_bytes(_migrated())
    return f"sqlite:///{file.as_posix()}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an empty SQLite database with all tables."""
    folder = tmp_path / "database"
    folder.mkdir()
    return sqlite_with_tables(folder / "paper-soccer.sqlite3")


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of the PostgreSQL server, which answers."""
    url = os.environ.get(SERVER_VARIABLE)
    if not url:
        _missing(f"{SERVER_VARIABLE} is not set: it names a PostgreSQL server for the tests")
    try:
        run_apart(execute(url, "SELECT 1"))
    except (OSError, asyncpg.PostgresError) as error:
        _missing(f"the PostgreSQL server of {SERVER_VARIABLE} cannot be used: {error!r}")
    return url


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str) -> Iterator[str]:
    """The URL of this worker's own database, with all tables."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    name = f"paper_soccer_test_{os.getpid()}_{worker}"
    run_apart(execute(postgres_server, f"CREATE DATABASE {name}"))
    url = urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
    try:
        run_apart(migrate(url))
        yield url
    finally:
        run_apart(execute(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def postgres_url(postgres_database: str) -> str:
    """The URL of an empty PostgreSQL database with all tables."""
    run_apart(execute(postgres_database, _emptying()))
    return postgres_database


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest) -> AsyncIterator[OpenStore]:
    """An empty store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    async for opened in _opened(request, request.param):
        yield opened


@pytest.fixture(params=KINDS[1:])
async def sql_store(request: pytest.FixtureRequest) -> AsyncIterator[SqlStore]:
    """An empty store on each database."""
    async for opened in _opened(request, request.param):
        yield opened


async def _opened(request: pytest.FixtureRequest, kind: str) -> AsyncIterator[SqlStore]:
    fixture = "sqlite_url" if kind == "sqlite" else "postgres_database"
    opened = await open_store(request.getfixturevalue(fixture))
    try:
        if kind == "postgres":
            async with opened._engines.writer.begin() as connection:
                await connection.exec_driver_sql(_emptying())
        yield opened
    finally:
        await opened.close()


async def _make(url: str) -> None:
    store = await open_store(url)
    # Any use turns the journal to writing ahead, for good: no copy has to do that again.
    async with store.reading() as uow:
        await uow.due.next_due()
    await store.close()


def _missing(sentence: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


async def execute(url: str, statement: str) -> None:
    """Run one statement on a PostgreSQL database."""
    connection = await asyncpg.connect(url, timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _emptying() -> str:
    """Delete every row, and give ids from 1 again: for a few rows much quicker than TRUNCATE."""
    tables = [table.name for table in reversed(metadata.sorted_tables)]
    deletions = [f"DELETE FROM {name};" for name in tables]
    counters = [
        f"PERFORM setval(pg_get_serial_sequence('{table.name}', 'id'), 1, false);"
        for table in metadata.sorted_tables
        if table.autoincrement_column is not None
    ]
    return " ".join(["DO $$ BEGIN", *deletions, *counters, "END $$"])
