"""Giving up takes two taps: one to ask, one to confirm."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from matches.match import Match

RESIGN_ID = r"psr:(?P<match>\d{1,19}):(?P<version>\d{1,19}):(?P<act>ask|yes|no)"
"""The id of a button about resigning: the match as it was when somebody was asked."""


def resign_button(match: Match, language: Language) -> discord.ui.Button[Any]:
    """The button that asks; before both have moved it says what it does then."""
    label = language.say("Resign") if match.has_begun else language.say("Abort the match")
    return _button(match, "ask", label, discord.ButtonStyle.danger)


def confirmation_view(match: Match, language: Language) -> discord.ui.View:
    """Yes or no."""
    yes = language.say("Resign") if match.has_begun else language.say("Abort the match")
    view = static_view()
    for act, label, style in (
        ("yes", yes, discord.ButtonStyle.danger),
        ("no", language.say("Play on"), discord.ButtonStyle.secondary),
    ):
        view.add_item(_button(match, act, label, style))
    return view


def _button(
    match: Match, act: str, label: str, style: discord.ButtonStyle
) -> discord.ui.Button[Any]:
    custom_id = f"psr:{match.id}:{match.version}:{act}"
    return discord.ui.Button(label=label, style=style, custom_id=custom_id)
