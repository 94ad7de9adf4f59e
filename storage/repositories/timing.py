"""What happens by itself at a time, and when the bot was last alive."""

from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    select,
    tuple_,
    type_coerce,
    update,
)

from matches.outbox import UNPLAYED, DueKind, DueRow
from storage.columns import UtcTime, microseconds
from storage.in_place import MANY
from storage.repositories.matches import locking
from storage.tables import due, heartbeat, matches
from storage.telling_records import read_due
from storage.transaction import Transaction, insert_if_absent, insert_or_replace
from storage.unreadable import RESTS, Unreadable

_SET = insert_or_replace(due, "due_at")
_REMOVE = delete(due).where(due.c.kind == bindparam("kind"), due.c.subject == bindparam("subject"))
_AT = select(due.c.due_at).where(
    due.c.kind == bindparam("kind"), due.c.subject == bindparam("subject")
)
# The computer's turns and all others, each for a worker of their own.
_OF_COMPUTER = due.c.kind == DueKind.COMPUTER_TURN.value
# Rows that another process is claiming at this moment are skipped, not waited for.
_CLAIMABLE = (
    select(due)
    .where(due.c.due_at <= bindparam("now", type_=UtcTime))
    .order_by(due.c.due_at, due.c.kind, due.c.subject)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_CLAIMABLE_OF = {True: _CLAIMABLE.where(_OF_COMPUTER), False: _CLAIMABLE.where(~_OF_COMPUTER)}
_LEASE = (
    update(due)
    .where(due.c.kind == bindparam("key"), due.c.subject == bindparam("about"))
    .values(due_at=bindparam("until"))
)
_CLAIM = (
    update(due)
    .where(tuple_(due.c.kind, due.c.subject).in_(bindparam("keys", expanding=True)))
    .values(due_at=bindparam("until"))
)
_SUBJECTS = select(due.c.subject).where(due.c.kind == bindparam("kind")).order_by(due.c.subject)
_NEXT_DUE = select(due.c.due_at).order_by(due.c.due_at).limit(bindparam("limit"))
_NEXT_DUE_OF = {True: _NEXT_DUE.where(_OF_COMPUTER), False: _NEXT_DUE.where(~_OF_COMPUTER)}

_ONLY = 1  # there is one heartbeat, whichever process it comes from
_LAST_BEAT = (
    select(heartbeat.c.beat_at).where(heartbeat.c.id == _ONLY).with_for_update(key_share=True)
)
_FIRST_BEAT = insert_if_absent(heartbeat)
_BEAT = update(heartbeat).where(heartbeat.c.id == _ONLY).values(beat_at=bindparam("now"))
_RESUMED_AT = select(heartbeat.c.resumed_at).where(heartbeat.c.id == _ONLY)
_RESUME = update(heartbeat).where(heartbeat.c.id == _ONLY).values(resumed_at=bindparam("then"))
SET_RIGHT = timedelta(minutes=1)
"""By more than this no two clocks differ: a beat so far ahead came from one that was wrong."""

_BY = bindparam("by", type_=BigInteger)
_SINCE = cast(bindparam("since", type_=UtcTime), BigInteger)
_UNTIL = _SINCE + _BY
_RUNNING = matches.c.reason.is_(None)


def _later(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one > other, one), else_=other)


def _earlier(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one < other, one), else_=other)


_STARTED = type_coerce(matches.c.started_at, BigInteger)
_ACTED = _later(
    func.coalesce(type_coerce(matches.c.first_acted_at, BigInteger), _STARTED),
    func.coalesce(type_coerce(matches.c.second_acted_at, BigInteger), _STARTED),
)
_STOPPED = func.coalesce(type_coerce(matches.c.stands_since, BigInteger), _UNTIL)
# Of a turn that began meanwhile only the rest of that time is gone, and what stood still before the
# end of it is given back from there on anyway.
_LOST = _later(_earlier(_STOPPED, _UNTIL) - _later(_SINCE, _ACTED), literal(0, BigInteger))
_LOCK_RUNNING = locking(_RUNNING)
_SHIFT_MATCHES = (
    update(matches)
    .prefix_with(MANY)
    .where(_RUNNING, matches.c.deadline.is_not(None))
    .values(deadline=type_coerce(matches.c.deadline, BigInteger) + _LOST)
)
_OF_TURNS = [kind.value for kind in (DueKind.TURN_DEADLINE, *UNPLAYED)]
_SHIFT_DUE = (
    update(due)
    .prefix_with(MANY)
    .where(
        due.c.kind.in_(_OF_TURNS),
        due.c.subject.in_(select(matches.c.id).where(_RUNNING)),
    )
    .values(
        due_at=type_coerce(due.c.due_at, BigInteger)
        + select(_LOST).where(matches.c.id == due.c.subject).scalar_subquery()
    )
)
# A match that nobody can see stands still, but nobody has tried to show it.
_SHIFT_GIVING_UP = (
    update(due)
    .prefix_with(MANY)
    .where(due.c.kind == DueKind.GIVE_UP.value)
    .values(due_at=type_coerce(due.c.due_at, BigInteger) + _BY)
)


class SqlDue:
    """`matches.ports.Due`. A claimed row is one whose time was set to the end of the claim."""

    def __init__(self, transaction: Transaction, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._unreadable = unreadable

    async def set(self, kind: DueKind, subject: int, due_at: datetime) -> None:
        await self._transaction.run(_SET, kind=kind.value, subject=subject, due_at=due_at)

    async def remove(self, kind: DueKind, subject: int) -> None:
        await self._transaction.run(_REMOVE, kind=kind.value, subject=subject)

    async def at(self, kind: DueKind, subject: int) -> datetime | None:
        found: datetime | None = await self._transaction.value(
            _AT, kind=kind.value, subject=subject
        )
        return found

    async def claim(
        self, now: datetime, until: datetime, limit: int, *, computer: bool = False
    ) -> list[DueRow]:
        rows = await self._transaction.rows(_CLAIMABLE_OF[computer], now=now, limit=limit)
        claimed = self._unreadable.leave_out(rows, read_due)
        readable = {(row.kind.value, row.subject) for row in claimed}
        if readable:
            await self._transaction.run(_CLAIM, keys=list(readable), until=until)
        if others := [key for row in rows if (key := (row.kind, row.subject)) not in readable]:
            await self._transaction.run(_CLAIM, keys=others, until=now + RESTS)
        return claimed

    async def subjects(self, kind: DueKind) -> list[int]:
        return [row.subject for row in await self._transaction.rows(_SUBJECTS, kind=kind.value)]

    async def lease(self, kind: DueKind, subject: int, until: datetime) -> None:
        await self._transaction.run(_LEASE, key=kind.value, about=subject, until=until)

    async def next_due(self, *, computer: bool = False) -> datetime | None:
        found: datetime | None = await self._transaction.value(_NEXT_DUE_OF[computer], limit=1)
        return found


class SqlHeartbeats:
    """`matches.ports.Heartbeats`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def beat(self, now: datetime) -> timedelta | None:
        last: datetime | None = await self._transaction.value(_LAST_BEAT)
        if last is None:
            first = await self._transaction.run(_FIRST_BEAT, id=_ONLY, beat_at=now)
            return None if first else await self.beat(now)
        # Two machines' clocks may differ a little; one that was far ahead has been set right.
        ahead = timedelta() < last - now < SET_RIGHT
        await self._transaction.run(_BEAT, now=last if ahead else now)
        return now - last

    async def resumed_at(self) -> datetime | None:
        found: datetime | None = await self._transaction.value(_RESUMED_AT)
        return found

    async def shift_deadlines(self, by: timedelta, *, since: datetime) -> None:
        values = {"by": microseconds(by), "since": since}
        # Until all rows are shifted no match may begin to run or to stand still.
        await self._transaction.value(_LOCK_RUNNING)
        await self._transaction.run(_SHIFT_MATCHES, **values)
        await self._transaction.run(_SHIFT_DUE, **values)
        await self._transaction.run(_SHIFT_GIVING_UP, by=values["by"])
        await self._transaction.run(_RESUME, then=since + by)
