"""Giving up: a loss once both have moved, an end without a result before."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.errors import (
    MatchOver,
    NotYourMatch,
    NotYourTurn,
    StaleMatch,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId
from matches.match import EndReason, Match, Result
from matches.outbox import Telling
from matches.playing import draw_step, play_turn, resign
from matches.update import Update
from rules import Player
from tests.support.people import (
    FIRST_SCORES,
    MINUTE,
    NOW,
    SLOW,
    Club,
    all_stored,
)

POST, CLOSE = Telling.POST_BOARD, Telling.CLOSE_PLACE


async def give_up(
    club: Club, match: Match, by: PlayerId, seen_version: int | None = None
) -> Update:
    """The confirmation of giving up, made for the match as it is unless another was seen."""
    version = match.version if seen_version is None else seen_version
    return await club.do(resign, match.id, by, seen_version=version, now=club.now)


@pytest.mark.parametrize("by", Player)
@pytest.mark.parametrize("turns", [2, 3, 4])
async def test_resign(club: Club, by: Player, turns: int):
    """Once both have moved either gives up at any time, and the other one wins."""
    match = await club.play(await club.start(), *["0"] * turns)
    now = club.wait(MINUTE)
    update = await give_up(club, match, match.player(by))
    assert update.match == replace(
        match,
        result=Result(by.opponent, EndReason.RESIGNED),
        finished_at=now,
        deadline=None,
        acted_at={**match.acted_at, by: now},
        version=match.version + 1,
    )
    assert (update.played, update.draft) == (None, None)
    assert await club.match(match.id) == update.match
    assert await club.due() == {}
    assert len(await club.changes(match.id)) == 4


@pytest.mark.parametrize("by", Player)
@pytest.mark.parametrize("turns", [0, 1])
async def test_abort(club: Club, by: Player, turns: int):
    """Before both have moved giving up aborts: nobody wins and no rating changes."""
    match = await club.play(await club.start(), *["0"] * turns)
    assert match.rated
    update = await give_up(club, match, match.player(by))
    assert update.match.result == Result(None, EndReason.ABORTED, ended_by=by)
    assert update.match.finished_at == club.now
    assert update.match.version == match.version + 1
    assert await club.match(match.id) == update.match
    stored = await all_stored(club.store)
    assert (stored.history, stored.ratings, stored.due) == ([], {}, [])


async def test_draft_is_forgotten(club: Club):
    """What was drawn of the next turn ends with the match."""
    match = await club.play(await club.start(terms=SLOW), "0", "0")
    seen = await club.seen(match.id)
    await club.do(draw_step, match.id, club.ann, 0, seen=seen, now=club.now)
    await give_up(club, match, club.bob)
    assert await club.draft(match.id) is None


@pytest.mark.parametrize("by", Player)
@pytest.mark.parametrize("waited", [0 * MINUTE, 4 * MINUTE])
async def test_the_other_one_is_told(club: Club, by: Player, waited: timedelta):
    """The end is a new board, which tells the other one, whether they are looking or away."""
    match = await club.play(await club.start(), "0", "0")
    await club.forget_told()
    club.wait(waited)
    update = await give_up(club, match, match.player(by))
    assert await club.told() == [(CLOSE, NOW), (POST, NOW)]
    assert update.board is not None
    assert (update.board.telling, update.board.match) == (POST, match.id)
    assert update.board.notifies


async def test_who_may_not(club: Club):
    """Only who plays gives up, once, and only what they have seen."""
    match = await club.play(await club.start(), "0", "0")
    async with club.refused(NotYourMatch) as info:
        await give_up(club, match, club.cid)
    assert info.value.match == match
    async with club.refused(UnknownMatch):
        await give_up(club, replace(match, id=MatchId(99)), club.ann)
    for version in (match.version - 1, match.version + 1):
        async with club.refused(StaleMatch) as info:
            await give_up(club, match, club.ann, version)
        assert info.value.match == match
    ended = (await give_up(club, match, club.ann)).match
    for by in (club.ann, club.bob):
        async with club.refused(MatchOver) as info:
            await give_up(club, ended, by)
        assert info.value.match == ended


async def test_confirming_after_the_opponent_has_moved(club: Club):
    """Whoever is asked whether to give up decides anew when a turn was played meanwhile."""
    match = await club.start()
    await club.play(match, "0")
    async with club.refused(StaleMatch):
        await give_up(club, match, club.bob)


async def test_both_give_up_at_once(each_club: Club):
    """Of two who give up at the same time one does, and the match is rated once."""
    club = each_club
    match = await club.play(await club.start(), "0", "0")
    results = await asyncio.gather(
        give_up(club, match, club.ann), give_up(club, match, club.bob), return_exceptions=True
    )
    (update,) = [each for each in results if isinstance(each, Update)]
    (refusal,) = [each for each in results if not isinstance(each, Update)]
    assert isinstance(refusal, MatchOver | StaleMatch)
    assert await club.match(match.id) == update.match
    assert len((await all_stored(club.store)).history) == 1


async def test_giving_up_against_the_winning_turn(each_club: Club):
    """Of the winning turn and giving up at the same time one ends the match."""
    club = each_club
    match = await club.play(await club.start(), *FIRST_SCORES[:-1])
    results = await asyncio.gather(
        club.do(play_turn, match.id, club.ann, FIRST_SCORES[-1], now=club.now),
        give_up(club, match, club.bob),
        return_exceptions=True,
    )
    (update,) = [each for each in results if isinstance(each, Update)]
    (refusal,) = [each for each in results if not isinstance(each, Update)]
    assert isinstance(refusal, MatchOver | StaleMatch | NotYourTurn)
    stored = await all_stored(club.store)
    assert stored.matches[match.id] == update.match
    assert update.match.result is not None
    assert update.match.result.winner is Player.FIRST
    assert len(stored.history) == 1
