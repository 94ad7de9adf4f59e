"""Players and the accounts behind them."""

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, delete, insert, select, update

from matches.ids import PlayerId
from matches.people import Person
from storage.columns import storable
from storage.tables import accounts, computers, players
from storage.transaction import Transaction, insert_if_absent

_ACCOUNT = select(accounts.c.player, accounts.c.name).where(
    accounts.c.account == bindparam("account")
)
_RENAME = (
    update(accounts).where(accounts.c.account == bindparam("key")).values(name=bindparam("name"))
)
_ADD_PLAYER = insert(players)
_DROP_PLAYER = delete(players).where(players.c.id == bindparam("id"))
_ADD_ACCOUNT = insert_if_absent(accounts)
_COMPUTER = select(computers.c.player).where(computers.c.level == bindparam("level"))
_ADD_COMPUTER = insert_if_absent(computers)
_PEOPLE = (
    select(players.c.id, accounts.c.account, accounts.c.name, computers.c.level)
    .select_from(players.outerjoin(accounts).outerjoin(computers))
    .where(players.c.id.in_(bindparam("ids", expanding=True)))
)
# In the order of their ids, so that two units that lock the same players never wait for each other.
_LOCK = (
    select(players.c.id)
    .where(players.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(players.c.id)
    .with_for_update(key_share=True)
)


class SqlPlayers:
    """`matches.ports.Players`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def find_or_add(self, account: int, name: str) -> PlayerId:
        name = storable(name)
        found = await self._transaction.row(_ACCOUNT, account=account)
        if found is None:
            return await self._add(account, name)
        if found.name != name:
            await self._transaction.run(_RENAME, key=account, name=name)
        return PlayerId(found.player)

    async def people(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, Person]:
        rows = await self._transaction.rows(_PEOPLE, ids=list(players))
        return {
            PlayerId(row.id): Person(PlayerId(row.id), row.account, row.name or "", row.level)
            for row in rows
        }

    async def computer(self, level: int) -> PlayerId:
        found = await self._transaction.value(_COMPUTER, level=level)
        if found is not None:
            return PlayerId(found)
        player = await self._transaction.insert(_ADD_PLAYER, {})
        if await self._transaction.run(_ADD_COMPUTER, level=level, player=player):
            return PlayerId(player)
        # Somebody else added the same level meanwhile, and has committed since.
        await self._transaction.run(_DROP_PLAYER, id=player)
        return await self.computer(level)

    async def lock(self, players: Iterable[PlayerId]) -> None:
        await self._transaction.rows(_LOCK, ids=list(players))

    async def _add(self, account: int, name: str) -> PlayerId:
        player = await self._transaction.insert(_ADD_PLAYER, {})
        added = await self._transaction.run(_ADD_ACCOUNT, account=account, player=player, name=name)
        if added:
            return PlayerId(player)
        # Somebody else added the same account meanwhile, and has committed since.
        await self._transaction.run(_DROP_PLAYER, id=player)
        return await self.find_or_add(account, name)
