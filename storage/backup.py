"""Backups of a SQLite database, taken while the bot runs and put back while it does not."""

import os
import shutil
import sqlite3
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from storage.address import PostgresDatabase, SqliteFile, read_address
from storage.copying import (
    SUFFIXES,
    copy_name,
    flush,
    give_name,
    keep,
    read_only,
    require_sound,
    sound_copy,
)
from storage.errors import StorageSetupError
from storage.migrations import Standing, standing_of
from storage.sqlite import take
from storage.sqlite_trouble import problem_of

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def back_up(url: str, file: Path) -> None:
    """Copy the database to a file that must not exist yet. Raises StorageSetupError."""
    path = _sqlite_file(url, "to back it up, use its own tool pg_dump").path
    if not path.is_file():
        raise StorageSetupError(f"there is no database {path}, so there is nothing to copy")
    if os.path.lexists(file):
        raise StorageSetupError(f"there is a file {file} already: name another one, or move it")
    if not file.parent.is_dir():
        raise StorageSetupError(f"there is no folder {file.parent} for the copy: make it first")
    if _standing(path, "the database") in (Standing.EMPTY, Standing.FOREIGN):
        raise StorageSetupError(f"{path} is no database of this program, so it is not copied")
    try:
        with sound_copy(path, file) as part:
            give_name(part, file)
    except FileExistsError:
        raise StorageSetupError(
            f"a file {file} was made meanwhile, so nothing was copied: name another one"
        ) from None
    except (OSError, sqlite3.Error) as error:
        raise StorageSetupError(_not_copied(path, file, error)) from None


def restore(url: str, file: Path, backups: Path | None) -> Path | None:
    """Put a copy in the database's place, and keep what was there in the folder of backups.

    The file stays. What was there is where the returned path says; None if there was nothing.
    Raises StorageSetupError, after which everything is as it was.
    """
    path = _sqlite_file(url, "to restore it, use its own tools pg_restore or psql").path
    _require_restorable(file, path)
    lock = take(path)
    path = path.resolve()  # a link to it stays one
    try:
        with sound_copy(file, path) as part:
            _resemble(path, part)
            former = _set_aside(path, backups or path.parent / "backups")
            os.replace(part, path)
            flush(path.parent)
        return former
    except (OSError, sqlite3.Error) as error:
        raise StorageSetupError(_not_copied(file, path, error)) from None
    finally:
        lock.release()


def _sqlite_file(url: str, otherwise: str) -> SqliteFile:
    match read_address(url):
        case SqliteFile() as file:
            return file
        case PostgresDatabase() as database:
            raise StorageSetupError(f"{database} is a PostgreSQL database: {otherwise}")


def _standing(path: Path, what: str) -> Standing:
    """How a file compares with this program. Raises StorageSetupError."""
    engine = create_engine("sqlite://", creator=lambda: read_only(path), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return standing_of(connection)
    except (DatabaseError, sqlite3.Error) as error:
        if problem_of(getattr(error, "orig", error)) in _DAMAGED:
            sentence = f"{what} {path} is damaged, or no database at all"
        else:
            sentence = f"{what} {path} cannot be read"
        raise StorageSetupError(sentence) from None


def _require_restorable(file: Path, path: Path) -> None:
    if not file.is_file():
        raise StorageSetupError(f"there is no file {file} to restore")
    if path.exists() and file.samefile(path):
        raise StorageSetupError(f"{file} is the database itself: name a copy of it")
    standing = _standing(file, "the file")
    if standing in (Standing.EMPTY, Standing.FOREIGN):
        raise StorageSetupError(f"the file {file} is no copy of a database of this program")
    if standing is Standing.NEWER:
        raise StorageSetupError(
            f"the file {file} was made by a newer version of this program: update the program"
        )
    try:
        require_sound(file)
    except sqlite3.Error:
        raise StorageSetupError(f"the file {file} is damaged: restore another one") from None


def _resemble(path: Path, part: Path) -> None:
    """The new file belongs to whom the old one belonged, and may be used as that."""
    if path.exists():
        shutil.copymode(path, part)
        if hasattr(os, "chown"):
            before = path.stat()
            with suppress(PermissionError):
                os.chown(part, before.st_uid, before.st_gid)


def _set_aside(path: Path, backups: Path) -> Path | None:
    """Keep the database in the folder of backups, then take away what would spoil the next one."""
    present = [suffix for suffix in SUFFIXES if _beside(path, suffix).exists()]
    if not present:
        return None
    backups.mkdir(parents=True, exist_ok=True)
    name = _free_name(copy_name(path, backups, "replaced"))
    for suffix in present:
        keep(_beside(path, suffix), _beside(name, suffix))
    flush(backups)
    # The file itself is replaced. A journal would be taken for the new one's.
    for suffix in SUFFIXES[1:]:
        _beside(path, suffix).unlink(missing_ok=True)
    return name


def _free_name(name: Path) -> Path:
    tries, free = 1, name
    while any(_beside(free, suffix).exists() for suffix in SUFFIXES):
        tries += 1
        free = name.with_stem(f"{name.stem}-{tries}")
    return free


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _not_copied(source: Path, target: Path, error: OSError | sqlite3.Error) -> str:
    problem = problem_of(error)
    if problem in _DAMAGED:
        return f"{source} is damaged, so it was not copied: run `paper-soccer doctor`"
    if problem == sqlite3.SQLITE_FULL or getattr(error, "errno", None) == ENOSPC:
        return f"there is no room on the disk for {target}: make room, or name another place"
    return f"{target} cannot be written, so nothing was copied: look at its folder"
