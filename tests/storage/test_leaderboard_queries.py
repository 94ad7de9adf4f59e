"""A leaderboard reads no more rows than it shows, whatever else is stored."""

from dataclasses import replace

import pytest

from matches.history import RatingChange
from matches.ids import PlayerId, ServerId
from matches.ports import UnitOfWork
from matches.ranking import LISTED_FOR
from matches.rating import Rating
from storage import SqlStore
from tests.storage.plans import Question, postgresql_rows_read, sqlite_plans
from tests.storage.samples import HOUR, NOW, new_match, write
from tests.storage.test_ratings import event_of

BOARDS = 5
PLAYERS = 400
"""On each board; half of them are unlisted, and stand among the others by value."""


async def fill_leaderboards(uow: UnitOfWork) -> None:
    """Ratings of several servers; the first ten players of each have changed within the week."""
    players = [await uow.players.find_or_add(n, f"Player {n}") for n in range(1, PLAYERS + 1)]
    old, new = NOW - LISTED_FOR, NOW - HOUR
    for board in range(1, BOARDS + 1):
        changes = [
            RatingChange(player, ServerId(board), Rating(), Rating(2000.0 - number, 60.0))
            for number, player in enumerate(players)
        ]
        for at, made in ((old, changes[1::2]), (new, changes[::2])):
            match = await uow.matches.add(new_match(players[0], players[1]))
            event = replace(event_of(match), server=ServerId(board), finished_at=at)
            await uow.ratings.record(event, made)
    await uow.leaderboards.expire(NOW, BOARDS * PLAYERS)


async def _place(uow: UnitOfWork) -> int:
    """The place of the player whom a hundred listed ones are before."""
    row = await uow.leaderboards.row_of(PlayerId(201), "standard", ServerId(3), now=NOW)
    assert row is not None
    before = await uow.leaderboards.place_of(row, "standard", ServerId(3))
    assert before == 100
    return before


QUESTIONS: dict[str, tuple[Question, int]] = {
    # Eleven keys, and for each the row, its account and the change of the week.
    "page": (lambda uow: uow.leaderboards.page("standard", ServerId(3), 0, 11, now=NOW), 44),
    # Of what stands before a page the keys alone. Where most of a small board is asked for,
    # PostgreSQL sorts the keys of all its listed rows.
    "deep page": (
        lambda uow: uow.leaderboards.page("standard", ServerId(3), 150, 11, now=NOW),
        PLAYERS // 2 + 33,
    ),
    "row": (lambda uow: uow.leaderboards.row_of(PlayerId(9), "standard", ServerId(3), now=NOW), 3),
    # As many as stand before it.
    "place": (_place, 103),
    "expiry": (lambda uow: uow.leaderboards.next_expiry(), 1),
    "expired": (lambda uow: uow.leaderboards.expire(NOW, 50), 0),
    "count": (lambda uow: uow.leaderboards.count("standard", ServerId(3)), PLAYERS // 2),
    "left": (lambda uow: uow.leaderboards.has_left(ServerId(3), 9), 2),
}


@pytest.fixture
async def filled(sql_store: SqlStore) -> SqlStore:
    """A store with leaderboards."""
    await write(sql_store, fill_leaderboards)
    return sql_store


async def test_leaderboards_read_no_more_than_they_show(filled: SqlStore):
    """Each answer is found in an index and in its order. SQLite sorts and scans nothing;
    PostgreSQL counts the rows that it takes.
    """
    for name, (question, most) in QUESTIONS.items():
        if filled._engines.writer.dialect.name == "postgresql":
            assert await postgresql_rows_read(filled, question) <= most, name
            continue
        for statement, plan in (await sqlite_plans(filled, question)).items():
            # The keys of a page are put together before the rows come to them.
            for each in ("SCAN CONSTANT ROW", "SCAN keys"):
                plan = plan.replace(each, "")
            assert "SCAN" not in plan, statement
            assert "TEMP B-TREE" not in plan, statement
