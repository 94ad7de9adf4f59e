"""One visit, from the settings to the last channel."""

import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from bot.config import Config, ConfigError, load_config
from bot.doctor.database import database_lines, used_channels
from bot.doctor.lines import Line, Mark, note, ok, problem
from bot.logs import configure_logging

WRONG = 1
CANNOT_LOOK = 2


async def run(file: Path | None, environ: Mapping[str, str], *, server: int | None = None) -> int:
    """Say how everything stands, as it is found; the exit status.

    `server` is one whose channels are looked at, too. The status is 0 if all is sound, 1 if
    something is wrong, 2 if the settings are, without which nothing can be looked at.
    """
    try:
        config = load_config(file, environ)
    except ConfigError as error:
        _say(problem(f"settings: {error}"))
        return CANNOT_LOOK
    # What libraries have to say is said better here.
    configure_logging("error", json=False, secrets=config.secrets)
    problems = 0
    async for line in _lines(config, server):
        _say(line)
        problems += line.mark is Mark.PROBLEM
    return WRONG if problems else 0


async def _lines(config: Config, server: int | None) -> AsyncIterator[Line]:
    yield ok("settings: all of them can be used")
    async for line in database_lines(config.storage.url):
        yield line
    if config.discord.token is None:
        words = "no token is set, so Discord was not looked at"
        yield problem(f"server {server}: {words}") if server else note(f"Discord: {words}")
        return
    from bot.doctor.application import discord_lines

    used = await used_channels(config.storage.url, server)
    async for line in discord_lines(config.discord, server, used):
        yield line


def _say(line: Line) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
