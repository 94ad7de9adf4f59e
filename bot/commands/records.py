"""`/soccer replay`, `/soccer export` and `/soccer import`: games as pictures and as text."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.records import complete_recorded, import_file, open_record_form, send_record
from bot.actions.viewer import open_replay_of

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="replay", description=locale_str("Paper soccer: look back on a match, turn by turn")
)
@app_commands.describe(
    match=locale_str("Which match, by its number; your newest in this channel if you leave it")
)
@app_commands.autocomplete(match=complete_recorded)
async def replay(interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
    """Its last board, privately, with buttons."""
    await open_replay_of(interaction, match)


@app_commands.command(
    name="export", description=locale_str("Paper soccer: the record of a match as a text file")
)
@app_commands.describe(
    match=locale_str("Which match, by its number; your newest in this channel if you leave it")
)
@app_commands.autocomplete(match=complete_recorded)
async def export_record(
    interaction: Interaction, match: app_commands.Range[int, 1] | None = None
) -> None:
    """A file, privately."""
    await send_record(interaction, match)


@app_commands.command(
    name="import", description=locale_str("Paper soccer: look at a game from its record")
)
@app_commands.describe(
    file=locale_str("A text file as /soccer export makes it; a form asks for text if you leave it")
)
async def import_record(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    """The final board, privately, or what is wrong with the record."""
    if file is None:
        await open_record_form(interaction)
    else:
        await import_file(interaction, file)
