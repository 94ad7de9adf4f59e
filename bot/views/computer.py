"""What stands under *⋯* in a game against the computer, and what follows its end."""

from typing import Any

import discord

from bot.i18n import Language
from matches.match import Match

COMPUTER_ID = r"psx:(?P<match>\d{1,19}):(?P<version>\d{1,19}):(?P<act>hint|takeback|share)"
"""The id of a button in the menu of such a game: the match as it was seen, and what it does."""


def menu_buttons(
    match: Match, language: Language, *, takes_back: bool, shares: bool
) -> list[discord.ui.Button[Any]]:
    """*Hint* and *Take back* while the game runs, and *Share*; each only where it can be done."""
    running = not match.is_over
    labels = (
        ("hint", language.say("Hint"), running and not match.awaits_computer),
        ("takeback", language.say("Take back"), running and takes_back),
        ("share", language.say("Share"), shares),
    )
    return [
        discord.ui.Button(label=label, custom_id=f"psx:{match.id}:{match.version}:{act}")
        for act, label, is_possible in labels
        if is_possible
    ]
