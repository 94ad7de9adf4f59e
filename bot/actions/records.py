"""Records of games: handed out as files, and read from files and forms."""

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.actions.replay import fetched, record_file, refuse_long, show_replay
from bot.actions.seeing import eyes_of, may_attach
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.views.record import RecordForm
from bot.wording.names import plain, shown_name
from bot.wording.reach import permission_names
from bot.wording.records import listed_match
from matches.ids import MatchId
from matches.records import match_record, match_to_record, newest_meant
from matches.standings import BoardState
from rules import Player

if TYPE_CHECKING:
    from bot.app import PaperSoccer

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
    if not may_attach(interaction):
        raise Refused(
            language.say(
                "A record is a file, and I may not attach files in this channel. Ask somebody who "
                "manages it to allow me: {permissions}.",
                permissions=", ".join(permission_names(FILES, language)),
            )
        )
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        if match_id is None:
            channel = interaction.channel_id or 0
            match_id = (await newest_meant(uow, player, channel, among=MOST_LISTED)).id
        state = await match_to_record(
            uow, MatchId(match_id), player, eyes_of(interaction), now=bot.now()
        )
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
    return discord.File(io.BytesIO(text.encode()), f"match-{state.match.id}.txt")


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
    refuse_long(file, language)
    await interaction.response.defer(ephemeral=True, thinking=True)
    content = await fetched(file, language)
    await show_replay(interaction, content, pictured=may_attach(interaction))


async def import_text(interaction: discord.Interaction["PaperSoccer"], text: str) -> None:
    """Show the game of a record that was typed, or say what is wrong and hand the text back."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        await show_replay(interaction, text, pictured=may_attach(interaction))
    except Refused as refusal:
        # A form that was sent is gone: whoever typed in it wants to mend the text, not retype it.
        files = [record_file(text)] if may_attach(interaction) else []
        await say_privately(interaction, str(refusal), files=files)
