"""Starts what happens by itself: challenges that end, reminders, and turns whose time runs out."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.workers.alarm import Alarm
from bot.workers.erasing import TraceEraser
from matches.challenging import expire
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.leaving import end_leave
from matches.outbox import LEASE, DueKind, DueRow
from matches.ports import UnitOfWork
from matches.timekeeping import ask_if_played, close_unplayed, give_up, pass_standstill, watch_clock
from storage import RESTS, CorruptRecord, StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

AT_ONCE = 50
MOVED_AT_ONCE = 500
"""Rows of leaderboards that are looked at in a unit of work. After the version that brought the
leaderboards all rows are due.
"""
STANDSTILL = timedelta(seconds=60)
"""Without a beat for so long no process was there, and nobody's time has run."""

Start = Callable[[UnitOfWork, int, datetime], Awaitable[object]]

STARTS: dict[DueKind, Start] = {
    DueKind.CHALLENGE_ENDS: lambda uow, key, now: expire(uow, ChallengeId(key), now=now),
    DueKind.TURN_DEADLINE: lambda uow, key, now: watch_clock(uow, MatchId(key), now=now),
    DueKind.ASK_IF_PLAYED: lambda uow, key, now: ask_if_played(uow, MatchId(key), now=now),
    DueKind.LEAVE_ENDS: lambda uow, key, now: end_leave(uow, PlayerId(key), now=now),
    DueKind.CLOSE_UNPLAYED: lambda uow, key, now: close_unplayed(uow, MatchId(key), now=now),
    DueKind.GIVE_UP: lambda uow, key, now: give_up(uow, MatchId(key), now=now),
}


class DueWorker:
    """Sleeps until the earliest due row, and notes every half minute that the bot is there.

    Any number of processes can run it: rows are claimed, and what they start is idempotent. While
    Discord does not reach this process, nobody can play: it does nothing and notes nothing, so that
    such an outage counts like a bot that is down.
    """

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("due rows", self._work)
        self._eraser = TraceEraser(bot.store, bot.now)

    def start(self) -> None:
        """Begin with what fell due while no process was there."""
        self._alarm.start()

    def wake(self) -> None:
        """Discord may have come back."""
        self._alarm.wake()

    async def stop(self) -> None:
        """Finish what has been started."""
        await self._alarm.stop()

    async def _work(self) -> float | None:
        if not self._bot.presence.is_connected:
            return None
        now = self._bot.now()
        async with self._bot.store.writing() as uow:
            gap = await _beat(uow, now)
            rows = await uow.due.claim(now, now + LEASE, AT_ONCE)
            # What moves on a leaderboard by time alone has no row: it waits for no minute.
            moved = await uow.leaderboards.expire(now, MOVED_AT_ONCE)
            due_at = None if rows else await uow.due.next_due()
            await uow.commit()
        if gap is not None:
            logger.info("no process was there for %s: deadlines moved by as much", gap)
        traces = [row for row in rows if row.kind is DueKind.ERASE_TRACES]
        for row in rows:
            if row not in traces:
                await self._start(row)
        if traces:
            await self._erase(traces)
        if rows or gap is not None:
            self._bot.announcer.wake()
        if rows or moved == MOVED_AT_ONCE:
            return 0.0
        return None if due_at is None else (due_at - self._bot.now()).total_seconds()

    async def _start(self, row: DueRow) -> None:
        now = self._bot.now()
        try:
            async with self._bot.store.writing() as uow:
                await STARTS[row.kind](uow, row.subject, now)
        except CorruptRecord as error:
            logger.error("due row %s of %s rests: %s", row.kind.value, row.subject, error)
            await self._postpone(row, now + RESTS)
        except StoreUnavailable:
            pass  # It comes again; storage has told the operator.
        except Exception:
            # One row that cannot be done must not keep the others waiting; it comes again.
            logger.exception("due row %s of %s failed", row.kind.value, row.subject)

    async def _erase(self, rows: Sequence[DueRow]) -> None:
        try:
            await self._eraser.erase(rows)
        except StoreUnavailable:
            pass  # They come again; storage has told the operator.
        except Exception:
            logger.exception("the traces of deleted players could not be erased")

    async def _postpone(self, row: DueRow, until: datetime) -> None:
        async with self._bot.store.writing() as uow:
            await uow.due.set(row.kind, row.subject, until)
            await uow.commit()


async def _beat(uow: UnitOfWork, now: datetime) -> timedelta | None:
    """Before anything is called late: time stands still while no process is there, or while nothing
    can be stored. The gap, if there was one.
    """
    gap = await uow.heartbeats.beat(now)
    if gap is not None and gap < -STANDSTILL:
        logger.warning("the clock was turned back by %s: what waits to be told is told now", -gap)
        await uow.outbox.hurry_all(now)
    if gap is None or gap <= STANDSTILL:
        return None
    await pass_standstill(uow, gap, now=now)
    return gap
