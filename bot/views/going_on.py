"""The one button under the question whether a match without a limit goes on."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from matches.ids import MatchId

GOING_ON_ID = r"psk:(?P<match>\d{1,19})"
"""The id of the button: which match."""


def going_on_view(match: MatchId, language: Language) -> discord.ui.View:
    """*Go on*."""
    button: discord.ui.Button[Any] = discord.ui.Button(
        label=language.say("Go on"), style=discord.ButtonStyle.primary, custom_id=f"psk:{match}"
    )
    view = static_view()
    view.add_item(button)
    return view
