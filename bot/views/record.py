"""The button that hands out a match's record, and the form that takes one."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.failures import answer_failure
from bot.i18n import Language
from bot.views.challenge import FORM_LASTS
from bot.views.tap import Tap
from matches.ids import MatchId

if TYPE_CHECKING:
    from bot.app import PaperSoccer

LONGEST_TYPED = 4000
"""Characters, Discord's limit for a form."""


class RecordTap(Tap, template=r"pse:(?P<match>\d{1,19})"):
    """*Record*: the record of a match as a file, as it stands when tapped."""

    def __init__(self, button: discord.ui.Button[Any], match: MatchId) -> None:
        button.custom_id = f"pse:{match}"
        super().__init__(button)
        self.match = match

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])))

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Hand the record out."""
        # Imported here: the actions open the form below.
        from bot.actions.records import send_record

        await send_record(interaction, self.match)


def record_button(match: MatchId, language: Language) -> RecordTap:
    """The button in the menu of a match."""
    button: discord.ui.Button[Any] = discord.ui.Button(label=language.say("Record"))
    return RecordTap(button, match)


class RecordForm(discord.ui.Modal):
    """Takes the text of a record; `form_id` as in `bot.views.challenge.TermsForm`."""

    def __init__(self, bot: "PaperSoccer", language: Language, form_id: str) -> None:
        title = language.say("A game as text")
        super().__init__(title=title, timeout=FORM_LASTS, custom_id=form_id)
        self._bot = bot
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
        from bot.actions.records import import_text

        await interaction.client.underway.answer(import_text(interaction, self._text.value))

    async def on_error(  # type: ignore[override]  # as discord.py overrides it for its own forms
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer for whatever went wrong."""
        await answer_failure(interaction, error)

    async def on_timeout(self) -> None:
        """From now on this process cannot answer the form either."""
        self._bot.open_forms.discard(self.custom_id)
