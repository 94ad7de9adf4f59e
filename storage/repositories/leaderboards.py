"""Ratings in the order of their standing: each list is one run through an index."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, Row, and_, bindparam, func, select, update

from matches.ids import PlayerId, ServerId
from matches.people import Person
from matches.ranking import LISTED_FOR, WEEK, Ranked, Standing, stand
from storage.columns import UtcTime
from storage.listed import TAKEN_OFF, taking_off
from storage.records import read_rating, scope_key
from storage.tables import accounts, rating_changes, ratings
from storage.transaction import Transaction

_BOARD = and_(ratings.c.scope == bindparam("scope"), ratings.c.variant == bindparam("variant"))
_LISTED = and_(_BOARD, ratings.c.standing > Standing.UNLISTED.value)
# What the rating was before the first match of the week: the index has that match first.
_WEEK_AGO = (
    select(rating_changes.c.value_before)
    .where(
        rating_changes.c.scope == ratings.c.scope,
        rating_changes.c.variant == ratings.c.variant,
        rating_changes.c.player == ratings.c.player,
        rating_changes.c.finished_at > bindparam("since", type_=UtcTime),
    )
    .order_by(rating_changes.c.finished_at, rating_changes.c.event)
    .limit(1)
    .scalar_subquery()
)
_ROWS = select(
    ratings.c.player,
    ratings.c.value,
    ratings.c.deviation,
    ratings.c.volatility,
    ratings.c.changed_at,
    ratings.c.standing,
    ratings.c.opponents,
    accounts.c.account,
    accounts.c.name,
    (ratings.c.value - func.coalesce(_WEEK_AGO, ratings.c.value)).label("change"),
).select_from(ratings.outerjoin(accounts, accounts.c.player == ratings.c.player))
# Of the rows before a page nothing is read but the index: only then the others come to the keys.
_KEYS = (
    select(ratings.c.scope, ratings.c.variant, ratings.c.player)
    .where(_LISTED)
    .order_by(ratings.c.standing.desc(), ratings.c.value.desc(), ratings.c.player)
    .limit(bindparam("limit", type_=Integer))
    .offset(bindparam("offset", type_=Integer))
    .subquery("keys")
)
_BY = ("scope", "variant", "player")
_PAGE = _ROWS.join(_KEYS, and_(*(_KEYS.c[name] == ratings.c[name] for name in _BY)))
_ROW = _ROWS.where(_BOARD, ratings.c.player == bindparam("player"))
# Three runs through the index, each of which begins where it must.
_BEFORE = tuple(
    select(func.count()).where(_BOARD, condition)
    for condition in (
        ratings.c.standing > bindparam("standing"),
        and_(ratings.c.standing == bindparam("standing"), ratings.c.value > bindparam("value")),
        and_(
            ratings.c.standing == bindparam("standing"),
            ratings.c.value == bindparam("value"),
            ratings.c.player < bindparam("player"),
        ),
    )
)
_COUNT_BEFORE = select(
    sum((count.scalar_subquery() for count in _BEFORE[1:]), _BEFORE[0].scalar_subquery())
)
_COUNT = select(func.count()).where(_LISTED)
_EXPIRED = (
    select(ratings)
    .where(ratings.c.standing_until <= bindparam("now", type_=UtcTime))
    .order_by(ratings.c.standing_until)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(skip_locked=True)
)
_NEXT_EXPIRY = select(func.min(ratings.c.standing_until))
_STAND = (
    update(ratings)
    .where(
        ratings.c.scope == bindparam("key_scope"),
        ratings.c.variant == bindparam("key_variant"),
        ratings.c.player == bindparam("key_player"),
    )
    .values(
        listed_until=bindparam("listed_until"),
        standing=bindparam("standing"),
        standing_until=bindparam("standing_until"),
    )
)
_LEAVE = taking_off(
    ratings.c.player.in_(bindparam("players", expanding=True)),
    ratings.c.scope == bindparam("server"),
)
_HERE_NO_MORE = and_(
    ratings.c.scope == bindparam("server"),
    ratings.c.standing == Standing.UNLISTED.value,
    TAKEN_OFF,
)
_HAS_LEFT = (
    select(ratings.c.player)
    .join(accounts, accounts.c.player == ratings.c.player)
    .where(accounts.c.account == bindparam("account"), _HERE_NO_MORE)
    .limit(1)
)
_LEFT = select(ratings).where(ratings.c.player == bindparam("player"), _HERE_NO_MORE)


class SqlLeaderboards:
    """`matches.ports.Leaderboards`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def page(
        self, variant: str, scope: ServerId | None, offset: int, limit: int, *, now: datetime
    ) -> list[Ranked]:
        rows = await self._transaction.rows(
            _PAGE,
            scope=scope_key(scope),
            variant=variant,
            since=now - WEEK,
            offset=offset,
            limit=limit,
        )
        # Whatever order they came in, as they stand: a database would sort them after the join too.
        rows = sorted(rows, key=lambda row: (-row.standing, -row.value, row.player))
        return [_read(row) for row in rows]

    async def row_of(
        self, player: PlayerId, variant: str, scope: ServerId | None, *, now: datetime
    ) -> Ranked | None:
        row = await self._transaction.row(
            _ROW, scope=scope_key(scope), variant=variant, player=player, since=now - WEEK
        )
        return None if row is None else _read(row)

    async def place_of(self, row: Ranked, variant: str, scope: ServerId | None) -> int:
        count: int = await self._transaction.value(
            _COUNT_BEFORE,
            scope=scope_key(scope),
            variant=variant,
            standing=row.standing.value,
            value=row.rating.value,
            player=row.person.id,
        )
        return count

    async def count(self, variant: str, scope: ServerId | None) -> int:
        count: int = await self._transaction.value(_COUNT, scope=scope_key(scope), variant=variant)
        return count

    async def expire(self, now: datetime, limit: int) -> int:
        rows = await self._transaction.rows(_EXPIRED, now=now, limit=limit)
        await self._stand([(row, row.listed_until) for row in rows], now)
        return len(rows)

    async def next_expiry(self) -> datetime | None:
        at: datetime | None = await self._transaction.value(_NEXT_EXPIRY)
        return at

    async def leave(self, server: ServerId, players: Iterable[PlayerId], now: datetime) -> None:
        await self._transaction.run(_LEAVE, server=server, players=list(players), now=now)

    async def has_left(self, server: ServerId, account: int) -> PlayerId | None:
        player: int | None = await self._transaction.value(
            _HAS_LEFT, server=server, account=account
        )
        return None if player is None else PlayerId(player)

    async def join(self, server: ServerId, player: PlayerId, now: datetime) -> None:
        rows = await self._transaction.rows(_LEFT, server=server, player=player)
        await self._stand([(row, row.changed_at + LISTED_FOR) for row in rows], now)

    async def _stand(self, rows: Iterable[tuple[Row[Any], datetime]], now: datetime) -> None:
        """Let rows stand where they do now, each listed until then."""
        changed = []
        for row, listed_until in rows:
            at = stand(read_rating(row), row.changed_at, row.opponents, listed_until, now)
            changed.append(
                {
                    "key_scope": row.scope,
                    "key_variant": row.variant,
                    "key_player": row.player,
                    "listed_until": listed_until,
                    "standing": at.standing.value,
                    "standing_until": at.until,
                }
            )
        await self._transaction.run_all(_STAND, changed)


def _read(row: Row[Any]) -> Ranked:
    return Ranked(
        person=Person(PlayerId(row.player), row.account, row.name or ""),
        rating=read_rating(row),
        changed_at=row.changed_at,
        standing=Standing(row.standing),
        opponents=row.opponents,
        change=row.change,
    )
