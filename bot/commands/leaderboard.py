"""`/leaderboard`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.leaderboard import show_leaderboard
from bot.actions.variants import complete_preset, read_preset
from bot.commands.options import in_private_too
from bot.i18n import reader_language

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction

_HERE, _EVERYWHERE = "server", "everywhere"


@app_commands.command(
    name="leaderboard",
    description=locale_str("Paper soccer: the best players, ratings and ranking, here or anywhere"),
)
@app_commands.describe(
    variant=locale_str("Which game; the usual one here if you leave it"),
    scope=locale_str("This server, or everywhere; this server if you leave it"),
)
@app_commands.choices(
    scope=[
        app_commands.Choice(name=locale_str("This server"), value=_HERE),
        app_commands.Choice(name=locale_str("Everywhere"), value=_EVERYWHERE),
    ]
)
@app_commands.autocomplete(variant=complete_preset)
@in_private_too
async def leaderboard(
    interaction: Interaction, variant: str | None = None, scope: str = _HERE
) -> None:
    """The first page, for everybody to see."""
    key = None if variant is None else read_preset(variant, reader_language(interaction))
    await show_leaderboard(interaction, key, everywhere=scope == _EVERYWHERE)
