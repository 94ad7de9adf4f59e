"""What players decided: their settings, their leaves and whom they blocked."""

import logging
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, or_, select

from matches.ids import PlayerId
from matches.leave import Leave
from matches.preferences import PlayerSettings, Reminders
from storage.tables import accounts, blocks, leaves, player_settings
from storage.transaction import Transaction, insert_if_absent, insert_or_replace

logger = logging.getLogger(__name__)

_SETTINGS = select(player_settings).where(player_settings.c.player == bindparam("key"))
_OF_ACCOUNT = (
    select(player_settings)
    .join_from(accounts, player_settings, player_settings.c.player == accounts.c.player)
    .where(accounts.c.account == bindparam("account"))
)
_SAVE_SETTINGS = insert_or_replace(player_settings, "reminders", "words")

_LEAVES = (
    select(leaves)
    .where(leaves.c.player == bindparam("key"), leaves.c.ends_at > bindparam("since"))
    .order_by(leaves.c.began_at)
)
_SAVE_LEAVE = insert_or_replace(leaves, "ends_at")

_BLOCKED_BY = (
    select(blocks.c.blocked).where(blocks.c.player == bindparam("key")).order_by(blocks.c.blocked)
)
_BETWEEN = select(blocks.c.player).where(
    or_(
        and_(blocks.c.player == bindparam("one"), blocks.c.blocked == bindparam("other")),
        and_(blocks.c.player == bindparam("other"), blocks.c.blocked == bindparam("one")),
    )
)
_BLOCK = insert_if_absent(blocks)
_UNBLOCK = delete(blocks).where(
    blocks.c.player == bindparam("key"), blocks.c.blocked == bindparam("other")
)


class SqlPreferences:
    """`matches.ports.Preferences`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def of(self, player: PlayerId) -> PlayerSettings:
        return _settings(await self._transaction.row(_SETTINGS, key=player))

    async def of_account(self, account: int) -> PlayerSettings:
        return _settings(await self._transaction.row(_OF_ACCOUNT, account=account))

    async def save(self, player: PlayerId, settings: PlayerSettings) -> None:
        await self._transaction.run(
            _SAVE_SETTINGS,
            player=player,
            reminders=settings.reminders.value,
            words=settings.words,
        )


def _settings(row: Row[Any] | None) -> PlayerSettings:
    if row is None:
        return PlayerSettings()
    known = {reminders.value: reminders for reminders in Reminders}
    if row.reminders not in known:
        # A newer version may know more; no clock must stand still because this one does not.
        logger.error(
            "player %s has chosen reminders %r, which is unknown", row.player, row.reminders
        )
        return PlayerSettings(words=row.words)
    return PlayerSettings(known[row.reminders], words=row.words)


class SqlLeaves:
    """`matches.ports.Leaves`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def of(self, player: PlayerId, since: datetime) -> list[Leave]:
        rows = await self._transaction.rows(_LEAVES, key=player, since=since)
        return [Leave(PlayerId(row.player), row.began_at, row.ends_at) for row in rows]

    async def save(self, leave: Leave) -> None:
        await self._transaction.run(
            _SAVE_LEAVE, player=leave.player, began_at=leave.began_at, ends_at=leave.ends_at
        )


class SqlBlocks:
    """`matches.ports.Blocks`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def of(self, player: PlayerId) -> list[PlayerId]:
        rows = await self._transaction.rows(_BLOCKED_BY, key=player)
        return [PlayerId(row.blocked) for row in rows]

    async def between(self, one: PlayerId, other: PlayerId) -> frozenset[PlayerId]:
        rows = await self._transaction.rows(_BETWEEN, one=one, other=other)
        return frozenset(PlayerId(row.player) for row in rows)

    async def add(self, player: PlayerId, blocked: PlayerId) -> None:
        await self._transaction.run(_BLOCK, player=player, blocked=blocked)

    async def remove(self, player: PlayerId, blocked: PlayerId) -> None:
        await self._transaction.run(_UNBLOCK, key=player, other=blocked)
