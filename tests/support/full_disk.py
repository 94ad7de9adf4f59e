"""A disk that is full, as SQLite meets it; and a file that cannot be written to any more."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from sqlite3 import Connection, OperationalError

import pytest

from storage import SqlStore

_UNLIMITED = 1_073_741_823  # SQLite's own limit
_FILLER = (
    "INSERT INTO outbox (telling, attempts, due_at, made_at, notifies) "
    "VALUES ('post_board', 0, 4000000000000000, 0, 0)"
)


async def writer_of(store: SqlStore) -> Connection:
    """The one connection that changes a SQLite store; nobody may be using it."""
    async with store._engines.writer.connect() as connection:
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        found: Connection = driver.driver
        return found


@asynccontextmanager
async def full_disk(store: SqlStore) -> AsyncIterator[None]:
    """Within: the file may not grow, and no row of the outbox finds room in it."""
    writer = await writer_of(store)
    [[pages]] = writer.execute("PRAGMA page_count").fetchall()
    writer.execute(f"PRAGMA max_page_count={pages}").close()
    with suppress(OperationalError):
        while True:
            writer.execute(_FILLER).close()
    try:
        yield
    finally:
        writer.execute(f"PRAGMA max_page_count={_UNLIMITED}").close()


@contextmanager
def unwritable(database: Path) -> Iterator[None]:
    """Within: nothing can be committed to this SQLite file: its journal may not grow."""
    with no_large_files(database.with_name(database.name + "-wal").stat().st_size):
        yield


@contextmanager
def no_large_files(size: int) -> Iterator[None]:
    """Within: this process may let no file grow beyond a size in bytes."""
    resource = pytest.importorskip("resource", reason="limits on files are of Unix")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
