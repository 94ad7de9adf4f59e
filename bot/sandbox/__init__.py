"""The bot on a local page, without Discord and without a token.

simcord plays Discord in this process, and its preview serves a page on the loopback interface.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["run"]


@contextmanager
def _without_warnings_of_discord() -> Iterator[None]:
    """simcord makes clients that lack everything, to see whether it knows this discord.py."""
    discord = logging.getLogger("discord")
    level = discord.level
    discord.setLevel(logging.ERROR)
    try:
        yield
    finally:
        discord.setLevel(level)


with _without_warnings_of_discord():
    from bot.sandbox.session import run
