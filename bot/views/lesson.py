"""A lesson's buttons: the pad of every board, and *Next*. All of the lesson is in their ids."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.guide.lessons import LESSONS, LONGEST, Verdict
from bot.i18n import Language
from bot.views.board import pad_buttons
from bot.views.guide import page_is_gone, rules_button
from bot.views.tap import Tap, static_view
from matches.draft import Drafted

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class LessonTap(
    Tap,
    template=rf"psl:(?P<lesson>\d):(?P<steps>[0-7]{{0,{LONGEST}}}):(?P<act>[0-7]|back|next)",
):
    """A button of a lesson: which one, what is drawn in it, and what it does."""

    def __init__(self, button: discord.ui.Button[Any], lesson: int, steps: str, act: str) -> None:
        button.custom_id = f"psl:{lesson}:{steps}:{act}"
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
        # Imported here: the action shows lessons, whose buttons these are.
        from bot.actions.lesson import act_on_lesson

        await act_on_lesson(interaction, self.lesson, self.steps, self.name)


def lesson_view(
    lesson: int, so_far: Drafted, verdict: Verdict, subject: str, language: Language
) -> discord.ui.View:
    """The pad, and below it *Next*, which opens when the lesson is done."""
    view = static_view()
    for act, button in pad_buttons(so_far):
        view.add_item(LessonTap(button, lesson, so_far.steps, act))
    is_last = lesson == len(LESSONS) - 1
    solved = verdict is Verdict.SOLVED
    following: discord.ui.Button[Any] = discord.ui.Button(
        label=language.say("Once more") if is_last else language.say("Next"),
        style=discord.ButtonStyle.success
        if solved and not is_last
        else discord.ButtonStyle.secondary,
        disabled=not solved,
        row=3,
    )
    view.add_item(LessonTap(following, lesson, so_far.steps, "next"))
    view.add_item(rules_button(subject, language, row=3))
    return view
