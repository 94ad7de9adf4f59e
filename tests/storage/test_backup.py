"""Backups: whole or not there, taken while the bot runs, put back without losing anything."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from matches.ids import PlayerId
from storage import SqlStore, StorageSetupError, back_up, copying, open_store, restore
from storage.migrations import HEAD, upgrade
from tests.storage.damage import damage
from tests.storage.samples import add_players, read
from tests.support.full_disk import no_large_files

POSTGRES = "postgresql://bot:secret@db/soccer"


def path_of(url: str) -> Path:
    """The file of a SQLite URL."""
    return Path(url.removeprefix("sqlite:///"))


def people_in(file: Path) -> list[str]:
    """Who is stored in a database."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in opened.execute("SELECT name FROM accounts ORDER BY name")]


def files_in(folder: Path) -> dict[str, bytes]:
    """What a folder holds, without the locks."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.is_file() and file.suffix != ".lock"
    }


async def add(store: SqlStore, name: str) -> PlayerId:
    """One more player."""
    async with store.writing() as uow:
        player = await uow.players.find_or_add(hash(name) & 0xFFFF, name)
        await uow.commit()
    return player


async def database_of(url: str, *names: str) -> None:
    """Players in a database that nobody has open then."""
    store = await open_store(url)
    for name in names:
        await add(store, name)
    await store.close()


# Backing up


async def test_copy_of_a_database_that_is_being_changed(sqlite_url: str, tmp_path: Path):
    """It holds what was committed, not what is under way, and nobody had to wait."""
    store = await open_store(sqlite_url)
    try:
        await add(store, "Ann")
        async with store.writing() as uow:
            await uow.players.find_or_add(2, "Bob")
            back_up(sqlite_url, tmp_path / "copy.sqlite3")
            await uow.commit()
        assert people_in(tmp_path / "copy.sqlite3") == ["Ann"]
        back_up(sqlite_url, tmp_path / "next.sqlite3")
        assert people_in(tmp_path / "next.sqlite3") == ["Ann", "Bob"]
        await add(store, "Cid")
    finally:
        await store.close()


async def test_copy_of_a_database_that_nobody_has_open(sqlite_url: str, tmp_path: Path):
    """It works the same, and leaves the database as it is."""
    await database_of(sqlite_url, "Ann")
    before = path_of(sqlite_url).read_bytes()
    back_up(sqlite_url, tmp_path / "copy?.sqlite3")
    assert people_in(tmp_path / "copy?.sqlite3") == ["Ann"]
    assert path_of(sqlite_url).read_bytes() == before
    assert list(files_in(tmp_path)) == ["copy?.sqlite3"]
    assert list(files_in(path_of(sqlite_url).parent)) == [path_of(sqlite_url).name]


async def test_copy_may_be_read_by_whom_the_database_may(sqlite_url: str, tmp_path: Path):
    """The permissions are those of the database."""
    await database_of(sqlite_url)
    path_of(sqlite_url).chmod(0o640)
    back_up(sqlite_url, tmp_path / "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").stat().st_mode == path_of(sqlite_url).stat().st_mode


async def test_nothing_is_overwritten(sqlite_url: str, tmp_path: Path):
    """A file of that name is left alone, also if it is made in the last moment."""
    await database_of(sqlite_url)
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with pytest.raises(StorageSetupError, match=f"there is a file {taken} already"):
        back_up(sqlite_url, taken)
    late = tmp_path / "late"
    with pytest.MonkeyPatch.context() as now:
        now.setattr("storage.copying.require_sound", lambda _: late.write_text("mine"))
        with pytest.raises(StorageSetupError, match="was made meanwhile"):
            back_up(sqlite_url, late)
    assert files_in(tmp_path) == {"taken": b"mine", "late": b"mine"}


async def test_disk_without_links(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """On a stick, say, the copy gets its name by another way."""
    await database_of(sqlite_url, "Ann")
    monkeypatch.setattr(os, "link", _cannot)
    back_up(sqlite_url, tmp_path / "copy")
    assert people_in(tmp_path / "copy") == ["Ann"]
    assert list(files_in(tmp_path)) == ["copy"]


def _cannot(*_: object) -> None:
    raise PermissionError(1, "not here")


async def test_copy_that_cannot_be_finished_is_not_there(sqlite_url: str, tmp_path: Path):
    """No half copy stays, whatever goes wrong."""
    await database_of(sqlite_url, "Ann")
    with no_large_files(10_000), pytest.raises(StorageSetupError, match="nothing was copied"):
        back_up(sqlite_url, tmp_path / "copy")
    assert files_in(tmp_path) == {}


async def test_damaged_database_is_not_copied(sqlite_url: str, tmp_path: Path):
    """Nobody should believe that they have a backup."""
    await database_of(sqlite_url, "Ann")
    damage(path_of(sqlite_url), "accounts")
    with pytest.raises(StorageSetupError, match="is damaged, so it was not copied"):
        back_up(sqlite_url, tmp_path / "copy")
    assert files_in(tmp_path) == {}


async def test_what_cannot_be_backed_up(tmp_path: Path, sqlite_url: str):
    """Each reason is a sentence that says what to do."""
    await database_of(sqlite_url)
    copy = tmp_path / "copy"
    with pytest.raises(StorageSetupError, match=r"there is no database .*nothing to copy"):
        back_up(f"sqlite:///{tmp_path / 'none'}", copy)
    with pytest.raises(StorageSetupError, match=r"there is no folder .*: make it first"):
        back_up(sqlite_url, tmp_path / "none" / "copy")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StorageSetupError, match="no database of this program"):
        back_up(f"sqlite:///{tmp_path / 'other'}", copy)
    (tmp_path / "text").write_text("just a text\n" * 100)
    with pytest.raises(StorageSetupError, match="is damaged, or no database at all"):
        back_up(f"sqlite:///{tmp_path / 'text'}", copy)
    with pytest.raises(StorageSetupError, match="pg_dump") as refused:
        back_up(POSTGRES, copy)
    assert "secret" not in str(refused.value)
    assert not copy.exists()


# Restoring


async def test_copy_is_put_back_and_what_was_there_is_kept(sqlite_url: str, tmp_path: Path):
    """The copy stays, and what it replaced can be restored in turn."""
    await database_of(sqlite_url, "Ann")
    copy = tmp_path / "copy"
    back_up(sqlite_url, copy)
    await database_of(sqlite_url, "Bob")
    former = restore(sqlite_url, copy, tmp_path / "backups")
    assert people_in(path_of(sqlite_url)) == people_in(copy) == ["Ann"]
    assert former is not None
    assert former.parent == tmp_path / "backups"
    assert people_in(former) == ["Ann", "Bob"]
    await database_of(sqlite_url, "Cid")
    again = restore(sqlite_url, former, tmp_path / "backups")
    assert again not in (None, former)
    assert people_in(path_of(sqlite_url)) == ["Ann", "Bob"]


@pytest.mark.parametrize("other_disk", [False, True])
async def test_journal_of_a_bot_that_was_killed(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other_disk: bool
):
    """What only stands in the journal is kept with the file, and does not get into the new one."""
    if other_disk:
        monkeypatch.setattr(os, "link", _cannot)
    copy, killed = tmp_path / "copy", tmp_path / "killed.sqlite3"
    store = await open_store(sqlite_url)
    await add(store, "Ann")
    back_up(sqlite_url, copy)
    await add(store, "Bob")
    for suffix in ("", "-wal"):
        shutil.copy(f"{path_of(sqlite_url)}{suffix}", f"{killed}{suffix}")
    await store.close()
    with closing(sqlite3.connect(f"{killed.as_uri()}?immutable=1", uri=True)) as opened:
        assert opened.execute("SELECT * FROM accounts").fetchall() == []
    former = restore(f"sqlite:///{killed}", copy, None)
    assert former is not None
    assert people_in(former) == ["Ann", "Bob"]
    store = await open_store(f"sqlite:///{killed}")
    await store.close()
    assert people_in(killed) == ["Ann"]


async def test_bot_that_starts_while_a_copy_is_made(sqlite_url: str, tmp_path: Path):
    """What was read of the file alone is read again, with the journal."""
    await database_of(sqlite_url, "Ann")
    copy_once = copying._copy
    with closing(sqlite3.connect(path_of(sqlite_url), isolation_level=None)) as bot:

        def copy_then_start(source: Path, part: Path) -> None:
            copy_once(source, part)
            bot.execute("UPDATE accounts SET name = 'Bob'")

        with pytest.MonkeyPatch.context() as now:
            now.setattr(copying, "_copy", copy_then_start)
            back_up(sqlite_url, tmp_path / "copy")
    assert people_in(tmp_path / "copy") == ["Bob"]


async def test_link_to_a_database(sqlite_url: str, tmp_path: Path):
    """The link stays, and the file behind it is copied and replaced with its journal."""
    link, copy = tmp_path / "link", tmp_path / "copy"
    link.symlink_to(path_of(sqlite_url))
    store = await open_store(f"sqlite:///{link}")
    await add(store, "Ann")
    back_up(f"sqlite:///{link}", copy)
    assert people_in(copy) == ["Ann"]
    await add(store, "Bob")
    await store.close()
    former = restore(f"sqlite:///{link}", copy, tmp_path / "backups")
    assert former is not None
    assert people_in(former) == ["Ann", "Bob"]
    assert link.is_symlink()
    assert people_in(path_of(sqlite_url)) == ["Ann"]


async def test_where_no_database_is(sqlite_url: str, tmp_path: Path):
    """A new machine has nothing to keep."""
    await database_of(sqlite_url, "Ann")
    new = tmp_path / "new" / "matches.sqlite3"
    assert restore(f"sqlite:///{new}", path_of(sqlite_url), None) is None
    assert people_in(new) == ["Ann"]
    assert not (new.parent / "backups").exists()


async def test_copy_of_an_older_version(tmp_path: Path):
    """It is brought up to date when the bot starts the next time."""
    engine = create_engine(f"sqlite:///{tmp_path / 'old'}")
    with engine.begin() as connection:
        upgrade(connection, "0001")
    engine.dispose()
    url = f"sqlite:///{tmp_path / 'matches.sqlite3'}"
    assert restore(url, tmp_path / "old", None) is None
    store = await open_store(url)
    assert len(await add_players(store)) == 2
    await store.close()
    with closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as opened:
        assert opened.execute("SELECT * FROM alembic_version").fetchall() == [(HEAD,)]


async def test_not_while_a_bot_runs(sqlite_url: str, tmp_path: Path):
    """The bot keeps its database, and everything in it."""
    store = await open_store(sqlite_url)
    try:
        await add(store, "Ann")
        back_up(sqlite_url, tmp_path / "copy")
        ann = await add(store, "Bob")
        with pytest.raises(StorageSetupError, match="another bot runs on it"):
            restore(sqlite_url, tmp_path / "copy", None)
        assert ann in await read(store, lambda uow: uow.players.people([ann]))
    finally:
        await store.close()
    assert people_in(path_of(sqlite_url)) == ["Ann", "Bob"]


async def test_what_cannot_be_restored(sqlite_url: str, tmp_path: Path):
    """Each reason is a sentence, and the database stays as it is."""
    await database_of(sqlite_url, "Ann")
    path = path_of(sqlite_url)
    before = files_in(path.parent)
    names = ("damaged", "newer", "other", "text", "empty")
    damaged, newer, other, text, empty = (tmp_path / name for name in names)
    for copy in (damaged, newer):
        back_up(sqlite_url, copy)
    damage(damaged, "accounts")
    with closing(sqlite3.connect(newer)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
    with closing(sqlite3.connect(other)) as opened, opened:
        opened.execute("CREATE TABLE recipes (name TEXT)")
    text.write_text("just a text\n" * 100)
    empty.touch()
    for file, sentence in (
        (damaged, "is damaged"),
        (newer, "made by a newer version"),
        (other, "is no copy of a database of this program"),
        (text, "is damaged, or no database at all"),
        (empty, "is no copy of a database of this program"),
        (tmp_path / "none", "there is no file"),
        (path, "is the database itself"),
    ):
        with pytest.raises(StorageSetupError, match=sentence):
            restore(sqlite_url, file, None)
        assert files_in(path.parent) == before, file
    with pytest.raises(StorageSetupError, match="pg_restore"):
        restore(POSTGRES, damaged, None)


async def test_no_room_for_the_restored(sqlite_url: str, tmp_path: Path):
    """The database stays as it is."""
    await database_of(sqlite_url, "Ann")
    back_up(sqlite_url, tmp_path / "copy")
    before = files_in(path_of(sqlite_url).parent)
    with no_large_files(10_000), pytest.raises(StorageSetupError, match="cannot be written"):
        restore(sqlite_url, tmp_path / "copy", None)
    assert files_in(path_of(sqlite_url).parent) == before
