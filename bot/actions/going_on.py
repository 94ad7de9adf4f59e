"""Going on with a match that was not played for a month."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped
from bot.actions.places import settings_here
from bot.i18n import server_language
from bot.trouble import TROUBLE, describe
from bot.wording.names import message_name
from bot.wording.reminders import going_on_words
from matches.ids import MatchId
from matches.timekeeping import go_on

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def go_on_playing(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Note it, and let the question say so. Raises what the use case raises."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        await go_on(uow, match_id, player, now=bot.now())
        people = await uow.players.people([player])
    language = server_language(interaction.guild, await settings_here(interaction))
    words = going_on_words(message_name(people[player], language), language)
    try:
        await edit_tapped(interaction, content=words, view=None, attachments=[])
    except TROUBLE as error:
        logger.warning("the question in match %s stays: %s", match_id, describe(error))
