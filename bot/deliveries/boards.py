"""Boards: posted, edited, retired, and what follows the last one of a match."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from bot.channels import Postable, find_channel, own_message
from bot.deliveries.sender import REFUSED_FOR_GOOD, Sender, only
from bot.deliveries.threads import Threads
from bot.i18n import server_language
from bot.showing import Showing, show_board
from bot.wording.board import closing_line, outdated_line
from matches.errors import UnknownMatch
from matches.ids import MatchId
from matches.match import EndReason
from matches.outbox import OutboxRow, Telling
from matches.people import Person
from matches.place import BoardMessage
from matches.ports import UnitOfWork
from matches.standings import BoardState, board_state
from rules import Player

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """A board that is to be shown."""

    state: BoardState
    board: BoardMessage | None
    """Where it stands now; None before the first one."""
    asking: Sequence[OutboxRow]
    """The rows that ask for it, the oldest first."""
    games_channels: frozenset[int]


async def board_order(uow: UnitOfWork, match: MatchId, *, now: datetime) -> BoardOrder:
    """What must be known to show the match's board. Raises UnknownMatch."""
    state = await board_state(uow, match, now=now)
    rows = await uow.outbox.of_match(match)
    settings = await uow.places.settings(state.match.place.server)
    return BoardOrder(
        state,
        await uow.places.board_of(match),
        [row for row in rows if row.telling in (Telling.POST_BOARD, Telling.EDIT_BOARD)],
        settings.games_channels,
    )


class Boards(Sender):
    """One method for each kind of row about a board."""

    def __init__(self, bot: "PaperSoccer") -> None:
        super().__init__(bot)
        self._threads = Threads(bot)

    async def board(self, row: OutboxRow) -> None:
        """Show the newest board of a match, and close every row that asked for it."""
        async with self.bot.store.reading() as uow:
            order = await board_order(uow, _match_of(row), now=self.bot.now())
        if not any(r.id == row.id for r in order.asking):
            return
        wants_post = any(r.telling is Telling.POST_BOARD for r in order.asking)
        board = order.board
        if not wants_post and board is not None and await self._edit(order.state, board):
            await self.close(order.asking)
            return
        await self.post(order)

    async def _edit(self, state: BoardState, board: BoardMessage) -> bool:
        """Bring the message up to date where it stands; False if that is refused."""
        channel = await find_channel(self.bot, board.channel)
        if channel is None:
            return False
        showing = await self._showing(state, channel)
        message = channel.get_partial_message(board.message)
        try:
            await message.edit(
                content=showing.content, attachments=[showing.file()], view=showing.view
            )
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            # Too old, too often, gone, or archived: the board becomes a new message.
            logger.info("board of match %s is posted anew: code %s", state.match.id, error.code)
            return False
        return True

    async def post(self, order: BoardOrder) -> None:
        """Show the board as a new message, and close every row that asked for it."""
        state, old, asking = order.state, order.board, order.asking
        if old is None and state.match.place.channel not in order.games_channels:
            state = await self._threads.with_thread(state)
        channel = await self.channel(state.match.place)
        message = await self._found_again(state, old, asking, channel)
        if message is None:
            message = await self._send_board(state, asking[-1], channel)
        async with self.bot.store.writing() as uow:
            await uow.places.set_board(state.match.id, BoardMessage(channel.id, message.id))
            await uow.outbox.close(row.id for row in asking)
            if old is not None and old.message != message.id and self._is_left(order, old):
                await uow.outbox.add(
                    Telling.RETIRE_BOARD,
                    now=self.bot.now(),
                    match=state.match.id,
                    channel=old.channel,
                    message=old.message,
                )
            await uow.commit()

    def _is_left(self, order: BoardOrder, old: BoardMessage) -> bool:
        """Whether the old board still waits to lose its buttons, or to be deleted."""
        return old.channel in order.games_channels or not self.bot.announcer.is_retired(old.message)

    async def _found_again(
        self,
        state: BoardState,
        old: BoardMessage | None,
        asking: Sequence[OutboxRow],
        channel: Postable,
    ) -> discord.Message | None:
        """The board, if an earlier try sent it although nobody noted that."""
        newest = asking[-1]
        if not self.may_have_been_sent(newest):
            return None
        prefix = f"ps:{state.match.id}:{state.match.version}:"
        found = await own_message(self.bot, channel, prefix)
        return None if found is None or (old is not None and found.id == old.message) else found

    async def _send_board(
        self, state: BoardState, row: OutboxRow, channel: Postable
    ) -> discord.Message:
        showing = await self._showing(state, channel)
        return await channel.send(
            showing.content,
            file=showing.file(),
            view=showing.view or discord.utils.MISSING,
            nonce=f"ps{row.id}",
            allowed_mentions=only(_concerned(state)),
        )

    async def close_place(self, row: OutboxRow) -> None:
        """After the last board: a line in the parent channel, then the thread is archived."""
        match_id = _match_of(row)
        # An archived thread refuses edits, so everything else in it comes first.
        for pending in await self._rows(match_id, Telling.POST_BOARD, Telling.EDIT_BOARD):
            await self.board(pending)
        for pending in await self._rows(match_id, Telling.RETIRE_BOARD):
            await self.retire(pending)
        async with self.bot.store.reading() as uow:
            state = await board_state(uow, match_id, now=self.bot.now())
        await self._tell_parent(state, row)
        await self._threads.archive(state.match.place)
        await self.close([row])

    async def _rows(self, match: MatchId, *tellings: Telling) -> list[OutboxRow]:
        async with self.bot.store.reading() as uow:
            rows = await uow.outbox.of_match(match)
        return [row for row in rows if row.telling in tellings]

    async def _tell_parent(self, state: BoardState, row: OutboxRow) -> None:
        result = state.match.result
        channel = await find_channel(self.bot, state.match.place.channel)
        if channel is None or result is None or result.reason is EndReason.ABORTED:
            return
        line = closing_line(state, server_language(channel.guild))
        try:
            await self.send_line(channel, f"{line} <#{state.match.place.thread}>", row)
        except REFUSED_FOR_GOOD as error:
            logger.info("no line about match %s: code %s", state.match.id, error.code)

    async def retire(self, row: OutboxRow) -> None:
        """Take the buttons off an old board, or delete it in a games channel; best effort."""
        async with self.bot.store.reading() as uow:
            state = await board_state(uow, _match_of(row), now=self.bot.now())
            settings = await uow.places.settings(state.match.place.server)
        channel = await find_channel(self.bot, row.channel or 0)
        if channel is not None and row.message is not None:
            delete = channel.id in settings.games_channels
            if delete or not self.bot.announcer.is_retired(row.message):
                await self._retire(channel, row.message, delete=delete)
        await self.close([row])

    async def _retire(self, channel: Postable, message_id: int, *, delete: bool) -> None:
        message = channel.get_partial_message(message_id)
        try:
            if delete:
                await message.delete()
            else:
                await message.edit(content=outdated_line(server_language(channel.guild)), view=None)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            logger.info("an old board stays as it is: code %s", error.code)

    async def _showing(self, state: BoardState, channel: Postable) -> Showing:
        return await show_board(state, self.bot.pictures, server_language(channel.guild))


def _match_of(row: OutboxRow) -> MatchId:
    if row.match is None:
        raise UnknownMatch
    return row.match


def _concerned(state: BoardState) -> list[Person]:
    """Who is notified: whoever must move; at the end, whoever did not cause it."""
    match = state.match
    if match.result is None:
        side = match.side_to_move
        return [] if side is None else [state.person(side)]
    return [state.person(side) for side in Player if side is not _cause(state)]


def _cause(state: BoardState) -> Player | None:
    """The side whose doing ended the match; None if it was the clock."""
    match = state.match
    result = match.result
    if result is None or result.reason is EndReason.TIME:
        return None
    if result.reason in (EndReason.RESIGNED, EndReason.ABORTED):
        # Whoever left acted last, at that moment: the clock aborts matches too.
        last = max(Player, key=lambda side: match.acted_at[side])
        left = result.reason is EndReason.RESIGNED or match.acted_at[last] == match.finished_at
        return last if left else None
    return match.game.history[-1].player
