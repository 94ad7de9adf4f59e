"""Taps that lead through the boards of a match."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.viewer import act_in_replay, open_replay
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.replay import OPEN_ID, VIEWER_ID, board_is_gone
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ViewerTap(Tap, template=VIEWER_ID):
    """A button of a match's boards: after how many turns the board is, and where it leads."""

    def __init__(self, button: discord.ui.Button[Any], match: MatchId, turn: int, act: str) -> None:
        super().__init__(button)
        self.match = match
        self.turn = turn
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])), int(match["turn"]), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than boards change."""
        return board_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Show another board, or the whole match as a moving picture."""
        await act_in_replay(interaction, self.match, self.turn, self.name)


class OpenReplayTap(Tap, template=OPEN_ID):
    """*Replay*: opens a match's boards in a message of their own."""

    def __init__(self, button: discord.ui.Button[Any], match: MatchId) -> None:
        super().__init__(button)
        self.match = match

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])))

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the last board."""
        await open_replay(interaction, self.match)
