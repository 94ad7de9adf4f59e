"""What those who run a server are told of boards that cannot be shown there."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.deliveries.sender import Sender
from bot.i18n import server_language
from bot.reach import UNKNOWN, obstacle_to
from bot.trouble import TROUBLE, describe
from bot.wording.reach import hidden_boards
from matches.place import Place
from storage import CorruptRecord, StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

TOLD_AGAIN_AFTER = timedelta(days=7)


class Keepers(Sender):
    """Tells those who can change something, once a week for each channel."""

    def __init__(self, bot: "PaperSoccer") -> None:
        super().__init__(bot)
        # Several matches may be hidden in one channel, and are tried side by side.
        self._one_at_a_time = asyncio.Lock()

    async def tell(self, place: Place) -> None:
        """Say what keeps boards from being shown there, unless that was said in the last week.

        Raises nothing for what Discord or the store refuses: the next try of a board says it.
        """
        try:
            async with self._one_at_a_time:
                await self._tell(place)
        except (*TROUBLE, StoreUnavailable, CorruptRecord) as error:
            logger.info("the keepers of server %s hear later: %s", place.server, describe(error))

    async def _tell(self, place: Place) -> None:
        server = None if place.server is None else self.bot.get_guild(place.server)
        if server is None:
            return
        note, now = f"hidden boards in channel {place.channel}", self.bot.now()
        async with self.bot.store.reading() as uow:
            told = await uow.notes.get(note)
            settings = await uow.places.settings(place.server)
        if told is not None and now - datetime.fromisoformat(told) < TOLD_AGAIN_AFTER:
            return
        obstacle = obstacle_to(self.bot, place) or UNKNOWN
        words = hidden_boards(place, obstacle, server_language(server, settings))
        if not await self._say(server, words, nonce=f"psh{place.channel}"):
            return
        # Noted after it is sent: rather twice, after trouble, than never.
        async with self.bot.store.writing() as uow:
            await uow.notes.put(note, now.isoformat())
            await uow.commit()

    async def _say(self, server: discord.Guild, words: str, *, nonce: str) -> bool:
        """Where Discord itself tells of such things; whether there is a place for it."""
        for channel in _news_channels(server):
            try:
                await channel.send(words, nonce=nonce)
            except discord.Forbidden as error:
                logger.info("the keepers of server %s: %s", server.id, describe(error))
            else:
                return True
        return False


def _news_channels(server: discord.Guild) -> list[discord.TextChannel]:
    """Where the bot may write, of a Community server's channel for its moderators and the one for
    Discord's own messages, which every server can have.
    """
    me: discord.Member | None = server.me
    if me is None:
        return []
    known = dict.fromkeys((server.public_updates_channel, server.system_channel))
    found = [channel for channel in known if channel is not None]
    needed = discord.Permissions(view_channel=True, send_messages=True)
    return [channel for channel in found if channel.permissions_for(me) >= needed]
