"""Opening a SQLite database: what is made, and the sentence for each thing that can be wrong."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import StorageSetupError, migrate, open_store
from tests.storage.samples import add_players

ROOT = Path(__file__).parents[2]


async def refusal(path: Path, backups: Path | None = None) -> str:
    """The sentence with which opening this file is refused."""
    with pytest.raises(StorageSetupError) as refused:
        await open_store(f"sqlite:///{path.as_posix()}", backups=backups)
    sentence = str(refused.value)
    assert "\n" not in sentence
    # No library's traceback above the sentence.
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
    return sentence


async def open_and_close(path: Path) -> None:
    """Show that the file can be used."""
    store = await open_store(f"sqlite:///{path.as_posix()}")
    try:
        await add_players(store)
    finally:
        await store.close()


async def test_folders_and_file_are_made(tmp_path: Path):
    """A database that is not there is made, with the folders above it; nothing is copied."""
    path = tmp_path / "new" / "folder" / "ä b%20c.sqlite3"
    await open_and_close(path)
    await open_and_close(path)
    left = {file.name for file in path.parent.iterdir()}
    assert left - {f"{path.name}.lock"} == {path.name}


async def test_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A relative path starts at the working directory."""
    monkeypatch.chdir(tmp_path)
    store = await open_store("sqlite:///games.sqlite3")
    await store.close()
    assert (tmp_path / "games.sqlite3").is_file()


async def test_empty_file(tmp_path: Path):
    """An empty file is an empty database."""
    path = tmp_path / "empty.sqlite3"
    path.touch()
    await open_and_close(path)


async def test_migrate_makes_the_tables(tmp_path: Path):
    """The migrate command works on SQLite too, and leaves the file to others."""
    path = tmp_path / "games.sqlite3"
    await migrate(f"sqlite:///{path.as_posix()}")
    await open_and_close(path)


async def test_folder_as_database(tmp_path: Path):
    """A folder is not a database."""
    assert await refusal(tmp_path) == f"the database {tmp_path} is a folder: it must be a file"


async def test_folder_that_cannot_be_made(tmp_path: Path):
    """Where no folder can be made, no database can be kept."""
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    sentence = await refusal(tmp_path / "file" / "games.sqlite3")
    assert sentence == (
        f"the folder {tmp_path / 'file'} cannot be written to, so the database cannot be kept there"
    )


needs_permissions = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unwritable for root"
)


@needs_permissions
async def test_unwritable_folder(tmp_path: Path):
    """A folder without the right to write in it is named."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    assert "cannot be written to" in await refusal(folder / "games.sqlite3")


@needs_permissions
async def test_unwritable_file(tmp_path: Path):
    """A file without the right to write to it is named."""
    path = tmp_path / "games.sqlite3"
    await open_and_close(path)
    path.chmod(0o400)
    assert await refusal(path) == f"the database {path} cannot be opened and written to"


@pytest.mark.parametrize(
    "content", [b"just a text\n", b"x" * 5000, b"SQLite format 3\0" + b"x" * 99]
)
async def test_text_as_database(tmp_path: Path, content: bytes):
    """A file of something else is not a database, and stays as it is."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    sentence = await refusal(path)
    assert sentence == f"{path} is not a database: name another file, or move that one away"
    assert path.read_bytes() == content


async def test_damaged_database(tmp_path: Path):
    """A database with a broken page is told from one that can be used."""
    path = tmp_path / "games.sqlite3"
    await open_and_close(path)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 2000)
    assert await refusal(path) == (
        f"the database {path} is damaged: `paper-soccer restore` puts a backup in its place"
    )


async def test_database_of_another_program(tmp_path: Path):
    """A database with tables of something else is left alone."""
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert await refusal(path) == (
        f"the database {path} belongs to another program: name another file"
    )
    with closing(sqlite3.connect(path)) as other:
        tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("recipes",)]


async def test_database_newer_than_the_program(tmp_path: Path):
    """A database of a later version is refused, untouched."""
    path = tmp_path / "games.sqlite3"
    await open_and_close(path)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    assert await refusal(path) == (
        f"the database {path} was made by a newer version of this program: update the program"
    )


async def test_database_open_elsewhere_in_this_process(tmp_path: Path):
    """The same file is not opened twice; after a refusal and a close it can be opened again."""
    path = tmp_path / "games.sqlite3"
    store = await open_store(f"sqlite:///{path.as_posix()}")
    assert await refusal(path) == (
        f"the database {path} is in use: another bot runs on it, stop that one first"
    )
    await store.close()
    await open_and_close(path)


async def test_second_process(tmp_path: Path):
    """While another process has the file, it is refused; once that is killed, it is free."""
    path = tmp_path / "games.sqlite3"
    program = (
        "import asyncio, sys\n"
        "from storage import open_store\n"
        "async def main():\n"
        "    store = await open_store(sys.argv[1])\n"
        "    print('open', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    url = f"sqlite:///{path.as_posix()}"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert other.stdout is not None
        assert (await other.stdout.readline()).strip() == b"open"
        assert "another bot runs on it" in await refusal(path)
    finally:
        other.kill()
        await other.wait()
    await open_and_close(path)


async def test_database_locked_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A program that keeps the file locked, such as a database browser, is told from a bot."""
    path = tmp_path / "games.sqlite3"
    await open_and_close(path)
    monkeypatch.setattr("storage.sqlite.PATIENCE", 10)
    with closing(sqlite3.connect(path, isolation_level=None)) as browser:
        browser.execute("BEGIN IMMEDIATE")
        sentence = await refusal(path)
    assert sentence == f"the database {path} is in use by another program: close that first"


async def test_cancelled_opening_lets_go(tmp_path: Path):
    """An opening that is cancelled leaves the file to the next one."""
    path = tmp_path / "games.sqlite3"
    opening = asyncio.create_task(open_store(f"sqlite:///{path.as_posix()}"))
    await asyncio.sleep(0.01)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await open_and_close(path)
