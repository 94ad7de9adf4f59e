"""A database that takes nothing: whoever acts is told, nothing changes, and all goes on later."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.full_disk import full_disk, unwritable
from tests.support.table import Table, button_ids, told, told_nothing

REFUSED = (
    "I cannot store anything at the moment, so nothing has changed. Please try again in a while; "
    "whoever runs me is told."
)


@asynccontextmanager
async def nothing_stored(table: Table, folder: Path, how: str) -> AsyncIterator[None]:
    """Within: the database takes no turn."""
    if how == "full":
        async with full_disk(table.store):
            yield
    else:
        with unwritable(folder / "test.sqlite3"):
            yield


def troubles(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the operator was warned of."""
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("full", "there is no room left on the disk of the database {path}: make room there"),
        ("unwritable", "the disk of the database {path} cannot be read or written: look at it"),
    ],
)
async def test_turn_on_a_full_disk(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str, sentence: str
) -> None:
    """It is refused in words, nothing changes, the operator reads one line; then the same tap
    works.
    """
    caplog.set_level(logging.INFO)
    await table.start(time="10m")
    mover, board = await table.player_to_move(), table.board()
    before = await table.everything()
    async with nothing_stored(table, tmp_path, how):
        for _ in range(3):
            assert told(await table.tap(mover, board, "0")) == REFUSED
            assert await table.everything() == before
        answered = await mover.slash(table.place, "move", turn="0")
        assert told(answered) == REFUSED
        await table.wait(120)
    assert await table.everything() == before
    path = tmp_path / "test.sqlite3"
    errors = [sentence.format(path=path) + "; until then players are asked to try again"]
    assert troubles(caplog) == errors

    await table.wait(10)  # until no worker waits to try again
    assert told_nothing(await table.tap(mover, board, "0"))
    assert (await table.match()).game.turns == ("0",)
    assert button_ids(table.messages()[-1], "ps:1:2:")
    assert await table.rows() == []
    assert "the database has taken a change again" in [r.getMessage() for r in caplog.records]
    assert troubles(caplog) == errors
