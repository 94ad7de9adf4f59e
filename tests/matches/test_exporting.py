"""The document with all that is stored about somebody."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Boolean, Table, insert

from matches import exporting
from matches.administrating import prefer
from matches.blocking import block
from matches.deleting import delete_account
from matches.errors import AccountGone
from matches.exporting import FORMAT, VERSION, export_account
from matches.hints import Hint
from matches.ids import PlayerId
from matches.leaving import go_on_leave
from matches.offer import OfferKind
from matches.offering import make_offer
from matches.place import BoardMessage
from matches.playing import draw_step
from matches.preferences import PlayerSettings, Reminders
from storage import SqlStore
from storage.columns import UtcTime
from storage.tables import metadata
from tests.support.people import FIRST_SCORES, PLACE, SLOW, Club

START = "2026-03-29T00:30:00+00:00"
KEYS = [
    "format",
    "version",
    "exported_at",
    "account",
    "settings",
    "leaves",
    "blocked",
    "hints",
    "ratings",
    "voided",
    "challenges",
    "matches",
]


async def exported(club: Club, player: PlayerId) -> dict[str, Any]:
    """Somebody's document, after JSON has had it."""
    async with club.store.reading() as uow:
        document = await export_account(uow, player, now=club.now)
    read: dict[str, Any] = json.loads(json.dumps(document))
    assert read == document
    return read


async def test_a_newcomer(each_club: Club):
    """All keys are there from the start."""
    document = await exported(each_club, each_club.ann)
    assert list(document) == KEYS
    assert (document["format"], document["version"]) == (FORMAT, VERSION)
    assert document["exported_at"] == START
    account = {"discord_id": "11", "name": "Ann", "player": each_club.ann}
    assert document["account"] == account
    assert document["settings"] is None
    assert all(document[key] == [] for key in KEYS[5:])


async def test_what_somebody_decided(each_club: Club):
    """Settings, leaves, hints and blocks; who has blocked them is not told."""
    club = each_club
    await club.do(prefer, club.ann, lambda _: PlayerSettings(Reminders.DIRECT, words=True))
    await club.do(go_on_leave, club.ann, 2, now=club.now)
    await club.do(block, club.ann, club.cid)
    await club.do(block, club.bob, club.ann)
    async with club.store.writing() as uow:
        await uow.hints.tell(club.ann, [Hint.WALL, Hint.BOUNCE])
        await uow.commit()
    document = await exported(club, club.ann)
    assert document["settings"] == {"reminders": "direct", "words": True}
    until = (club.now + timedelta(days=2)).isoformat()
    assert document["leaves"] == [{"began_at": START, "ends_at": until}]
    assert document["blocked"] == [{"player": club.cid, "name": "Cid"}]
    assert document["hints"] == ["bounce", "wall"]


async def test_a_match_with_all_that_belongs_to_it(each_club: Club):
    """Its turns as they were played, who played, the draft, offers, the board."""
    club = each_club
    match = await club.play(await club.start(terms=SLOW), "0", "2")
    await club.do(make_offer, match.id, club.bob, OfferKind.DRAW, now=club.now)
    seen = await club.seen(match.id)
    await club.do(draw_step, match.id, club.ann, 0, seen=seen, now=club.now)
    async with club.store.writing() as uow:
        await uow.places.set_board(match.id, BoardMessage(71, 2**60))
        await uow.commit()
    document = await exported(club, club.ann)
    [found] = document["matches"]
    assert found["first"] == {"player": club.ann, "name": "Ann"}
    assert found["second"] == {"player": club.bob, "name": "Bob"}
    assert found["turns"] == ["0", "2"]
    assert found["draft"] == {"player": club.ann, "version": 3, "revision": 1, "steps": "0"}
    assert found["options"]["width"] == 6
    assert found["started_at"] == START
    assert found["server"] == str(PLACE.server)
    assert found["board"] == {"channel": "71", "message": str(2**60)}
    assert [(offer["kind"], offer["status"]) for offer in found["offers"]] == [("draw", "open")]
    assert found["rated_as"] is None
    assert found["void"] is None
    [challenge] = document["challenges"]
    assert challenge["challenger"] == {"player": club.ann, "name": "Ann"}
    assert challenge["opponent"] == {"player": club.bob, "name": "Bob"}
    assert challenge["match"] == match.id


async def test_ratings_with_their_history(each_club: Club):
    """One's own, overall and in each server, and what each match did to them; not the other's."""
    club = each_club
    match = await club.play(await club.start(), *FIRST_SCORES)
    document = await exported(club, club.ann)
    assert [each["server"] for each in document["ratings"]] == [None, str(PLACE.server)]
    assert [each["variant"] for each in document["ratings"]] == ["small", "small"]
    stored = await club.rating(club.ann)
    assert document["ratings"][0]["value"] == stored.rating.value
    rated = document["matches"][0]["rated_as"]
    assert rated["score"] == 1.0
    after = [change.after for change in await club.changes(match.id) if change.player == club.ann]
    assert [each["value_after"] for each in rated["changes"]] == [each.value for each in after]
    assert rated["changes"][0]["server"] is None


async def test_other_peoples_ids_are_not_in_it(each_club: Club):
    """Neither an opponent's nor that of somebody who was blocked; a deleted player has no name."""
    club = each_club
    await club.play(await club.start(), "0", "2")
    await club.play(await club.start(club.cid, club.ann), "0", "2")
    await club.do(delete_account, club.cid, now=club.now)
    document = await exported(club, club.ann)
    text = json.dumps(document)
    assert '"11"' in text
    for account in (12, 13, 14):
        assert f'"{account}"' not in text
    assert document["matches"][1]["first"] == {"player": club.cid, "name": None}


async def test_many_matches_come_in_portions(each_club: Club, monkeypatch: pytest.MonkeyPatch):
    """However many are read at once, each is there once and in order."""
    monkeypatch.setattr(exporting, "PORTION", 2)
    club = each_club
    started = [(await club.start(club.ann, other)).id for other in (club.bob, club.cid, club.dee)]
    started += [
        (await club.start(club.bob, club.ann)).id,
        (await club.start(club.cid, club.ann)).id,
    ]
    document = await exported(club, club.ann)
    assert [match["id"] for match in document["matches"]] == started
    assert len(document["challenges"]) == 5


async def test_whoever_is_gone_has_no_document(each_club: Club):
    """There is nobody whose it could be."""
    await each_club.do(delete_account, each_club.ann, now=each_club.now)
    async with each_club.store.reading() as uow:
        with pytest.raises(AccountGone):
            await export_account(uow, each_club.ann, now=each_club.now)


# ---------------------------------------------------------------- nothing that is stored is missing

LEFT_OUT = {
    "outbox": "what is not told yet of matches and challenges that are all there",
    "computers": "players of the bot's own, behind whom nobody is",
    "players": "a number, which stands in the account",
}
"""Tables that refer to people by way of others, and why they are left out."""
KEYS_ELSEWHERE = {"player", "match", "event", "number", "id", "by", "first", "second"}
"""Columns that say whose a row is, or to what it belongs, which its place in the document says."""
IDS = {"challenges": 5, "matches": 7, "rating_events": 11}


def _about_people() -> list[Table]:
    """The tables that refer to players, also by way of others, those that are referred to first."""
    found = {"players"}
    for _ in metadata.tables:
        found |= {
            table.name
            for table in metadata.sorted_tables
            if any(key.column.table.name in found for key in table.foreign_keys)
        }
    return [table for table in metadata.sorted_tables if table.name in found]


def _unmistakable(table: Table, number: int) -> dict[str, Any]:
    """A row of player 1 with a value in each column that stands nowhere else."""
    row: dict[str, Any] = {}
    for place, column in enumerate(table.columns):
        value = 1_000_000 + 1_000 * number + place
        keys = [key.column.table.name for key in column.foreign_keys]
        if keys == ["players"]:
            row[column.name] = 2 if column.name in ("second", "opponent", "blocked") else 1
        elif keys:
            row[column.name] = IDS[keys[0]]
        elif column.name == "id":
            row["id"] = IDS[table.name]
        elif isinstance(column.type, UtcTime):
            row[column.name] = datetime.fromtimestamp(value, UTC)
        elif isinstance(column.type, Boolean):
            row[column.name] = True
        else:
            kind = column.type.python_type
            row[column.name] = f"text {value}" if kind is str else kind(value)
    return row


def _shown(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _values(document: Any) -> set[str]:
    """All values in a document, as text."""
    if isinstance(document, dict):
        return set().union(*map(_values, document.values()))
    if isinstance(document, list):
        return set().union(*map(_values, document))
    return {str(document)}


def _names(document: Any) -> set[str]:
    """All keys in a document."""
    if isinstance(document, dict):
        return set(document).union(*map(_names, document.values()))
    return set().union(*map(_names, document)) if isinstance(document, list) else set()


async def test_every_column_about_a_person_is_in_it(sql_store: SqlStore):
    """A table or a column that is added later fails here until it is exported, or left out for a
    reason that is named.
    """
    tables = [table for table in _about_people() if table.name not in LEFT_OUT]
    rows = {table.name: _unmistakable(table, n) for n, table in enumerate(tables)}
    async with sql_store._engines.writer.begin() as connection:
        await connection.execute(insert(metadata.tables["players"]), [{"id": 1}, {"id": 2}])
        for name, row in _in_order(rows):
            await connection.execute(insert(metadata.tables[name]).values(row))
    async with sql_store.reading() as uow:
        document = await export_account(uow, PlayerId(1), now=datetime(2026, 1, 1, tzinfo=UTC))
    values, names = _values(document), _names(document)
    missing = []
    for name, row in rows.items():
        for column, value in row.items():
            if column in KEYS_ELSEWHERE:
                continue
            keys = metadata.tables[name].c[column].foreign_keys
            is_there = column in names if value is True or keys else _shown(value) in values
            if not is_there:
                missing.append(f"{name}.{column}")
    assert missing == []


def _in_order(rows: dict[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Challenges and matches refer to each other: those of the test do as if both were there."""
    order = ["accounts", "matches", "challenges", *rows]
    return [(name, rows[name]) for name in dict.fromkeys(order)]
