"""What runs beside a hundred turns: a backup in another process, and readers of all ratings."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from storage import SqlStore
from tests.support.clock import START as NOW

COPIES = 3
ROOT = Path(__file__).parents[2]

_COPYING = """
import itertools, sys
from pathlib import Path
from storage import back_up
for number in itertools.count():
    back_up(sys.argv[1], Path(sys.argv[2]) / f"copy-{number}")
    print(number, flush=True)
"""


class Copying:
    """A process that copies a database again and again, from before the first turn on."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        assert process.stdout is not None
        self._said, self._folder = process.stdout, folder
        self._counting = asyncio.create_task(self._count(COPIES))

    async def _count(self, copies: int) -> None:
        for _ in range(copies):
            assert await self._said.readline()

    @property
    def is_enough(self) -> bool:
        """Whether enough copies were made since it began."""
        return self._counting.done()

    async def enough(self) -> None:
        """Wait for them; the test fails if the process has ended."""
        await self._counting

    def turns(self) -> list[dict[int, int]]:
        """How many turns each match has, in each copy; the first copy is the first one."""
        return [turns_in(copy) for copy in sorted(self._folder.glob("copy-*"))]


@asynccontextmanager
async def copying(url: str, folder: Path) -> AsyncIterator[Copying]:
    """Within: another process makes copies in this folder. The first one is there at once."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COPYING, url, str(folder)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline()
        yield Copying(process, folder)
    finally:
        process.kill()
        await process.wait()


async def read_all_ratings(store: SqlStore) -> None:
    """All that was ever rated, read in one unit, as wide as a reader can be; and the leaderboard of
    everywhere, which stands at the same moment.
    """
    async with store.reading() as uow:
        history = await uow.ratings.history()
        changes = await uow.ratings.all_changes()
        variants = {event.variant for event in history}
        rows = [
            row
            for variant in sorted(variants)
            for row in await uow.leaderboards.page(variant, None, 0, 1000, now=NOW)
        ]
    assert changes.keys() == {event.id for event in history}
    rated = {player for event in history for player in (event.first, event.second)}
    assert {row.person.id for row in rows} == rated


def turns_in(file: Path) -> dict[int, int]:
    """How many turns each match has in a database, which must be sound: what has ended is rated."""
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
        ended = opened.execute("SELECT id FROM matches WHERE finished_at IS NOT NULL ORDER BY id")
        rated = opened.execute("SELECT match FROM rating_events ORDER BY match")
        assert ended.fetchall() == rated.fetchall()
        query = "SELECT match, count(*), max(number) FROM turns GROUP BY match"
        rows = opened.execute(query).fetchall()
    assert all(count == last for _, count, last in rows)
    return {match: count for match, count, _ in rows}
