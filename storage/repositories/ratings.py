"""Ratings and their history."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, union_all

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.rating import Rating
from storage.columns import UtcTime
from storage.records import (
    event_values,
    rating_values,
    read_change,
    read_event,
    read_rating,
    scope_key,
    scope_of,
)
from storage.tables import players, rating_changes, rating_events, ratings
from storage.transaction import Transaction, Values, insert_or_replace

_PLAYERS = bindparam("players", expanding=True, type_=ratings.c.player.type)

_OF = select(ratings).where(
    ratings.c.scope == bindparam("scope"),
    ratings.c.variant == bindparam("variant"),
    ratings.c.player.in_(_PLAYERS),
)
_ADD_EVENT = insert(rating_events)
_ADD_CHANGE = insert(rating_changes)
_RATE = insert_or_replace(ratings, "value", "deviation", "volatility", "changed_at")
# A maximum for each column, so that each reads one entry of its index for a player.
_newest = union_all(
    *(
        select(func.max(rating_events.c.finished_at).label("finished_at")).where(side.in_(_PLAYERS))
        for side in (rating_events.c.first, rating_events.c.second)
    )
).subquery()
_LAST_EVENT_AT = select(func.max(_newest.c.finished_at, type_=UtcTime))
_CHANGES_OF = (
    select(rating_changes)
    .join(rating_events)
    .where(rating_events.c.match == bindparam("match"))
    .order_by(rating_changes.c.scope, rating_changes.c.player)
)
_HISTORY = select(rating_events).order_by(rating_events.c.finished_at, rating_events.c.id)
_STORED = select(ratings)
_CHANGES = select(rating_changes).order_by(
    rating_changes.c.event, rating_changes.c.scope, rating_changes.c.player
)
_DROP_CHANGES = delete(rating_changes)
_DROP_RATINGS = delete(ratings)


class SqlRatings:
    """`matches.ports.Ratings`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def of(
        self, players: Iterable[PlayerId], variant: str, scope: ServerId | None
    ) -> Mapping[PlayerId, StoredRating]:
        found = {player: StoredRating(Rating(), None) for player in players}
        rows = await self._transaction.rows(
            _OF, scope=scope_key(scope), variant=variant, players=list(found)
        )
        for row in rows:
            found[PlayerId(row.player)] = StoredRating(read_rating(row), row.changed_at)
        return found

    async def record(self, event: RatingEvent, changes: Iterable[RatingChange]) -> RatingEvent:
        stored = replace(event, id=await self._transaction.insert(_ADD_EVENT, event_values(event)))
        changes = list(changes)
        await self._transaction.run_all(_ADD_CHANGE, _change_rows(stored.id, changes))
        await self._transaction.run_all(
            _RATE,
            [
                _rating_row(
                    (change.scope, event.variant, change.player),
                    StoredRating(change.after, event.finished_at),
                )
                for change in changes
            ],
        )
        return stored

    async def last_event_at(self, players: Iterable[PlayerId]) -> datetime | None:
        found: datetime | None = await self._transaction.value(
            _LAST_EVENT_AT, players=list(players)
        )
        return found

    async def changes_of(self, match: MatchId) -> list[RatingChange]:
        rows = await self._transaction.rows(_CHANGES_OF, match=match)
        return [read_change(row) for row in rows]

    async def history(self) -> list[RatingEvent]:
        return [read_event(row) for row in await self._transaction.rows(_HISTORY)]

    async def stored(self) -> Mapping[RatingKey, StoredRating]:
        return {
            (scope_of(row.scope), row.variant, PlayerId(row.player)): StoredRating(
                read_rating(row), row.changed_at
            )
            for row in await self._transaction.rows(_STORED)
        }

    async def all_changes(self) -> Mapping[int, list[RatingChange]]:
        found: dict[int, list[RatingChange]] = defaultdict(list)
        for row in await self._transaction.rows(_CHANGES):
            found[row.event].append(read_change(row))
        return found

    async def freeze(self) -> None:
        await self._transaction.freeze(players)

    async def rewrite(
        self, changes: Mapping[int, list[RatingChange]], ratings: Mapping[RatingKey, StoredRating]
    ) -> None:
        await self._transaction.run(_DROP_CHANGES)
        await self._transaction.run(_DROP_RATINGS)
        rows = [row for event, made in changes.items() for row in _change_rows(event, made)]
        await self._transaction.run_all(_ADD_CHANGE, rows)
        await self._transaction.run_all(_RATE, [_rating_row(*each) for each in ratings.items()])


def _rating_row(key: RatingKey, stored: StoredRating) -> Values:
    scope, variant, player = key
    return {
        "scope": scope_key(scope),
        "variant": variant,
        "player": player,
        **rating_values(stored.rating),
        "changed_at": stored.changed_at,
    }


def _change_rows(event: int, changes: Iterable[RatingChange]) -> list[Values]:
    return [
        {
            "event": event,
            "scope": scope_key(change.scope),
            "player": change.player,
            **rating_values(change.before, "_before"),
            **rating_values(change.after, "_after"),
        }
        for change in changes
    ]
