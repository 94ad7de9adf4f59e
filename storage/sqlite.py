"""SQLite: a file for one process, whose writers come one after the other and readers beside them.

Opening takes the file for this process, copies it if its tables are about to change, and changes
them. What can be wrong about a file becomes a StorageSetupError.
"""

import asyncio
import sqlite3
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from filelock import FileLock, Timeout
from sqlalchemy import AdaptedConnection, Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage.address import SqliteFile
from storage.copying import copy_name, give_name, sound_copy
from storage.erasing import OVERWRITING, clean_once, erase_traces
from storage.errors import StorageSetupError
from storage.in_place import PATIENCE, connect
from storage.migrations import Standing, standing_of, upgrade
from storage.migrations.upgrading import revision_of
from storage.sqlite_trouble import explained, require_ours, trouble_with
from storage.waiting import to_the_end

READERS = 4
_SETTINGS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA foreign_keys=ON",
    OVERWRITING,
)

_OURS = 0x70736F63  # "psoc"


@dataclass(frozen=True, slots=True)
class SqliteEngines:
    """The engines of an open file, and the lock that keeps other processes out."""

    path: Path
    writer: AsyncEngine
    readers: AsyncEngine
    lock: FileLock

    def trouble(self, error: BaseException, *, writing: bool) -> str | None:
        """What keeps the file from being used, for the operator; None for a fault of ours."""
        return trouble_with(self.path, error, writing=writing)

    @staticmethod
    async def finish(work: Coroutine[Any, Any, None]) -> None:
        """Wait for the work's end: it waits for visits to a thread alone, which are never cut."""
        await work

    async def erase_traces(self) -> bool:
        """Let nothing be left in the file and its journal of what was deleted; False if that must
        be tried again. Nobody may be writing meanwhile. Raises sqlite3.Error.
        """
        return await to_the_end(asyncio.to_thread(erase_traces, self.path, PATIENCE / 1000))

    async def dispose(self) -> None:
        """Close every connection and let other processes in."""
        await self.readers.dispose()
        await self.writer.dispose()
        self.lock.release()


async def open_sqlite(file: SqliteFile, backups: Path | None) -> SqliteEngines:
    """Take the file, bring it up to date, and make its engines. Raises StorageSetupError."""
    lock = take(file.path)
    try:
        backups = backups or file.path.parent / "backups"
        await to_the_end(asyncio.to_thread(_bring_up_to_date, file, backups))
    except BaseException:
        lock.release()
        raise
    return SqliteEngines(
        path=file.path,
        writer=_engine(file, "BEGIN IMMEDIATE", 1, _SETTINGS),
        readers=_engine(file, "BEGIN", READERS, (*_SETTINGS, "PRAGMA query_only=ON")),
        lock=lock,
    )


def _engine(file: SqliteFile, begin: str, size: int, settings: tuple[str, ...]) -> AsyncEngine:
    engine = create_async_engine(
        file.url("sqlite+aiosqlite"),
        pool_size=size,
        max_overflow=0,
        # Whoever takes a connection ends its transaction before giving it back.
        pool_reset_on_return=None,
        connect_args={
            "async_creator_fn": connect,
            "isolation_level": None,
            "settings": settings,
        },
    )

    # The driver itself begins transactions too late; asked directly, it begins them at once.
    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        adapted = cast(AdaptedConnection, connection.connection.dbapi_connection)
        adapted.run_async(lambda driver: driver.begin(begin))

    return engine


def take(path: Path) -> FileLock:
    """Lock the file against other processes; its folder is made if it is missing.

    Raises StorageSetupError.
    """
    lock = FileLock(f"{path}.lock", thread_local=False)
    try:
        if path.is_dir():
            raise StorageSetupError(f"the database {path} is a folder: it must be a file")
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise StorageSetupError(
            f"the database {path} is in use: another bot runs on it, stop that one first"
        ) from None
    except (OSError, ValueError, NotImplementedError):
        raise StorageSetupError(
            f"the folder {path.parent} cannot be written to, so the database cannot be kept there"
        ) from None
    return lock


def _bring_up_to_date(file: SqliteFile, backups: Path) -> None:
    engine = create_engine(
        file.url("sqlite"), poolclass=NullPool, connect_args={"isolation_level": None}
    )
    # A table that is made anew must not take the rows that refer to it along: foreign keys are
    # off while tables change, and all of them are checked at the end.

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, record: object) -> None:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute(OVERWRITING)
        connection.execute(f"PRAGMA busy_timeout={PATIENCE}")

    with explained(file.path), engine.connect() as connection:
        standing = standing_of(connection)
        require_ours(standing, file.path)
        revision = revision_of(connection)
        connection.rollback()
        if standing is Standing.OLDER:
            _back_up(file.path, backups, str(revision))
        with connection.begin():
            # Marks the file as ours for whoever looks, and shows now that it can be written to:
            # SQLite quietly begins to read when it may not write.
            connection.exec_driver_sql(f"PRAGMA application_id = {_OURS}")
            if standing is not Standing.CURRENT:
                upgrade(connection)
                _require_whole(connection)
    clean_once(file.path)


def _back_up(path: Path, backups: Path, revision: str) -> None:
    """Copy the database before its tables change."""
    copy = copy_name(path, backups, revision)
    try:
        backups.mkdir(parents=True, exist_ok=True)
        with sound_copy(path, copy) as part:
            give_name(part, copy)
    except (OSError, sqlite3.Error):
        raise StorageSetupError(
            f"the database must be copied to {copy} before its tables change, "
            "but that cannot be written"
        ) from None


def _require_whole(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise RuntimeError(f"a migration leaves rows of {broken[0]} that refer to nothing")
