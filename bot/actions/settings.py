"""What those who manage a server decide about it."""

from typing import TYPE_CHECKING

import discord

from bot.actions.permissions import require_manager
from bot.failures import say_privately
from bot.i18n import reader_language
from matches.administrating import mark_games_channel
from matches.ids import ServerId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


async def set_up_channel(
    interaction: discord.Interaction["PaperSoccer"],
    channel: discord.TextChannel,
    *,
    games: bool,
) -> None:
    """Make a channel a games channel, or an ordinary one. Raises Refused for anybody else."""
    require_manager(interaction)
    server = ServerId(channel.guild.id)
    async with interaction.client.store.writing() as uow:
        await mark_games_channel(uow, server, channel.id, games=games)
    language = reader_language(interaction)
    if games:
        words = language.say(
            "<#{channel}> is a games channel now: matches are played in it directly, and old "
            "boards are deleted.",
            channel=channel.id,
        )
    else:
        words = language.say(
            "<#{channel}> is an ordinary channel now: new matches get threads.", channel=channel.id
        )
    await say_privately(interaction, words)
