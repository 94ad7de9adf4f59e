"""How each kind of outbox row reaches Discord, and what is stored once it has."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import discord

from bot.challenges import challenge_state
from bot.channels import Postable, find_channel, may_open_threads, own_message, was_said
from bot.i18n import Language, server_language
from bot.showing import Showing, show_board, show_challenge
from bot.wording.board import closing_line, match_title, outdated_line
from bot.wording.challenge import ChallengeState, declined_words
from matches import challenging
from matches.challenge import Challenge, ChallengeStatus
from matches.errors import UnknownChallenge, UnknownMatch
from matches.ids import ChallengeId, MatchId
from matches.match import EndReason
from matches.outbox import OutboxRow, Telling
from matches.people import Person
from matches.place import BoardMessage, Place
from matches.ports import UnitOfWork
from matches.standings import BoardState, board_state
from rules import Player

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

NONCE_LASTS = timedelta(minutes=2)
"""For so long Discord recognises a nonce; a row that was tried before that is looked for."""
ARCHIVE_AFTER_MINUTES: Literal[10_080] = 10_080
"""A week: the longest that Discord offers before a quiet thread is archived."""
REFUSED_FOR_GOOD = (discord.NotFound, discord.Forbidden)


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """A board that is to be shown."""

    state: BoardState
    board: BoardMessage | None
    """Where it stands now; None before the first one."""
    asking: Sequence[OutboxRow]
    """The rows that ask for it, the oldest first."""
    games_channels: frozenset[int]


async def board_order(uow: UnitOfWork, match: MatchId) -> BoardOrder:
    """What must be known to show the match's board. Raises UnknownMatch."""
    state = await board_state(uow, match)
    rows = await uow.outbox.of_match(match)
    settings = await uow.places.settings(state.match.place.server)
    return BoardOrder(
        state,
        await uow.places.board_of(match),
        [row for row in rows if row.telling in (Telling.POST_BOARD, Telling.EDIT_BOARD)],
        settings.games_channels,
    )


class Deliveries:
    """One method for each kind of row. They raise what Discord raises; the row then comes again."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot

    async def board(self, row: OutboxRow) -> None:
        """Show the newest board of a match, and close every row that asked for it."""
        async with self._bot.store.reading() as uow:
            order = await board_order(uow, _match_of(row))
        if not any(r.id == row.id for r in order.asking):
            return
        wants_post = any(r.telling is Telling.POST_BOARD for r in order.asking)
        board = order.board
        if not wants_post and board is not None and await self._edit(order.state, board):
            await self._close(order.asking)
            return
        await self.post(order)

    async def _edit(self, state: BoardState, board: BoardMessage) -> bool:
        """Bring the message up to date where it stands; False if that is refused."""
        channel = await find_channel(self._bot, board.channel)
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
            state = await self._with_thread(state)
        channel = await self._channel(state.match.place)
        message = await self._found_again(state, old, asking, channel)
        if message is None:
            message = await self._send_board(state, asking[-1], channel)
        async with self._bot.store.writing() as uow:
            await uow.places.set_board(state.match.id, BoardMessage(channel.id, message.id))
            await uow.outbox.close(row.id for row in asking)
            if old is not None and old.message != message.id and self._is_left(order, old):
                await uow.outbox.add(
                    Telling.RETIRE_BOARD,
                    now=self._bot.now(),
                    match=state.match.id,
                    channel=old.channel,
                    message=old.message,
                )
            await uow.commit()

    def _is_left(self, order: BoardOrder, old: BoardMessage) -> bool:
        """Whether the old board still waits to lose its buttons, or to be deleted."""
        return old.channel in order.games_channels or not self._bot.announcer.is_retired(
            old.message
        )

    async def _found_again(
        self,
        state: BoardState,
        old: BoardMessage | None,
        asking: Sequence[OutboxRow],
        channel: Postable,
    ) -> discord.Message | None:
        """The board, if an earlier try sent it although nobody noted that."""
        newest = asking[-1]
        if not self._may_have_been_sent(newest):
            return None
        prefix = f"ps:{state.match.id}:{state.match.version}:"
        found = await own_message(self._bot, channel, prefix)
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
            allowed_mentions=_only(_concerned(state)),
        )

    async def _with_thread(self, state: BoardState) -> BoardState:
        """Give a new match a thread on its challenge's message, if the bot may make one."""
        place = state.match.place
        if place.thread is not None:
            return state
        challenge = await self._shown_challenge(state.match.id)
        channel = await find_channel(self._bot, place.channel)
        if challenge is None or challenge.message is None or channel is None:
            return state
        if not may_open_threads(channel):
            return state
        thread = await self._open_thread(state, channel, challenge.message)
        if thread is None:
            return state
        moved = replace(place, thread=thread)
        async with self._bot.store.writing() as uow:
            await uow.places.move(state.match.id, moved)
            await uow.commit()
        return replace(state, match=replace(state.match, place=moved))

    async def _shown_challenge(self, match: MatchId) -> Challenge | None:
        """The challenge that became this match, whose message gets the thread.

        Raises ChallengeFirst while that message has yet to be posted, as when a rematch is accepted
        in the moment in which it is offered.
        """
        async with self._bot.store.reading() as uow:
            found = await uow.challenges.of_match(match)
        if found is None or found.message is not None:
            return found
        async with (
            self._bot.announcer.showing_challenge(found.id),
            self._bot.store.reading() as uow,
        ):
            found = await uow.challenges.of_match(match)
            waiting = () if found is None else await _asks_to_show(uow, found.id)
        if found is not None and found.message is None and waiting:
            raise ChallengeFirst(found.id)
        return found

    async def _open_thread(self, state: BoardState, channel: Postable, message: int) -> int | None:
        if not isinstance(channel, discord.TextChannel):
            return None
        title = match_title(state, server_language(channel.guild))
        try:
            thread = await channel.get_partial_message(message).create_thread(
                name=title[:100], auto_archive_duration=ARCHIVE_AFTER_MINUTES
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                # An earlier try made it; a thread has the id of its message.
                return message
            if error.status >= 500:
                raise
            logger.info("match %s gets no thread: code %s", state.match.id, error.code)
            return None
        return thread.id

    async def close_place(self, row: OutboxRow) -> None:
        """After the last board: a line in the parent channel, then the thread is archived."""
        match_id = _match_of(row)
        # An archived thread refuses edits, so everything else in it comes first.
        for pending in await self._rows(match_id, Telling.POST_BOARD, Telling.EDIT_BOARD):
            await self.board(pending)
        for pending in await self._rows(match_id, Telling.RETIRE_BOARD):
            await self.retire(pending)
        async with self._bot.store.reading() as uow:
            state = await board_state(uow, match_id)
        await self._tell_parent(state, row)
        await self._archive(state.match.place)
        await self._close([row])

    async def _rows(self, match: MatchId, *tellings: Telling) -> list[OutboxRow]:
        async with self._bot.store.reading() as uow:
            rows = await uow.outbox.of_match(match)
        return [row for row in rows if row.telling in tellings]

    async def _tell_parent(self, state: BoardState, row: OutboxRow) -> None:
        result = state.match.result
        channel = await find_channel(self._bot, state.match.place.channel)
        if channel is None or result is None or result.reason is EndReason.ABORTED:
            return
        line = closing_line(state, server_language(channel.guild))
        try:
            await self._say(channel, f"{line} <#{state.match.place.thread}>", row)
        except REFUSED_FOR_GOOD as error:
            logger.info("no line about match %s: code %s", state.match.id, error.code)

    async def _archive(self, place: Place) -> None:
        thread = None if place.thread is None else await find_channel(self._bot, place.thread)
        if not isinstance(thread, discord.Thread) or thread.archived:
            return
        try:
            await thread.edit(archived=True)
        except REFUSED_FOR_GOOD as error:
            logger.info("thread %s stays open: code %s", place.thread, error.code)

    async def retire(self, row: OutboxRow) -> None:
        """Take the buttons off an old board, or delete it in a games channel; best effort."""
        async with self._bot.store.reading() as uow:
            state = await board_state(uow, _match_of(row))
            settings = await uow.places.settings(state.match.place.server)
        channel = await find_channel(self._bot, row.channel or 0)
        if channel is not None and row.message is not None:
            delete = channel.id in settings.games_channels
            if delete or not self._bot.announcer.is_retired(row.message):
                await self._retire(channel, row.message, delete=delete)
        await self._close([row])

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

    async def challenge(self, row: OutboxRow) -> None:
        """Post a challenge, or bring its message up to date, and close the rows that asked for it.

        What happens to it meanwhile has a row of its own, which stays.
        """
        async with self._bot.store.reading() as uow:
            asking = await _asks_to_show(uow, ChallengeId(row.challenge or 0))
        if row.id not in asking:
            return
        state = await self._challenge_state(row)
        place = state.challenge.place
        channel = await self._channel(place)
        showing = await show_challenge(state, self._bot.pictures, server_language(channel.guild))
        message = state.challenge.message
        if message is None:
            found = None
            if self._may_have_been_sent(row):
                found = await own_message(self._bot, channel, f"psc:{state.challenge.id}:")
            message = await self._send_challenge(state, showing, row, channel, found)
        else:
            await self._edit_challenge(channel, message, showing)
        async with self._bot.store.writing() as uow:
            await challenging.shown(uow, state.challenge.id, message, rows=asking)

    async def _send_challenge(
        self,
        state: ChallengeState,
        showing: Showing,
        row: OutboxRow,
        channel: Postable,
        found: discord.Message | None,
    ) -> int:
        if found is not None:
            return found.id
        still_open = state.challenge.status is ChallengeStatus.OPEN
        sent = await channel.send(
            showing.content,
            file=showing.file(),
            view=showing.view or discord.utils.MISSING,
            nonce=f"ps{row.id}",
            allowed_mentions=_only([state.opponent] if state.opponent and still_open else []),
        )
        return sent.id

    async def _edit_challenge(self, channel: Postable, message: int, showing: Showing) -> None:
        try:
            await channel.get_partial_message(message).edit(
                content=showing.content, view=showing.view
            )
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            logger.info("a challenge's message stays as it is: code %s", error.code)

    async def declined(self, row: OutboxRow) -> None:
        """Tell the challenger, below the challenge."""
        state = await self._challenge_state(row)
        channel = await self._channel(state.challenge.place)
        words = declined_words(state, server_language(channel.guild))
        await self._say(channel, words, row, to=state.challenger)
        await self._close([row])

    async def _say(
        self, channel: Postable, line: str, row: OutboxRow, *, to: Person | None = None
    ) -> None:
        """Send a line, unless an earlier try of the row sent it and nobody noted that."""
        if self._may_have_been_sent(row) and await was_said(self._bot, channel, line, row.made_at):
            return
        mentions = _only([] if to is None else [to])
        await channel.send(line, nonce=f"ps{row.id}", allowed_mentions=mentions)

    def _may_have_been_sent(self, row: OutboxRow) -> bool:
        """Whether to look for the row's message, as its nonce alone does not tell any more."""
        return row.attempts > 0 or self._bot.now() - row.made_at > NONCE_LASTS

    async def _challenge_state(self, row: OutboxRow) -> ChallengeState:
        if row.challenge is None:
            raise UnknownChallenge
        async with self._bot.store.reading() as uow:
            found = await uow.challenges.get(ChallengeId(row.challenge))
            if found is None:
                raise UnknownChallenge
            return await challenge_state(uow, found)

    async def _channel(self, place: Place) -> Postable:
        """Where to post. Raises UnreachablePlace while there is nowhere."""
        channel = await find_channel(self._bot, place.target)
        if channel is None and place.thread is not None:
            # The thread is gone; its channel is the next best place.
            channel = await find_channel(self._bot, place.channel)
        if channel is None:
            raise UnreachablePlace(place)
        return channel

    async def _showing(self, state: BoardState, channel: Postable) -> Showing:
        language: Language = server_language(channel.guild)
        return await show_board(state, self._bot.pictures, language)

    async def _close(self, rows: Sequence[OutboxRow]) -> None:
        async with self._bot.store.writing() as uow:
            await uow.outbox.close(row.id for row in rows)
            await uow.commit()


THREAD_EXISTS = 160004
"""Discord's code for a message that has a thread already."""


class UnreachablePlace(OSError):
    """Neither the thread nor the channel can be seen; it may come back."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"channel {place.target} of server {place.server} cannot be reached")


class ChallengeFirst(OSError):
    """The challenge's message comes before the board of its match."""

    def __init__(self, challenge: ChallengeId) -> None:
        super().__init__(f"challenge {challenge} has yet to be posted")


async def _asks_to_show(uow: UnitOfWork, challenge: ChallengeId) -> tuple[int, ...]:
    """The rows that ask to show a challenge."""
    rows = await uow.outbox.of_challenge(challenge)
    return tuple(row.id for row in rows if row.telling is Telling.SHOW_CHALLENGE)


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


def _only(people: Sequence[Person]) -> discord.AllowedMentions:
    mentions = discord.AllowedMentions.none()
    mentions.users = [discord.Object(p.account) for p in people if p.account is not None]
    return mentions
