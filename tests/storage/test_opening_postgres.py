"""Opening a PostgreSQL database: the sentence for each thing that can be wrong."""

import asyncio
import importlib.util
import os
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy.exc import DBAPIError

from storage import StorageSetupError, migrate, open_store
from tests.storage.samples import add_match
from tests.support.stores import execute, run_apart

SECRET = "hunter2"


async def refusal(url: str) -> str:
    """The sentence with which opening this database is refused."""
    with pytest.raises(StorageSetupError) as refused:
        await open_store(url)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert SECRET not in sentence
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
    return sentence


@pytest.fixture
def new_database(postgres_server: str) -> Iterator[str]:
    """The URL of a database without any table."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    name = f"paper_soccer_new_{os.getpid()}_{worker}"
    run_apart(execute(postgres_server, f"CREATE DATABASE {name}"))
    yield urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
    run_apart(execute(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.mark.parametrize(
    "url",
    [
        f"mysql://me:{SECRET}@host/games",
        f"postgres://me:{SECRET}@host/games",
        f"/home/{SECRET}/games.sqlite3",
        "",
        "sqlite://games.sqlite3",
    ],
)
async def test_url_of_something_else(url: str):
    """A URL must be one of the two kinds."""
    assert await refusal(url) == (
        "the database's URL must start with sqlite:/// (then a path) or postgresql://"
    )


@pytest.mark.parametrize("url", ["sqlite:///", "sqlite:///:memory:"])
async def test_sqlite_without_a_file(url: str):
    """A database in memory would forget every match."""
    assert "must name a file" in await refusal(url)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://me:{SECRET}@host",
        f"postgresql://me:{SECRET}@host/",
        f"postgresql://me:{SECRET}@host:port/games",
        f"postgresql://{SECRET}",
    ],
)
async def test_incomplete_url(url: str):
    """A URL without a database, or with a port that is none, is answered by what one looks like."""
    assert await refusal(url) == (
        "the database's URL must look like postgresql://user:password@host:5432/database"
    )


async def test_unknown_option():
    """Options that would be ignored, or break the driver, are refused."""
    sentence = await refusal(f"postgresql://me:{SECRET}@host/games?pool=3")
    assert sentence == "the database's URL may have no option but sslmode"


async def test_missing_driver(monkeypatch: pytest.MonkeyPatch):
    """Without the driver, the sentence says how to get it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    sentence = await refusal(f"postgresql://me:{SECRET}@host/games")
    assert 'pip install "paper-soccer[postgres]"' in sentence


async def test_unreachable_server(unused_tcp_port: int):
    """Where no server answers, the sentence says which one was asked."""
    url = f"postgresql://me:{SECRET}@127.0.0.1:{unused_tcp_port}/games"
    expected = (
        f"no PostgreSQL server answers for the database games on 127.0.0.1:{unused_tcp_port}: "
        "start it, or mend the URL"
    )
    assert await refusal(url) == expected
    with pytest.raises(StorageSetupError, match="no PostgreSQL server answers"):
        await migrate(url)


async def test_unknown_host():
    """A host that does not exist is a server that does not answer."""
    sentence = await refusal(f"postgresql://me:{SECRET}@host.invalid:5432/games")
    assert "no PostgreSQL server answers" in sentence


async def test_unknown_database(postgres_server: str):
    """A server without that database says so."""
    url = urlsplit(postgres_server)._replace(path="/no_such_database").geturl()
    assert "there is no PostgreSQL database no_such_database on" in await refusal(url)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (asyncpg.InvalidPasswordError, "refuses the user or the password of the URL"),
        (asyncpg.InvalidAuthorizationSpecificationError, "refuses the user or the password"),
        (asyncpg.InsufficientPrivilegeError, "the user of the URL may not do what is needed"),
        (asyncpg.TooManyConnectionsError, "takes no connection at the moment: try again"),
        (asyncpg.CannotConnectNowError, "takes no connection at the moment: try again"),
        (TimeoutError, "no PostgreSQL server answers"),
    ],
)
async def test_server_that_refuses(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], told: str
):
    """What a server says when it lets nobody in is told without its words or the password."""
    monkeypatch.setattr(asyncpg, "connect", _refusing(error))
    assert told in await refusal(f"postgresql://me:{SECRET}@host/games")


async def test_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch):
    """An error that no operator can mend stays an error."""
    monkeypatch.setattr(asyncpg, "connect", _refusing(asyncpg.PostgresSyntaxError))
    with pytest.raises(DBAPIError):
        await open_store("postgresql://me@host/games?sslmode=require")


def _refusing(error: type[Exception]) -> Callable[..., Awaitable[None]]:
    async def connect(*args: object, **kwargs: object) -> None:
        raise error(f'refused for "{SECRET}"')

    return connect


async def test_not_migrated(new_database: str):
    """An empty database is not changed by starting the bot: the command to run is named."""
    sentence = await refusal(new_database)
    assert sentence.endswith("are not up to date: run `paper-soccer migrate`")
    await migrate(new_database)
    store = await open_store(new_database)
    try:
        await add_match(store)
    finally:
        await store.close()


async def test_migrations_at_once(new_database: str):
    """Of several migrations at once, one changes the tables and the others find them done."""
    await asyncio.gather(*(migrate(new_database) for _ in range(3)))
    await (await open_store(new_database)).close()


async def test_database_newer_than_the_program(new_database: str):
    """A database of a later version is refused, by the bot and by the migration."""
    await migrate(new_database)
    await execute(new_database, "UPDATE alembic_version SET version_num = '9999'")
    assert "was made by a newer version of this program" in await refusal(new_database)
    with pytest.raises(StorageSetupError, match="newer version"):
        await migrate(new_database)


async def test_database_of_another_program(new_database: str):
    """A database with tables of something else is left alone."""
    await execute(new_database, "CREATE TABLE recipes (name TEXT)")
    assert "belongs to another program" in await refusal(new_database)
    with pytest.raises(StorageSetupError, match="belongs to another program"):
        await migrate(new_database)
