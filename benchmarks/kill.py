"""Whether matches survive 200 sudden ends of the bot: `python -m benchmarks.kill`.

The bot is a process of its own on a SQLite file, and Discord a fake on a local socket. Four people
play two matches at a time, by taps; at points that are drawn by lot the process gets SIGKILL, and
another one goes on. After most starts everything that is stored, shown and was told is compared;
what does not agree is printed, and fails.
"""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import exit_status, measure
from tests.process.child import House
from tests.support.socket_fake import FakeDiscord
from tests.support.survival import Survival, Survived

KILLS = 200
TURNS = 2_000
ROUNDS = 10
"""Each begins with an empty database and a seed of its own."""


def main() -> int:
    """Run, print what was found, and report; 1 if anything does not agree."""
    rounds = [asyncio.run(_round(seed)) for seed in range(ROUNDS)]
    for seed, survived in enumerate(rounds):
        for finding in survived.findings:
            print(json.dumps({"seed": seed, "finding": finding}), flush=True)
    measure("kill: sudden ends", sum(each.kills for each in rounds), "kills", at_least=KILLS)
    measure("kill: turns stored", sum(each.turns for each in rounds), "turns", at_least=TURNS)
    measure("kill: comparisons", sum(each.audits for each in rounds), "comparisons")
    measure(
        "kill: messages sent twice that stand once", sum(r.repeated for r in rounds), "messages"
    )
    findings = sum(len(each.findings) for each in rounds)
    measure("kill: what does not agree", findings, "findings", at_most=0)
    return exit_status()


async def _round(seed: int) -> Survived:
    with TemporaryDirectory() as folder:
        async with FakeDiscord() as fake:
            house = House(fake, Path(folder))
            turns, kills = TURNS // ROUNDS, KILLS // ROUNDS
            survival = Survival(house, Path(folder), turns=turns, kills=kills, seed=seed)
            return await survival.run()


if __name__ == "__main__":
    sys.exit(main())
