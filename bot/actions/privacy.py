"""One's own data: what is stored and why, all of it as a file, and deleting the account."""

import asyncio
import gzip
import io
import json
import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped
from bot.actions.seeing import may_attach
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.trouble import TROUBLE, describe
from bot.views.privacy import deletion_view, privacy_view
from bot.wording.privacy import (
    deleted_words,
    deletion_question,
    exported_words,
    privacy_lines,
    too_large_words,
)
from matches.deleting import delete_account, under_way
from matches.errors import AccountGone
from matches.exporting import Document, export_account
from matches.ids import PlayerId

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

LARGEST_FILE = 10 * 1024 * 1024 - 100_000
"""Bytes: Discord takes 10 MiB. A larger document is packed."""


async def show_privacy(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """What is stored, with buttons for whoever is a player; nobody becomes one by asking."""
    bot, language = interaction.client, reader_language(interaction)
    async with bot.store.reading() as uow:
        person = await uow.accounts.find(interaction.user.id)
    words = privacy_lines(bot.about, is_player=person is not None, language=language)
    if person is None:
        await say_privately(interaction, words)
    else:
        await say_privately(interaction, words, view=privacy_view(person.id, language))


async def act_on_own_data(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, act: str
) -> None:
    """One tap: export, ask, delete or keep. Raises Refused, and AccountGone if the message is
    about an account that whoever taps does not have any more.
    """
    language = reader_language(interaction)
    if act == "keep":
        await _replace_question(interaction, language.say("Your account stays as it is."))
        return
    await _require_own(interaction, player)
    if act == "export":
        await _export(interaction, player, language)
    elif act == "ask":
        await _ask(interaction, player, language)
    else:
        await _delete(interaction, player, language)


async def _require_own(interaction: discord.Interaction["PaperSoccer"], player: PlayerId) -> None:
    async with interaction.client.store.reading() as uow:
        person = await uow.accounts.find(interaction.user.id)
    if person is None or person.id != player:
        raise AccountGone(player)


async def _export(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, language: Language
) -> None:
    bot = interaction.client
    if not may_attach(interaction):
        raise Refused(
            language.say(
                "Your data comes as a file, and I may not attach files in this channel. Use "
                "`/soccer privacy` in another channel, or in a direct message to me."
            )
        )
    # It may take long, whoever has played much.
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with bot.store.reading() as uow:
        document = await export_account(uow, player, now=bot.now())
    name, content = await asyncio.to_thread(_file, document)
    if len(content) > LARGEST_FILE:
        raise Refused(too_large_words(bot.about, language))
    file = discord.File(io.BytesIO(content), name)
    await say_privately(interaction, exported_words(language), file=file)


def _file(document: Document) -> tuple[str, bytes]:
    """The document as a file: its name and what it holds."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    # Half a character, which an older version may have stored, is no text.
    content = text.encode("utf-8", "replace")
    if len(content) <= LARGEST_FILE:
        return "paper-soccer-account.json", content
    return "paper-soccer-account.json.gz", gzip.compress(content, mtime=0)


async def _ask(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, language: Language
) -> None:
    async with interaction.client.store.reading() as uow:
        ends = await under_way(uow, player)
    await say_privately(
        interaction, deletion_question(ends, language), view=deletion_view(player, language)
    )


async def _delete(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, language: Language
) -> None:
    bot = interaction.client
    async with bot.store.writing() as uow:
        await delete_account(uow, player, now=bot.now())
    bot.people.forget(player)
    bot.wake()
    bot.due.wake()
    await _replace_question(interaction, deleted_words(language))


async def _replace_question(interaction: discord.Interaction["PaperSoccer"], words: str) -> None:
    """The answer stands in place of the question, or below it if that cannot be changed."""
    try:
        await edit_tapped(interaction, content=words, view=None, attachments=[])
    except TROUBLE as error:
        logger.warning("a question about deleting stays: %s", describe(error))
        await say_privately(interaction, words)
