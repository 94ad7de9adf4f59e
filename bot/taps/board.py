"""Taps on a board."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.board import act_on_board
from bot.taps.tap import Tap
from bot.views.board import BOARD_ID
from matches.ids import MatchId
from matches.playing import Seen

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class BoardTap(Tap, template=BOARD_ID):
    """A button of a board."""

    def __init__(
        self, button: discord.ui.Button[Any], match: MatchId, seen: Seen, act: str
    ) -> None:
        super().__init__(button)
        self.match = match
        self.seen = seen
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        seen = Seen(int(match["version"]), int(match["step"]))
        return cls(button, MatchId(int(match["match"])), seen, match["act"])

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Draw, take back, play, or show what else there is."""
        await act_on_board(interaction, self.match, self.seen, self.name)
