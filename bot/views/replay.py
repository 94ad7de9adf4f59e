"""The buttons under a game that is looked back on: its boards, turn by turn.

Of a recorded game the message carries the record; of a match the buttons say which one it is, so
that they work for as long as it is stored.
"""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.failures import Refused
from bot.i18n import Language
from bot.views.form import Form
from bot.views.static import static_view
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer

REPLAY_ID = r"psi:(?P<turn>\d{1,4}):(?P<act>first|previous|here|next|last)"
"""The id of a recorded game's button: after how many turns the board is, and where it leads."""

VIEWER_ID = (
    r"psv:(?P<match>\d{1,19}):(?P<turn>\d{1,4}):(?P<act>first|previous|here|next|last|gif|share)"
)
"""The same of a match; `here` asks for a turn, `gif` moves, and `share` posts what moves."""

OPEN_ID = r"psv:(?P<match>\d{1,19})"
"""The id of the button that opens a match's boards."""

LONGEST_NUMBER = 4
"""Digits of a turn's number."""

Answer = Callable[[discord.Interaction[Any], MatchId, str], Coroutine[Any, Any, None]]
"""What is done with a number that was typed."""


def replay_view(turn: int, count: int, language: Language) -> discord.ui.View:
    """« ‹ n/m › » for a recorded game; what leads nowhere is disabled, never removed."""
    view = static_view()
    for act, button in _step_buttons(turn, count, language, goes_on=False):
        button.custom_id = f"psi:{turn}:{act}"
        view.add_item(button)
    return view


def viewer_view(
    match: MatchId, turn: int, count: int, language: Language, *, goes_on: bool
) -> discord.ui.View:
    """« ‹ n/m › » and *As GIF* for a match. While it goes on, forward may lead further."""
    view = static_view()
    for act, button in _step_buttons(turn, count, language, goes_on=goes_on):
        button.custom_id = f"psv:{match}:{turn}:{act}"
        if act == "here":
            button.disabled = count == 0
        view.add_item(button)
    view.add_item(
        discord.ui.Button(
            label=language.say("As GIF"),
            disabled=count == 0,
            row=1,
            custom_id=f"psv:{match}:{turn}:gif",
        )
    )
    return view


def _step_buttons(
    turn: int, count: int, language: Language, *, goes_on: bool
) -> list[tuple[str, discord.ui.Button[Any]]]:
    here = language.say("{number}/{count}", number=turn, count=count)
    at_start, at_end = turn == 0, turn == count and not goes_on
    return [
        (act, discord.ui.Button(label=label, disabled=disabled, row=0))
        for label, act, disabled in (
            ("«", "first", at_start),
            ("‹", "previous", at_start),
            (here, "here", True),
            ("›", "next", at_end),
            ("»", "last", at_end),
        )
    ]


def replay_button(match: MatchId, language: Language) -> discord.ui.Button[Any]:
    """*Replay*: opens a match's boards in a message of their own."""
    return discord.ui.Button(label=language.say("Replay"), custom_id=f"psv:{match}")


def share_view(match: MatchId, turns: int, language: Language) -> discord.ui.View:
    """*Share*: posts what moves for everybody."""
    view = static_view()
    label = language.say("Share")
    view.add_item(discord.ui.Button(label=label, custom_id=f"psv:{match}:{turns}:share"))
    return view


class TurnForm(Form):
    """Asks for the number of a turn."""

    def __init__(
        self,
        bot: "PaperSoccer",
        match: MatchId,
        count: int,
        language: Language,
        form_id: str,
        answer: Answer,
    ) -> None:
        super().__init__(bot, language.say("Go to a turn"), form_id)
        self._match = match
        self._answer = answer
        self._number: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="turn", max_length=LONGEST_NUMBER
        )
        self.add_item(
            discord.ui.Label(
                text=language.say("Turn"),
                description=language.say("A number from 0 to {count}", count=count),
                component=self._number,
            )
        )

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board after that turn."""
        await self._answer(interaction, self._match, self._number.value)


def board_is_gone(language: Language) -> Refused:
    """A button that its message has no more."""
    return Refused(language.say("You have moved on already: use the buttons as they are now."))
