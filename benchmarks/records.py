"""How fast records are read, and refused when they are none.

The rubbish is of the kinds that take longest: 10 MB of it, and the most that a record may have.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter

from benchmarks.report import exit_status, measure
from rules import Bounce, Game, InvalidRecordError, PaperSoccer, read_record, write_record
from rules.record_reader import MOST_CHARACTERS

TURNS = 1_000
SEED = 14  # with which the random game below is long enough
MOST_SECONDS = 0.2

RUBBISH: dict[str, str | bytes] = {
    "10 MB of digits": "6" * 10_000_000,
    "10 MB of bytes": random.Random(1).randbytes(10_000_000),
    "digits": "6" * MOST_CHARACTERS,
    "comments": "{}" * (MOST_CHARACTERS // 2),
    "comments in lines": ";\n" * (MOST_CHARACTERS // 2),
    "tags": "".join(f'[A{number} "x"]\n' for number in range(MOST_CHARACTERS // 15)),
    "escapes": '[A "' + "\\u{41}" * (MOST_CHARACTERS // 6 - 2) + '"]',
}


def long_game() -> Game:
    """A game without bounces on the largest pitch, always to where there is much room."""
    rng = random.Random(SEED)
    game = Game(PaperSoccer(width=20, height=28, bounce=Bounce.NONE))
    while len(game.turns) < TURNS:
        ways = {way: game.position.after(way) for way in game.position.legal_directions()}
        room = {way: (len(after.legal_directions()), rng.random()) for way, after in ways.items()}
        game = game.play(str(max(room, key=room.__getitem__)))
    return game


def seconds(task: Callable[[], object]) -> float:
    """The least of three times: what disturbs it only adds."""
    least = float("inf")
    for _ in range(3):
        start = perf_counter()
        task()
        least = min(least, perf_counter() - start)
    return least


def refuse(source: str | bytes) -> None:
    """Read what is most likely no record."""
    try:
        read_record(source)
    except InvalidRecordError:
        return


def main() -> int:
    """Measure a long record and every kind of rubbish."""
    record = write_record(long_game()).encode()
    measure(f"records: read {TURNS} turns", seconds(partial(read_record, record)), "s")
    for kind, source in RUBBISH.items():
        spent = seconds(partial(refuse, source))
        measure(f"records: refuse {kind}", spent, "s", at_most=MOST_SECONDS)
    return exit_status()


if __name__ == "__main__":
    sys.exit(main())
