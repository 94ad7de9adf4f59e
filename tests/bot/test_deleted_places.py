"""Messages, threads and channels that somebody deletes, archives or locks while they are needed."""

from typing import Any

import discord
import pytest

from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId
from matches.match import EndReason
from matches.pauses import Pause
from matches.timekeeping import ASKED_AFTER
from tests.support.simcord_seams import Request, pinged, world_of
from tests.support.simcord_trouble import set_thread_state, thread_state
from tests.support.table import Table, button_id, told
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    everything_public,
    ids,
)

AWAY = 181
"""Seconds after which nobody counts as looking at the board."""


def delete(table: Table, message: discord.Message) -> None:
    """A moderator deletes a message."""
    table.env.backend.delete_message(message.channel.id, message.id)


async def begun(table: Table, time: str = "10m") -> None:
    """A match in which both have moved."""
    await table.start(time=time)
    await table.play(["0", "0"])


# --- messages


async def test_the_board_is_deleted_in_the_moment_of_a_tap(table: Table) -> None:
    """The tap is answered with a message that is gone: it counts, and the board comes anew."""
    await begun(table)
    board = table.board()

    def gone(_: Any, request: Request, answer: Any) -> Any:
        if request.path.endswith("/callback"):
            table.env.backend.messages[board.channel.id].pop(board.id, None)
        return answer()

    rules = world_of(table.env.backend).rules
    rules.insert(0, gone)
    await table.tap(await table.player_to_move(), board, "0")
    rules.remove(gone)
    await table.wait(31)
    assert (await table.match()).game.turns == ("0", "0", "0")
    assert (await assert_agrees(table)).id != board.id


async def test_the_board_is_deleted_and_nobody_taps(table: Table) -> None:
    """The reminder posts it again, and the end of the time ends the match as ever."""
    await begun(table)
    delete(table, table.board())
    await table.wait(485)
    board = await assert_agrees(table)
    assert pinged(table.env, board) == {(await table.player_to_move()).id}
    delete(table, board)
    await table.wait(120)
    assert (await table.match()).is_over
    await assert_agrees(table, reminded=1)


async def test_a_deleted_last_board_comes_again_when_asked_for(table: Table) -> None:
    """`/board` shows how a match ended whose last board is gone."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    delete(table, table.messages()[-1])
    told(await table.bob.slash(table.channel, "board", match=1))
    board = await assert_agrees(table)
    assert "wins with a goal" in board.content
    assert pinged(table.env, board) == set()


async def test_a_deleted_challenge_can_be_made_again(table: Table) -> None:
    """Its message is gone, so nobody can answer it: it ends by itself and keeps nobody waiting."""
    delete(table, await table.challenge(time="10m"))
    await table.wait(15 * 60 + 1)
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.EXPIRED
    await table.start(time="10m")
    await assert_agrees(table)


async def test_a_challenge_is_deleted_in_the_moment_of_its_acceptance(table: Table) -> None:
    """No thread can be made on a message that is gone (10008): the match is played in the
    channel.
    """
    message = await table.challenge(time="10m")
    accept = button_id(message, "accept")

    def gone(_: Any, request: Request, answer: Any) -> Any:
        if request.path.endswith("/callback"):
            table.env.backend.messages[table.channel.id].pop(message.id, None)
        return answer()

    rules = world_of(table.env.backend).rules
    rules.insert(0, gone)
    await table.bob.click(message, custom_id=accept)
    rules.remove(gone)
    await table.wait(31)
    assert table.channel.threads == []
    await table.play(["0", "0", "0", "0", "17"])
    assert (await table.match()).is_over
    await assert_agrees(table)


async def test_a_deleted_question_is_not_needed(table: Table) -> None:
    """Whether a match without a limit goes on is told by a turn as well."""
    await begun(table, time="none")
    await table.skip(ASKED_AFTER.total_seconds())
    [question] = [m for m in everything_public(table) if ids(m, "psk:")]
    delete(table, question)
    await table.draw("0")
    await table.skip(8 * 86_400)
    assert not (await table.match()).is_over
    await assert_agrees(table)


# --- threads


@pytest.mark.parametrize("locked", [False, True])
async def test_a_thread_is_archived_before_the_end(table: Table, locked: bool) -> None:
    """The end is told in it, and it is closed again: the bot may open what is its own, and with
    Manage Threads what is locked.
    """
    await begun(table)
    await set_thread_state(table.env, table.thread.id, archived=True, locked=locked)
    await table.wait(605)
    match = await table.match()
    assert match.result is not None
    assert match.result.reason is EndReason.TIME
    await assert_agrees(table, reminded=1)
    assert thread_state(table.env, table.thread.id)[0]
    assert len([m for m in table.messages(table.channel) if "ran out of time" in m.content]) == 1


async def test_a_thread_is_deleted_before_the_reminder_and_the_end(table: Table) -> None:
    """Both come in the channel, each once."""
    await begun(table)
    table.env.backend.delete_channel(table.thread.id)
    await table.wait(485)
    assert pinged(table.env, await assert_agrees(table)) == {(await table.player_to_move()).id}
    await table.wait(120)
    board = await assert_agrees(table, reminded=1)
    assert board.channel.id == table.channel.id
    lines = [m for m in table.messages(table.channel) if "ran out of time" in m.content]
    assert [m.id for m in lines] == [board.id]


async def test_a_question_whose_thread_is_deleted_comes_in_the_channel(table: Table) -> None:
    """Whoever is to move is asked where the match can still be seen."""
    await begun(table, time="none")
    mover = await table.player_to_move()
    table.env.backend.delete_channel(table.thread.id)
    await table.skip(ASKED_AFTER.total_seconds())
    [question] = [m for m in table.messages(table.channel) if ids(m, "psk:")]
    assert pinged(table.env, question) == {mover.id}
    told(await mover.slash(table.channel, "move", turn="0", match=1))
    await table.wait(31)
    await assert_agrees(table)


# --- channels


async def test_a_channel_is_deleted_and_time_stands_still(table: Table) -> None:
    """Nobody loses a match that cannot be shown; in another channel it goes on, with the time that
    was left.
    """
    await begun(table)
    other = table.server.create_text_channel("elsewhere")
    thread, mover = table.thread, await table.player_to_move()
    table.env.backend.delete_channel(thread.id)
    table.env.backend.delete_channel(table.channel.id)
    told(await mover.slash(other, "move", turn="0", match=1))
    await table.wait(1300)
    match = await table.match()
    assert (match.is_over, match.pauses) == (False, Pause.HIDDEN)
    told(await mover.slash(other, "board", match=1))
    assert (await assert_agrees(table)).channel.id == other.id
    match = await table.match()
    assert match.deadline is not None
    assert match.pauses is Pause.NONE
    assert (match.deadline - table.clock.now()).total_seconds() == pytest.approx(600, abs=5)


async def test_a_challenge_whose_channel_is_deleted_ends(table: Table) -> None:
    """There is nowhere to say so, and nothing waits for ever."""
    await table.challenge(time="10m")
    table.env.backend.delete_channel(table.channel.id)
    await table.wait(15 * 60 + 31)
    async with table.store.reading() as uow:
        [row] = await uow.outbox.of_challenge(ChallengeId(1))
    assert row.attempts >= 1
    table.logs.expect("show_challenge. is given up")
    await table.skip(8 * 86_400)
    async with table.store.reading() as uow:
        assert await uow.outbox.of_challenge(ChallengeId(1)) == []
    await assert_challenge_agrees(table)
