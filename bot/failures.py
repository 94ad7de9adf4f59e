"""The one place that answers for errors, whether a command, a button or a form met them."""

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.i18n import Language, reader_language
from bot.trouble import TROUBLE, describe
from bot.wording.refusals import refusal_words
from matches.errors import AccountGone, MatchesError, OpponentGone, StaleMatch
from rules import RulesError
from storage import StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

GONE = {10062, 10015, 40060, 50027}
"""Discord's codes for an interaction that cannot be answered (any more)."""


class Refused(Exception):
    """A refusal of the bot itself; `str()` is the sentence, in the reader's language."""


async def answer_failure(
    interaction: "discord.Interaction[PaperSoccer]", error: BaseException
) -> None:
    """Tell whoever acted, privately, what is wrong and what to do; log what is our fault."""
    cause = _cause(error)
    if isinstance(cause, discord.HTTPException) and cause.code in GONE:
        logger.info("interaction %s cannot be answered any more: %s", interaction.id, cause.code)
        return
    if isinstance(cause, AccountGone | OpponentGone):
        # Another process deleted it: this one takes them for a new player the next time.
        interaction.client.people.forget(cause.player)
    await say_privately(interaction, _words(interaction, cause))
    if isinstance(cause, StaleMatch) and cause.match is not None:
        # Whoever met an old board should see the present one.
        interaction.client.announcer.refresh(cause.match.id)


def _cause(error: BaseException) -> BaseException:
    """The error itself, without what discord.py wraps around it."""
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        return error.__cause__ or error
    return error


def _words(interaction: "discord.Interaction[PaperSoccer]", error: BaseException) -> str:
    language = reader_language(interaction)
    if isinstance(error, MatchesError | RulesError):
        return refusal_words(error, language)
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, StoreUnavailable):
        # Storage has told the operator, once for all who are refused meanwhile.
        return language.say(
            "I cannot store anything at the moment, so nothing has changed. Please try again in a "
            "while; whoever runs me is told."
        )
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return language.say("This command has changed. Reload Discord and try again.")
    if isinstance(error, app_commands.TransformerError):
        return language.say(
            "I do not find in this server what you chose. Choose again, or ask somebody who "
            "manages it to invite me."
        )
    return _our_fault(interaction, error, language)


def _our_fault(
    interaction: "discord.Interaction[PaperSoccer]", error: BaseException, language: Language
) -> str:
    logger.error("interaction %s failed", interaction.id, exc_info=error)
    return language.say(
        "Something went wrong on my side, and it is noted (number {number}). Your matches are "
        "safe: `/board` shows how things stand.",
        number=interaction.id,
    )


async def say_privately(interaction: discord.Interaction[Any], text: str, **parts: Any) -> None:
    """Answer so that only whoever acted sees it, whatever was answered before."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, **parts)
        else:
            await interaction.response.send_message(text, ephemeral=True, **parts)
    except TROUBLE as error:
        logger.warning("interaction %s could not be answered: %s", interaction.id, describe(error))
