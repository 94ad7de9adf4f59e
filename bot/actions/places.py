"""Where an interaction happens, as matches know it."""

from typing import TYPE_CHECKING, Any

import discord

from matches.ids import ServerId
from matches.place import Place, ServerSettings

if TYPE_CHECKING:
    from bot.app import PaperSoccer


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """The channel, and the thread in it if it is one."""
    server = None if interaction.guild_id is None else ServerId(interaction.guild_id)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(server, channel.parent_id, thread=channel.id)
    return Place(server, interaction.channel_id or 0)


async def settings_here(interaction: "discord.Interaction[PaperSoccer]") -> ServerSettings:
    """What the administrators decided of the server where it happens."""
    async with interaction.client.store.reading() as uow:
        return await uow.places.settings(place_of(interaction).server)
