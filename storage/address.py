"""The database's URL, as the configuration has it, and what is to be opened for it."""

import importlib.util
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import StorageSetupError

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """A SQLite database, by the path of its file."""

    path: Path

    def url(self, driver: str) -> URL:
        """The URL for SQLAlchemy."""
        return URL.create(driver, database=str(self.path))


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """A PostgreSQL database; its URL may hold a password."""

    url: URL = field(repr=False)
    ssl: str | None = None

    def __str__(self) -> str:
        return f"{self.url.database} on {self.url.host or 'localhost'}:{self.url.port or 5432}"


def read_address(url: str) -> SqliteFile | PostgresDatabase:
    """What the URL names. Raises StorageSetupError."""
    if url.startswith(SQLITE):
        path = url.removeprefix(SQLITE)
        if path in ("", ":memory:"):
            raise StorageSetupError(f"the database's URL must name a file, as in {SQLITE}games.db")
        return SqliteFile(Path(path))
    if url.startswith(POSTGRESQL):
        return _postgres(url)
    raise StorageSetupError(
        f"the database's URL must start with {SQLITE} (then a path) or {POSTGRESQL}"
    )


def _postgres(url: str) -> PostgresDatabase:
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        read = None
    if read is None or not read.database:
        raise StorageSetupError(
            f"the database's URL must look like {POSTGRESQL}user:password@host:5432/database"
        )
    options = dict(read.query)
    ssl = options.pop("sslmode", None)
    if options or isinstance(ssl, tuple):
        raise StorageSetupError("the database's URL may have no option but sslmode")
    if importlib.util.find_spec("asyncpg") is None:
        raise StorageSetupError(
            "a PostgreSQL database needs a driver that is not installed: "
            'run `pip install "paper-soccer[postgres]"`, or use a sqlite:/// URL'
        )
    return PostgresDatabase(read.set(drivername="postgresql+asyncpg", query={}), ssl)
