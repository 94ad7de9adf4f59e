"""What those who manage a server decide about it, in one private message."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.answering import edit_tapped
from bot.actions.permissions import require_manager, roles_that_challenge
from bot.actions.places import settings_here
from bot.actions.variants import usual_time, usual_variant
from bot.failures import say_privately
from bot.i18n import Language, reader_language, server_language
from bot.reach import lacking
from bot.trouble import TROUBLE, describe
from bot.views.setup import AS_DISCORD, PAGES, setup_view
from bot.wording.reach import permission_names
from bot.wording.settings import Setup, setup_lines
from matches.administrating import decide
from matches.ids import ServerId
from matches.place import BoardTheme, ServerSettings
from matches.terms import TurnTime

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def show_setup(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Answer with the server's settings. Raises Refused for who may not manage it."""
    require_manager(interaction)
    language = reader_language(interaction)
    setup = _setup(interaction, await settings_here(interaction), language)
    await say_privately(interaction, setup_lines(setup, language), view=setup_view(setup, language))


async def act_on_setup(interaction: discord.Interaction["PaperSoccer"], act: str) -> None:
    """One tap on a button. Raises Refused for who may not manage the server (any more)."""
    require_manager(interaction)
    if act in ("threads", "no-threads"):
        settings = await _decide(interaction, lambda s: replace(s, threads=act == "threads"))
    else:
        settings = await settings_here(interaction)
    await _show_as_it_is(interaction, settings, page=act)


async def choose_in_setup(
    interaction: discord.Interaction["PaperSoccer"], name: str, chosen: Sequence[Any]
) -> None:
    """What was chosen in a menu holds. Raises Refused for who may not manage the server."""
    require_manager(interaction)
    changed = _changes(interaction, chosen)[name]
    await _show_as_it_is(interaction, await _decide(interaction, changed))


Change = Callable[[ServerSettings], ServerSettings]


def _changes(
    interaction: discord.Interaction["PaperSoccer"], chosen: Sequence[Any]
) -> dict[str, Change]:
    """What each menu changes."""
    return {
        "games": lambda s: replace(s, games_channels=frozenset(c.id for c in chosen)),
        "challengers": lambda s: replace(s, challengers=_roles(interaction, chosen)),
        "variant": lambda s: replace(s, variant=chosen[0]),
        "time": lambda s: replace(s, turn_time=TurnTime(chosen[0])),
        "theme": lambda s: replace(s, theme=BoardTheme(chosen[0])),
        "language": lambda s: replace(s, language=None if chosen[0] == AS_DISCORD else chosen[0]),
    }


def _roles(
    interaction: discord.Interaction["PaperSoccer"], chosen: Sequence[discord.Role]
) -> frozenset[int]:
    """The roles by their ids; the one that everybody has lets everybody challenge."""
    roles = frozenset(role.id for role in chosen)
    return frozenset() if interaction.guild_id in roles else roles


async def _decide(
    interaction: discord.Interaction["PaperSoccer"], change: Change
) -> ServerSettings:
    async with interaction.client.store.writing() as uow:
        return await decide(uow, ServerId(interaction.guild_id or 0), change)


def _setup(
    interaction: discord.Interaction["PaperSoccer"], settings: ServerSettings, language: Language
) -> Setup:
    """The settings as they work out: what was deleted since is left out."""
    guild = interaction.guild
    channels = (
        []
        if guild is None
        else [
            channel
            for channel in map(guild.get_channel, sorted(settings.games_channels))
            if channel is not None
        ]
    )
    missing = [(channel.id, _missing(channel)) for channel in channels]
    lacking = discord.Permissions(reduce(or_, (each.value for _, each in missing), 0))
    return Setup(
        games_channels=[channel.id for channel in channels],
        threads=settings.threads,
        challengers=[role.id for role in roles_that_challenge(guild, settings)],
        everybody_challenges=not settings.challengers,
        variant=usual_variant(settings),
        turn_time=usual_time(settings),
        theme=settings.theme,
        language=settings.language,
        speaks=server_language(guild, settings).tag,
        closed=[channel for channel, each in missing if each.value],
        missing=", ".join(permission_names(lacking, language)),
    )


def _missing(channel: discord.abc.GuildChannel) -> discord.Permissions:
    """What the bot may not do there and needs for showing boards."""
    me: discord.Member | None = channel.guild.me
    if me is None:
        # The server is not known yet: discord.py then has no member for the bot.
        return discord.Permissions.none()
    return lacking(channel.permissions_for(me), in_thread=False)


async def _show_as_it_is(
    interaction: discord.Interaction["PaperSoccer"],
    settings: ServerSettings,
    *,
    page: str = "setup",
) -> None:
    """The message says what holds now; what was changed counts, whatever becomes of that."""
    language = reader_language(interaction)
    setup = _setup(interaction, settings, language)
    view = PAGES.get(page, setup_view)(setup, language)
    try:
        await edit_tapped(
            interaction, content=setup_lines(setup, language), view=view, attachments=[]
        )
    except TROUBLE as error:
        logger.warning("a server's settings are not shown: %s", describe(error))
