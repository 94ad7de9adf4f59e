"""Whether ratings are what the history of rated matches amounts to."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, false, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from matches.history import Fold, RatingChange, RatingEvent, RatingKey
from matches.ids import PlayerId
from storage.checking.examined import Examined
from storage.checking.findings import Finding, Portion
from storage.records import read_change, read_event, read_stored_rating, scope_of
from storage.tables import rating_changes, rating_events, ratings, voids

_PENDING = select(func.count()).where(voids.c.replayed == false())
SIZE = 500
"""Rows of a portion."""
_ORDER = tuple_(rating_events.c.finished_at, rating_events.c.id)
_KEY = tuple_(ratings.c.scope, ratings.c.variant, ratings.c.player)


async def ratings_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each rated match changed what a replay of the history says, and ratings stand where it ends.

    Matches that are rated meanwhile are left out. Nothing can be said while the bot makes ratings
    good after a match was voided.
    """
    async with database.looking() as connection:
        pending = await connection.scalar(_PENDING)
    if pending:
        words = "are being made good after voided matches, which the bot does when it runs"
        yield Portion(0, (Finding("ratings", words),))
        return
    fold = Fold()
    after: RatingEvent | None = None
    while events := await _next_events(database, after):
        async with database.looking() as connection:
            changes = await _changes(connection, [event.id for event in events])
        found = [
            Finding(f"match {event.match}", "did not change ratings as it should")
            for event in events
            if fold.rate(event) != changes[event.id]
        ]
        after = events[-1]
        yield Portion(len(events), tuple(found))
    until = None if after is None else after.finished_at
    async for portion in _stored_in_order(database, fold, until):
        yield portion


async def _next_events(database: Examined, after: RatingEvent | None) -> list[RatingEvent]:
    statement = (
        select(rating_events)
        .where(rating_events.c.void == false())
        .order_by(rating_events.c.finished_at, rating_events.c.id)
    )
    if after is not None:
        statement = statement.where((after.finished_at, after.id) < _ORDER)
    async with database.looking() as connection:
        rows = await connection.execute(statement.limit(SIZE))
        return [read_event(row) for row in rows]


async def _changes(
    connection: AsyncConnection, events: Sequence[int]
) -> Mapping[int, list[RatingChange]]:
    order = (rating_changes.c.event, rating_changes.c.scope, rating_changes.c.player)
    statement = select(rating_changes).where(rating_changes.c.event.in_(events)).order_by(*order)
    found: dict[int, list[RatingChange]] = defaultdict(list)
    for row in await connection.execute(statement):
        found[row.event].append(read_change(row))
    return found


async def _stored_in_order(
    database: Examined, fold: Fold, until: datetime | None
) -> AsyncIterator[Portion]:
    missing = set(fold.ratings)
    last: tuple[int, str, int] | None = None
    while True:
        statement = select(ratings).order_by(ratings.c.scope, ratings.c.variant, ratings.c.player)
        if last is not None:
            statement = statement.where(last < _KEY)
        async with database.looking() as connection:
            rows = (await connection.execute(statement.limit(SIZE))).all()
        if not rows:
            break
        last = rows[-1].scope, rows[-1].variant, rows[-1].player
        missing -= {_key(row) for row in rows}
        found = [finding for row in rows for finding in _rating(row, fold, until)]
        yield Portion(len(rows), tuple(found))
    yield Portion(0, tuple(Finding(_name(key), "is missing") for key in sorted(missing, key=str)))


def _rating(row: Row[Any], fold: Fold, until: datetime | None) -> list[Finding]:
    if until is not None and row.changed_at > until:
        return []
    key = _key(row)
    if fold.ratings.get(key) == read_stored_rating(row):
        return []
    return [Finding(_name(key), "is not what the rated matches make it")]


def _key(row: Row[Any]) -> RatingKey:
    return scope_of(row.scope), row.variant, PlayerId(row.player)


def _name(key: RatingKey) -> str:
    scope, variant, player = key
    where = "overall" if scope is None else f"in server {scope}"
    return f"the rating of player {player} in {variant}, {where}"
