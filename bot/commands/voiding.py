"""`/soccer void`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.voiding import ask_to_void, complete_voidable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="void",
    description=locale_str(
        "Paper soccer: let rated matches count for nothing, after cheating (Manage Server)"
    ),
)
@app_commands.describe(
    match=locale_str("Which match, by its number"),
    member=locale_str("Whose rated matches in this server, all of them"),
)
@app_commands.autocomplete(match=complete_voidable)
async def void(
    interaction: Interaction,
    match: app_commands.Range[int, 1] | None = None,
    member: discord.User | None = None,
) -> None:
    """A form that asks for the reason, for those who manage the server."""
    await ask_to_void(interaction, match, member)
