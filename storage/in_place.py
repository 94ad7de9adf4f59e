"""aiosqlite whose statements run where they are asked for, and visit its thread only to wait.

SQLAlchemy asks a cursor to be made, to execute, to hand over its rows and to close, and aiosqlite
takes each to its thread and back, which costs far more than a statement that finds its rows by a
key. What goes to the thread is what may take long:

- committing, which may wait for the disk, and all that is rare: the loop waits for `MOMENT`, since
  to be called back costs much more than most visits take;
- changes of many rows, which are marked with `MANY`, and `executemany`;
- a question that takes more than `AT_MOST` instructions: it is stopped and asked again there;
- what finds the file taken by another program: here nothing waits for that, there all does.

A visit to the thread always ends before a cancellation does, so that nothing is ever under way
there while a statement runs here.

This is the only file that uses what aiosqlite does not promise: the parts of `Connection` that
begin with an underscore.
"""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Self

import aiosqlite

from storage.waiting import Unstoppable, to_the_end

MANY = "/* many rows */"
"""After the first word of a statement that changes more than a few rows."""
AT_MOST = 20_000
"""Instructions of SQLite's machine, a millisecond or two, for which a question holds up others."""

PATIENCE = 5000
"""Milliseconds for which the thread waits for another program that has the file."""

MOMENT = 0.001
"""Seconds for which the loop itself waits for the thread."""

_SHORT = re.compile(r"SELECT |(INSERT|UPDATE|DELETE) (?!/\*)|BEGIN( IMMEDIATE)?$")

Rows = Sequence[Any]
Work = Callable[[sqlite3.Cursor], object]


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

        def work(cursor: sqlite3.Cursor) -> object:
            return cursor.execute(statement, parameters)

        if not (_SHORT.match(statement) and self._ended_here(work, statement)):
            await self._connection.run(self._visit, work)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each of the parameters."""
        await self._connection.run(
            self._visit, lambda cursor: cursor.executemany(statement, parameters)
        )
        return self

    async def fetchall(self) -> Rows:
        """What the statement returned."""
        return self._rows

    async def close(self) -> None:
        """Nothing is left to close."""

    def _ended_here(self, work: Work, statement: str) -> bool:
        """Do the work at once; False if it takes too long for that, and can be begun again."""
        # Stopping a change would undo the whole transaction.
        self._connection.is_limited = statement.startswith("SELECT")
        try:
            self._visit(work)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_BUSY):
                return False
            raise
        finally:
            self._connection.is_limited = False
        return True

    def _visit(self, work: Work) -> None:
        cursor = self._connection.driver.cursor()
        try:
            work(cursor)
            self.description = cursor.description
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else ()
        finally:
            cursor.close()


class Connection(aiosqlite.Connection):
    """A connection whose visits to its thread are never cut short."""

    is_limited = False
    """Whether what runs now is stopped after `AT_MOST` instructions."""

    def cursor(self) -> Cursor:  # type: ignore[override]  # nothing to wait for
        """A cursor that has run nothing yet."""
        return Cursor(self)

    async def begin(self, statement: str) -> None:
        """Begin a transaction; if cancelled meanwhile, there is none."""
        try:
            await self.cursor().execute(statement)
        except asyncio.CancelledError:
            await self.rollback()
            raise

    async def commit(self) -> None:
        """Make everything last, or nothing: if that fails, nothing is left half done."""
        try:
            await self.run(self.driver.commit)
        except sqlite3.Error:
            # SQLAlchemy takes a transaction for ended once it has asked for the commit.
            self.driver.rollback()
            raise

    async def rollback(self) -> None:
        """Undo what is not committed, which is quick: it was never written to the file."""
        self.driver.rollback()

    @property
    def driver(self) -> sqlite3.Connection:
        """The connection itself."""
        return self._conn

    async def run(self, work: Callable[..., None], *arguments: object) -> None:
        """Do the work in the connection's thread."""
        self._require_open()
        visit: Future[None] = Future()
        self._tx.put_nowait((None, partial(self._patiently, visit, work, arguments)))
        try:
            error = visit.exception(MOMENT)
        except TimeoutError:
            await _end_of(visit)
            error = visit.exception()
        if error is not None:
            raise error

    def _patiently(
        self, visit: Future[None], work: Callable[..., None], arguments: Iterable[object]
    ) -> None:
        try:
            _wait(self.driver, PATIENCE)
            try:
                work(*arguments)
            finally:
                _wait(self.driver, 0)
        except BaseException as error:
            visit.set_exception(error)
        else:
            visit.set_result(None)

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self._require_open()
        visit: Unstoppable[Any] = Unstoppable()
        self._tx.put_nowait((visit, partial(fn, *args, **kwargs)))
        return await visit

    def _require_open(self) -> None:
        if not self._running or self._connection is None:
            raise ValueError("Connection closed")  # as SQLAlchemy expects it

    async def _connect(self) -> "Connection":
        try:
            await to_the_end(super()._connect())
        except asyncio.CancelledError:
            await self.close()
            raise
        self.driver.set_progress_handler(lambda: self.is_limited, AT_MOST)
        return self


def connect(database: str, *, settings: Sequence[str] = (), **options: Any) -> Connection:
    """A connection to wait for, in place of `aiosqlite.connect`; it begins with the settings."""

    def connected() -> sqlite3.Connection:
        driver: sqlite3.Connection = sqlite3.connect(
            database, **{"check_same_thread": False, **options}
        )
        _wait(driver, PATIENCE)
        for setting in settings:
            driver.execute(setting).close()
        _wait(driver, 0)
        return driver

    connection = Connection(connected, iter_chunk_size=64)
    # A thread that is left over, say after a crash, must not keep the program from ending.
    connection._thread.daemon = True
    return connection


async def _end_of(visit: Future[None]) -> None:
    """Wait for a visit to the thread, also when cancelled."""
    loop = asyncio.get_running_loop()
    ended: Unstoppable[None] = Unstoppable()
    visit.add_done_callback(lambda _: loop.call_soon_threadsafe(ended.set_result, None))
    await ended


def _wait(driver: sqlite3.Connection, milliseconds: int) -> None:
    """So long wait from now on for other programs."""
    driver.execute(f"PRAGMA busy_timeout={milliseconds}").close()
