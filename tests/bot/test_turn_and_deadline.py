"""What happens by itself in the very instant in which somebody acts: one of the two counts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord import InteractionResult

from matches.challenge import ChallengeStatus
from matches.match import EndReason
from matches.outbox import DueKind
from matches.timekeeping import ASKED_AFTER, CLOSED_AFTER
from tests.support.hesitant_store import at_once
from tests.support.simcord_seams import Action, Click, Slash, as_the_bot
from tests.support.table import Table, button_id, button_ids, laid_table, told, told_nothing
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

SEEDS = range(8)
OVER = "This match is over."
INSTANT = 0.5
"""Seconds before the end, within which a tap is still in time."""


async def in_the_same_instant(table: Table, seed: int, action: Action) -> InteractionResult:
    """The action, and the worker that finds what has just become due, in either order."""
    table.clock.advance(2 * INSTANT)
    with as_the_bot(table.env):
        table.bot.due.wake()
    [result] = await at_once(table, seed, action)
    return result


@asynccontextmanager
async def last_moment(folder: Path, *, time: str = "10m") -> AsyncIterator[Table]:
    """A match in which both have moved and whose time is about to end."""
    async with laid_table(folder) as table:
        await table.start(time=time)
        await table.play(["0", "0"])
        await table.wait(600 - INSTANT)
        assert not (await table.match()).is_over
        yield table


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_tap_and_the_end_of_the_time(tmp_path: Path, seed: int) -> None:
    """Either the turn is played and the opponent has the whole time, or the time ran out and
    whoever tapped is told so.
    """
    async with last_moment(tmp_path) as table:
        board, mover = table.board(), await table.player_to_move()
        tap = Click(mover, board, button_id(board, "0"))
        result = await in_the_same_instant(table, seed, tap)
        match = await table.match()
        if match.is_over:
            assert match.result is not None
            assert match.result.reason is EndReason.TIME
            assert match.game.turns == ("0", "0")
            assert told(result) == OVER
        else:
            assert match.game.turns == ("0", "0", "0")
            assert told_nothing(result)
            assert match.deadline is not None
            assert (match.deadline - table.clock.now()).total_seconds() == pytest.approx(600, abs=5)
        await assert_agrees(table, reminded=1)
        async with table.store.reading() as uow:
            assert len(await uow.ratings.history()) == match.is_over


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_typed_turn_and_the_end_of_the_time(tmp_path: Path, seed: int) -> None:
    """The same for a turn as text."""
    async with last_moment(tmp_path) as table:
        mover = await table.player_to_move()
        move = Slash(mover, table.place, "move", {"turn": "0", "match": 1})
        words = told(await in_the_same_instant(table, seed, move))
        match = await table.match()
        assert words.startswith(OVER if match.is_over else "You played `0`.")
        assert len(match.game.turns) == (2 if match.is_over else 3)
        await assert_agrees(table, reminded=1)


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_draft_and_the_end_of_the_time(tmp_path: Path, seed: int) -> None:
    """A line that was drawn in the last instant is shown or forgotten with the match."""
    async with laid_table(tmp_path) as table:
        await table.start(time="1d")
        await table.play(["0", "0"])
        await table.skip(86_400 * 0.8)
        await table.skip(86_400 * 0.2 - 10)
        board, mover = table.board(), await table.player_to_move()
        deadline = (await table.match()).deadline
        assert deadline is not None
        await table.wait((deadline - table.clock.now()).total_seconds() - INSTANT)
        tap = Click(mover, board, button_id(board, "1"))
        result = await in_the_same_instant(table, seed, tap)
        match = await table.match()
        assert await table.draft() == ("" if match.is_over else "1")
        # What was drawn in time may be gone by the time it is shown: then the end is the answer.
        assert told_nothing(result) or (match.is_over and told(result) == OVER)
        await assert_agrees(table, reminded=1)


@pytest.mark.parametrize("seed", SEEDS)
async def test_accepting_and_the_end_of_a_challenge(tmp_path: Path, seed: int) -> None:
    """Either there is a match, or the challenge has ended and nobody plays."""
    async with laid_table(tmp_path) as table:
        message = await table.challenge(time="10m")
        await table.wait(15 * 60 - INSTANT)
        accept = Click(table.bob, message, button_id(message, "accept"))
        result = await in_the_same_instant(table, seed, accept)
        found = await assert_challenge_agrees(table)
        if found.status is ChallengeStatus.ACCEPTED:
            assert told_nothing(result)
            await assert_agrees(table)
        else:
            assert found.status is ChallengeStatus.EXPIRED
            assert told(result) == "This challenge has ended. Make a new one."
            assert table.channel.threads == []


@pytest.mark.parametrize("seed", SEEDS)
async def test_going_on_and_the_end_of_a_match(tmp_path: Path, seed: int) -> None:
    """Either the match goes on, or it is closed and whoever wanted to go on is told."""
    async with laid_table(tmp_path) as table:
        await table.start(time="none")
        await table.play(["0", "0"])
        await table.skip(ASKED_AFTER.total_seconds())
        question = table.messages()[-1]
        assert button_ids(question) == ["psk:1"]
        await table.skip(CLOSED_AFTER.total_seconds() - 10)
        async with table.store.reading() as uow:
            ends = await uow.due.at(DueKind.CLOSE_UNPLAYED, 1)
        assert ends is not None
        await table.wait((ends - table.clock.now()).total_seconds() - INSTANT)
        tap = Click(table.bob, question, "psk:1")
        result = await in_the_same_instant(table, seed, tap)
        match = await table.match()
        if match.is_over:
            assert match.result is not None
            assert match.result.reason is EndReason.CLOSED
            assert told(result) == OVER
        else:
            assert told_nothing(result)
        await assert_agrees(table)
