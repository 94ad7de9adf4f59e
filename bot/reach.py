"""What keeps a board from being shown where a match is played, as far as the bot knows that without
asking Discord. Every request that Discord refuses counts against the bot's address.
"""

from dataclasses import dataclass, field

import discord

from bot.channels import Postable
from matches.match import Match
from matches.pauses import Pause
from matches.place import Place

NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
"""Without these no board can be shown in a channel."""
NEEDED_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)
_FILES = discord.Permissions(attach_files=True)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why no board can be shown somewhere; neither a permission nor `is_gone` if nobody knows."""

    missing: discord.Permissions = field(default_factory=discord.Permissions.none)
    """What the bot may not do there and needs."""
    is_gone: bool = False
    """Whether the channel does not exist any more."""


UNKNOWN = Obstacle()


def lacking(allowed: discord.Permissions, *, in_thread: bool) -> discord.Permissions:
    """What is missing for a board where the bot may do this."""
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    return discord.Permissions(needed.value & ~allowed.value)


def lacking_in(channel: Postable, *, files: bool = True) -> discord.Permissions:
    """What is missing for a board in this channel or thread, or for a message without `files`.

    Nothing if discord.py does not know: then Discord has to be asked.
    """
    in_thread = isinstance(channel, discord.Thread)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    me: discord.Member | None = channel.guild.me
    if me is None or parent is None:
        return discord.Permissions.none()
    missing = lacking(_allowed(parent, me), in_thread=in_thread)
    return missing if files else discord.Permissions(missing.value & ~_FILES.value)


def _allowed(channel: discord.abc.GuildChannel, me: discord.Member) -> discord.Permissions:
    """What the bot may do there by its roles and the channel's overwrites.

    Each permission by itself: a channel's own way of asking takes Attach Files away with Send
    Messages, which threads in it do not need.
    """
    return discord.abc.GuildChannel.permissions_for(channel, me)


def obstacle_to(client: discord.Client, place: Place, *, files: bool = True) -> Obstacle | None:
    """Why a board can be shown neither in the thread nor in its channel; None if perhaps it can.

    An archived thread is in no cache, but its channel says what the bot may do in it.
    """
    guild = None if place.server is None else client.get_guild(place.server)
    me: discord.Member | None = None if guild is None else guild.me
    if guild is None or me is None:
        return None
    channel = guild.get_channel(place.channel)
    if channel is None:
        return Obstacle(is_gone=True)
    allowed = _allowed(channel, me)
    if not files:
        allowed |= _FILES
    found = []
    if place.thread is not None:
        found.append(lacking(allowed, in_thread=True))
    if isinstance(channel, Postable):
        found.append(lacking(allowed, in_thread=False))
    return Obstacle(found[0]) if found and all(missing.value for missing in found) else None


def obstacle_in(client: discord.Client, match: Match) -> Obstacle | None:
    """Why the board of a running match is not shown; None if it is, or will be."""
    if match.is_over:
        return None
    hidden = UNKNOWN if Pause.HIDDEN in match.pauses else None
    return obstacle_to(client, match.place) or hidden
