"""Migrations: they make what the code expects, and nothing is lost on the way."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from storage import StorageSetupError, open_store
from storage.address import PostgresDatabase, read_address
from storage.migrations import HEAD, upgrading
from storage.migrations.__main__ import main as draft_revision
from storage.tables import metadata
from tests.storage.samples import add_match, read

NEXT = f"{int(HEAD) + 1:04}"
_REVISION = f'''
"""A revision that the tests make pending."""

import sqlalchemy as sa
from alembic import op

revision = {NEXT!r}
down_revision = {HEAD!r}


def upgrade() -> None:
'''
MAKES_PLAYERS_ANEW = """
    with op.batch_alter_table("players", recreate="always") as players:
        players.add_column(sa.Column("note", sa.Text()))
"""
LOSES_PLAYERS = """
    op.create_table("left_behind", sa.Column("id", sa.Integer(), primary_key=True))
    op.execute("DELETE FROM players")
"""
FAILS = """
    op.create_table("half_done", sa.Column("id", sa.Integer(), primary_key=True))
    raise ZeroDivisionError
"""


@pytest.fixture
def pending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a revision that does this the newest one, after those of the program."""
    folder = tmp_path / "later"
    folder.mkdir()
    configuration = upgrading.configuration

    def with_later(connection: Connection | None = None):
        config = configuration(connection)
        versions = Path(upgrading.__file__).parent / "versions"
        config.set_main_option("version_locations", f"{versions}{os.pathsep}{folder}")
        return config

    monkeypatch.setattr(upgrading, "configuration", with_later)
    monkeypatch.setattr(upgrading, "HEAD", NEXT)

    def make(work: str) -> None:
        (folder / "later.py").write_text(_REVISION + work, encoding="utf-8")

    return make


def differences(connection: Connection) -> object:
    """How the tables of the database differ from those that the code describes."""
    return compare_metadata(MigrationContext.configure(connection), metadata)


def test_head_is_the_newest_revision():
    """The program knows its newest revision without importing Alembic."""
    assert ScriptDirectory.from_config(upgrading.configuration()).get_heads() == [HEAD]


def test_migrations_make_the_tables_on_sqlite(sqlite_url: str):
    """After every migration the tables are those of the code."""
    engine = create_engine(sqlite_url)
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


async def test_migrations_make_the_tables_on_postgresql(postgres_url: str):
    """After every migration the tables are those of the code."""
    address = read_address(postgres_url)
    assert isinstance(address, PostgresDatabase)
    engine = create_async_engine(address.url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_migrations_start_from_every_revision(pending: Callable[[str], None], tmp_path: Path):
    """A new database goes through every revision, the pending one included, without a copy."""
    pending(MAKES_PLAYERS_ANEW)
    path = tmp_path / "games.sqlite3"
    await (await open_store(f"sqlite:///{path}")).close()
    assert _rows(path, "SELECT version_num FROM alembic_version") == [(NEXT,)]
    assert not (tmp_path / "backups").exists()


@pytest.mark.parametrize("named", [True, False])
async def test_copy_before_the_tables_change(
    sqlite_url: str, pending: Callable[[str], None], tmp_path: Path, named: bool
):
    """A database with matches is copied, with its version and the time in the copy's name."""
    store = await open_store_at_its_revision(sqlite_url)
    match = await add_match(store)
    await store.close()
    pending(MAKES_PLAYERS_ANEW)
    backups = tmp_path / "copies" if named else None
    store = await open_store(sqlite_url, backups=backups)
    try:
        assert await read(store, lambda uow: uow.matches.get(match.id)) == match
        people = await read(store, lambda uow: uow.players.people([match.first]))
        assert people[match.first].account == 1  # making `players` anew took no account along
    finally:
        await store.close()
    (copy,) = (backups or _path(sqlite_url).parent / "backups").iterdir()
    assert re.fullmatch(rf"paper-soccer-{HEAD}-\d{{8}}T\d{{6}}Z\.sqlite3", copy.name)
    assert _rows(copy, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert _rows(copy, "SELECT count(*) FROM matches") == [(1,)]


async def test_no_migration_without_a_copy(
    sqlite_url: str, pending: Callable[[str], None], tmp_path: Path
):
    """Where the copy cannot be written, the tables stay as they are."""
    pending(MAKES_PLAYERS_ANEW)
    (tmp_path / "file").touch()
    with pytest.raises(StorageSetupError, match="must be copied to"):
        await open_store(sqlite_url, backups=tmp_path / "file" / "backups")
    assert _rows(_path(sqlite_url), "SELECT version_num FROM alembic_version") == [(HEAD,)]


@pytest.mark.parametrize(
    ("work", "error"), [(LOSES_PLAYERS, RuntimeError), (FAILS, ZeroDivisionError)]
)
async def test_failed_migration_changes_nothing(
    sqlite_url: str, pending: Callable[[str], None], work: str, error: type[Exception]
):
    """A migration that fails, or that leaves rows without what they refer to, is undone."""
    store = await open_store_at_its_revision(sqlite_url)
    await add_match(store)
    await store.close()
    pending(work)
    with pytest.raises(error):
        await open_store(sqlite_url)
    path = _path(sqlite_url)
    assert _rows(path, "SELECT count(*) FROM players") == [(2,)]
    assert _rows(path, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    made = "SELECT name FROM sqlite_master WHERE name IN ('left_behind', 'half_done')"
    assert _rows(path, made) == []


async def open_store_at_its_revision(url: str):
    """Open a database before the pending revision exists."""
    with pytest.MonkeyPatch.context() as now:
        now.setattr(upgrading, "HEAD", HEAD)
        return await open_store(url)


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def _rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture(autouse=True)
def _alembic_is_quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Migrating in the bot's process must leave the bot's logging as it is."""
    import logging

    before = logging.getLogger().handlers[:]
    yield
    assert logging.getLogger().handlers == before


def test_next_revision_is_drafted(monkeypatch: pytest.MonkeyPatch):
    """`python -m storage.migrations` compares with a full database, and numbers what it drafts."""
    asked: dict[str, Any] = {}

    def note(config: Config, message: str, **options: Any) -> None:
        asked.update(
            options, message=message, differences=differences(config.attributes["connection"])
        )

    monkeypatch.setattr(command, "revision", note)
    draft_revision("Clubs")
    assert asked["message"] == "Clubs"
    assert asked["rev_id"] == f"{int(HEAD) + 1:04}"
    assert asked["differences"] == []
