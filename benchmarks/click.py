"""What a turn costs: `python -m benchmarks.click`.

The real bot on a SQLite file, in the simulator: one tap completes a turn, which is stored, drawn,
posted as a new board that notifies the opponent, and struck off the outbox; the old board loses its
buttons. The yardstick is a bot of a few lines that answers a tap with a ready picture, in a message
like a board: two lines, twelve buttons, one picture and its text.

Both take turns in one thread, each on an event loop of its own. What counts is the processor's
time, worker threads included: nothing here waits for a network. A tap is only handed over, and its
end is told: the simulator's own look at whether everything rests would cost more than all else.

Then the same turns again, before, while and after ten games wait for the computer at its strongest.
It thinks in processes of its own, so that the time on the wall counts.
"""

import asyncio
import gc
import io
import logging
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
)
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self, TypeVar

import discord
from discord import app_commands
from simcord import MemberActor
from simcord.env import Env

from benchmarks.report import exit_status, measure
from benchmarks.waiting_games import GAMES, Waiting
from matches.ids import MatchId
from matches.ports import Store, UnitOfWork
from renderer import Side, board_scene, render
from rules import Effect, Game, find_variant
from tests.support.discord_rules import standard_rules
from tests.support.simcord_model import click_event
from tests.support.simcord_seams import forget_logs, forget_messages, running
from tests.support.table import Table, button_id, button_ids, laid_table

ROUNDS = 80
WARM_UP = 10
MOST_TIMES = 6
MOST_TIMES_BESIDE = 1.5
AWAY = 240.0
"""Seconds between two turns: the opponent looks elsewhere, so each board is a new message."""

T = TypeVar("T")


def main() -> int:
    """Measure and report; 1 if the bar does not hold."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    with (
        TemporaryDirectory() as folder,
        loop_with(laid_table(Path(folder))) as (turns, table),
        loop_with(ready_table()) as (taps, ready),
    ):
        players = Players(table)
        costs = [_round(turns, players, taps, ready) for _ in range(WARM_UP + ROUNDS)][WARM_UP:]
        alone = _times(turns, players)
        beside = _times_beside_the_computer()
        alone += _times(turns, players)
    ours = median(turn for turn, _ in costs)
    plain = median(tap for _, tap in costs)
    measure("click: a tap answered with a ready picture", 1000 * plain, "ms")
    measure("click: a turn, until its outbox row is closed", 1000 * ours, "ms")
    measure("click: a turn against a ready picture", ours / plain, "times", at_most=MOST_TIMES)
    measure("click: a turn, by the clock on the wall", 1000 * median(alone), "ms")
    measure(f"click: a turn while {GAMES} games wait", 1000 * median(beside), "ms")
    ratio = median(beside) / median(alone)
    measure("click: a turn with against without", ratio, "times", at_most=MOST_TIMES_BESIDE)
    return exit_status()


@contextmanager
def loop_with(world: AbstractAsyncContextManager[T]) -> Iterator[tuple[asyncio.Runner, T]]:
    """An event loop with something that lives on it."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        try:
            yield runner, runner.run(stack.enter_async_context(world))
        finally:
            runner.run(stack.aclose())


def _round(
    turns: asyncio.Runner, players: "Players", taps: asyncio.Runner, ready: "ReadyTable"
) -> tuple[float, float]:
    """The seconds of a turn, and of a plain tap right after it."""
    turn = turns.run(_cost(turns.run(players.next_turn())))
    turns.run(players.check())
    return turn.processor, taps.run(_cost(taps.run(ready.next_tap()))).processor


def _times(turns: asyncio.Runner, players: "Players") -> list[float]:
    """The seconds that some turns take on the wall."""
    times = []
    for _ in range(WARM_UP + ROUNDS // 2):
        times.append(turns.run(_cost(turns.run(players.next_turn()))).wall)
        turns.run(players.check())
    return times[WARM_UP:]


def _times_beside_the_computer() -> list[float]:
    """The same while games wait for the computer, from the first turn to the last."""
    with (
        TemporaryDirectory() as folder,
        loop_with(laid_table(Path(folder))) as (turns, table),
    ):
        waiting = Waiting(table)
        turns.run(waiting.begin())
        times = _times(turns, Players(table, match=GAMES))
        turns.run(waiting.check())
        return times


class Moment(NamedTuple):
    """Two clocks, in seconds."""

    processor: float
    wall: float

    @classmethod
    def now(cls) -> Self:
        """What they show."""
        return cls(time.process_time(), time.perf_counter())


async def _cost(tap: "Tap") -> Moment:
    """The seconds from a tap to its end."""
    gc.collect()
    gc.disable()
    try:
        start = Moment.now()
        tap.hand_over()
        end = await tap.ended
        return Moment(end.processor - start.processor, end.wall - start.wall)
    finally:
        gc.enable()
        await tap.env.settle(idle=0.001)


class Tap:
    """A tap to come, and the moment at which it will have been dealt with."""

    def __init__(
        self, env: Env, who: MemberActor, message: discord.Message, custom_id: str
    ) -> None:
        self.env = env
        stored = env.backend.get_message(message.channel.id, message.id)
        _, self._event = click_event(env.backend, who.id, stored, custom_id)
        self.ended: asyncio.Future[Moment] = asyncio.get_running_loop().create_future()

    def hand_over(self) -> None:
        """Let the bot receive it."""
        self.env.backend.emit("INTERACTION_CREATE", self._event)

    def end(self) -> None:
        """All is done."""
        if not self.ended.done():
            self.ended.set_result(Moment.now())


# ------------------------------------------------------------------------------------- the turns


class Players:
    """Two people who play one match after the other, a segment a turn."""

    def __init__(self, table: Table, match: int = 0) -> None:
        self._table = table
        self._match = match
        """The newest one that is stored."""
        self._has_begun = False
        self._before = 0
        """The id of the board that is tapped."""
        self._store = WatchedStore(table.store)
        table.bot.store = self._store

    async def next_turn(self) -> Tap:
        """A tap that completes a turn, when the opponent has long looked away."""
        table = self._table
        act = await self._passing()
        if act is None:
            await self._begin()
            act = await self._passing()
        await table.wait(AWAY)
        forget_logs(table.env)
        board, who = table.board(), await table.player_to_move(self._match)
        self._before = board.id
        tap = Tap(table.env, who, board, button_id(board, str(act)))
        self._store.on_close = tap.end
        return tap

    async def check(self) -> None:
        """A new board stands there, and nothing is left to be told."""
        table = self._table
        assert table.board().id > self._before, "the turn was not posted as a new board"
        async with table.store.reading() as uow:
            left = await uow.outbox.of_match(MatchId(self._match))
        assert not left, f"the outbox still holds {left}"

    async def _begin(self) -> None:
        table = self._table
        for place in (table.channel, *table.channel.threads):
            forget_messages(table.env, place)
        await table.start(time="10m")
        self._match += 1
        self._has_begun = True

    async def _passing(self) -> int | None:
        """A direction that completes the turn and leaves the match open; None if there is none."""
        if not self._has_begun:
            return None
        position = (await self._table.match(self._match)).game.position
        directions = position.legal_directions()
        found = (d for d in directions if position.effect(d) is Effect.PASSES)
        return next(found, None)


class WatchedStore:
    """A store that tells when rows of the outbox have been closed for good."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.on_close: Callable[[], object] = lambda: None

    def reading(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """As it is."""
        return self._store.reading()

    async def erase_traces(self) -> bool:
        """Nothing of what was deleted can be found."""
        return await self._store.erase_traces()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[UnitOfWork]:
        """A unit whose outbox is watched."""
        closed: list[int] = []
        async with self._store.writing() as uow:
            close = uow.outbox.close

            async def noted(rows: Iterable[int]) -> None:
                closed.extend(rows)
                await close(closed)

            uow.outbox.close = noted  # type: ignore[method-assign]  # only watched
            yield uow
        if closed:
            self.on_close()


# --------------------------------------------------------------------------------- the yardstick


class ReadyTap(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ready:(?P<tap>\d+):(?P<place>\d+)"
):
    """A button that shows a picture which was drawn before."""

    def __init__(self, tap: int, place: int) -> None:
        custom_id = f"ready:{tap}:{place}"
        super().__init__(discord.ui.Button(emoji="↗️", custom_id=custom_id, row=place // 3))
        self.tap, self.place = tap, place

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the numbers back."""
        return cls(int(match["tap"]), int(match["place"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with the picture."""
        tap = self.tap + 1
        await interaction.response.edit_message(
            content=_lines(tap), attachments=[interaction.client.file()], view=_pad(tap)
        )
        interaction.client.on_answer()


def _pad(tap: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.stop()
    for place in range(12):
        view.add_item(ReadyTap(tap, place))
    return view


def _lines(tap: int) -> str:
    return f"Tap {tap}: north-east, then east.\n🔵 Alice (1512) ↑ · 🟠 Bob (1500?) ↓ · turn {tap}"


class ReadyBot(discord.Client):
    """A bot that knows this button, and `/ready` to begin with."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        first, second = Side("Alice", "1512"), Side("Bob", "1500?")
        game = Game(find_variant("standard").ruleset).play_all(("0", "1", "2"))
        self.on_answer: Callable[[], object] = lambda: None
        self._picture = render(board_scene(game, first=first, second=second))
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="ready", description="A picture to tap on")(self.post)

    def file(self) -> discord.File:
        """The picture, with a text beside it."""
        return discord.File(io.BytesIO(self._picture), "board.png", description="Ready. " * 50)

    async def post(self, interaction: discord.Interaction) -> None:
        """Begin."""
        await interaction.response.send_message(_lines(0), file=self.file(), view=_pad(0))

    async def setup_hook(self) -> None:
        """Make the button work and the command known."""
        self.add_dynamic_items(ReadyTap)
        await self.tree.sync()


class ReadyTable:
    """Somebody who taps on the ready picture."""

    def __init__(self, bot: ReadyBot, env: Env) -> None:
        self._bot, self._env = bot, env
        server = env.create_guild()
        self._channel = server.create_text_channel("games")
        self._who = server.add_member(env.create_user("alice", global_name="Alice"))

    async def begin(self) -> None:
        """Let the picture be posted."""
        await self._who.slash(self._channel, "ready")

    async def next_tap(self) -> Tap:
        """A tap on the picture as it stands."""
        forget_logs(self._env)
        [message] = self._channel.history()
        custom_id, *_ = button_ids(message)
        tap = Tap(self._env, self._who, message, custom_id)
        self._bot.on_answer = tap.end
        return tap


@asynccontextmanager
async def ready_table() -> AsyncIterator[ReadyTable]:
    """The other simulated Discord."""
    bot = ReadyBot()
    async with running(bot, rules=standard_rules()) as env:
        table = ReadyTable(bot, env)
        await table.begin()
        yield table


if __name__ == "__main__":
    sys.exit(main())
