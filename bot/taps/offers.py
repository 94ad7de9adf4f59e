"""Taps that make an offer, and taps that answer one."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.offers import act_on_offer, ask
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.taps.version import VersionTap
from bot.views.offers import ANSWER_ID, ASK_ID
from matches.errors import OfferOver
from matches.ids import MatchId
from matches.offer import OfferKind
from matches.offering import SeenOffer
from rules import Player

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class OfferTap(Tap, template=ANSWER_ID):
    """*Accept* or *Decline* on the line of an offer."""

    def __init__(
        self, button: discord.ui.Button[Any], match: MatchId, seen: SeenOffer, act: str
    ) -> None:
        super().__init__(button)
        self.match = match
        self.seen = seen
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        seen = SeenOffer(OfferKind(match["kind"]), Player(match["side"]), int(match["version"]))
        return cls(button, MatchId(int(match["match"])), seen, match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """An offer that has been answered, or that nobody can answer any more."""
        return OfferOver()

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Answer the offer."""
        await act_on_offer(interaction, self.match, self.seen, self.name)


class AskTap(VersionTap, template=ASK_ID):
    """*Offer a draw*, *Ask for a takeback* or *Give more time*."""

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Ask the opponent, or give them time."""
        await ask(interaction, self.match, self.name, seen_version=self.version)
