"""`/soccer privacy`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.privacy import show_privacy

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="privacy",
    description=locale_str(
        "Paper soccer: your data (GDPR): what is stored and why, export it, delete your account"
    ),
)
async def privacy(interaction: Interaction) -> None:
    """A private message with two buttons."""
    await show_privacy(interaction)
