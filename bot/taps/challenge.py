"""Taps on a challenge."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.challenge import act_on_challenge
from bot.i18n import Language
from bot.taps.tap import Tap
from bot.views.challenge import CHALLENGE_ID
from matches.errors import ChallengeOver
from matches.ids import ChallengeId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class ChallengeTap(Tap, template=CHALLENGE_ID):
    """A button of a challenge."""

    def __init__(self, button: discord.ui.Button[Any], challenge: ChallengeId, act: str) -> None:
        super().__init__(button)
        self.challenge = challenge
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, ChallengeId(int(match["challenge"])), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """A challenge that has been answered."""
        return ChallengeOver()

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Accept, decline, answer with other terms, withdraw, or explain the game."""
        await act_on_challenge(interaction, self.challenge, self.name)
