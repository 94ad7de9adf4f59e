"""A player's own settings, in one private message: reminders, leave, blocked players, boards."""

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.answering import edit_tapped
from bot.failures import Refused, say_privately
from bot.i18n import reader_language
from bot.trouble import TROUBLE, describe
from bot.views.settings import own_settings_view
from bot.wording.settings import OwnSettings, own_settings_lines
from matches.administrating import prefer
from matches.blocking import block, unblock
from matches.ids import PlayerId
from matches.leaving import come_back, go_on_leave, leave_of
from matches.preferences import Reminders

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def show_own_settings(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Answer with the settings."""
    own, language = await _own(interaction), reader_language(interaction)
    await say_privately(
        interaction, own_settings_lines(own, language), view=own_settings_view(own, language)
    )


async def change_own_settings(
    interaction: discord.Interaction["PaperSoccer"], name: str, chosen: Any
) -> None:
    """Change what was chosen in one of the menus. Raises what the use cases raise, and Refused."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    if name == "block":
        await _block(interaction, player, chosen)
    else:
        async with bot.store.writing() as uow:
            if name == "reminders":
                await prefer(uow, player, lambda s: replace(s, reminders=Reminders(chosen)))
            elif name == "boards":
                await prefer(uow, player, lambda s: replace(s, words=chosen == "words"))
            elif name == "leave":
                await go_on_leave(uow, player, int(chosen), now=bot.now())
            else:
                await unblock(uow, player, PlayerId(int(chosen)))
    bot.wake()
    await _show_as_they_are(interaction)


async def end_own_leave(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """*I am back*. Raises NotOnLeave."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        await come_back(uow, player, now=bot.now())
    bot.wake()
    await _show_as_they_are(interaction)


async def _block(
    interaction: discord.Interaction["PaperSoccer"],
    player: PlayerId,
    other: discord.User | discord.Member,
) -> None:
    if other.bot:
        language = reader_language(interaction)
        raise Refused(language.say("Bots do not play, so there is nobody to block."))
    bot = interaction.client
    blocked = await bot.people.player(other)
    async with bot.store.writing() as uow:
        await block(uow, player, blocked)


async def _own(interaction: discord.Interaction["PaperSoccer"]) -> OwnSettings:
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        blocked = await uow.blocks.of(player)
        people = await uow.players.people(blocked)
        return OwnSettings(
            await uow.preferences.of(player),
            await leave_of(uow, player, now=bot.now()),
            [people[other] for other in blocked],
        )


async def _show_as_they_are(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """The message says what holds now; what was changed counts, whatever becomes of that."""
    own, language = await _own(interaction), reader_language(interaction)
    try:
        await edit_tapped(
            interaction,
            content=own_settings_lines(own, language),
            view=own_settings_view(own, language),
            attachments=[],
        )
    except TROUBLE as error:
        logger.warning("settings are not shown: %s", describe(error))
