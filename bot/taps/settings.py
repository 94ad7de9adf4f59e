"""What is tapped and chosen in a player's own settings."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.settings import change_own_settings, end_own_leave
from bot.i18n import Language
from bot.taps.tap import Choice, Tap
from bot.views.guide import page_is_gone
from bot.views.settings import BACK_ID, OWN_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class BackTap(Tap, template=BACK_ID):
    """*I am back*."""

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """There is only this one."""
        return cls(button)

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the message changes."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """End the leave."""
        await end_own_leave(interaction)


class OwnChoice(Choice, template=OWN_ID):
    """A menu of the settings."""

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the message changes."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Change one of them."""
        await change_own_settings(interaction, self.name, self.chosen[0])
