"""Taps on *Record*."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.records import send_record
from bot.taps.tap import Tap
from bot.views.record import RECORD_ID
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class RecordTap(Tap, template=RECORD_ID):
    """*Record*: the record of a match as a file, as it stands when tapped."""

    def __init__(self, button: discord.ui.Button[Any], match: MatchId) -> None:
        super().__init__(button)
        self.match = match

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])))

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Hand the record out."""
        await send_record(interaction, self.match)
