"""The socket fake, tried with a small client: what discord.py does over a real connection."""

from __future__ import annotations

import asyncio
import sys
import types
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from discord.http import Route
from simcord.backend.models import Channel, User

from tests.support import openapi, run_bot_on_fake
from tests.support.fake_gateway import IDENTIFY, INVALID_SESSION, RECONNECT, RESUME
from tests.support.sample_client import SampleClient
from tests.support.socket_fake import FakeDiscord

POSTS = r"/channels/\d+/messages$"


@asynccontextmanager
async def connected(fake: FakeDiscord, **options: Any) -> AsyncIterator[SampleClient]:
    """A sample client in this process, from READY to its clean end."""
    client = SampleClient(**options)
    running = asyncio.create_task(client.start(fake.token))
    try:
        await fake.until(lambda: "ready" in client.events or running.done(), "READY")
        yield client
    finally:
        await client.close()
        await asyncio.wait([running], timeout=5)
    running.result()


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        yield fake
    sent = [(request.method, request.path, request.json) for request in fake.rest.requests]
    assert openapi.all_problems(sent) == []


@pytest.fixture
def channel(fake: FakeDiscord) -> Channel:
    return fake.create_channel(fake.create_guild())


@pytest.fixture
def alice(fake: FakeDiscord, channel: Channel) -> User:
    assert channel.guild_id is not None
    return fake.create_user("alice", fake.backend.get_guild(channel.guild_id))


async def test_login_and_ready(fake: FakeDiscord, channel: Channel) -> None:
    """The client logs in, identifies, and has the guild with its channel."""
    async with connected(fake) as client:
        assert client.user is not None
        assert client.user.id == fake.backend.bot_user.id
        assert client.get_channel(channel.id) is not None
        assert fake.gateway.count(IDENTIFY) == 1


async def test_slash_command(fake: FakeDiscord, channel: Channel, alice: User) -> None:
    """A command with a person as option is answered, in public."""
    async with connected(fake):
        assert (await fake.slash(alice, channel, "ping")).content == "pong you"
        assert (await fake.slash(alice, channel, "ping", who=alice)).content == "pong alice"
        assert len(fake.messages(channel)) == 2


async def test_button_and_form(fake: FakeDiscord, channel: Channel, alice: User) -> None:
    """A tap edits its message, a form gets a private answer."""
    async with connected(fake):
        answer = await fake.slash(alice, channel, "ping")
        assert answer.message is not None
        assert (await fake.click(alice, answer.message, "a:1")).content == "tapped a:1"
        form = await fake.submit(alice, channel, "form", {"words": "x"})
        assert form.content == "got the form"
        assert form.record.ephemeral


async def test_picture_and_its_text(fake: FakeDiscord, channel: Channel, alice: User) -> None:
    """A multipart body arrives with the file's bytes and its alternative text."""
    async with connected(fake):
        await fake.slash(alice, channel, "post")
    [message] = fake.messages(channel)
    [shown] = fake.files_of(message)
    assert (shown.filename, shown.description, shown.data) == ("board.png", "a board", b"picture")


async def test_resume_after_a_dropped_connection(fake: FakeDiscord, channel: Channel) -> None:
    """What happened in between comes after the resume, once, and the session stays."""
    async with connected(fake) as client:
        fake.gateway.drop()
        bob = fake.create_user("bob", fake.backend.get_guild(channel.guild_id or 0))
        fake.backend.create_message(channel.id, bob.id, "missed?")
        await fake.until(lambda: "message bob" in client.events, "the missed message")
        await fake.until(lambda: "resumed" in client.events, "the resume")
        assert (fake.gateway.count(IDENTIFY), fake.gateway.count(RESUME)) == (1, 1)


@pytest.mark.parametrize("way", ["close", "reconnect"])
async def test_other_ways_to_resume(fake: FakeDiscord, way: str) -> None:
    """A close code and Discord's own wish to reconnect lead to a resume as well."""
    async with connected(fake) as client:
        if way == "close":
            await fake.gateway.close(4000)
        else:
            fake.gateway.send(RECONNECT)
        await fake.until(lambda: "resumed" in client.events, "the resume")


async def test_invalid_session(fake: FakeDiscord) -> None:
    """A session that cannot be resumed is begun anew; `on_ready` comes again."""
    async with connected(fake) as client:
        fake.gateway.send(INVALID_SESSION, False)
        await fake.until(lambda: client.events.count("ready") == 2, "the second READY")


async def test_zombie_connection(fake: FakeDiscord) -> None:
    """Heartbeats that nobody answers make the client reconnect."""
    fake.gateway.heartbeat_seconds = 0.05
    fake.gateway.acknowledges = False
    async with connected(fake, heartbeat_timeout=0.3) as client:
        await fake.until(lambda: fake.gateway.count(RESUME) >= 1, "the resume")
        fake.gateway.acknowledges = True
        await fake.until(lambda: "resumed" in client.events, "RESUMED")


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_rate_limit(fake: FakeDiscord, channel: Channel, alice: User, scope: Any) -> None:
    """discord.py waits and sends again after a 429, with the whole file."""
    limit = fake.rest.rate_limit("POST", POSTS, 0.02, scope=scope)
    async with connected(fake) as client:
        await fake.slash(alice, channel, "post")
        assert (limit.hits, client.posts) == (1, 1)
    sent = [request for request in fake.rest.requests if request.path.endswith("/messages")]
    assert [request.status for request in sent] == [429, 200]
    assert [request.files[0].size for request in sent] == [7, 7]


@pytest.mark.parametrize("drop", ["before", "after"])
async def test_dropped_post(fake: FakeDiscord, channel: Channel, alice: User, drop: Any) -> None:
    """discord.py gives a dropped POST up; sent again with its nonce it stands once."""
    fault = fake.rest.fault("POST", POSTS, drop=drop)
    async with connected(fake) as client:
        await fake.slash(alice, channel, "post")
        assert (fault.hits, client.posts) == (1, 2)
    assert len(fake.messages(channel)) == 1
    assert fake.nonces.repeats == (1 if drop == "after" else 0)


async def test_server_error_is_for_the_bot(fake: FakeDiscord, channel: Channel) -> None:
    """503 is not retried by discord.py; 500, 502, 504 and 524 are."""
    fault = fake.rest.fault("POST", POSTS, status=503)
    async with connected(fake) as client:
        place = client.get_partial_messageable(channel.id)
        with pytest.raises(discord.DiscordServerError):
            await place.send("x")
        assert fault.hits == 1


async def test_bad_token(fake: FakeDiscord) -> None:
    """A wrong token is a LoginFailure."""
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()


async def test_missing_privileged_intent(fake: FakeDiscord) -> None:
    """An intent that the application lacks ends the connection with a clear error."""
    client = discord.Client(intents=discord.Intents(message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(fake.token)
    await client.close()


async def test_bot_in_a_process_of_its_own(
    fake: FakeDiscord, channel: Channel, alice: User
) -> None:
    """A child is killed and another goes on: Discord keeps what was said."""
    for answers in (1, 2):
        child = await fake.spawn(module="tests.support.sample_client")
        await fake.until(lambda: fake.gateway.connected, "the child's connection")
        await fake.slash(alice, channel, "ping")
        child.kill()
        await child.wait()
        await fake.until(lambda: not fake.gateway.connected, "the end of the connection")
        assert len(fake.messages(channel)) == answers


def test_runner_points_the_bot_at_the_fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's command line gets its own arguments, and discord.py the fake's address."""
    called: list[Any] = []
    bot = types.ModuleType("bot.__main__")
    bot.main = lambda argv: called.append((Route.BASE, list(argv)))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bot", types.ModuleType("bot"))
    monkeypatch.setitem(sys.modules, "bot.__main__", bot)
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket,
        "DEFAULT_GATEWAY",
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
    )
    run_bot_on_fake.main(["4711", "--config", "x.toml"])
    assert called == [("http://127.0.0.1:4711/api/v10", ["--config", "x.toml"])]
