"""Rated matches of a version without leaderboards become what this version would have stored."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Connection, MetaData, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import storage.postgres
import storage.sqlite
from matches.ids import ServerId
from matches.place import Place
from matches.ranking import LISTED_FOR, Standing
from matches.terms import Terms, TurnTime
from rules import find_variant
from storage import SqlStore, migrate, open_store
from storage.migrations import upgrading
from storage.tables import matches, metadata, rating_changes, rating_events, ratings
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    LIVE,
    PLACE,
    SECOND_SCORES,
    Club,
    found_club,
)
from tests.support.stores import execute

BEFORE = "0006"
COMPARED = (matches, rating_events, rating_changes, ratings)
ELSEWHERE = Place(ServerId(701), 72)
NO_BOUNCE = Terms(find_variant("no-bounce").ruleset, TurnTime.TEN_MINUTES)
TEXAS = Terms(find_variant("texas").ruleset, TurnTime.TEN_MINUTES)
ROUNDS = 12
"""After so many against each of three opponents a rating is certain."""

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(params=["sqlite", "postgres"])
async def older_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """An empty database of the version before leaderboards."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("older") / "games.sqlite3"
        await _make_older(f"sqlite:///{path.as_posix()}")
        yield f"sqlite:///{path.as_posix()}"
        return
    server = request.getfixturevalue("postgres_server")
    name = f"paper_soccer_unlisted_{os.getpid()}"
    await execute(server, f"CREATE DATABASE {name}")
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    try:
        await _make_older(url)
        yield url
    finally:
        await execute(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _make_older(url: str) -> None:
    older = partial(upgrading.upgrade, revision=BEFORE)
    with pytest.MonkeyPatch.context() as patch:
        for module in (storage.sqlite, storage.postgres):
            patch.setattr(module, "upgrade", older)
        await migrate(url)


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection]:
    url = url.replace("sqlite:", "sqlite+aiosqlite:").replace("postgresql:", "postgresql+asyncpg:")
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        yield connection
    await engine.dispose()


async def _take_over(url: str, store: SqlStore) -> None:
    """Store what a store of this version holds in an older database, as far as that knows it."""
    async with _connected(url) as connection, store._engines.writer.connect() as source:
        known = await connection.run_sync(_columns)
        for table in metadata.sorted_tables:
            columns = [column for column in table.columns if column.name in known[table.name]]
            if columns and (rows := (await source.execute(select(*columns))).all()):
                await connection.execute(insert(table), [dict(row._mapping) for row in rows])


def _columns(connection: Connection) -> dict[str, set[str]]:
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: {column.name for column in found.tables[table.name].columns}
        if table.name in found.tables
        else set()
        for table in metadata.sorted_tables
    }


async def _rows(store: SqlStore) -> Rows:
    """What is compared, in the order of its keys."""
    async with store._engines.writer.connect() as connection:
        return {
            table.name: [
                tuple(row)
                for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in COMPARED
        }


async def _standings(store: SqlStore) -> dict[tuple[Any, ...], Standing]:
    async with store._engines.writer.connect() as connection:
        found = await connection.execute(select(ratings))
        return {(row.scope, row.variant, row.player): Standing(row.standing) for row in found}


async def _live(club: Club) -> None:
    """A season: two matches long ago, games with chains and without, two servers, a match
    that runs, and enough matches of Ann for a settled rating.
    """
    await club.play(await club.start(club.cid, club.dee, TEXAS), *["0"] * 6)
    await club.play(await club.start(club.cid, club.dee, LIVE, ELSEWHERE), *SECOND_SCORES)
    club.wait(LISTED_FOR)
    for number in range(ROUNDS):
        for opponent in (club.bob, club.cid, club.dee):
            place = ELSEWHERE if number % 4 == 3 else PLACE
            turns = FIRST_SCORES if number % 2 else SECOND_SCORES
            await club.play(await club.start(club.ann, opponent, LIVE, place), *turns)
        club.wait(DAY)
    await club.play(await club.start(club.bob, club.dee, NO_BOUNCE), *["0"] * 6)
    await club.start(club.bob, club.cid)


async def test_what_an_older_version_stored_stands_on_the_leaderboards(
    older_url: str, sqlite_url: str
):
    """Opponents, the chains of matches and the days of changes are the same as if this version had
    stored them. So are standings, those that time alone has moved as soon as the bot looks.
    """
    store = await open_store(sqlite_url)
    try:
        club = await found_club(store)
        await _live(club)
        before = await _standings(store)
        async with store.writing() as uow:
            await uow.leaderboards.expire(club.now, 100)
            await uow.commit()
        assert set((await _standings(store)).values()) == set(Standing)
        expected, standings = await _rows(store), await _standings(store)
        await _take_over(older_url, store)
    finally:
        await store.close()
    assert before != standings
    await migrate(older_url)
    upgraded = await open_store(older_url)
    try:
        assert await _standings(upgraded) == standings
        async with upgraded.writing() as uow:
            moved = await uow.leaderboards.expire(club.now, 100)
            await uow.commit()
        assert moved == len(standings)
        assert await _rows(upgraded) == expected
    finally:
        await upgraded.close()
