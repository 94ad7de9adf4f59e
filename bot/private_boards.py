"""Boards that only their player sees: private messages, which the bot's own token cannot change.

Discord lets a private message be changed by the interaction that it answers, for a quarter of an
hour. So the newest interaction of each such board is remembered, in this process only; where there
is none, or it is too old, the next tap on the board shows how things stand.
"""

import logging
from collections import OrderedDict
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.seeing import may_attach
from bot.channels import CLOCKS_DIFFER
from bot.i18n import reader_language
from bot.showing import Showing, show_board
from bot.trouble import describe, may_pass
from matches.ids import MatchId
from matches.standings import BoardState
from rules import Player

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

ANSWERABLE = timedelta(minutes=15) - CLOCKS_DIFFER
"""How long after an interaction its answer can be changed."""
MOST_REMEMBERED = 1_000


class PrivateBoards:
    """Knows how to change the newest private board of each match."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._newest: OrderedDict[MatchId, discord.Interaction[Any]] = OrderedDict()

    def stands(self, match: MatchId, interaction: discord.Interaction[Any]) -> None:
        """The answer to this interaction, or the message that was tapped, shows this match now."""
        self._newest[match] = interaction
        self._newest.move_to_end(match)
        if len(self._newest) > MOST_REMEMBERED:
            self._newest.popitem(last=False)

    def forget(self, match: MatchId) -> None:
        """No message shows it any more."""
        self._newest.pop(match, None)

    def can_change(self, match: MatchId) -> bool:
        """Whether the newest board can still be changed without a tap."""
        interaction = self._newest.get(match)
        if interaction is None:
            return False
        return self._bot.now() - interaction.created_at < ANSWERABLE

    async def change(self, state: BoardState) -> None:
        """Bring the newest board up to date; nothing happens where none can be changed.

        Raises what Discord raises if it may take the change a little later.
        """
        match = state.match.id
        interaction = self._newest.get(match)
        if interaction is None or not self.can_change(match):
            self.forget(match)
            logger.info("match %s is shown by the next tap on its board", match)
            return
        showing = await private_showing(interaction, state)
        try:
            await interaction.edit_original_response(
                content=showing.content, attachments=showing.files(), view=showing.view
            )
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            # Whoever plays has dismissed the message, or it cannot be changed for another reason.
            self.forget(match)
            logger.info("the board of match %s is gone: %s", match, describe(error))


async def private_showing(
    interaction: "discord.Interaction[PaperSoccer]", state: BoardState
) -> Showing:
    """A board as whoever acts gets it alone: in words where no files may be sent."""
    if not may_attach(interaction):
        state = replace(state, words=frozenset(Player))
    return await show_board(state, interaction.client.pictures, reader_language(interaction))
