"""What is told in private once a turn has been answered: hints, and how many matches wait.

Nothing here delays a turn or undoes it: it comes after the answer, and what fails is left out.
"""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.hints import fresh_hints
from bot.channels import message_link
from bot.failures import say_privately
from bot.i18n import Language, reader_language
from bot.views.static import static_view
from bot.wording.games import waiting_words
from matches.match import WaitingMatch
from matches.update import Update

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def tell_afterwards(interaction: discord.Interaction["PaperSoccer"], update: Update) -> None:
    """After a tap, in one message: hints, and the matches that wait, if any do.

    That none waits is not worth a message after each turn of a live match.
    """
    words = list(await fresh_hints(interaction, update))
    waiting = await what_waits(interaction, update) or ()
    language = reader_language(interaction)
    if waiting:
        words.append(waiting_words(len(waiting), language))
    if words:
        await say_privately(interaction, "\n".join(words), **next_match(waiting, language))


async def explain_afterwards(
    interaction: discord.Interaction["PaperSoccer"], update: Update
) -> None:
    """After an answer that has told what waits: hints."""
    if hints := await fresh_hints(interaction, update):
        await say_privately(interaction, "\n".join(hints))


async def what_waits(
    interaction: discord.Interaction["PaperSoccer"], update: Update
) -> Sequence[WaitingMatch] | None:
    """The matches that wait for whoever has played a turn, the most urgent first.

    None if no turn was played, if they cannot be told now, and in a game against the computer:
    whoever plays on there at once wants no message after each turn.
    """
    if update.played is None or update.match.computer is not None:
        return None
    bot = interaction.client
    try:
        player = await bot.people.player(interaction.user)
        async with bot.store.reading() as uow:
            return await uow.matches.waiting_for(player)
    except Exception:
        logger.exception("interaction %s: nobody knows what waits", interaction.id)
        return None


def next_match(waiting: Sequence[WaitingMatch], language: Language) -> dict[str, Any]:
    """The part of a message that leads to the most urgent match whose board can be seen."""
    seen = ((each.place, each.board) for each in waiting if not each.is_out_of_reach)
    place, board = next((pair for pair in seen if pair[1] is not None), (None, None))
    if place is None or board is None:
        return {}
    link = message_link(place.server, board)
    view = static_view()
    view.add_item(discord.ui.Button(label=language.say("Next match"), url=link))
    return {"view": view}
