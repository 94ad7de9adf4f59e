"""Work that runs when it is woken and at the time it asked for, and never twice at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from storage import StoreUnavailable

logger = logging.getLogger(__name__)

LONGEST_SLEEP = 30.0
"""Seconds: another process may have stored something that is due earlier."""
SELDOM = 300.0
"""Seconds for work that whoever stores it does itself: only a process that has ended leaves it."""
AFTER_FAILURE = 5.0
"""Seconds until the work is tried again after an error."""


class Alarm:
    """Runs `work`, which returns in how many seconds it wants to run again (None: when woken).

    While it waits there is a timer and no task, so that stopping it is plain.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[float | None]],
        longest_sleep: float = LONGEST_SLEEP,
    ) -> None:
        self._name = name
        self._work = work
        self._longest_sleep = longest_sleep
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._woken = False
        self._stopped = True

    def start(self) -> None:
        """Begin, with a first run at once; starting twice changes nothing."""
        if self._stopped:
            self._stopped = False
            self.wake()

    def wake(self) -> None:
        """Run as soon as possible, once more if it is running."""
        self._woken = True
        if not self._stopped and self._task is None:
            self._forget_timer()
            self._task = asyncio.get_running_loop().create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Let the running work finish and run no more."""
        self._stopped = True
        self._forget_timer()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        pause: float | None = 0.0
        try:
            while self._woken and not self._stopped:
                self._woken = False
                pause = await self._try()
        finally:
            self._task = None
        if not self._stopped:
            longest = self._longest_sleep
            seconds = longest if pause is None else min(max(pause, 0.0), longest)
            self._timer = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _try(self) -> float | None:
        try:
            return await self._work()
        except StoreUnavailable:
            # Storage has told the operator of it, once.
            return AFTER_FAILURE
        except Exception:
            # Whatever it is must not end the work for good: the next run may succeed.
            logger.exception("%s failed and is tried again in %g s", self._name, AFTER_FAILURE)
            return AFTER_FAILURE

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
