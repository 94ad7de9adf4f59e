"""Matches that run when a new version comes go on, and their clocks do what they do now."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import storage.postgres
import storage.sqlite
from matches.ids import MatchId
from matches.outbox import DueKind
from matches.pauses import Pause
from matches.timekeeping import watch_clock
from rules import find_variant
from storage import migrate, open_store
from storage.columns import microseconds
from storage.games import written_options
from storage.migrations import upgrading
from tests.storage.samples import HOUR, NOW
from tests.support.people import all_stored
from tests.support.stores import execute

MONTH = timedelta(days=30)

_BEFORE = """
INSERT INTO players (id) VALUES (1), (2);
INSERT INTO matches (id, first, second, game, options, variant, turn_time, meant_rated, rated,
    server, channel, started_at, first_acted_at, second_acted_at, deadline, version)
VALUES
    (1, 1, 2, 'paper_soccer', {options}, 'standard', '1d', {true}, {true}, 7, 8, {start},
        {start}, {acted}, {deadline}, 3),
    (2, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
        {acted}, {start}, NULL, 3),
    (3, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
        NULL, NULL, NULL, 1);
INSERT INTO matches (id, first, second, game, options, variant, turn_time, meant_rated, rated,
    server, channel, started_at, reason, finished_at, version)
VALUES (4, 1, 2, 'paper_soccer', {options}, 'standard', 'none', {true}, {true}, 7, 8, {start},
    'aborted', {acted}, 2);
INSERT INTO due (kind, subject, due_at)
VALUES ('turn_deadline', 1, {deadline}), ('challenge_ends', 1, {deadline});
"""


def _microseconds(moment: datetime) -> int:
    return microseconds(moment - datetime(1970, 1, 1, tzinfo=UTC))


@pytest.fixture(params=["sqlite", "postgres"])
async def older_url(request: pytest.FixtureRequest, tmp_path: Path):
    """A database of the version before clocks could stand still, on which matches run."""
    if request.param == "sqlite":
        path = tmp_path / "games.sqlite3"
        await _make_older(f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(_rows("1"))
        yield f"sqlite:///{path}"
        return
    server = request.getfixturevalue("postgres_server")
    name = f"paper_soccer_older_{os.getpid()}"
    await execute(server, f"CREATE DATABASE {name}")
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    try:
        await _make_older(url)
        await execute(url, _rows("true"))
        yield url
    finally:
        await execute(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _make_older(url: str) -> None:
    older = partial(upgrading.upgrade, revision="0003")
    with pytest.MonkeyPatch.context() as patch:
        for module in (storage.sqlite, storage.postgres):
            patch.setattr(module, "upgrade", older)
        await migrate(url)


def _rows(true: str) -> str:
    values = {
        "options": f"'{written_options(find_variant('standard').ruleset)}'",
        "true": true,
        "start": _microseconds(NOW),
        "acted": _microseconds(NOW + HOUR),
        "deadline": _microseconds(NOW + 24 * HOUR),
    }
    return _BEFORE.format(**values)


async def test_matches_of_the_version_before(older_url: str):
    """Their clocks run; whoever is to move is reminded, and matches without a limit are asked
    about, a month after somebody acted in them.
    """
    await migrate(older_url)
    store = await open_store(older_url)
    try:
        due = {(row.kind, row.subject): row.due_at for row in (await all_stored(store)).due}
        assert due.pop((DueKind.TURN_DEADLINE, 1)) <= NOW
        assert due == {
            (DueKind.CHALLENGE_ENDS, 1): NOW + 24 * HOUR,
            (DueKind.ASK_IF_PLAYED, 2): NOW + HOUR + MONTH,
            (DueKind.ASK_IF_PLAYED, 3): NOW + MONTH,
        }
        async with store.writing() as uow:
            await watch_clock(uow, MatchId(1), now=NOW + HOUR)
        async with store.reading() as uow:
            match = await uow.matches.get(MatchId(1))
            reminder = await uow.due.at(DueKind.TURN_DEADLINE, 1)
        assert match is not None
        assert (match.pauses, match.stands_since) == (Pause.NONE, None)
        assert (match.reminded, match.deadline) == (False, NOW + 24 * HOUR)
        assert reminder == NOW + 24 * HOUR * 0.8
    finally:
        await store.close()
