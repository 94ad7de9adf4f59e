"""Taps on a leaderboard."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.leaderboard import OWN_PAGE, turn_to
from bot.i18n import Language
from bot.taps.tap import Choice, Tap
from bot.views.guide import page_is_gone
from bot.views.leaderboard import TURN_ID, VARIANT_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class LeaderboardTap(Tap, template=TURN_ID):
    """Another page, the page with one's own place, or another scope."""

    def __init__(
        self, button: discord.ui.Button[Any], variant: str, page: int, *, everywhere: bool
    ) -> None:
        super().__init__(button)
        self.variant = variant
        self.page = page
        self.everywhere = everywhere

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The page that the parts of an id describe."""
        page = OWN_PAGE if match["act"] == "me" else int(match["page"])
        return cls(button, match["variant"], page, everywhere=match["scope"] == "all")

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than pages change."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Turn to that page."""
        await turn_to(interaction, self.variant, self.page, everywhere=self.everywhere)


class LeaderboardChoice(Choice, template=VARIANT_ID):
    """The menu of variants."""

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than pages change."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """The first page of that variant."""
        await turn_to(interaction, self.chosen[0], 0, everywhere=self.name == "all")
