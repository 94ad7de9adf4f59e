"""Taps that lead through a recorded game."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.replay import turn_replay
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.replay import REPLAY_ID, board_is_gone

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ReplayTap(Tap, template=REPLAY_ID):
    """A button of a replay: after how many turns its board is, and where it leads."""

    def __init__(self, button: discord.ui.Button[Any], turn: int, act: str) -> None:
        super().__init__(button)
        self.turn = turn
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, int(match["turn"]), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than boards change."""
        return board_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Show another board of the same game."""
        await turn_replay(interaction, self.turn, self.name)
