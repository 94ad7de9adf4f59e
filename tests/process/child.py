"""The real bot as a child process, and two people who play with it."""

import asyncio
import re
import signal
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from simcord.backend.models import Channel, Message, User

from tests.support.socket_fake import Answer, FakeDiscord

PATIENCE = 30.0
"""Seconds, for whatever a slow and busy machine may need."""
DATABASE = "matches.sqlite3"
MINUTE = 60 * 1_000_000
"""As the database has it."""
POSTS = r"/channels/\d+/messages$"


class Child:
    """A running bot and what it has written."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.process = process
        self._log = log

    @property
    def status(self) -> int | None:
        """Its exit status; None while it runs."""
        return self.process.returncode

    @property
    def log(self) -> str:
        """Everything on standard error so far."""
        return self._log.read_text(encoding="utf-8")

    def complaints(self) -> list[str]:
        """The lines that are more than information."""
        return [line for line in self.log.splitlines() if " INFO " not in line]

    async def end(self) -> int:
        """Wait for its end; the exit status."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def stop(self) -> int:
        """Ask it to stop, as a service manager does; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return await self.end()

    async def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        await self.end()


class House:
    """Where the bot lives: its folder and settings, and the server that it plays in."""

    def __init__(self, fake: FakeDiscord, folder: Path) -> None:
        self.fake = fake
        self.folder = folder
        self.settings = f'storage.url = "sqlite:///{DATABASE}"\n'
        self.guild = fake.create_guild("Chess club")
        self.channel = fake.create_channel(self.guild, "games")
        self.alice = fake.create_user("alice", self.guild)
        self.bob = fake.create_user("bob", self.guild)
        self._started = 0

    # --- the process

    async def spawn(self, env: Mapping[str, str] | None = None, *arguments: str) -> Child:
        """Start a bot, whatever becomes of it; or another command of the program."""
        settings = self.folder / "config.toml"
        settings.write_text(self.settings, encoding="utf-8")
        self._started += 1
        log = self.folder / f"log-{self._started}.txt"
        with log.open("wb") as file:
            process = await self.fake.spawn(
                "--config", str(settings), *arguments, env=env, stderr=file, stdout=file
            )
        return Child(process, log)

    async def command(self, *arguments: str, env: Mapping[str, str] | None = None) -> Child:
        """Carry out a command of the program, and wait for its end."""
        child = await self.spawn(env, *arguments)
        await child.end()
        return child

    async def start(self) -> Child:
        """Start a bot that comes up."""
        child = await self.spawn()
        await self.until(
            lambda: self.fake.gateway.connected or child.process.returncode is not None,
            "the connection",
        )
        assert child.process.returncode is None, child.log
        return child

    async def gone(self) -> None:
        """Wait until Discord has noticed that the bot is gone."""
        await self.until(lambda: not self.fake.gateway.connected, "the end of the connection")

    async def until(self, condition: Any, what: str) -> None:
        """Wait until the condition holds."""
        await self.fake.until(condition, what, PATIENCE)

    # --- what is stored

    def stored(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of the database."""
        with closing(sqlite3.connect(self.folder / DATABASE)) as opened:
            return opened.execute(query).fetchall()

    def turns(self) -> list[str]:
        """The turns of the only match."""
        return [turn for (turn,) in self.stored("SELECT record FROM turns ORDER BY number")]

    def outbox(self) -> list[tuple[str, int]]:
        """What is still to be told, and how often that was tried."""
        return [(t, n) for t, n in self.stored("SELECT telling, attempts FROM outbox ORDER BY id")]

    def pass_time(self, minutes: int, match: int = 1) -> None:
        """While no bot runs: what waits in the outbox for a match was made so long ago, and the
        process died before it could note what became of it.
        """
        past = minutes * MINUTE
        with closing(sqlite3.connect(self.folder / DATABASE)) as opened, opened:
            opened.execute(
                "UPDATE outbox SET due_at = made_at - ?, made_at = made_at - ?, attempts = 0 "
                "WHERE match = ?",
                (past, past, match),
            )

    def expire_leases(self, minutes: int) -> None:
        """While no bot runs: nobody works on what waits in the outbox any more, and so many
        minutes have passed since it was made.
        """
        with closing(sqlite3.connect(self.folder / DATABASE)) as opened, opened:
            opened.execute(
                "UPDATE outbox SET made_at = made_at - ?, due_at = made_at - ?",
                (minutes * MINUTE, minutes * MINUTE),
            )

    def spoil(self, statement: str) -> None:
        """Somebody changes the database by hand, while no bot runs."""
        with closing(sqlite3.connect(self.folder / DATABASE)) as opened, opened:
            opened.execute(statement)

    def look_away(self, match: int) -> None:
        """Both players have done nothing in a match for an hour."""
        with closing(sqlite3.connect(self.folder / DATABASE)) as opened, opened:
            opened.execute(
                "UPDATE matches SET first_acted_at = first_acted_at - ?, "
                "second_acted_at = second_acted_at - ? WHERE id = ?",
                (60 * MINUTE, 60 * MINUTE, match),
            )

    def copy_database(self, to: Path) -> None:
        """The database as it is stored at this moment, beside a running bot too."""
        with (
            closing(sqlite3.connect(self.folder / DATABASE)) as opened,
            closing(sqlite3.connect(to)) as copy,
        ):
            opened.backup(copy)

    # --- what people see

    def threads(self) -> list[Channel]:
        """The threads of the channel, the oldest first."""
        channels = self.fake.backend.channels.values()
        found = [each for each in channels if each.parent_id == self.channel.id]
        return sorted(found, key=lambda each: each.id)

    def boards(self, thread: int | None = None) -> list[Message]:
        """The boards of a thread, by default of the newest one; the oldest first."""
        places = [each for each in self.threads() if thread in (None, each.id)]
        return [m for m in self.fake.messages(places[-1]) if m.attachments] if places else []

    def everything_said(self) -> list[int]:
        """The ids of all messages that everybody sees, in the channel and in its threads."""
        places = [self.channel, *self.threads()]
        return [message.id for place in places for message in self.fake.messages(place)]

    @property
    def board(self) -> Message:
        """The newest board."""
        return self.boards()[-1]

    def buttons(self, message: Message) -> dict[str, str]:
        """The ids of a message's buttons, by what they do."""
        ids = re.findall(r"'custom_id': '([^']+)'", str(message.components))
        return {each.rpartition(":")[2]: each for each in ids}

    def to_move(self) -> User:
        """Whoever the newest board asks to move."""
        found = re.match(r"<@!?(\d+)>", self.board.content)
        assert found is not None, self.board.content
        return {user.id: user for user in (self.alice, self.bob)}[int(found[1])]

    # --- what people do

    async def challenge(self, one: User, other: User, time: str = "10m") -> Message:
        """One challenges the other; the challenge's message."""
        made = await self.fake.slash(one, self.channel, "challenge", opponent=other, time=time)
        assert made.message is not None
        return made.message

    async def accept(self, who: User, challenge: Message) -> None:
        """Somebody accepts a challenge."""
        await self.fake.click(who, challenge, self.buttons(challenge)["accept"])

    async def begin(self, time: str = "10m") -> None:
        """Alice challenges Bob, who accepts."""
        await self.accept(self.bob, await self.challenge(self.alice, self.bob, time))

    async def begun(self, time: str = "10m") -> None:
        """The same, and the first board stands."""
        await self.begin(time)
        await self.until(lambda: self.boards() and not self.outbox(), "the first board")

    async def tap(self, act: str, *, wait: bool = True) -> Answer:
        """Whoever is to move taps on the newest board."""
        board = self.board
        return await self.fake.click(self.to_move(), board, self.buttons(board)[act], wait=wait)
