"""The connection that visits its thread once for a statement."""

import sqlite3
from pathlib import Path

import pytest

from storage.one_hop import connect


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
