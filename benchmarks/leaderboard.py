"""What do leaderboards cost among a million ratings, and what does voiding a match among 100,000?

A SQLite file with one million rating rows: a server of 100,000 players, all of whom are rated
overall as well, and players of other servers. In each round the first page, the same with the
reader's own row, a place in the middle and the profile of somebody with 300 matches are read
through the store, each in a unit of its own, beside `SELECT 1` in the same way: the page is at most
three times that.

Voiding: 100,000 matches of 2,000 players in thirty servers and four variants, half of them in the
most popular one. The match of that variant in the middle of the history is voided, and after that,
the first of all, while a writer stores turns: the longest of them must not wait for
more than 100 ms longer than a usual one. In the end all ratings are compared with a replay.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import text

from benchmarks.report import exit_status, measure
from bot.workers.replaying import AT_ONCE
from matches.history import Fold, RatingChange, RatingEvent
from matches.ids import MatchId, PlayerId, ServerId
from matches.leaderboard import leaderboard, own_row
from matches.match import EndReason, Match, Result
from matches.place import Place
from matches.playing import play_turn
from matches.ports import UnitOfWork
from matches.profile import profile_of
from matches.ranking import LISTED_FOR, stand
from matches.rating import Rating
from matches.terms import Terms, TurnTime
from matches.voiding import Replay, void_match
from rules import Game, PaperSoccer, Player, find_variant
from storage import SqlStore, open_store
from storage.columns import microseconds
from storage.records import event_values, match_values, scope_key
from storage.repositories.ratings import change_rows, rating_row

ROWS = 1_000_000
SERVER = ServerId(2**53 + 1)
MEMBERS = 100_000
ROUNDS = 60
VARIANTS = ("standard", "small", "large", "texas")
HISTORIES = (300, 3_000)
"""How many matches somebody has played: a year of nearly one a day, and a life."""
FIRST_PLAYER = 1_000
"""The first of the server's players who have a past."""
VOID_MATCHES = 100_000
VOID_PLAYERS = 2_000
VOID_SERVERS = 30
POPULAR = (5, 2, 2, 1)
"""How often each variant is played."""
TURNS_ALONE = 100
THINKS = 0.05
"""Seconds between two turns of the writer."""
WANDERING = ("0", "2", "4", "4", "6", "6", "0", "5")
"""Turns without a bounce."""
NOW = datetime(2026, 6, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

T = TypeVar("T")


async def main() -> int:
    """Measure, print, and return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ranked.sqlite3"
        await (await open_store(f"sqlite:///{path}")).close()
        fill_with_ratings(path)
        fill_with_histories(path)
        store = await open_store(f"sqlite:///{path}")
        try:
            await _measure_reading(store)
        finally:
            await store.close()
        path = Path(folder) / "voided.sqlite3"
        await (await open_store(f"sqlite:///{path}")).close()
        fill_with_matches(path)
        store = await open_store(f"sqlite:///{path}")
        try:
            await _measure_voiding(store)
        finally:
            await store.close()
    return exit_status()


async def _measure_reading(store: SqlStore) -> None:
    async with store.reading() as uow:
        listed = await uow.leaderboards.count("standard", SERVER)
        middle = await uow.leaderboards.page("standard", SERVER, listed // 2, 1, now=NOW)
    reader = middle[0].person.id
    players = {number: PlayerId(FIRST_PLAYER + at) for at, number in enumerate(HISTORIES)}
    tasks: dict[str, Callable[[UnitOfWork], Awaitable[Any]]] = {
        "select": _select_1,
        "page": lambda uow: uow.leaderboards.page("standard", SERVER, 0, 11, now=NOW),
        "everywhere": lambda uow: uow.leaderboards.page("standard", None, 0, 11, now=NOW),
        "rank": lambda uow: own_row(uow, reader, "standard", SERVER, now=NOW),
        "whole": lambda uow: leaderboard(uow, reader, "standard", SERVER, 0, now=NOW),
        "profile": lambda uow: profile_of(uow, players[HISTORIES[0]], SERVER, now=NOW),
        "all": lambda uow: profile_of(uow, players[HISTORIES[0]], None, now=NOW),
        "long": lambda uow: profile_of(uow, players[HISTORIES[1]], SERVER, now=NOW),
    }
    times = await _interleaved(store, tasks)
    measure("leaderboard.select_1", 1000 * times["select"], "ms")
    for name in ("page", "everywhere"):
        ratio = times[name] / times["select"]
        measure(f"leaderboard.first_{name}", ratio, "of SELECT 1", at_most=3)
    measure("leaderboard.rank", 1000 * times["rank"], "ms", at_most=10)
    measure("leaderboard.page_with_own_row", 1000 * times["whole"], "ms")
    measure("leaderboard.profile", 1000 * times["profile"], "ms", at_most=20)
    measure("leaderboard.profile_everywhere", 1000 * times["all"], "ms", at_most=20)
    measure("leaderboard.profile_of_thousands", 1000 * times["long"], "ms")


async def _select_1(uow: UnitOfWork) -> None:
    await uow._connection.execute(text("SELECT 1"))  # type: ignore[attr-defined]  # no port


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


async def _measure_voiding(store: SqlStore) -> None:
    """A match in the middle of the history, and then the first of all."""
    writer = await TurnWriter.begin(store)
    alone = median(await writer.play_for(TURNS_ALONE))
    async with store.reading() as uow:
        popular = [e.match for e in await uow.ratings.history() if e.variant == VARIANTS[0]]
    seconds, longest = await _void(store, writer, popular[len(popular) // 2])
    measure("leaderboard.void", seconds, "s", at_most=5)
    measure("leaderboard.void.blocks_a_turn", 1000 * (longest - alone), "ms", at_most=100)
    seconds, longest = await _void(store, writer, popular[0])
    measure("leaderboard.void.first_of_all", seconds, "s", at_most=5)
    longer = 1000 * (longest - alone)
    measure("leaderboard.void.first_of_all.blocks_a_turn", longer, "ms", at_most=100)
    async with store.reading() as uow:
        fold = Fold()
        for event in await uow.ratings.history():
            fold.rate(event)
        assert await uow.ratings.stored() == fold.ratings, "ratings are not those of the history"


async def _void(store: SqlStore, writer: "TurnWriter", match: MatchId) -> tuple[float, float]:
    """The seconds until all ratings are good, and of the longest turn meanwhile."""
    replay, done = Replay(), False
    turns = asyncio.create_task(writer.play_until(lambda: done))
    start = perf_counter()
    async with store.writing() as uow:
        await void_match(uow, match, by=None, reason="benchmark", server=None, now=NOW)
    more = True
    while more:
        async with store.writing() as uow:
            more = await replay.portion(uow, AT_ONCE, now=NOW)
    seconds = perf_counter() - start
    done = True
    return seconds, max(await turns)


class TurnWriter:
    """Two people who draw up and down in one unrated match after the other."""

    def __init__(self, store: SqlStore, match: Match) -> None:
        self._store = store
        self._match = match

    @classmethod
    async def begin(cls, store: SqlStore) -> "TurnWriter":
        """With their first match."""
        return cls(store, await _new_match(store))

    async def play_for(self, turns: int) -> list[float]:
        """The seconds of so many turns."""
        return [await self._play() for _ in range(turns)]

    async def play_until(self, is_over: Callable[[], bool]) -> list[float]:
        """The seconds of every turn until then."""
        seconds = []
        while not is_over():
            seconds.append(await self._play())
            await asyncio.sleep(THINKS)
        return seconds

    async def _play(self) -> float:
        if len(self._match.game.turns) == len(WANDERING):
            self._match = await _new_match(self._store)
        turn = WANDERING[len(self._match.game.turns)]
        mover = self._match.player_to_move
        assert mover is not None
        start = perf_counter()
        async with self._store.writing() as uow:
            update = await play_turn(uow, self._match.id, mover, turn, now=NOW)
        self._match = update.match
        return perf_counter() - start


async def _new_match(store: SqlStore) -> Match:
    terms = Terms(PaperSoccer(), TurnTime.THREE_DAYS, rated=False)
    match = Match(
        id=MatchId(0),
        game=Game(terms.ruleset),
        first=PlayerId(1),
        second=PlayerId(2),
        terms=terms,
        place=Place(SERVER, 1),
        rated=False,
        started_at=NOW,
        acted_at={Player.FIRST: NOW, Player.SECOND: NOW},
        deadline=NOW + timedelta(days=3),
    )
    async with store.writing() as uow:
        added = await uow.matches.add(match)
        await uow.commit()
    return added


def fill_with_matches(path: Path) -> None:
    """Rated matches with what each of them changed."""
    rng, fold = random.Random(2), Fold()
    strengths = [rng.gauss(0, 200) for _ in range(VOID_PLAYERS)]
    events, changes = [], []
    for number in range(1, VOID_MATCHES + 1):
        first, second = rng.sample(range(VOID_PLAYERS), 2)
        expected = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
        event = RatingEvent(
            number,
            MatchId(number),
            rng.choices(VARIANTS, POPULAR)[0],
            ServerId(SERVER + rng.randrange(VOID_SERVERS)),
            PlayerId(first + 1),
            PlayerId(second + 1),
            float(rng.random() < expected),
            NOW - timedelta(minutes=VOID_MATCHES - number),
        )
        events.append(event)
        changes += [(event, change) for change in fold.rate(event)]
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO players (id) VALUES (?)", ((n,) for n in range(1, VOID_PLAYERS + 1))
        )
        _insert(connection, "matches", (_match_row(event) for event in events))
        _insert(connection, "rating_events", ({"id": e.id, **event_values(e)} for e in events))
        _insert(connection, "rating_changes", (change_rows(e, [c])[0] for e, c in changes))
        _insert(connection, "ratings", (rating_row(k, r, NOW) for k, r in fold.ratings.items()))


def _match_row(event: RatingEvent) -> dict[str, Any]:
    terms = Terms(find_variant(event.variant).ruleset, TurnTime.THREE_DAYS)
    match = Match(
        id=event.match,
        game=Game(terms.ruleset),
        first=event.first,
        second=event.second,
        terms=terms,
        place=Place(event.server, 1),
        rated=True,
        started_at=event.finished_at,
        acted_at={Player.FIRST: NOW, Player.SECOND: NOW},
        deadline=None,
        result=Result(Player.FIRST if event.score else Player.SECOND, EndReason.RESIGNED),
        finished_at=event.finished_at,
    )
    return {"id": match.id, **match_values(match)}


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    rows = iter(rows)
    first = next(rows)
    names = ", ".join(f'"{name}"' for name in first)
    places = ", ".join("?" * len(first))
    connection.executemany(
        f"INSERT INTO {table} ({names}) VALUES ({places})",
        (tuple(map(_plain, row.values())) for row in chain([first], rows)),
    )


def _plain(value: Any) -> Any:
    return _stored(value) if isinstance(value, datetime) else value


def fill_with_histories(path: Path) -> None:
    """Some of the server's players have a past: matches of three variants, each of which changed
    ratings in the server and overall.
    """
    rng, fold = random.Random(3), Fold()
    events: list[RatingEvent] = []
    changes: list[tuple[RatingEvent, RatingChange]] = []
    for at, number in enumerate(HISTORIES):
        for played in range(number):
            opponent = FIRST_PLAYER + 10 + rng.randrange(40)
            event = RatingEvent(
                len(events) + 1,
                MatchId(len(events) + 1),
                VARIANTS[rng.randrange(3)],
                SERVER,
                PlayerId(FIRST_PLAYER + at),
                PlayerId(opponent),
                float(rng.random() < 0.5),
                NOW - timedelta(hours=number - played),
            )
            events.append(event)
    events.sort(key=lambda event: (event.finished_at, event.id))
    for event in events:
        changes += [(event, change) for change in fold.rate(event)]
    with sqlite3.connect(path) as connection:
        _insert(connection, "matches", (_match_row(event) for event in events))
        _insert(connection, "rating_events", ({"id": e.id, **event_values(e)} for e in events))
        _insert(connection, "rating_changes", (change_rows(e, [c])[0] for e, c in changes))
        rated = {key: stored for key, stored in fold.ratings.items() if key[2] < FIRST_PLAYER + 10}
        for scope, variant, player in rated:
            key = (scope_key(scope), variant, player)
            connection.execute(
                "DELETE FROM ratings WHERE scope = ? AND variant = ? AND player = ?", key
            )
        _insert(connection, "ratings", (rating_row(k, r, NOW) for k, r in rated.items()))


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
