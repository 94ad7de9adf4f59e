"""A lesson's buttons: the pad of every board, and *Next*. All of the lesson is in their ids."""

from typing import Any

import discord

from bot.guide.lessons import LESSONS, LONGEST, Verdict
from bot.i18n import Language
from bot.views.board import pad_buttons
from bot.views.guide import rules_button
from bot.views.static import static_view
from matches.draft import Drafted

LESSON_ID = rf"psl:(?P<lesson>\d):(?P<steps>[0-7]{{0,{LONGEST}}}):(?P<act>[0-7]|back|next)"
"""The id of a lesson's button: which lesson, what is drawn in it, and what it does."""


def lesson_view(
    lesson: int,
    so_far: Drafted,
    verdict: Verdict,
    subject: str,
    language: Language,
    *,
    reads: bool,
) -> discord.ui.View:
    """The pad, of words for who reads, and below it *Next*, which opens when the lesson is done."""
    view = static_view()
    for act, button in pad_buttons(so_far, language if reads else None):
        button.custom_id = f"psl:{lesson}:{so_far.steps}:{act}"
        view.add_item(button)
    is_last = lesson == len(LESSONS) - 1
    solved = verdict is Verdict.SOLVED
    following: discord.ui.Button[Any] = discord.ui.Button(
        label=language.say("Once more") if is_last else language.say("Next"),
        style=discord.ButtonStyle.success
        if solved and not is_last
        else discord.ButtonStyle.secondary,
        disabled=not solved,
        row=3,
        custom_id=f"psl:{lesson}:{so_far.steps}:next",
    )
    view.add_item(following)
    view.add_item(rules_button(subject, language, row=3))
    return view
