"""Backups as an operator makes them, while the bot runs and people play."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.process.child import DATABASE, House


def turns_in(file: Path) -> list[str]:
    """The turns of the only match in a copy."""
    with closing(sqlite3.connect(file)) as opened:
        rows = opened.execute("SELECT record FROM turns ORDER BY number")
        return [record for (record,) in rows]


async def test_backup_and_restore(house: House) -> None:
    """A copy is taken of the running bot; put back, the match goes on from there, and what was
    there is kept.
    """
    copy = house.folder / "copy.sqlite3"
    bot = await house.start()
    await house.begun()
    await house.tap("0")
    backup = await house.command("backup", str(copy))
    assert (backup.status, backup.log) == (
        0,
        f"The database is copied to {copy}, and the copy is sound.\n",
    )
    assert turns_in(copy) == ["0"]
    await house.tap("1")

    refused = await house.command("restore", str(copy))
    assert refused.status == 2
    assert refused.log.startswith("paper-soccer: the database ")
    assert "another bot runs on it, stop that one first" in refused.log
    again = await house.command("backup", str(copy))
    assert again.status == 2
    assert again.log == (
        f"paper-soccer: there is a file {copy} already: name another one, or move it\n"
    )
    assert house.turns() == ["0", "1"]

    assert await bot.stop() == 0
    await house.gone()
    restored = await house.command("restore", str(copy))
    assert restored.status == 0, restored.log
    [kept] = kept_in(house.folder)
    assert restored.log == (
        f"The database is now what {copy} holds. What was there before is kept in {kept}.\n"
    )
    assert turns_in(kept) == ["0", "1"]
    assert house.turns() == ["0"]
    bot = await house.start()
    answer = await house.fake.slash(house.to_move(), house.channel, "games")
    assert answer.complete
    assert bot.complaints() == []


def kept_in(folder: Path) -> list[Path]:
    """The databases in the folder of backups."""
    return list((folder / "backups").glob("*.sqlite3"))


async def test_what_cannot_be_done_is_one_sentence(house: House) -> None:
    """The status is 2, as for a wrong setting."""
    missing = await house.command("backup", str(house.folder / "copy"))
    assert missing.status == 2
    path = house.folder / DATABASE
    assert missing.log == (
        f"paper-soccer: there is no database {path}, so there is nothing to copy\n"
    )
    nothing = await house.command("restore", str(house.folder / "copy"))
    assert nothing.status == 2
    assert nothing.log.startswith("paper-soccer: there is no file ")
    house.settings = 'storage.url = "postgresql://bot:hush@127.0.0.1/soccer"\n'
    for command in ("backup", "restore"):
        refused = await house.command(command, str(house.folder / "copy"))
        assert refused.status == 2
        assert "pg_" in refused.log
        assert "hush" not in refused.log
    (usage,) = [await house.command("backup")]
    assert usage.status == 2
    assert "FILE" in usage.log
