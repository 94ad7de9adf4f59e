"""Taps that give a match up: one to ask, one to confirm."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.resign import act_on_resigning
from bot.taps.tap import Tap
from bot.views.resign import RESIGN_ID
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ResignTap(Tap, template=RESIGN_ID):
    """Resign: ask, confirm, or go on playing."""

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
        """Ask, resign, or leave it."""
        await act_on_resigning(interaction, self.match, self.version, self.name)
