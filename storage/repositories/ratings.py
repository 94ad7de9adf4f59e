"""Ratings and their history."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    delete,
    false,
    func,
    insert,
    select,
    union_all,
)

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.ranking import LISTED_FOR, OPPONENTS, stand
from matches.rating import Rating
from storage.columns import UtcTime
from storage.listed import TAKEN_OFF
from storage.records import (
    event_values,
    rating_values,
    read_change,
    read_event,
    read_stored_rating,
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
_RATE = insert_or_replace(ratings, *(c.name for c in ratings.columns if not c.primary_key))


def _met(*conditions: ColumnElement[bool]) -> Select[Any]:
    """How many different opponents a player has met in rated matches, up to `OPPONENTS`."""
    met = union_all(
        *(
            select(other.label("opponent")).where(
                side == bindparam("player"),
                rating_events.c.variant == bindparam("variant"),
                rating_events.c.void == false(),
                *conditions,
            )
            for side, other in (
                (rating_events.c.first, rating_events.c.second),
                (rating_events.c.second, rating_events.c.first),
            )
        )
    ).subquery()
    different = select(met.c.opponent).distinct().limit(OPPONENTS).subquery()
    return select(func.count()).select_from(different)


_MET = _met()
_MET_IN_SERVER = _met(rating_events.c.server == bindparam("server"))
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
_HISTORY = (
    select(rating_events)
    .where(rating_events.c.void == false())
    .order_by(rating_events.c.finished_at, rating_events.c.id)
)
_STORED = select(ratings)
_LEFT = select(ratings.c.scope, ratings.c.variant, ratings.c.player, ratings.c.listed_until).where(
    TAKEN_OFF
)
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
            found[PlayerId(row.player)] = read_stored_rating(row)
        return found

    async def record(self, event: RatingEvent, changes: Iterable[RatingChange]) -> RatingEvent:
        stored = replace(event, id=await self._transaction.insert(_ADD_EVENT, event_values(event)))
        changes = list(changes)
        await self._transaction.run_all(_ADD_CHANGE, change_rows(stored, changes))
        for change in changes:
            key = change.scope, event.variant, change.player
            rating = StoredRating(change.after, event.finished_at, await self.opponents(key))
            await self.put({key: rating}, {}, now=event.finished_at)
        return stored

    async def put(
        self,
        ratings: Mapping[RatingKey, StoredRating],
        left: Mapping[RatingKey, datetime],
        *,
        now: datetime,
    ) -> None:
        """Store ratings, standing on the leaderboards where they do now; `left` are those that are
        listed for a shorter time than usual, and until when.
        """
        rows = [rating_row(key, stored, now, left.get(key)) for key, stored in ratings.items()]
        await self._transaction.run_all(_RATE, rows)

    async def opponents(self, key: RatingKey) -> int:
        """How many different opponents count for a rating, up to `OPPONENTS`."""
        scope, variant, player = key
        values: Values = {"variant": variant, "player": player}
        if scope is None:
            count: int = await self._transaction.value(_MET, **values)
        else:
            count = await self._transaction.value(_MET_IN_SERVER, **values, server=scope)
        return count

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
            (scope_of(row.scope), row.variant, PlayerId(row.player)): read_stored_rating(row)
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
        self,
        history: Sequence[RatingEvent],
        changes: Mapping[int, list[RatingChange]],
        ratings: Mapping[RatingKey, StoredRating],
        *,
        now: datetime,
    ) -> None:
        left = {
            (scope_of(row.scope), row.variant, PlayerId(row.player)): row.listed_until
            for row in await self._transaction.rows(_LEFT)
        }
        await self._transaction.run(_DROP_CHANGES)
        await self._transaction.run(_DROP_RATINGS)
        rows = [row for event in history for row in change_rows(event, changes[event.id])]
        await self._transaction.run_all(_ADD_CHANGE, rows)
        await self.put(ratings, left, now=now)


def rating_row(
    key: RatingKey, stored: StoredRating, now: datetime, listed_until: datetime | None = None
) -> Values:
    """A rating's row, standing where it does now; listed for the usual time unless told."""
    scope, variant, player = key
    assert stored.changed_at is not None
    if listed_until is None:
        listed_until = stored.changed_at + LISTED_FOR
    where = stand(stored.rating, stored.changed_at, stored.opponents, listed_until, now)
    return {
        "scope": scope_key(scope),
        "variant": variant,
        "player": player,
        **rating_values(stored.rating),
        "changed_at": stored.changed_at,
        "opponents": stored.opponents,
        "listed_until": listed_until,
        "standing": where.standing.value,
        "standing_until": where.until,
    }


def change_rows(event: RatingEvent, changes: Iterable[RatingChange]) -> list[Values]:
    """The rows of what a stored event changes."""
    return [
        {
            "event": event.id,
            "scope": scope_key(change.scope),
            "player": change.player,
            **rating_values(change.before, "_before"),
            **rating_values(change.after, "_after"),
            "variant": event.variant,
            "finished_at": event.finished_at,
        }
        for change in changes
    ]
