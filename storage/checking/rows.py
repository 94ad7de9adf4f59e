"""Whether each row can be read, and whether rows that belong together agree."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Row,
    Select,
    Table,
    or_,
    select,
    tuple_,
    type_coerce,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from matches.challenge import ChallengeStatus
from matches.ids import PlayerId
from matches.leave import Leave
from matches.match import EndReason, Match
from matches.outbox import UNPLAYED, DueKind, Telling
from matches.pauses import OUT_OF_REACH, Pause
from matches.preferences import Reminders
from rules import Player, Reason
from storage.checking.examined import Examined
from storage.checking.findings import Finding, Portion
from storage.errors import CorruptRecord
from storage.games import GameCache
from storage.records import (
    SETTINGS_COLUMNS,
    read_challenge,
    read_match,
    read_offer,
    read_settings,
)
from storage.tables import (
    challenges,
    computers,
    due,
    leaves,
    matches,
    offers,
    outbox,
    player_settings,
    server_settings,
    turns,
)
from storage.telling_records import read_due, read_outbox

SIZE = 200
"""Rows of a portion: each holds the database for some milliseconds, and little memory."""
_STRANGE = "holds something that does not belong there"

_WITHOUT_A_WINNER = frozenset(
    {EndReason.AGREED, *(reason for reason in EndReason if not reason.counts)}
)
_BY_RULES = frozenset(EndReason.by_rules(reason) for reason in Reason)

Rows = Sequence[Row[Any]]


async def matches_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each match replays, ended as its turns say, and has the rows that its clock needs."""
    keys: Sequence[Any] = ()
    while keys := await _next_keys(database, matches.c.id, keys):
        async with database.looking() as connection:
            rows, found = await _rows(
                connection, select(matches), matches.c.id, keys, "match {}".format
            )
            of_all, spoiled = await _rows(
                connection, select(turns), turns.c.match, keys, "match {}".format
            )
            looked_after = await _looked_after(connection, keys)
        records = defaultdict(list)
        for record in sorted(of_all, key=lambda record: record.number):
            records[record.match].append(record)
        found += spoiled
        spoiled_ones = {finding.subject for finding in spoiled}
        for row in rows:
            if f"match {row.id}" not in spoiled_ones:
                found += _match(row, records[row.id], looked_after)
        yield Portion(len(keys), tuple(found))


async def challenges_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each challenge can be read, and an open one ends by itself."""
    keys: Sequence[Any] = ()
    while keys := await _next_keys(database, challenges.c.id, keys):
        async with database.looking() as connection:
            rows, found = await _rows(
                connection, select(challenges), challenges.c.id, keys, "challenge {}".format
            )
            timed = await _subjects(connection, DueKind.CHALLENGE_ENDS, keys)
        for row in rows:
            found += _reading(f"challenge {row.id}", read_challenge, row)
            if row.status == ChallengeStatus.OPEN.value and row.id not in timed:
                found.append(Finding(f"challenge {row.id}", "is open, but no due row ends it"))
        yield Portion(len(keys), tuple(found))


async def outbox_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each row of the outbox can be read."""
    keys: Sequence[Any] = ()
    while keys := await _next_keys(database, outbox.c.id, keys):
        async with database.looking() as connection:
            rows, found = await _rows(
                connection, select(outbox), outbox.c.id, keys, "outbox row {}".format
            )
        for row in rows:
            found += _reading(f"outbox row {row.id}", read_outbox, row)
        yield Portion(len(keys), tuple(found))


async def settings_in_order(database: Examined) -> AsyncIterator[Portion]:
    """The settings of each server can be read."""
    column, name = server_settings.c.server, "the settings of server {}".format
    keys: Sequence[Any] = ()
    while keys := await _next_keys(database, column, keys):
        async with database.looking() as connection:
            chosen = select(column, *SETTINGS_COLUMNS)
            rows, found = await _rows(connection, chosen, column, keys, name)
        for row in rows:
            found += _reading(name(row.server), read_settings, row)
        yield Portion(len(keys), tuple(found))


async def offers_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each offer in a match can be read."""
    name = "an offer in match {}".format
    async for portion in _read_in_order(database, offers, offers.c.match, name, read_offer):
        yield portion


async def leaves_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each leave can be read, and ends after it began."""
    name = "a leave of player {}".format
    async for portion in _read_in_order(database, leaves, leaves.c.player, name, _read_leave):
        yield portion


async def players_settings_in_order(database: Examined) -> AsyncIterator[Portion]:
    """The settings of each player can be read."""
    key, name = player_settings.c.player, "the settings of player {}".format

    def read(row: Row[Any]) -> object:
        return Reminders(row.reminders)

    async for portion in _read_in_order(database, player_settings, key, name, read):
        yield portion


def _read_leave(row: Row[Any]) -> object:
    if row.ends_at < row.began_at:
        raise CorruptRecord(f"a leave of player {row.player}", "it ends before it begins")
    return Leave(PlayerId(row.player), row.began_at, row.ends_at)


async def _read_in_order(
    database: Examined,
    table: Table,
    key: Column[Any],
    name: Callable[[Any], str],
    read: Callable[[Any], object],
) -> AsyncIterator[Portion]:
    """Portions of all rows that belong to some keys, of which each has one or a few."""
    keys: Sequence[Any] = ()
    while keys := await _next_keys(database, key, keys):
        async with database.looking() as connection:
            rows, found = await _rows(connection, select(table), key, keys, name)
        looked_at = len(rows) + len(found)
        for row in rows:
            found += _reading(name(row._mapping[key.name]), read, row)
        yield Portion(looked_at, tuple(found))


async def due_rows_in_order(database: Examined) -> AsyncIterator[Portion]:
    """Each due row can be read, and what it is to end still runs."""
    key = tuple_(due.c.kind, due.c.subject)
    statement = select(due.c.kind, due.c.subject).order_by(due.c.kind, due.c.subject).limit(SIZE)
    following = statement
    while True:
        async with database.looking() as connection:
            keys = [(kind, subject) for kind, subject in await connection.execute(following)]
            if not keys:
                return
            rows, found = await _rows(connection, select(due), key, keys, _due_name)
            running = await _running(connection, [subject for _, subject in keys])
        for row in rows:
            problems = _reading(_due_name((row.kind, row.subject)), read_due, row)
            if not problems and row.subject not in running.get(row.kind, {row.subject}):
                name = _due_name((row.kind, row.subject))
                problems = [Finding(name, "is about nothing that could end by itself")]
            found += problems
        yield Portion(len(keys), tuple(found))
        following = statement.where(key > keys[-1])


def _due_name(key: tuple[str, int]) -> str:
    return f"due row {key[0]} of {key[1]}"


async def _running(connection: AsyncConnection, subjects: list[int]) -> dict[str, set[int]]:
    """Of these, about which a due row of each kind can be."""
    is_timed = type_coerce(matches.c.deadline, BigInteger).is_not(None)
    is_hidden = matches.c.pauses.bitwise_and(OUT_OF_REACH.value) != 0
    running = select(matches.c.id).where(matches.c.id.in_(subjects), matches.c.reason.is_(None))
    waiting = select(challenges.c.id).where(
        challenges.c.id.in_(subjects), challenges.c.status == ChallengeStatus.OPEN.value
    )
    statements = {
        DueKind.CHALLENGE_ENDS: waiting,
        DueKind.TURN_DEADLINE: running.where(is_timed),
        DueKind.ASK_IF_PLAYED: running.where(~is_timed),
        DueKind.CLOSE_UNPLAYED: running.where(~is_timed),
        DueKind.GIVE_UP: running.where(is_hidden),
        DueKind.COMPUTER_TURN: running.where(matches.c.computer_level.is_not(None)),
        DueKind.LEAVE_ENDS: select(leaves.c.player).where(leaves.c.player.in_(subjects)),
    }
    return {
        kind.value: set((await connection.execute(statement)).scalars())
        for kind, statement in statements.items()
    }


@dataclass(frozen=True, slots=True)
class _LookedAfter:
    """What other rows do for some matches."""

    timed: set[int]
    """Those with a due row for their clock, or for when nobody plays on."""
    given_up: set[int]
    """Those that are given up by themselves."""
    shown: set[int]
    """Those whose board an outbox row shows."""
    leaving: set[int]
    """The players whose leave a due row ends."""
    awaited: set[int]
    """Those with a due row for the computer's turn."""
    computers: dict[int, int]
    """The players that the computer is, by their levels."""


async def _looked_after(connection: AsyncConnection, keys: Sequence[int]) -> _LookedAfter:
    timed = await _subjects(connection, DueKind.TURN_DEADLINE, keys)
    for kind in UNPLAYED:
        timed |= await _subjects(connection, kind, keys)
    boards = [Telling.POST_BOARD.value, Telling.EDIT_BOARD.value]
    shown = select(outbox.c.match).where(outbox.c.match.in_(keys), outbox.c.telling.in_(boards))
    leaving = select(due.c.subject).where(
        due.c.kind == DueKind.LEAVE_ENDS.value,
        or_(
            *(
                due.c.subject.in_(select(side).where(matches.c.id.in_(keys)))
                for side in (matches.c.first, matches.c.second)
            )
        ),
    )
    return _LookedAfter(
        timed,
        await _subjects(connection, DueKind.GIVE_UP, keys),
        set((await connection.execute(shown)).scalars()),
        set((await connection.execute(leaving)).scalars()),
        await _subjects(connection, DueKind.COMPUTER_TURN, keys),
        {row.level: row.player for row in await connection.execute(select(computers))},
    )


def _match(row: Row[Any], records: Rows, looked_after: _LookedAfter) -> list[Finding]:
    """What is wrong with a match that could be read from the database."""
    subject = f"match {row.id}"
    if [record.number for record in records] != list(range(1, len(records) + 1)):
        return [Finding(subject, "a turn is missing")]
    try:
        match = read_match(row, tuple(record.record for record in records), GameCache(1))
    except CorruptRecord as error:
        return [Finding(subject, error.problem)]
    except Exception:
        # Whatever the rules make of it, one spoiled match must not hide the others.
        return [Finding(subject, _STRANGE)]
    problem = _contradiction(match) or _time(match, looked_after) or _computer(match, looked_after)
    return [Finding(subject, problem)] if problem else []


def _contradiction(match: Match) -> str | None:
    """How the stored end differs from what the turns say; None if they agree."""
    outcome, result = match.game.outcome, match.result
    stored = None if result is None else (result.winner, result.reason)
    if outcome is not None:
        played = (outcome.winner, EndReason.by_rules(outcome.reason))
        if stored is None:
            return f"its turns end it ({_end(*played)}), but it is stored as running"
        if stored != played:
            return f"its turns end it as {_end(*played)}, but {_end(*stored)} is stored"
        return None
    if stored is None:
        return None
    winner, reason = stored
    loser = {EndReason.TIME: match.game.to_move}.get(reason)
    if (
        reason in _BY_RULES
        or (reason is EndReason.RESIGNED and winner is None)
        or (reason in _WITHOUT_A_WINNER and winner is not None)
        or (loser is not None and winner is loser)
    ):
        return f"{_end(winner, reason)} is stored, which its turns do not allow"
    return None


def _time(match: Match, looked_after: _LookedAfter) -> str | None:
    if match.is_over and match.deadline is not None:
        return "it is over, but has a deadline"
    if match.is_over != (match.finished_at is not None):
        return "its end and the time of its end do not belong together"
    if bool(match.pauses) != (match.stands_since is not None):
        return "what holds its time and since when do not belong together"
    if not (match.is_over or match.pauses or match.id in looked_after.timed):
        return "it is running, but no due row looks after its time"
    return _standstill(match, looked_after)


def _standstill(match: Match, looked_after: _LookedAfter) -> str | None:
    """Why time would stand still for ever; None if something lets it run again."""
    if Pause.HIDDEN in match.pauses and match.id not in looked_after.shown:
        return "its board cannot be shown, and no outbox row tries it again"
    if match.pauses & OUT_OF_REACH and match.id not in looked_after.given_up:
        return "nobody can see it, and no due row gives it up"
    for side in Player:
        is_away = Pause.away(side) in match.pauses
        if is_away and match.player(side) not in looked_after.leaving:
            return f"a leave of its {side.value} player holds its time, and no due row ends that"
    return None


def _computer(match: Match, looked_after: _LookedAfter) -> str | None:
    """What is wrong with a game against the computer."""
    computer = match.computer
    if computer is None:
        return None
    if match.player(computer.side) != looked_after.computers.get(computer.level):
        return f"the computer plays it at level {computer.level}, but somebody else sits there"
    if match.rated:
        return "it is against the computer, but rated"
    if match.awaits_computer and match.id not in looked_after.awaited:
        return "it is the computer's turn, and no due row lets it play"
    return None


def _end(winner: Player | None, reason: EndReason) -> str:
    who = "nobody" if winner is None else winner.value
    return f"“{reason.value}, won by {who}”"


def _reading(subject: str, read: Callable[[Any], object], row: Any) -> list[Finding]:
    try:
        read(row)
    except CorruptRecord as error:
        return [Finding(subject, error.problem)]
    except (ValueError, TypeError, OverflowError):
        return [Finding(subject, _STRANGE)]
    return []


async def _next_keys(database: Examined, column: Column[Any], keys: Sequence[Any]) -> Sequence[Any]:
    """The keys of the next portion, after those of the last."""
    statement = select(column).distinct().order_by(column).limit(SIZE)
    if keys:
        statement = statement.where(column > keys[-1])
    async with database.looking() as connection:
        return (await connection.execute(statement)).scalars().all()


async def _rows(
    connection: AsyncConnection,
    statement: Select[Any],
    key: ColumnElement[Any],
    keys: Sequence[Any],
    name: Callable[[Any], str],
) -> tuple[Rows, list[Finding]]:
    """The rows of these keys; those that cannot even be taken from the database are findings."""
    try:
        return (await connection.execute(statement.where(key.in_(keys)))).all(), []
    except (ValueError, TypeError, OverflowError, DBAPIError):
        if len(keys) == 1:
            return (), [Finding(name(keys[0]), _STRANGE)]
    rows: list[Row[Any]] = []
    found: list[Finding] = []
    for each in keys:
        some, findings = await _rows(connection, statement, key, [each], name)
        rows += some
        found += findings
    return rows, found


async def _subjects(connection: AsyncConnection, kind: DueKind, keys: Sequence[int]) -> set[int]:
    """Which of these have a due row of that kind."""
    statement = select(due.c.subject).where(due.c.kind == kind.value, due.c.subject.in_(keys))
    return set((await connection.execute(statement)).scalars())
