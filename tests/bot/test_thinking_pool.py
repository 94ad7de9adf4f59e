"""The processes that think for the computer, as they really are."""

import asyncio
import io
import json
import os
import signal
from datetime import timedelta
from random import Random

import pytest

from bot.computer.pool import NoAnswer, ThinkingPool, usual_processes
from bot.computer.question import Question
from bot.computer.tempo import LONGEST, SHORTEST, time_for
from bot.computer.thinker import answer_all, reply
from rules import Game, draw_steps, find_variant, short_record

SMALL = Game(find_variant("small").ruleset)
QUICK = Question(short_record(SMALL), level=1, seed=1)
LONG = Question(short_record(SMALL), level=8, seed=1, seconds=600.0)


@pytest.fixture
async def pool():
    """A pool of one process, which is gone afterwards."""
    made = ThinkingPool(1)
    yield made
    await made.stop()
    assert made.ids == []


async def is_thinking(pool: ThinkingPool) -> int:
    """The number of the process that thinks now."""
    while True:
        if pool.ids:
            return pool.ids[0]
        await asyncio.sleep(0.01)


async def test_answer(pool: ThinkingPool):
    """A turn that the rules allow; nothing runs before the first question, one process after it."""
    assert pool.ids == []
    turn = await pool.think(QUICK)
    assert SMALL.play(turn).turns == (turn,)
    [first] = pool.ids
    assert await pool.think(QUICK) == turn
    assert pool.ids == [first]


async def test_killed_process_is_replaced(pool: ThinkingPool):
    """Whoever asked gets the answer of another one."""
    waiting = asyncio.create_task(pool.think(Question(QUICK.record, 8, 1, seconds=2.0)))
    killed = await is_thinking(pool)
    os.kill(killed, signal.SIGKILL)
    assert SMALL.play(await waiting).turns
    assert pool.ids != [killed]


async def test_idle_process_that_was_killed(pool: ThinkingPool):
    """A process may end between two questions, too."""
    await pool.think(QUICK)
    [killed] = pool.ids
    os.kill(killed, signal.SIGKILL)
    assert await pool.think(QUICK)
    assert pool.ids != [killed]


async def test_process_that_thinks_for_too_long():
    """It is ended, and so are those that are asked instead; then nobody has an answer."""
    pool = ThinkingPool(1, longest=0.2)
    with pytest.raises(NoAnswer, match="3 processes"):
        await pool.think(LONG)
    assert pool.ids == []


async def test_one_search_starves_no_other():
    """While one process thinks for long, another one answers."""
    pool = ThinkingPool(2)
    long = asyncio.create_task(pool.think(LONG))
    await is_thinking(pool)
    assert await pool.think(QUICK)
    assert not long.done()
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    await pool.stop()
    assert pool.ids == []


async def test_ten_questions_to_one_process(pool: ThinkingPool):
    """They are answered one after the other, in the order of asking."""
    order: list[int] = []

    async def ask(number: int) -> None:
        await pool.think(QUICK)
        order.append(number)

    await asyncio.gather(*(ask(number) for number in range(10)))
    assert order == list(range(10))
    assert len(pool.ids) == 1


async def test_question_that_cannot_be_answered(pool: ThinkingPool):
    """The process says what is wrong with it, and answers the next one."""
    with pytest.raises(NoAnswer, match="there is no level 9"):
        await pool.think(Question(QUICK.record, level=9, seed=1))
    [process] = pool.ids
    assert await pool.think(QUICK)
    assert pool.ids == [process]


async def test_no_processes():
    """Then nobody thinks."""
    with pytest.raises(NoAnswer):
        await ThinkingPool(0).think(QUICK)


async def test_python_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch):
    """It is tried a few times and then given up; whoever asks can try later."""
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(NoAnswer):
        await ThinkingPool(1).think(QUICK)


def test_usual_number_of_processes(monkeypatch: pytest.MonkeyPatch):
    """One processor is left for the bot, and there is always one that thinks."""
    for processors, processes in ((None, 1), (1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr("os.cpu_count", lambda known=processors: known)
        assert usual_processes() == processes


def test_rest_of_a_turn():
    """A question may be about a turn that is drawn in part; the answer ends it."""
    game = SMALL.play_all(["0", "2"])
    # From here up left leads to a point with a line, so that the ball bounces.
    steps = next(
        str(d)
        for d in game.position.legal_directions()
        if game.position.after(d).to_move is game.position.to_move
    )
    question = Question(short_record(game), level=1, seed=1, drawn=steps)
    turn = json.loads(reply(question.line()))["turn"]
    following, _ = draw_steps(game.position, steps + turn)
    assert following.to_move is not game.position.to_move


def test_lines_of_the_thinking_process():
    """Each line has a line for an answer, also one that is no question."""
    answers = io.StringIO()
    answer_all(io.StringIO(f"{QUICK.line()}\nnonsense\n[]\n{QUICK.line()}\n"), answers)
    first, second, third, last = map(json.loads, answers.getvalue().splitlines())
    assert first == last
    assert "error" in second
    assert "error" in third


def test_question_survives_its_way():
    """It is read back as it was asked."""
    question = Question('[Variant "small"] 0', 8, 7, drawn="1", seconds=1.5)
    assert Question.read(question.line()) == question


def test_human_pace():
    """Nobody draws within a second; a long chain takes longer, and nothing for ever."""
    rng = Random(1)
    short = [time_for(1, rng) for _ in range(50)]
    assert min(short) >= timedelta(seconds=SHORTEST)
    assert min(time_for(9, rng) for _ in range(50)) > max(short)
    assert time_for(500, rng) == timedelta(seconds=LONGEST)
