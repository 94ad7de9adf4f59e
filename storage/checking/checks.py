"""The checks: each looks at one kind of thing, in portions, and says what is wrong with it.

A further check is an asynchronous generator of portions and a line in `CONTENTS`.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from storage.checking.accounts import deleted_accounts_in_order
from storage.checking.examined import Examined
from storage.checking.findings import Finding, Portion
from storage.checking.ratings import ratings_in_order
from storage.checking.rows import (
    challenges_in_order,
    due_rows_in_order,
    leaves_in_order,
    matches_in_order,
    offers_in_order,
    outbox_in_order,
    players_settings_in_order,
    settings_in_order,
)
from storage.copying import is_quiet
from storage.tables import metadata

MOST_OF_SQLITE = 20
"""So many problems of a damaged file are asked for: the first ones say enough."""


@dataclass(frozen=True, slots=True)
class Check:
    """What is looked at, in the plural, and the looking."""

    name: str
    portions: Callable[[Examined], AsyncIterator[Portion]]

    async def __call__(self, database: Examined) -> AsyncIterator[Portion]:
        """The portions; one that the database itself cannot read is a finding, and the last."""
        try:
            async for portion in self.portions(database):
                yield portion
        except (DBAPIError, OSError):
            yield Portion(0, (Finding(self.name, "from here on they cannot be read"),))


async def _pages(database: Examined) -> AsyncIterator[Portion]:
    """SQLite's own check of the file, page by page."""
    assert database.file is not None
    quiet = is_quiet(database.file)
    problems = await _asked(database, f"PRAGMA integrity_check({MOST_OF_SQLITE})")
    if problems != ["ok"] and quiet and not is_quiet(database.file):
        # A bot has begun to run meanwhile, and changed what was taken for quiet.
        problems = await _asked(database, f"PRAGMA integrity_check({MOST_OF_SQLITE})")
    found = [Finding("the file", problem) for problem in problems if problem != "ok"]
    pages = 0 if found else int((await _asked(database, "PRAGMA page_count"))[0])
    yield Portion(pages, tuple(found))


async def _asked(database: Examined, statement: str) -> list[str]:
    try:
        async with database.looking() as connection:
            rows = (await connection.execute(text(statement))).all()
    except DBAPIError:
        # So damaged that even the check stumbles.
        return ["is damaged"]
    return [" ".join(str(row[0]).split()) for row in rows]


async def _references(database: Examined) -> AsyncIterator[Portion]:
    """Rows that refer to what is not there; PostgreSQL never lets that happen."""
    statement = text(f"SELECT * FROM pragma_foreign_key_check LIMIT {MOST_OF_SQLITE}")
    async with database.looking() as connection:
        rows = (await connection.execute(statement)).all()
    found = [Finding(f"row {row[1]} of {row[0]}", f"refers to no row of {row[2]}") for row in rows]
    columns = sum(len(table.foreign_keys) for table in metadata.tables.values())
    yield Portion(columns, tuple(found))


async def _tables(database: Examined) -> AsyncIterator[Portion]:
    """The tables and columns that this program uses."""
    async with database.looking() as connection:
        found = await connection.run_sync(_missing)
    yield Portion(len(metadata.tables), tuple(found))


def _missing(connection: Connection) -> list[Finding]:
    present, inspector = [], inspect(connection)
    names = set(inspector.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in names:
            present.append(Finding(f"table {table.name}", "is missing"))
            continue
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        present += [
            Finding(f"column {column.name} of {table.name}", "is missing")
            for column in table.columns
            if column.name not in columns
        ]
    return present


TABLES = Check("tables", _tables)
CONTENTS = (
    Check("matches", matches_in_order),
    Check("challenges", challenges_in_order),
    Check("outbox rows", outbox_in_order),
    Check("due rows", due_rows_in_order),
    Check("servers' settings", settings_in_order),
    Check("players' settings", players_settings_in_order),
    Check("leaves", leaves_in_order),
    Check("deleted accounts", deleted_accounts_in_order),
    Check("offers", offers_in_order),
    Check("ratings", ratings_in_order),
)
"""What can be looked at once the tables are as this program knows them."""


def foundations(database: Examined) -> tuple[Check, ...]:
    """What the contents stand on; the last is the tables."""
    if database.file is None:
        return (TABLES,)
    return (
        Check("pages of the file", _pages),
        Check("columns that refer to rows", _references),
        TABLES,
    )
