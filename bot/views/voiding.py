"""The form that voids matches: it asks for the reason, and sending it is the confirmation."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.i18n import Language
from bot.views.form import Form
from bot.wording.choices import shortened
from matches.void import LONGEST_REASON

if TYPE_CHECKING:
    from bot.app import PaperSoccer

Decide = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, None]]
"""What is done with the reason that was typed."""

LONGEST_TITLE = 45
"""Characters, Discord's limit for a form."""


class VoidForm(Form):
    """Takes the reason."""

    def __init__(
        self,
        bot: "PaperSoccer",
        title: str,
        consequence: str,
        language: Language,
        form_id: str,
        decide: Decide,
    ) -> None:
        super().__init__(bot, title[:LONGEST_TITLE], form_id)
        self._decide = decide
        self._reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="reason", max_length=LONGEST_REASON
        )
        self.add_item(discord.ui.TextDisplay(consequence))
        self.add_item(
            discord.ui.Label(
                text=language.say("Why"),
                description=shortened(
                    language.say("It is recorded and shown with the match. Name nobody in it.")
                ),
                component=self._reason,
            )
        )

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Decide."""
        await self._decide(interaction, self._reason.value)
