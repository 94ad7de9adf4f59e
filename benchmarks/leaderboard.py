"""What do leaderboards cost among a million ratings, and what does voiding a match among 100,000?

A SQLite file with one million rating rows: a server of 100,000 players, all of whom are rated
overall as well, and players of other servers. In each round the first page, the same with the
reader's own row, a place in the middle and a profile are read through the store, each in a unit of
its own, beside `SELECT 1` in the same way: the page is at most three times that.

Voiding: 100,000 matches of 2,000 players in one server and one variant, the worst case, since
every later match of the two changes everybody they played. The first of all matches is voided while
a writer stores turns all the time: the longest of them must not wait for more than 100 ms longer
than without.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import text

from benchmarks.report import exit_status, measure
from matches.ids import ServerId
from matches.leaderboard import leaderboard, own_row
from matches.ports import UnitOfWork
from matches.ranking import LISTED_FOR, stand
from matches.rating import Rating
from storage import SqlStore, open_store
from storage.columns import microseconds

ROWS = 1_000_000
SERVER = ServerId(2**53 + 1)
MEMBERS = 100_000
ROUNDS = 60
VARIANTS = ("standard", "small", "large", "texas")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

T = TypeVar("T")


async def main() -> int:
    """Measure, print, and return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ranked.sqlite3"
        await (await open_store(f"sqlite:///{path}")).close()
        fill_with_ratings(path)
        store = await open_store(f"sqlite:///{path}")
        try:
            await _measure_reading(store)
        finally:
            await store.close()
    return exit_status()


async def _measure_reading(store: SqlStore) -> None:
    async with store.reading() as uow:
        listed = await uow.leaderboards.count("standard", SERVER)
        middle = await uow.leaderboards.page("standard", SERVER, listed // 2, 1, now=NOW)
    reader = middle[0].person.id
    tasks: dict[str, Callable[[UnitOfWork], Awaitable[Any]]] = {
        "select": _select_1,
        "page": lambda uow: uow.leaderboards.page("standard", SERVER, 0, 11, now=NOW),
        "everywhere": lambda uow: uow.leaderboards.page("standard", None, 0, 11, now=NOW),
        "rank": lambda uow: own_row(uow, reader, "standard", SERVER, now=NOW),
        "whole": lambda uow: leaderboard(uow, reader, "standard", SERVER, 0, now=NOW),
    }
    times = await _interleaved(store, tasks)
    measure("leaderboard.select_1", 1000 * times["select"], "ms")
    for name in ("page", "everywhere"):
        ratio = times[name] / times["select"]
        measure(f"leaderboard.first_{name}", ratio, "of SELECT 1", at_most=3)
    measure("leaderboard.rank", 1000 * times["rank"], "ms", at_most=10)
    measure("leaderboard.page_with_own_row", 1000 * times["whole"], "ms")


async def _select_1(uow: UnitOfWork) -> None:
    await uow._connection.execute(text("SELECT 1"))  # type: ignore[attr-defined]


async def _interleaved(
    store: SqlStore, tasks: dict[str, Callable[[UnitOfWork], Awaitable[Any]]]
) -> dict[str, float]:
    """The median seconds of each, all of them once a round, after three rounds to warm up."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(ROUNDS + 3):
        for name, task in tasks.items():
            start = perf_counter()
            async with store.reading() as uow:
                await task(uow)
            if number >= 3:
                seconds[name].append(perf_counter() - start)
    return {name: median(found) for name, found in seconds.items()}


def fill_with_ratings(path: Path) -> None:
    """A million rows: the server's in one variant, the same overall, and those of other servers."""
    rng = random.Random(1)
    others = ROWS - 2 * MEMBERS
    boards: list[tuple[int, str, Iterable[int]]] = [
        (SERVER, "standard", range(1, MEMBERS + 1)),
        (0, "standard", range(1, MEMBERS + 1)),
    ]
    size = others // 80
    for number in range(80):
        first = 1 + number * (MEMBERS // 100)
        scope, variant = SERVER + 1 + number // 4, VARIANTS[number % 4]
        boards.append((scope, variant, range(first, first + size)))
    players = max(max(people) for _, _, people in boards)
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO players (id) VALUES (?)", ((n,) for n in range(1, players + 1))
        )
        connection.executemany(
            "INSERT INTO accounts (account, player, name) VALUES (?, ?, ?)",
            ((10**17 + n, n, f"Player {n}") for n in range(1, players + 1)),
        )
        for scope, variant, people in boards:
            connection.executemany(
                "INSERT INTO ratings (scope, variant, player, value, deviation, volatility, "
                "changed_at, opponents, listed_until, standing, standing_until) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _rating_rows(scope, variant, people, rng),
            )


def _rating_rows(
    scope: int, variant: str, people: Iterable[int], rng: random.Random
) -> Iterator[tuple[Any, ...]]:
    """Settled, provisional and unlisted players, as they come."""
    for player in people:
        rating = Rating(rng.gauss(1500, 200), rng.uniform(40, 200), 0.06)
        changed_at = NOW - timedelta(days=rng.uniform(0, 120))
        opponents = rng.randint(1, 3)
        listed_until = changed_at + LISTED_FOR
        where = stand(rating, changed_at, opponents, listed_until, NOW)
        yield (
            scope,
            variant,
            player,
            rating.value,
            rating.deviation,
            rating.volatility,
            _stored(changed_at),
            opponents,
            _stored(listed_until),
            where.standing.value,
            None if where.until is None else _stored(where.until),
        )


def _stored(moment: datetime) -> int:
    return microseconds(moment - EPOCH)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
