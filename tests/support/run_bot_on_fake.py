"""Run the real bot as a process of its own against a socket fake: the bot contains no test code.

python -m tests.support.run_bot_on_fake PORT [the bot's own arguments]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from discord.state import ConnectionState

from tests.support.discord_address import point_at

GUILDS_FOLLOW_WITHIN = 0.3
"""Seconds: the fake names every guild at once, so discord.py need not wait 2 s for another."""


def main(argv: Sequence[str]) -> int | None:
    """Point discord.py at the fake, then be the bot's command line."""
    port, *arguments = argv
    point_at(int(port))
    from bot.__main__ import main as bot_main  # after the address is set

    return bot_main(arguments)


def _hurry() -> None:
    """Let discord.py wait less than it does by itself; the heartbeat as the environment says."""
    original = ConnectionState.__init__

    hurry = {"guild_ready_timeout": GUILDS_FOLLOW_WITHIN}
    if seconds := os.environ.get("HEARTBEAT_TIMEOUT"):
        hurry["heartbeat_timeout"] = float(seconds)

    def hurried(self: ConnectionState, **options: Any) -> None:
        original(self, **{**hurry, **options})

    ConnectionState.__init__ = hurried  # type: ignore[method-assign]  # no setting reaches it


if __name__ == "__main__":
    _hurry()
    sys.exit(main(sys.argv[1:]))
