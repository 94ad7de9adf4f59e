"""What is being answered: an orderly end waits for it, and lets nothing new begin."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Underway:
    """The answers to interactions that have begun and not ended."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_over = False

    async def answer(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; once the end has begun nothing is done, and Discord says that it failed."""
        task = asyncio.current_task()
        if self._is_over or task is None:
            work.close()
            return
        self._tasks.add(task)
        try:
            await work
        finally:
            self._tasks.discard(task)

    async def end(self) -> None:
        """Begin nothing new, and wait for what has begun."""
        self._is_over = True
        if self._tasks:
            await asyncio.wait(self._tasks)
