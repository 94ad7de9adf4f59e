"""Where an interaction happens, as matches know it."""

from typing import Any

import discord

from matches.ids import ServerId
from matches.place import Place


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """The channel, and the thread in it if it is one."""
    server = None if interaction.guild_id is None else ServerId(interaction.guild_id)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(server, channel.parent_id, thread=channel.id)
    return Place(server, interaction.channel_id or 0)
