"""The one draft that a match can have."""

from sqlalchemy import bindparam, delete, select, update

from matches.errors import StaleMatch
from matches.ids import MatchId
from matches.match import Draft
from storage.records import draft_values, read_draft
from storage.repositories.matches import SqlMatches
from storage.tables import drafts
from storage.transaction import Transaction, insert_if_absent

_GET = select(drafts).where(drafts.c.match == bindparam("key"))
_GET_LOCKING = _GET.with_for_update(key_share=True)
_ADD = insert_if_absent(drafts)
_REPLACE = update(drafts).where(
    drafts.c.match == bindparam("key"),
    drafts.c.player == bindparam("old_player"),
    drafts.c.version == bindparam("old_version"),
    drafts.c.revision == bindparam("old_revision"),
    drafts.c.steps == bindparam("old_steps"),
)
_REMOVE = delete(drafts).where(drafts.c.match == bindparam("key"))


class SqlDrafts:
    """`matches.ports.Drafts`."""

    def __init__(self, transaction: Transaction, matches: SqlMatches) -> None:
        self._transaction = transaction
        self._matches = matches

    async def get(self, match: MatchId) -> Draft | None:
        statement = _GET_LOCKING if self._transaction.writing else _GET
        row = await self._transaction.row(statement, key=match)
        return None if row is None else read_draft(row)

    async def put(self, draft: Draft, previous: Draft | None) -> None:
        values = draft_values(draft)
        if previous is None:
            stored = await self._transaction.run(_ADD, match=draft.match, **values)
        else:
            old = {f"old_{name}": value for name, value in draft_values(previous).items()}
            stored = await self._transaction.run(_REPLACE, key=draft.match, **old, **values)
        if not stored:
            raise StaleMatch(await self._matches.get(draft.match))

    async def remove(self, match: MatchId) -> None:
        await self._transaction.run(_REMOVE, key=match)
