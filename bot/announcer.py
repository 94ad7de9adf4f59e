"""Sends what the outbox holds, at least once and in order for each match.

Rows are taken with a lease, sent, and closed in a unit of work of their own. A row whose sending
fails comes again later; one that may have been sent already is looked for in the channel first.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.deliveries import BoardOrder, Boards, Challenges
from bot.trouble import TROUBLE, describe
from bot.workers.alarm import Alarm
from matches import challenging
from matches.errors import MatchesError
from matches.ids import ChallengeId, MatchId
from matches.match import Match
from matches.outbox import LEASE, OutboxRow, Telling

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

AT_ONCE = 16
"""Rows taken at a time: they are sent side by side, save those of the same match."""
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=7)
"""A row that could not be told for so long is dropped; `/board` still shows everything."""
MOST_REMEMBERED = 1_000


class Announcer:
    """The worker that tells people what happened."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("announcer", self._tell_what_is_due)
        self._boards = Boards(bot)
        self._challenges = Challenges(bot)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._retired: OrderedDict[int, None] = OrderedDict()
        self._side_work: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin with what an earlier process left."""
        self._alarm.start()

    def wake(self) -> None:
        """There may be something new to tell."""
        self._alarm.wake()

    async def stop(self) -> None:
        """Finish what is being sent."""
        await self._alarm.stop()
        await asyncio.gather(*self._side_work, return_exceptions=True)

    # What the answers to interactions have told already

    async def was_told(self, match: Match, row: OutboxRow) -> None:
        """The answer to an interaction showed this version of the board."""
        async with self._bot.store.writing() as uow:
            rows = [row.id]
            rows += [r.id for r in await uow.outbox.of_match(match.id) if _asks_for_edit(r, row)]
            await uow.outbox.close(rows)
            await uow.commit()

    async def post_at_once(self, row: OutboxRow, order: BoardOrder) -> None:
        """Post a board as its row asks, without waiting for the worker to find the row.

        For whoever holds `showing` and has just read the order; what fails comes again.
        """
        await self._attempt(row, self._boards.post(order))

    async def challenge_shown(self, challenge: ChallengeId, message: int) -> None:
        """The answer to an interaction showed the challenge as it is."""
        async with self._bot.store.writing() as uow:
            rows = await uow.outbox.of_challenge(challenge)
            shown = tuple(r.id for r in rows if r.telling is Telling.SHOW_CHALLENGE)
            await challenging.shown(uow, challenge, message, rows=shown)

    async def take_over(self, challenge: ChallengeId) -> None:
        """The answer failed: show the challenge at once by a message of the bot's own."""
        async with self._bot.store.writing() as uow:
            for row in await uow.outbox.of_challenge(challenge):
                await uow.outbox.postpone(row.id, self._bot.now())
            await uow.commit()
        self.wake()

    def refresh(self, match: MatchId) -> None:
        """Bring the match's board up to date soon, without anybody waiting for it."""
        task = asyncio.get_running_loop().create_task(self._ask_for_edit(match))
        self._side_work.add(task)
        task.add_done_callback(self._side_work.discard)

    async def _ask_for_edit(self, match: MatchId) -> None:
        async with self._bot.store.writing() as uow:
            now = self._bot.now()
            rows = await uow.outbox.of_match(match)
            waiting = [row for row in rows if row.telling in BOARD_TELLINGS]
            for row in waiting:
                await uow.outbox.postpone(row.id, now)
            if not waiting:
                await uow.outbox.add(Telling.EDIT_BOARD, now=now, match=match)
            await uow.commit()
        self.wake()

    def retired(self, message: int) -> None:
        """The answer to an interaction takes the buttons off this board."""
        self._retired[message] = None
        if len(self._retired) > MOST_REMEMBERED:
            self._retired.popitem(last=False)

    def not_retired(self, message: int) -> None:
        """That answer failed."""
        self._retired.pop(message, None)

    def showing(self, match: int) -> asyncio.Lock:
        """Held by whoever shows the board of this match, from reading its state to the answer."""
        return self._locks.setdefault(match, asyncio.Lock())

    def showing_challenge(self, challenge: int) -> asyncio.Lock:
        """Held while the outbox shows this challenge; taken after that of a match, never before."""
        return self._locks.setdefault(-challenge, asyncio.Lock())

    def is_retired(self, message: int) -> bool:
        """Whether the buttons of this board are known to be gone."""
        return message in self._retired

    # The outbox

    async def _tell_what_is_due(self) -> float | None:
        now = self._bot.now()
        async with self._bot.store.writing() as uow:
            rows = await uow.outbox.claim(now, now + LEASE, AT_ONCE)
            due_at = None if rows else await uow.outbox.next_due()
            await uow.commit()
        await asyncio.gather(*(self._tell(row) for row in rows))
        if rows:
            return 0.0
        return None if due_at is None else (due_at - self._bot.now()).total_seconds()

    async def _tell(self, row: OutboxRow) -> None:
        async with self._order(row):
            await self._deliver(row)

    def _order(self, row: OutboxRow) -> asyncio.Lock:
        """The rows of one match, or of one challenge, are told one after the other."""
        if row.challenge is not None:
            return self.showing_challenge(row.challenge)
        return self.showing(row.match or 0)

    async def _deliver(self, row: OutboxRow) -> None:
        await self._attempt(row, self._delivery(row)(row))

    async def _attempt(self, row: OutboxRow, delivery: Awaitable[None]) -> None:
        try:
            await delivery
        except (*TROUBLE, MatchesError) as error:
            logger.warning(
                "outbox row %s (%s) failed: %s", row.id, row.telling.value, describe(error)
            )
            await self._try_later(row)
        except Exception:
            logger.exception("outbox row %s (%s) failed", row.id, row.telling.value)
            await self._try_later(row)

    def _delivery(self, row: OutboxRow) -> Callable[[OutboxRow], Awaitable[None]]:
        return {
            Telling.POST_BOARD: self._boards.board,
            Telling.EDIT_BOARD: self._boards.board,
            Telling.CLOSE_PLACE: self._boards.close_place,
            Telling.RETIRE_BOARD: self._boards.retire,
            Telling.SHOW_CHALLENGE: self._challenges.challenge,
            Telling.TELL_DECLINED: self._challenges.declined,
        }[row.telling]

    async def _try_later(self, row: OutboxRow) -> None:
        now = self._bot.now()
        async with self._bot.store.writing() as uow:
            if now - row.made_at > GIVE_UP_AFTER:
                logger.error("outbox row %s (%s) is given up", row.id, row.telling.value)
                await uow.outbox.close([row.id])
            else:
                await uow.outbox.postpone(row.id, _next_try(row, now))
            await uow.commit()


BOARD_TELLINGS = (Telling.POST_BOARD, Telling.EDIT_BOARD)


def _asks_for_edit(row: OutboxRow, told: OutboxRow) -> bool:
    """An older row that asks for no more than what was just shown."""
    return row.telling is Telling.EDIT_BOARD and row.id <= told.id


def _next_try(row: OutboxRow, now: datetime) -> datetime:
    pause: timedelta = FIRST_PAUSE * 2 ** min(row.attempts, 16)
    return now + min(pause, LONGEST_PAUSE)
