"""Taps under *⋯* in a game against the computer."""

from typing import TYPE_CHECKING

import discord

from bot.actions.computer import share_board, take_back
from bot.actions.computer_hint import give_hint
from bot.taps.version import VersionTap
from bot.views.computer import COMPUTER_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ComputerTap(VersionTap, template=COMPUTER_ID):
    """*Hint*, *Take back* or *Share*."""

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Help, take back, or show it to everybody."""
        if self.name == "hint":
            await give_hint(interaction, self.match)
        elif self.name == "takeback":
            await take_back(interaction, self.match, self.version)
        else:
            await share_board(interaction, self.match)
