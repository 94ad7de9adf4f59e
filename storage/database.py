"""Opening the database that the configuration names, and units of work on it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.address import PostgresDatabase, SqliteFile, read_address
from storage.availability import Availability
from storage.errors import StoreUnavailable
from storage.games import GameCache
from storage.postgres import MORE, POOL, PostgresEngines, migrate_postgres, open_postgres
from storage.sqlite import READERS, SqliteEngines, open_sqlite
from storage.unit_of_work import SqlUnitOfWork
from storage.unreadable import Unreadable
from storage.waiting import to_the_end


async def open_store(url: str, *, backups: Path | None = None) -> "SqlStore":
    """Open the database of a URL: `sqlite:///path` or `postgresql://user:password@host/name`.

    A SQLite file is made if it is missing, taken for this process, and brought up to date, after
    a copy into `backups` (by default a folder of that name beside it). Raises StorageSetupError.
    """
    match read_address(url):
        case SqliteFile() as file:
            return SqlStore(await open_sqlite(file, backups), writers=1, readers=READERS)
        case PostgresDatabase() as database:
            return SqlStore(await open_postgres(database), writers=POOL, readers=MORE)


async def migrate(url: str) -> None:
    """Bring the database's tables up to date. Raises StorageSetupError."""
    match read_address(url):
        case SqliteFile() as file:
            await (await open_sqlite(file, None)).dispose()
        case PostgresDatabase() as database:
            await migrate_postgres(database)


class SqlStore:
    """`matches.ports.Store`. Each unit has a connection of its own, which is never waited for:

    writers and readers wait for a place before, where a cancellation is harmless. SQLite has one
    place for writers, since a second one could only wait for the file anyway.
    """

    def __init__(
        self, engines: SqliteEngines | PostgresEngines, *, writers: int, readers: int
    ) -> None:
        self._engines = engines
        self._writers = asyncio.Semaphore(writers)
        self._readers = asyncio.Semaphore(readers)
        self._games = GameCache()
        self._unreadable = Unreadable()
        self._availability = Availability()

    def writing(self) -> AbstractAsyncContextManager[SqlUnitOfWork]:
        """A unit that may change things. It raises StoreUnavailable; nothing has changed then."""
        return self._unit(self._engines.writer, self._writers, writing=True)

    def reading(self) -> AbstractAsyncContextManager[SqlUnitOfWork]:
        """A unit that only looks. It raises StoreUnavailable."""
        return self._unit(self._engines.readers, self._readers, writing=False)

    async def erase_traces(self) -> bool:
        """Let nothing be left in the files of what was deleted, and tell whether that is done.

        It has to be tried again while somebody reads an old state, as a backup does. The files of
        PostgreSQL are its own affair. Raises StoreUnavailable.
        """
        async with self._writers:
            with self._noticing_trouble(writing=True):
                return await self._engines.erase_traces()

    async def close(self) -> None:
        """Close every connection; on SQLite another process may take the file then."""
        await to_the_end(self._engines.dispose())

    @asynccontextmanager
    async def _unit(
        self, engine: AsyncEngine, places: asyncio.Semaphore, *, writing: bool
    ) -> AsyncIterator[SqlUnitOfWork]:
        finish = self._engines.finish
        async with places:
            connection = engine.connect()
            with self._noticing_trouble(writing=writing):
                try:
                    with self._noticing_trouble(writing=writing, connecting=True):
                        await finish(_start(connection))
                    unit = SqlUnitOfWork(
                        connection, self._games, self._unreadable, writing=writing, finish=finish
                    )
                    yield unit
                finally:
                    await finish(_leave(connection))
            if unit.has_changed:
                self._availability.works()

    @contextmanager
    def _noticing_trouble(self, *, writing: bool, connecting: bool = False) -> Iterator[None]:
        """Turn what keeps the database from being used into StoreUnavailable, and tell of it."""
        try:
            yield
        except (DBAPIError, sqlite3.Error, OSError) as error:
            if isinstance(error, OSError) and not connecting:
                raise
            sentence = self._engines.trouble(error, writing=writing)
            if sentence is None:
                raise
            self._availability.fails(sentence)
            raise StoreUnavailable(sentence) from error


async def _start(connection: AsyncConnection) -> None:
    await connection.start()


async def _leave(connection: AsyncConnection) -> None:
    """Undo what is not committed, and give the connection back."""
    if connection.sync_connection is not None:
        await connection.close()
