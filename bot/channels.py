"""Finding channels and messages again, and what the bot may do in them."""

from datetime import datetime, timedelta

import discord

from matches.ids import ServerId
from matches.place import BoardMessage

Postable = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


CLOCKS_DIFFER = timedelta(minutes=1)
"""Our clock and Discord's may differ by some seconds."""
EDITABLE = timedelta(minutes=59)
"""Discord caps edits of messages older than an hour; our clock and its own may differ."""


def is_old(message: int, now: datetime) -> bool:
    """Whether Discord caps the edits of this message: its id tells when it was sent."""
    return now - discord.utils.snowflake_time(message) > EDITABLE


def oldest_editable(now: datetime) -> int:
    """The id of a message that is just not old."""
    return discord.utils.time_snowflake(now - EDITABLE)


async def find_channel(client: discord.Client, channel_id: int) -> Postable | None:
    """The channel or thread of that id; None if it is gone, hidden, or nothing to post in.

    Raises discord.HTTPException when Discord cannot answer now.
    """
    channel = client.get_channel(channel_id)
    if channel is None:
        try:
            # An archived thread is in no cache.
            channel = await client.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return None
    return channel if isinstance(channel, Postable) else None


def may_open_threads(channel: Postable) -> bool:
    """Whether a match in this channel can get a thread of its own."""
    if not isinstance(channel, discord.TextChannel):
        return False
    me: discord.Member | None = channel.guild.me
    if me is None:
        # The server is not known yet: discord.py then has no member for the bot.
        return False
    may = channel.permissions_for(me)
    return may.create_public_threads and may.send_messages_in_threads and may.view_channel


def message_link(server: ServerId | None, board: BoardMessage) -> str:
    """The address of a message, which Discord shows as a link to jump to."""
    return f"https://discord.com/channels/{server or '@me'}/{board.channel}/{board.message}"


async def own_message(
    client: discord.Client, channel: Postable, prefix: str, *, look_at: int = 20
) -> discord.Message | None:
    """Our newest message here with a button whose id starts like this, among the last ones.

    For a row that may have been sent before the process died: sending it again would double it.
    """
    async for message in channel.history(limit=look_at):
        if _is_ours(client, message) and _has(message, prefix):
            return message
    return None


async def was_said(
    client: discord.Client,
    channel: Postable | discord.DMChannel,
    line: str,
    since: datetime,
    *,
    look_at: int = 20,
) -> bool:
    """Whether we sent this line here since then; for the same reason."""
    async for message in channel.history(limit=look_at):
        lately = message.created_at >= since - CLOCKS_DIFFER
        if lately and message.content == line and _is_ours(client, message):
            return True
    return False


def _is_ours(client: discord.Client, message: discord.Message) -> bool:
    return client.user is not None and message.author.id == client.user.id


def _has(message: discord.Message, prefix: str) -> bool:
    return any(
        isinstance(item, discord.Button) and (item.custom_id or "").startswith(prefix)
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for item in row.children
    )
