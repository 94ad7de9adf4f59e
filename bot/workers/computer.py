"""Plays the computer's turns: they are thought about outside the event loop, in the order in which
they fell due, and shown at a human pace.

A turn to come is a due row. Its lease is renewed until the turn is played, so that it is thought
about once; after the end of a process the next one finds it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.computer.pool import NoAnswer
from bot.computer.question import Question
from bot.workers.alarm import SELDOM, Alarm
from matches.computer import WEAKEST
from matches.computing import play_for_computer
from matches.errors import MatchesError
from matches.ids import MatchId
from matches.match import Match
from matches.outbox import LEASE, DueKind, DueRow
from rules import RulesError, draw_turn, short_record
from storage import RESTS, CorruptRecord, StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

RENEW_AFTER = LEASE / 3
"""How often leases are renewed."""
TRIES = 2
"""Failures at the match's own level after which the weakest plays: the turn has to come."""
SEEDS = 2**31
AT_ONCE = timedelta()


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A turn that waits to be played: nobody draws in no time."""

    match: Match
    """As it was when the turn was chosen."""
    turn: str
    due_at: datetime


class ComputerWorker:
    """Thinks about as many turns at once as there are processes; others wait for their turn."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("computer", self._work, SELDOM)
        self._thinking: dict[asyncio.Task[None], MatchId] = {}
        self._chosen: list[_Chosen] = []
        self._failures: Counter[MatchId] = Counter()

    def start(self) -> None:
        """Begin with what an earlier process left."""
        self._alarm.start()

    def wake(self) -> None:
        """It may be the computer's turn somewhere."""
        self._alarm.wake()

    async def stop(self) -> None:
        """Leave what is not played yet to the next process, at once."""
        await self._alarm.stop()
        left, thinking = self._in_hand(), list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await self._bot.thinking.stop()
        with suppress(StoreUnavailable):  # they come when their leases have run out
            await self._lease(left, AT_ONCE)

    async def _work(self) -> float | None:
        if not self._bot.thinking.processes:
            return None
        await self._play_what_is_due()
        await self._lease(self._in_hand(), LEASE)
        room = self._bot.thinking.processes - len(self._thinking)
        now, due_at = self._bot.now(), None
        rows: list[DueRow] = []
        if room > 0:
            async with self._bot.store.writing() as uow:
                rows = await uow.due.claim(now, now + LEASE, room, computer=True)
                due_at = await uow.due.next_due(computer=True)
                await uow.commit()
        for row in rows:
            self._take(MatchId(row.subject))
        return 0.0 if rows else self._pause(now, due_at)

    def _pause(self, now: datetime, due_at: datetime | None) -> float | None:
        """Seconds until there is something to do; None if nothing is known to come."""
        moments = [chosen.due_at for chosen in self._chosen]
        if self._in_hand():
            moments.append(now + RENEW_AFTER)
        if due_at is not None:
            moments.append(due_at)
        return min(((at - now).total_seconds() for at in moments), default=None)

    def _in_hand(self) -> set[MatchId]:
        """The matches whose turn is thought about, or chosen and not played yet."""
        return {*self._thinking.values(), *(chosen.match.id for chosen in self._chosen)}

    # ------------------------------------------------------------------------------- thinking

    def _take(self, match: MatchId) -> None:
        task = asyncio.get_running_loop().create_task(self._think_about(match))
        self._thinking[task] = match
        task.add_done_callback(self._has_thought)

    def _has_thought(self, task: asyncio.Task[None]) -> None:
        """There is room for another one, and perhaps something to play."""
        del self._thinking[task]
        self.wake()

    async def _think_about(self, key: MatchId) -> None:
        try:
            match = await self._match(key)
            if match is not None:
                self._chosen.append(await self._choose(match))
            self._failures.pop(key, None)
        except CorruptRecord as error:
            logger.error("match %s: the computer's turn rests: %s", key, error)
            await self._lease([key], RESTS)
        except StoreUnavailable:
            pass  # It comes again; storage has told the operator.
        except (NoAnswer, RulesError) as error:
            self._failures[key] += 1
            logger.error("match %s: the computer has no turn yet: %r", key, error)
        except Exception:
            self._failures[key] += 1
            logger.exception("match %s: the computer has no turn yet", key)

    async def _match(self, key: MatchId) -> Match | None:
        """The match, if the computer is to move in it; otherwise its row is taken away."""
        async with self._bot.store.writing() as uow:
            match = await uow.matches.get(key)
            if match is not None and match.awaits_computer:
                return match
            await uow.due.remove(DueKind.COMPUTER_TURN, key)
            await uow.commit()
        return None

    async def _choose(self, match: Match) -> _Chosen:
        """Raises NoAnswer, and RulesError for a turn that cannot be played."""
        turn = await self._bot.thinking.think(self._question(match))
        _, drawn = draw_turn(match.game.position, turn)
        began = max(match.acted_at.values())
        time = self._bot.thinking.time_for(len(drawn.steps), self._bot.rng)
        return _Chosen(match, turn, began + time)

    def _question(self, match: Match) -> Question:
        level = WEAKEST if match.computer is None else match.computer.level
        if self._failures[match.id] >= TRIES:
            level = WEAKEST
        return Question(short_record(match.game), level, self._bot.rng.randrange(SEEDS))

    # -------------------------------------------------------------------------------- playing

    async def _play_what_is_due(self) -> None:
        now = self._bot.now()
        due = [chosen for chosen in self._chosen if chosen.due_at <= now]
        for chosen in due:
            await self._play(chosen, now)
            self._chosen.remove(chosen)
        if due:
            self._bot.wake()

    async def _play(self, chosen: _Chosen, now: datetime) -> None:
        """Play it, unless the match has moved on meanwhile. Raises StoreUnavailable."""
        match, turn = chosen.match, chosen.turn
        try:
            async with self._bot.store.writing() as uow:
                await play_for_computer(uow, match.id, turn, seen_version=match.version, now=now)
        except (MatchesError, CorruptRecord) as error:
            logger.info("match %s: a turn of the computer is dropped: %r", match.id, error)
            # Another turn may wait already, whose lease was renewed with this one's.
            await self._lease([match.id], AT_ONCE)

    async def _lease(self, matches: Iterable[MatchId], time: timedelta) -> None:
        """Nobody else thinks about these for so long."""
        keys = sorted(set(matches))
        if not keys:
            return
        until = self._bot.now() + time
        async with self._bot.store.writing() as uow:
            for key in keys:
                await uow.due.lease(DueKind.COMPUTER_TURN, key, until)
            await uow.commit()
