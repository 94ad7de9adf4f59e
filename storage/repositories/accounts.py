"""Accounts, and deleting them."""

from datetime import datetime

from sqlalchemy import Table, bindparam, delete, or_, select, union_all

from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, PlayerId
from matches.people import Person
from storage.listed import taking_off
from storage.tables import (
    accounts,
    blocks,
    challenges,
    hints,
    leaves,
    player_settings,
    ratings,
)
from storage.transaction import Transaction

_FIND = select(accounts).where(accounts.c.account == bindparam("key"))
# Each side by its index.
_OPEN = union_all(
    *(
        select(challenges.c.id).where(
            side == bindparam("player"), challenges.c.status == ChallengeStatus.OPEN.value
        )
        for side in (challenges.c.challenger, challenges.c.opponent)
    )
).subquery()
_OPEN_CHALLENGES = select(_OPEN.c.id).order_by(_OPEN.c.id)

ABOUT_ONE_PERSON: tuple[Table, ...] = (accounts, player_settings, leaves, hints, blocks)
"""What goes with an account, whole rows by the player that they belong to."""
_DELETIONS = (
    *(
        delete(table).where(table.c.player == bindparam("key"))
        for table in ABOUT_ONE_PERSON
        if table is not blocks
    ),
    # Nobody needs to be kept from whoever is not there any more.
    delete(blocks).where(
        or_(blocks.c.player == bindparam("key"), blocks.c.blocked == bindparam("key"))
    ),
)
_UNLIST = taking_off(ratings.c.player == bindparam("key"))


class SqlAccounts:
    """`matches.ports.Accounts`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def find(self, account: int) -> Person | None:
        row = await self._transaction.row(_FIND, key=account)
        return None if row is None else Person(PlayerId(row.player), row.account, row.name)

    async def open_challenges(self, player: PlayerId) -> list[ChallengeId]:
        rows = await self._transaction.rows(_OPEN_CHALLENGES, player=player)
        return [ChallengeId(row.id) for row in rows]

    async def delete(self, player: PlayerId, now: datetime) -> None:
        for deletion in _DELETIONS:
            await self._transaction.run(deletion, key=player)
        await self._transaction.run(_UNLIST, key=player, now=now)
