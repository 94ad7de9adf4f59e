"""Taps in a lesson."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.lesson import act_on_lesson
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.guide import page_is_gone
from bot.views.lesson import LESSON_ID

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class LessonTap(Tap, template=LESSON_ID):
    """A button of a lesson: which one, what is drawn in it, and what it does."""

    def __init__(self, button: discord.ui.Button[Any], lesson: int, steps: str, act: str) -> None:
        super().__init__(button)
        self.lesson = lesson
        self.steps = steps
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, int(match["lesson"]), match["steps"], match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than the lesson answers."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Draw, take back, or go to the next lesson."""
        await act_on_lesson(interaction, self.lesson, self.steps, self.name)
