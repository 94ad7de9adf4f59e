"""What SQLite says about a file, as a sentence for the operator; the rest are faults of ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from storage.errors import StorageSetupError
from storage.migrations import Standing

_UNUSABLE = "the database {path} cannot be opened and written to"
_NO_ROOM = "there is no room left on the disk of the database {path}"
_RESTORE = "`paper-soccer restore` puts a backup in its place"
_IN_USE = "the database {path} is in use by another program: close that first"
# What SQLite's codes mean to whoever starts the bot; other codes are faults of the program.
_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is not a database: name another file, or move that one away",
    sqlite3.SQLITE_CORRUPT: f"the database {{path}} is damaged: {_RESTORE}",
    sqlite3.SQLITE_FULL: _NO_ROOM,
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_READONLY: _UNUSABLE,
    sqlite3.SQLITE_CANTOPEN: _UNUSABLE,
    sqlite3.SQLITE_IOERR: _UNUSABLE,
    sqlite3.SQLITE_PERM: _UNUSABLE,
}
# What they mean while the bot runs: what it does then is refused, and tried again.
_WHILE_RUNNING = {
    sqlite3.SQLITE_NOTADB: f"{{path}} is no database any more: {_RESTORE}",
    sqlite3.SQLITE_CORRUPT: f"the database {{path}} is damaged: {_RESTORE}",
    sqlite3.SQLITE_FULL: f"{_NO_ROOM}: make room there",
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_READONLY: "the database {path} may not be written to: look at its permissions",
    sqlite3.SQLITE_CANTOPEN: "the database {path} cannot be opened: look at its folder",
    sqlite3.SQLITE_IOERR: "the disk of the database {path} cannot be read or written: look at it",
    sqlite3.SQLITE_PERM: "the database {path} may not be opened: look at its permissions",
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What SQLite says about a file, as a sentence for the operator."""
    try:
        yield
    except DatabaseError as error:
        sentence = _SENTENCES.get(problem_of(error.orig))
        if sentence is None:
            raise
        raise StorageSetupError(sentence.format(path=path)) from None


def problem_of(error: BaseException | None) -> int:
    """SQLite's code without its details; 0 for what SQLite did not refuse."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def require_ours(standing: Standing, path: Path) -> None:
    """Raise StorageSetupError for a database that this program must not change."""
    if standing is Standing.NEWER:
        raise StorageSetupError(
            f"the database {path} was made by a newer version of this program: update the program"
        )
    if standing is Standing.FOREIGN:
        raise StorageSetupError(
            f"the database {path} belongs to another program: name another file"
        )


def trouble_with(path: Path, error: BaseException, *, writing: bool) -> str | None:
    """What keeps a file from being used while the bot runs; None for a fault of ours."""
    problem = problem_of(getattr(error, "orig", error))
    if problem == sqlite3.SQLITE_READONLY and not writing:
        return None
    sentence = _WHILE_RUNNING.get(problem)
    return None if sentence is None else sentence.format(path=path)
