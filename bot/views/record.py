"""The button that hands out a match's record, and the form that takes one."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.i18n import Language
from bot.views.form import Form
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer

RECORD_ID = r"pse:(?P<match>\d{1,19})"
"""The id of *Record*: which match."""

Answer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, None]]
"""What is done with a text that was typed."""

LONGEST_TYPED = 4000
"""Characters, Discord's limit for a form."""


def record_button(match: MatchId, language: Language) -> discord.ui.Button[Any]:
    """The button in the menu of a match."""
    return discord.ui.Button(label=language.say("Record"), custom_id=f"pse:{match}")


class RecordForm(Form):
    """Takes the text of a record."""

    def __init__(
        self, bot: "PaperSoccer", language: Language, form_id: str, answer: Answer
    ) -> None:
        super().__init__(bot, language.say("A game as text"), form_id)
        self._answer = answer
        self._text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="record", style=discord.TextStyle.paragraph, max_length=LONGEST_TYPED
        )
        self.add_item(
            discord.ui.Label(
                text=language.say("The record"),
                description=language.say(
                    "Tags, turns and the result. A longer one goes into a file: /soccer import file"
                ),
                component=self._text,
            )
        )

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the game, or what is wrong with the text."""
        await self._answer(interaction, self._text.value)
