"""Servers out of reach: both databases do what plain dictionaries do, and quickly."""

import asyncio
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import event, text

import storage.postgres
import storage.sqlite
from matches.clock import HELD
from matches.ids import MatchId, ServerId
from matches.match import EndReason, Match, Result
from matches.outbox import UNPLAYED, DueKind, OutboxRow, Telling
from matches.pauses import Pause
from matches.place import Place
from matches.ports import Store, UnitOfWork
from matches.terms import Terms, TurnTime
from matches.timekeeping import board_shown, hide_board, start_clock, stop_clock, watch_clock
from rules import PaperSoccer, Player, find_variant
from storage import SqlStore, migrate, open_store
from storage.columns import microseconds
from storage.games import written_options
from storage.migrations import upgrading
from tests.storage.samples import HOUR, NOW, add_match, add_players, new_match, read, write
from tests.support.memory_store import MemoryStore
from tests.support.people import all_stored
from tests.support.stores import execute

SERVERS = (ServerId(1), ServerId(2**62), ServerId(3))
MONTH = timedelta(days=30)
TIMES = tuple(TurnTime)
PAUSES = (Pause.HIDDEN, Pause.FIRST_AWAY, Pause.SECOND_AWAY)


# ------------------------------------------------------------------------ as the fake does it


@dataclass(frozen=True)
class Clocks:
    """All that a store says about clocks."""

    matches: dict[int, Match]
    due: set[tuple[DueKind, int, datetime]]
    told: list[tuple[Telling, MatchId | None, datetime, datetime, bool]]
    running: frozenset[ServerId]
    standing: frozenset[ServerId]


async def clocks(store: Store) -> Clocks:
    """All that it says."""
    stored = await all_stored(store)
    async with store.reading() as uow:
        running, standing = await uow.outages.servers(), await uow.outages.standing()
    rows: list[OutboxRow] = stored.outbox
    told = [(r.telling, r.match, r.due_at, r.made_at, r.notifies) for r in rows]
    due = {(row.kind, row.subject, row.due_at) for row in stored.due}
    return Clocks(stored.matches, due, sorted(told, key=str), running, standing)


class Story:
    """The same things happen on every store that hears it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now = NOW
        self.count = 0

    def next(self) -> Any:
        """What happens next, as a use case."""
        if self.rng.random() < 0.7:
            self.now += timedelta(microseconds=self.rng.randrange(1, 10**10))
        elif self.rng.random() < 0.1:
            self.now -= timedelta(seconds=1)
        acts = (self._begin, self._begin, self._end, self._pause, self._go_on, self._over)
        if self.count < 6 or self.rng.random() < 0.15:
            self.count += 1
            return self._match()
        return self.rng.choice((*acts, self._ask, self._shift))()

    def _match(self) -> Any:
        time, server = self.rng.choice(TIMES), self.rng.choice((*SERVERS, None))
        now, kind = self.now, self.rng.choice(UNPLAYED)

        async def add(uow: UnitOfWork) -> None:
            players = [await uow.players.find_or_add(n, f"Player {n}") for n in (1, 2)]
            match = await uow.matches.add(
                new_match(
                    players[0],
                    players[1],
                    terms=Terms(PaperSoccer(), time),
                    place=Place(server, 1),
                    deadline=None if time.duration is None else now + time.duration,
                    started_at=now,
                    acted_at={Player.SECOND: now},
                )
            )
            due_kind = kind if time.duration is None else DueKind.TURN_DEADLINE
            await uow.due.set(due_kind, match.id, now + (time.duration or MONTH))

        return add

    def _begin(self) -> Any:
        server, now = self.rng.choice(SERVERS), self.now
        return lambda uow: uow.outages.begin(server, now, now + MONTH)

    def _end(self) -> Any:
        server, now = self.rng.choice(SERVERS), self.now
        return lambda uow: uow.outages.end(server, now)

    def _ask(self) -> Any:
        times, now = self.rng.sample(TIMES, self.rng.randrange(4)), self.now
        return lambda uow: uow.outages.ask_for_boards(times, now)

    def _shift(self) -> Any:
        by = timedelta(seconds=self.rng.randrange(61, 10**5))
        since = self.now - by
        return lambda uow: uow.heartbeats.shift_deadlines(by, since=since)

    def _pause(self) -> Any:
        number, pause, now = self._number(), self.rng.choice(PAUSES), self.now

        async def pause_it(uow: UnitOfWork) -> None:
            if pause is Pause.HIDDEN:
                await hide_board(uow, number, since=now, now=now)
                return
            match = await uow.matches.get(number)
            assert match is not None
            await stop_clock(uow, match, pause, since=now)

        return pause_it

    def _go_on(self) -> Any:
        number, pause, now = self._number(), self.rng.choice(PAUSES), self.now

        async def go_on(uow: UnitOfWork) -> None:
            if pause is Pause.HIDDEN:
                await board_shown(uow, number, now=now)
                return
            match = await uow.matches.get(number)
            assert match is not None
            await start_clock(uow, match, pause, now=now)

        return go_on

    def _over(self) -> Any:
        number, now = self._number(), self.now
        if self.rng.random() < 0.7:
            return self._end()

        async def end(uow: UnitOfWork) -> None:
            match = await uow.matches.get(number)
            assert match is not None
            over = replace(match, result=Result(None, EndReason.CLOSED), finished_at=now)
            await uow.matches.save(replace(over, version=match.version + 1, deadline=None))

        return end

    def _number(self) -> MatchId:
        return MatchId(self.rng.randrange(1, self.count + 1))


@pytest.mark.parametrize("seed", range(5))
async def test_databases_agree_with_the_fake(sql_store: SqlStore, seed: int):
    """Whatever happens in servers and matches, each store says the same about every clock."""
    memory, story = MemoryStore(), Story(seed)
    for number in range(120):
        act = story.next()
        for store in (memory, sql_store):
            await write(store, act)
        if number % 10 == 0:
            assert await clocks(sql_store) == await clocks(memory)
    assert await clocks(sql_store) == await clocks(memory)


async def test_servers_that_stand_still(store: Store):
    """A server runs while one of its matches does; one where all is over is not named."""
    first, second = await add_players(store)
    async with store.writing() as uow:
        for server in (SERVERS[0], SERVERS[1], None):
            await uow.matches.add(new_match(first, second, place=Place(server, 1)))
        over = Result(None, EndReason.ABORTED)
        await uow.matches.add(
            new_match(
                first,
                second,
                place=Place(SERVERS[2], 1),
                result=over,
                finished_at=NOW,
                deadline=None,
            )
        )
        for server in SERVERS:
            await uow.outages.begin(server, NOW, NOW + MONTH)
        await uow.outages.end(SERVERS[1], NOW + HOUR)
        await uow.matches.add(new_match(first, second, place=Place(SERVERS[0], 1)))
        await uow.commit()
    async with store.reading() as uow:
        assert await uow.outages.standing() == {SERVERS[0]}
        assert await uow.outages.servers() == {SERVERS[0], SERVERS[1]}


async def test_saving_a_clock_keeps_the_version(store: Store):
    """The clock is stored and nothing else: what somebody has seen is not stale by it."""
    match = await add_match(store)
    clock = {
        "deadline": NOW + HOUR,
        "pauses": Pause.HIDDEN | Pause.SECOND_AWAY,
        "stands_since": NOW,
        "reminded": True,
    }
    changed = replace(match, **clock, version=9, place=Place(None, 5), rated=False)
    await write(store, lambda uow: uow.matches.save_clock(changed))
    found = await read(store, lambda uow: uow.matches.get(match.id))
    assert found == replace(match, **clock)


async def test_outage_changes_no_version(store: Store):
    """A whole server stops and starts, and nobody's board is stale by it."""
    match = await add_match(store)
    server = match.place.server
    assert server is not None
    await write(store, lambda uow: uow.outages.begin(server, NOW, NOW + MONTH))
    await write(store, lambda uow: uow.outages.end(server, NOW + HOUR))
    found = await read(store, lambda uow: uow.matches.get(match.id))
    assert match.deadline is not None
    assert found == replace(match, deadline=match.deadline + HOUR)


async def test_two_processes_note_an_outage_at_once(store: Store):
    """Each match is stopped once, and started once; what was put off comes back whole."""
    match = await add_match(store, terms=Terms(PaperSoccer(), TurnTime.UNLIMITED), deadline=None)
    server = match.place.server
    assert server is not None
    ask = DueKind.ASK_IF_PLAYED
    await write(store, lambda uow: uow.due.set(ask, match.id, NOW + MONTH))

    async def both(work: Any) -> None:
        await asyncio.gather(*(write(store, work) for _ in range(3)))

    await both(lambda uow: uow.outages.begin(server, NOW, NOW + MONTH))
    assert await read(store, lambda uow: uow.due.at(ask, match.id)) == NOW + MONTH + HELD
    await both(lambda uow: uow.outages.end(server, NOW + HOUR))
    assert await read(store, lambda uow: uow.due.at(ask, match.id)) == NOW + MONTH + HOUR
    assert await read(store, lambda uow: uow.matches.get(match.id)) == match
    assert await read(store, lambda uow: uow.due.at(DueKind.GIVE_UP, match.id)) is None


# --------------------------------------------------------------------------------- by the index


async def _statements(store: SqlStore) -> list[tuple[str, Any]]:
    """Every statement of an outage, with its parameters as the driver gets them."""
    found: list[tuple[str, Any]] = []

    @event.listens_for(store._engines.writer.sync_engine, "before_cursor_execute")
    def note(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        found.append((statement, parameters))

    async with store.writing() as uow:
        await uow.outages.servers()
        await uow.outages.standing()
        await uow.outages.begin(SERVERS[0], NOW, NOW + MONTH)
        await uow.outages.end(SERVERS[0], NOW + HOUR)
    event.remove(store._engines.writer.sync_engine, "before_cursor_execute", note)
    return [each for each in found if each[0].startswith(("SELECT", "UPDATE", "DELETE", "INSERT"))]


async def test_sqlite_finds_a_servers_matches_by_their_index(sqlite_url: str):
    """No statement of an outage reads matches that are over, nor those of other servers."""
    store = await open_store(sqlite_url)
    try:
        asked = await _statements(store)
        assert len(asked) > 10
        async with store._engines.writer.connect() as connection:
            for statement, parameters in asked:
                explained = await connection.exec_driver_sql(
                    f"EXPLAIN QUERY PLAN {statement}", parameters
                )
                plan = "; ".join(str(row[-1]) for row in explained)
                assert "ix_matches_running_server" in plan, (statement, plan)
                assert not re.search(r"SCAN (matches|due)\b(?! USING)", plan), (statement, plan)
    finally:
        await store.close()


async def test_postgresql_finds_a_servers_matches_by_their_index(postgres_url: str):
    """Also among many more matches that are over."""
    store = await open_store(postgres_url)
    try:
        first, second = await add_players(store)
        match = await write(store, lambda uow: uow.matches.add(new_match(first, second)))
        columns = await _columns(store)
        copied = ", ".join(columns).replace('"reason"', "'time'").replace('"server"', "n % 50")
        async with store._engines.writer.begin() as connection:
            await connection.exec_driver_sql(
                f"INSERT INTO matches ({', '.join(columns)}) SELECT {copied} "
                f"FROM matches, generate_series(1, 5000) AS n WHERE id = {match.id}"
            )
            await connection.exec_driver_sql("ANALYZE matches")
        for statement, parameters in await _statements(store):
            async with store._engines.writer.connect() as connection:
                explained = await connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
                plan = "\n".join(row[0] for row in explained)
            assert "ix_matches_running_server" in plan, (statement, plan)
            assert "Seq Scan on matches" not in plan, (statement, plan)
    finally:
        await store.close()


async def _columns(store: SqlStore) -> list[str]:
    async with store._engines.writer.connect() as connection:
        found = await connection.execute(
            text("SELECT column_name FROM information_schema.columns WHERE table_name = 'matches'")
        )
        return [f'"{name}"' for (name,) in found if name != "id"]


# ------------------------------------------------------------------------- from the version before


_BEFORE = """
INSERT INTO players (id) VALUES (1), (2);
INSERT INTO matches (id, first, second, game, options, variant, turn_time, meant_rated, rated,
    server, channel, started_at, first_acted_at, second_acted_at, deadline, version)
VALUES
    (1, 1, 2, 'paper_soccer', {options}, 'standard', '1d', {true}, {true}, 7, 8, {start},
        {start}, {acted}, {deadline}, 3),
    (2, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
        {acted}, {start}, NULL, 3),
    (3, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
        NULL, NULL, NULL, 1);
INSERT INTO matches (id, first, second, game, options, variant, turn_time, meant_rated, rated,
    server, channel, started_at, reason, finished_at, version)
VALUES (4, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
    'aborted', {acted}, 2);
INSERT INTO due (kind, subject, due_at)
VALUES ('turn_deadline', 1, {deadline}), ('challenge_ends', 1, {deadline});
"""


def _microseconds(moment: datetime) -> int:
    return microseconds(moment - datetime(1970, 1, 1, tzinfo=UTC))


@pytest.fixture(params=["sqlite", "postgres"])
async def older_url(request: pytest.FixtureRequest, tmp_path: Path):
    """A database of the version before clocks could stand still, on which matches run."""
    if request.param == "sqlite":
        path = tmp_path / "games.sqlite3"
        await _make_older(f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(_rows("1"))
        yield f"sqlite:///{path}"
        return
    server = request.getfixturevalue("postgres_server")
    name = f"paper_soccer_older_{os.getpid()}"
    await execute(server, f"CREATE DATABASE {name}")
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    try:
        await _make_older(url)
        await execute(url, _rows("true"))
        yield url
    finally:
        await execute(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _make_older(url: str) -> None:
    older = partial(upgrading.upgrade, revision="0003")
    with pytest.MonkeyPatch.context() as patch:
        for module in (storage.sqlite, storage.postgres):
            patch.setattr(module, "upgrade", older)
        await migrate(url)


def _rows(true: str) -> str:
    values = {
        "options": f"'{written_options(find_variant('standard').ruleset)}'",
        "true": true,
        "start": _microseconds(NOW),
        "acted": _microseconds(NOW + HOUR),
        "deadline": _microseconds(NOW + 24 * HOUR),
    }
    return _BEFORE.format(**values)


async def test_matches_of_the_version_before(older_url: str):
    """Their clocks run; whoever is to move is reminded, and matches without a limit are asked
    about, a month after somebody acted in them.
    """
    await migrate(older_url)
    store = await open_store(older_url)
    try:
        due = {(row.kind, row.subject): row.due_at for row in (await all_stored(store)).due}
        assert due.pop((DueKind.TURN_DEADLINE, 1)) <= NOW
        assert due == {
            (DueKind.CHALLENGE_ENDS, 1): NOW + 24 * HOUR,
            (DueKind.ASK_IF_PLAYED, 2): NOW + HOUR + MONTH,
            (DueKind.ASK_IF_PLAYED, 3): NOW + MONTH,
        }
        async with store.writing() as uow:
            await watch_clock(uow, MatchId(1), now=NOW + HOUR)
        async with store.reading() as uow:
            match = await uow.matches.get(MatchId(1))
            reminder = await uow.due.at(DueKind.TURN_DEADLINE, 1)
        assert match is not None
        assert (match.pauses, match.stands_since) == (Pause.NONE, None)
        assert (match.reminded, match.deadline) == (False, NOW + 24 * HOUR)
        assert reminder == NOW + 24 * HOUR * 0.8
    finally:
        await store.close()
