"""What a database does for the statements of a question, in its own words."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from matches.ports import UnitOfWork
from storage import SqlStore

_OTHER_SCANS = ("Bitmap Index Scan", "Subquery Scan")

Statement = tuple[str, Any]
Question = Callable[[UnitOfWork], Awaitable[object]]


async def asked_for(store: SqlStore, question: Question) -> list[Statement]:
    """The statements that read for an answer, with their values."""
    asked: list[Statement] = []

    def note(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        asked.append((statement, parameters))

    engine = store._engines.writer.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        async with store.writing() as uow:
            await question(uow)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    return [each for each in asked if each[0].startswith("SELECT")]


@asynccontextmanager
async def _connected(store: SqlStore) -> AsyncIterator[AsyncConnection]:
    async with store._engines.writer.connect() as connection:
        yield connection
        await connection.rollback()


async def sqlite_plans(store: SqlStore, question: Question) -> dict[str, str]:
    """SQLite's plan of each statement."""
    plans = {}
    statements = await asked_for(store, question)
    async with _connected(store) as connection:
        for statement, parameters in statements:
            explained = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", parameters
            )
            plans[statement] = "; ".join(str(row[-1]) for row in explained)
    return plans


async def postgresql_rows_read(store: SqlStore, question: Question) -> int:
    """How many rows PostgreSQL takes from tables and indices for an answer, also those that it
    drops again.
    """
    statements = await asked_for(store, question)
    assert statements
    async with _connected(store) as connection:
        await connection.exec_driver_sql("ANALYZE")
        # It reads tables of a few hundred rows as a whole, since that is quicker.
        await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        read = 0
        for statement, parameters in statements:
            explained = await connection.exec_driver_sql(
                f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters
            )
            read += _taken(explained.scalar_one()[0]["Plan"])
    return read


def _taken(plan: dict[str, Any]) -> int:
    taken = 0
    # What a bitmap finds in an index is taken from the table by the scan around it.
    if "Scan" in plan["Node Type"] and plan["Node Type"] not in _OTHER_SCANS:
        dropped = plan.get("Rows Removed by Filter", 0)
        dropped += plan.get("Rows Removed by Index Recheck", 0)
        taken = int((plan["Actual Rows"] + dropped) * plan["Actual Loops"])
    return taken + sum(_taken(part) for part in plan.get("Plans", ()))
