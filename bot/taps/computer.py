"""Taps under *⋯* in a game against the computer."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.computer import share_board, take_back
from bot.actions.computer_hint import give_hint
from bot.taps.tap import Tap
from bot.views.computer import COMPUTER_ID
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ComputerTap(Tap, template=COMPUTER_ID):
    """*Hint*, *Take back* or *Share*."""

    def __init__(
        self, button: discord.ui.Button[Any], match: MatchId, version: int, act: str
    ) -> None:
        super().__init__(button)
        self.match = match
        self.version = version
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])), int(match["version"]), match["act"])

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Help, take back, or show it to everybody."""
        if self.name == "hint":
            await give_hint(interaction, self.match)
        elif self.name == "takeback":
            await take_back(interaction, self.match, self.version)
        else:
            await share_board(interaction, self.match)
