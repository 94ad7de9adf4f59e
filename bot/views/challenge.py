"""A challenge's buttons, and the form for other terms."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.i18n import Language
from bot.views.form import Form
from bot.views.static import static_view
from bot.wording.choices import shortened
from bot.wording.terms import turn_time, variant_name, variant_note
from matches.challenge import Challenge
from matches.ids import ChallengeId
from matches.terms import Terms, TurnTime
from rules import VARIANTS, find_variant
from rules.record import CUSTOM

if TYPE_CHECKING:
    from bot.app import PaperSoccer

CHALLENGE_ID = r"psc:(?P<challenge>\d{1,19}):(?P<act>accept|decline|terms|withdraw|rules)"
"""The id of a challenge's button; its terms never change, so that this says enough."""

Answer = Callable[[discord.Interaction[Any], ChallengeId, Terms], Coroutine[Any, Any, None]]
"""What is done with other terms."""


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
        custom_id = f"psc:{challenge.id}:{act}"
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=custom_id))
    return view


class TermsForm(Form):
    """Other terms for a challenge, prefilled with the present ones."""

    def __init__(
        self,
        bot: "PaperSoccer",
        challenge: Challenge,
        language: Language,
        form_id: str,
        answer: Answer,
    ) -> None:
        super().__init__(bot, language.say("Other terms"), form_id)
        self._challenge = challenge
        self._answer = answer
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
        ruleset = self._challenge.terms.ruleset if key == CUSTOM else find_variant(key).ruleset
        rated = self._rated.values[0] == "yes"
        return Terms(ruleset, TurnTime(self._time.values[0]), rated)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Send the challenge the other way round."""
        await self._answer(interaction, self._challenge.id, self.terms)


def _select(options: list[discord.SelectOption]) -> discord.ui.Select[Any]:
    return discord.ui.Select(options=options)


def _variants(terms: Terms, language: Language) -> list[discord.SelectOption]:
    options = [
        discord.SelectOption(
            label=variant_name(variant.key, language),
            value=variant.key,
            description=shortened(variant_note(variant.key, language)),
            default=variant.key == terms.variant,
        )
        for variant in VARIANTS
    ]
    if terms.variant is None:
        label = variant_name(None, language)
        options.append(discord.SelectOption(label=label, value=CUSTOM, default=True))
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
