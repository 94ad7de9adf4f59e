"""A custom game before it is sent: the form, and the buttons under its preview."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.custom_game import LONGEST_SIZE, Offer, Wish
from bot.failures import Refused
from bot.i18n import Language
from bot.views.form import Form
from bot.views.static import static_view
from bot.wording.custom import bounce_name, bounce_note, size_note
from rules.custom import BOUNCES, GOAL_WIDTHS

if TYPE_CHECKING:
    from bot.app import PaperSoccer


OFFER_ID = (
    r"psn:(?P<act>send|change|cancel):"
    r"(?P<offer>\d{1,19}:[0-9a-z]{2,4}:[1-3][0-2][0-7].{0,12})"
)
"""The id of the button of an offer that is not sent yet: all of the offer is in it."""

Answer = Callable[[discord.Interaction[Any], Offer], Coroutine[Any, Any, None]]
"""What is done with a form that was sent."""


def already_answered(language: Language) -> Refused:
    """Why a second tap on an offer does nothing."""
    return Refused(
        language.say("This challenge was sent, changed or cancelled already: nothing was sent now.")
    )


def offer_view(offer: Offer, language: Language, *, possible: bool) -> discord.ui.View:
    """The buttons under an offer; one that cannot be played cannot be sent."""
    buttons = [
        ("send", language.say("Send challenge"), discord.ButtonStyle.success),
        ("change", language.say("Change"), discord.ButtonStyle.secondary),
        ("cancel", language.say("Cancel"), discord.ButtonStyle.secondary),
    ]
    view = static_view()
    for act, label, style in buttons if possible else buttons[1:]:
        custom_id = f"psn:{act}:{offer.code()}"
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=custom_id))
    return view


class CustomForm(Form):
    """The pitch and the options of a custom game, prefilled with what was asked for before."""

    def __init__(
        self,
        bot: "PaperSoccer",
        offer: Offer,
        language: Language,
        form_id: str,
        answer: Answer,
    ) -> None:
        super().__init__(bot, language.say("Custom game"), form_id)
        self._offer = offer
        self._answer = answer
        wish = offer.wish
        self._size: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="size", default=wish.size, min_length=1, max_length=LONGEST_SIZE
        )
        self._goal_width: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(
            custom_id="goal_width", options=_goal_widths(wish, language)
        )
        self._bounce: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(
            custom_id="bounce", options=_bounces(wish, language)
        )
        self._allowed: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
            custom_id="allowed",
            required=False,
            min_values=0,
            max_values=3,
            options=_allowed(wish, language),
        )
        for text, note, component in (
            (language.say("Size in squares"), size_note(language), self._size),
            (language.say("Width of the goals"), None, self._goal_width),
            (language.say("Bounces in a turn"), None, self._bounce),
            (language.say("What is allowed"), None, self._allowed),
        ):
            self.add_item(discord.ui.Label(text=text, description=note, component=component))

    @property
    def offer(self) -> Offer:
        """What was typed and chosen."""
        allowed = self._allowed.values
        wish = Wish(
            size=self._size.value,
            goal_width=int(self._goal_width.value or self._offer.wish.goal_width),
            bounce=self._bounce.value or self._offer.wish.bounce,
            wall_bounce="wall_bounce" in allowed,
            own_goal="own_goal" in allowed,
            crossing_diagonals="crossing_diagonals" in allowed,
        )
        return Offer(self._offer.opponent, self._offer.time, wish)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show what would be sent, or why it cannot be."""
        await self._answer(interaction, self.offer)


def _goal_widths(wish: Wish, language: Language) -> list[discord.RadioGroupOption]:
    return [
        discord.RadioGroupOption(
            label=language.count("{number} square", "{number} squares", width),
            value=str(width),
            default=width == wish.goal_width,
        )
        for width in GOAL_WIDTHS
    ]


def _bounces(wish: Wish, language: Language) -> list[discord.RadioGroupOption]:
    return [
        discord.RadioGroupOption(
            label=bounce_name(bounce, language),
            value=bounce,
            description=bounce_note(bounce, language),
            default=bounce == wish.bounce,
        )
        for bounce in BOUNCES
    ]


def _allowed(wish: Wish, language: Language) -> list[discord.CheckboxGroupOption]:
    options = (
        (
            "wall_bounce",
            language.say("Bouncing off walls"),
            language.say("Otherwise only lines that were drawn make the ball bounce."),
            wish.wall_bounce,
        ),
        (
            "own_goal",
            language.say("Own goals"),
            language.say("Otherwise nobody may draw into their own goal."),
            wish.own_goal,
        ),
        (
            "crossing_diagonals",
            language.say("Crossing diagonals"),
            language.say("Otherwise a diagonal may not cross another."),
            wish.crossing_diagonals,
        ),
    )
    return [
        discord.CheckboxGroupOption(label=label, value=value, description=note, default=default)
        for value, label, note, default in options
    ]
