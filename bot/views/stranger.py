"""What somebody who watches a match may do: look back, read the rules, play themself."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.guide import SUBJECT
from bot.views.replay import replay_button
from bot.views.static import static_view
from matches.ids import MatchId

PLAY_ID = rf"psy:{SUBJECT}(?P<send>:send)?"
"""The id of *Play yourself*: whose rules, as for their pages; `send` is the second tap."""


def stranger_view(match: MatchId, subject: str, language: Language) -> discord.ui.View:
    """*Replay · Rules · Play yourself*."""
    view = static_view()
    view.add_item(replay_button(match, language))
    view.add_item(discord.ui.Button(label=language.say("Rules"), custom_id=f"psg:{subject}"))
    view.add_item(
        discord.ui.Button(label=language.say("Play yourself"), custom_id=f"psy:{subject}")
    )
    return view


def send_view(subject: str, language: Language) -> discord.ui.View:
    """The button that sends the open challenge."""
    view = static_view()
    button: discord.ui.Button[Any] = discord.ui.Button(
        label=language.say("Send challenge"),
        style=discord.ButtonStyle.success,
        custom_id=f"psy:{subject}:send",
    )
    view.add_item(button)
    return view
