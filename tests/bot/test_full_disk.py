"""A database that takes nothing: whoever acts is told, nothing changes, and all goes on later."""

import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import Message

from bot.actions import challenge as challenge_actions
from bot.channels import Postable
from bot.deliveries.boards import BoardOrder, Boards
from matches.match import Match
from matches.outbox import LEASE, OutboxRow, Telling
from tests.support.full_disk import full_disk, unwritable
from tests.support.table import Table, button_ids, told, told_nothing
from tests.support.table_agreement import assert_agrees

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
        answered = await table.carol.slash(table.channel, "challenge", opponent=table.bob)
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
    await assert_agrees(table)


async def test_disk_that_fills_up_after_the_turn(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody is told that nothing has changed: the turn counts, and is shown again later."""
    await table.start(time="10m")
    mover, board = await table.player_to_move(), table.board()
    note = table.bot.announcer.was_told

    async def note_in_vain(match: Match, row: OutboxRow) -> None:
        with unwritable(tmp_path / "test.sqlite3"):
            await note(match, row)

    monkeypatch.setattr(table.bot.announcer, "was_told", note_in_vain)
    assert told_nothing(await table.tap(mover, board, "0"))
    monkeypatch.undo()
    assert (await table.match()).game.turns == ("0",)
    assert [row.telling for row in await table.rows()] == [Telling.EDIT_BOARD]
    assert len(troubles(caplog)) == 2
    await table.wait(LEASE.total_seconds() + 1)
    assert await table.rows() == []
    assert button_ids(table.board(), "ps:1:2:")
    await assert_agrees(table)


async def test_disk_that_fills_up_while_a_board_is_posted(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The board that could not be noted is found again, not posted twice, and no try is logged."""
    send = Boards._send_board
    with ExitStack() as full:

        async def send_and_fill(boards: Boards, order: BoardOrder, place: Postable) -> Message:
            message = await send(boards, order, place)
            full.enter_context(unwritable(tmp_path / "test.sqlite3"))
            return message

        monkeypatch.setattr(Boards, "_send_board", send_and_fill)
        await table.start(time="10m")
        monkeypatch.undo()
        await table.wait(200)
        assert [row.telling for row in await table.rows()] == [Telling.POST_BOARD]
    assert [record.name for record in caplog.records if record.levelno >= logging.ERROR] == [
        "storage.availability"
    ]
    await table.wait(60)
    assert await table.rows() == []
    assert len([m for m in table.messages() if button_ids(m, "ps:1:1:")]) == 1
    await assert_agrees(table)


async def test_disk_that_fills_up_after_a_challenge(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The challenge stands where it was shown, and is noted there later."""
    note = challenge_actions._note

    async def note_in_vain(*arguments: Any) -> None:
        with unwritable(tmp_path / "test.sqlite3"):
            await note(*arguments)

    monkeypatch.setattr(challenge_actions, "_note", note_in_vain)
    message = await table.challenge(time="10m")
    assert not message.flags.ephemeral
    await table.tap(table.bob, message, "accept")
    monkeypatch.undo()
    await table.wait(2 * LEASE.total_seconds())
    assert (await table.match()).game.turns == ()
    assert button_ids(table.board(), "ps:1:1:")
    await assert_agrees(table)
