"""Discord on a loopback socket, for what simcord passes by: connections, retries, dying processes.

    async with FakeDiscord() as fake:
        guild = fake.create_guild("Chess club")
        channel, alice = fake.create_channel(guild, "games"), fake.create_user("alice", guild)
        child = await fake.spawn("--config", "config.toml")
        await fake.until(lambda: fake.gateway.connected)
        answer = await fake.slash(alice, channel, "board")
        fake.rest.fault("POST", r"/channels/\\d+/messages$", drop="after")
        fake.gateway.drop()

Guilds, channels, users and messages are simcord's models. A client in this process finds the fake
too.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any

from aiohttp import web
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Guild, Interaction, Message, User

from tests.support import simcord_model
from tests.support.discord_address import gateway_url, pointed_at
from tests.support.discord_rules import (
    OncePerNonce,
    archived_threads,
    attachment_permission,
    thread_edits,
)
from tests.support.fake_gateway import FakeGateway
from tests.support.fake_rest import PREFIX, FakeRest
from tests.support.fake_token import TOKEN
from tests.support.simcord_seams import new_backend

PATIENCE = 20.0
ROOT = Path(__file__).parents[2]


class WallClock:
    """Real time in the shape of simcord's clock: 3 s and 15 min of an interaction are real ones."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._epoch = datetime.now(UTC)  # noqa: TID251 - processes with real clocks look at it

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def now(self) -> datetime:
        """The real time."""
        return self._epoch + timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        """Real time cannot be moved."""
        raise NotImplementedError


class Answer:
    """What the bot has answered to an interaction so far."""

    def __init__(self, fake: FakeDiscord, record: Interaction) -> None:
        self._fake = fake
        self.record = record

    @property
    def complete(self) -> bool:
        """Whether the bot has answered, and is not just thinking."""
        return self.record.responded and not self.record.loading

    @property
    def message(self) -> Message | None:
        """The message that answers: a new one, or the edited one whose button was tapped."""
        return self._fake.find(self.record.channel_id, self.record.message_id)

    @property
    def content(self) -> str:
        """The text of the answer."""
        assert self.message is not None, f"no message answers: {self.record}"
        return self.message.content

    @property
    def followups(self) -> list[Message]:
        """The follow-ups that still exist."""
        found = [self._fake.find(self.record.channel_id, each) for each in self.record.followup_ids]
        return [message for message in found if message is not None]


class FakeDiscord:
    """The fake: `rest` and `gateway` are its two halves, `backend` the model behind both."""

    def __init__(self, *, token: str = TOKEN) -> None:
        self.nonces = OncePerNonce()
        rules = (self.nonces, archived_threads, thread_edits, attachment_permission)
        self.backend = new_backend(WallClock(), *rules)
        self.token = token
        self.rest = FakeRest(self.backend, token)
        self.gateway = FakeGateway(self.backend, token)
        self.port = 0
        self._children: list[asyncio.subprocess.Process] = []
        self._exit = ExitStack()

    async def __aenter__(self) -> FakeDiscord:
        app = web.Application(client_max_size=64 << 20)
        path = gateway_url(0).partition(":0")[2]
        app.router.add_get(path, self.gateway.handle)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self.rest.port = self.gateway.port = self._runner.addresses[0][1]
        self._exit.enter_context(pointed_at(self.port))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._exit.close()
        for child in self._children:
            if child.returncode is None:
                child.kill()
                await child.wait()
        self.gateway.drop()
        await self._runner.cleanup()

    # --- the world

    def create_guild(self, name: str = "Test guild") -> Guild:
        """A guild in which the bot is."""
        return self.backend.create_guild(name)

    def create_channel(self, guild: Guild, name: str = "games") -> Channel:
        """A text channel."""
        return self.backend.create_channel(guild.id, name)

    def create_user(self, name: str, *guilds: Guild) -> User:
        """A person, who is a member of these guilds."""
        user = self.backend.make_user(name)
        for guild in guilds:
            self.backend.add_member(guild.id, user.id, announce=True)
        return user

    def messages(self, channel: Channel) -> list[Message]:
        """The messages that everybody in the channel sees, oldest first."""
        found = sorted(self.backend.messages[channel.id].values(), key=lambda message: message.id)
        return [message for message in found if not message.is_ephemeral]

    def find(self, channel_id: int, message_id: int | None) -> Message | None:
        """A message, private ones too, if it exists."""
        if message_id is None:
            return None
        try:
            return self.backend.get_message(channel_id, message_id)
        except BackendError:
            return None

    def files_of(self, message: Message) -> list[simcord_model.Shown]:
        """The files of a message with their bytes and alternative texts."""
        return simcord_model.stored_files(self.backend, message)

    # --- people who act

    async def slash(
        self, user: User, channel: Channel, name: str, *, wait: bool = True, **options: Any
    ) -> Answer:
        """Somebody uses a slash command; with `wait` until the bot has answered."""
        event = simcord_model.named_command_event(self.backend, user.id, channel.id, name, options)
        return await self._act(event, wait=wait)

    async def click(
        self, user: User, message: Message, custom_id: str, *, wait: bool = True
    ) -> Answer:
        """Somebody taps a button, checked by nobody."""
        event = simcord_model.click_event(self.backend, user.id, message, custom_id)
        return await self._act(event, wait=wait)

    async def submit(
        self,
        user: User,
        channel: Channel,
        custom_id: str,
        values: Mapping[str, str],
        *,
        wait: bool = True,
    ) -> Answer:
        """Somebody sends a form, whether or not the running bot opened it."""
        data = simcord_model.modal_data(custom_id, values)
        event = simcord_model.modal_event(self.backend, user.id, channel.id, data, None)
        return await self._act(event, wait=wait)

    async def _act(self, event: simcord_model.Event, *, wait: bool) -> Answer:
        record, payload = event
        self.backend.emit("INTERACTION_CREATE", payload)
        answer = Answer(self, record)
        if wait:
            await self.until(lambda: answer.complete, f"an answer to {payload['data']}")
        return answer

    # --- processes and waiting

    async def spawn(
        self,
        *arguments: str,
        module: str = "tests.support.run_bot_on_fake",
        env: Mapping[str, str] | None = None,
        **options: Any,
    ) -> asyncio.subprocess.Process:
        """Start the bot as a process that talks to this fake; at the end it is killed if it runs.

        `options` go to `asyncio.create_subprocess_exec` (`stdout`, `stderr`, …).
        """
        command = [sys.executable, "-m", module, str(self.port), *arguments]
        whole = {**os.environ, "DISCORD_TOKEN": self.token, **(env or {})}
        options = {"cwd": ROOT, **options}
        child = await asyncio.create_subprocess_exec(*command, env=whole, **options)
        self._children.append(child)
        return child

    async def until(
        self,
        condition: Callable[[], object],
        what: str = "the condition",
        patience: float = PATIENCE,
    ) -> None:
        """Wait until the condition holds; AssertionError if it does not for `patience` seconds."""
        deadline = time.monotonic() + patience
        while not condition():
            assert time.monotonic() < deadline, f"waited {patience} s in vain for {what}"
            await asyncio.sleep(0.002)
