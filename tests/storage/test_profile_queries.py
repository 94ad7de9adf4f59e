"""A card and a history read what belongs to their player, and nothing of anybody else."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, text

from matches.ids import PlayerId, ServerId
from matches.ports import UnitOfWork
from matches.privacy_ports import OVERALL
from matches.profile import MOMENTS, head_to_head, history_of, profile_of
from matches.results import Outcome, Wanted
from rules import VARIANTS
from storage import SqlStore, open_store
from storage.tables import (
    accounts,
    boards,
    matches,
    players,
    rating_changes,
    rating_events,
    ratings,
)
from tests.storage.samples import NOW

SERVER = ServerId(700)
ANN, BOB = PlayerId(1), PlayerId(2)
EVERYBODY = 3_000
HERS = 60
"""Matches of Ann; each of the others has two, with each other."""
PRESETS = [variant.key for variant in VARIANTS]


def _seats() -> Iterator[tuple[int, int]]:
    for at in range(HERS):
        yield (ANN, BOB + at % 7) if at % 2 else (BOB + at % 7, ANN)
    for player in range(BOB, EVERYBODY):
        yield player, player + 1


def _rows() -> dict[Any, list[dict[str, Any]]]:
    """The rows of all tables: matches one hour after the other, all of them rated."""
    rows: dict[Any, list[dict[str, Any]]] = {
        table: [] for table in (matches, boards, rating_events, rating_changes)
    }
    for key, (first, second) in enumerate(_seats(), 1):
        at, preset = NOW + key * timedelta(hours=1), PRESETS[key % len(PRESETS)]
        both = {"first": first, "second": second, "variant": preset, "server": SERVER}
        rows[matches].append(
            {
                **both, "id": key, "game": "", "options": "", "turn_time": "3d", "pauses": 0,
                "meant_rated": True, "rated": True, "channel": 71, "started_at": at,
                "reminded": False, "winner": ("first", "second", None)[key % 3],
                "reason": "resigned", "finished_at": at, "version": 9,
            }
        )  # fmt: skip
        rows[boards].append({"match": key, "channel": 71, "message": key})
        rows[rating_events].append(
            {**both, "id": key, "match": key, "score": 0.5, "finished_at": at, "void": False}
        )
        rows[rating_changes] += [
            {
                "event": key, "scope": scope, "player": player, "variant": preset,
                "finished_at": at,
                **dict.fromkeys(("value_before", "value_after"), 1500.0),
                **dict.fromkeys(("deviation_before", "deviation_after"), 90.0),
                **dict.fromkeys(("volatility_before", "volatility_after"), 0.06),
            }
            for scope in (OVERALL, SERVER)
            for player in (first, second)
        ]  # fmt: skip
    keys = {
        (each["scope"], each["variant"], each["player"]): each["finished_at"]
        for each in rows[rating_changes]
    }
    rows[ratings] = [
        {
            "scope": scope, "variant": variant, "player": player, "value": 1500.0,
            "deviation": 90.0, "volatility": 0.06, "changed_at": at, "opponents": 3,
            "listed_until": at, "standing": 0,
        }
        for (scope, variant, player), at in keys.items()
    ]  # fmt: skip
    return rows


async def _fill(store: SqlStore) -> None:
    everybody = range(1, EVERYBODY + 1)
    async with store._engines.writer.begin() as connection:
        await connection.execute(insert(players), [{"id": each} for each in everybody])
        await connection.execute(
            insert(accounts), [{"account": n, "player": n, "name": f"P{n}"} for n in everybody]
        )
        for table, rows in _rows().items():
            await connection.execute(insert(table), rows)
        await connection.execute(text("ANALYZE"))


ASKED: dict[str, Callable[[UnitOfWork], Awaitable[object]]] = {
    "card": lambda uow: profile_of(uow, ANN, None, now=NOW),
    "card here": lambda uow: profile_of(uow, ANN, SERVER, now=NOW),
    "history": lambda uow: history_of(uow, ANN, Wanted(SERVER), 0),
    "end of the history": lambda uow: history_of(uow, ANN, Wanted(), 99),
    "filtered": lambda uow: history_of(
        uow, ANN, Wanted(None, "small", BOB, frozenset({Outcome.WON}), True), 0
    ),
    "head to head": lambda uow: head_to_head(uow, ANN, BOB, SERVER),
}

Statements = list[tuple[str, Any]]


@pytest.fixture
async def crowd(request: pytest.FixtureRequest, url: str) -> AsyncIterator[SqlStore]:
    """A store in which Ann is one of thousands."""
    store = await open_store(url)
    try:
        await _fill(store)
        yield store
    finally:
        await store.close()


async def _asked(store: SqlStore, ask: Callable[[UnitOfWork], Awaitable[object]]) -> Statements:
    """The statements that a question becomes."""
    statements: Statements = []
    engine = store._engines.readers.sync_engine

    def note(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        statements.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        async with store.reading() as uow:
            assert await ask(uow)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    return [each for each in statements if each[0].startswith(("SELECT", "WITH"))]


@pytest.mark.unmeasured("thousands of rows")
async def test_no_row_of_anybody_else_is_read(crowd: SqlStore):
    """SQLite searches by the player in every table; PostgreSQL counts the rows that it looked at.

    Of Ann's own rows each statement looks at no match more than twice, and at changes of ratings
    as often as a curve has points.
    """
    most = {"matches": 2 * HERS, "rating_changes": 4 * MOMENTS * len(PRESETS)}
    for name, ask in ASKED.items():
        read: dict[str, int] = {}
        for statement, parameters in await _asked(crowd, ask):
            for table, count in (await _looked_at(crowd, statement, parameters)).items():
                read[table] = max(read.get(table, 0), count)
        for table, count in read.items():
            assert count <= most.get(table, HERS), (name, table, count)


async def _looked_at(store: SqlStore, statement: str, parameters: Any) -> dict[str, int]:
    """How many rows of each table a statement looks at; SQLite tells only that it scans none."""
    async with store._engines.readers.connect() as connection:
        if connection.dialect.name == "sqlite":
            explained = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", parameters
            )
            steps = [str(row[-1]) for row in explained]
            tables = "|".join(table.name for table in (*_rows(), players, accounts))
            scans = [step for step in steps if step.split()[:2][-1] in tables.split("|")]
            assert not [step for step in scans if step.startswith("SCAN")], steps
            return {}
        explained = await connection.exec_driver_sql(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters
        )
        plan = explained.scalar_one()
    found: dict[str, int] = {}
    for node in _nodes((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]):
        if "Relation Name" in node:
            rows = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
            table = node["Relation Name"]
            found[table] = found.get(table, 0) + rows * node["Actual Loops"]
    return found


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for inner in node.get("Plans", ()):
        yield from _nodes(inner)
