"""Giving a match up, after a confirmation."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped
from bot.failures import say_privately
from bot.i18n import Language, reader_language
from bot.trouble import TROUBLE, describe
from bot.views.resign import confirmation_view
from matches.ids import MatchId
from matches.match import EndReason, Match
from matches.playing import resign, resignable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def act_on_resigning(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, version: int, act: str
) -> None:
    """One tap: ask, resign, or go on playing."""
    language = reader_language(interaction)
    if act == "ask":
        await ask_to_resign(interaction, match_id)
    elif act == "no":
        await _replace_question(interaction, language.say("Play on!"))
    else:
        await _resign(interaction, match_id, version, language)


async def ask_to_resign(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Ask whether they are sure. Raises UnknownMatch, NotYourMatch, MatchOver."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        match = await resignable(uow, match_id, player)
    language = reader_language(interaction)
    await say_privately(
        interaction, _question(match, language), view=confirmation_view(match, language)
    )


def _question(match: Match, language: Language) -> str:
    if not match.has_begun:
        return language.say("Abort this match? Nobody has lost yet, as not both have moved.")
    if match.rated:
        return language.say("Resign this match? It counts as lost, and it is rated.")
    return language.say("Resign this match? It counts as lost.")


async def _resign(
    interaction: discord.Interaction["PaperSoccer"],
    match_id: MatchId,
    version: int,
    language: Language,
) -> None:
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        update = await resign(uow, match_id, player, seen_version=version, now=bot.now())
    bot.wake()
    result = update.match.result
    if result is not None and result.reason is EndReason.ABORTED:
        words = language.say("The match is aborted.")
    else:
        words = language.say("You resigned.")
    await _replace_question(interaction, words)


async def _replace_question(interaction: discord.Interaction["PaperSoccer"], words: str) -> None:
    """The answer stands in place of the question, or below it if that cannot be changed."""
    try:
        await edit_tapped(interaction, content=words, view=None, attachments=[])
    except TROUBLE as error:
        logger.warning("a question about resigning stays: %s", describe(error))
        await say_privately(interaction, words)
