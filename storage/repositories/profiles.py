"""What a player's card and history are read from: nothing is read but the player's own rows."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    CTE,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    CompoundSelect,
    Integer,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.types import TypeEngine

from matches.history import StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason
from matches.place import BoardMessage, Place
from matches.results import (
    CUSTOM,
    DatedRating,
    Ended,
    Met,
    Outcome,
    PastMatch,
    Results,
    Tally,
    Wanted,
    longest_run,
    runs_of,
)
from rules import Player
from storage.columns import UtcTime
from storage.errors import CorruptRecord
from storage.records import read_stored_rating, scope_key
from storage.repositories.curves import CURVES
from storage.tables import (
    boards,
    matches,
    rating_changes,
    rating_events,
    ratings,
    voids,
)
from storage.transaction import Transaction
from storage.unreadable import Unreadable

_RATINGS = select(ratings).where(
    ratings.c.player == bindparam("player"), ratings.c.scope == bindparam("scope")
)

_UNCOUNTED = [reason.value for reason in EndReason if not reason.counts]
_WITH_VOIDS = matches.outerjoin(voids, voids.c.match == matches.c.id)
_SIDES = {
    Player.FIRST: (matches.c.first, matches.c.second, matches.c.first_longest),
    Player.SECOND: (matches.c.second, matches.c.first, matches.c.second_longest),
}

# ---------------------------------------------------------------------------------- which matches


def _shape(wanted: Wanted) -> frozenset[str]:
    """What a statement asks for; the values are bound."""
    conditions = {
        "server": wanted.server is not None,
        "preset": wanted.variant not in (None, CUSTOM),
        "custom": wanted.variant == CUSTOM,
        "opponent": wanted.opponent is not None,
        "outcomes": bool(wanted.outcomes),
        "rated": wanted.rated is not None,
    }
    return frozenset(name for name, asked in conditions.items() if asked)


def _values(player: PlayerId, wanted: Wanted) -> dict[str, Any]:
    values = {
        "player": player,
        "server": wanted.server,
        "preset": wanted.variant,
        "opponent": wanted.opponent,
        "outcomes": [outcome.value for outcome in wanted.outcomes],
        "rated": wanted.rated,
    }
    return {name: values[name] for name in ("player", *_shape(wanted)) if name in values}


def _on(side: Player, shape: frozenset[str], *columns: Column[Any]) -> Select[Any]:
    """A player's matches on one side, with what they were for the player, and whether they are void
    and count for nothing.
    """
    player, opponent, longest = _SIDES[side]
    outcome = case(
        (matches.c.winner.is_(None), Outcome.DRAWN.value),
        (matches.c.winner == side.value, Outcome.WON.value),
        else_=Outcome.LOST.value,
    )
    conditions: dict[str, ColumnElement[bool]] = {
        "server": matches.c.server == bindparam("server"),
        "preset": matches.c.variant == bindparam("preset"),
        "custom": matches.c.variant.is_(None),
        "opponent": opponent == bindparam("opponent"),
        "outcomes": outcome.in_(bindparam("outcomes", expanding=True)),
        "rated": matches.c.rated == bindparam("rated"),
    }
    shown = (
        matches.c.id,
        opponent.label("opponent"),
        literal(side.value).label("side"),
        outcome.label("outcome"),
        longest.label("longest"),
        *(matches.c[name] for name in ("reason", "variant", "rated", "finished_at")),
        voids.c.match.is_not(None).label("void"),
    )
    return (
        select(*shown, *columns)
        .select_from(_WITH_VOIDS)
        .where(
            player == bindparam("player"),
            # Only with these words SQLite looks into the index of those that are over.
            matches.c.reason.is_not(None),
            matches.c.reason.not_in(_UNCOUNTED),
            # A game against the computer says nothing about how somebody plays against people.
            matches.c.computer_level.is_(None),
            *(conditions[name] for name in sorted(shape)),
        )
    )


# --------------------------------------------------------------------------------------- counting

_ENDED, _MET, _ORDER, _VOID = range(4)
"""The parts of what is counted, each with rows of its own."""
_LETTERS = {Outcome.WON: "w", Outcome.DRAWN: "d", Outcome.LOST: "l"}
_OUTCOMES = {letter: outcome for outcome, letter in _LETTERS.items()}


@lru_cache
def _results(shape: frozenset[str]) -> CompoundSelect[Any]:
    """All that is counted, from one look at the matches."""
    mine = union_all(*(_on(side, shape) for side in Player)).cte("mine")
    alike = (mine.c.side, mine.c.outcome, mine.c.reason, mine.c.rated)
    at = mine.c.finished_at
    ended = (
        _part(_ENDED, None, *alike, func.count(), func.max(mine.c.longest), None, func.min(at))
        .where(~mine.c.void)
        .group_by(*alike)
    )
    met = (
        _part(_MET, mine.c.opponent, *(None,) * 4, *_tally(mine), func.max(at))
        .where(~mine.c.void)
        .group_by(mine.c.opponent)
        .order_by(func.count().desc(), func.max(at).desc(), mine.c.opponent)
        .limit(bindparam("opponents", type_=Integer))
        .subquery()
    )
    letter = case(
        *((mine.c.outcome == outcome.value, letter) for outcome, letter in _LETTERS.items())
    )
    # Both databases put together what they are handed in the order in which they are handed it.
    in_time = select(letter.label("letter")).where(~mine.c.void).order_by(at, mine.c.id).subquery()
    order = _part(_ORDER, *(None,) * 3, func.aggregate_strings(in_time.c.letter, ""), *(None,) * 5)
    void = _part(_VOID, *(None,) * 5, func.count(), *(None,) * 3).where(mine.c.void)
    return union_all(ended, select(met), order, void)


_COLUMNS: dict[str, TypeEngine[Any]] = {
    "opponent": BigInteger(),
    "side": Text(),
    "outcome": Integer(),
    "text": Text(),
    "rated": Boolean(),
    "one": Integer(),
    "two": Integer(),
    "three": Integer(),
    "at": UtcTime(),
}


def _part(part: int, *columns: ColumnElement[Any] | None) -> Select[Any]:
    """Rows that go below those of the other parts; what a part has not is null."""
    return select(
        literal(part).label("part"),
        *(
            (cast(null(), kind) if column is None else column).label(name)
            for column, (name, kind) in zip(columns, _COLUMNS.items(), strict=True)
        ),
    )


def _tally(mine: CTE) -> tuple[ColumnElement[int], ...]:
    """How many were won, drawn and lost."""
    return tuple(
        func.sum(case((mine.c.outcome == outcome.value, 1), else_=0)) for outcome in Outcome
    )


@lru_cache
def _by_variant(shape: frozenset[str]) -> Select[Any]:
    mine = union_all(*(_on(side, shape) for side in Player)).cte("mine")
    won, drawn, lost = _tally(mine)
    return (
        select(mine.c.variant, won.label("won"), drawn.label("drawn"), lost.label("lost"))
        .where(~mine.c.void)
        .group_by(mine.c.variant)
        .order_by(func.count().desc(), func.coalesce(mine.c.variant, ""))
    )


# ---------------------------------------------------------------------------------------- looking


@lru_cache
def _past(shape: frozenset[str]) -> Select[Any]:
    """A page of matches: each side's newest by its index, and only for them what else is shown."""
    limit, offset = bindparam("limit", type_=Integer), bindparam("offset", type_=Integer)
    place = (matches.c.server, matches.c.channel, matches.c.thread)
    sides = (
        _on(side, shape, *place)
        .order_by(matches.c.finished_at.desc(), matches.c.id.desc())
        .limit(limit + offset)
        .subquery()
        for side in Player
    )
    found = union_all(*(select(side) for side in sides)).subquery()
    page = (
        select(found)
        .order_by(found.c.finished_at.desc(), found.c.id.desc())
        .limit(limit)
        .offset(offset)
        .subquery()
    )
    changed = and_(
        rating_changes.c.event == rating_events.c.id,
        rating_changes.c.scope == bindparam("scope"),
        rating_changes.c.player == bindparam("player"),
    )
    return (
        select(
            page,
            boards.c.channel.label("board_channel"),
            boards.c.message.label("board_message"),
            rating_changes.c.value_before,
            rating_changes.c.value_after,
        )
        .select_from(
            page.outerjoin(boards, boards.c.match == page.c.id)
            .outerjoin(rating_events, rating_events.c.match == page.c.id)
            .outerjoin(rating_changes, changed)
        )
        .order_by(page.c.finished_at.desc(), page.c.id.desc())
    )


class SqlProfiles:
    """`matches.profile_ports.Profiles`."""

    def __init__(self, transaction: Transaction, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._unreadable = unreadable

    async def results(self, player: PlayerId, wanted: Wanted, opponents: int = 0) -> Results:
        rows = await self._transaction.rows(
            _results(_shape(wanted)), **_values(player, wanted), opponents=opponents
        )
        parts: dict[int, list[Row[Any]]] = {_ENDED: [], _MET: [], _ORDER: [], _VOID: []}
        for row in rows:
            parts[row.part].append(row)
        runs = runs_of(_OUTCOMES[letter] for row in parts[_ORDER] for letter in row.text or "")
        met = [(row.one + row.two + row.three, row.at, -row.opponent, row) for row in parts[_MET]]
        return Results(
            tuple(self._unreadable.leave_out(parts[_ENDED], _read_ended)),
            min((row.at for row in parts[_ENDED]), default=None),
            tuple(
                Met(PlayerId(row.opponent), Tally(row.one, row.two, row.three))
                for *_, row in sorted(met, reverse=True)
            ),
            runs[-1] if runs else None,
            longest_run(runs, Outcome.WON),
            sum(row.one for row in parts[_VOID]),
        )

    async def by_variant(self, player: PlayerId, wanted: Wanted) -> Mapping[str | None, Tally]:
        rows = await self._transaction.rows(_by_variant(_shape(wanted)), **_values(player, wanted))
        return {row.variant: Tally(row.won, row.drawn, row.lost) for row in rows}

    async def past(
        self, player: PlayerId, wanted: Wanted, offset: int, limit: int
    ) -> Sequence[PastMatch]:
        rows = await self._transaction.rows(
            _past(_shape(wanted)),
            **_values(player, wanted),
            scope=scope_key(wanted.server),
            offset=offset,
            limit=limit,
        )
        return self._unreadable.leave_out(rows, _read_past)

    async def ratings(self, player: PlayerId, scope: ServerId | None) -> Mapping[str, StoredRating]:
        rows = await self._transaction.rows(_RATINGS, player=player, scope=scope_key(scope))
        return {row.variant: read_stored_rating(row) for row in rows}

    async def curves(
        self, player: PlayerId, scope: ServerId | None, moments: int
    ) -> Mapping[str, Sequence[DatedRating]]:
        rows = await self._transaction.rows(
            CURVES, player=player, scope=scope_key(scope), last=moments - 1
        )
        found: dict[str, list[DatedRating]] = {}
        for row in sorted(rows, key=lambda row: (row.finished_at, row.event)):
            point = DatedRating(row.finished_at, row.value_after, row.deviation_after)
            found.setdefault(row.variant, []).append(point)
        return found


def _read_ended(row: Row[Any]) -> Ended:
    """The matches of a row; CorruptRecord, for one thing if only a newer version knows the end."""
    return Ended(
        side=Player(row.side),
        outcome=Outcome(row.outcome),
        reason=_reason(row.text),
        rated=row.rated,
        count=row.one,
        longest=row.two,
    )


def _read_past(row: Row[Any]) -> PastMatch:
    """The match of a row; CorruptRecord likewise."""
    changed = row.value_after is not None
    return PastMatch(
        id=MatchId(row.id),
        opponent=PlayerId(row.opponent),
        outcome=Outcome(row.outcome),
        reason=_reason(row.reason),
        variant=row.variant,
        rated=row.rated,
        finished_at=row.finished_at,
        place=Place(row.server, row.channel, row.thread),
        board=(
            None
            if row.board_message is None
            else BoardMessage(row.board_channel, row.board_message)
        ),
        change=round(row.value_after) - round(row.value_before) if changed else None,
        void=row.void,
    )


def _reason(reason: str) -> EndReason:
    try:
        return EndReason(reason)
    except ValueError as error:
        raise CorruptRecord("a match's end", str(error)) from None
