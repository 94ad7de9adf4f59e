"""The pages of the rules: buttons to turn them, and one that leads to the lessons."""

from typing import Any

import discord

from bot.failures import Refused
from bot.i18n import Language
from bot.views.static import static_view

SUBJECT = r"(?P<subject>[a-z-]{2,40}|[mc]\d{1,19})"
"""Whose rules: a preset's key, `m` with a match's id, or `c` with a challenge's."""

PAGE_ID = rf"psg:{SUBJECT}:(?P<page>\d{{1,3}}):(?P<act>first|previous|here|next|last)"
"""The id of a page's button: whose rules, which page, and where it leads."""

GUIDE_ID = rf"psg:{SUBJECT}"
"""The id of the button that opens the rules."""

LEARN_ID = "psl:learn"
"""The id of *Learn by playing*."""


def guide_view(subject: str, page: int, count: int, language: Language) -> discord.ui.View:
    """« ‹ n/m › » and *Learn by playing*; what leads nowhere is disabled, never removed."""
    view = static_view()
    here = language.say("{number}/{count}", number=page + 1, count=count)
    at_start, at_end = page == 0, page == count - 1
    for label, act, disabled in (
        ("«", "first", at_start),
        ("‹", "previous", at_start),
        (here, "here", True),
        ("›", "next", at_end),
        ("»", "last", at_end),
    ):
        style = discord.ButtonStyle.secondary
        if act == "next" and not disabled:
            style = discord.ButtonStyle.primary
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label,
            style=style,
            disabled=disabled,
            row=0,
            custom_id=f"psg:{subject}:{page}:{act}",
        )
        view.add_item(button)
    view.add_item(learn_button(language, row=1))
    return view


def help_view(subject: str, language: Language) -> discord.ui.View:
    """Under the overview and the first sentences: *Learn by playing*, and the rules."""
    view = static_view()
    view.add_item(learn_button(language, row=0))
    view.add_item(rules_button(subject, language, row=0))
    return view


def learn_button(language: Language, *, row: int) -> discord.ui.Button[Any]:
    """*Learn by playing*."""
    label = language.say("Learn by playing")
    style = discord.ButtonStyle.primary if row == 0 else discord.ButtonStyle.secondary
    return discord.ui.Button(label=label, style=style, row=row, custom_id=LEARN_ID)


def rules_button(subject: str, language: Language, *, row: int) -> discord.ui.Button[Any]:
    """*Rules with pictures*."""
    label = language.say("Rules with pictures")
    return discord.ui.Button(label=label, row=row, custom_id=f"psg:{subject}")


def page_is_gone(language: Language) -> Refused:
    """A button that its message has no more."""
    return Refused(language.say("You have moved on already: use the buttons as they are now."))
