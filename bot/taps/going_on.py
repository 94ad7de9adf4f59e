"""Taps that say that a match without a limit goes on."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.going_on import go_on_playing
from bot.taps.tap import Tap
from bot.views.going_on import GOING_ON_ID
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class GoingOnTap(Tap, template=GOING_ON_ID):
    """*Go on*."""

    def __init__(self, button: discord.ui.Button[Any], match: MatchId) -> None:
        super().__init__(button)
        self.match = match

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])))

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Go on."""
        await go_on_playing(interaction, self.match)
