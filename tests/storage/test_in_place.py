"""The connection whose statements run where they are asked for."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.in_place import MANY, Connection, connect

NUMBERS = """
    SELECT who(), count(*) FROM (
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
        SELECT i FROM n
    )
""".strip()


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    """A connection to a table of numbers, whose function `who()` says which thread runs it."""
    made = connect(str(tmp_path / "file"), isolation_level=None)
    await made
    made.driver.create_function("who", 0, threading.get_ident)
    await made.cursor().execute("CREATE TABLE t (n INTEGER)")
    yield made
    await made.close()


async def _ran_here(connection: Connection, statement: str) -> bool:
    cursor = connection.cursor()
    await cursor.execute(statement)
    [(who, *_)] = await cursor.fetchall()
    return bool(who == threading.get_ident())


async def test_short_statements_run_where_they_are_asked_for(connection: Connection):
    """A question that is soon answered, and a change of a row, need no visit to the thread."""
    assert await _ran_here(connection, NUMBERS.format(many=10))
    assert await _ran_here(connection, "INSERT INTO t VALUES (1) RETURNING who()")
    assert await _ran_here(connection, "UPDATE t SET n = 2 RETURNING who()")
    assert await _ran_here(connection, "DELETE FROM t RETURNING who()")


async def test_long_question_is_asked_again_in_the_thread(connection: Connection):
    """It is stopped after a moment, its answer is whole, and the transaction goes on."""
    await connection.cursor().execute("BEGIN")
    await connection.cursor().execute("INSERT INTO t VALUES (1)")
    assert not await _ran_here(connection, NUMBERS.format(many=100_000))
    cursor = connection.cursor()
    await cursor.execute(NUMBERS.format(many=100_000))
    assert [count for _, count in await cursor.fetchall()] == [100_000]
    await connection.commit()
    await cursor.execute("SELECT n FROM t")
    assert await cursor.fetchall() == [(1,)]


async def test_long_change_is_not_stopped(connection: Connection):
    """A change that nobody has marked holds the others up, but is never undone half way."""
    numbers = NUMBERS.format(many=100_000).replace("who(), count(*)", "i")
    cursor = connection.cursor()
    await cursor.execute(f"INSERT INTO t {numbers}")
    await cursor.execute("SELECT count(*) FROM t")
    assert await cursor.fetchall() == [(100_000,)]


async def test_what_may_take_long_runs_in_the_thread(connection: Connection):
    """Changes of many rows, and whatever waits for the file."""
    assert not await _ran_here(connection, f"INSERT {MANY} INTO t VALUES (1) RETURNING who()")
    assert not await _ran_here(connection, "WITH x AS (SELECT 1) SELECT who() FROM x")
    cursor = connection.cursor()
    await cursor.executemany("INSERT INTO t VALUES (who() + ?)", [(0,), (0,)])
    await cursor.execute("SELECT DISTINCT n FROM t WHERE n <> 1")
    assert await cursor.fetchall() != [(threading.get_ident(),)]


async def test_error_in_the_thread_leaves_no_patience_behind(connection: Connection):
    """It is raised where the work was asked for, and statements here go on to wait for nobody."""
    with pytest.raises(ZeroDivisionError):
        await connection.run(lambda: 1 // 0)  # type: ignore[arg-type]
    assert connection.driver.execute("PRAGMA busy_timeout").fetchall() == [(0,)]


async def test_closed_connection_does_nothing(connection: Connection):
    """Nobody waits for a thread that has ended."""
    await connection.close()
    with pytest.raises(ValueError, match="Connection closed"):
        await connection.run(lambda: None)


async def test_cancellation_waits_for_the_thread(connection: Connection):
    """What has gone to the thread ends there before whoever waits for it is cancelled."""
    begun, ended = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        loop.call_soon_threadsafe(begun.set)
        ended.wait(0.02)
        ended.set()

    task = asyncio.create_task(connection.run(work))
    await begun.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_time_limit_on_the_thread_is_a_time_limit(connection: Connection):
    """A limit that passes meanwhile is told as such, after the work has ended."""
    ended = threading.Event()

    def work() -> None:
        threading.Event().wait(0.03)
        ended.set()
        raise ZeroDivisionError

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await connection.run(work)
    assert ended.is_set()


@pytest.fixture
def other_program(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody else who has the file and is writing to it."""
    with closing(sqlite3.connect(tmp_path / "file", isolation_level=None)) as driver:
        driver.execute("BEGIN IMMEDIATE")
        yield driver


async def test_file_that_is_taken_is_waited_for_in_the_thread(
    connection: Connection, other_program: sqlite3.Connection
):
    """The loop goes on meanwhile; once the file is free, the transaction begins."""
    begun = asyncio.create_task(connection.begin("BEGIN IMMEDIATE"))
    await asyncio.sleep(0.02)
    assert not begun.done()
    other_program.rollback()
    async with asyncio.timeout(5):
        await begun
    assert connection.driver.in_transaction


async def test_cancelled_while_the_file_is_taken(
    connection: Connection, other_program: sqlite3.Connection
):
    """Although it is only cancelled once the file is free, no transaction is left behind."""
    begun = asyncio.create_task(connection.begin("BEGIN IMMEDIATE"))
    await asyncio.sleep(0.02)
    begun.cancel()
    other_program.rollback()
    with pytest.raises(asyncio.CancelledError):
        await begun
    assert not connection.driver.in_transaction


async def test_cancelled_while_connecting(tmp_path: Path):
    """Nothing stays open."""
    opened = connect(str(tmp_path / "file"))
    task = asyncio.ensure_future(_wait_for(opened))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ValueError, match="no active connection"):
        _ = opened.driver


async def _wait_for(connection: Connection) -> None:
    await connection


async def test_statement_brings_everything_back(tmp_path: Path):
    """Rows, columns, counts and ids are there as soon as the statement has run."""
    connection = connect(str(tmp_path / "file"), isolation_level=None)
    await connection
    try:
        cursor = connection.cursor()
        await cursor.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
        assert cursor.description is None
        await cursor.execute("INSERT INTO t (name) VALUES (?)", ("a",))
        assert (cursor.lastrowid, cursor.rowcount) == (1, 1)
        await cursor.executemany("INSERT INTO t (name) VALUES (?)", [("b",), ("c",)])
        assert cursor.rowcount == 2
        await cursor.execute("SELECT name FROM t ORDER BY id")
        columns = cursor.description
        assert columns is not None
        assert [column[0] for column in columns] == ["name"]
        assert await cursor.fetchall() == [("a",), ("b",), ("c",)]
    finally:
        await connection.close()


async def test_error_passes_through(tmp_path: Path):
    """What SQLite refuses is raised where the statement was asked for."""
    connection = connect(str(tmp_path / "file"))
    await connection
    try:
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await connection.cursor().execute("SELECT 1 FROM nowhere")
    finally:
        await connection.close()
