"""The buttons about one's own data: export it, or delete it after a confirmation."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from matches.ids import PlayerId

PRIVACY_ID = r"psy:(?P<player>\d{1,19}):(?P<act>export|ask|delete|keep)"
"""The id of a button about a player's data: one that was deleted is not the one who comes after."""


def privacy_view(player: PlayerId, language: Language) -> discord.ui.View:
    """Export, or ask about deleting."""
    view = static_view()
    for act, label, style in (
        ("export", language.say("Export my data"), discord.ButtonStyle.primary),
        ("ask", language.say("Delete my account…"), discord.ButtonStyle.danger),
    ):
        view.add_item(_button(player, act, label, style))
    return view


def deletion_view(player: PlayerId, language: Language) -> discord.ui.View:
    """Yes or no."""
    view = static_view()
    for act, label, style in (
        ("delete", language.say("Delete my account"), discord.ButtonStyle.danger),
        ("keep", language.say("Keep it"), discord.ButtonStyle.secondary),
    ):
        view.add_item(_button(player, act, label, style))
    return view


def _button(
    player: PlayerId, act: str, label: str, style: discord.ButtonStyle
) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, style=style, custom_id=f"psy:{player}:{act}")
