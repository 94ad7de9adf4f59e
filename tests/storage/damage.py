"""What a bad disk does to a database."""

import sqlite3
from contextlib import closing
from pathlib import Path


def damage(path: Path, table: str) -> None:
    """Spoil the first page of a table."""
    with closing(sqlite3.connect(path)) as opened:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        [[page]] = opened.execute(query, (table,)).fetchall()
        [[size]] = opened.execute("PRAGMA page_size").fetchall()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
