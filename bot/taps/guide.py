"""Taps on the pages of the rules, and on what opens them and the lessons."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.guide import open_guide_of, turn_page
from bot.actions.lesson import open_lessons
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.guide import GUIDE_ID, LEARN_ID, PAGE_ID, page_is_gone

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class GuideTap(Tap, template=PAGE_ID):
    """A button of a page: whose rules (a preset's key, `m` with a match's id or `c` with a
    challenge's), which page, and where it leads.
    """

    def __init__(self, button: discord.ui.Button[Any], subject: str, page: int, act: str) -> None:
        super().__init__(button)
        self.subject = subject
        self.page = page
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["subject"], int(match["page"]), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than pages turn."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Turn to another page."""
        await turn_page(interaction, self.subject, self.page, self.name)


class LearnTap(Tap, template=LEARN_ID):
    """*Learn by playing*: opens the first lesson."""

    def __init__(self, button: discord.ui.Button[Any]) -> None:
        super().__init__(button)

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """There is only this one."""
        return cls(button)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the first lesson in a message of its own."""
        await open_lessons(interaction)


class OpenGuideTap(Tap, template=GUIDE_ID):
    """Opens the rules in a message of their own."""

    def __init__(self, button: discord.ui.Button[Any], subject: str) -> None:
        super().__init__(button)
        self.subject = subject

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["subject"])

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the first page."""
        await open_guide_of(interaction, self.subject)
