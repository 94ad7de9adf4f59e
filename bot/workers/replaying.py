"""Makes ratings good after matches were voided, a little at a time: no turn waits for it."""

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.workers.alarm import SELDOM, Alarm
from matches.voiding import Replay

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

AT_ONCE = 130
"""Matches that are rated anew in one unit: some hundredths of a second."""


class Replaying:
    """Works when a match was voided, and looks at every start and every five minutes for what is
    left: by a process that has ended, or one that is somewhere else.
    """

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._replay = Replay()
        self._alarm = Alarm("ratings after voided matches", self._work, SELDOM)
        self._is_over = False

    def start(self) -> None:
        """Begin with what was left."""
        self._alarm.start()

    def wake(self) -> None:
        """A match was voided."""
        self._alarm.wake()

    async def stop(self) -> None:
        """Finish the portion that has begun; the rest is done after the next start."""
        self._is_over = True
        await self._alarm.stop()

    async def _work(self) -> float | None:
        async with self._bot.store.reading() as uow:
            waiting, _ = await uow.voids.waiting()
        if not waiting:
            return None
        began = asyncio.get_running_loop().time()
        while not self._is_over and await self._portion():
            pass  # Whoever has waited for the store meanwhile goes first.
        self._bot.announcer.wake()
        if not self._is_over:
            seconds = asyncio.get_running_loop().time() - began
            logger.info("ratings are as if no voided match had been played (%.1f s)", seconds)
        return None

    async def _portion(self) -> bool:
        async with self._bot.store.writing() as uow:
            return await self._replay.portion(uow, AT_ONCE, now=self._bot.now())
