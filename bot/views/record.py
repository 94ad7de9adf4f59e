"""The button that hands out a match's record, and the form that takes one."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.failures import answer_failure
from bot.i18n import Language
from bot.views.challenge import FORM_LASTS
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


class RecordForm(discord.ui.Modal):
    """Takes the text of a record; `form_id` as in `bot.views.challenge.TermsForm`."""

    def __init__(
        self, bot: "PaperSoccer", language: Language, form_id: str, answer: Answer
    ) -> None:
        title = language.say("A game as text")
        super().__init__(title=title, timeout=FORM_LASTS, custom_id=form_id)
        self._bot = bot
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

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Show the game, or what is wrong with the text."""
        await interaction.client.underway.answer(self._answer(interaction, self._text.value))

    async def on_error(  # type: ignore[override]  # as discord.py overrides it for its own forms
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer for whatever went wrong."""
        await answer_failure(interaction, error)

    async def on_timeout(self) -> None:
        """From now on this process cannot answer the form either."""
        self._bot.open_forms.discard(self.custom_id)
