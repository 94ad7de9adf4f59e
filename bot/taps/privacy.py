"""Taps about one's own data."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.privacy import act_on_own_data
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.guide import page_is_gone
from bot.views.privacy import PRIVACY_ID
from matches.ids import PlayerId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class PrivacyTap(Tap, template=PRIVACY_ID):
    """Export, ask about deleting, delete, or leave it."""

    def __init__(self, button: discord.ui.Button[Any], player: PlayerId, act: str) -> None:
        super().__init__(button)
        self.player = player
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, PlayerId(int(match["player"])), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the message changes."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Do it."""
        await act_on_own_data(interaction, self.player, self.name)
