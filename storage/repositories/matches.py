"""Matches and their turns."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    union_all,
    update,
)

from matches.computer import Computer
from matches.errors import StaleMatch
from matches.ids import MatchId, PlayerId
from matches.match import EndReason, ListedMatch, Match, WaitingMatch
from matches.pauses import OUT_OF_REACH, Pause
from storage.errors import CorruptRecord
from storage.games import GameCache
from storage.records import (
    clock_values,
    match_values,
    read_computer,
    read_listed,
    read_match,
    read_waiting,
)
from storage.tables import boards, matches, turns
from storage.transaction import Transaction
from storage.unreadable import Unreadable

_ADD = insert(matches)
_GET = select(matches).where(matches.c.id == bindparam("key"))
_GET_LOCKING = _GET.with_for_update(key_share=True)
_SAVE = update(matches).where(
    matches.c.id == bindparam("key"), matches.c.version == bindparam("before")
)
_SAVE_CLOCK = update(matches).where(matches.c.id == bindparam("key"))
_PAUSES = select(matches.c.pauses).where(matches.c.id == bindparam("key"))
_RUNNING = matches.c.reason.is_(None)
# Each half says that the match is running: only then SQLite looks into the index of those.
_RUNNING_WITH = or_(
    and_(_RUNNING, matches.c.first == bindparam("player")),
    and_(_RUNNING, matches.c.second == bindparam("player")),
)
_RUNNING_OF = (
    select(matches).where(_RUNNING_WITH).order_by(matches.c.started_at.desc(), matches.c.id.desc())
)
_COUNT_RUNNING = select(func.count()).where(_RUNNING_WITH)

# The first player begins, and every turn ends with the other one's: see `rules.Game`.
_PLAYED = select(func.count()).where(turns.c.match == matches.c.id).scalar_subquery()
_WAITING_FOR = (
    select(
        *(matches.c[name] for name in ("id", "server", "channel", "thread", "pauses")),
        boards.c.channel.label("board_channel"),
        boards.c.message.label("board_message"),
    )
    .outerjoin(boards, boards.c.match == matches.c.id)
    .where(
        or_(
            and_(_RUNNING, matches.c.first == bindparam("player"), _PLAYED % 2 == 0),
            and_(_RUNNING, matches.c.second == bindparam("player"), _PLAYED % 2 == 1),
        ),
        matches.c.computer_level.is_(None),
    )
    # As `Pause.rank`, then by urgency.
    .order_by(
        case(
            (matches.c.pauses.bitwise_and(OUT_OF_REACH.value) != 0, 2),
            (matches.c.pauses != 0, 1),
            else_=0,
        ),
        matches.c.deadline.is_(None),
        matches.c.deadline,
        matches.c.id,
    )
)


def locking(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Lock these matches, where the database can lock rows, until the transaction ends."""
    chosen = select(matches.c.id).where(*conditions).order_by(matches.c.id)
    return select(func.count()).select_from(chosen.with_for_update(key_share=True).subquery())


def _newest_where(condition: ColumnElement[bool]) -> Select[Any]:
    return (
        select(matches)
        .where(condition)
        .order_by(matches.c.started_at.desc(), matches.c.id.desc())
        .limit(bindparam("limit", type_=Integer))
    )


# Each side's newest by its index; nobody plays themself, so that no match comes twice.
_ON_EITHER_SIDE = union_all(
    *(
        select(_newest_where(side == bindparam("player")).subquery())
        for side in (matches.c.first, matches.c.second)
    )
).subquery()
_NEWEST_OF = (
    select(_ON_EITHER_SIDE)
    .order_by(_ON_EITHER_SIDE.c.started_at.desc(), _ON_EITHER_SIDE.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
# The newest of each side against the computer, by an index of those alone.
_COMPUTERS = union_all(
    *(
        select(
            _newest_where(
                and_(side == bindparam("player"), matches.c.computer_level.is_not(None))
            ).subquery()
        )
        for side in (matches.c.first, matches.c.second)
    )
).subquery()
_LAST_COMPUTER = (
    select(_COMPUTERS.c.computer_side, _COMPUTERS.c.computer_level)
    .order_by(_COMPUTERS.c.started_at.desc(), _COMPUTERS.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
# One look into the index of each side, whose first entry is the oldest match.
_PLAYED_BEFORE = select(
    or_(
        *(
            exists().where(side == bindparam("player"), matches.c.id < bindparam("key"))
            for side in (matches.c.first, matches.c.second)
        )
    )
)
_RATED_BETWEEN = select(func.count()).where(
    matches.c.rated == true(),
    func.coalesce(matches.c.reason, "").not_in(
        [reason.value for reason in EndReason if not reason.counts]
    ),
    matches.c.started_at >= bindparam("since", type_=matches.c.started_at.type),
    # Nobody plays themself, so these are the two, whoever was first.
    matches.c.first.in_((bindparam("one"), bindparam("other"))),
    matches.c.second.in_((bindparam("one"), bindparam("other"))),
)
_TURNS = select(turns).where(turns.c.match == bindparam("key")).order_by(turns.c.number)
_TURNS_OF_ALL = (
    select(turns)
    .where(turns.c.match.in_(bindparam("keys", expanding=True)))
    .order_by(turns.c.match, turns.c.number)
)
_ADD_TURN = insert(turns)
_DROP_TURNS = delete(turns).where(
    turns.c.match == bindparam("key"), turns.c.number > bindparam("last")
)


class SqlMatches:
    """`matches.ports.Matches`."""

    def __init__(self, transaction: Transaction, games: GameCache, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._games = games
        self._unreadable = unreadable
        self._stored_turns: dict[int, tuple[str, ...]] = {}

    async def add(self, match: Match) -> Match:
        added = replace(
            match, id=MatchId(await self._transaction.insert(_ADD, match_values(match)))
        )
        self._stored_turns[added.id] = ()
        await self._store_turns(added)
        return added

    async def get(self, match: MatchId) -> Match | None:
        statement = _GET_LOCKING if self._transaction.writing else _GET
        row = await self._transaction.row(statement, key=match)
        if row is None:
            return None
        return await self.read(row)

    async def read(self, row: Row[Any]) -> Match:
        """The match of a row; the game, as far as it is known, is not replayed. CorruptRecord."""
        return self._read(row, await self._transaction.rows(_TURNS, key=row.id))

    async def save(self, match: Match) -> None:
        values = match_values(match)
        saved = await self._transaction.run(_SAVE, key=match.id, before=match.version - 1, **values)
        if not saved:
            raise StaleMatch(await self.get(match.id))
        await self._store_turns(match)

    async def save_clock(self, match: Match) -> None:
        await self._transaction.run(_SAVE_CLOCK, key=match.id, **clock_values(match))

    async def is_hidden(self, match: MatchId) -> bool:
        pauses: int | None = await self._transaction.value(_PAUSES, key=match)
        return bool(Pause(pauses or 0) & Pause.HIDDEN)

    async def running_of(self, player: PlayerId) -> list[Match]:
        rows = await self._transaction.rows(_RUNNING_OF, player=player)
        records: dict[int, list[Row[Any]]] = {row.id: [] for row in rows}
        for record in await self._transaction.rows(_TURNS_OF_ALL, keys=list(records)):
            records[record.match].append(record)
        return self._unreadable.leave_out(rows, lambda row: self._read(row, records[row.id]))

    async def count_running(self, player: PlayerId) -> int:
        count: int = await self._transaction.value(_COUNT_RUNNING, player=player)
        return count

    async def waiting_for(self, player: PlayerId) -> list[WaitingMatch]:
        return list(map(read_waiting, await self._transaction.rows(_WAITING_FOR, player=player)))

    async def newest_of(self, player: PlayerId, limit: int) -> list[ListedMatch]:
        rows = await self._transaction.rows(_NEWEST_OF, player=player, limit=limit)
        return self._unreadable.leave_out(rows, read_listed)

    async def last_computer(self, player: PlayerId) -> Computer | None:
        row = await self._transaction.row(_LAST_COMPUTER, player=player, limit=1)
        return None if row is None else read_computer(row)

    async def played_before(self, player: PlayerId, match: MatchId) -> bool:
        found: bool = await self._transaction.value(_PLAYED_BEFORE, player=player, key=match)
        return found

    async def rated_between(self, one: PlayerId, other: PlayerId, since: datetime) -> int:
        count: int = await self._transaction.value(
            _RATED_BETWEEN, one=one, other=other, since=since
        )
        return count

    def _read(self, row: Row[Any], records: Sequence[Row[Any]]) -> Match:
        if any(record.number != number for number, record in enumerate(records, 1)):
            raise CorruptRecord(f"match {row.id}", "a turn is missing")
        stored = tuple(record.record for record in records)
        self._stored_turns[row.id] = stored
        return read_match(row, stored, self._games)

    async def _store_turns(self, match: Match) -> None:
        """Store the turns that are new, after taking away those that are not the match's now."""
        stored, current = self._stored_turns.get(match.id), match.game.turns
        if stored is None:
            records = await self._transaction.rows(_TURNS, key=match.id)
            stored = tuple(record.record for record in records)
        pairs = zip(stored, current, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if kept < len(stored):
            await self._transaction.run(_DROP_TURNS, key=match.id, last=kept)
        new = [
            {"match": match.id, "number": number, "record": record}
            for number, record in enumerate(current[kept:], kept + 1)
        ]
        await self._transaction.run_all(_ADD_TURN, new)
        self._stored_turns[match.id] = current
        self._games.remember(match.id, match.game)
