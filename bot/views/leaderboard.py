"""The buttons of a leaderboard: pages, my place, here or everywhere, and the variant."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from bot.wording.choices import shortened
from bot.wording.terms import variant_name, variant_note
from matches.leaderboard import Leaderboard
from rules import VARIANTS

TURN_ID = (
    r"ps-lb:(?P<scope>here|all):(?P<variant>[a-z-]+):(?P<page>\d{1,6}):"
    r"(?P<act>back|on|me|scope)"
)
"""The ids of the buttons: which page of which leaderboard a tap leads to."""
VARIANT_ID = r"ps-lbv:(?P<name>here|all)"
"""The id of the menu."""


def leaderboard_view(board: Leaderboard, language: Language, *, in_server: bool) -> discord.ui.View:
    """Two rows. Buttons that lead nowhere are disabled, never left out."""
    view = static_view()
    scope = "all" if board.scope is None else "here"

    def button(label: str, page: int | None, act: str, to: str = scope) -> None:
        view.add_item(
            discord.ui.Button[Any](
                label=label,
                custom_id=f"ps-lb:{to}:{board.variant}:{page or 0}:{act}",
                disabled=page is None,
                row=0,
            )
        )

    button("◀", board.page - 1 if board.page else None, "back")
    button("▶", board.page + 1 if board.has_more else None, "on")
    button(language.say("My place"), 0, "me")
    if in_server:
        if board.scope is None:
            button(language.say("This server"), 0, "scope", "here")
        else:
            button(language.say("Everywhere"), 0, "scope", "all")
    view.add_item(_variants(board, scope, language))
    return view


def _variants(board: Leaderboard, scope: str, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=shortened(variant_name(variant.key, language)),
            description=shortened(variant_note(variant.key, language)),
            value=variant.key,
            default=variant.key == board.variant,
        )
        for variant in VARIANTS
    ]
    return discord.ui.Select(custom_id=f"ps-lbv:{scope}", options=options, row=1)
