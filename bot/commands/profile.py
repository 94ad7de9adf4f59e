"""`/profile`, and the same from a member's menu."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.profile import show_profile
from bot.commands.options import in_private_too

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="profile",
    description=locale_str("Paper soccer: a player's card, with ratings, results and history"),
)
@app_commands.describe(member=locale_str("Whose card; your own if you leave it"))
@in_private_too
async def profile(interaction: Interaction, member: discord.User | None = None) -> None:
    """A card for everybody where pictures may be sent, else for who asks."""
    await show_profile(interaction, member, publicly=True)


@app_commands.context_menu(name=locale_str("Paper soccer profile"))
@app_commands.guild_only()
async def profile_of_member(interaction: Interaction, member: discord.User) -> None:
    """The same from a member's menu, for who looks alone."""
    await show_profile(interaction, member, publicly=False)
