"""Erases what was deleted from the files, for many deletions at once."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from matches.outbox import DueKind, DueRow
from matches.ports import Store

logger = logging.getLogger(__name__)

PAUSE = timedelta(minutes=10)
"""Erasing keeps everybody from storing anything for as long as all accounts take to be written, so
a process does it no more often than this, however many accounts are deleted.
"""


class TraceEraser:
    """Does what the due rows for erasing ask for, all of them by one run."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._erased_at: datetime | None = None
        """When this process did it last. Another process begins at once: a crash delays nothing."""

    async def erase(self, rows: Sequence[DueRow]) -> None:
        """Erase the traces of these players and of all others who wait, or put these off until the
        pause is over.

        A row stays until it is done: also after a crash, and while somebody reads what was. Raises
        StoreUnavailable.
        """
        now = self._now()
        since = None if self._erased_at is None else now - self._erased_at
        # A negative time is that of a clock that was turned back.
        if since is not None and timedelta() <= since < PAUSE:
            await self._put_off(rows, now + PAUSE - since)
            return
        async with self._store.reading() as uow:
            waiting = await uow.due.subjects(DueKind.ERASE_TRACES)
        if not await self._store.erase_traces():
            logger.info("traces of %s deleted players are erased later: somebody reads", len(rows))
            return
        self._erased_at = self._now()
        async with self._store.writing() as uow:
            for player in waiting:
                await uow.due.remove(DueKind.ERASE_TRACES, player)
            await uow.commit()

    async def _put_off(self, rows: Sequence[DueRow], until: datetime) -> None:
        async with self._store.writing() as uow:
            for row in rows:
                await uow.due.set(row.kind, row.subject, until)
            await uow.commit()
