"""Taps of those who watch a match and would like to play."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.stranger import ask_to_play, play_likewise
from bot.taps.tap import Tap
from bot.views.stranger import PLAY_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class PlayTap(Tap, template=PLAY_ID):
    """*Play yourself*: one tap to ask, one to send."""

    def __init__(self, button: discord.ui.Button[Any], subject: str, send: bool) -> None:
        super().__init__(button)
        self.subject = subject
        self.send = send

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["subject"], match["send"] is not None)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Say what would be sent, or send it."""
        if self.send:
            await play_likewise(interaction, self.subject)
        else:
            await ask_to_play(interaction, self.subject)
