"""Boards: posted, edited, retired, and what follows the last one of a match."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from bot.channels import Postable, find_channel, is_old, own_message
from bot.deliveries.offers import Offers
from bot.deliveries.sender import Sender, only
from bot.deliveries.threads import Threads
from bot.i18n import Language, server_language
from bot.reach import lacking_in
from bot.showing import Showing, show_board
from bot.trouble import describe, is_unchangeable
from bot.wording.board import closing_line, outdated_line
from matches.errors import UnknownMatch
from matches.ids import MatchId, PlayerId
from matches.outbox import BOARD_TELLINGS, OutboxRow, Telling
from matches.people import Person
from matches.place import BoardMessage, ServerSettings
from matches.ports import UnitOfWork
from matches.standings import BoardState, board_state, state_of, stored_board
from matches.threads import challenge_thread, move_from
from matches.timekeeping import board_shown

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
    blockers: frozenset[PlayerId] = frozenset()
    """Those of the players who have blocked the other one."""

    @property
    def settings(self) -> ServerSettings:
        """Those of the match's server."""
        return self.state.settings

    @property
    def notified(self) -> list[Person]:
        """Whom a new message notifies: whom its state concerns, if a row says so.

        What somebody does notifies nobody who has blocked them. A reminder and an end by itself are
        nothing that anybody did.
        """
        match = self.state.match
        if not any(row.notifies for row in self.asking):
            return []
        by_itself = match.reminded if match.result is None else match.result.is_by_itself
        quiet = frozenset() if by_itself else self.blockers
        people = [self.state.person(side) for side in match.concerned]
        return [person for person in people if person.id not in quiet]


async def board_order(uow: UnitOfWork, match: MatchId, *, now: datetime) -> BoardOrder:
    """What must be known to show the match's board. Raises UnknownMatch."""
    stored = await stored_board(uow, match)
    rows = await uow.outbox.of_match(match)
    asking = [row for row in rows if row.telling in BOARD_TELLINGS]
    blockers = frozenset[PlayerId]()
    if any(row.notifies for row in asking):
        blockers = await uow.blocks.between(stored.match.first, stored.match.second)
    return BoardOrder(
        await state_of(uow, stored, now=now),
        stored.message,
        asking,
        blockers,
    )


class Boards(Sender):
    """One method for each kind of row about a board."""

    def __init__(self, bot: "PaperSoccer") -> None:
        super().__init__(bot)
        self._threads = Threads(bot)
        self._offers = Offers(bot)

    async def board(self, row: OutboxRow) -> None:
        """Show the newest board of a match, and close every row that asked for it."""
        async with self.bot.store.reading() as uow:
            order = await board_order(uow, match_of(row), now=self.bot.now())
        if not any(r.id == row.id for r in order.asking):
            return
        if order.state.match.computer is not None:
            await self._change_privately(order)
            return
        wants_post = any(r.telling is Telling.POST_BOARD for r in order.asking)
        board = order.board
        if not wants_post and board is not None and await self._edit(order.state, board):
            async with self.bot.store.writing() as uow:
                await self._note_shown(uow, order, order.asking)
                await uow.commit()
            return
        await self.post(order)

    async def _edit(self, state: BoardState, board: BoardMessage) -> bool:
        """Bring the message up to date where it stands; False if it must become a new one."""
        if is_old(board.message, self.bot.now()):
            # Discord would refuse such an edit sooner or later, and only after a long wait.
            return False
        channel = await find_channel(self.bot, board.channel)
        if channel is None:
            return False
        missing = lacking_in(channel)
        if missing.view_channel or missing.attach_files:
            return False
        showing = await self._showing(state, channel)
        message = channel.get_partial_message(board.message)
        try:
            await message.edit(
                content=showing.content, attachments=showing.files(), view=showing.view
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            # An edit that must wait for more than half a minute is of no use to whoever plays.
            if isinstance(error, discord.HTTPException) and not is_unchangeable(error):
                raise
            logger.info("board of match %s is posted anew: %s", state.match.id, describe(error))
            return False
        return True

    async def post(self, order: BoardOrder) -> None:
        """Show the board as a new message, and close every row that asked for it.

        A private board is never posted, whoever asks for it.
        """
        state = order.state
        if state.match.computer is not None:
            await self._change_privately(order)
            return
        in_games_channel = state.match.place.channel in order.settings.games_channels
        if order.board is None and order.settings.threads and not in_games_channel:
            state = await self._threads.with_thread(state)
        place = state.match.place
        channel, message = await self._post_where_possible(replace(order, state=state))
        async with self.bot.store.writing() as uow:
            if channel.id != place.target:
                await move_from(uow, state.match.id, place, replace(place, thread=None))
            board = BoardMessage(channel.id, message.id)
            await self._note(uow, order, board, order.asking)
            await uow.commit()

    async def _change_privately(self, order: BoardOrder) -> None:
        """Only its player sees it: where it stands, or not before they tap on it."""
        await self.bot.private_boards.change(order.state)
        await self.close(order.asking)

    async def found(self, order: BoardOrder, board: BoardMessage, by: OutboxRow | None) -> None:
        """Note a board that an earlier process posted, and died before it could do that: somebody
        has just tapped on it, and what they saw was true. `by` asks for what their tap did.

        Whoever was to be notified of anything before that has been: by this message.
        """
        others = [row for row in order.asking if by is None or row.id != by.id]
        told = [row for row in others if row.notifies or row.telling is Telling.EDIT_BOARD]
        async with self.bot.store.writing() as uow:
            await self._note(uow, order, board, told)
            await uow.commit()

    async def _note(
        self, uow: UnitOfWork, order: BoardOrder, board: BoardMessage, told: Sequence[OutboxRow]
    ) -> None:
        """This is the match's board now, and these rows asked for it."""
        match, old = order.state.match.id, order.board
        await uow.places.set_board(match, board)
        await self._note_shown(uow, order, told)
        if old is not None and old.message != board.message and self._is_left(order, old):
            await uow.outbox.add(
                Telling.RETIRE_BOARD,
                now=self.bot.now(),
                match=match,
                channel=old.channel,
                message=old.message,
            )

    async def _note_shown(
        self, uow: UnitOfWork, order: BoardOrder, told: Sequence[OutboxRow]
    ) -> None:
        """Nobody asks for the board any more, and time runs if it was held by that."""
        await uow.outbox.close(row.id for row in told)
        await board_shown(uow, order.state.match.id, now=self.bot.now())

    def _is_left(self, order: BoardOrder, old: BoardMessage) -> bool:
        """Whether the old board still waits to lose its buttons, or to be deleted."""
        is_deleted = old.channel in order.settings.games_channels
        return is_deleted or not self.bot.announcer.is_retired(old.message)

    async def _post_where_possible(self, order: BoardOrder) -> tuple[Postable, discord.Message]:
        """Where it was posted, and the message. Raises UnreachablePlace."""

        async def send(channel: Postable) -> discord.Message:
            found = await self._found_again(order, channel)
            return found or await self._send_board(order, channel)

        return await self.where_possible(order.state.match.place, send, files=True)

    async def _found_again(self, order: BoardOrder, channel: Postable) -> discord.Message | None:
        """The board, if an earlier try sent it although nobody noted that; brought up to date,
        since something may have been drawn on it.
        """
        state, old = order.state, order.board
        if not any(self.may_have_been_sent(row) for row in order.asking):
            return None
        prefix = f"ps:{state.match.id}:{state.match.version}:"
        found = await own_message(self.bot, channel, prefix)
        if found is None or (old is not None and found.id <= old.message):
            return None
        await self._edit(state, BoardMessage(channel.id, found.id))
        return found

    async def _send_board(self, order: BoardOrder, channel: Postable) -> discord.Message:
        state = order.state
        showing = await self._showing(state, channel)
        return await channel.send(
            showing.content,
            files=showing.files(),
            view=showing.view or discord.utils.MISSING,
            nonce=f"ps{order.asking[-1].id}",
            allowed_mentions=only(order.notified),
        )

    async def close_place(self, row: OutboxRow) -> None:
        """After the last board: if it stands in the thread on the match's challenge, a line in the
        parent channel; then that thread is archived.
        """
        match_id = match_of(row)
        # An archived thread refuses edits, so everything else in it comes first.
        for pending in await self._rows(match_id, Telling.POST_BOARD, Telling.EDIT_BOARD):
            await self.board(pending)
        for pending in await self._rows(match_id, Telling.RETIRE_BOARD):
            await self.retire(pending)
        for pending in await self._rows(match_id, Telling.SHOW_OFFER):
            await self._offers.lines(pending)
        async with self.bot.store.reading() as uow:
            state = await board_state(uow, match_id, now=self.bot.now())
            thread = await challenge_thread(uow, state.match)
        if thread is not None:
            place = state.match.place
            if place.thread == thread:
                await self._tell_parent(state, row)
            await self._threads.archive(place, thread)
        await self.close([row])

    async def _rows(self, match: MatchId, *tellings: Telling) -> list[OutboxRow]:
        async with self.bot.store.reading() as uow:
            rows = await uow.outbox.of_match(match)
        return [row for row in rows if row.telling in tellings]

    async def _tell_parent(self, state: BoardState, row: OutboxRow) -> None:
        result = state.match.result
        channel = await find_channel(self.bot, state.match.place.channel)
        if channel is None or result is None or not result.reason.counts:
            return
        line = closing_line(state, server_language(channel.guild, state.settings))
        sent = self.send_line(channel, f"{line} <#{state.match.place.thread}>", row)
        await self.at_best(sent, f"the channel of match {state.match.id}")

    async def retire(self, row: OutboxRow) -> None:
        """Take the buttons off an old board, or delete it in a games channel; best effort."""
        async with self.bot.store.reading() as uow:
            state = await board_state(uow, match_of(row), now=self.bot.now())
        channel = await find_channel(self.bot, row.channel or 0)
        if channel is not None and row.message is not None:
            delete = channel.id in state.settings.games_channels
            if delete or not self.bot.announcer.is_retired(row.message):
                language = server_language(channel.guild, state.settings)
                await self._retire(channel, row.message, language, delete=delete)
        await self.close([row])

    async def _retire(
        self, channel: Postable, message_id: int, language: Language, *, delete: bool
    ) -> None:
        message = channel.get_partial_message(message_id)
        if delete:
            await self.at_best(message.delete(), "an old board")
            return
        words = outdated_line(language)
        change = message.edit(content=words, view=None)
        await self.at_best(change, "an old board", message=message_id)

    async def _showing(self, state: BoardState, channel: Postable) -> Showing:
        language = server_language(channel.guild, state.settings)
        return await show_board(state, self.bot.pictures, language)


def match_of(row: OutboxRow) -> MatchId:
    """The match that a row is about. Raises UnknownMatch."""
    if row.match is None:
        raise UnknownMatch
    return row.match
