"""PostgreSQL: many processes on one database, which only the migrate command changes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage.address import PostgresDatabase
from storage.errors import StorageSetupError
from storage.migrations import Standing, standing_of, upgrade
from storage.waiting import to_the_end

POOL = 10
MORE = 5
_CONNECT_SECONDS = 10
_MIGRATION_LOCK = 0x7061706572  # "paper": any number, as long as it is always the same

# What PostgreSQL says when it does not let somebody in, by its code.
_NO_SUCH_DATABASE = "3D000"
_NOT_LET_IN = ("28P01", "28000")
_NOT_ALLOWED = "42501"
# What it says when it cannot do anything for anybody, by the beginning of the code.
_NOT_NOW = ("08", "53", "57P")
_IN_EACH_OTHERS_WAY = "40"
"""Deadlocks and the like: trying again helps."""
_READ_ONLY = "25006"


@dataclass(frozen=True, slots=True)
class PostgresEngines:
    """The engine for writers, and the same pool of connections for readers."""

    database: PostgresDatabase
    writer: AsyncEngine
    readers: AsyncEngine
    finish = staticmethod(to_the_end)

    def trouble(self, error: BaseException, *, writing: bool) -> str | None:
        """What keeps the database from being used, for the operator; None for a fault of ours."""
        if isinstance(error, DBAPIError):
            code = str(getattr(error.orig, "sqlstate", None) or "")
            if code == _READ_ONLY and writing:
                return f"the PostgreSQL database {self.database} takes no changes: look at it"
            if code.startswith(_IN_EACH_OTHERS_WAY):
                return f"two changes of the PostgreSQL database {self.database} met: one is undone"
            if not (error.connection_invalidated or code.startswith(_NOT_NOW)):
                return None
            if code.startswith("53"):
                return (
                    f"the server of the PostgreSQL database {self.database} lacks room or "
                    "connections: look at it"
                )
        return f"the PostgreSQL database {self.database} is out of reach: look at its server"

    async def erase_traces(self) -> bool:
        """What its files hold of deleted rows is the server's affair: its own vacuum takes it."""
        return True

    async def dispose(self) -> None:
        """Close every connection."""
        await self.writer.dispose()


async def open_postgres(database: PostgresDatabase) -> PostgresEngines:
    """Make the engines of a database that is up to date. Raises StorageSetupError."""
    engine = create_async_engine(
        database.url,
        pool_size=POOL,
        max_overflow=MORE,
        pool_pre_ping=True,
        pool_use_lifo=True,  # the connection used last has its statements prepared
        connect_args=_options(database),
    )
    try:
        async with connected(database, engine) as connection:
            _require_current(await connection.run_sync(standing_of), database)
    except BaseException:
        await engine.dispose()
        raise
    # What a reader reads in several statements belongs together.
    readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return PostgresEngines(database, engine, readers)


async def migrate_postgres(database: PostgresDatabase) -> None:
    """Bring the tables up to date; of several at once, one does and the others wait for it.

    Raises StorageSetupError.
    """
    engine = create_async_engine(database.url, poolclass=NullPool, connect_args=_options(database))
    async with connected(database, engine) as connection:
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        standing = await connection.run_sync(standing_of)
        if standing is Standing.CURRENT:
            return
        if standing in (Standing.EMPTY, Standing.OLDER):
            await connection.run_sync(upgrade)
            await connection.commit()
        else:
            _require_current(standing, database)


def _options(database: PostgresDatabase) -> dict[str, Any]:
    options: dict[str, Any] = {
        "timeout": _CONNECT_SECONDS,
        # Compiling queries as small as these takes longer than running them.
        "server_settings": {"application_name": "paper-soccer", "jit": "off"},
    }
    if database.ssl is not None:
        options["ssl"] = database.ssl
    return options


def examining_engine(database: PostgresDatabase) -> AsyncEngine:
    """An engine whose transactions see one moment and change nothing."""
    return create_async_engine(
        database.url,
        pool_size=1,
        connect_args=_options(database),
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
    )


@asynccontextmanager
async def connected(
    database: PostgresDatabase, engine: AsyncEngine
) -> AsyncIterator[AsyncConnection]:
    """A connection; what keeps it from being made becomes a sentence for the operator."""
    try:
        async with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        sentence = _sentence(getattr(error.orig, "sqlstate", None), database)
        if sentence is None:
            raise
        raise StorageSetupError(sentence) from None
    except (OSError, TimeoutError):
        raise StorageSetupError(
            f"no PostgreSQL server answers for the database {database}: start it, or mend the URL"
        ) from None


def _sentence(code: str | None, database: PostgresDatabase) -> str | None:
    """What a refusal of the server means; None if it is a fault of the program."""
    if code == _NO_SUCH_DATABASE:
        return f"there is no PostgreSQL database {database}: make it, or mend the URL"
    if code in _NOT_LET_IN:
        return f"the PostgreSQL database {database} refuses the user or the password of the URL"
    if code == _NOT_ALLOWED:
        return (
            f"the user of the URL may not do what is needed in the PostgreSQL database {database}"
        )
    if code is None or code.startswith(("08", "53", "57")):
        return f"the PostgreSQL database {database} takes no connection at the moment: try again"
    return None


def _require_current(standing: Standing, database: PostgresDatabase) -> None:
    if standing in (Standing.EMPTY, Standing.OLDER):
        raise StorageSetupError(
            f"the tables of the PostgreSQL database {database} are not up to date: "
            "run `paper-soccer migrate`"
        )
    if standing is Standing.NEWER:
        raise StorageSetupError(
            f"the PostgreSQL database {database} was made by a newer version of this program: "
            "update the program"
        )
    if standing is Standing.FOREIGN:
        raise StorageSetupError(
            f"the PostgreSQL database {database} belongs to another program: name another one"
        )
