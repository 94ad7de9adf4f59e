"""Taps on the offer of a custom game."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.custom import act_on_offer
from bot.custom_game import Offer
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.custom import OFFER_ID, already_answered

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class CustomTap(Tap, template=OFFER_ID):
    """A button of an offer that is not sent yet: all of the offer is in its id."""

    def __init__(self, button: discord.ui.Button[Any], offer: str, act: str) -> None:
        super().__init__(button)
        self.offer = offer
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["offer"], match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """A tap on an offer that has been sent, or cancelled, or changed."""
        return already_answered(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Send the challenge, change it in the form, or forget it."""
        await act_on_offer(interaction, Offer.read(self.offer), self.name)
