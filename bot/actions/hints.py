"""What a newcomer is told in private, after whatever they did has been answered."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.failures import say_privately
from bot.i18n import reader_language
from bot.views.guide import help_view
from bot.wording.hints import first_match_lines, hint_sentence
from matches.hints import Hint, hints_of
from matches.update import Update
from rules import Ruleset

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def introduce(
    interaction: discord.Interaction["PaperSoccer"], subject: str, ruleset: Ruleset
) -> None:
    """Before somebody's first match: the game in three sentences, and where to see more."""
    try:
        if await _fresh(interaction, (Hint.BASICS,)):
            language = reader_language(interaction)
            await say_privately(
                interaction,
                first_match_lines(ruleset, language),
                view=help_view(subject, language),
            )
    except Exception:
        # The challenge or the match stands, and must not look as if it did not.
        logger.exception("interaction %s: no introduction", interaction.id)


async def explain_turn(interaction: discord.Interaction["PaperSoccer"], update: Update) -> None:
    """Whatever happened to the reader in a turn for the first time, a sentence for each."""
    if update.began is None:
        return
    drafted = "" if update.draft is None else update.draft.steps
    steps = drafted if update.played is None else update.played.text
    try:
        fresh = await _fresh(interaction, hints_of(update.began, steps))
        if fresh:
            language = reader_language(interaction)
            words = "\n".join(hint_sentence(hint, language) for hint in fresh)
            await say_privately(interaction, words)
    except Exception:
        # The turn is played and shown: a hint less is no harm.
        logger.exception("interaction %s: no hint", interaction.id)


async def _fresh(
    interaction: discord.Interaction["PaperSoccer"], hints: tuple[Hint, ...]
) -> tuple[Hint, ...]:
    if not hints:
        return ()
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    return await bot.newcomers.fresh(player, hints)
