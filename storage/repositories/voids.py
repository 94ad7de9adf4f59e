"""Matches that are taken out of the history of ratings, and ratings made good after that."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    true,
    union_all,
    update,
)

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.rating import Rating
from matches.void import Void
from storage.columns import UtcTime
from storage.listed import is_taken_off
from storage.records import (
    read_change,
    read_event,
    read_void,
    scope_key,
    scope_of,
    void_values,
)
from storage.repositories.ratings import SqlRatings
from storage.tables import rating_changes, rating_events, ratings, voids
from storage.transaction import Transaction, Values

ALL = 2**31 - 1
"""More rows than anybody has."""

_IN_HISTORY = select(rating_events.c.id, rating_events.c.match).where(
    rating_events.c.match.in_(bindparam("matches", expanding=True)),
    rating_events.c.void == false(),
)
_EVENTS: BindParameter[int] = bindparam("events", expanding=True)
_TAKE_OUT = update(rating_events).where(rating_events.c.id.in_(_EVENTS)).values(void=True)
_DROP_CHANGES = delete(rating_changes).where(rating_changes.c.event.in_(_EVENTS))
_ADD = insert(voids)
_OF = select(voids).where(voids.c.match == bindparam("match"))


def _rated_of(*more: ColumnElement[bool]) -> Select[Any]:
    """The first matches of a player in the history, each side by its index."""
    either = union_all(
        *(
            select(rating_events.c.match).where(
                side == bindparam("player"), rating_events.c.void == false(), *more
            )
            for side in (rating_events.c.first, rating_events.c.second)
        )
    ).subquery()
    return select(either).order_by(either.c.match).limit(bindparam("limit", type_=Integer))


_RATED_OF = _rated_of()
_RATED_OF_IN = _rated_of(rating_events.c.server == bindparam("server"))
_COUNTING_IN = select(rating_events).where(
    rating_events.c.server == bindparam("server"), rating_events.c.void == false()
)
_NEWEST_IN = _COUNTING_IN.order_by(
    rating_events.c.finished_at.desc(), rating_events.c.id.desc()
).limit(bindparam("limit", type_=Integer))
_NUMBERED_IN = _COUNTING_IN.where(rating_events.c.match == bindparam("match"))
# They are put in order here: asked for it, SQLite would go through all events in their order.
_PENDING = select(rating_events).where(
    rating_events.c.match.in_(select(voids.c.match).where(voids.c.replayed == false()))
)
_WAITING = select(func.count().label("waiting"), func.max(voids.c.match).label("highest")).where(
    voids.c.replayed == false()
)
_NEWEST = select(func.max(rating_events.c.id))
_HAS_MISSED = select(
    exists().where(
        rating_events.c.id > bindparam("newest"),
        rating_events.c.variant == bindparam("variant"),
        or_(
            rating_events.c.finished_at < bindparam("until", type_=UtcTime),
            and_(
                rating_events.c.finished_at == bindparam("until", type_=UtcTime),
                rating_events.c.id <= bindparam("last"),
            ),
        ),
    )
)
_TELLING = (
    select(voids.c.match)
    .where(voids.c.replayed == false(), voids.c.tells == true())
    .order_by(voids.c.match)
)
_QUIET = (
    select(voids.c.match)
    .where(voids.c.replayed == false(), voids.c.tells == false())
    .order_by(voids.c.match.desc())
    .limit(bindparam("limit", type_=Integer))
)
_CLOSE = update(voids).where(voids.c.replayed == false()).values(replayed=True)
_SINCE = bindparam("since", type_=UtcTime)
_AFTER = (
    select(rating_events)
    .where(
        rating_events.c.variant == bindparam("variant"),
        # The first condition is where the run through the index begins.
        rating_events.c.finished_at >= _SINCE,
        or_(rating_events.c.finished_at > _SINCE, rating_events.c.id > bindparam("last")),
    )
    .order_by(rating_events.c.finished_at, rating_events.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_BEFORE = (
    select(rating_changes)
    .where(
        rating_changes.c.scope == bindparam("scope"),
        rating_changes.c.variant == bindparam("variant"),
        rating_changes.c.player == bindparam("player"),
        rating_changes.c.finished_at <= _SINCE,
        or_(rating_changes.c.finished_at < _SINCE, rating_changes.c.event < bindparam("last")),
    )
    .order_by(rating_changes.c.finished_at.desc(), rating_changes.c.event.desc())
    .limit(1)
)
_CHANGES = select(rating_changes).where(
    rating_changes.c.event.in_(bindparam("events", expanding=True))
)
_NUMBERS = tuple(
    number + suffix
    for suffix in ("_before", "_after")
    for number in ("value", "deviation", "volatility")
)
_CORRECT = (
    update(rating_changes)
    .where(
        rating_changes.c.event == bindparam("key_event"),
        rating_changes.c.scope == bindparam("key_scope"),
        rating_changes.c.player == bindparam("key_player"),
    )
    .values({name: bindparam(name) for name in _NUMBERS})
)
_RATINGS = select(ratings).where(
    ratings.c.player.in_(bindparam("players", expanding=True)),
    ratings.c.scope.in_(bindparam("scopes", expanding=True)),
)
_DROP_RATING = delete(ratings).where(
    and_(
        ratings.c.scope == bindparam("key_scope"),
        ratings.c.variant == bindparam("key_variant"),
        ratings.c.player == bindparam("key_player"),
    )
)


class SqlVoids:
    """`matches.ports.Voids`."""

    def __init__(self, transaction: Transaction, ratings: SqlRatings) -> None:
        self._transaction = transaction
        self._ratings = ratings

    async def add(self, matches: Collection[MatchId], void: Void) -> list[MatchId]:
        rows = await self._transaction.rows(_IN_HISTORY, matches=list(matches))
        events = [row.id for row in rows]
        if events:
            await self._transaction.run(_TAKE_OUT, events=events)
            await self._transaction.run(_DROP_CHANGES, events=events)
        voided = sorted(MatchId(row.match) for row in rows)
        decisions = [void_values(replace(void, match=match)) for match in voided]
        await self._transaction.run_all(_ADD, [{**each, "replayed": False} for each in decisions])
        return voided

    async def of(self, match: MatchId) -> Void | None:
        row = await self._transaction.row(_OF, match=match)
        return None if row is None else read_void(row)

    async def rated_of(
        self, player: PlayerId, server: ServerId | None, limit: int = ALL
    ) -> list[MatchId]:
        values = {"player": player, "limit": limit}
        if server is None:
            rows = await self._transaction.rows(_RATED_OF, **values)
        else:
            rows = await self._transaction.rows(_RATED_OF_IN, **values, server=server)
        return [MatchId(row.match) for row in rows]

    async def newest_in(self, server: ServerId, limit: int) -> list[RatingEvent]:
        rows = await self._transaction.rows(_NEWEST_IN, server=server, limit=limit)
        return [read_event(row) for row in rows]

    async def numbered_in(self, server: ServerId, match: MatchId) -> RatingEvent | None:
        row = await self._transaction.row(_NUMBERED_IN, server=server, match=match)
        return None if row is None else read_event(row)

    async def waiting(self) -> tuple[int, int]:
        row = await self._transaction.row(_WAITING)
        assert row is not None
        return int(row.waiting), int(row.highest or 0)

    async def has_missed(self, variant: str, after: tuple[datetime, int], newest: int) -> bool:
        until, last = after
        missed: bool = await self._transaction.value(
            _HAS_MISSED, variant=variant, until=until, last=last, newest=newest
        )
        return missed

    async def newest_event(self) -> int:
        newest: int | None = await self._transaction.value(_NEWEST)
        return newest or 0

    async def pending(self) -> list[RatingEvent]:
        events = [read_event(row) for row in await self._transaction.rows(_PENDING)]
        return sorted(events, key=lambda event: (event.finished_at, event.id))

    async def quiet(self, limit: int) -> list[MatchId]:
        return [MatchId(row.match) for row in await self._transaction.rows(_QUIET, limit=limit)]

    async def close(self) -> list[MatchId]:
        telling = [MatchId(row.match) for row in await self._transaction.rows(_TELLING)]
        await self._transaction.run(_CLOSE)
        return telling

    async def history_after(
        self, variant: str, after: tuple[datetime, int], limit: int
    ) -> list[RatingEvent]:
        since, last = after
        rows = await self._transaction.rows(
            _AFTER, variant=variant, since=since, last=last, limit=limit
        )
        return [read_event(row) for row in rows]

    async def rating_before(
        self, event: RatingEvent, scope: ServerId | None, player: PlayerId
    ) -> StoredRating:
        row = await self._transaction.row(
            _BEFORE,
            scope=scope_key(scope),
            variant=event.variant,
            player=player,
            since=event.finished_at,
            last=event.id,
        )
        if row is None:
            return StoredRating(Rating(), None)
        return StoredRating(read_change(row).after, row.finished_at)

    async def changes_of(self, events: Collection[int]) -> dict[int, list[RatingChange]]:
        found: dict[int, list[RatingChange]] = defaultdict(list)
        if events:
            for row in await self._transaction.rows(_CHANGES, events=list(events)):
                found[row.event].append(read_change(row))
        return found

    async def correct(self, changes: Mapping[int, list[RatingChange]]) -> None:
        await self._transaction.run_many(
            _CORRECT,
            ("key_event", "key_scope", "key_player", *_NUMBERS),
            [
                (
                    event,
                    scope_key(change.scope),
                    change.player,
                    *_numbers(change.before),
                    *_numbers(change.after),
                )
                for event, made in changes.items()
                for change in made
            ],
        )

    async def settle(
        self,
        ratings: Mapping[RatingKey, StoredRating],
        recount: Collection[RatingKey],
        *,
        now: datetime,
    ) -> None:
        rows = {
            (scope_of(row.scope), row.variant, PlayerId(row.player)): row
            for row in await self._transaction.rows(
                _RATINGS,
                players=list({player for _, _, player in ratings}),
                scopes=list({scope_key(scope) for scope, _, _ in ratings}),
            )
        }
        kept: dict[RatingKey, StoredRating] = {}
        dropped: list[Values] = []
        for (scope, variant, player), rating in ratings.items():
            key = scope, variant, player
            if rating.changed_at is None:
                keys = ("key_scope", "key_variant", "key_player")
                dropped.append(dict(zip(keys, (scope_key(scope), variant, player), strict=True)))
                continue
            opponents = rows[key].opponents if key in rows else 0
            if key in recount or key not in rows:
                opponents = await self._ratings.opponents(key)
            kept[key] = StoredRating(rating.rating, rating.changed_at, opponents)
        left = {key: row.listed_until for key, row in rows.items() if is_taken_off(row)}
        await self._transaction.run_all(_DROP_RATING, dropped)
        await self._ratings.put(kept, left, now=now)


def _numbers(rating: Rating) -> tuple[float, float, float]:
    """In the order of `_NUMBERS`."""
    return rating.value, rating.deviation, rating.volatility
