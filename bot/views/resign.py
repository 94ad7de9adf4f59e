"""Giving up takes two taps: one to ask, one to confirm."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.i18n import Language
from bot.views.tap import Tap, static_view
from matches.ids import MatchId
from matches.match import Match

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ResignTap(Tap, template=r"psr:(?P<match>\d{1,19}):(?P<version>\d{1,19}):(?P<act>ask|yes|no)"):
    """Resign: ask, confirm, or go on playing; names the match as it was when asked."""

    def __init__(
        self, button: discord.ui.Button[Any], match: MatchId, version: int, act: str
    ) -> None:
        button.custom_id = f"psr:{match}:{version}:{act}"
        super().__init__(button)
        self.match = match
        self.version = version
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])), int(match["version"]), match["act"])

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Ask, resign, or leave it."""
        # Imported here: the actions show boards, whose menu has these buttons.
        from bot.actions.resign import act_on_resigning

        await act_on_resigning(interaction, self.match, self.version, self.name)


def resign_button(match: Match, language: Language) -> ResignTap:
    """The button that asks; before both have moved it says what it does then."""
    label = language.say("Resign") if match.has_begun else language.say("Abort the match")
    button: discord.ui.Button[Any] = discord.ui.Button(
        label=label, style=discord.ButtonStyle.danger
    )
    return ResignTap(button, match.id, match.version, "ask")


def confirmation_view(match: Match, language: Language) -> discord.ui.View:
    """Yes or no."""
    yes = language.say("Resign") if match.has_begun else language.say("Abort the match")
    view = static_view()
    for act, label, style in (
        ("yes", yes, discord.ButtonStyle.danger),
        ("no", language.say("Play on"), discord.ButtonStyle.secondary),
    ):
        button: discord.ui.Button[Any] = discord.ui.Button(label=label, style=style)
        view.add_item(ResignTap(button, match.id, match.version, act))
    return view
