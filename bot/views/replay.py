"""The buttons under a recorded game: its boards, turn by turn."""

from typing import Any

import discord

from bot.failures import Refused
from bot.i18n import Language
from bot.views.static import static_view

REPLAY_ID = r"psi:(?P<turn>\d{1,4}):(?P<act>first|previous|here|next|last)"
"""The id of a button: after how many turns the board is that is shown, and where it leads."""


def replay_view(turn: int, count: int, language: Language) -> discord.ui.View:
    """« ‹ n/m › »; what leads nowhere is disabled, never removed."""
    view = static_view()
    here = language.say("{number}/{count}", number=turn, count=count)
    at_start, at_end = turn == 0, turn == count
    for label, act, disabled in (
        ("«", "first", at_start),
        ("‹", "previous", at_start),
        (here, "here", True),
        ("›", "next", at_end),
        ("»", "last", at_end),
    ):
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label,
            style=discord.ButtonStyle.secondary,
            disabled=disabled,
            custom_id=f"psi:{turn}:{act}",
        )
        view.add_item(button)
    return view


def board_is_gone(language: Language) -> Refused:
    """A button that its message has no more."""
    return Refused(language.say("You have moved on already: use the buttons as they are now."))
