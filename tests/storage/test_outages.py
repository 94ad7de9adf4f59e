"""Servers out of reach: both databases do what plain dictionaries do, and quickly."""

import asyncio
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, text

from matches.clock import HELD
from matches.ids import MatchId, ServerId
from matches.match import EndReason, Match, Result
from matches.outbox import UNPLAYED, DueKind, OutboxRow, Telling
from matches.pauses import Pause
from matches.place import Place
from matches.ports import Store, UnitOfWork
from matches.terms import Terms, TurnTime
from matches.timekeeping import board_shown, hide_board, start_clock, stop_clock
from rules import PaperSoccer, Player
from storage import SqlStore, open_store
from tests.storage.samples import HOUR, NOW, add_match, add_players, new_match, read, write
from tests.support.memory_store import MemoryStore
from tests.support.people import all_stored

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
    clock: dict[str, Any] = {
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
