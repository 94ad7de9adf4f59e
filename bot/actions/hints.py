"""What a newcomer is told in private, after whatever they did has been answered."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.i18n import reader_language
from bot.wording.hints import hint_sentence
from matches.hints import Hint, hints_of
from matches.update import Update
from storage import StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def fresh_hints(
    interaction: discord.Interaction["PaperSoccer"], update: Update
) -> tuple[str, ...]:
    """A sentence for whatever happened to the reader in a turn for the first time."""
    if update.began is None:
        return ()
    drafted = "" if update.draft is None else update.draft.steps
    steps = drafted if update.played is None else update.played.text
    try:
        fresh = await _fresh(interaction, hints_of(update.began, steps))
    except StoreUnavailable:
        return ()  # It is told the next time; the operator has been told.
    except Exception:
        # The turn is played and shown: a hint less is no harm.
        logger.exception("interaction %s: no hint", interaction.id)
        return ()
    language = reader_language(interaction)
    return tuple(hint_sentence(hint, language) for hint in fresh)


async def _fresh(
    interaction: discord.Interaction["PaperSoccer"], hints: tuple[Hint, ...]
) -> tuple[Hint, ...]:
    if not hints:
        return ()
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    return await bot.newcomers.fresh(player, hints)
