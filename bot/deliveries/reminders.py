"""What people are told when a turn is not played: a reminder, and whether they go on at all."""

import logging

from bot.channels import CLOCKS_DIFFER, Postable, message_link, own_message
from bot.deliveries.sender import Sender, only
from bot.i18n import server_language
from bot.views.going_on import going_on_view
from bot.wording.reminders import question_words, reminder_words
from matches.errors import UnknownMatch
from matches.match import Match
from matches.outbox import OutboxRow, Telling
from matches.preferences import Reminders as WishedReminders
from matches.standings import BoardState, board_state
from matches.timekeeping import CLOSED_AFTER, question_put
from rules import Player

logger = logging.getLogger(__name__)


class Reminders(Sender):
    """One method for each kind of row."""

    async def remind_privately(self, row: OutboxRow) -> None:
        """By direct message to somebody who wished for it; in the channel if that is closed.

        Nothing is said if the turn was played meanwhile, and nothing private to anybody who does
        not wish for it now.
        """
        state = await self._state(row)
        side = state.match.side_to_move
        if side is None or _has_begun_since(state.match, row):
            await self.close([row])
            return
        async with self.bot.store.reading() as uow:
            wish = (await uow.preferences.of(state.match.player(side))).reminders
        if wish is WishedReminders.CHANNEL:
            await self._remind_in_channel(state, row)
        elif wish is WishedReminders.OFF:
            await self.close([row])
        else:
            await self._remind_directly(state, side, row)

    async def _remind_directly(self, state: BoardState, side: Player, row: OutboxRow) -> None:
        account = state.person(side).account
        line = await self._reminder(state, side)
        if account is None or await self.send_directly(account, line, row):
            await self.close([row])
        else:
            logger.info("a reminder in match %s comes in the channel", state.match.id)
            await self._remind_in_channel(state, row)

    async def _remind_in_channel(self, state: BoardState, row: OutboxRow) -> None:
        async with self.bot.store.writing() as uow:
            await uow.outbox.close([row.id])
            await uow.outbox.add(
                Telling.POST_BOARD, now=self.bot.now(), match=state.match.id, notifies=True
            )
            await uow.commit()

    async def _reminder(self, state: BoardState, side: Player) -> str:
        match = state.match
        async with self.bot.store.reading() as uow:
            board = await uow.places.board_of(match.id)
        guild = None if match.place.server is None else self.bot.get_guild(match.place.server)
        link = "" if board is None else message_link(match.place.server, board)
        return reminder_words(state, side, link, server_language(guild, state.settings))

    async def ask_if_played(self, row: OutboxRow) -> None:
        """Ask the player to move, where the match is played, whether it goes on."""
        state = await self._state(row)
        match = state.match
        side = match.side_to_move
        if side is None or _has_begun_since(match, row):
            await self.close([row])
            return

        async def send(channel: Postable) -> None:
            language = server_language(channel.guild, state.settings)
            if self.may_have_been_sent(row) and await self._was_asked(channel, row):
                return
            await channel.send(
                question_words(state, side, self.bot.now() + CLOSED_AFTER, language),
                nonce=f"ps{row.id}",
                view=going_on_view(match.id, language),
                allowed_mentions=only([state.person(side)]),
            )

        await self.where_possible(match.place, send)
        async with self.bot.store.writing() as uow:
            await uow.outbox.close([row.id])
            await question_put(uow, match.id, now=self.bot.now())
            await uow.commit()

    async def _was_asked(self, channel: Postable, row: OutboxRow) -> bool:
        found = await own_message(self.bot, channel, f"psk:{row.match}")
        return found is not None and found.created_at >= row.made_at - CLOCKS_DIFFER

    async def _state(self, row: OutboxRow) -> BoardState:
        if row.match is None:
            raise UnknownMatch
        async with self.bot.store.reading() as uow:
            return await board_state(uow, row.match, now=self.bot.now())


def _has_begun_since(match: Match, row: OutboxRow) -> bool:
    """Whether this turn began only after the row was made, which then is about an earlier one."""
    return any(acted > row.made_at for acted in match.acted_at.values())
