"""Whatever does not agree at a table is found: a comparison that finds nothing proves nothing."""

from collections.abc import Awaitable, Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import text

from matches.ids import MatchId
from matches.outbox import Telling
from tests.support.table import Table, button_ids
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    assert_nothing_begun,
)

AWAY = 181
"""Seconds after which nobody counts as looking at the board."""

Spoiling = Callable[[Table], Awaitable[None]]


# --- what may be wrong with a match in which each has played, the second one after being away


async def other_lines(table: Table) -> None:
    """The text above the picture is another one."""
    edit(table, table.board(), content="Your turn.")


async def other_picture(table: Table) -> None:
    """The picture is another one of the same name."""
    board = table.board()
    [shown] = parts(table, board)
    where, name, words = board.channel.id, shown["filename"], shown["description"]
    other = table.env.backend.cdn.store_attachment(int(shown["id"]), where, name, b"?", words)
    edit(table, board, attachments=[other])


async def other_alternative_text(table: Table) -> None:
    """The picture is described otherwise."""
    [shown] = parts(table, table.board())
    edit(table, table.board(), attachments=[{**shown, "description": "A board."}])


async def other_version(table: Table) -> None:
    """A button names another version of the match."""
    rows = components(table, table.board())
    rows[0]["components"][0]["custom_id"] = "ps:1:1:0:7"
    edit(table, table.board(), components=rows)


async def disabled_button(table: Table) -> None:
    """A step that may be drawn cannot be tapped."""
    rows = components(table, table.board())
    rows[0]["components"][0]["disabled"] = True
    edit(table, table.board(), components=rows)


async def old_buttons(table: Table) -> None:
    """The board before has buttons still."""
    edit(table, old_board(table), components=components(table, table.board()))


async def other_note(table: Table) -> None:
    """Another message is noted as the board."""
    await change(table, "UPDATE boards SET message = message - 1")


async def other_turn(table: Table) -> None:
    """A turn is stored that nobody was shown."""
    await change(table, "UPDATE turns SET record = '1' WHERE number = 2")


async def untold(table: Table) -> None:
    """Something waits to be told."""
    now = table.clock.now()
    async with table.store.writing() as uow:
        later = now + timedelta(hours=1)
        await uow.outbox.add(Telling.EDIT_BOARD, now=now, due_at=later, match=MatchId(1))
        await uow.commit()


async def told_twice(table: Table) -> None:
    """Whoever is to move is notified of one turn twice."""
    say_again(table, (await table.player_to_move()).id)


async def told_for_nothing(table: Table) -> None:
    """Whoever has just played is notified of it."""
    say_again(table, (await table.seats())["second"].id)


async def open_challenge(table: Table) -> None:
    """The challenge that was accepted can be accepted once more."""
    rows = [{"type": 1, "components": [{**BUTTON, "custom_id": "psc:1:accept"}]}]
    edit(table, table.messages(table.channel)[0], components=rows)


BUTTON = {"type": 2, "style": 1, "label": "Accept"}
WRONG: list[tuple[Spoiling, str]] = [
    (other_lines, "instead of"),
    (other_picture, "another picture"),
    (other_alternative_text, "'A board.' instead of"),
    (other_version, "'ps:1:1:0:7', .* instead of"),
    (disabled_button, "True.* instead of"),
    (old_buttons, "one board has buttons"),
    (other_note, "one board has buttons"),
    (other_turn, "instead of"),
    (untold, "something waits to be told"),
    (told_twice, "notified again"),
    (told_for_nothing, "was too much"),
    (open_challenge, "ACCEPTED"),
]


@pytest.mark.parametrize(("spoil", "finding"), WRONG, ids=[spoil.__name__ for spoil, _ in WRONG])
async def test_what_does_not_agree_is_found(table: Table, spoil: Spoiling, finding: str) -> None:
    """Each kind of disagreement by itself, in a match that agreed before."""
    await table.start()
    await table.draw("0")
    await table.wait(AWAY)
    await table.draw("0")
    await assert_agrees(table)
    await spoil(table)
    with pytest.raises(AssertionError, match=finding):
        await assert_agrees(table)


async def test_a_board_that_may_keep_its_buttons_must_have_them(table: Table) -> None:
    """An exception is for the boards that it names, and only as long as it is needed."""
    await table.start()
    old = table.board()
    await table.wait(AWAY)
    await table.draw("0")
    with pytest.raises(AssertionError, match="one board has buttons"):
        await assert_agrees(table, kept=[old])
    edit(table, old, components=components(table, table.board()))
    await assert_agrees(table, kept=[old])


async def test_a_takeback_gives_the_turn_to_whoever_took_it_back(table: Table) -> None:
    """Of the version after it whoever plays anew is notified, and nobody else may be."""
    await table.start(rated=False)
    await table.play(["0", "2", "0"])
    asked = await table.tap(table.alice, table.board(), "more")
    assert asked.response is not None
    await table.tap(table.alice, asked.response.message, "takeback")
    await table.wait(AWAY)
    [line] = [m for m in table.messages() if button_ids(m, "pso:")]
    await table.tap(table.bob, line, "accept")
    await assert_agrees(table)
    say_again(table, table.bob.id)
    with pytest.raises(AssertionError, match="was too much"):
        await assert_agrees(table)


async def test_a_challenge_that_stands_otherwise_is_found(table: Table) -> None:
    """An open one without buttons, and anything at all where nothing has begun."""
    await assert_nothing_begun(table)
    message = await table.challenge()
    await assert_challenge_agrees(table)
    with pytest.raises(AssertionError):
        await assert_nothing_begun(table)
    edit(table, message, components=[])
    with pytest.raises(AssertionError, match="OPEN"):
        await assert_challenge_agrees(table)


# --- how it is spoiled


def parts(table: Table, message: discord.Message) -> list[dict[str, Any]]:
    """The attachments of a message, to be changed."""
    return deepcopy(table.env.backend.get_message(message.channel.id, message.id).attachments)


def components(table: Table, message: discord.Message) -> list[dict[str, Any]]:
    """The rows of a message's buttons, to be changed."""
    return deepcopy(table.env.backend.get_message(message.channel.id, message.id).components)


def edit(table: Table, message: discord.Message, **fields: Any) -> None:
    """The message is another one, as if the bot had sent it so."""
    table.env.backend.edit_message(message.channel.id, message.id, fields)


def old_board(table: Table) -> discord.Message:
    """The board before the newest one."""
    return [m for m in table.messages() if m.attachments][-2]


def say_again(table: Table, person: int) -> None:
    """A board like the newest one notifies somebody."""
    board = table.board()
    table.env.backend.create_message(
        board.channel.id, board.author.id, f"<@{person}>", attachments=parts(table, board)
    )


async def change(table: Table, statement: str) -> None:
    """Somebody writes into the database."""
    async with table.store._engines.writer.begin() as connection:
        await connection.execute(text(statement))
