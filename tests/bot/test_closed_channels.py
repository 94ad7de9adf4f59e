"""Where the bot may not show boards: who hears of it, what is asked of Discord, and how it ends."""

import discord
import pytest
from simcord import InteractionResult
from simcord.builders import ChannelHandle

from matches.ids import ServerId
from matches.match import Match
from matches.pauses import Pause
from matches.place import ServerSettings
from tests.support.simcord_seams import pinged, requests_of
from tests.support.simcord_trouble import (
    give_bot_role,
    invite_bot_with,
    outage,
    outage_over,
    set_permissions,
)
from tests.support.table import Table, told
from tests.support.table_agreement import assert_agrees

AWAY = 181
"""Seconds after which nobody counts as looking at the board."""
NEEDED = {
    "view": ({"view_channel"}, "View Channel"),
    "thread": ({"send_messages", "send_messages_in_threads"}, "Send Messages in Threads"),
    "channel": ({"send_messages"}, "Send Messages"),
    "files": ({"attach_files"}, "Attach Files"),
}
"""What is taken away, and what is missing then; `channel`: in a match without a thread."""
NOT_NEEDED = [
    "add_reactions",
    "create_public_threads",
    "embed_links",
    "manage_messages",
    "manage_threads",
    "mention_everyone",
    "read_message_history",
    "use_external_emojis",
]


async def begun(table: Table, *, threads: bool = True) -> Match:
    """A match in which both have moved, and nobody has looked at the board for minutes."""
    async with table.store.writing() as uow:
        settings = ServerSettings(threads=threads)
        await uow.places.save_settings(ServerId(table.server.id), settings)
        await uow.commit()
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(AWAY)
    return await table.match()


async def change(table: Table, allowed: bool | None, *permissions: str) -> None:
    """An administrator changes what the bot may do in the channel."""
    assert table.bot.user is not None
    changes = dict.fromkeys(permissions, allowed)
    await set_permissions(table.env, table.channel, table.bot.user.id, **changes)


async def news_in(table: Table, kind: str) -> ChannelHandle:
    """The channel in which whoever runs the server reads news, in a server of this kind."""
    channel = table.server.create_text_channel("news")
    guild = table.env.backend.get_guild(table.server.id)
    if kind == "community":
        guild.public_updates_channel_id = channel.id
        guild.system_channel_id = table.channel.id
    else:
        guild.system_channel_id = channel.id
    await outage(table.env, table.server)
    await outage_over(table.env, table.server)
    return channel


async def typed(table: Table, match: int = 1) -> InteractionResult:
    """Whoever is to move plays by `/move`, in a channel that nobody has closed."""
    elsewhere = table.server.create_text_channel("elsewhere")
    who = await table.player_to_move(match)
    return await who.slash(elsewhere, "move", turn="0", match=match)


@pytest.mark.parametrize("kind", ["community", "plain"])
@pytest.mark.parametrize("by", ["tap", "move"])
@pytest.mark.parametrize("missing", NEEDED)
async def test_a_needed_permission_is_taken_away(
    table: Table, missing: str, by: str, kind: str
) -> None:
    """The turn counts and nobody's time runs; who plays and who runs the server hear what is
    missing, and as soon as it is back everything agrees.
    """
    news = await news_in(table, kind)
    await begun(table, threads=missing != "channel")
    permissions, name = NEEDED[missing]
    await change(table, False, *permissions)
    words = told(await (table.draw("0") if by == "tap" else typed(table)))
    assert words.startswith("Your turn counts" if by == "tap" else "You played `0`. I cannot show")
    assert name in words
    assert "`/board` moves the match" in words
    await table.wait(1)
    hidden = await table.match()
    assert len(hidden.game.turns) == 3
    assert hidden.pauses is Pause.HIDDEN
    await table.wait(1200)
    [line] = table.messages(news)
    assert line.content.startswith(f"I cannot show paper soccer boards in <#{table.channel.id}>.")
    assert name in line.content
    assert pinged(table.env, line) == set()
    listed = told(await table.alice.slash(news, "games"))
    assert f"no board: I lack {name} there" in listed
    assert "`/board` moves a match whose board cannot be shown" in listed
    await change(table, None, *permissions)
    await table.wait(1)
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)
    assert "no board" not in told(await table.alice.slash(news, "games"))
    await table.draw("0")
    await assert_agrees(table)


async def test_a_thread_needs_no_right_to_send_in_its_channel(table: Table) -> None:
    """Many a channel takes threads only."""
    await begun(table)
    await change(table, False, "send_messages")
    await table.draw("0")
    assert (await table.match()).pauses is Pause.NONE
    assert (await assert_agrees(table)).channel.id == table.thread.id


@pytest.mark.parametrize("permission", NOT_NEEDED)
async def test_a_permission_that_no_board_needs(table: Table, permission: str) -> None:
    """The match goes on as if nothing had happened."""
    await begun(table)
    await change(table, False, permission)
    await table.draw("0")
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)


async def test_nothing_is_asked_that_discord_is_known_to_refuse(table: Table) -> None:
    """Whatever happens in the server: refused requests count against the bot's address."""
    await begun(table)
    await change(table, False, "view_channel", "send_messages", "send_messages_in_threads")
    before = len(requests_of(table.env))
    await table.draw("0")
    await table.wait(1)
    for number in range(5):
        role = table.server.create_role(f"role {number}")
        await set_permissions(table.env, table.channel, role, embed_links=bool(number % 2))
        await table.wait(60)
    assert (await table.match()).pauses is Pause.HIDDEN
    places = (f"/channels/{table.channel.id}", f"/channels/{table.thread.id}")
    asked = [r.path for r in requests_of(table.env)[before:] if r.path.startswith(places)]
    assert asked == []
    await change(table, None, "view_channel", "send_messages", "send_messages_in_threads")
    await table.wait(60)
    await assert_agrees(table)


async def test_a_permission_that_comes_with_a_role(table: Table) -> None:
    """An administrator gives the bot a further role: its boards are shown at once."""
    few = discord.Permissions(view_channel=True, read_message_history=True)
    role = table.server.create_role(
        "trusted",
        permissions=discord.Permissions(
            send_messages=True, send_messages_in_threads=True, attach_files=True
        ),
    )
    await begun(table)
    everyone = table.env.backend.get_guild(table.server.id).id
    table.env.backend.edit_role(table.server.id, everyone, {"permissions": few.value})
    await invite_bot_with(table.env, table.server, few)
    await table.draw("0")
    # Long enough for the next try by itself to be far away.
    await table.wait(1200)
    assert (await table.match()).pauses is Pause.HIDDEN
    await give_bot_role(table.env, table.bot, table.server, role)
    await table.wait(1)
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)


# --- those who run the server


async def test_the_news_comes_again_after_it_failed(table: Table) -> None:
    """Discord, then the database refuses: time is held all the same, and the next try says it."""
    news = await news_in(table, "plain")
    await begun(table)
    await change(table, False, "attach_files")
    table.env.inject_error("POST", f"/channels/{news.id}/messages", status=503, times=1)
    assert told(await table.draw("0")).startswith("Your turn counts")
    assert (await table.match()).pauses is Pause.HIDDEN
    assert table.messages(news) == []
    await table.wait(60)
    assert len(table.messages(news)) == 1
    await table.wait(1200)
    assert len(table.messages(news)) == 1
    await change(table, None, "attach_files")
    await table.wait(60)
    await assert_agrees(table)


async def test_where_the_moderators_channel_is_closed_the_other_one_is_told(table: Table) -> None:
    """A Community server that hides its moderators' channel from the bot has a second one."""
    closed = await news_in(table, "community")
    other = table.server.create_text_channel("welcome")
    table.env.backend.get_guild(table.server.id).system_channel_id = other.id
    assert table.bot.user is not None
    await set_permissions(table.env, closed, table.bot.user.id, send_messages=False)
    await outage(table.env, table.server)
    await outage_over(table.env, table.server)
    await begun(table)
    await change(table, False, "attach_files")
    await table.draw("0")
    await table.wait(1)
    assert table.messages(closed) == []
    assert len(table.messages(other)) == 1
    await change(table, None, "attach_files")
    await table.wait(60)
    await assert_agrees(table)


async def test_a_channel_that_is_gone(table: Table) -> None:
    """Nobody is asked to allow anything there; `/board` is the way on."""
    news = await news_in(table, "plain")
    await begun(table)
    thread = table.thread
    table.env.backend.delete_channel(thread.id)
    table.env.backend.delete_channel(table.channel.id)
    await table.wait(1)
    words = told(await typed(table))
    assert "the channel where this match is played does not exist any more" in words
    await table.wait(60)
    assert (await table.match()).pauses is Pause.HIDDEN
    [line] = table.messages(news)
    assert "does not exist any more" in line.content
    assert "allow" not in line.content
    assert "no board: its channel does not exist any more" in told(
        await table.alice.slash(news, "games")
    )
    told(await table.alice.slash(news, "board", match=1))
    await table.wait(1)
    assert (await table.match()).pauses is Pause.NONE
    await assert_agrees(table)


async def test_why_nobody_knows(table: Table) -> None:
    """Discord fails, and refuses nothing: that the board cannot be shown is all that is said."""
    await begun(table)
    path = f"/channels/{table.thread.id}/messages"
    table.env.inject_error("POST", path, status=503, times=4)
    await table.draw("0")
    await table.wait(20)
    assert (await table.match()).pauses is Pause.HIDDEN
    assert "no board: it cannot be shown" in told(await table.alice.slash(table.channel, "games"))
    await table.wait(60)
    await assert_agrees(table)
