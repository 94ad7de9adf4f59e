"""One run of the sandbox, from the database to the last window."""

import asyncio
import logging
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from bot.app import PaperSoccer, utc_now
from bot.computer.pool import ThinkingPool
from bot.config import Config
from bot.sandbox.windows import Windows, open_windows
from bot.sandbox.world import World, found_world, move_in
from storage import open_store

TICK = 0.5
"""Seconds from one look at the clock to the next."""
TALKATIVE = ("alembic", "bot.app", "bot.sync", "discord")
"""What only matters on Discord, as the invitation link of a bot that is not there."""

logger = logging.getLogger(__name__)


async def run(config: Config, database: str | None = None) -> int:
    """Serve the sandbox until Ctrl-C, SIGTERM, or the end of the session on the page; the exit
    status.

    `database` names a database that is kept; without a name (the configuration may have one too)
    it is a fresh one. Raises ConfigError for a port that is taken, and what `open_store` raises for
    a database that cannot be used.
    """
    stopping = _stop_signal()
    for talker in TALKATIVE:
        logging.getLogger(talker).setLevel(logging.WARNING)
    name = database or config.sandbox.database
    with _database_file(config.folder, name) as file:
        async with (
            open_world(file, processes=config.computer.processes) as world,
            open_windows(world, config.sandbox.port) as windows,
        ):
            _say(_welcome(windows.url, file if name else None))
            await _keep_going(windows, stopping)
    return 0


def _stop_signal() -> asyncio.Event:
    """Set by Ctrl-C and SIGTERM."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers: there, Ctrl-C cancels the run.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    return stopping


@contextmanager
def _database_file(folder: Path, name: str) -> Iterator[Path]:
    """Where the database lies: in a folder that vanishes at the end, unless it has a name."""
    if name:
        yield folder / "data" / f"sandbox-{name}.sqlite3"
        return
    with tempfile.TemporaryDirectory(
        prefix="paper-soccer-sandbox-", ignore_cleanup_errors=True
    ) as passing:
        yield Path(passing) / "sandbox.sqlite3"


@asynccontextmanager
async def open_world(
    database: Path, *, now: Callable[[], datetime] = utc_now, processes: int | None = None
) -> AsyncIterator[World]:
    """The bot on this database, logged in to a Discord of its own; `processes` as configured."""
    store = await open_store(f"sqlite:///{database.as_posix()}")
    try:
        # There is nothing to wait for: the server is there from the start.
        thinking = ThinkingPool(processes)
        bot = PaperSoccer(store, now=now, shard_count=1, guild_ready_timeout=0, thinking=thinking)
        world = found_world(bot, now())
        await move_in(store, world, now())
        async with _living(world):
            yield world
    finally:
        await store.close()


@asynccontextmanager
async def _living(world: World) -> AsyncIterator[None]:
    await world.env.start()
    try:
        with world.env.time_context():
            yield
    finally:
        await world.bot.due.stop()
        await world.bot.computer.stop()
        await world.bot.announcer.stop()
        await world.env.shutdown()
        await world.bot.close()


async def _keep_going(windows: Windows, stopping: asyncio.Event) -> None:
    """Let time pass on the page until somebody ends it here or there."""
    ends = {
        asyncio.create_task(stopping.wait()),
        asyncio.create_task(windows.closed()),
    }
    while not any(end.done() for end in ends):
        await asyncio.wait(ends, timeout=TICK, return_when=asyncio.FIRST_COMPLETED)
        await _tick(windows)
    for end in ends:
        end.cancel()


async def _tick(windows: Windows) -> None:
    try:
        await windows.tick()
    except TimeoutError:
        # Whatever takes so long goes on; the next tick looks again.
        logger.warning("the bot is busy for longer than the page waits")


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _welcome(url: str, kept: Path | None) -> str:
    fate = (
        f"The matches are kept in {kept}."
        if kept
        else "Nothing is kept; with --sandbox-database NAME the matches are there again next time."
    )
    return f"""
Paper soccer runs in its sandbox, without Discord. Open this page:

    {url}

Type /play there for the computer, or /challenge and pick Bob. "Viewing as" makes you Bob, best in a
second window.
{fate}
Ctrl-C ends the sandbox.

To play on a real server:

    1. Open https://discord.com/developers/applications and press "New Application".
    2. On its page "Bot", press "Reset Token" and copy the token into the environment variable
       DISCORD_TOKEN, or into config.toml (config.example.toml shows how).
    3. Run this again. The link that invites the bot to your server is printed then.

"""
