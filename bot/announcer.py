"""Sends what the outbox holds, at least once and in order for each match.

Rows are taken with a lease, sent side by side, and closed in a unit of work of their own; while one
is slow, its lease is renewed and others are taken. A row whose sending fails comes again later; one
that may have been sent already is looked for in the channel first.

Nothing cuts a delivery short: discord.py limits each request by itself, but would keep every other
one waiting for good if the request that sleeps out a global rate limit were cancelled.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.channels import oldest_editable
from bot.deliveries import (
    BoardOrder,
    Boards,
    Challenges,
    Keepers,
    Offers,
    Reminders,
    UnreachablePlace,
    Voids,
)
from bot.trouble import TROUBLE, describe
from bot.workers.alarm import Alarm
from matches.errors import MatchesError
from matches.ids import ChallengeId, MatchId
from matches.match import Match
from matches.outbox import BOARD_TELLINGS, LEASE, OutboxRow, Telling
from matches.place import BoardMessage
from matches.ports import UnitOfWork
from matches.restarting import show_what_is_drawn
from matches.timekeeping import GIVEN_UP_AFTER, board_shown, hide_board
from storage import RESTS, CorruptRecord, StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

AT_ONCE = 16
"""Matches and challenges that are told of side by side; their rows come one after the other."""
RENEW_AFTER = LEASE / 3
"""How often the leases of what is being sent are renewed."""
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=7)
"""A row that could not be told for so long is dropped; `/board` still shows everything."""
GIVE_UP_BOARDS_AFTER = GIVEN_UP_AFTER + timedelta(days=7)
"""The same for boards: a match that nobody sees stands still, and is closed before. So is one whose
question whether it goes on could not be put."""
MOST_REMEMBERED = 1_000


class Announcer:
    """The worker that tells people what happened."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("announcer", self._tell_what_is_due)
        self._boards = Boards(bot)
        self._challenges = Challenges(bot)
        self._keepers = Keepers(bot)
        self._offers = Offers(bot)
        self._reminders = Reminders(bot)
        self._voids = Voids(bot)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._retired: OrderedDict[int, None] = OrderedDict()
        self._side_work: set[asyncio.Task[None]] = set()
        self._in_hand: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._leased: set[int] = set()
        self._unreachable: set[int] = set()
        self._has_begun = False

    def start(self) -> None:
        """Begin with what an earlier process left."""
        self._alarm.start()
        if not self._has_begun:
            self._has_begun = True
            self._beside(self._ask_for_what_is_drawn())

    def wake(self) -> None:
        """There may be something new to tell."""
        self._alarm.wake()

    async def stop(self) -> None:
        """Finish what is being sent, however long that takes: who stops the bot sets the limit."""
        await self._alarm.stop()
        while tasks := [*self._side_work, *(task for _, task in self._in_hand.values())]:
            await asyncio.gather(*tasks, return_exceptions=True)

    # What the answers to interactions have told already

    async def was_told(self, match: Match, row: OutboxRow) -> None:
        """The answer to an interaction showed this version of the board."""
        async with self._bot.store.writing() as uow:
            rows = [row.id]
            rows += [r.id for r in await uow.outbox.of_match(match.id) if _asks_for_edit(r, row)]
            await uow.outbox.close(rows)
            await board_shown(uow, match.id, now=self._bot.now())
            await uow.commit()

    async def post_at_once(self, row: OutboxRow, order: BoardOrder) -> bool:
        """Post a board as its row asks, without waiting for the worker to find the row; whether
        there is a place for it. What fails comes again.

        For whoever holds `showing` and has just read the order.
        """
        await self._attempt(row, self._boards.post(order))
        return _subject(row) not in self._unreachable

    async def found(self, order: BoardOrder, board: BoardMessage, by: OutboxRow | None) -> None:
        """Somebody tapped on a board that was posted, but never noted; for who holds `showing`."""
        await self._boards.found(order, board, by)

    async def take_over(self, challenge: ChallengeId) -> None:
        """The answer failed, or got lost on its way back: show the challenge at once by a message
        of the bot's own, unless it is there.
        """
        async with self._bot.store.writing() as uow:
            for row in await uow.outbox.of_challenge(challenge):
                await uow.outbox.postpone(row.id, self._bot.now())
            await uow.commit()
        self.wake()

    def refresh(self, match: MatchId) -> None:
        """Bring the match's board up to date soon, without anybody waiting for it."""
        self._beside(self._ask_for_edit(match))

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._if_it_can_be_stored(work))
        self._side_work.add(task)
        task.add_done_callback(self._side_work.discard)

    @staticmethod
    async def _if_it_can_be_stored(work: Coroutine[Any, Any, None]) -> None:
        with suppress(StoreUnavailable):  # nobody waits for it, and the operator has been told
            await work

    async def _ask_for_what_is_drawn(self) -> None:
        """An earlier process may have died between a tap that drew and its answer."""
        now = self._bot.now()
        async with self._bot.store.writing() as uow:
            await show_what_is_drawn(uow, since=oldest_editable(now), now=now)
        self.wake()

    async def _ask_for_edit(self, match: MatchId) -> None:
        async with self._bot.store.writing() as uow:
            now = self._bot.now()
            rows = await uow.outbox.of_match(match)
            waiting = [row for row in rows if row.telling in BOARD_TELLINGS]
            for row in waiting:
                await uow.outbox.hurry(row.id, now)
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
        """Take what is due, as far as there is room, and do not wait for it."""
        now = self._bot.now()
        room = AT_ONCE - len({subject for subject, _ in self._in_hand.values()})
        async with self._bot.store.writing() as uow:
            await uow.outbox.lease(sorted(self._leased), now + LEASE)
            rows = await uow.outbox.claim(now, now + LEASE, room) if room > 0 else []
            due_at = await uow.outbox.next_due()
            await uow.commit()
        for row in rows:
            self._take(row)
        if rows:
            return 0.0
        renewal = [RENEW_AFTER] if self._in_hand else []
        # Without room whatever is due waits until something else is done, which wakes this up.
        waiting = [due_at - self._bot.now()] if room > 0 and due_at is not None else []
        return min((pause.total_seconds() for pause in (*renewal, *waiting)), default=None)

    def _take(self, row: OutboxRow) -> None:
        if row.id in self._in_hand:
            # Somebody hurried it while it was being sent, or waited for another of its match.
            return
        task = asyncio.get_running_loop().create_task(self._tell(row))
        self._in_hand[row.id] = _subject(row), task
        self._leased.add(row.id)
        task.add_done_callback(lambda _: self._done(row.id))

    def _done(self, row: int) -> None:
        del self._in_hand[row]
        self._leased.discard(row)
        # There is room again, and telling one thing may have stored another.
        self.wake()

    async def _tell(self, row: OutboxRow) -> None:
        try:
            async with self._order(row):
                await self._deliver(row)
        except StoreUnavailable:
            pass  # The row comes again when its lease has run out; the operator has been told.
        except Exception:
            logger.exception("outbox row %s (%s) was not done", row.id, row.telling.value)

    def _order(self, row: OutboxRow) -> AbstractAsyncContextManager[object]:
        """The rows of one match, or of one challenge, are told one after the other."""
        if row.telling is Telling.RETIRE_BOARD:
            # Nobody shows an old board, and it may take long to edit: the newest need not wait.
            return nullcontext()
        if row.challenge is not None:
            return self.showing_challenge(row.challenge)
        return self.showing(row.match or 0)

    async def _deliver(self, row: OutboxRow) -> None:
        await self._attempt(row, self._delivery(row)(row))

    async def _attempt(self, row: OutboxRow, delivery: Awaitable[None]) -> None:
        try:
            await delivery
        except UnreachablePlace as error:
            self._warn_once(row, error)
            await self._try_later(row)
            # Beside it: whoever has just played waits for no news to others.
            self._beside(self._keepers.tell(error.place))
        except CorruptRecord as error:
            logger.error("outbox row %s (%s) rests: %s", row.id, row.telling.value, error)
            await self._try_later(row, RESTS.total_seconds())
        except (*TROUBLE, MatchesError) as error:
            logger.warning(
                "outbox row %s (%s) failed: %s", row.id, row.telling.value, describe(error)
            )
            wait = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            await self._try_later(row, wait)
        except StoreUnavailable:
            raise
        except Exception:
            logger.exception("outbox row %s (%s) failed", row.id, row.telling.value)
            await self._try_later(row)
        else:
            self._unreachable.discard(_subject(row))

    def _warn_once(self, row: OutboxRow, error: UnreachablePlace) -> bool:
        """Say that nobody sees what happens; not again until something could be told of it."""
        if _subject(row) in self._unreachable:
            return False
        self._unreachable.add(_subject(row))
        what = f"match {row.match}" if row.challenge is None else f"challenge {row.challenge}"
        logger.warning(
            "nobody sees what happens in %s: %s; it stands still and is tried again, and `/board` "
            "shows a match elsewhere",
            what,
            error,
        )
        return True

    def _delivery(self, row: OutboxRow) -> Callable[[OutboxRow], Awaitable[None]]:
        return {
            Telling.POST_BOARD: self._boards.board,
            Telling.EDIT_BOARD: self._boards.board,
            Telling.CLOSE_PLACE: self._boards.close_place,
            Telling.RETIRE_BOARD: self._boards.retire,
            Telling.SHOW_CHALLENGE: self._challenges.challenge,
            Telling.TELL_DECLINED: self._challenges.declined,
            Telling.SHOW_OFFER: self._offers.lines,
            Telling.REMIND_PRIVATELY: self._reminders.remind_privately,
            Telling.ASK_IF_PLAYED: self._reminders.ask_if_played,
            Telling.TELL_VOIDED: self._voids.tell,
            Telling.MARK_VOID: self._voids.mark,
        }[row.telling]

    async def _try_later(self, row: OutboxRow, wait: float = 0.0) -> None:
        """Try it again after a pause of at least `wait` seconds."""
        now = self._bot.now()
        self._leased.discard(row.id)
        is_board = row.telling in BOARD_TELLINGS
        lasts_long = is_board or row.telling is Telling.ASK_IF_PLAYED
        async with self._bot.store.writing() as uow:
            if now - row.made_at > (GIVE_UP_BOARDS_AFTER if lasts_long else GIVE_UP_AFTER):
                logger.error("outbox row %s (%s) is given up", row.id, row.telling.value)
                await uow.outbox.close([row.id])
                self._unreachable.discard(_subject(row))
            else:
                if is_board:
                    await _hold_time(uow, row, now)
                earliest = now + timedelta(seconds=wait)
                await uow.outbox.postpone(row.id, max(_next_try(row, now), earliest))
            await uow.commit()


async def _hold_time(uow: UnitOfWork, row: OutboxRow, now: datetime) -> None:
    """Nobody loses by a board that could not be shown, unless another process has shown it since.

    A match that cannot be read does not go on anyway.
    """
    if row.match is None:
        return
    with suppress(CorruptRecord):
        # The match first, as everywhere: whoever shows the board locks it too.
        await uow.matches.get(row.match)
        if any(open_one.id == row.id for open_one in await uow.outbox.of_match(row.match)):
            await hide_board(uow, row.match, since=row.made_at, now=now)


def _subject(row: OutboxRow) -> int:
    """What a row is about: a match's number, or a challenge's as a negative one."""
    return -row.challenge if row.challenge is not None else row.match or 0


def _asks_for_edit(row: OutboxRow, told: OutboxRow) -> bool:
    """An older row that asks for no more than what was just shown."""
    return row.telling is Telling.EDIT_BOARD and row.id <= told.id


def _next_try(row: OutboxRow, now: datetime) -> datetime:
    pause: timedelta = FIRST_PAUSE * 2 ** min(row.attempts, 16)
    return now + min(pause, LONGEST_PAUSE)
