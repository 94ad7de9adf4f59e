"""Recorded games, shown board by board; the message itself carries the record."""

import asyncio
import io
import logging
from typing import TYPE_CHECKING

import discord

from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.pictures import Picture
from bot.replays import Step, step_of
from bot.showing import Showing
from bot.trouble import TROUBLE, describe
from bot.views.replay import replay_view
from bot.wording.records import record_refusal
from matches.records import FIRST, SECOND, recorded_board
from rules import InvalidRecordError, Player, RecordProblem, read_record
from rules.record_reader import MOST_BYTES

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

RECORD_FILE = "record.txt"
"""The name of the file in which a message carries its record."""


async def show_replay(
    interaction: discord.Interaction["PaperSoccer"], source: str | bytes, *, pictured: bool
) -> None:
    """Answer with the last board of a record and the buttons to look back. Raises Refused."""
    language = reader_language(interaction)
    board = await _board(source, None, language)
    if not pictured:
        missing = language.say("I may not attach files in this channel, so there is no picture.")
        await say_privately(interaction, f"{board.words}\n{missing}")
        return
    showing = await _showing(interaction, board, language)
    await say_privately(
        interaction,
        showing.content,
        files=[*showing.files(), record_file(source)],
        view=showing.view or discord.utils.MISSING,
    )


async def turn_replay(interaction: discord.Interaction["PaperSoccer"], turn: int, act: str) -> None:
    """Show another board in the same message, by the record that it carries. Raises Refused."""
    language = reader_language(interaction)
    kept = _carried(interaction.message)
    if kept is None:
        raise _lost(language)
    await interaction.response.defer()
    content = await fetched(kept, language)
    steps = {"first": 0, "previous": turn - 1, "next": turn + 1, "last": None}
    board = await _board(content, steps.get(act, turn), language)
    showing = await _showing(interaction, board, language)
    await interaction.edit_original_response(
        content=showing.content, attachments=[*showing.files(), kept], view=showing.view
    )


def record_file(source: str | bytes) -> discord.File:
    """The record as the file that its message carries."""
    content = source.encode() if isinstance(source, str) else source
    return discord.File(io.BytesIO(content), RECORD_FILE)


def refuse_long(file: discord.Attachment, language: Language) -> None:
    """Nothing so long is fetched, only to be refused. Raises Refused."""
    if file.size > MOST_BYTES:
        raise Refused(record_refusal(InvalidRecordError(1, 1, RecordProblem.TOO_LONG), language))


async def fetched(file: discord.Attachment, language: Language) -> bytes:
    """The content of an attached record. Raises Refused."""
    refuse_long(file, language)
    try:
        return await file.read()
    except TROUBLE as error:
        logger.warning("an attached record could not be fetched: %s", describe(error))
        raise Refused(
            language.say("Discord did not give me the file. Please send it again.")
        ) from error


def _carried(message: discord.Message | None) -> discord.Attachment | None:
    files = [] if message is None else message.attachments
    return next((file for file in files if file.filename == RECORD_FILE), None)


def _lost(language: Language) -> Refused:
    return Refused(
        language.say(
            "The record of this game is gone from the message. Show it again with `/soccer import`."
        )
    )


async def _board(source: str | bytes, turn: int | None, language: Language) -> Step:
    """A board of a record, read and worded beside the event loop; Refused with what is wrong."""
    try:
        return await asyncio.to_thread(_read_board, source, turn, language)
    except InvalidRecordError as error:
        raise Refused(record_refusal(error, language)) from error


def _read_board(source: str | bytes, turn: int | None, language: Language) -> Step:
    record = read_record(source)
    names = {
        Player.FIRST: record.tags.get(FIRST, language.say("First player")),
        Player.SECOND: record.tags.get(SECOND, language.say("Second player")),
    }
    return step_of(recorded_board(record, names), turn, language, attached=True)


async def _showing(
    interaction: discord.Interaction["PaperSoccer"], board: Step, language: Language
) -> Showing:
    bot = interaction.client
    view = replay_view(board.turn, board.total, language) if board.total else None
    if await bot.people.reads(interaction.user):
        return Showing(board.read, None, view)
    picture = Picture(
        await bot.pictures.draw(board.scene), f"record-{board.turn}.png", board.description
    )
    return Showing(board.words, picture, view)
