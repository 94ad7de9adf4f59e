"""Many people tap at once while a backup runs: each tap counts, and in the end all agrees."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from simcord import MemberActor
from simcord.builders import ChannelHandle

from tests.support.many_at_once import COPIES, copying, read_all_ratings, turns_in
from tests.support.people import FIRST_SCORES, assert_is_the_fold
from tests.support.simcord_seams import Click, race
from tests.support.table import Table, button_id, laid_table, told_nothing
from tests.support.table_agreement import assert_agrees

PAIRS = 20


@dataclass(frozen=True)
class Played:
    """A match of two people of its own, and where its boards are."""

    match: int
    people: tuple[MemberActor, MemberActor]
    """Whoever draws first, and the other one."""
    thread: ChannelHandle


async def test_a_hundred_taps_with_a_backup(tmp_path: Path) -> None:
    """Twenty matches are played to their ends, with a tap in each at once; another process copies
    the database all the time. Every tap counts, every end is rated, and every board is right.
    """
    async with laid_table(tmp_path) as table:
        matches = [await begun(table, number) for number in range(1, PAIRS + 1)]
        file = tmp_path / "test.sqlite3"
        async with copying(f"sqlite:///{file.as_posix()}", tmp_path) as copies:
            for number, turn in enumerate(FIRST_SCORES):
                taps = [tap(table, each, each.people[number % 2], turn) for each in matches]
                results = await race(table.env, taps, rng=Random(number))
                assert all(told_nothing(result) for result in results)
                await read_all_ratings(table.store)
            await copies.enough()
        stored = await assert_is_the_fold(table.store)
        assert {event.match for event in stored.history} == {each.match for each in matches}
        assert len(copies.turns()) > COPIES
        assert turns_in(file) == {each.match: len(FIRST_SCORES) for each in matches}
        for each in matches:
            assert (await table.match(each.match)).game.turns == FIRST_SCORES
            board = await assert_agrees(table, each.match)
            assert "wins with a goal!" in board.content


async def begun(table: Table, match: int) -> Played:
    """A match whose first board stands."""
    one, other = (
        table.server.add_member(table.env.create_user(name.lower(), global_name=name))
        for name in (f"Ann {match}", f"Ben {match}")
    )
    options = {"opponent": other, "variant": "small", "time": "10m"}
    result = await one.slash(table.channel, "challenge", **options)
    assert result.response is not None
    await table.tap(other, result.response.message, "accept")
    first, second = sorted((one, other), key=lambda who: who.mention not in table.board().content)
    return Played(match, (first, second), table.thread)


def tap(table: Table, played: Played, who: MemberActor, act: str) -> Click:
    """A tap on the newest board of a match."""
    board = table.board(played.thread)
    return Click(who, board, button_id(board, act))
