"""The outbox."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update

from matches.ids import ChallengeId, MatchId, PlayerId
from matches.outbox import OutboxRow, Telling
from storage.columns import UtcTime
from storage.in_place import MANY
from storage.tables import outbox
from storage.telling_records import outbox_values, read_outbox
from storage.transaction import Transaction
from storage.unreadable import RESTS, Unreadable

_IDS = bindparam("ids", expanding=True, type_=outbox.c.id.type)

_ADD = insert(outbox)
# Rows that another process is claiming at this moment are skipped, not waited for.
_CLAIMABLE = (
    select(outbox)
    .where(outbox.c.due_at <= bindparam("now", type_=UtcTime))
    .order_by(outbox.c.id)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_CLAIM = update(outbox).where(outbox.c.id.in_(_IDS)).values(due_at=bindparam("until"))
_OF_MATCH = select(outbox).where(outbox.c.match == bindparam("key")).order_by(outbox.c.id)
_OF_CHALLENGE = select(outbox).where(outbox.c.challenge == bindparam("key")).order_by(outbox.c.id)
_CLOSE = delete(outbox).where(outbox.c.id.in_(_IDS))
_POSTPONE = (
    update(outbox)
    .where(outbox.c.id == bindparam("key"))
    .values(due_at=bindparam("until"), attempts=outbox.c.attempts + 1)
)
_HURRY = (
    update(outbox)
    .where(outbox.c.id == bindparam("key"), outbox.c.due_at > bindparam("earlier", type_=UtcTime))
    .values(due_at=bindparam("earlier"))
)
_HURRY_ALL = (
    update(outbox)
    .prefix_with(MANY)
    .where(outbox.c.due_at > bindparam("earlier", type_=UtcTime))
    .values(due_at=bindparam("earlier"))
)
_NEXT_DUE = select(func.min(outbox.c.due_at))


class SqlOutbox:
    """`matches.ports.Outbox`. A claimed row is one whose time was set to the end of the claim."""

    def __init__(self, transaction: Transaction, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._unreadable = unreadable

    async def add(
        self,
        telling: Telling,
        *,
        now: datetime,
        due_at: datetime | None = None,
        match: MatchId | None = None,
        challenge: ChallengeId | None = None,
        channel: int | None = None,
        message: int | None = None,
        notifies: bool = False,
        player: PlayerId | None = None,
    ) -> OutboxRow:
        row = OutboxRow(
            id=0,
            telling=telling,
            match=match,
            challenge=challenge,
            channel=channel,
            message=message,
            attempts=0,
            due_at=now if due_at is None else due_at,
            made_at=now,
            notifies=notifies,
            player=player,
        )
        return replace(row, id=await self._transaction.insert(_ADD, outbox_values(row)))

    async def claim(self, now: datetime, until: datetime, limit: int) -> list[OutboxRow]:
        rows = await self._transaction.rows(_CLAIMABLE, now=now, limit=limit)
        claimed = self._unreadable.leave_out(rows, read_outbox)
        readable = {row.id for row in claimed}
        if readable:
            await self._transaction.run(_CLAIM, ids=list(readable), until=until)
        if others := [row.id for row in rows if row.id not in readable]:
            await self._transaction.run(_CLAIM, ids=others, until=now + RESTS)
        return claimed

    async def of_match(self, match: MatchId) -> list[OutboxRow]:
        rows = await self._transaction.rows(_OF_MATCH, key=match)
        return self._unreadable.leave_out(rows, read_outbox)

    async def of_challenge(self, challenge: ChallengeId) -> list[OutboxRow]:
        rows = await self._transaction.rows(_OF_CHALLENGE, key=challenge)
        return self._unreadable.leave_out(rows, read_outbox)

    async def close(self, rows: Iterable[int]) -> None:
        ids = list(rows)
        if ids:
            await self._transaction.run(_CLOSE, ids=ids)

    async def postpone(self, row: int, until: datetime) -> None:
        await self._transaction.run(_POSTPONE, key=row, until=until)

    async def hurry(self, row: int, due_at: datetime) -> None:
        await self._transaction.run(_HURRY, key=row, earlier=due_at)

    async def hurry_all(self, now: datetime) -> None:
        await self._transaction.run(_HURRY_ALL, earlier=now)

    async def lease(self, rows: Iterable[int], until: datetime) -> None:
        ids = list(rows)
        if ids:
            await self._transaction.run(_CLAIM, ids=ids, until=until)

    async def next_due(self) -> datetime | None:
        found: datetime | None = await self._transaction.value(_NEXT_DUE)
        return found
