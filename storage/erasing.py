"""Nothing of what was deleted stays in a SQLite file, nor in its journal.

With `secure_delete` SQLite overwrites what is deleted. That leaves two things to do: old copies of
pages lie in the journal until it is cut off; and when rows move from a full page to another one,
the place where they were is not overwritten, so that a name may be left that was deleted at its new
place only. That is why the only table that knows names is written anew.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.tables import accounts

logger = logging.getLogger(__name__)

OVERWRITING = "PRAGMA secure_delete=ON"
"""With this begins every connection that changes the file."""
CLEAN = 1
"""The `user_version` of a file in which nothing is left from times without `OVERWRITING`."""

MOMENT = 200
"""Milliseconds for which those who read are waited for: meanwhile nobody can write."""

_COLUMNS = ", ".join(column.name for column in accounts.columns)
_WRITE_ANEW = (
    "PRAGMA temp_store=MEMORY",
    "BEGIN IMMEDIATE",
    f"CREATE TEMP TABLE present AS SELECT {_COLUMNS} FROM {accounts.name}",
    # Without a condition SQLite gives all pages back, and overwrites them.
    f"DELETE FROM main.{accounts.name}",
    f"INSERT INTO main.{accounts.name} ({_COLUMNS}) SELECT {_COLUMNS} FROM present",
    "DROP TABLE present",
    "COMMIT",
)


def erase_traces(path: Path, patience: float) -> bool:
    """Let nothing be left of accounts that were deleted; False if somebody reads an old state of
    the file, so that its journal cannot be cut off yet.

    Waits for `patience` seconds for others who write. Raises sqlite3.Error.
    """
    with closing(sqlite3.connect(path, isolation_level=None, timeout=patience)) as connection:
        connection.execute(OVERWRITING)
        for statement in _WRITE_ANEW:
            connection.execute(statement)
        return _cut_off_journal(connection)


def clean_once(path: Path) -> None:
    """Write a file anew that was changed without `OVERWRITING`; every further call does nothing.

    A file for which there is no room twice stays as it is until the next start.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            [[version]] = connection.execute("PRAGMA user_version")
            if version < CLEAN:
                connection.execute("VACUUM")
                connection.execute(f"PRAGMA user_version={CLEAN}")
                _cut_off_journal(connection)
    except sqlite3.Error as error:
        logger.warning(
            "the database %s could not be written anew, so it may hold remains of what was deleted "
            "by an older version: the next start tries it again (%s)",
            path,
            error,
        )


def _cut_off_journal(connection: sqlite3.Connection) -> bool:
    """Bring the journal into the file and empty it; False if somebody reads for long."""
    connection.execute(f"PRAGMA busy_timeout={MOMENT}")
    [[busy, *_]] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return not busy
