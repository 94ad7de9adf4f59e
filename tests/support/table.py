"""Two players and the real bot in a simulated Discord server: where a test of the bot starts."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import discord
from simcord import InteractionResult, MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from bot.app import PaperSoccer
from bot.computer.pool import Thinking
from matches.hints import Hint
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.outbox import OutboxRow
from matches.standings import board_state
from storage import SqlStore, open_store
from storage.repositories.matches import SqlMatches
from tests.support import openapi
from tests.support.clock import START, Clock, advance
from tests.support.discord_rules import standard_rules
from tests.support.log_watch import LogWatch
from tests.support.simcord_seams import Rule, click_by_id, running
from tests.support.stores import sqlite_with_tables
from tests.support.table_agreement import Notices

PublicMessage = tuple[int, str, tuple[str, ...], tuple[tuple[str | None, int, bool], ...]]
"""Id, content, names of files, and of each button id, style and whether it is disabled."""


@dataclass
class Table:
    """A server with a channel, Alice and Bob in it, and the bot on a file database."""

    env: Env
    bot: PaperSoccer
    store: SqlStore
    clock: Clock
    server: GuildHandle
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    logs: LogWatch
    notices: Notices
    carol: MemberActor = field(init=False)

    def __post_init__(self) -> None:
        self.carol = self.server.add_member(self.env.create_user("carol", global_name="Carol"))

    # What there is

    @property
    def thread(self) -> ChannelHandle:
        """The newest thread of the channel."""
        return max(self.channel.threads, key=lambda thread: thread.id)

    @property
    def place(self) -> ChannelHandle:
        """Where boards are: the newest thread, or the channel if there is none."""
        return self.thread if self.channel.threads else self.channel

    def board(self, where: ChannelHandle | None = None) -> discord.Message:
        """The newest message with a board's buttons."""
        return next(m for m in reversed(self.messages(where)) if button_ids(m, "ps:"))

    def messages(self, where: ChannelHandle | None = None) -> list[discord.Message]:
        """All messages of a place, the oldest first."""
        return sorted((where or self.place).history(), key=lambda message: message.id)

    async def match(self, match: int = 1) -> Match:
        """A match as it is stored."""
        async with self.store.reading() as uow:
            found = await uow.matches.get(MatchId(match))
        assert found is not None
        return found

    async def player_to_move(self, match: int = 1) -> MemberActor:
        """Alice or Bob, whoever is to move."""
        return (await self.seats(match))[self.on_move(await self.match(match))]

    @staticmethod
    def on_move(match: Match) -> str:
        """`first` or `second`."""
        side = match.side_to_move
        assert side is not None
        return str(side.value)

    async def seats(self, match: int = 1) -> dict[str, MemberActor]:
        """Who is the first and who the second player."""
        found = await self.match(match)
        async with self.store.reading() as uow:
            people = await uow.players.people((found.first, found.second))
        actors = {actor.id: actor for actor in (self.alice, self.bob, self.carol)}
        first, second = people[found.first].account, people[found.second].account
        assert first is not None
        assert second is not None
        return {"first": actors[first], "second": actors[second]}

    async def draft(self, match: int = 1) -> str:
        """The steps that are drawn of the unfinished turn; empty for none."""
        async with self.store.reading() as uow:
            state = await board_state(uow, MatchId(match), now=self.clock.now())
        return "" if state.draft is None else state.draft.steps

    async def rows(self, match: int = 1) -> list[OutboxRow]:
        """What must still be told about a match."""
        async with self.store.reading() as uow:
            return await uow.outbox.of_match(MatchId(match))

    async def everything(self, match: int = 1) -> tuple[Match, str, list[PublicMessage]]:
        """What a refusal must not change: the match, its draft and every public message."""
        places = [self.channel, *self.channel.threads]
        public = [m for place in places for m in self.messages(place) if not m.flags.ephemeral]
        return await self.match(match), await self.draft(match), [public_message(m) for m in public]

    # What people do

    async def challenge(self, **options: Any) -> discord.Message:
        """Alice challenges Bob; the challenge's message."""
        result = await self.alice.slash(
            self.channel, "challenge", **{"opponent": self.bob, **options}
        )
        assert result.response is not None
        return result.response.message

    async def start(self, **options: Any) -> None:
        """A match of Alice and Bob that has just begun."""
        message = await self.challenge(**options)
        await self.tap(self.bob, message, "accept")

    async def tap(self, who: MemberActor, message: discord.Message, act: str) -> InteractionResult:
        """Tap the button whose id ends in `act`."""
        return await who.click(message, custom_id=button_id(message, act))

    async def draw(self, turn: str, match: int = 1) -> InteractionResult:
        """Whoever is to move taps a turn on the newest board, and *Play it* if it asks."""
        who = await self.player_to_move(match)
        before = (await self.match(match)).version
        result: InteractionResult | None = None
        for digit in turn:
            result = await self.tap(who, self.board(), digit)
        if (await self.match(match)).version == before:
            result = await self.tap(who, self.board(), "play")
        assert result is not None
        return result

    async def play(self, turns: Sequence[str], match: int = 1) -> None:
        """Both tap these turns one after the other."""
        for turn in turns:
            await self.draw(turn, match)

    async def open_thread(self, who: MemberActor, name: str) -> ChannelHandle:
        """Somebody opens a thread of their own in the channel."""
        thread = self.env.backend.create_thread(self.channel.id, name, who.id)
        await self.env.settle()
        return next(handle for handle in self.channel.threads if handle.id == thread.id)

    async def tap_old(
        self, who: MemberActor, message: discord.Message, custom_id: str
    ) -> InteractionResult:
        """Tap a button as an old client still shows it."""
        return await click_by_id(who, message, custom_id)

    async def wait(self, seconds: float) -> None:
        """Time passes."""
        await advance(self.env, self.clock, seconds)

    async def skip(self, seconds: float) -> None:
        """Time passes in one step, while a process was there all the time and nothing was due."""
        self.env.backend.advance_clock(seconds)
        async with self.store.writing() as uow:
            await uow.heartbeats.beat(self.clock.now())
            await uow.commit()
        await self.wait(1)

    async def restart(self, thinking: Thinking | None = None) -> None:
        """The process ends and another one starts on the same database; who thinks in it for the
        computer can be named.
        """
        old = self.bot
        self.bot = new_bot(self.store, self.clock, thinking)
        await self.env.restart_bot(self.bot)
        await old.presence.stop()
        await old.announcer.stop()
        await old.due.stop()
        await old.computer.stop()
        await old.replaying.stop()

    async def be_down(self, seconds: float) -> None:
        """The process ends without a word, and so much later another one starts."""
        await self.bot.presence.stop()
        await self.bot.due.stop()
        await self.bot.computer.stop()
        await self.bot.replaying.stop()
        await self.bot.announcer.stop()
        self.env.backend.advance_clock(seconds)
        await self.restart()
        await self.env.settle()


def public_message(message: discord.Message) -> PublicMessage:
    """What everybody sees of a message, to be compared."""
    return (
        message.id,
        message.content,
        tuple(file.filename for file in message.attachments),
        tuple((b.custom_id, int(b.style), b.disabled) for b in buttons(message)),
    )


def told(result: InteractionResult) -> str:
    """What only whoever acted was told; the test fails if they were told nothing, or in public."""
    answers = [result.response, *result.followups]
    private = [answer.content for answer in answers if answer is not None and answer.ephemeral]
    assert len(private) == 1, f"{len(private)} private answers: {private}"
    return private[0]


def told_nothing(result: InteractionResult) -> bool:
    """Whether whoever acted was answered, but not in private: the board itself is the answer."""
    answers = [result.response, *result.followups]
    return result.acknowledged and not any(a is not None and a.ephemeral for a in answers)


def button_ids(message: discord.Message, prefix: str = "") -> list[str]:
    """The ids of a message's buttons, in order."""
    return [button.custom_id for button in buttons(message) if _starts(button, prefix)]


def buttons(message: discord.Message) -> list[Any]:
    """The buttons of a message, in order."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [item for row in rows for item in row.children if isinstance(item, discord.Button)]


def button_id(message: discord.Message, act: str) -> str:
    """The id of the button that does this."""
    found = [i for i in button_ids(message) if i.rpartition(":")[2] == act]
    assert found, f"no button {act!r} in {button_ids(message)}"
    return found[0]


def _starts(button: discord.Button, prefix: str) -> bool:
    return button.custom_id is not None and button.custom_id.startswith(prefix)


def new_bot(store: SqlStore, clock: Clock, thinking: Thinking | None = None) -> PaperSoccer:
    """The real bot, with time and chance in the test's hand."""
    return PaperSoccer(store, now=clock.now, rng=Random(1), shard_count=1, thinking=thinking)


async def _tell_every_hint(store: SqlStore, actors: Sequence[MemberActor]) -> None:
    async with store.writing() as uow:
        for actor in actors:
            player = await uow.players.find_or_add(actor.id, actor.name)
            await uow.hints.tell(player, Hint)
        await uow.commit()


async def _played_before(matches: SqlMatches, player: PlayerId, match: MatchId) -> bool:
    return True


@asynccontextmanager
async def laid_table(
    folder: Path,
    *,
    rules: Sequence[Rule] | None = None,
    locale: str | None = None,
    newcomers: bool = False,
    start: datetime = START,
    url: str | None = None,
) -> AsyncIterator[Table]:
    """A table on a fresh database, in a server of that locale, at which everybody has played before
    and been told every hint unless they are newcomers. Afterwards every request must have
    been valid for Discord, and nothing may have been logged as an error that nobody expected.

    `start` is the time when it is laid; the database is a file in `folder` unless `url` names one.
    """
    store = await open_store(url or sqlite_with_tables(folder / "test.sqlite3"))
    clock = Clock(start)
    bot = new_bot(store, clock)
    chosen = standard_rules() if rules is None else rules
    veterans = mock.patch.object(SqlMatches, "played_before", _played_before)
    if not newcomers:
        veterans.start()
    try:
        with LogWatch("discord", "bot") as logs:
            # Refusals are errors to simcord; what is one to us is logged, and fails the test there.
            options: dict[str, Any] = {"shard_count": 1, "check_errors": False}
            async with running(bot, rules=chosen, start=start, **options) as env:
                clock.follow(env)
                server = env.create_guild(preferred_locale=locale)
                channel = server.create_text_channel("games")
                alice = server.add_member(env.create_user("alice", global_name="Alice"))
                bob = server.add_member(env.create_user("bob", global_name="Bob"))
                table = Table(
                    env, bot, store, clock, server, channel, alice, bob, logs, Notices(env)
                )
                if not newcomers:
                    await _tell_every_hint(store, (alice, bob, table.carol))
                yield table
                openapi.assert_valid(env)
                await table.bot.presence.stop()
                await table.bot.announcer.stop()
                await table.bot.due.stop()
                await table.bot.computer.stop()
                await table.bot.replaying.stop()
    finally:
        if not newcomers:
            veterans.stop()
        await store.close()
