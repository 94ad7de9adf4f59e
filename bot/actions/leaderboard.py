"""The leaderboard: posted where it was asked for, turned over in private."""

from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped
from bot.actions.places import settings_here
from bot.actions.variants import PRESETS, usual_variant
from bot.failures import say_privately
from bot.i18n import Language, reader_language, server_language
from bot.views.guide import page_is_gone
from bot.views.leaderboard import leaderboard_view
from bot.wording.leaderboard import leaderboard_lines
from matches.ids import ServerId
from matches.leaderboard import Leaderboard, leaderboard, own_row

if TYPE_CHECKING:
    from bot.app import PaperSoccer

OWN_PAGE = -1
"""Stands for the page that has the reader's row."""


async def show_leaderboard(
    interaction: discord.Interaction["PaperSoccer"], variant: str | None, *, everywhere: bool
) -> None:
    """The first page, for everybody to see in a server: a leaderboard is there to be argued about.

    Without a variant it is the usual one there, or the one that most have played if nobody has
    played that.
    """
    await interaction.client.membership.is_listed_again(interaction)
    settings = await settings_here(interaction)
    if variant is None:
        variant = await _most_played(interaction, usual_variant(settings), everywhere=everywhere)
    board = await _read(interaction, variant, 0, everywhere=everywhere)
    if interaction.guild_id is None:
        language = reader_language(interaction)
        await say_privately(
            interaction,
            leaderboard_lines(board, language, private=True),
            view=leaderboard_view(board, language, in_server=False),
        )
        return
    language = server_language(interaction.guild, settings)
    await interaction.response.send_message(
        leaderboard_lines(board, language, private=False),
        view=leaderboard_view(board, language, in_server=True),
    )
    _look_for_members(interaction, board)


async def turn_to(
    interaction: discord.Interaction["PaperSoccer"], variant: str, page: int, *, everywhere: bool
) -> None:
    """Another page for whoever taps: what everybody sees stays as it is, and a private message
    changes. Raises Refused for a button of a variant that there is no more.
    """
    language = reader_language(interaction)
    if variant not in PRESETS:
        raise page_is_gone(language)
    await interaction.client.membership.is_listed_again(interaction)
    board = await _read(interaction, variant, page, everywhere=everywhere)
    text, view = _private(interaction, board, language)
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await edit_tapped(interaction, content=text, view=view, attachments=[])
    else:
        await say_privately(interaction, text, view=view)
    _look_for_members(interaction, board)


def _private(
    interaction: discord.Interaction["PaperSoccer"], board: Leaderboard, language: Language
) -> tuple[str, discord.ui.View]:
    in_server = interaction.guild_id is not None
    return (
        leaderboard_lines(board, language, private=True),
        leaderboard_view(board, language, in_server=in_server),
    )


async def _read(
    interaction: discord.Interaction["PaperSoccer"], variant: str, page: int, *, everywhere: bool
) -> Leaderboard:
    bot = interaction.client
    player = await bot.people.known(interaction.user)
    is_here = interaction.guild_id is not None and not everywhere
    scope = ServerId(interaction.guild_id) if is_here and interaction.guild_id else None
    now = bot.now()
    async with bot.store.reading() as uow:
        if page == OWN_PAGE:
            own = None if player is None else await own_row(uow, player, variant, scope, now=now)
            page = 0 if own is None or own.page is None else own.page
        return await leaderboard(uow, player, variant, scope, page, now=now)


async def _most_played(
    interaction: discord.Interaction["PaperSoccer"], usual: str, *, everywhere: bool
) -> str:
    """The usual variant if somebody is on its leaderboard, else the one with the longest."""
    is_here = interaction.guild_id is not None and not everywhere
    scope = ServerId(interaction.guild_id) if is_here and interaction.guild_id else None
    async with interaction.client.store.reading() as uow:
        if await uow.leaderboards.page(usual, scope, 0, 1, now=interaction.client.now()):
            return usual
        listed = {key: await uow.leaderboards.count(key, scope) for key in (usual, *PRESETS)}
    return max(listed, key=lambda key: listed[key])


def _look_for_members(interaction: discord.Interaction["PaperSoccer"], board: Leaderboard) -> None:
    """Who has left the server is off its leaderboard the next time."""
    guild = interaction.guild
    if guild is not None and board.scope is not None:
        people = [row.ranked.person for row in board.rows]
        interaction.client.membership.look_for(guild, people)
