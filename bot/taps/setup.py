"""What is tapped and chosen in a server's settings."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.setup import act_on_setup, choose_in_setup
from bot.i18n import Language
from bot.taps.tap import Choice, Tap
from bot.views.guide import page_is_gone
from bot.views.setup import SETUP_ID, SETUP_TAP_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class SetupTap(Tap, template=SETUP_TAP_ID):
    """A button of the settings."""

    def __init__(self, button: discord.ui.Button[Any], act: str) -> None:
        super().__init__(button)
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the message changes."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Threads or not, or the way to a page of choices and back."""
        await act_on_setup(interaction, self.name)


class SetupChoice(Choice, template=SETUP_ID):
    """A menu of the settings."""

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the message changes."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Change one of them."""
        await choose_in_setup(interaction, self.name, self.chosen)
