"""What a repository sees of the database: one transaction, and which dialect it speaks."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Executable, Insert, Row, Table, Update, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Values = Mapping[str, Any]
PerDialect = Mapping[str, Executable]
"""A statement that is not written the same way in both databases, by dialect."""


class Transaction:
    """A transaction in which statements are run; `writing` tells whether rows must be locked."""

    def __init__(self, connection: AsyncConnection, *, writing: bool) -> None:
        self._connection = connection
        self.writing = writing
        self.has_changed = False

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        """All rows that the statement returns."""
        return (await self._connection.execute(statement, values)).all()

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        """The row that the statement returns, if there is one."""
        return (await self._connection.execute(statement, values)).first()

    async def value(self, statement: Executable, **values: Any) -> Any:
        """The first column of the first row; None if there is none."""
        return (await self._connection.execute(statement, values)).scalar()

    async def run(self, statement: Executable | PerDialect, **values: Any) -> int:
        """Run a statement that changes rows, and count them."""
        if isinstance(statement, Mapping):
            statement = statement[self._connection.dialect.name]
        changed = (await self._connection.execute(statement, values)).rowcount
        self.has_changed |= changed > 0
        return changed

    async def run_all(self, statement: Executable | PerDialect, values: Sequence[Values]) -> None:
        """Run a statement once for each of the values."""
        if isinstance(statement, Mapping):
            statement = statement[self._connection.dialect.name]
        if values:
            await self._connection.execute(statement, values)
            self.has_changed = True

    async def run_many(
        self, statement: Update, names: Sequence[str], rows: Sequence[tuple[Any, ...]]
    ) -> None:
        """As `run_all`, for very many rows of numbers and texts, whose values stand in the order of
        the names: past what SQLAlchemy does for each, which takes longer than the database does.
        """
        if not rows:
            return
        compiled = statement.compile(dialect=self._connection.dialect)
        order = [names.index(name) for name in compiled.positiontup or ()]
        pick = itemgetter(*order)
        await self._connection.exec_driver_sql(str(compiled), [pick(row) for row in rows])
        self.has_changed = True

    async def freeze(self, table: Table) -> None:
        """Let nobody else lock or change a row of the table until the transaction ends.

        Whoever writes to SQLite is alone anyway.
        """
        if self._connection.dialect.name == "postgresql":
            await self._connection.execute(text(f"LOCK TABLE {table.name} IN EXCLUSIVE MODE"))

    async def insert(self, statement: Insert, values: Values) -> int:
        """Insert one row and return the id that it was given."""
        result = await self._connection.execute(statement, values)
        key = result.inserted_primary_key
        assert key is not None
        self.has_changed = True
        return int(key[0])


def insert_or_replace(table: Table, *replaced: str) -> PerDialect:
    """Insert a row, or set these columns of the one that has the same primary key."""
    keys = list(table.primary_key)
    lite, large = sqlite.insert(table), postgresql.insert(table)
    return {
        "sqlite": lite.on_conflict_do_update(
            index_elements=keys, set_={name: lite.excluded[name] for name in replaced}
        ),
        "postgresql": large.on_conflict_do_update(
            index_elements=keys, set_={name: large.excluded[name] for name in replaced}
        ),
    }


def insert_if_absent(table: Table) -> PerDialect:
    """Insert a row unless one has the same primary key; how many were inserted tells."""
    return {
        "sqlite": sqlite.insert(table).on_conflict_do_nothing(),
        "postgresql": postgresql.insert(table).on_conflict_do_nothing(
            index_elements=list(table.primary_key)
        ),
    }
