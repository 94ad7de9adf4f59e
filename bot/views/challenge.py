"""A challenge's buttons, and the form for other terms."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.failures import answer_failure
from bot.i18n import Language
from bot.views.tap import Tap, static_view
from bot.wording.terms import turn_time, variant_name, variant_note
from matches.challenge import Challenge
from matches.errors import ChallengeOver
from matches.ids import ChallengeId
from matches.terms import Terms, TurnTime
from rules import VARIANTS, find_variant

if TYPE_CHECKING:
    from bot.app import PaperSoccer

FORM_LASTS = 15 * 60.0
"""Seconds: an interaction can be answered for as long."""


class ChallengeTap(
    Tap,
    template=r"psc:(?P<challenge>\d{1,19}):(?P<act>accept|decline|terms|withdraw|rules)",
):
    """A button of a challenge; its terms never change, so that its id says enough."""

    def __init__(self, button: discord.ui.Button[Any], challenge: ChallengeId, act: str) -> None:
        button.custom_id = f"psc:{challenge}:{act}"
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
        # Imported here: the actions show challenges, whose buttons these are.
        from bot.actions.challenge import act_on_challenge

        await act_on_challenge(interaction, self.challenge, self.name)


def challenge_view(challenge: Challenge, language: Language) -> discord.ui.View:
    """The buttons of an open challenge; an open invitation cannot be declined."""
    view = static_view()
    buttons = [
        ("accept", language.say("Accept"), discord.ButtonStyle.success),
        ("decline", language.say("Decline"), discord.ButtonStyle.danger),
        ("terms", language.say("Other terms"), discord.ButtonStyle.secondary),
        ("withdraw", language.say("Withdraw"), discord.ButtonStyle.secondary),
        ("rules", language.say("How to play"), discord.ButtonStyle.secondary),
    ]
    for act, label, style in buttons:
        if act == "decline" and challenge.opponent is None:
            continue
        button: discord.ui.Button[Any] = discord.ui.Button(label=label, style=style)
        view.add_item(ChallengeTap(button, challenge.id, act))
    return view


class TermsForm(discord.ui.Modal):
    """Other terms for a challenge, prefilled with the present ones.

    discord.py forgets a form at a restart, and drops it then without a word: `id` is known to the
    bot's open forms while this process can answer it.
    """

    def __init__(
        self, bot: "PaperSoccer", challenge: Challenge, language: Language, form_id: str
    ) -> None:
        super().__init__(title=language.say("Other terms"), timeout=FORM_LASTS, custom_id=form_id)
        self._bot = bot
        self._challenge = challenge
        terms = challenge.terms
        self._variant = _select(_variants(terms, language))
        self._time = _select(_times(terms, language))
        self._rated = _select(_ratings(terms, language))
        self.add_item(discord.ui.Label(text=language.say("Variant"), component=self._variant))
        self.add_item(discord.ui.Label(text=language.say("Time"), component=self._time))
        self.add_item(discord.ui.Label(text=language.say("Ratings"), component=self._rated))

    @property
    def terms(self) -> Terms:
        """What was chosen."""
        key = self._variant.values[0]
        ruleset = self._challenge.terms.ruleset if key == "custom" else find_variant(key).ruleset
        rated = self._rated.values[0] == "yes"
        return Terms(ruleset, TurnTime(self._time.values[0]), rated)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Send the challenge the other way round."""
        from bot.actions.challenge import answer_with_terms

        answer = answer_with_terms(interaction, self._challenge.id, self.terms)
        await interaction.client.underway.answer(answer)

    async def on_error(  # type: ignore[override]  # as discord.py overrides it for its own forms
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer for whatever went wrong."""
        await answer_failure(interaction, error)

    async def on_timeout(self) -> None:
        """From now on this process cannot answer the form either."""
        self._bot.open_forms.discard(self.custom_id)


def _select(options: list[discord.SelectOption]) -> discord.ui.Select[Any]:
    return discord.ui.Select(options=options)


def _variants(terms: Terms, language: Language) -> list[discord.SelectOption]:
    options = [
        discord.SelectOption(
            label=variant_name(variant.key, language),
            value=variant.key,
            description=variant_note(variant.key, language)[:100],
            default=variant.key == terms.variant,
        )
        for variant in VARIANTS
    ]
    if terms.variant is None:
        label = variant_name(None, language)
        options.append(discord.SelectOption(label=label, value="custom", default=True))
    return options


def _times(terms: Terms, language: Language) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=turn_time(time, language), value=time.value, default=time is terms.turn_time
        )
        for time in TurnTime
    ]


def _ratings(terms: Terms, language: Language) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=language.say("Rated"), value="yes", default=terms.rated),
        discord.SelectOption(label=language.say("Unrated"), value="no", default=not terms.rated),
    ]
