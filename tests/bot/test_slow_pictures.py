"""Pictures that take five seconds: Discord wants a sign within three, and gets one."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from simcord import MemberActor

from bot.actions import answering
from matches.challenge import ChallengeStatus
from tests.support.simcord_seams import Action, Click, Slash, lines_are_waits, perform, pinged
from tests.support.table import Table, button_id, told
from tests.support.table_agreement import Notice, assert_agrees, assert_challenge_agrees

DRAWING = 5.0
"""Seconds for any picture."""
TOKEN_LIFE = 900
"""Seconds for which an action can be answered at all."""
SlowDown = Callable[[float], None]
AWAY = 181
"""Seconds after which nobody counts as looking at the board."""


@pytest.fixture
def draws_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDown]:
    """From now on every picture takes so long."""
    draw, takes = table.bot.pictures.draw, 0.0

    async def slow(*scene: Any) -> bytes:
        if takes:
            await asyncio.sleep(takes)
        return await draw(*scene)

    def slow_down(seconds: float) -> None:
        nonlocal takes
        takes = seconds
        table.bot.pictures._boards.clear()

    monkeypatch.setattr(table.bot.pictures, "draw", slow)
    # The sign comes within less than a real second here, while Discord's time stands still.
    assert answering.PATIENCE <= 1.5
    monkeypatch.setattr(answering, "PATIENCE", 0.02)
    with lines_are_waits():
        yield slow_down


async def act(table: Table, action: Action, seconds: float = 4 * DRAWING) -> None:
    """Somebody does something, and time passes while pictures are drawn."""
    await perform(table.env, action)
    await table.wait(seconds)


def private(table: Table, who: MemberActor) -> list[str]:
    """What only somebody was shown, as it is now."""
    places = [table.channel, *table.channel.threads]
    found = [m for place in places for m in place.history(viewer=who) if m.flags.ephemeral]
    return [message.content for message in found]


def unanswered(table: Table) -> list[int]:
    """The actions of which Discord said that the application did not respond."""
    records = table.env.backend.interactions.values()
    return [record.id for record in records if not record.responded]


# --- boards


async def test_a_segment_is_drawn(table: Table, draws_for: SlowDown) -> None:
    """The tap gets its sign, and the board follows in the same message."""
    await table.start()
    board, mover = table.board(), await table.player_to_move()
    draws_for(DRAWING)
    await act(table, Click(mover, board, button_id(board, "0")))
    assert (await assert_agrees(table)).id == board.id
    assert await table.draft() == "0"
    assert unanswered(table) == []


@pytest.mark.parametrize("seconds", [0, AWAY])
async def test_a_turn_is_played(table: Table, draws_for: SlowDown, seconds: int) -> None:
    """In place, or as a new message that notifies: nobody waits for more than the picture."""
    await table.start(time="10m")
    await table.wait(seconds)
    board, seats = table.board(), await table.seats()
    draws_for(DRAWING)
    await act(table, Click(seats["first"], board, button_id(board, "0")))
    shown = await assert_agrees(table)
    assert (shown.id == board.id) == (seconds == 0)
    told_now = [notice for notice in table.notices.of(1) if notice.version == 2]
    assert told_now == [Notice(1, 2, frozenset({seats["second"].id}))][: seconds > 0]
    assert unanswered(table) == []


async def test_the_last_turn_is_played(table: Table, draws_for: SlowDown) -> None:
    """The end is shown, told in the channel, and rated once."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    await table.tap(table.alice, table.board(), "1")
    board = table.board()
    draws_for(DRAWING)
    await act(table, Click(table.alice, board, button_id(board, "7")))
    assert (await table.match()).is_over
    await assert_agrees(table)
    assert len([m for m in table.messages(table.channel) if "wins" in m.content]) == 1
    assert unanswered(table) == []


async def test_a_turn_is_typed(table: Table, draws_for: SlowDown) -> None:
    """The private answer does not wait for the picture."""
    await table.start(time="10m")
    mover = await table.player_to_move()
    draws_for(DRAWING)
    typed = Slash(mover, table.thread, "move", {"turn": "0"})
    assert told(await perform(table.env, typed)).startswith("You played `0`.")
    await table.wait(2 * DRAWING)
    await assert_agrees(table)
    assert unanswered(table) == []


async def test_taps_while_a_picture_is_drawn(
    table: Table, draws_for: SlowDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An impatient player taps on: the first tap counts, and the rest are told why they do not."""
    monkeypatch.setattr(answering, "PATIENCE", 1.0)
    await table.start()
    board, mover = table.board(), await table.player_to_move()
    draws_for(DRAWING)
    for digit in "012":
        await act(table, Click(mover, board, button_id(board, digit)), seconds=1)
    await table.wait(6 * DRAWING)
    assert await table.draft() == "0"
    await assert_agrees(table)
    moved_on = "The match has moved on since that button was shown. Look at its newest board."
    assert private(table, mover) == [moved_on, moved_on]
    assert unanswered(table) == []


async def test_a_picture_that_takes_longer_than_an_answer_may(
    table: Table, draws_for: SlowDown
) -> None:
    """After a quarter of an hour the answer is refused (50027): the board is shown without it."""
    await table.start()
    board, mover = table.board(), await table.player_to_move()
    draws_for(TOKEN_LIFE + 1)
    await perform(table.env, Click(mover, board, button_id(board, "0")))
    await table.wait(TOKEN_LIFE + 2)
    draws_for(0)
    await table.wait(2 * TOKEN_LIFE)
    assert await table.draft() == "0"
    await assert_agrees(table)
    assert private(table, mover) == []


# --- challenges


async def test_a_challenge_is_made(table: Table, draws_for: SlowDown) -> None:
    """Whoever challenges hears that it is sent; it comes as a message that notifies, once."""
    draws_for(DRAWING)
    challenge = Slash(table.alice, table.channel, "challenge", {"opponent": table.bob})
    await act(table, challenge)
    found = await assert_challenge_agrees(table)
    [message] = [m for m in table.messages(table.channel) if m.id == found.message]
    assert pinged(table.env, message) == {table.bob.id}
    assert len(message.attachments) == 1
    sent = f"Your challenge is sent, to <#{table.channel.id}>."
    assert private(table, table.alice) == [sent]
    assert unanswered(table) == []


async def test_a_challenge_is_accepted(table: Table, draws_for: SlowDown) -> None:
    """The match begins, and its first board comes once."""
    message = await table.challenge()
    draws_for(DRAWING)
    await act(table, Click(table.bob, message, button_id(message, "accept")))
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.ACCEPTED
    await assert_agrees(table)
    assert unanswered(table) == []
