"""Starts what happens by itself: challenges that end, and turns whose time has run out."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.workers.alarm import Alarm
from matches.challenging import expire
from matches.ids import ChallengeId, MatchId
from matches.outbox import LEASE, DueKind, DueRow
from matches.ports import UnitOfWork
from matches.timekeeping import run_out_of_time
from storage import RESTS, CorruptRecord

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

AT_ONCE = 50
STANDSTILL = timedelta(seconds=60)
"""Without a beat for so long no process was there, and nobody's time has run."""


class DueWorker:
    """Sleeps until the earliest due row, and notes every half minute that the bot is alive.

    Any number of processes can run it: rows are claimed, and what they start is idempotent.
    """

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("due rows", self._work)

    def start(self) -> None:
        """Begin with what fell due while no process was there."""
        self._alarm.start()

    async def stop(self) -> None:
        """Finish what has been started."""
        await self._alarm.stop()

    async def _work(self) -> float | None:
        now = self._bot.now()
        async with self._bot.store.writing() as uow:
            await _beat(uow, now)
            rows = await uow.due.claim(now, now + LEASE, AT_ONCE)
            due_at = None if rows else await uow.due.next_due()
            await uow.commit()
        for row in rows:
            await self._start(row)
        if rows:
            self._bot.announcer.wake()
            return 0.0
        return None if due_at is None else (due_at - self._bot.now()).total_seconds()

    async def _start(self, row: DueRow) -> None:
        now = self._bot.now()
        try:
            async with self._bot.store.writing() as uow:
                if row.kind is DueKind.CHALLENGE_ENDS:
                    await expire(uow, ChallengeId(row.subject), now=now)
                else:
                    await run_out_of_time(uow, MatchId(row.subject), now=now)
        except CorruptRecord as error:
            logger.error("due row %s of %s rests: %s", row.kind.value, row.subject, error)
            await self._postpone(row, now + RESTS)
        except Exception:
            # One row that cannot be done must not keep the others waiting; it comes again.
            logger.exception("due row %s of %s failed", row.kind.value, row.subject)

    async def _postpone(self, row: DueRow, until: datetime) -> None:
        async with self._bot.store.writing() as uow:
            await uow.due.set(row.kind, row.subject, until)
            await uow.commit()


async def _beat(uow: UnitOfWork, now: datetime) -> None:
    """Before anything is called late: time stands still while no process is there."""
    gap = await uow.heartbeats.beat(now)
    if gap is not None and gap > STANDSTILL:
        logger.info("no process was there for %s: deadlines move by as much", gap)
        await uow.heartbeats.shift_deadlines(gap)
