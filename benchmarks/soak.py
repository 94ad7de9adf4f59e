"""Whether the bot stays as small and as fast as it was: `python -m benchmarks.soak`.

400 matches are played to their ends by simulated people, with the real bot on a SQLite file in the
simulator, whose own logs, messages and threads are forgotten after each match. Whoever draws first
heads for the goal and the other one mostly helps, so that matches are short; half the turns pass to
somebody who looked away.

Memory is what is resident after a collection. Its growth is the slope of a line through the last
300 matches (by the median of the slopes between any two, so that one allocation of the system's
does not decide), and what lies between their beginning and their end, so that no leap is
overlooked.

Turns are measured by the processor's time from tap to rest, worker threads included, each in units
of a fixed piece of work done right after it: a processor is not equally fast for a quarter of an
hour. A turn costs as much as it has taps, and more if it becomes a new message, so that the first
hundred after the warm-up and the last are compared by what they took together for each tap.
"""

import asyncio
import ctypes
import gc
import json
import logging
import sys
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.report import exit_status, measure
from matches.ids import MatchId
from matches.match import Match
from rules import Direction, Effect, Player, Position
from tests.support.simcord_seams import forget_logs, forget_messages, forget_threads
from tests.support.table import Table, laid_table

MATCHES = 400
SETTLED_AFTER = 100
TURNS = 100
"""How many turns are compared at either end."""
MOST_GROWTH = 10.0
"""Kilobytes a match."""
MOST_TIMES = 1.3
FEW = 10
"""Matches at either end whose sizes are taken together."""
UNIT = 300
"""How long a unit of work is, in texts."""
WANDERS = 0.15
"""How often somebody draws anywhere."""
AWAY = 240.0
"""Seconds after which the opponent counts as looking elsewhere."""


def main() -> int:
    """Measure and report; 1 if a bar does not hold."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    with TemporaryDirectory() as folder:
        soak = asyncio.run(_soak(Path(folder)))
    sizes = soak.sizes
    measure("soak: matches played to the end", len(sizes), "matches", at_least=MATCHES)
    measure("soak: turns", len(soak.turns), "turns")
    measure("soak: resident after the first 100 matches", sizes[SETTLED_AFTER - 1] / 1024, "MB")
    measure("soak: resident at the end", sizes[-1] / 1024, "MB")
    growth = slope(sizes[SETTLED_AFTER:])
    measure("soak: growth over the last 300 matches", growth, "kB/match", at_most=MOST_GROWTH)
    whole = between_the_ends(sizes[SETTLED_AFTER:])
    measure("soak: growth from their first to their last", whole, "kB/match", at_most=MOST_GROWTH)
    first, last = per_tap(soak.turns[TURNS : 2 * TURNS]), per_tap(soak.turns[-TURNS:])
    measure("soak: a tap of the first turns", first, "units of work")
    measure("soak: a tap of the last turns", last, "units of work")
    measure("soak: the last turns against the first", last / first, "times", at_most=MOST_TIMES)
    return exit_status()


def per_tap(turns: Sequence[tuple[float, int]]) -> float:
    """The time that turns took together for each tap."""
    return sum(spent for spent, _ in turns) / sum(taps for _, taps in turns)


def slope(values: Sequence[float]) -> float:
    """How much the values grow from one to the next: the median over all pairs of them."""
    pairs = combinations(enumerate(values), 2)
    return median((later - earlier) / (b - a) for (a, earlier), (b, later) in pairs)


def between_the_ends(values: Sequence[float]) -> float:
    """How much they grow from one to the next between the medians of the first and last few."""
    return (median(values[-FEW:]) - median(values[:FEW])) / (len(values) - FEW)


async def _soak(folder: Path) -> "Soak":
    async with laid_table(folder) as table:
        soak = Soak(table)
        for number in range(1, MATCHES + 1):
            await soak.play_match(MatchId(number))
        return soak


class Soak:
    """Alice and Bob, who play one match after the other."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rng = Random(1)
        self.turns: list[tuple[float, int]] = []
        """The processor's time of each turn, in units of work, and its taps."""
        self.sizes: list[float] = []
        """Kilobytes resident after each match."""

    async def play_match(self, number: MatchId) -> None:
        """One match to its end, then everything that the simulator remembers of it is dropped."""
        table = self._table
        await table.start(time="10m", variant="small")
        while not (match := await table.match(number)).is_over:
            if self._rng.random() < 0.5:
                await table.wait(AWAY)
            turn = _turn(match, self._rng)
            start = time.process_time()
            await table.draw(turn, number)
            end = time.process_time()
            _unit_of_work()
            unit = time.process_time() - end
            self.turns.append(((end - start) / unit, len(turn)))
        await table.wait(1)
        assert not await table.rows(number), "something was not told"
        self._forget()
        self.sizes.append(resident_kilobytes())

    def _forget(self) -> None:
        forget_threads(self._table.env, self._table.channel)
        forget_messages(self._table.env, self._table.channel)
        forget_logs(self._table.env)
        self._table.notices.forget()


def _turn(match: Match, rng: Random) -> str:
    """A whole turn that brings the ball towards the first player's goal, or now and then any."""
    position = match.game.position
    mover, turn = position.to_move, ""
    is_any = rng.random() < WANDERS
    while position.outcome is None and position.to_move is mover:
        directions = list(position.legal_directions())
        rng.shuffle(directions)
        direction = (
            directions[0] if is_any else min(directions, key=lambda d: _distance(position, d))
        )
        turn += position.write_step(direction)
        position = position.after(direction)
    return turn


def _distance(position: Position, direction: Direction) -> float:
    """How far from the first player's goal a step ends; nobody loses on purpose."""
    if position.effect(direction) is Effect.LOSES:
        return 100.0
    goal = position.ruleset.pitch.goal_attacked_by(Player.FIRST)
    end = position.path(direction)[-1]
    return abs(end.y - goal.back) + abs(end.x - (goal.left + goal.right) / 2) / 2


def _unit_of_work() -> None:
    """Some milliseconds of what a turn is made of: objects, dictionaries and texts."""
    for number in range(UNIT):
        row = {str(key): [key, number] for key in range(10)}
        json.loads(json.dumps(row))


def resident_kilobytes() -> float:
    """What this process has in memory, after a collection; without what the C library keeps."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4.0


if __name__ == "__main__":
    sys.exit(main())
