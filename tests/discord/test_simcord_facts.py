"""What the other tests take for granted about simcord and discord.py, proven by small bots."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import MemberActor, SetupError
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from tests.support import simcord_seams
from tests.support.log_watch import LogWatch


def picture(text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), "board.png", description=text)


class Broken(discord.ui.DynamicItem[discord.ui.Button[Any]], template="broken"):
    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="x", custom_id="broken"))

    @classmethod
    async def from_custom_id(cls, *_: Any) -> Broken:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        raise ZeroDivisionError


class FactBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
        )
        self.tree = app_commands.CommandTree(self)
        self.add_dynamic_items(Broken)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        if data.get("custom_id") == "redraw":
            await interaction.response.edit_message(
                content=f"{interaction.user.mention} drew", attachments=[picture("second")]
            )


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="move")
    async def move(interaction: discord.Interaction[Any], turn: str) -> None:
        await interaction.response.send_message(f"moved {turn}", ephemeral=True)

    @move.autocomplete("turn")
    async def complete(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        where = type(interaction.channel).__name__
        return [app_commands.Choice(name=f"{typed} up in {where}", value=f"{typed}0")]

    @tree.context_menu(name="Challenge to paper soccer")
    async def challenge(interaction: discord.Interaction[Any], member: discord.Member) -> None:
        await interaction.response.send_message(f"{type(member).__name__} {member.name}")

    @tree.command(description="draw")
    async def draw(interaction: discord.Interaction[Any]) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="again", custom_id="redraw"))
        view.add_item(Broken())
        await interaction.response.send_message("first", file=picture("first"), view=view)


@pytest.fixture
async def env() -> AsyncIterator[Env]:
    async with simcord_seams.running(FactBot()) as env:
        yield env


@pytest.fixture
def guild(env: Env) -> GuildHandle:
    return env.create_guild()


@pytest.fixture
def channel(guild: GuildHandle) -> ChannelHandle:
    return guild.create_text_channel("games")


@pytest.fixture
def alice(env: Env, guild: GuildHandle) -> MemberActor:
    return guild.add_member(env.create_user("alice"))


async def test_completion(channel: ChannelHandle, alice: MemberActor) -> None:
    """`actor.autocomplete` returns the raw choices; the handler knows the channel."""
    choices = await alice.autocomplete(channel, "move", "turn", "6")
    assert choices == [{"name": "6 up in TextChannel", "value": "60"}]


async def test_user_context_menu(
    env: Env, guild: GuildHandle, channel: ChannelHandle, alice: MemberActor
) -> None:
    """A context menu on a member hands the bot a Member although it caches none."""
    bob = guild.add_member(env.create_user("bob"))
    result = await alice.context_menu(channel, "Challenge to paper soccer", bob)
    assert result.response is not None
    assert result.response.content == "Member bob"


async def test_one_person_in_two_guilds(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """One user is a member of two guilds with one id; each actor acts in its own guild only."""
    other = env.create_guild("Second")
    elsewhere = other.create_text_channel("games")
    alice_there = other.add_member(alice.user)
    assert alice_there.id == alice.id
    assert (await alice_there.slash(elsewhere, "draw")).acknowledged
    with pytest.raises(SetupError):
        await alice.slash(elsewhere, "draw")


async def test_edit_replaces_the_picture_and_pings_nobody(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """`edit_message(attachments=[file])` leaves one file; no mention gets through by default."""
    result = await alice.slash(channel, "draw")
    assert result.response is not None
    result = await alice.click(result.response, custom_id="redraw")
    assert result.response is not None
    [shown] = simcord_seams.files_of(env, result.response)
    assert shown.description == "second"
    assert simcord_seams.pinged(env, result.response) == set()
    body = simcord_seams.requests_of(env)[-1].json["data"]
    assert body["allowed_mentions"] == {"parse": []}
    assert body["attachments"] == [{"id": 0, "filename": "board.png", "description": "second"}]


async def test_only_the_named_person_is_notified(
    env: Env, guild: GuildHandle, channel: ChannelHandle, alice: MemberActor
) -> None:
    """`allowed_mentions(users=[…])` lets one mention of two through."""
    bob = guild.add_member(env.create_user("bob"))
    await env.bot.get_partial_messageable(channel.id).send(
        f"{alice.mention} {bob.mention}",
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(bob.id)]),
    )
    assert channel.last_message is not None
    assert simcord_seams.pinged(env, channel.last_message) == {bob.id}


async def test_error_in_a_dynamic_item_is_only_logged(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """simcord does not see it either: without a LogWatch the test would pass."""
    result = await alice.slash(channel, "draw")
    assert result.response is not None
    with LogWatch() as watch:
        watch.expect("ZeroDivisionError")
        result = await alice.click(result.response, custom_id="broken")
    assert not result.acknowledged
    assert env.errors == []


async def test_the_start_of_time() -> None:
    """A test may choose when it happens; message ids carry that time."""
    start = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    async with simcord_seams.running(FactBot(), start=start) as env:
        channel = env.create_guild().create_text_channel("games")
        message = await env.bot.get_partial_messageable(channel.id).send("x")
        assert message.created_at == start


async def test_direct_message_channel(env: Env, alice: MemberActor) -> None:
    """A person can use commands in the bot's direct messages, where `app_permissions` is empty."""
    result = await alice.user.slash("draw")
    assert result.response is not None
    assert alice.user.dm_channel.history()[0].content == "first"
    tapped = await simcord_seams.click_by_id(alice.user, result.response, "redraw")
    assert tapped.acknowledged


@pytest.mark.parametrize("hears_messages", [False, True])
async def test_newest_message_of_a_channel(hears_messages: bool) -> None:
    """`channel.last_message_id` is fresh only with the intent `guild_messages` (no privileged one).

    discord.py takes the channel of an interaction from its cache and drops what Discord sent with
    the interaction.
    """
    client = discord.Client(intents=discord.Intents(guilds=True, guild_messages=hears_messages))
    async with simcord_seams.running(client) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        message = await guild.add_member(env.create_user("alice")).send(channel, "hello")
        cached = client.get_channel(channel.id)
        assert isinstance(cached, discord.TextChannel)
        assert (cached.last_message_id == message.id) is hears_messages


class Worker(discord.Client):
    """A bot with a task that waits to be woken, in one of the usual ways."""

    def __init__(self, way: str) -> None:
        super().__init__(intents=discord.Intents.none())
        self.way = way
        self.rounds = 0

    async def setup_hook(self) -> None:
        self.bell = asyncio.Event()
        self.queue: asyncio.Queue[int] = asyncio.Queue()
        self.task = asyncio.create_task(self.work())

    async def work(self) -> None:
        while True:
            with suppress(TimeoutError):
                await self.wait()
            self.bell.clear()
            self.rounds += 1

    async def wait(self) -> None:
        if self.way == "event":
            await self.bell.wait()
        elif self.way == "queue":
            await self.queue.get()
        elif self.way == "wait_for":
            await asyncio.wait_for(self.bell.wait(), 60)
        else:
            async with asyncio.timeout(60):
                await self.bell.wait()


@pytest.mark.parametrize(
    ("way", "rounds"), [("event", 0), ("queue", 0), ("wait_for", 3), ("timeout", 3)]
)
async def test_waiting_worker_is_settled(way: str, rounds: int) -> None:
    """A waiting worker does not keep simcord waiting; its limit runs with `advance_time`."""
    worker = Worker(way)
    async with simcord_seams.running(worker) as env:
        await env.settle(timeout=1)
        assert worker.rounds == 0
        await env.advance_time(190)
        assert worker.rounds == rounds
        worker.bell.set()
        worker.queue.put_nowait(1)
        await env.settle(timeout=1)
        assert worker.rounds == rounds + 1
