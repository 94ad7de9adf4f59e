"""What follows when all matches of somebody were voided: they are told, and boards say so."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import discord

from bot.channels import Postable, find_channel
from bot.deliveries.boards import board_order, match_of
from bot.deliveries.sender import Sender, UnreachablePlace
from bot.deliveries.threads import is_own
from bot.i18n import server_language
from bot.reach import lacking_in
from bot.showing import show_board
from bot.wording.names import mention
from bot.wording.voiding import account_voided
from matches.errors import UnknownMatch
from matches.ids import PlayerId
from matches.outbox import OutboxRow
from matches.people import Person
from matches.place import BoardMessage, Place
from matches.preferences import Reminders
from matches.standings import BoardState


class Voids(Sender):
    """One method for each kind of row. Voiding a single match posts its board instead."""

    async def tell(self, row: OutboxRow) -> None:
        """Tell a player that all their matches are void, and why: by direct message to who chose
        such, else in the channel where the newest of them was played.

        Raises UnreachablePlace while the server is out of reach.
        """
        key, player = match_of(row), PlayerId(row.player or 0)
        async with self.bot.store.reading() as uow:
            match, void = await uow.matches.get(key), await uow.voids.of(key)
            person = (await uow.players.people((player,))).get(player)
            wish = (await uow.preferences.of(player)).reminders
            settings = await uow.places.settings(match.place.server if match else None)
        if match is None or void is None:
            raise UnknownMatch
        if person is not None and person.account is not None:
            server = self._server(match.place)
            language = server_language(server, settings)
            words = account_voided(void, server.name, language)
            directly = wish is Reminders.DIRECT
            if not directly or not await self.send_directly(person.account, words, row):
                line = f"{mention(person, language)} {words}"
                await self._say(match.place, line, person, row)
        await self.close([row])

    async def _say(self, place: Place, line: str, person: Person, row: OutboxRow) -> None:
        """In the channel: a thread belongs to one match alone."""

        async def send(channel: Postable) -> None:
            await self.send_line(channel, line, row, to=[person])

        await self.where_possible(replace(place, thread=None), send)

    async def mark(self, row: OutboxRow) -> None:
        """Let the last board of a void match say so where it stands, if Discord lets it be edited:
        it is not posted anew, since nobody is to be called to it.

        Raises UnreachablePlace while the server is out of reach.
        """
        async with self.bot.store.reading() as uow:
            order = await board_order(uow, match_of(row), now=self.bot.now())
        if order.board is not None:
            self._server(order.state.match.place)
            await self._mark(order.state, order.board)
        await self.close([row])

    def _server(self, place: Place) -> discord.Guild:
        server = None if place.server is None else self.bot.get_guild(place.server)
        if server is None:
            raise UnreachablePlace(place, "the server is out of reach")
        return server

    async def _mark(self, state: BoardState, board: BoardMessage) -> None:
        channel = await find_channel(self.bot, board.channel)
        if channel is None:
            return
        missing = lacking_in(channel)
        if missing.view_channel or missing.attach_files:
            return
        language = server_language(channel.guild, state.settings)
        showing = await show_board(state, self.bot.pictures, language)
        async with self._open(channel):
            change = channel.get_partial_message(board.message).edit(
                content=showing.content, attachments=showing.files(), view=showing.view
            )
            await self.at_best(change, f"board of match {state.match.id}", message=board.message)

    @asynccontextmanager
    async def _open(self, channel: Postable) -> AsyncIterator[None]:
        """An archived thread refuses edits: one of ours is open meanwhile."""
        if not isinstance(channel, discord.Thread) or not self._may_open(channel):
            yield
            return
        await self.at_best(channel.edit(archived=False), f"thread {channel.id}")
        try:
            yield
        finally:
            await self.at_best(channel.edit(archived=True), f"thread {channel.id}")

    def _may_open(self, thread: discord.Thread) -> bool:
        return thread.archived and not thread.locked and is_own(self.bot, thread)
