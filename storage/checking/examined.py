"""A database that is looked at and never changed."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from matches.place import ServerSettings
from storage.address import PostgresDatabase, SqliteFile, read_address
from storage.copying import read_only_uri
from storage.errors import StorageSetupError
from storage.migrations import Standing, standing_of
from storage.migrations.upgrading import revision_of
from storage.postgres import connected, examining_engine
from storage.records import SETTINGS_COLUMNS, read_settings
from storage.sqlite_trouble import explained
from storage.tables import matches, server_settings


@dataclass(frozen=True, slots=True)
class Examined:
    """A database that can be read, and how it compares with this program."""

    engine: AsyncEngine
    file: Path | None
    """Its file, if it is one of SQLite."""
    standing: Standing
    revision: str | None

    def looking(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that sees one moment. Hold it briefly: the bot may run."""
        return self.engine.connect()

    async def channels_in_use(self, server: int) -> frozenset[int]:
        """Where a server plays: its games channels, and those of its running matches; none if that
        cannot be read.
        """
        running = matches.c.reason.is_(None) & (matches.c.server == server)
        settings = select(*SETTINGS_COLUMNS).where(server_settings.c.server == server)
        played = select(matches.c.channel).where(running).distinct()
        try:
            async with self.looking() as connection:
                stored = (await connection.execute(settings)).first()
                channels = (await connection.execute(played)).scalars().all()
            games = read_settings(stored) if stored is not None else ServerSettings()
            return games.games_channels | frozenset(channels)
        except (ValueError, TypeError, DBAPIError):
            return frozenset()


@dataclass(frozen=True, slots=True)
class Room:
    """What there is of room on the disk of a SQLite file, in bytes."""

    folder: Path
    free: int
    size: int
    """Of the file itself, which a copy needs once more."""


def room_of(url: str) -> Room | None:
    """The room for a SQLite file; None for PostgreSQL. Raises StorageSetupError."""
    address = read_address(url)
    if isinstance(address, PostgresDatabase):
        return None
    path = address.path
    folder = next(above for above in path.absolute().parents if above.is_dir())
    size = path.stat().st_size if path.is_file() else 0
    return Room(folder, shutil.disk_usage(folder).free, size)


@asynccontextmanager
async def examine(url: str) -> AsyncIterator[Examined | None]:
    """The database of a URL; None for a SQLite file that is not there yet.

    Raises StorageSetupError if it cannot be read.
    """
    address = read_address(url)
    if isinstance(address, SqliteFile) and not address.path.exists():
        yield None
        return
    if isinstance(address, SqliteFile) and not address.path.is_file():
        raise StorageSetupError(f"the database {address.path} is a folder: it must be a file")
    engine = _engine(address)
    try:
        if isinstance(address, SqliteFile):
            with explained(address.path):
                standing, revision = await _standing(engine.connect())
        else:
            standing, revision = await _standing(connected(address, engine))
        file = address.path if isinstance(address, SqliteFile) else None
        yield Examined(engine, file, standing, revision)
    finally:
        await engine.dispose()


async def _standing(
    connecting: AbstractAsyncContextManager[AsyncConnection],
) -> tuple[Standing, str | None]:
    async with connecting as connection:
        return await connection.run_sync(standing_of), await connection.run_sync(revision_of)


def _engine(address: SqliteFile | PostgresDatabase) -> AsyncEngine:
    if isinstance(address, PostgresDatabase):
        return examining_engine(address)

    async def connect() -> aiosqlite.Connection:
        # Asked each time: whether a bot has the file open may have changed.
        uri = read_only_uri(address.path)
        return await aiosqlite.connect(uri, uri=True, isolation_level=None)

    engine = create_async_engine("sqlite+aiosqlite://", async_creator=connect, poolclass=NullPool)

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
