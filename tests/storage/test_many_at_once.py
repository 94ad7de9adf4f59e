"""A hundred turns at once, while people look at boards and a backup runs in another process."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from matches.ids import MatchId, PlayerId
from matches.playing import play_turn
from matches.ports import UnitOfWork
from matches.standings import board_state
from rules import Position
from storage import SqlStore, open_store
from tests.storage.samples import HOUR, NOW, new_match, read, write

MATCHES = 100
ROUNDS_AT_MOST = 8
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


async def test_hundred_turns_with_readers_and_a_backup(sqlite_url: str, tmp_path: Path):
    """Every turn is stored once, nobody finds the database locked, and each copy is sound."""
    store = await open_store(sqlite_url)
    copying = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COPYING, sqlite_url, str(tmp_path)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        matches = [await begun(store, number) for number in range(MATCHES)]
        assert copying.stdout is not None
        await copying.stdout.readline()
        counting = asyncio.create_task(lines(copying.stdout, COPIES))
        rounds = 0
        while rounds < ROUNDS_AT_MOST and not counting.done():
            await play_all(store, matches)
            rounds += 1
        await counting
    finally:
        copying.kill()
        await copying.wait()
        await store.close()
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    assert turns_in(file) == {int(match): rounds for match in matches}
    copied = [turns_in(copy) for copy in copies_in(tmp_path)]
    assert len(copied) > COPIES
    assert any(copied)


async def begun(store: SqlStore, number: int) -> MatchId:
    """A match of two people of its own."""

    async def work(uow: UnitOfWork) -> MatchId:
        first, second = [
            PlayerId(await uow.players.find_or_add(2 * number + side, f"Player {number} {side}"))
            for side in (1, 2)
        ]
        return (await uow.matches.add(new_match(first, second))).id

    return await write(store, work)


async def play_all(store: SqlStore, matches: list[MatchId]) -> None:
    """A turn in each match at once, and everybody looks at their boards meanwhile."""
    turns = [play(store, match) for match in matches]
    looks = [look(store, match) for match in matches]
    await asyncio.gather(*turns, *looks)


async def play(store: SqlStore, match: MatchId) -> None:
    """Whoever is to move plays some turn, with one unit of work."""
    async with store.writing() as uow:
        found = await uow.matches.get(match)
        assert found is not None
        assert found.player_to_move is not None
        turn = some_turn(found.game.position)
        await play_turn(uow, match, found.player_to_move, turn, now=NOW + HOUR)


def some_turn(position: Position) -> str:
    """A turn that ends no game, with as few steps as can be."""
    waiting = [(position, "")]
    for begun_at, steps in waiting:
        for direction in begun_at.legal_directions():
            following = begun_at.after(direction)
            longer = steps + begun_at.write_step(direction)
            if following.to_move is position.to_move:
                waiting.append((following, longer))
            elif following.outcome is None:
                return longer
    raise AssertionError("no turn goes on")


async def look(store: SqlStore, match: MatchId) -> None:
    """The board, and what the first player has to do."""
    state = await read(store, lambda uow: board_state(uow, match, now=NOW + HOUR))
    running = await read(store, lambda uow: uow.matches.running_of(state.match.first))
    assert [found.id for found in running] == [match]


async def lines(stream: asyncio.StreamReader, count: int) -> None:
    """Wait for so many lines."""
    for _ in range(count):
        assert await stream.readline()


def copies_in(folder: Path) -> list[Path]:
    """What has the name of a copy."""
    return sorted(folder.glob("copy-*"))


def turns_in(file: Path) -> dict[int, int]:
    """How many turns each match has in a database, which must be sound."""
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
        query = "SELECT match, count(*), max(number) FROM turns GROUP BY match"
        rows = opened.execute(query).fetchall()
    assert all(count == last for _, count, last in rows)
    return {match: count for match, count, _ in rows}
