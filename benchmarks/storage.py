"""How long it takes to store a turn while eight writers store turns, as on eight boards at once.

A turn is what the bot does for one: begin, load the match, play, save, commit. Its time includes
waiting for the others. The real store is compared with SQLAlchemy's defaults in the same run, on a
file of its own: the same unit of work on `create_async_engine("sqlite+aiosqlite:///…")`, the pool,
the journal and the driver's plain BEGIN as they come. There a turn may end in "database is locked";
such a turn is tried again until it is stored, its time runs on meanwhile, and how often that
happened is printed. So the defaults store the same turns and nothing is left out. Before the
measured rounds, each has a short one in which it makes its connections.

PostgreSQL is measured if `TEST_POSTGRES_URL` names a server that answers.
"""

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import TypeVar
from urllib.parse import urlsplit

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.report import exit_status, measure
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.place import Place
from matches.ports import UnitOfWork
from matches.terms import Terms
from rules import Game, PaperSoccer
from storage import migrate, open_store
from storage.games import GameCache
from storage.tables import metadata
from storage.unit_of_work import SqlUnitOfWork
from storage.unreadable import Unreadable

WRITERS = 8
TURNS = 50
"""Turns of each writer in a round."""
WARM_UP = 4
ROUNDS = 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)

T = TypeVar("T")
Writing = Callable[[], AbstractAsyncContextManager[UnitOfWork]]


@dataclass
class Measured:
    """The milliseconds of each turn, the seconds of all rounds, and what went wrong."""

    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    locked: int = 0
    errors: int = 0

    @property
    def p99(self) -> float:
        """The time that 99 of 100 turns keep to, in milliseconds."""
        return quantiles(self.milliseconds, n=100)[-1]

    @property
    def rate(self) -> float:
        """Turns a second."""
        return len(self.milliseconds) / self.seconds


async def main() -> int:
    """Measure, print, and return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        ours, defaults = await _sqlite(Path(folder))
    _report("sqlite", ours)
    measure("storage.defaults.p99", defaults.p99, "ms")
    measure("storage.defaults.rate", defaults.rate, "turns/s")
    measure("storage.defaults.locked", defaults.locked, "tries")
    measure("storage.defaults.errors", defaults.errors, "turns", at_most=0)
    measure("storage.sqlite.p99_ratio", ours.p99 / defaults.p99, "of defaults", at_most=0.2)
    postgres = await _postgres(os.environ.get("TEST_POSTGRES_URL"))
    if postgres is not None:
        _report("postgres", postgres)
    return exit_status()


def _report(name: str, measured: Measured) -> None:
    measure(f"storage.{name}.p99", measured.p99, "ms", at_most=100)
    measure(f"storage.{name}.rate", measured.rate, "turns/s")
    measure(f"storage.{name}.errors", measured.errors, "turns", at_most=0)


async def _sqlite(folder: Path) -> tuple[Measured, Measured]:
    """Our store and the defaults, in turns, so that a slow moment of the machine hits both."""
    ours, defaults = Measured(), Measured()
    store = await open_store(f"sqlite:///{folder / 'ours.sqlite3'}")
    try:
        async with _defaults(folder / "defaults.sqlite3") as writing:
            await _round(store.writing, Measured(), WARM_UP)
            await _round(writing, Measured(), WARM_UP)
            for _ in range(ROUNDS):
                await _round(store.writing, ours)
                await _round(writing, defaults)
    finally:
        await store.close()
    return ours, defaults


@asynccontextmanager
async def _defaults(path: Path) -> AsyncIterator[Writing]:
    """Units of work on an engine that nothing was set up for."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    games = GameCache()

    @asynccontextmanager
    async def writing() -> AsyncIterator[UnitOfWork]:
        async with engine.connect() as connection:
            yield SqlUnitOfWork(connection, games, Unreadable(), writing=True)

    try:
        yield writing
    finally:
        await engine.dispose()


async def _postgres(server: str | None) -> Measured | None:
    """Our store on a database that is made for it and dropped; None if no server answers."""
    if server is None:
        print("TEST_POSTGRES_URL is not set: PostgreSQL is not measured", file=sys.stderr)
        return None
    name = f"paper_soccer_benchmark_{os.getpid()}"
    try:
        await _execute(server, f"CREATE DATABASE {name}")
    except OSError:
        print("no PostgreSQL server answers: it is not measured", file=sys.stderr)
        return None
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    measured = Measured()
    try:
        await migrate(url)
        store = await open_store(url)
        try:
            await _round(store.writing, Measured(), WARM_UP)
            for _ in range(ROUNDS):
                await _round(store.writing, measured)
        finally:
            await store.close()
    finally:
        await _execute(server, f"DROP DATABASE {name} WITH (FORCE)")
    return measured


async def _execute(server: str, statement: str) -> None:
    import asyncpg  # type: ignore[import-untyped]  # an extra that SQLite does not need

    connection = await asyncpg.connect(server, timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def _round(writing: Writing, measured: Measured, turns: int = TURNS) -> None:
    """Every writer stores so many turns."""
    matches = [await _patiently(writing, _new_match, measured) for _ in range(WRITERS)]
    start = perf_counter()
    await asyncio.gather(
        *(
            _writer(writing, match, _record(random.Random(number))[:turns], measured)
            for number, match in enumerate(matches)
        )
    )
    measured.seconds += perf_counter() - start


async def _writer(writing: Writing, match: MatchId, turns: list[str], measured: Measured) -> None:
    for turn in turns:

        async def play(uow: UnitOfWork, turn: str = turn) -> None:
            found = await uow.matches.get(match)
            assert found is not None
            following = replace(found, game=found.game.play(turn), version=found.version + 1)
            await uow.matches.save(following)

        start = perf_counter()
        try:
            await _patiently(writing, play, measured)
        except Exception as error:
            print(f"a turn was not stored: {error!r}", file=sys.stderr)
            measured.errors += 1
        measured.milliseconds.append((perf_counter() - start) * 1000)


async def _patiently(
    writing: Writing, work: Callable[[UnitOfWork], Awaitable[T]], measured: Measured
) -> T:
    """Do the work in a unit of its own, again as long as the database is locked."""
    while True:
        try:
            async with writing() as uow:
                result = await work(uow)
                await uow.commit()
                return result
        except OperationalError as error:
            if "database is locked" not in str(error):
                raise
            measured.locked += 1


async def _new_match(uow: UnitOfWork) -> MatchId:
    players: list[PlayerId] = [await uow.players.find_or_add(n, f"Player {n}") for n in (1, 2)]
    ruleset = PaperSoccer(width=20, height=28)
    match = Match(
        id=MatchId(0),
        game=Game(ruleset),
        first=players[0],
        second=players[1],
        terms=Terms(ruleset, rated=False),
        place=Place(None, 1),
        rated=False,
        started_at=NOW,
        acted_at={},
        deadline=None,
    )
    return (await uow.matches.add(match)).id


def _record(rng: random.Random) -> list[str]:
    """The first turns of a random game, as many as a writer stores in a round."""
    while True:
        position = PaperSoccer(width=20, height=28).start()
        turns: list[str] = []
        turn = ""
        while len(turns) < TURNS and (mover := position.to_move) is not None:
            direction = rng.choice(position.legal_directions())
            turn += str(direction)
            position = position.after(direction)
            if position.to_move is not mover:
                turns.append(turn)
                turn = ""
        if len(turns) == TURNS:
            return turns


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
