"""Work that a cancellation must not interrupt half way."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
Finish = Callable[[Coroutine[Any, Any, None]], Awaitable[None]]
"""Waits for the work's end, also when cancelled."""


class Unstoppable(asyncio.Future[T]):
    """What goes on whatever happens: who waits for it is cancelled when it has ended, not before.

    It works as asyncio says: a task whose future refuses to be cancelled is so when it is woken.
    """

    def cancel(self, msg: Any = None) -> bool:
        """Refuse."""
        return False


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Wait for the work until it has ended, even when cancelled: then CancelledError follows it."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        # The outcome of the work is told to nobody; this keeps asyncio from complaining about it.
        task.cancelled() or task.exception()
        raise cancelled
    return task.result()
