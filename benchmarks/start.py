"""How soon the bot answers after its start, and how large it is: `python -m benchmarks.start`.

The bot is a process of its own, on a database that is up to date and with its commands uploaded, as
after any restart. Discord is a fake on a local socket. The time runs from the making of the process
to the answer to the first slash command, which somebody sends as soon as the bot is connected.
"""

import asyncio
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from simcord.backend.models import Channel, User

from benchmarks.report import exit_status, measure
from tests.support.socket_fake import FakeDiscord

STARTS = 5
MOST_SECONDS = 2.5
MOST_MEGABYTES = 120


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds on the clock and of the processor, megabytes at their highest."""

    seconds: float
    computing: float
    memory: float


def main() -> int:
    """Measure and report; 1 if a bar does not hold."""
    with TemporaryDirectory() as folder:
        settings = Path(folder) / "config.toml"
        settings.write_text("", encoding="utf-8")
        starts = asyncio.run(_starts(settings))
    measure(
        "start: until the first command is answered",
        median(start.seconds for start in starts),
        "s",
        at_most=MOST_SECONDS,
    )
    measure("start: processor's time of that", median(start.computing for start in starts), "s")
    largest = max(start.memory for start in starts)
    measure("start: memory at its highest", largest, "MB", at_most=MOST_MEGABYTES)
    return exit_status()


async def _starts(settings: Path) -> list[Start]:
    """Several starts; the first of all makes the database and uploads the commands."""
    async with FakeDiscord() as fake:
        guild = fake.create_guild()
        channel, alice = fake.create_channel(guild), fake.create_user("alice", guild)
        return [await _start(fake, settings, channel, alice) for _ in range(1 + STARTS)][1:]


async def _start(fake: FakeDiscord, settings: Path, channel: Channel, alice: User) -> Start:
    begin = time.perf_counter()
    child = await fake.spawn("--config", str(settings), stderr=asyncio.subprocess.DEVNULL)
    await fake.until(lambda: fake.gateway.connected, "the connection")
    await fake.slash(alice, channel, "help")
    seconds = time.perf_counter() - begin
    start = Start(seconds, _processor_seconds(child.pid), _peak_memory(child.pid))
    child.terminate()
    assert await child.wait() == 0, "the bot does not end in order"
    await fake.until(lambda: not fake.gateway.connected, "the end of the connection")
    return start


def _processor_seconds(process: int) -> float:
    """What a process has computed so far; like the memory, Linux alone tells."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _peak_memory(process: int) -> float:
    """The most memory, in megabytes, that a process has had resident."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    [kilobytes] = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(kilobytes) / 1024


if __name__ == "__main__":
    sys.exit(main())
