"""Servers that cannot be reached: whole servers at once, each in a few statements."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Update,
    and_,
    bindparam,
    false,
    func,
    insert,
    literal,
    or_,
    select,
    type_coerce,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from matches.clock import NOTICED
from matches.ids import ServerId
from matches.outbox import DueKind, Telling
from matches.pauses import Pause
from matches.terms import TurnTime
from storage.columns import UtcTime, microseconds
from storage.in_place import MANY
from storage.tables import due, matches, outbox
from storage.transaction import PerDialect, Transaction

_AWAY = Pause.SERVER_AWAY.value
_RUNNING = matches.c.reason.is_(None)
_IS_AWAY = matches.c.pauses.bitwise_and(_AWAY) != 0
_HERE = and_(_RUNNING, matches.c.server == bindparam("server"))
_NOW = bindparam("now", type_=UtcTime)
# As whole numbers, so that they can be added and compared on both databases.
_DEADLINE = type_coerce(matches.c.deadline, BigInteger)
_STOOD = type_coerce(_NOW, BigInteger) - type_coerce(matches.c.stands_since, BigInteger)

_SERVERS = select(matches.c.server).where(_RUNNING, matches.c.server.is_not(None)).distinct()
_STANDING = _SERVERS.where(_IS_AWAY)


def _change(*conditions: ColumnElement[bool]) -> Update:
    return update(matches).prefix_with(MANY).where(_HERE, *conditions)


_STOP = _change(~_IS_AWAY).values(
    pauses=matches.c.pauses + _AWAY,
    stands_since=func.coalesce(matches.c.stands_since, bindparam("since", type_=UtcTime)),
)
# First those that run again, since the other statement leaves nothing to tell them by.
_START = _change(matches.c.pauses == _AWAY).values(
    pauses=0, deadline=_DEADLINE + _STOOD, stands_since=None
)
_UNTIE = _change(_IS_AWAY).values(pauses=matches.c.pauses - _AWAY)


def _due_for(kind: DueKind, *conditions: ColumnElement[bool]) -> PerDialect:
    """One due row for each match, in place of any other."""
    chosen = select(literal(kind.value), matches.c.id, bindparam("due_at", type_=UtcTime)).where(
        _HERE, *conditions
    )
    lite = sqlite.insert(due).prefix_with(MANY)
    large = postgresql.insert(due).prefix_with(MANY)
    columns, keys = ["kind", "subject", "due_at"], list(due.primary_key)
    return {
        "sqlite": lite.from_select(columns, chosen).on_conflict_do_update(
            index_elements=keys, set_={"due_at": lite.excluded.due_at}
        ),
        "postgresql": large.from_select(columns, chosen).on_conflict_do_update(
            index_elements=keys, set_={"due_at": large.excluded.due_at}
        ),
    }


_GIVE_UP = _due_for(DueKind.CLOSE_UNPLAYED, ~_IS_AWAY)
_LOOK = _due_for(DueKind.TURN_DEADLINE, _IS_AWAY)

_ASKED = {
    "telling": literal(Telling.EDIT_BOARD.value),
    "match": matches.c.id,
    "attempts": literal(0),
    "due_at": _NOW,
    "made_at": _NOW,
    "notifies": false(),
}


def _ask_where(*conditions: ColumnElement[bool]) -> PerDialect:
    chosen = select(*_ASKED.values()).where(_RUNNING, *conditions)
    asking = insert(outbox).prefix_with(MANY).from_select(list(_ASKED), chosen)
    return {"sqlite": asking, "postgresql": asking}


_MOVED = or_(
    *(
        and_(matches.c.turn_time == time.value, microseconds(time.duration * NOTICED) <= _STOOD)
        for time in TurnTime
        if time.duration is not None
    )
)
_ASK_HERE = _ask_where(matches.c.server == bindparam("server"), _IS_AWAY, _MOVED)
_ASK_ALL = _ask_where(
    matches.c.pauses == 0, matches.c.turn_time.in_(bindparam("times", expanding=True))
)


class SqlOutages:
    """`matches.ports.Outages`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def servers(self) -> frozenset[ServerId]:
        rows = await self._transaction.rows(_SERVERS)
        return frozenset(ServerId(row.server) for row in rows)

    async def standing(self) -> frozenset[ServerId]:
        rows = await self._transaction.rows(_STANDING)
        return frozenset(ServerId(row.server) for row in rows)

    async def begin(self, server: ServerId, since: datetime, given_up_at: datetime) -> None:
        await self._transaction.run(_GIVE_UP, server=server, due_at=given_up_at)
        await self._transaction.run(_STOP, server=server, since=since)

    async def end(self, server: ServerId, now: datetime) -> None:
        await self._transaction.run(_LOOK, server=server, due_at=now)
        await self._transaction.run(_ASK_HERE, server=server, now=now)
        await self._transaction.run(_START, server=server, now=now)
        await self._transaction.run(_UNTIE, server=server)

    async def ask_for_boards(self, times: Collection[TurnTime], now: datetime) -> None:
        if times:
            values = [time.value for time in times]
            await self._transaction.run(_ASK_ALL, times=values, now=now)
