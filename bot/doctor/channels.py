"""What the bot may do in the channels of a server."""

from collections.abc import AsyncIterator

import discord

from bot.actions.permissions import WISHED
from bot.doctor.lines import Line, named, note, ok, problem
from bot.reach import NEEDED

_Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel
_FOR_THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)


async def channel_lines(
    client: discord.Client, server: int, used: frozenset[int]
) -> AsyncIterator[Line]:
    """A line for each channel that the bot sees, and one for the others.

    What is missing is a problem in a channel that is used, and if no board can be shown anywhere.
    """
    guild = await client.fetch_guild(server)
    channels = [each for each in await guild.fetch_channels() if isinstance(each, _Channel)]
    assert client.user is not None
    me = await guild.fetch_member(client.user.id)
    hidden: list[_Channel] = []
    is_anywhere = False
    for channel in sorted(channels, key=lambda each: each.position):
        may = channel.permissions_for(me)
        lacks = _missing(NEEDED, may)
        is_anywhere |= not lacks
        if not may.view_channel and channel.id not in used:
            hidden.append(channel)
        else:
            yield _channel(channel, lacks, may, is_used=channel.id in used)
    if hidden:
        names = [f"#{channel.name}" for channel in hidden]
        yield note(
            f"server {guild.name}: hidden from the bot are {named(names)}: where matches are to "
            "be played, allow View Channel"
        )
    if not is_anywhere:
        yield problem(
            f"server {guild.name}: boards can be shown in no channel: allow the bot's role "
            f"{named(_names(NEEDED))}"
        )


def _channel(
    channel: _Channel, lacks: list[str], may: discord.Permissions, *, is_used: bool
) -> Line:
    if lacks:
        text = f"#{channel.name}: no board can be shown without {named(lacks)}"
        if is_used:
            return problem(f"{text}, although matches are played there: allow that")
        return note(text)
    wished = WISHED
    if not isinstance(channel, discord.TextChannel):
        wished = discord.Permissions(WISHED.value & ~_FOR_THREADS.value)
    if wishes := _missing(wished, may):
        return note(f"#{channel.name}: {named(wishes)} missing: {_consequence(wished, may)}")
    return ok(f"#{channel.name}: the bot may do all that it needs")


def _consequence(wished: discord.Permissions, may: discord.Permissions) -> str:
    without = discord.Permissions(wished.value & ~may.value)
    if without.value & _FOR_THREADS.value:
        return "matches get no threads of their own"
    return "after trouble with Discord a board may come twice"


def _missing(wanted: discord.Permissions, may: discord.Permissions) -> list[str]:
    return _names(discord.Permissions(wanted.value & ~may.value))


def _names(permissions: discord.Permissions) -> list[str]:
    """The permissions as Discord's settings call them."""
    return [_name(name) for name, is_set in permissions if is_set]


def _name(flag: str) -> str:
    if flag == "read_messages":  # as discord.py calls it
        return "View Channel"
    return flag.replace("_", " ").title().replace(" In ", " in ")
