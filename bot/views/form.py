"""The base of every form: whatever goes wrong reaches who sent it, and its id is known while this
process can answer it.
"""

from typing import TYPE_CHECKING, Any

import discord

from bot.failures import answer_failure
from bot.pace import keeps_pace

if TYPE_CHECKING:
    from bot.app import PaperSoccer

FORM_LASTS = 15 * 60.0
"""Seconds: an interaction can be answered for as long."""


class Form(discord.ui.Modal):
    """A form; what is done with it subclasses say in `act`.

    discord.py forgets a form at a restart, and drops it then without a word: `form_id` is known to
    the bot's open forms while this process can answer it.
    """

    def __init__(self, bot: "PaperSoccer", title: str, form_id: str) -> None:
        super().__init__(title=title, timeout=FORM_LASTS, custom_id=form_id)
        self._bot = bot

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """What is done with what was typed and chosen."""
        raise NotImplementedError

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Act, as something that a stop waits for."""
        await interaction.client.underway.answer(self._act(interaction))

    async def _act(self, interaction: discord.Interaction[Any]) -> None:
        if await keeps_pace(interaction):
            await self.act(interaction)

    async def on_error(  # type: ignore[override]  # as discord.py overrides it for its own forms
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer for whatever went wrong."""
        await answer_failure(interaction, error)

    async def on_timeout(self) -> None:
        """From now on this process cannot answer the form either."""
        self._bot.open_forms.discard(self.custom_id)
