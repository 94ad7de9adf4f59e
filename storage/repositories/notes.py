"""Small facts about the installation."""

from sqlalchemy import bindparam, select

from storage.tables import notes
from storage.transaction import Transaction, insert_or_replace

_GET = select(notes.c.text).where(notes.c.name == bindparam("key"))
_PUT = insert_or_replace(notes, "text")


class SqlNotes:
    """`matches.ports.Notes`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def get(self, name: str) -> str | None:
        found: str | None = await self._transaction.value(_GET, key=name)
        return found

    async def put(self, name: str, text: str) -> None:
        await self._transaction.run(_PUT, name=name, text=text)
