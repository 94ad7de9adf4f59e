"""Who chooses the computer's turns in tests that are not about its processes."""

import asyncio
from collections import deque
from collections.abc import Iterable
from datetime import timedelta
from random import Random

from simcord.env import Env

from bot.computer.pool import NoAnswer
from bot.computer.question import Question
from rules import draw_steps, read_record

TAKES = timedelta(minutes=1)


class Plays:
    """Plays these turns, one after the other, then whatever passes at once.

    While `answers` is not set every question waits, for which simcord's `env` must be known; what
    is None among the turns fails.
    """

    def __init__(self, *turns: str | None, processes: int = 1, env: Env | None = None) -> None:
        self.processes = processes
        self.asked: list[Question] = []
        self._env = env
        self.answers = asyncio.Event()
        self.answers.set()
        self.most_at_once = 0
        self._at_once = 0
        self._turns = deque(turns)

    def will_play(self, turns: Iterable[str | None]) -> None:
        """These too."""
        self._turns.extend(turns)

    async def think(self, question: Question) -> str:
        """The next turn."""
        self.asked.append(question)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if not self.answers.is_set():
                assert self._env is not None
                await self._env.external_wait(self.answers.wait(), reason="it thinks")
        finally:
            self._at_once -= 1
        if not self._turns:
            return passing_turn(question)
        turn = self._turns.popleft()
        if turn is None:
            raise NoAnswer("a test wants none")
        return turn

    def time_for(self, segments: int, rng: Random) -> timedelta:
        """So long that simcord never waits for it."""
        return TAKES

    async def stop(self) -> None:
        """Nothing runs."""


def passing_turn(question: Question) -> str:
    """A turn that the rules allow: the first direction at every step, until it has passed."""
    position = read_record(question.record).game.position
    if question.drawn:
        position, _ = draw_steps(position, question.drawn)
    mover, drawn = position.to_move, ""
    while position.to_move is mover:
        direction = position.legal_directions()[0]
        drawn += position.write_step(direction)
        position = position.after(direction)
    return drawn
