"""Records of games: handed out as files, and read from files and forms."""

import asyncio
import io
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.actions.permissions import permission_names
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.scenes import scene_of
from bot.trouble import TROUBLE, describe
from bot.views.record import RecordForm
from bot.wording.alternative import board_text
from bot.wording.names import plain, shown_name
from bot.wording.records import listed_match, record_lines, record_refusal
from matches.ids import MatchId, ServerId
from matches.records import (
    FIRST,
    SECOND,
    match_record,
    match_to_record,
    newest_meant,
    recorded_board,
)
from matches.standings import BoardState
from rules import InvalidRecordError, Player, Record, RecordProblem, read_record
from rules.record_reader import MOST_BYTES

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

MOST_LISTED = 25
"""Matches that completion offers, Discord's limit."""

FILES = discord.Permissions(attach_files=True)

# ------------------------------------------------------------------------------------- handed out


async def send_record(
    interaction: discord.Interaction["PaperSoccer"], match_id: int | None
) -> None:
    """Answer privately with a match's record as a file; without a number, of the match meant.

    Raises Refused where the bot may attach no files, NotSeenHere and NothingPlayed.
    """
    bot = interaction.client
    language = reader_language(interaction)
    if not _may_attach(interaction):
        raise Refused(
            language.say(
                "A record is a file, and I may not attach files in this channel. Ask somebody who "
                "manages it to allow me: {permissions}.",
                permissions=", ".join(permission_names(FILES, language)),
            )
        )
    player = await bot.people.player(interaction.user)
    server = None if interaction.guild_id is None else ServerId(interaction.guild_id)
    async with bot.store.reading() as uow:
        if match_id is None:
            channel = interaction.channel_id or 0
            match_id = (await newest_meant(uow, player, channel, among=MOST_LISTED)).id
        state = await match_to_record(uow, MatchId(match_id), player, server, now=bot.now())
    await say_privately(
        interaction,
        language.say(
            "The record of match {number}. `/soccer import` shows such a file as a board.",
            number=state.match.id,
        ),
        file=_record_file(bot, state, language),
    )


def _record_file(bot: "PaperSoccer", state: BoardState, language: Language) -> discord.File:
    names = {side: shown_name(state.person(side), language) for side in Player}
    guild = bot.get_guild(state.match.place.server or 0)
    text = match_record(state, names, None if guild is None else plain(guild.name))
    return _text_file(text, f"match-{state.match.id}.txt")


def _text_file(text: str, name: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)


def _may_attach(interaction: discord.Interaction["PaperSoccer"]) -> bool:
    # Outside servers nobody can take it away.
    return interaction.guild_id is None or interaction.app_permissions.attach_files


async def complete_recorded(
    interaction: discord.Interaction["PaperSoccer"], typed: str
) -> list[app_commands.Choice[int]]:
    """One's newest matches, running and over, as far as they contain what is typed."""
    bot = interaction.client
    language = reader_language(interaction)
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        newest = await uow.matches.newest_of(player, MOST_LISTED)
        people = await uow.players.people({match.opponent_of(player) for match in newest})
    choices = [
        app_commands.Choice(
            name=listed_match(match, player, people[match.opponent_of(player)], language),
            value=int(match.id),
        )
        for match in newest
    ]
    return [choice for choice in choices if typed.casefold() in choice.name.casefold()]


# ------------------------------------------------------------------------------------------- read


async def open_record_form(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Ask for a record's text."""
    bot = interaction.client
    form = RecordForm(bot, reader_language(interaction), bot.new_form_id(), import_text)
    await interaction.response.send_modal(form)


async def import_file(
    interaction: discord.Interaction["PaperSoccer"], file: discord.Attachment
) -> None:
    """Show the game of an attached record, or say what is wrong. Raises Refused."""
    language = reader_language(interaction)
    if file.size > MOST_BYTES:
        # Nothing so long is fetched, only to be refused.
        raise Refused(record_refusal(InvalidRecordError(1, 1, RecordProblem.TOO_LONG), language))
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        content = await file.read()
    except TROUBLE as error:
        logger.warning("an attached record could not be fetched: %s", describe(error))
        raise Refused(
            language.say("Discord did not give me the file. Please send it again.")
        ) from error
    await _show_record(interaction, await _read(content, language))


async def import_text(interaction: discord.Interaction["PaperSoccer"], text: str) -> None:
    """Show the game of a record that was typed, or say what is wrong and hand the text back."""
    language = reader_language(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        record = await _read(text, language)
    except Refused as refusal:
        # A form that was sent is gone: whoever typed in it wants to mend the text, not retype it.
        files = [_text_file(text, "record.txt")] if _may_attach(interaction) else []
        await say_privately(interaction, str(refusal), files=files)
        return
    await _show_record(interaction, record)


async def _read(source: str | bytes, language: Language) -> Record:
    """The record of a text, read beside the event loop; Refused with what is wrong."""
    try:
        return await asyncio.to_thread(read_record, source)
    except InvalidRecordError as error:
        raise Refused(record_refusal(error, language)) from error


async def _show_record(interaction: discord.Interaction["PaperSoccer"], record: Record) -> None:
    language = reader_language(interaction)
    names = {
        Player.FIRST: record.tags.get(FIRST, language.say("First player")),
        Player.SECOND: record.tags.get(SECOND, language.say("Second player")),
    }
    state = recorded_board(record, names)
    words = record_lines(state, language)
    if not _may_attach(interaction):
        missing = language.say("I may not attach files in this channel, so there is no picture.")
        await say_privately(interaction, f"{words}\n{missing}")
        return
    picture = await interaction.client.pictures.draw(scene_of(state, language))
    description = board_text(state, language)
    file = discord.File(io.BytesIO(picture), "record.png", description=description)
    await say_privately(interaction, words, file=file)
