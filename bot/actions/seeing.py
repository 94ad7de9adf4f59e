"""Who may look at a match, and what the bot may send where they are."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

from bot.actions.permissions import missing_permissions
from matches.ids import MatchId
from matches.place import Place
from matches.records import match_to_record
from matches.standings import BoardState

if TYPE_CHECKING:
    from bot.app import PaperSoccer


async def seen_match(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId
) -> BoardState:
    """A match as it stands, if whoever acts may see it. Raises NotSeenHere."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        return await match_to_record(uow, match_id, player, eyes_of(interaction), now=bot.now())


def eyes_of(interaction: discord.Interaction["PaperSoccer"]) -> Callable[[Place], bool]:
    """Which places whoever acts sees: those of this server, as far as its channels are open to
    them.
    """
    guild, member = interaction.guild, interaction.user

    def sees(place: Place) -> bool:
        if place.server is None or place.server != interaction.guild_id:
            return False
        if interaction.channel_id in (place.channel, place.thread):
            return True
        channel = None if guild is None else guild.get_channel_or_thread(place.channel)
        if channel is None or not isinstance(member, discord.Member):
            return False
        may = channel.permissions_for(member)
        # Of a private thread only its members are told, who are not known here.
        if isinstance(channel, discord.Thread) and channel.is_private():
            return may.view_channel and may.manage_threads
        return may.view_channel

    return sees


def may_attach(interaction: discord.Interaction["PaperSoccer"]) -> bool:
    """Whether an answer may have files."""
    # Outside servers nobody can take it away.
    return interaction.guild_id is None or interaction.app_permissions.attach_files


def may_share(interaction: discord.Interaction["PaperSoccer"]) -> bool:
    """Whether a picture may be posted here: by the bot, and by whoever asks for it as well."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return False
    needed = missing_permissions(interaction).value
    member = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_send = member.send_messages_in_threads if in_thread else member.send_messages
    return not needed and may_send and member.attach_files
