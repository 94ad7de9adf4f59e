"""Challenges."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, insert, select, update

from matches.challenge import Challenge, ChallengeStatus
from matches.errors import ChallengeOver
from matches.ids import ChallengeId, MatchId, PlayerId
from storage.records import challenge_values, read_challenge
from storage.tables import challenges
from storage.transaction import Transaction
from storage.unreadable import Unreadable

_ADD = insert(challenges)
_GET = select(challenges).where(challenges.c.id == bindparam("key"))
_GET_LOCKING = _GET.with_for_update(key_share=True)
_OF_MATCH = select(challenges).where(challenges.c.match == bindparam("key"))
_SAVE = update(challenges).where(
    challenges.c.id == bindparam("key"), challenges.c.version == bindparam("before")
)
_OPEN_FROM = (
    select(challenges)
    .where(
        challenges.c.challenger == bindparam("challenger"),
        challenges.c.status == ChallengeStatus.OPEN.value,
    )
    .order_by(challenges.c.id)
)
_LAST_DECLINED = (
    select(challenges.c.ended_at)
    .where(
        challenges.c.challenger == bindparam("challenger"),
        challenges.c.status == ChallengeStatus.DECLINED.value,
        challenges.c.opponent == bindparam("opponent"),
        challenges.c.ended_at.is_not(None),
    )
    .order_by(challenges.c.ended_at.desc())
    .limit(1)
)


class SqlChallenges:
    """`matches.ports.Challenges`."""

    def __init__(self, transaction: Transaction, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._unreadable = unreadable

    async def add(self, challenge: Challenge) -> Challenge:
        key = await self._transaction.insert(_ADD, challenge_values(challenge))
        return replace(challenge, id=ChallengeId(key))

    async def get(self, challenge: ChallengeId) -> Challenge | None:
        statement = _GET_LOCKING if self._transaction.writing else _GET
        row = await self._transaction.row(statement, key=challenge)
        return None if row is None else read_challenge(row)

    async def save(self, challenge: Challenge) -> None:
        values = challenge_values(challenge)
        saved = await self._transaction.run(
            _SAVE, key=challenge.id, before=challenge.version - 1, **values
        )
        if not saved:
            raise ChallengeOver(await self.get(challenge.id))

    async def of_match(self, match: MatchId) -> Challenge | None:
        row = await self._transaction.row(_OF_MATCH, key=match)
        return None if row is None else read_challenge(row)

    async def open_from(self, challenger: PlayerId) -> list[Challenge]:
        rows = await self._transaction.rows(_OPEN_FROM, challenger=challenger)
        return self._unreadable.leave_out(rows, read_challenge)

    async def last_declined(self, challenger: PlayerId, opponent: PlayerId) -> datetime | None:
        found: datetime | None = await self._transaction.value(
            _LAST_DECLINED, challenger=challenger, opponent=opponent
        )
        return found
