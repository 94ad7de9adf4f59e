"""Going on leave and coming back: time stands still in all slow matches of the player.

It stands for both: whoever plays somebody on leave may move, but need not. Each use case is one
unit of work and one commit, and raises the errors of `matches.errors`.
"""

import logging
from dataclasses import dataclass
from datetime import datetime

from matches.accounts import require_account
from matches.errors import AlreadyOnLeave, LeaveTooLong, NotOnLeave
from matches.ids import PlayerId
from matches.leave import DAY, YEAR, Leave, days_left
from matches.match import Match
from matches.outbox import DueKind
from matches.pauses import Pause
from matches.ports import UnitOfWork
from matches.timekeeping import start_clock, stop_clock
from rules import Player

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LeaveState:
    """How a player stands with leave."""

    present: Leave | None
    """The leave that they are on; None if they are not."""
    days_left: int
    """Whole days that they can still take: now, or when the present leave ends as planned."""


async def leave_of(uow: UnitOfWork, player: PlayerId, *, now: datetime) -> LeaveState:
    """The leave that a player is on, and how many days they have left."""
    leaves = await uow.leaves.of(player, now - YEAR)
    present = next((leave for leave in leaves if leave.is_on(now)), None)
    return LeaveState(present, days_left(leaves, now if present is None else present.ends_at))


async def go_on_leave(uow: UnitOfWork, player: PlayerId, days: int, *, now: datetime) -> LeaveState:
    """Go on leave for whole days, at least one, at once: no time runs in slow matches.

    Raises AccountGone, AlreadyOnLeave, LeaveTooLong.
    """
    running = await running_locked(uow, player)
    await require_account(uow, player)
    before = await leave_of(uow, player, now=now)
    if before.present is not None:
        raise AlreadyOnLeave
    if not 1 <= days <= before.days_left:
        raise LeaveTooLong(before.days_left)
    leave = Leave(player, now, now + days * DAY)
    await uow.leaves.save(leave)
    await uow.due.set(DueKind.LEAVE_ENDS, player, leave.ends_at)
    for match in running:
        if match.terms.turn_time.knows_leave:
            await stop_clock(uow, match, _pause(match, player), since=now)
    after = await leave_of(uow, player, now=now)
    await uow.commit()
    logger.info("player %s is on leave for %s days", player, days)
    return after


async def come_back(uow: UnitOfWork, player: PlayerId, *, now: datetime) -> LeaveState:
    """End a leave early: time runs again, and only what was used of it counts.

    Raises NotOnLeave.
    """
    running = await running_locked(uow, player)
    present = (await leave_of(uow, player, now=now)).present
    if present is None:
        raise NotOnLeave
    await uow.leaves.save(Leave(player, present.began_at, now))
    await _go_on(uow, player, running, now)
    after = await leave_of(uow, player, now=now)
    await uow.commit()
    logger.info("player %s is back from leave", player)
    return after


async def end_leave(uow: UnitOfWork, player: PlayerId, *, now: datetime) -> None:
    """Let time run again after a leave that is over. Safe to call at any time and any number of
    times.
    """
    running = await running_locked(uow, player)
    present = (await leave_of(uow, player, now=now)).present
    if present is None:
        await _go_on(uow, player, running, now)
        logger.info("the leave of player %s is over", player)
    else:
        await uow.due.set(DueKind.LEAVE_ENDS, player, present.ends_at)
    await uow.commit()


async def away_at_start(uow: UnitOfWork, match: Match, now: datetime) -> Pause:
    """The pauses with which a match begins: of those of its players who are on leave. Both must be
    locked.
    """
    pauses = Pause.NONE
    if match.terms.turn_time.knows_leave:
        for side in Player:
            if (await leave_of(uow, match.player(side), now=now)).present is not None:
                pauses |= Pause.away(side)
    return pauses


async def running_locked(uow: UnitOfWork, player: PlayerId) -> list[Match]:
    """The running matches of a player, locked, and the player too, so that none begins meanwhile.

    The matches come first, as wherever one ends: otherwise the two could wait for each other.
    """
    for match in sorted(await uow.matches.running_of(player), key=lambda match: match.id):
        await uow.matches.get(match.id)
    await uow.players.lock((player,))
    running = sorted(await uow.matches.running_of(player), key=lambda match: match.id)
    found = [await uow.matches.get(match.id) for match in running]
    return [match for match in found if match is not None]


async def _go_on(uow: UnitOfWork, player: PlayerId, running: list[Match], now: datetime) -> None:
    await uow.due.remove(DueKind.LEAVE_ENDS, player)
    for match in running:
        await start_clock(uow, match, _pause(match, player), now=now)


def _pause(match: Match, player: PlayerId) -> Pause:
    side = match.side_of(player)
    if side is None:
        raise ValueError(f"player {player} does not play match {match.id}")
    return Pause.away(side)
