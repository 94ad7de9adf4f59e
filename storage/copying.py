"""Copies of a SQLite database that are whole, or not there.

SQLite reads what was committed when the copy began; whoever writes meanwhile does not wait. A copy
is made under a passing name, checked, and brought to the disk before anything has its name.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

SUFFIXES = ("", "-wal", "-shm")
"""What belongs to a database: the file, its journal, and what processes share of that."""


def is_quiet(path: Path) -> bool:
    """Whether nobody has the database open, nor left a journal behind."""
    real = path.resolve()  # beside which SQLite puts its journals
    return not any(real.with_name(real.name + end).exists() for end in ("-wal", "-journal"))


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that can change nothing. Raises sqlite3.Error.

    Reading a database that nobody has open, SQLite would leave files beside it that belong to the
    reader, who may be somebody else than the bot. So that is read as one that never changes: who
    reads it for long must ask again afterwards whether it `is_quiet`.
    """
    return sqlite3.connect(read_only_uri(path), uri=True, isolation_level=None)


def read_only_uri(path: Path) -> str:
    """The same for another driver: spaces, question marks and drive letters do no harm in it."""
    how = "immutable=1" if is_quiet(path) else "mode=ro"
    return f"{path.resolve().as_uri()}?{how}"


@contextmanager
def sound_copy(source: Path, target: Path) -> Iterator[Path]:
    """Within: a whole copy under a passing name in the target's folder, with the source's
    permissions. It is deleted at the end, unless it was renamed. Raises sqlite3.Error and OSError.
    """
    number, name = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
    os.close(number)
    part = Path(name)
    try:
        before = _looks(source)
        _copy(source, part)
        if before[0] and _looks(source) != before:
            # A bot has begun to run meanwhile.
            part.write_bytes(b"")
            _copy(source, part)
        require_sound(part)
        shutil.copymode(source, part)
        flush(part)
        yield part
    finally:
        part.unlink(missing_ok=True)


def _looks(path: Path) -> tuple[bool, int, int]:
    """Whether it is quiet; when it was changed the last time, and its size."""
    found = path.stat()
    return is_quiet(path), found.st_mtime_ns, found.st_size


def _copy(source: Path, empty: Path) -> None:
    with closing(read_only(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(empty),))


def require_sound(path: Path) -> None:
    """Raise sqlite3.DatabaseError if the file is damaged."""
    with closing(read_only(path)) as connection:
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        error = sqlite3.DatabaseError(f"{path} is damaged: {found}")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def give_name(part: Path, target: Path) -> None:
    """Call the copy by its name, which nothing may have yet. Raises FileExistsError and OSError."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        # A disk without such links, as a stick's.
        if target.exists():
            raise FileExistsError(target) from None
        part.rename(target)
    flush(target.parent)


def copy_name(path: Path, backups: Path, what: str) -> Path:
    """A name for a copy in the folder of backups; it says of what and when."""
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    return backups / f"{path.stem}-{what}-{moment}.sqlite3"


def flush(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk. Raises OSError."""
    if path.is_dir():
        if os.name != "nt":  # where a folder cannot be opened
            _flush(path, os.O_RDONLY)
    else:
        _flush(path, os.O_RDWR | getattr(os, "O_BINARY", 0))


def _flush(path: Path, flags: int) -> None:
    number = os.open(path, flags)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def keep(path: Path, name: Path) -> None:
    """Give the file a second name, or copy it there if that is another disk. Raises OSError."""
    with suppress(OSError):
        os.link(path, name)
        return
    try:
        shutil.copy2(path, name)
        flush(name)
    except OSError:
        name.unlink(missing_ok=True)
        raise
