"""Games that wait for the computer while something else is measured beside them."""

import math
from dataclasses import replace
from datetime import timedelta
from random import Random

from bot.computer.pool import ThinkingPool
from bot.computer.question import Question
from matches.ids import MatchId
from tests.support.table import Table, buttons

GAMES = 10
SECONDS = 60.0
"""How long the computer thinks about each of them."""


class Waiting:
    """Games in which it is the computer's turn, which thinks about them in its processes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pool = ThinkingPool(longest=math.inf)
        self.processes = self._pool.processes
        table.bot.thinking = self

    async def begin(self) -> None:
        """Carol begins them all; they wait before anything is measured."""
        table = self._table
        for _ in range(GAMES):
            result = await table.carol.slash(table.channel, "play", level=8)
            assert result.response is not None
            board = result.response.message
            if any(not b.disabled for b in buttons(board)[:9]):
                await table.tap(table.carol, board, "0")
        await self.check()

    async def check(self) -> None:
        """Most of them have waited all the time."""
        async with self._table.store.reading() as uow:
            games = [await uow.matches.get(MatchId(number)) for number in range(1, GAMES + 1)]
        waiting = sum(game is not None and game.awaits_computer for game in games)
        assert waiting >= GAMES // 2, f"only {waiting} games wait"

    async def think(self, question: Question) -> str:
        """As the bot's own processes do, for so long that the games wait until all is measured, and
        without the simulator waiting for them.
        """
        thinking = self._pool.think(replace(question, seconds=SECONDS))
        answer: str = await self._table.env.external_wait(thinking, reason="the computer thinks")
        return answer

    def time_for(self, segments: int, rng: Random) -> timedelta:
        """As always."""
        return self._pool.time_for(segments, rng)

    async def stop(self) -> None:
        """End the processes."""
        await self._pool.stop()
