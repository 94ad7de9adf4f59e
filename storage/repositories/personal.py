"""What is stored about one player: whole rows, whatever they hold."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import BindParameter, Column, Select, and_, bindparam, select, union

from matches.ids import ChallengeId, MatchId, PlayerId
from matches.privacy_ports import StoredRows
from storage.tables import (
    accounts,
    blocks,
    boards,
    challenges,
    drafts,
    hints,
    leaves,
    matches,
    offers,
    player_settings,
    rating_changes,
    rating_events,
    ratings,
    turns,
    voids,
)
from storage.transaction import Transaction

Statements = Mapping[str, Select[Any]]

_KEYS: BindParameter[Any] = bindparam("keys", expanding=True)


def _rows(column: Column[Any]) -> Select[Any]:
    """The rows of a table with one of these values, in the order of their keys."""
    table = column.table
    return select(table).where(column.in_(_KEYS)).order_by(*table.primary_key)


_OF_PLAYER: Statements = {
    "accounts": _rows(accounts.c.player),
    "player_settings": _rows(player_settings.c.player),
    "leaves": _rows(leaves.c.player),
    "hints": _rows(hints.c.player),
    "ratings": _rows(ratings.c.player),
    "blocks": _rows(blocks.c.player),
    "voids": _rows(voids.c.by),
}
_OF_CHALLENGES: Statements = {"challenges": _rows(challenges.c.id)}
_OF_MATCHES: Statements = {
    "matches": _rows(matches.c.id),
    "turns": _rows(turns.c.match),
    "drafts": _rows(drafts.c.match),
    "offers": _rows(offers.c.match),
    "boards": _rows(boards.c.match),
    "voids": _rows(voids.c.match),
    "rating_events": _rows(rating_events.c.match),
    "rating_changes": select(rating_changes)
    .join(
        rating_events,
        and_(
            rating_events.c.id == rating_changes.c.event,
            rating_changes.c.player == bindparam("player"),
        ),
    )
    .where(rating_events.c.match.in_(_KEYS))
    .order_by(rating_changes.c.event, rating_changes.c.scope),
}


def _ids(*sides: Column[Any]) -> Select[Any]:
    """The ids of the rows that name a player on one of their sides, each by its index."""
    found = union(*(select(side.table.c.id).where(side == bindparam("player")) for side in sides))
    each = found.subquery()
    return select(each.c.id).order_by(each.c.id)


_CHALLENGES = _ids(challenges.c.challenger, challenges.c.opponent)
_MATCHES = _ids(matches.c.first, matches.c.second)


class SqlPersonal:
    """`matches.ports.Personal`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def of_player(self, player: PlayerId) -> StoredRows:
        return await self._read(_OF_PLAYER, [player])

    async def challenges(self, player: PlayerId) -> list[ChallengeId]:
        rows = await self._transaction.rows(_CHALLENGES, player=player)
        return [ChallengeId(row.id) for row in rows]

    async def matches(self, player: PlayerId) -> list[MatchId]:
        rows = await self._transaction.rows(_MATCHES, player=player)
        return [MatchId(row.id) for row in rows]

    async def of_challenges(self, challenges: Iterable[ChallengeId]) -> StoredRows:
        return await self._read(_OF_CHALLENGES, list(challenges))

    async def of_matches(self, matches: Iterable[MatchId], player: PlayerId) -> StoredRows:
        return await self._read(_OF_MATCHES, list(matches), player=player)

    async def _read(self, statements: Statements, keys: list[int], **values: int) -> StoredRows:
        found = {}
        for name, statement in statements.items():
            wanted = values if name == "rating_changes" else {}
            rows = await self._transaction.rows(statement, keys=keys, **wanted)
            found[name] = [dict(row._mapping) for row in rows]
            # Statements run in the loop's thread, and somebody may have thousands of matches.
            await asyncio.sleep(0)
        return found
