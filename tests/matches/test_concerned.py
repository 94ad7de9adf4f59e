"""Who is notified of a board: whoever must move, or did not cause the end."""

from datetime import timedelta

import pytest

from matches.ids import PlayerId
from matches.match import Match
from matches.outbox import OutboxRow
from matches.playing import play_typed, post_board, resign
from matches.timekeeping import run_out_of_time
from rules import Player
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    MINUTE,
    PLACE,
    SECOND,
    SECOND_BLOCKED,
    SECONDS_OWN_GOAL,
    SLOW,
    Club,
    all_stored,
)

NONE = timedelta()


async def left(club: Club, match: Match, by: PlayerId) -> Match:
    """The match after one has given it up."""
    return (await club.do(resign, match.id, by, seen_version=match.version, now=club.now)).match


async def rows(club: Club) -> list[OutboxRow]:
    """Everything that is to be told."""
    return (await all_stored(club.store)).outbox


async def test_whoever_must_move(club: Club):
    """While a match goes on its boards concern one."""
    match = await club.start()
    assert match.concerned == (Player.FIRST,)
    assert (await club.play(match, "0")).concerned == (Player.SECOND,)


@pytest.mark.parametrize(
    ("turns", "concerned"),
    [
        (FIRST_SCORES, Player.SECOND),
        (SECONDS_OWN_GOAL, Player.FIRST),
        (SECOND_BLOCKED, Player.FIRST),
    ],
)
async def test_the_end_by_a_turn(club: Club, turns: tuple[str, ...], concerned: Player):
    """Whoever played the last turn knows how it ended, won or lost."""
    assert (await club.play(await club.start(), *turns)).concerned == (concerned,)


@pytest.mark.parametrize("behind", [NONE, 10 * SECOND])
@pytest.mark.parametrize("by", Player)
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
async def test_the_end_by_leaving(club: Club, turns: int, by: Player, behind: timedelta):
    """Who left is not told, whatever the clock of their process says of who acted last."""
    match = await club.play(await club.start(), *["0"] * turns)
    club.wait(-behind)
    ended = await left(club, match, match.player(by))
    assert ended.concerned == (by.opponent,)
    assert (await club.match(match.id)).concerned == (by.opponent,)


async def test_an_abort_that_is_dated_later(club: Club):
    """An end is never stored before the last rated one of the same players: that tells nothing of
    who caused it.
    """
    other = await club.play(await club.start(), "0", "0")
    match = await club.start()
    await left(club, other, club.bob)
    club.wait(-10 * SECOND)
    ended = await left(club, match, club.ann)
    assert ended.concerned == (Player.SECOND,)


@pytest.mark.parametrize("turns", [0, 1, 2])
async def test_the_end_by_the_clock(club: Club, turns: int):
    """Nobody did anything: both learn of it."""
    match = await club.play(await club.start(), *["0"] * turns)
    update = await club.do(run_out_of_time, match.id, now=club.wait(DAY))
    assert update is not None
    assert update.match.concerned == tuple(Player)


# Which boards notify


async def test_a_turn_notifies(club: Club):
    """The first board, a turn that is posted, and one that is shown in place should that fail."""
    match = await club.start()
    assert [row.notifies for row in await rows(club) if row.match] == [True]
    for waited in (NONE, 4 * MINUTE):
        await club.forget_told()
        club.wait(waited)
        match = await club.play(match, "0")
        assert [row.notifies for row in await rows(club)] == [True]


async def test_a_board_that_somebody_asked_for_does_not(club: Club):
    """In a running match and after its end."""
    match = await club.play(await club.start(), *FIRST_SCORES[:-1])
    for _ in range(2):
        await club.forget_told()
        update = await club.do(post_board, match.id, club.bob, PLACE, now=club.now)
        assert update.board is not None
        assert not update.board.notifies
        if not match.is_over:
            match = await club.play(match, FIRST_SCORES[-1])


async def test_a_draft_does_not(club: Club):
    """Nothing has passed to anybody."""
    match = await club.play(await club.start(terms=SLOW), *SECOND_BLOCKED[:-1])
    update = await club.do(
        play_typed, match.id, club.bob, SECOND_BLOCKED[-1], now=club.wait(4 * MINUTE)
    )
    assert update.board is not None
    assert update.played is None
    assert not update.board.notifies
