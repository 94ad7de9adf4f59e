"""Servers that cannot be reached: whole servers at once, each in a few statements."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Update,
    and_,
    bindparam,
    case,
    cast,
    delete,
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

from matches.clock import HELD, NOTICED
from matches.ids import ServerId
from matches.outbox import LEASE, UNPLAYED, DueKind, Telling
from matches.pauses import OUT_OF_REACH, Pause
from matches.terms import TurnTime
from storage.columns import UtcTime, microseconds
from storage.in_place import MANY
from storage.repositories.matches import locking
from storage.tables import due, matches, outbox
from storage.transaction import PerDialect, Transaction

_AWAY = Pause.SERVER_AWAY.value
_HIDDEN = Pause.HIDDEN.value
_RUNNING = matches.c.reason.is_(None)
_IS_AWAY = matches.c.pauses.bitwise_and(_AWAY) != 0
_HERE = and_(_RUNNING, matches.c.server == bindparam("here"))
_OUT_OF_REACH = matches.c.pauses.bitwise_and(OUT_OF_REACH.value) != 0
_NOW = bindparam("now", type_=UtcTime)
# As whole numbers, so that they can be added and compared on both databases.
_DEADLINE = type_coerce(matches.c.deadline, BigInteger)
_SINCE_THEN = cast(_NOW, BigInteger) - type_coerce(matches.c.stands_since, BigInteger)
# Two processes' clocks may differ a little.
_STOOD = case((_SINCE_THEN > 0, _SINCE_THEN), else_=0)

_SERVERS = select(matches.c.server).where(_RUNNING, matches.c.server.is_not(None)).distinct()
_RUNNING_SERVERS = _SERVERS.where(~_IS_AWAY)
_STANDING = _SERVERS.where(_IS_AWAY)
_LOCK = locking(_HERE)


def _change(*conditions: ColumnElement[bool]) -> Update:
    return update(matches).prefix_with(MANY).where(_HERE, *conditions)


_STOP = _change(~_IS_AWAY).values(
    pauses=matches.c.pauses + _AWAY, stands_since=func.coalesce(matches.c.stands_since, _NOW)
)
# First those that run again, since the other statement leaves nothing to tell them by.
_START = _change(matches.c.pauses == _AWAY).values(
    pauses=0, deadline=_DEADLINE + _STOOD, stands_since=None
)
_UNTIE = _change(_IS_AWAY).values(pauses=matches.c.pauses - _AWAY)


def _due_for(kind: DueKind, *conditions: ColumnElement[bool], replacing: bool) -> PerDialect:
    """One due row for each match, in place of any other or only where there is none."""
    chosen = select(literal(kind.value), matches.c.id, bindparam("then", type_=UtcTime)).where(
        _HERE, *conditions
    )
    lite = sqlite.insert(due).prefix_with(MANY)
    large = postgresql.insert(due).prefix_with(MANY)
    columns, keys = ["kind", "subject", "due_at"], list(due.primary_key)
    lite, large = lite.from_select(columns, chosen), large.from_select(columns, chosen)
    if not replacing:
        return {
            "sqlite": lite.on_conflict_do_nothing(index_elements=keys),
            "postgresql": large.on_conflict_do_nothing(index_elements=keys),
        }
    return {
        "sqlite": lite.on_conflict_do_update(
            index_elements=keys, set_={"due_at": lite.excluded.due_at}
        ),
        "postgresql": large.on_conflict_do_update(
            index_elements=keys, set_={"due_at": large.excluded.due_at}
        ),
    }


_GIVE_UP = _due_for(DueKind.GIVE_UP, _IS_AWAY, replacing=False)
_LOOK = _due_for(
    DueKind.TURN_DEADLINE,
    matches.c.pauses == _AWAY,
    matches.c.deadline.is_not(None),
    replacing=True,
)
_GO_ON_TRYING = (
    delete(due)
    .prefix_with(MANY)
    .where(
        due.c.kind == DueKind.GIVE_UP.value,
        due.c.subject.in_(select(matches.c.id).where(_HERE, ~_OUT_OF_REACH)),
    )
)


def _put_off(by: ColumnElement[int], *conditions: ColumnElement[bool]) -> Update:
    """What happens if nobody plays on in a match without a limit happens later by so much."""
    unlimited = select(matches.c.id).where(_HERE, matches.c.deadline.is_(None), *conditions)
    return (
        update(due)
        .prefix_with(MANY)
        .where(due.c.kind.in_([kind.value for kind in UNPLAYED]), due.c.subject.in_(unlimited))
        .values(due_at=type_coerce(due.c.due_at, BigInteger) + by)
    )


_HELD = literal(microseconds(HELD), BigInteger)
_HOLD = _put_off(_HELD, matches.c.pauses == 0)
_RELEASE = _put_off(
    select(_STOOD).where(matches.c.id == due.c.subject).scalar_subquery() - _HELD,
    matches.c.pauses == _AWAY,
)

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
_ASK_HERE = _ask_where(matches.c.server == bindparam("here"), _IS_AWAY, _MOVED)
_ASK_ALL = _ask_where(
    matches.c.pauses == 0, matches.c.turn_time.in_(bindparam("times", expanding=True))
)

_ASK_IN = _ask_where(
    matches.c.server == bindparam("here"),
    or_(matches.c.channel == bindparam("where"), matches.c.thread == bindparam("where")),
)
_CHANNELS = (
    select(matches.c.server, matches.c.channel)
    .where(_RUNNING, matches.c.server.is_not(None))
    .distinct()
)
_HURRY = (
    update(outbox)
    .prefix_with(MANY)
    .where(
        outbox.c.match.in_(
            select(matches.c.id).where(_HERE, matches.c.pauses.bitwise_and(_HIDDEN) != 0)
        ),
        # What is being sent is leased, and comes again soon anyway.
        outbox.c.due_at > bindparam("soon", type_=UtcTime),
    )
    .values(due_at=_NOW)
)


class SqlOutages:
    """`matches.ports.Outages`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def servers(self) -> frozenset[ServerId]:
        rows = await self._transaction.rows(_RUNNING_SERVERS)
        return frozenset(ServerId(row.server) for row in rows)

    async def standing(self) -> frozenset[ServerId]:
        rows = await self._transaction.rows(_STANDING)
        return frozenset(ServerId(row.server) for row in rows)

    async def begin(self, server: ServerId, now: datetime, given_up_at: datetime) -> None:
        await self._transaction.value(_LOCK, here=server)
        await self._transaction.run(_HOLD, here=server)
        await self._transaction.run(_STOP, here=server, now=now)
        await self._transaction.run(_GIVE_UP, here=server, then=given_up_at)

    async def end(self, server: ServerId, now: datetime) -> None:
        await self._transaction.value(_LOCK, here=server)
        await self._transaction.run(_ASK_HERE, here=server, now=now)
        await self._transaction.run(_RELEASE, here=server, now=now)
        await self._transaction.run(_LOOK, here=server, then=now)
        await self._transaction.run(_START, here=server, now=now)
        await self._transaction.run(_UNTIE, here=server)
        await self._transaction.run(_GO_ON_TRYING, here=server)

    async def ask_for_boards_in(self, server: ServerId, channel: int, now: datetime) -> None:
        await self._transaction.run(_ASK_IN, here=server, where=channel, now=now)

    async def channels(self) -> frozenset[tuple[ServerId, int]]:
        rows = await self._transaction.rows(_CHANNELS)
        return frozenset((ServerId(row.server), row.channel) for row in rows)

    async def hurry_boards(self, server: ServerId, now: datetime) -> None:
        await self._transaction.run(_HURRY, here=server, now=now, soon=now + LEASE)

    async def ask_for_boards(self, times: Collection[TurnTime], now: datetime) -> None:
        if times:
            values = [time.value for time in times]
            await self._transaction.run(_ASK_ALL, times=values, now=now)
