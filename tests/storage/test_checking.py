"""What is wrong with a database is found, named once, and left as it is."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from matches.computer import Computer
from matches.leave import Leave
from matches.match import EndReason, Match, Result
from matches.offer import Offer, OfferKind
from matches.outbox import UNPLAYED, DueKind, Telling
from matches.pauses import OUT_OF_REACH, Pause
from matches.place import ServerSettings
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings, Reminders
from rules import Player
from storage import SqlStore, StorageSetupError, open_store
from storage.checking import CONTENTS, Examined, Finding, examine, foundations, room_of
from storage.checking import rows as checked_rows
from storage.migrations import Standing, upgrade
from tests.storage.damage import damage
from tests.storage.samples import (
    NOW,
    PLACE,
    add_match,
    add_players,
    after,
    new_challenge,
    new_match,
    write,
)

SPARE = 60


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """The bot's way to it, which stays open: the bot runs while somebody looks."""
    opened = await open_store(url)
    yield opened
    await opened.close()


async def looked_at(database: Examined) -> tuple[dict[str, int], list[Finding]]:
    """How many things were looked at, by kind, and all that is wrong."""
    counts: dict[str, int] = {}
    found: list[Finding] = []
    for check in (*foundations(database), *CONTENTS):
        counts[check.name] = 0
        async for portion in check(database):
            counts[check.name] += portion.looked_at
            found += portion.findings
    return counts, found


async def findings(url: str) -> list[tuple[str, str]]:
    """All that is wrong with the database of a URL."""
    async with examine(url) as database:
        assert database is not None
        _, found = await looked_at(database)
    return [(finding.subject, finding.problem) for finding in found]


async def spoil(store: SqlStore, *statements: str) -> None:
    """Change the database behind the store's back."""
    async with store._engines.writer.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def full(store: SqlStore) -> Match:
    """A running match with a deadline, which is returned; a challenge, a message, settings."""
    match = await add_match(store)
    played = after(match, "0", "3")

    async def work(uow: UnitOfWork) -> None:
        await uow.matches.save(played)
        await uow.due.set(DueKind.TURN_DEADLINE, match.id, NOW)
        made = await uow.challenges.add(new_challenge(match.first, None))
        await uow.due.set(DueKind.CHALLENGE_ENDS, made.id, NOW)
        await uow.outbox.add(Telling.POST_BOARD, now=NOW, match=match.id)
        assert PLACE.server is not None
        await uow.places.save_settings(PLACE.server, ServerSettings(frozenset({7, 8})))
        await uow.preferences.save(match.first, PlayerSettings(Reminders.OFF))
        await uow.leaves.save(Leave(match.first, NOW, NOW + timedelta(days=1)))
        await uow.due.set(DueKind.LEAVE_ENDS, match.first, NOW + timedelta(days=1))
        await uow.offers.put(
            Offer(match.id, OfferKind.DRAW, Player.FIRST, played.version, turns=2, made_at=NOW)
        )

    await write(store, work)
    return played


async def test_sound_database(url: str, store: SqlStore):
    """Everything is looked at, nothing is found, and what a server uses is known."""
    match = await full(store)
    async with examine(url) as database:
        assert database is not None
        assert database.standing is Standing.CURRENT
        counts, found = await looked_at(database)
        assert PLACE.server is not None
        assert await database.channels_in_use(PLACE.server) == {7, 8, match.place.channel}
        assert await database.channels_in_use(5) == frozenset()
    assert found == []
    assert {name: counts[name] for name in ("matches", "challenges", "outbox rows")} == {
        "matches": 1,
        "challenges": 1,
        "outbox rows": 1,
    }
    assert counts["due rows"] == 3
    assert counts["players' settings"] == counts["leaves"] == counts["offers"] == 1
    assert counts["servers' settings"] == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE turns SET record = '4' WHERE number = 2", "its turns do not replay"),
        ("DELETE FROM turns WHERE number = 1", "a turn is missing"),
        ("UPDATE matches SET game = 'chess'", "game: must be one of"),
        ("UPDATE matches SET options = '{'", "Expecting property name"),
        ("UPDATE matches SET deadline = 9000000000000000000", "holds something that does not"),
        ("DELETE FROM due WHERE kind = 'turn_deadline'", "no due row looks after its time"),
        ("UPDATE matches SET finished_at = 1", "do not belong together"),
    ],
)
async def test_spoiled_match(url: str, store: SqlStore, change: str, problem: str):
    """It is named, with the reason."""
    await full(store)
    await spoil(store, change)
    [(subject, found)] = await findings(url)
    assert subject == "match 1"
    assert problem in found


GOAL = ("0", "0", "0", "0", "0", "0")
"""Straight up, the last step by the second player into the second player's own goal."""


@pytest.mark.parametrize(
    ("turns", "result", "problem"),
    [
        (GOAL[:5], Result(Player.FIRST, EndReason.GOAL), "“goal, won by first” is stored, which"),
        (GOAL[:2], Result(None, EndReason.RESIGNED), "“resigned, won by nobody” is stored, which"),
        (GOAL[:2], Result(Player.FIRST, EndReason.TIME), "“time, won by first” is stored, which"),
        (GOAL[:2], Result(Player.FIRST, EndReason.ABORTED), "won by first” is stored, which"),
        (GOAL, None, "its turns end it (“own_goal, won by first”), but it is stored as running"),
        (
            GOAL,
            Result(Player.SECOND, EndReason.OWN_GOAL),
            "but “own_goal, won by second” is stored",
        ),
        (GOAL, Result(Player.FIRST, EndReason.RESIGNED), "but “resigned, won by first” is stored"),
        (GOAL, Result(Player.FIRST, EndReason.OWN_GOAL), None),
        (GOAL[:2], Result(Player.SECOND, EndReason.TIME), None),
        (GOAL[:2], Result(Player.SECOND, EndReason.RESIGNED), None),
        (GOAL[:1], Result(None, EndReason.ABORTED, Player.FIRST), None),
    ],
)
async def test_end_that_its_turns_do_not_bear_out(
    url: str, store: SqlStore, turns: tuple[str, ...], result: Result | None, problem: str | None
):
    """The stored winner and reason are compared with the replayed game."""
    match = await add_match(store, deadline=None)
    ended = after(match, *turns, result=result, finished_at=None if result is None else NOW)
    await write(store, lambda uow: uow.matches.save(ended))
    found = await findings(url)
    assert [subject for subject, _ in found] == ([] if problem is None else ["match 1"])
    assert problem is None or problem in found[0][1]


async def test_ended_match_with_a_deadline(url: str, store: SqlStore):
    """Time runs for nobody there, nor does a due row belong to it."""
    match = await full(store)
    ended = replace(
        match,
        result=Result(Player.FIRST, EndReason.RESIGNED),
        finished_at=NOW,
        version=match.version + 1,
    )
    await write(store, lambda uow: uow.matches.save(ended))
    assert await findings(url) == [
        ("match 1", "it is over, but has a deadline"),
        ("due row turn_deadline of 1", "is about nothing that could end by itself"),
    ]


@pytest.mark.parametrize(
    ("change", "subject", "problem"),
    [
        ("UPDATE challenges SET status = 'lost'", "challenge 1", "'lost' is not a valid"),
        ("UPDATE outbox SET telling = 'sing'", "outbox row 1", "'sing' is not a valid Telling"),
        ("UPDATE due SET kind = 'x' WHERE kind = 'challenge_ends'", "due row x of 1", "'x' is not"),
        ("UPDATE server_settings SET games_channels = '['", "the settings of server", "something"),
        (
            "UPDATE player_settings SET reminders = 'pigeon'",
            "the settings of player 1",
            "something",
        ),
        ("UPDATE leaves SET ends_at = 0", "a leave of player 1", "ends before it begins"),
        ("UPDATE offers SET kind = 'money'", "an offer in match 1", "'money' is not a valid"),
    ],
)
async def test_spoiled_row(url: str, store: SqlStore, change: str, subject: str, problem: str):
    """What cannot be read is named, whatever it is."""
    await full(store)
    await spoil(store, change)
    found = await findings(url)
    assert any(name.startswith(subject) and problem in words for name, words in found), found


async def test_rows_about_nothing(url: str, store: SqlStore):
    """An open challenge must end by itself, and a due row must end something."""
    await full(store)
    await spoil(store, "UPDATE due SET subject = 99")
    assert sorted(await findings(url)) == [
        ("challenge 1", "is open, but no due row ends it"),
        ("due row challenge_ends of 99", "is about nothing that could end by itself"),
        ("due row leave_ends of 99", "is about nothing that could end by itself"),
        ("due row turn_deadline of 99", "is about nothing that could end by itself"),
        ("match 1", "it is running, but no due row looks after its time"),
    ]


STANDS = {
    "its board cannot be shown, and no outbox row tries it again": (Pause.HIDDEN, "outbox"),
    "nobody can see it, and no due row gives it up": (Pause.SERVER_AWAY, "give_up"),
    "a leave of its second player holds its time, and no due row ends that": (
        Pause.SECOND_AWAY,
        "leave_ends",
    ),
}


@pytest.mark.parametrize("problem", STANDS)
async def test_match_that_would_stand_still_for_ever(url: str, store: SqlStore, problem: str):
    """Whatever holds its time, a row lets it run again or ends the match."""
    pause, needed = STANDS[problem]
    match = await add_match(store, pauses=pause, stands_since=NOW)

    async def look_after(uow: UnitOfWork) -> None:
        await uow.outbox.add(Telling.EDIT_BOARD, now=NOW, match=match.id)
        if pause in OUT_OF_REACH:
            await uow.due.set(DueKind.GIVE_UP, match.id, NOW)
        await uow.leaves.save(Leave(match.second, NOW, NOW + timedelta(days=1)))
        await uow.due.set(DueKind.LEAVE_ENDS, match.second, NOW)

    await write(store, look_after)
    assert await findings(url) == []
    rows = "outbox" if needed == "outbox" else f"due WHERE kind = '{needed}'"
    await spoil(store, f"DELETE FROM {rows}")
    assert await findings(url) == [("match 1", problem)]


@pytest.mark.parametrize("kind", [DueKind.TURN_DEADLINE, *UNPLAYED, DueKind.GIVE_UP])
async def test_due_row_of_an_ended_match(url: str, store: SqlStore, kind: DueKind):
    """Nothing can happen by itself in a match that is over, whatever the row is for."""
    ended = {"result": Result(None, EndReason.CLOSED), "finished_at": NOW, "deadline": None}
    match = await add_match(store, **ended)
    await write(store, lambda uow: uow.due.set(kind, match.id, NOW))
    assert await findings(url) == [
        (f"due row {kind.value} of 1", "is about nothing that could end by itself")
    ]


async def test_many_rows(url: str, store: SqlStore, monkeypatch: pytest.MonkeyPatch):
    """They are read in portions, each row once, and a spoiled one hides no other."""
    monkeypatch.setattr(checked_rows, "SIZE", 7)
    first, second = await add_players(store)
    async with store.writing() as uow:
        for number in range(SPARE):
            match = await uow.matches.add(new_match(first, second))
            await uow.due.set(DueKind.TURN_DEADLINE, match.id, NOW + timedelta(hours=number))
            made = await uow.challenges.add(new_challenge(first, None))
            await uow.due.set(DueKind.CHALLENGE_ENDS, made.id, NOW)
            await uow.outbox.add(Telling.POST_BOARD, now=NOW, match=match.id)
        await uow.commit()
    spoiled = "UPDATE matches SET started_at = 9000000000000000000 WHERE id IN (3, 4, 40)"
    await spoil(store, spoiled, "UPDATE due SET due_at = 9000000000000000000 WHERE subject = 9")
    async with examine(url) as database:
        assert database is not None
        counts, found = await looked_at(database)
    assert [counts[name] for name in ("matches", "challenges", "outbox rows")] == [SPARE] * 3
    assert counts["due rows"] == 2 * SPARE
    assert [finding.subject for finding in found] == [
        *("match 3", "match 4", "match 40"),
        *("due row challenge_ends of 9", "due row turn_deadline of 9"),
    ]


# What the rows stand on


async def test_missing_tables_and_columns(sqlite_url: str):
    """Each is named."""
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as opened, opened:
        opened.execute("DROP TABLE hints")
        opened.execute("ALTER TABLE boards DROP COLUMN message")
    async with examine(sqlite_url) as database:
        assert database is not None
        tables = foundations(database)[-1]
        found = [finding async for portion in tables(database) for finding in portion.findings]
    assert {(finding.subject, finding.problem) for finding in found} == {
        ("table hints", "is missing"),
        ("column message of boards", "is missing"),
    }


async def test_damaged_page(sqlite_url: str):
    """SQLite's own check is told, and what lies on the page is said not to be readable."""
    await _with_a_match(sqlite_url)
    damage(Path(sqlite_url.removeprefix("sqlite:///")), "matches")
    subjects = [subject for subject, _ in await findings(sqlite_url)]
    assert subjects[0] == "the file"
    assert "matches" in subjects


async def _with_a_match(url: str) -> None:
    store = await open_store(url)
    await full(store)
    await store.close()


async def test_rows_that_refer_to_nothing(sqlite_url: str):
    """SQLite's check of references is told."""
    await _with_a_match(sqlite_url)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as opened, opened:
        opened.execute("DELETE FROM players WHERE id = 2")
    assert ("row 1 of matches", "refers to no row of players") in await findings(sqlite_url)


async def test_text_that_is_no_text(sqlite_url: str):
    """SQLite keeps whatever is written into it; such a row is named."""
    await _with_a_match(sqlite_url)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as opened, opened:
        opened.execute("UPDATE turns SET record = CAST(x'ff' AS TEXT)")
        opened.execute("UPDATE challenges SET made_at = 'yesterday'")
    strange = "holds something that does not belong there"
    assert await findings(sqlite_url) == [("match 1", strange), ("challenge 1", strange)]


async def test_looking_leaves_nothing_behind(sqlite_url: str):
    """A file that nobody has open is the same afterwards, and has no company."""
    await _with_a_match(sqlite_url)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    before = _folder(path)
    assert await findings(sqlite_url) == []
    assert _folder(path) == before


def _folder(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


async def test_where_it_stands(tmp_path: Path):
    """Missing, empty, older, another program's, a folder, no database."""
    url = f"sqlite:///{tmp_path / 'file'}"
    async with examine(url) as database:
        assert database is None
    (tmp_path / "file").touch()
    assert await _standing(url) == (Standing.EMPTY, None)
    engine = create_engine(url)
    with engine.begin() as connection:
        upgrade(connection, "0001")
    engine.dispose()
    assert await _standing(url) == (Standing.OLDER, "0001")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert await _standing(f"sqlite:///{tmp_path / 'other'}") == (Standing.FOREIGN, None)
    (tmp_path / "text").write_text("just a text\n" * 100)
    for name, words in (("text", "is not a database"), (".", "is a folder")):
        with pytest.raises(StorageSetupError, match=words):
            await _standing(f"sqlite:///{tmp_path / name}")


async def _standing(url: str) -> tuple[Standing, str | None]:
    async with examine(url) as database:
        assert database is not None
        return database.standing, database.revision


async def test_server_out_of_reach():
    """The sentence is that of a start."""
    with pytest.raises(StorageSetupError, match="no PostgreSQL server answers"):
        await _standing("postgresql://bot@127.0.0.1:1/soccer")


def test_room(tmp_path: Path):
    """The room is that of the folder, also before it is made."""
    room = room_of(f"sqlite:///{tmp_path / 'new' / 'file'}")
    assert room is not None
    assert (room.folder, room.size) == (tmp_path, 0)
    assert room.free > 0
    (tmp_path / "file").write_bytes(b"12345")
    room = room_of(f"sqlite:///{tmp_path / 'file'}")
    assert room is not None
    assert room.size == 5
    assert room_of("postgresql://bot@db/soccer") is None


async def against_computer(store: SqlStore) -> Match:
    """A game in which it is the computer's turn, at level 3, with all the rows that it needs."""
    [ann] = await add_players(store, 1)

    async def work(uow: UnitOfWork) -> Match:
        opponent = await uow.players.computer(3)
        new = new_match(opponent, ann, rated=False, deadline=None)
        match = await uow.matches.add(replace(new, computer=Computer(Player.FIRST, 3)))
        await uow.due.set(DueKind.COMPUTER_TURN, match.id, NOW)
        await uow.due.set(DueKind.CLOSE_UNPLAYED, match.id, NOW)
        return match

    return await write(store, work)


async def test_sound_game_against_the_computer(url: str, store: SqlStore):
    """Nothing is wrong with one."""
    await against_computer(store)
    assert await findings(url) == []


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (
            "UPDATE computers SET level = 4",
            "the computer plays it at level 3, but somebody else sits there",
        ),
        (
            "UPDATE matches SET computer_side = 'second'",
            "the computer plays it at level 3, but somebody else sits there",
        ),
        ("UPDATE matches SET rated = {true}", "it is against the computer, but rated"),
        (
            "DELETE FROM due WHERE kind = 'computer_turn'",
            "it is the computer's turn, and no due row lets it play",
        ),
        ("UPDATE matches SET computer_level = 9", "there is no level 9"),
        ("UPDATE matches SET computer_level = NULL", "there is no level None"),
        ("UPDATE matches SET computer_side = 'third'", "'third' is not a valid Player"),
    ],
)
async def test_game_against_the_computer(url: str, store: SqlStore, damage: str, problem: str):
    """Who plays it, that it counts for nothing, and that the computer comes to move."""
    match = await against_computer(store)
    true = "1" if url.startswith("sqlite") else "true"
    await spoil(store, damage.format(true=true))
    assert (f"match {match.id}", problem) in await findings(url)


async def test_turn_of_the_computer_in_a_match_of_people(url: str, store: SqlStore):
    """It has none there."""
    match = await full(store)
    await spoil(
        store, f"INSERT INTO due (kind, subject, due_at) VALUES ('computer_turn', {match.id}, 0)"
    )
    assert await findings(url) == [
        (f"due row computer_turn of {match.id}", "is about nothing that could end by itself")
    ]
