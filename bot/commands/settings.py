"""`/soccer settings` and `/soccer setup`: what players and servers decide."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.settings import show_own_settings
from bot.actions.setup import show_setup

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="settings",
    description=locale_str(
        "Paper soccer: your reminders, your leave, whom you block, boards in words"
    ),
)
async def settings(interaction: Interaction) -> None:
    """A private message with menus."""
    await show_own_settings(interaction)


@app_commands.command(
    name="setup",
    description=locale_str("Paper soccer: channels, threads, language and more (Manage Server)"),
)
async def setup(interaction: Interaction) -> None:
    """A private message with menus, for those who manage the server."""
    await show_setup(interaction)
