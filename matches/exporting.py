"""All that is stored about one person, as one document: `docs/export.md` says what stands where.

Values are as they are stored, save that Discord's ids are text, since they are larger than some
readers of JSON take a number to be, and that moments are ISO 8601 in UTC. Other people are named as
in a match, by their number and the name they show, and never by an id of Discord's.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from matches.errors import AccountGone
from matches.ids import PlayerId
from matches.people import Person
from matches.ports import UnitOfWork
from matches.privacy_ports import OVERALL, StoredRow, StoredRows

FORMAT = "paper-soccer account"
VERSION = 1
"""Grows when something that was there is called otherwise, or means something else."""
PORTION = 20
"""Challenges, or matches, that are read at once: others have their turn in between."""

Document: TypeAlias = dict[str, Any]
"""What JSON can hold."""
People: TypeAlias = Mapping[PlayerId, Person]

_OF_DISCORD = frozenset({"account", "server", "channel", "thread", "message"})
_PEOPLE = frozenset({"challenger", "opponent", "first", "second", "blocked"})
_OF_A_MATCH = ("turns", "drafts", "offers", "boards", "rating_events", "voids")

T = TypeVar("T")


async def export_account(uow: UnitOfWork, player: PlayerId, *, now: datetime) -> Document:
    """All that is stored about a player, as of one moment. Raises AccountGone."""
    own = await uow.personal.of_player(player)
    if not own["accounts"]:
        raise AccountGone(player)
    people = await _people(uow, own["blocks"])
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": _plain("exported_at", now, {}),
        "account": _account(own["accounts"][0]),
        "settings": _first(own["player_settings"], "player"),
        "leaves": _all(own["leaves"], "player"),
        "blocked": [each["blocked"] for each in _all(own["blocks"], "player", people=people)],
        "hints": [row["hint"] for row in own["hints"]],
        "ratings": _all(own["ratings"], "player"),
        "voided": _all(own["voids"], "by"),
        "challenges": await _challenges(uow, player),
        "matches": await _matches(uow, player),
    }


def _account(row: StoredRow) -> Document:
    return {"discord_id": str(row["account"]), "name": row["name"], "player": row["player"]}


async def _challenges(uow: UnitOfWork, player: PlayerId) -> list[Document]:
    found: list[Document] = []
    for numbers in _portions(await uow.personal.challenges(player)):
        rows = (await uow.personal.of_challenges(numbers))["challenges"]
        found += _all(rows, people=await _people(uow, rows))
    return found


async def _matches(uow: UnitOfWork, player: PlayerId) -> list[Document]:
    found: list[Document] = []
    for numbers in _portions(await uow.personal.matches(player)):
        rows = await uow.personal.of_matches(numbers, player)
        found += _with_all_of_them(rows, await _people(uow, rows["matches"]))
    return found


def _with_all_of_them(rows: StoredRows, people: People) -> Iterator[Document]:
    """Each of these matches with what belongs to it."""
    of_match = {table: _by(rows[table], "match") for table in _OF_A_MATCH}
    changes = _by(rows["rating_changes"], "event")
    for match in rows["matches"]:
        its = {table: found.get(match["id"], []) for table, found in of_match.items()}
        rated = _first(its["rating_events"], "match", "first", "second")
        if rated is not None:
            rated["changes"] = _all(changes.get(rated["id"], ()), "event", "player")
        yield {
            **_document(match, (), people),
            "turns": [turn["record"] for turn in its["turns"]],
            "draft": _first(its["drafts"], "match"),
            "offers": _all(its["offers"], "match"),
            "board": _first(its["boards"], "match"),
            "rated_as": rated,
            "void": _first(its["voids"], "match"),
        }


async def _people(uow: UnitOfWork, rows: Iterable[StoredRow]) -> People:
    """Whoever these rows name."""
    named = {
        PlayerId(row[column])
        for row in rows
        for column in _PEOPLE & row.keys()
        if row[column] is not None
    }
    return await uow.players.people(named) if named else {}


def _first(rows: Sequence[StoredRow], *without: str) -> Document | None:
    return _document(rows[0], without) if rows else None


def _all(rows: Iterable[StoredRow], *without: str, people: People | None = None) -> list[Document]:
    return [_document(row, without, people or {}) for row in rows]


def _document(row: StoredRow, without: Sequence[str], people: People | None = None) -> Document:
    found = {}
    for name, value in row.items():
        if name == "scope":
            found["server"] = None if value == OVERALL else str(value)
        elif name not in without:
            found[name] = _plain(name, value, people or {})
    return found


def _plain(column: str, value: Any, people: People) -> Any:
    """A stored value as JSON has it."""
    if value is None:
        return None
    if column in _PEOPLE:
        person = people[PlayerId(value)]
        return {"player": value, "name": None if person.account is None else person.name}
    if column in _OF_DISCORD:
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return _read(value) if column == "options" else value


def _read(options: str) -> Any:
    """A game's options; the text itself if it cannot be read."""
    try:
        return json.loads(options)
    except ValueError:
        return options


def _by(rows: Iterable[StoredRow], column: str) -> Mapping[int, list[StoredRow]]:
    found: dict[int, list[StoredRow]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def _portions(keys: Iterable[T]) -> Iterator[list[T]]:
    """Some of the keys after the other."""
    rest = iter(keys)
    while portion := list(islice(rest, PORTION)):
        yield portion
