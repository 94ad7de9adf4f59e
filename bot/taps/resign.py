"""Taps that give a match up: one to ask, one to confirm."""

from typing import TYPE_CHECKING

import discord

from bot.actions.resign import act_on_resigning
from bot.taps.version import VersionTap
from bot.views.resign import RESIGN_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ResignTap(VersionTap, template=RESIGN_ID):
    """Resign: ask, confirm, or go on playing."""

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Ask, resign, or leave it."""
        await act_on_resigning(interaction, self.match, self.version, self.name)
