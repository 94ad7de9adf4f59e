"""What was deleted is gone from a SQLite file, its journal and its backups."""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from storage import SqlStore, StoreUnavailable, back_up, open_store
from storage.erasing import CLEAN, clean_once
from tests.storage.samples import NOW, write

MANY = 1_500
"""So many accounts fill some pages, so that rows move from one to another."""


def forms(account: int, name: str) -> list[bytes]:
    """How an id and a name can stand in a file."""
    return [str(account).encode(), struct.pack(">q", account), name.encode()]


def files_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """The database and what lies beside it, as bytes."""
    for file in sorted(path.parent.glob(f"{path.name}*")):
        yield file.name, file.read_bytes()


def traces(path: Path, account: int, name: str) -> list[str]:
    """The files in which something of an account can be found."""
    return [
        file
        for file, content in files_of(path)
        if any(form in content for form in forms(account, name))
    ]


def path_of(url: str) -> Path:
    """The file of a URL."""
    return Path(url.removeprefix("sqlite:///"))


async def fill(store: SqlStore, rng: Random) -> dict[int, str]:
    """Many accounts with ids as Discord gives them, in no order, of whom some are renamed."""
    names = {}
    async with store.writing() as uow:
        for number in range(MANY):
            account = rng.getrandbits(61) | 1 << 60
            names[account] = f"Nemo-{number:05}-" + "x" * rng.randrange(25)
            await uow.players.find_or_add(account, names[account])
        for account in rng.sample(sorted(names), MANY // 3):
            names[account] += " the Renamed"
            await uow.players.find_or_add(account, names[account])
        await uow.commit()
    return names


async def delete(store: SqlStore, account: int) -> None:
    """Delete an account, and no more than that."""
    async with store.writing() as uow:
        person = await uow.accounts.find(account)
        assert person is not None
        await uow.accounts.delete(person.id, NOW)
        await uow.commit()


async def test_nothing_is_left_of_accounts_that_were_deleted(sqlite_url: str, tmp_path: Path):
    """Neither ids nor names, nor former names, in the file, its journal or a backup; what others
    have stays.
    """
    rng = Random(2)
    store = await open_store(sqlite_url)
    path, copy = path_of(sqlite_url), tmp_path / "copy.sqlite3"
    try:
        names = await fill(store, rng)
        gone = rng.sample(sorted(names), MANY // 3)
        assert traces(path, gone[0], names[gone[0]])
        for account in gone:
            await delete(store, account)
        assert await store.erase_traces()
        back_up(sqlite_url, copy)
        stored = b"".join(content for _, content in files_of(path)) + copy.read_bytes()
        left = [
            account
            for account in gone
            if any(form in stored for form in forms(account, names[account][:10]))
        ]
        assert left == []
        async with store.reading() as uow:
            for account, name in names.items():
                found = await uow.accounts.find(account)
                assert (found.name if found else None) == (None if account in gone else name)
    finally:
        await store.close()


async def test_a_reader_of_an_old_state_puts_it_off(sqlite_url: str):
    """While somebody reads what was there before, it is there; afterwards trying again helps."""
    store = await open_store(sqlite_url)
    path = path_of(sqlite_url)
    account, name = 1 << 60 | 12345, "Somebody Unmistakable"
    try:
        await write(store, lambda uow: uow.players.find_or_add(account, name))
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT name FROM accounts").fetchall() == [(name,)]
            await delete(store, account)
            assert not await store.erase_traces()
            assert traces(path, account, name)
            assert reader.execute("SELECT name FROM accounts").fetchall() == [(name,)]
        assert await store.erase_traces()
        assert traces(path, account, name) == []
    finally:
        await store.close()


async def test_a_writer_of_another_program_puts_it_off(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    """It cannot be done now, and nothing has happened."""
    monkeypatch.setattr("storage.sqlite.PATIENCE", 0)
    store = await open_store(sqlite_url)
    try:
        await write(store, lambda uow: uow.players.find_or_add(1, "Ann"))
        with closing(sqlite3.connect(path_of(sqlite_url), isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable):
                await store.erase_traces()
        assert await store.erase_traces()
        async with store.reading() as uow:
            assert (await uow.accounts.find(1)) is not None
    finally:
        await store.close()


async def test_postgres_sees_to_it_itself(postgres_url: str):
    """There is nothing to do."""
    store = await open_store(postgres_url)
    try:
        assert await store.erase_traces()
    finally:
        await store.close()


def _with_remains(path: Path) -> None:
    """A file from which a name was deleted by a version that did not overwrite."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version=0")
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute("INSERT INTO notes VALUES ('Somebody Unmistakable', 'x')")
        connection.execute("DELETE FROM notes")


async def test_a_file_of_an_older_version_is_written_anew_once(sqlite_url: str):
    """Remains from times without overwriting are gone after a start, and never looked for again."""
    path = path_of(sqlite_url)
    _with_remains(path)
    assert b"Somebody Unmistakable" in path.read_bytes()
    await (await open_store(sqlite_url)).close()
    assert b"Somebody Unmistakable" not in path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchall() == [(CLEAN,)]
    before = path.read_bytes()
    clean_once(path)
    assert path.read_bytes() == before


async def test_a_file_that_cannot_be_written_anew_is_used_as_it_is(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
):
    """The operator is told, and the next start tries it again."""
    path = path_of(sqlite_url)
    _with_remains(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM notes").fetchall()
        other.execute("PRAGMA user_version")
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            _clean_without_patience(path)
    assert "could not be written anew" in caplog.text
    await (await open_store(sqlite_url)).close()
    assert b"Somebody Unmistakable" not in path.read_bytes()


def _clean_without_patience(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        connect = sqlite3.connect
        patched.setattr(
            sqlite3, "connect", lambda file, **options: connect(file, **{**options, "timeout": 0})
        )
        clean_once(path)
