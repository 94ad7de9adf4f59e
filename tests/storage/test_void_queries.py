"""The rated matches of a server, from which one to void is chosen: the newest, and by number."""

from dataclasses import replace

import pytest

from matches.ids import MatchId, PlayerId, ServerId
from matches.ports import Store, UnitOfWork
from matches.void import Void
from storage import SqlStore
from tests.storage.plans import Question, postgresql_rows_read, sqlite_plans
from tests.storage.samples import HOUR, NOW, add_players, new_match, read, write
from tests.storage.test_ratings import event_of

HERE, ELSEWHERE, UNUSED = ServerId(1), ServerId(2), ServerId(99)


async def play(
    uow: UnitOfWork, players: tuple[PlayerId, PlayerId], count: int, servers: int = 2
) -> None:
    """Rated matches that end one hour after the other, in one server after the other."""
    for at in range(count):
        match = await uow.matches.add(new_match(*players))
        server = ServerId(1 + at % servers)
        event = replace(event_of(match), server=server, finished_at=NOW + at * HOUR)
        await uow.ratings.record(event, [])


async def void(uow: UnitOfWork, *matches: int) -> None:
    """Take these out of the history."""
    await uow.voids.add([MatchId(match) for match in matches], Void(MatchId(0), None, "why", NOW))


async def test_the_newest_of_a_server_are_those_that_count_there(store: Store):
    """In the order of their ends, the newest first, and no more than are asked for."""
    ann, bob = await add_players(store)
    await write(store, lambda uow: play(uow, (ann, bob), 9))
    await write(store, lambda uow: void(uow, 7, 8))
    async with store.reading() as uow:
        found = await uow.voids.newest_in(HERE, 3)
        assert [event.match for event in found] == [9, 5, 3]
        assert (found[0].first, found[0].second) == (ann, bob)
        assert [event.match for event in await uow.voids.newest_in(ELSEWHERE, 9)] == [6, 4, 2]
        assert await uow.voids.newest_in(UNUSED, 9) == []


@pytest.mark.parametrize(
    ("server", "number", "is_there"),
    [(HERE, 5, True), (HERE, 6, False), (ELSEWHERE, 6, True), (HERE, 7, False), (HERE, 99, False)],
)
async def test_a_match_is_found_by_its_number(
    store: Store, server: ServerId, number: int, is_there: bool
):
    """If it was played in that server and counts."""
    ann, bob = await add_players(store)
    await write(store, lambda uow: play(uow, (ann, bob), 9))
    await write(store, lambda uow: void(uow, 7, 8))
    found = await read(store, lambda uow: uow.voids.numbered_in(server, MatchId(number)))
    assert (found is not None and found.match == number) is is_there


QUESTIONS: dict[str, tuple[Question, int]] = {
    # Of fifty that were played there.
    "newest": (lambda uow: uow.voids.newest_in(HERE, 25), 50),
    "numbered": (lambda uow: uow.voids.numbered_in(HERE, MatchId(121)), 1),
    "numbered elsewhere": (lambda uow: uow.voids.numbered_in(HERE, MatchId(122)), 1),
    "no server": (lambda uow: uow.voids.newest_in(UNUSED, 25), 0),
}


@pytest.mark.unmeasured("thousands of rows")
async def test_no_more_is_read_than_is_offered(sql_store: SqlStore):
    """However many matches there are elsewhere, also void ones among the newest: SQLite sorts and
    scans nothing; PostgreSQL counts the rows that it takes.
    """
    ann, bob = await add_players(sql_store)
    await write(sql_store, lambda uow: play(uow, (ann, bob), 2_000, 40))
    await write(sql_store, lambda uow: void(uow, *range(1_700, 2_000)))
    for name, (question, most) in QUESTIONS.items():
        if sql_store._engines.writer.dialect.name == "postgresql":
            assert await postgresql_rows_read(sql_store, question) <= most, name
            continue
        for statement, plan in (await sqlite_plans(sql_store, question)).items():
            assert "SCAN" not in plan, statement
            assert "TEMP B-TREE" not in plan, statement
