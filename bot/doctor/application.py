"""The application on Discord: its token, its settings, its commands, its servers."""

from collections.abc import AsyncIterator
from typing import Any

import discord
from discord import app_commands

from bot.actions.permissions import INVITED
from bot.commands import add_commands
from bot.config import DiscordConfig
from bot.doctor.channels import channel_lines
from bot.doctor.lines import Line, named, note, ok, problem
from bot.trouble import TROUBLE, describe

_BOT_PAGE = "on the page Bot of the application"
_PRIVILEGED = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""Discord's names of the intents that it gives on request only, and the flags that tell."""


async def discord_lines(
    config: DiscordConfig, server: int | None, used: frozenset[int]
) -> AsyncIterator[Line]:
    """How the bot stands on Discord, and in that server, where these channels are used."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(config.token or "")
            async for line in _lines(client, config, server, used):
                yield line
        except discord.LoginFailure:
            yield problem(f"token: Discord refuses it: copy it again {_BOT_PAGE}")
        except TROUBLE as error:
            yield problem(
                f"Discord: it cannot be asked ({describe(error)}): look at the network of this "
                "machine and at https://discordstatus.com"
            )


async def _lines(
    client: discord.Client, config: DiscordConfig, server: int | None, used: frozenset[int]
) -> AsyncIterator[Line]:
    app = client.application
    assert app is not None
    yield ok(f"token: Discord knows it as {client.user}, of the application {app.name} ({app.id})")
    yield _invitations(app)
    yield _intents(app.flags)
    yield _interactions(app)
    yield await _commands(client, config.test_guild)
    guilds = [guild async for guild in client.fetch_guilds(limit=None)]
    yield _servers(guilds, _invitation(app))
    if config.test_guild is not None and config.test_guild not in {guild.id for guild in guilds}:
        yield problem(
            f"test_guild: the bot is not in server {config.test_guild}: invite it with "
            f"{_invitation(app)}, or change the setting"
        )
    if server is None:
        return
    if server not in {guild.id for guild in guilds}:
        yield problem(
            f"server {server}: the bot is not in it, or there is none: invite it with "
            f"{_invitation(app)}"
        )
        return
    async for line in channel_lines(client, server, used):
        yield line


def _invitation(app: discord.AppInfo) -> str:
    return discord.utils.oauth_url(
        app.id, permissions=INVITED, scopes=("bot", "applications.commands")
    )


def _invitations(app: discord.AppInfo) -> Line:
    if app.bot_require_code_grant:
        return problem(
            f"invitations: nobody can invite the bot while Requires OAuth2 Code Grant is on: "
            f"turn it off {_BOT_PAGE}"
        )
    if app.bot_public:
        return ok("invitations: the bot is public, so everybody may invite it")
    return ok("invitations: the bot is not public, so only its owner may invite it")


def _intents(flags: discord.ApplicationFlags) -> Line:
    given = [
        name
        for name, alternatives in _PRIVILEGED.items()
        if any(getattr(flags, flag) for flag in alternatives)
    ]
    if given:
        return note(
            f"privileged intents: the bot needs none, but has {named(given)}: better turn them "
            f"off {_BOT_PAGE}"
        )
    return ok("privileged intents: none, as it should be")


def _interactions(app: discord.AppInfo) -> Line:
    if app.interactions_endpoint_url:
        return problem(
            f"interactions: Discord sends all taps and commands to {app.interactions_endpoint_url} "
            "instead of to the bot: empty Interactions Endpoint URL on the page General "
            "Information of the application"
        )
    return ok("interactions: they come to the bot")


async def _commands(client: discord.Client, test_guild: int | None) -> Line:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    add_commands(tree)
    where = None if test_guild is None else discord.Object(test_guild)
    place = "everywhere" if test_guild is None else f"in server {test_guild}"
    try:
        there = {(each.type, each.name) for each in await tree.fetch_commands(guild=where)}
    except (discord.Forbidden, discord.NotFound):
        return problem(f"commands: they cannot be uploaded {place}, where the bot is not")
    ours = {(_type_of(each), each.name) for each in tree.get_commands()}
    if missing := sorted(name for _, name in ours - there):
        return problem(
            f"commands: not uploaded {place} are {named(missing)}: the next start of the bot "
            "uploads them"
        )
    if extra := sorted(name for _, name in there - ours):
        return note(
            f"commands: {named(extra)}, which are uploaded {place}, are none of this program's: "
            "the bot takes them away when its own change"
        )
    return ok(f"commands: all {len(ours)} are uploaded {place}")


def _type_of(command: object) -> discord.AppCommandType:
    if isinstance(command, app_commands.ContextMenu):
        return command.type
    return discord.AppCommandType.chat_input


def _servers(guilds: list[discord.Guild], invitation: str) -> Line:
    if not guilds:
        return note(f"servers: the bot is in none; invite it with {invitation}")
    names = [f"{guild.name} ({guild.id})" for guild in guilds]
    return ok(f"servers: the bot is in {len(guilds)}: {named(names)}")
