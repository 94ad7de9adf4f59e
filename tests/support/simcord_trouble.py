"""What goes wrong around a bot: outages, removals, permissions taken away, closed doors.

Every function changes the simulated Discord as somebody else would, and tells the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import discord
from simcord import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Overwrite, Role
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.enums import OverwriteType
from simcord.env import Env

from tests.support.simcord_seams import as_the_bot, tell_of_itself, world_of


@contextmanager
def closed_dms(env: Env, user: UserHandle) -> Iterator[None]:
    """Within: this person takes no direct messages of the bot (50007); opening the channel still
    works.
    """
    path = f"/channels/{user.dm_channel.id}/messages"
    env.inject_error(
        "POST",
        path,
        status=403,
        code=50007,
        message="Cannot send messages to this user",
        times=None,
    )
    fault = env.backend.faults[-1]
    try:
        yield
    finally:
        env.backend.faults.remove(fault)


async def outage(env: Env, guild: GuildHandle) -> None:
    """Discord reports the guild unavailable: the bot is still a member."""
    await _tell(env, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})


async def outage_over(env: Env, guild: GuildHandle) -> None:
    """The guild is available again."""
    await _tell(env, "GUILD_CREATE", _guild_payload(env, guild))


async def remove_bot(env: Env, guild: GuildHandle) -> None:
    """Somebody removes the bot from the guild; the guild lives on, so `return_bot` finds its
    channels and messages.
    """
    env.backend.get_guild(guild.id).members.pop(env.backend.bot_user.id)
    await _tell(env, "GUILD_DELETE", {"id": str(guild.id)})


async def return_bot(env: Env, guild: GuildHandle) -> None:
    """Somebody invites the bot into the guild again."""
    world_of(env.backend).user_installs.discard(guild.id)
    env.backend.add_member(guild.id, env.backend.bot_user.id, roles=[_bot_role(env, guild).id])
    payload = _guild_payload(env, guild)
    payload.pop("unavailable")  # its absence tells discord.py that this is a join
    await _tell(env, "GUILD_CREATE", payload)


async def lose_connection(env: Env, bot: discord.AutoShardedClient) -> None:
    """Discord does not reach the bot any more."""
    with as_the_bot(env):
        await _shard(bot).disconnect()
    await env.settle()


async def regain_connection(env: Env, bot: discord.AutoShardedClient) -> None:
    """It does again, with a new session."""
    with as_the_bot(env):
        await _shard(bot).reconnect()
    await env.settle()


def _shard(bot: discord.AutoShardedClient) -> discord.ShardInfo:
    shard = bot.get_shard(0)
    assert shard is not None
    return shard


async def user_install(env: Env, guild: GuildHandle) -> None:
    """Make the bot absent from `guild`: its members reach it only through their own install of the
    app.
    """
    world_of(env.backend).user_installs.add(guild.id)
    await remove_bot(env, guild)


async def invite_bot_with(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot's role exactly these permissions; simcord's has all but administrator.

    The bot also has what @everyone has. To take one away in a channel use `set_permissions`.
    """
    env.backend.edit_role(guild.id, _bot_role(env, guild).id, {"permissions": permissions.value})
    await env.settle()


async def give_bot_role(
    env: Env, bot: discord.Client, guild: GuildHandle, role: RoleHandle
) -> None:
    """An administrator gives the bot a further role."""
    env.backend.add_member_role(guild.id, env.backend.bot_user.id, role.id)
    tell_of_itself(env, bot, guild.id)
    await env.settle()


def _guild_payload(env: Env, guild: GuildHandle) -> dict[str, Any]:
    return dict(serializers.guild_create_payload(env.backend, env.backend.get_guild(guild.id)))


def _bot_role(env: Env, guild: GuildHandle) -> Role:
    return next(role for role in env.backend.get_guild(guild.id).roles.values() if role.managed)


async def set_permissions(
    env: Env,
    channel: ChannelHandle,
    target: UserHandle | MemberActor | RoleHandle | int,
    **permissions: bool | None,
) -> None:
    """An administrator changes what a member or role may do in a channel; an id alone is a member's
    (the bot's own).
    """
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    kind = OverwriteType.ROLE if isinstance(target, RoleHandle) else OverwriteType.MEMBER
    target_id = target if isinstance(target, int) else target.id
    env.backend.set_overwrite(channel.id, Overwrite(target_id, kind, allow.value, deny.value))
    await env.settle()


def thread_state(env: Env, thread_id: int) -> tuple[bool, bool]:
    """Whether a thread is archived, and whether it is locked."""
    data = env.backend.get_channel(thread_id).thread_metadata
    assert data is not None
    return data.archived, data.locked


async def set_thread_state(
    env: Env, thread_id: int, *, archived: bool, locked: bool = False
) -> None:
    """A moderator (or the passing of time) archives, opens or locks a thread; the bot is told."""
    changes = {"archived": archived, "locked": locked}
    env.backend.edit_channel(thread_id, {}, thread_metadata=changes)
    await env.settle()


async def _tell(env: Env, event: str, payload: Mapping[str, Any]) -> None:
    env.backend.emit(event, payload)
    await env.settle()
