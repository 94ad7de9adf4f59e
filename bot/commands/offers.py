"""`/soccer offer-draw` and `/soccer takeback`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.games import complete_match
from bot.actions.offers import offer_by_command
from matches.offer import OfferKind

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="offer-draw", description=locale_str("Paper soccer: offer your opponent a draw")
)
@app_commands.describe(match=locale_str("Which match; the one in this channel if you leave it"))
@app_commands.autocomplete(match=complete_match)
async def offer_draw(interaction: Interaction, match: int | None = None) -> None:
    """The opponent is asked where the match is played; who was offered a draw accepts it so."""
    await offer_by_command(interaction, OfferKind.DRAW, match)


@app_commands.command(
    name="takeback",
    description=locale_str("Paper soccer: ask to take back your last turn (unrated matches)"),
)
@app_commands.describe(match=locale_str("Which match; the one in this channel if you leave it"))
@app_commands.autocomplete(match=complete_match)
async def takeback(interaction: Interaction, match: int | None = None) -> None:
    """The opponent is asked where the match is played."""
    await offer_by_command(interaction, OfferKind.TAKEBACK, match)
