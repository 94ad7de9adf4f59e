"""aiosqlite with one visit to its thread for a statement, instead of four.

SQLAlchemy asks a cursor to be made, to execute, to hand over its rows and to close, one after the
other, and each is a way to the thread and back, which costs more than the statement itself. Here
the statement does all four in one go, and the rest answers from what it brought.

This is the only file that uses what aiosqlite does not promise: `Connection._execute`, `_conn` and
`_thread`.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import aiosqlite

Rows = Sequence[Any]


class Cursor:
    """What SQLAlchemy asks of a cursor; its rows are here as soon as the statement has run."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._rows: Rows = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement and fetch all that it returns."""
        return await self._run(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each of the parameters."""
        return await self._run(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchall(self) -> Rows:
        """What the statement returned."""
        return self._rows

    async def close(self) -> None:
        """Nothing is left to close."""

    async def _run(self, work: Callable[[sqlite3.Cursor], object]) -> Self:
        await self._connection.run(self._visit, work)
        return self

    def _visit(self, work: Callable[[sqlite3.Cursor], object]) -> None:
        cursor = self._connection.driver.cursor()
        try:
            work(cursor)
            self.description = cursor.description
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else ()
        finally:
            cursor.close()


class Connection(aiosqlite.Connection):
    """A connection whose cursors are made here and not in its thread."""

    def cursor(self) -> Cursor:  # type: ignore[override]  # nothing to wait for
        """A cursor that has run nothing yet."""
        return Cursor(self)

    @property
    def driver(self) -> sqlite3.Connection:
        """The connection itself, for work in its thread."""
        return self._conn

    async def run(self, work: Callable[..., None], *arguments: object) -> None:
        """Do the work in the connection's thread."""
        await self._execute(work, *arguments)  # type: ignore[no-untyped-call]


def connect(database: str, **options: Any) -> Connection:
    """A connection to wait for, in place of `aiosqlite.connect`."""
    connection = Connection(lambda: sqlite3.connect(database, **options), iter_chunk_size=64)
    # A thread that is left over, say after a crash, must not keep the program from ending.
    connection._thread.daemon = True
    return connection
