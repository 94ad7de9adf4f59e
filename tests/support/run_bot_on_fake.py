"""Run the real bot as a process of its own against a socket fake: the bot contains no test code.

python -m tests.support.run_bot_on_fake PORT [the bot's own arguments]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.support.discord_address import point_at


def main(argv: Sequence[str]) -> int | None:
    """Point discord.py at the fake, then be the bot's command line."""
    port, *arguments = argv
    point_at(int(port))
    from bot.__main__ import main as bot_main  # after the address is set

    return bot_main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
