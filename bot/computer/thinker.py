"""A process that thinks: `python -m bot.computer.thinker` answers questions, a line each.

It knows the rules and the computer's play, and nothing of Discord or the database. It ends with its
input, so that it outlives no bot, whatever became of that.
"""

import json
import os
import signal
import sys
from typing import TextIO

from ai.choosing import choose_turn
from ai.levels import level
from bot.computer.question import Question
from rules import draw_steps, read_record

LESS_URGENT = 10
"""Whoever taps goes first: so much less of the processor these processes ask for."""


def main() -> int:
    """Answer until nobody asks any more."""
    # Ctrl-C is for the bot, which then ends its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # on Windows it was started so
        os.nice(LESS_URGENT)
    answer_all(sys.stdin, sys.stdout)
    return 0


def answer_all(questions: TextIO, answers: TextIO) -> None:
    """A line for each line: the turn, or what went wrong."""
    for line in questions:
        answers.write(reply(line) + "\n")
        answers.flush()


def reply(line: str) -> str:
    """The answer to a question as JSON: `turn`, or `error` for the log."""
    try:
        return json.dumps({"turn": answer(Question.read(line))})
    except Exception as error:
        # Whatever it is, the next question may be answered.
        return json.dumps({"error": repr(error)})


def answer(question: Question) -> str:
    """The rest of the turn to draw. Raises what the rules and the computer raise."""
    position = read_record(question.record).game.position
    if question.drawn:
        position, _ = draw_steps(position, question.drawn)
    return choose_turn(
        position, level(question.level), seed=question.seed, seconds=question.seconds
    )


if __name__ == "__main__":
    sys.exit(main())
