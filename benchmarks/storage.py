"""How long it takes to store a turn while eight writers store turns, as on eight boards at once.

A turn is what the bot stores for one: `play_turn`, with the match, its clock and the row that asks
for its board, in one unit of work. Its time includes waiting for the others. Before the next turn a
writer does what the bot does to show the board, which takes none of the turn's time, though others
may wait for it: the board is read and the row closed.

The real store is compared with SQLAlchemy's defaults in the same run, on a file of its own: the
same units of work on `create_async_engine("sqlite+aiosqlite:///…")`, the pool, the journal and the
driver's plain BEGIN as they come. There a turn may end in "database is locked"; such a turn is
tried again until it is stored, its time runs on meanwhile, and how often that happened is printed.
So the defaults store the same turns and nothing is left out. The real store is given no second
try: whatever it raises, "database is locked" too, is an error. Before the measured rounds, each
has a short one in which it makes its connections.

PostgreSQL is measured if `TEST_POSTGRES_URL` names a server that answers.
"""

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import TypeVar
from urllib.parse import urlsplit

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.report import exit_status, measure
from matches.ids import MatchId
from matches.match import Match
from matches.place import Place
from matches.playing import play_turn
from matches.ports import UnitOfWork
from matches.standings import board_state
from matches.terms import Terms, TurnTime
from matches.update import Update
from rules import Game, PaperSoccer, Player
from storage import SqlStore, migrate, open_store
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

TERMS = Terms(PaperSoccer(width=20, height=28), TurnTime.THREE_DAYS, rated=False)

T = TypeVar("T")
Unit = Callable[[], AbstractAsyncContextManager[UnitOfWork]]


@dataclass(frozen=True)
class Contender:
    """What makes units of work; a `patient` one tries again whenever the database is locked."""

    writing: Unit
    reading: Unit
    patient: bool


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
        async with _defaults(folder / "defaults.sqlite3") as yardstick:
            await play_round(_real(store), Measured(), WARM_UP)
            await play_round(yardstick, Measured(), WARM_UP)
            for _ in range(ROUNDS):
                await play_round(_real(store), ours)
                await play_round(yardstick, defaults)
    finally:
        await store.close()
    return ours, defaults


def _real(store: SqlStore) -> Contender:
    return Contender(store.writing, store.reading, patient=False)


@asynccontextmanager
async def _defaults(path: Path) -> AsyncIterator[Contender]:
    """Units of work on an engine that nothing was set up for."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    games = GameCache()

    @asynccontextmanager
    async def unit() -> AsyncIterator[UnitOfWork]:
        async with engine.connect() as connection:
            yield SqlUnitOfWork(connection, games, Unreadable(), writing=True)

    try:
        yield Contender(unit, unit, patient=True)
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
            await play_round(_real(store), Measured(), WARM_UP)
            for _ in range(ROUNDS):
                await play_round(_real(store), measured)
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


async def play_round(contender: Contender, measured: Measured, turns: int = TURNS) -> None:
    """Every writer stores so many turns of a new match."""
    records = [_record(random.Random(writer))[:turns] for writer in range(WRITERS)]
    matches = [await _unit(contender, _new_match, Measured()) for _ in range(WRITERS)]
    start = perf_counter()
    await asyncio.gather(
        *(
            _writer(contender, match, record, measured)
            for match, record in zip(matches, records, strict=True)
        )
    )
    measured.seconds += perf_counter() - start


async def _writer(
    contender: Contender, match: Match, record: list[str], measured: Measured
) -> None:
    """Store the turns one after the other, up to the first that fails: none can follow it."""
    for turn in record:
        start = perf_counter()
        try:
            update = await _unit(contender, partial(_play, match, turn), measured)
            measured.milliseconds.append((perf_counter() - start) * 1000)
            await _unit(contender, partial(_read_board, match), measured, reads=True)
            await _unit(contender, partial(_close, update), measured)
        except Exception as error:
            print(f"a turn was not stored and shown: {error!r}", file=sys.stderr)
            measured.errors += 1
            return
        match = update.match


async def _unit(
    contender: Contender,
    work: Callable[[UnitOfWork], Awaitable[T]],
    measured: Measured,
    *,
    reads: bool = False,
) -> T:
    """Do the work in a unit of its own; a patient one again as long as the database is locked."""
    while True:
        try:
            async with (contender.reading if reads else contender.writing)() as uow:
                return await work(uow)
        except OperationalError as error:
            if not contender.patient or "database is locked" not in str(error):
                raise
            measured.locked += 1


async def _play(match: Match, turn: str, uow: UnitOfWork) -> Update:
    player = match.player_to_move
    assert player is not None
    return await play_turn(uow, match.id, player, turn, seen_version=match.version, now=NOW)


async def _read_board(match: Match, uow: UnitOfWork) -> None:
    await board_state(uow, match.id, now=NOW)
    await uow.outbox.of_match(match.id)
    await uow.places.board_of(match.id)


async def _close(update: Update, uow: UnitOfWork) -> None:
    assert update.board is not None
    await uow.outbox.close([update.board.id])
    await uow.commit()


async def _new_match(uow: UnitOfWork) -> Match:
    first, second = [await uow.players.find_or_add(n, f"Player {n}") for n in (1, 2)]
    match = Match(
        id=MatchId(0),
        game=Game(TERMS.ruleset),
        first=first,
        second=second,
        terms=TERMS,
        place=Place(None, 1),
        rated=False,
        started_at=NOW,
        acted_at=dict.fromkeys(Player, NOW),
        deadline=None,
    )
    added = await uow.matches.add(match)
    await uow.commit()
    return added


def _record(rng: random.Random) -> list[str]:
    """The first turns of a random game, as many as a writer stores in a round."""
    while True:
        position = TERMS.ruleset.start()
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
