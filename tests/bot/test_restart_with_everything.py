"""The process ends in the middle of everything, and another one goes on hours or seconds later."""

from datetime import timedelta

import discord
import pytest

from matches.challenge import ChallengeStatus
from matches.match import EndReason, Result
from matches.outbox import Telling
from matches.timekeeping import ASKED_AFTER
from rules import Player
from tests.support.simcord_seams import pinged
from tests.support.table import Table
from tests.support.table_agreement import (
    Notice,
    assert_agrees,
    assert_challenge_agrees,
    everything_public,
    ids,
)

DAY = 86_400
LONGEST_SLEEP = 31
"""Seconds after which whatever is due has been looked at."""


async def left(table: Table, match: int = 1) -> timedelta:
    """How much of the turn's time is left."""
    deadline = (await table.match(match)).deadline
    assert deadline is not None
    return deadline - table.clock.now()


async def set_the_table(table: Table) -> tuple[discord.Message, discord.Message]:
    """Match 1 is live and begun, 2 is slow and half drawn, 3 has no limit; two challenges are open,
    of which the second, for a live match, lasts a quarter of an hour.
    """
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.start(time="1d")
    await table.tap(await table.player_to_move(2), table.board(), "1")
    await table.start(time="none")
    slow = await table.challenge(time="1d")
    live = (await table.alice.slash(table.channel, "challenge", time="2m")).response
    assert live is not None
    return slow, live.message


@pytest.mark.parametrize("seconds", [20, 3 * 3600, 3 * DAY])
async def test_everything_goes_on(table: Table, seconds: int) -> None:
    """Matches, drafts and challenges are there, nobody lost by the pause, nobody is told anything
    again, and each button does what it says.
    """
    slow, _ = await set_the_table(table)
    before = [await table.match(each) for each in (1, 2, 3)]
    times = [await left(table, each) for each in (1, 2)]
    told = [table.notices.of(each) for each in (1, 2, 3)]
    await table.be_down(seconds)
    for number, match in enumerate(before, start=1):
        after = await table.match(number)
        assert (after.game, after.version) == (match.game, match.version)
        assert not after.is_over
        assert table.notices.of(number) == told[number - 1]
        await assert_agrees(table, number)
    assert await table.draft(2) == "1"
    for number, time in enumerate(times, start=1):
        lost = time - await left(table, number)
        assert lost <= timedelta(seconds=LONGEST_SLEEP)
    assert (await assert_challenge_agrees(table, 4)).status is ChallengeStatus.OPEN
    lasts = seconds < 15 * 60
    status = ChallengeStatus.OPEN if lasts else ChallengeStatus.EXPIRED
    assert (await assert_challenge_agrees(table, 5)).status is status
    await table.tap(table.bob, slow, "accept")
    await assert_agrees(table, 4)
    boards = {each: board for board in everything_public(table) for each in ids(board, "ps:2:")}
    play = next(each for each in boards if each.endswith(":play"))
    await (await table.player_to_move(2)).click(boards[play], custom_id=play)
    assert (await table.match(2)).game.turns == ("1",)
    await assert_agrees(table, 2)


async def test_a_deadline_that_passed_in_a_short_pause(table: Table) -> None:
    """A restart that takes half a minute saves nobody: the time ran out, and both are told."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(590)
    await table.be_down(25)
    ended = await table.match()
    assert ended.result == Result(Player.SECOND, EndReason.TIME)
    await assert_agrees(table)
    people = frozenset({table.alice.id, table.bob.id})
    assert table.notices.of(1)[-1] == Notice(1, ended.version, people)


async def test_a_deadline_that_passed_in_a_long_pause(table: Table) -> None:
    """Nobody could play meanwhile: what was left before the pause is left after it."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(590)
    await table.be_down(2 * 3600)
    assert not (await table.match()).is_over
    await assert_agrees(table, reminded=1)
    await table.wait(10 + LONGEST_SLEEP)
    assert (await table.match()).is_over
    await assert_agrees(table, reminded=1)


async def test_a_reminder_that_fell_due_in_a_short_pause(table: Table) -> None:
    """It comes as soon as somebody can send it, once."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    mover = await table.player_to_move()
    await table.wait(470)
    old = table.board()
    await table.be_down(25)
    board = await assert_agrees(table)
    assert board.id != old.id
    assert pinged(table.env, board) == {mover.id}
    await table.be_down(1)
    await table.wait(60)
    assert (await assert_agrees(table)).id == board.id


async def test_a_reminder_that_was_due_and_not_sent(table: Table) -> None:
    """Stored by a process that died before it could post the board again."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(470)
    await table.bot.announcer.stop()
    await table.wait(20)
    assert (await table.match()).reminded
    assert len(await table.rows()) == 1
    await table.be_down(3 * 3600)
    await assert_agrees(table)
    # By the notices: moving the deadline may edit the board right after it was posted.
    mover = await table.player_to_move()
    assert table.notices.of(1)[-1] == Notice(1, 3, frozenset({mover.id}))


async def test_a_question_that_fell_due_while_the_bot_was_down(table: Table) -> None:
    """Whoever has not played for a month is asked by the next process, and not by the one after."""
    await table.start(time="none")
    await table.play(["0", "0"])
    mover = await table.player_to_move()
    await table.skip(ASKED_AFTER.total_seconds() - 30)
    assert questions(table) == []
    await table.be_down(45)
    await assert_agrees(table)
    [question] = questions(table)
    assert pinged(table.env, question) == {mover.id}
    await table.be_down(60)
    assert [m.id for m in questions(table)] == [question.id]
    await table.bob.click(question, custom_id="psk:1")
    assert questions(table) == []
    await table.draw("0")
    await assert_agrees(table)


async def test_a_question_that_was_due_and_not_put(table: Table) -> None:
    """Stored by a process that died before it could ask: nobody is closed out unasked."""
    await table.start(time="none")
    await table.play(["0", "0"])
    await table.bot.announcer.stop()
    await table.skip(ASKED_AFTER.total_seconds())
    assert [row.telling for row in await table.rows()] == [Telling.ASK_IF_PLAYED]
    await table.be_down(DAY)
    assert len(questions(table)) == 1
    assert not (await table.match()).is_over
    await assert_agrees(table)


async def test_a_match_that_is_closed_after_its_question(table: Table) -> None:
    """The week passes with restarts in it: the match ends once, and both are told once."""
    await table.start(time="none")
    await table.play(["0", "0"])
    await table.skip(ASKED_AFTER.total_seconds())
    for _ in range(7):
        await table.skip(DAY)
        await table.be_down(1)
    ended = await table.match()
    assert ended.result == Result(None, EndReason.CLOSED)
    await assert_agrees(table)
    people = frozenset({table.alice.id, table.bob.id})
    assert table.notices.of(1)[-1] == Notice(1, ended.version, people)


def questions(table: Table) -> list[discord.Message]:
    """Every question whether a match goes on that still has its button."""
    return [m for m in everything_public(table) if ids(m, "psk:")]
