"""Matches and their turns."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from matches.errors import StaleMatch
from matches.ids import MatchId, PlayerId
from matches.match import EndReason, ListedMatch, Match, Result, WaitingMatch
from matches.pauses import Pause
from matches.place import BoardMessage, Place
from matches.ports import Store, UnitOfWork
from matches.terms import Terms, TurnTime
from rules import VARIANTS, Game, PaperSoccer, Player, Variant
from tests.storage.samples import (
    BEYOND_FLOATS,
    CUSTOM,
    HOUR,
    LARGEST,
    NOW,
    add_match,
    add_players,
    after,
    new_match,
    read,
    write,
)


async def stored(store: Store, match: MatchId) -> Match:
    """The match as it is stored."""
    found = await read(store, lambda uow: uow.matches.get(match))
    assert found is not None
    return found


async def save(store: Store, match: Match) -> None:
    """Save it in a unit of its own."""
    await write(store, lambda uow: uow.matches.save(match))


async def test_match_comes_back_as_it_was(store: Store):
    """Everything about a match is stored; its id is given by the store."""
    ann, bob = await add_players(store)
    added = await write(store, lambda uow: uow.matches.add(new_match(ann, bob)))
    assert added.id > 0
    assert added == new_match(ann, bob, id=added.id)
    assert await stored(store, added.id) == added


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_every_preset(store: Store, variant: Variant):
    """A match of each preset is the same preset afterwards."""
    ruleset = variant.ruleset
    added = await add_match(store, game=Game(ruleset), terms=Terms(ruleset))
    assert (await stored(store, added.id)).terms.variant == variant.key


async def test_custom_game(store: Store):
    """A match on rules that are no preset is played on by what is stored of it alone."""
    added = await add_match(
        store,
        game=Game(CUSTOM, ("0", "2")),
        terms=Terms(CUSTOM, TurnTime.UNLIMITED, rated=False),
        place=Place(None, LARGEST),
        rated=False,
        acted_at={},
        deadline=None,
    )
    found = await stored(store, added.id)
    assert found == added
    assert found.game.position == added.game.position
    assert found.game.history == added.game.history


async def test_unknown_match(store: Store):
    """There is no match of an id that was never given."""
    assert await read(store, lambda uow: uow.matches.get(MatchId(LARGEST))) is None


async def test_turns_are_stored_one_after_the_other(store: Store):
    """Each saved turn is there at the next look, for readers and writers."""
    match = await add_match(store)
    for turn in ("0", "3", "64"):
        match = after(match, turn, acted_at={Player.FIRST: NOW}, deadline=None)
        await save(store, match)
        assert await stored(store, match.id) == match
    assert match.game.turns == ("0", "3", "64")


async def test_several_saves_in_one_unit(store: Store):
    """A unit may save a match twice, each time one version on."""
    match = await add_match(store)

    async def twice(uow: UnitOfWork) -> Match:
        once = after(match, "0")
        await uow.matches.save(once)
        again = after(once, "3", "64")
        await uow.matches.save(again)
        assert await uow.matches.get(match.id) == again
        return again

    assert await stored(store, match.id) == match
    again = await write(store, twice)
    assert await stored(store, match.id) == again


async def test_turns_taken_back_and_played_otherwise(store: Store):
    """A saved match may have fewer turns, or others: then those are its turns."""
    match = await add_match(store)
    match = after(match, "0", "3", "64")
    await save(store, match)
    back = replace(match, game=Game(match.game.ruleset, ("0",)), version=3)
    await save(store, back)
    assert await stored(store, match.id) == back
    other = replace(back, game=Game(match.game.ruleset, ("1", "4")), version=4)
    await save(store, other)
    assert await stored(store, match.id) == other


@pytest.mark.parametrize("winner", [None, *Player])
@pytest.mark.parametrize("reason", EndReason)
async def test_result(store: Store, winner: Player | None, reason: EndReason):
    """How and when a match ended is stored."""
    match = await add_match(store)
    ended = after(
        match, result=Result(winner, reason), finished_at=NOW + HOUR, deadline=None, rated=False
    )
    await save(store, ended)
    assert await stored(store, match.id) == ended


@pytest.mark.parametrize("by", Player)
async def test_who_aborted(store: Store, by: Player):
    """Who aborted a match is stored with how it ended."""
    match = await add_match(store)
    result = Result(None, EndReason.ABORTED, ended_by=by)
    ended = after(match, result=result, finished_at=NOW + HOUR, deadline=None)
    await save(store, ended)
    assert await stored(store, match.id) == ended


async def test_two_writers_of_one_match(store: Store):
    """Two units that play the same version at once: exactly one turn is stored."""
    match = await add_match(store)

    async def play(turn: str) -> str:
        async with store.writing() as uow:
            seen = await uow.matches.get(match.id)
            assert seen is not None
            await asyncio.sleep(0.01)
            if seen.version != match.version:
                raise StaleMatch(seen)
            await uow.matches.save(after(seen, turn))
            await uow.commit()
        return turn

    outcomes = await asyncio.gather(play("0"), play("2"), return_exceptions=True)
    won = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert [type(outcome) for outcome in outcomes if outcome not in won] == [StaleMatch]
    assert (await stored(store, match.id)).game.turns == tuple(won)


async def test_saving_an_old_version_is_stale(store: Store):
    """A unit that did not look again loses to the one that was quicker, and learns what stands."""
    match = await add_match(store)
    outcomes = await asyncio.gather(
        save(store, after(match, "0")),
        save(store, after(match, "2")),
        return_exceptions=True,
    )
    (stale,) = [outcome for outcome in outcomes if outcome is not None]
    assert isinstance(stale, StaleMatch)
    assert stale.match == await stored(store, match.id)
    assert stale.match.version == 2


async def test_saving_a_match_that_is_not_there(store: Store):
    """A match that was never stored cannot be saved."""
    ann, bob = await add_players(store)
    with pytest.raises(StaleMatch) as stale:
        await save(store, new_match(ann, bob, version=2))
    assert stale.value.match is None


async def test_stale_save_stores_no_turn(store: Store):
    """What a stale save would have stored is not there, even if the unit is committed."""
    match = await add_match(store)
    await save(store, after(match, "0"))
    async with store.writing() as uow:
        with pytest.raises(StaleMatch):
            await uow.matches.save(after(match, "2", "0"))
        await uow.commit()
    assert (await stored(store, match.id)).game.turns == ("0",)


async def test_running_matches_of_a_player(store: Store):
    """On either side, not over, the newest first."""
    ann, bob, cat = await add_players(store, 3)
    over = Result(None, EndReason.ABORTED)
    new = [
        new_match(ann, bob, started_at=NOW),
        new_match(bob, ann, started_at=NOW + HOUR, game=Game(CUSTOM, ("0",)), terms=Terms(CUSTOM)),
        new_match(ann, cat, started_at=NOW - HOUR),
        new_match(cat, ann, started_at=NOW, result=over, finished_at=NOW),
        new_match(bob, cat),
        new_match(ann, bob, started_at=NOW),
    ]
    async with store.writing() as uow:
        old, newest, oldest, _, _, young = [await uow.matches.add(match) for match in new]
        await uow.commit()
    found = await read(store, lambda uow: uow.matches.running_of(ann))
    assert found == [newest, young, old, oldest]
    assert await read(store, lambda uow: uow.matches.count_running(ann)) == 4


async def test_no_running_match(store: Store):
    """Who plays nothing has no running match."""
    (ann,) = await add_players(store, 1)
    assert await read(store, lambda uow: uow.matches.running_of(ann)) == []
    assert await read(store, lambda uow: uow.matches.count_running(ann)) == 0


async def test_newest_matches_of_a_player(store: Store):
    """On either side, running and over, the newest first, and no more than wanted."""
    ann, bob, cat = await add_players(store, 3)
    over = Result(Player.SECOND, EndReason.TIME)
    new = [
        new_match(ann, bob, started_at=NOW),
        new_match(bob, ann, started_at=NOW + HOUR, game=Game(CUSTOM, ("0",)), terms=Terms(CUSTOM)),
        new_match(ann, cat, started_at=NOW - HOUR),
        new_match(cat, ann, started_at=NOW, result=over, finished_at=NOW),
        new_match(bob, cat, started_at=NOW + HOUR),
    ]
    async with store.writing() as uow:
        added = [await uow.matches.add(match) for match in new]
        await uow.commit()
    found = await read(store, lambda uow: uow.matches.newest_of(ann, 3))
    assert found == [listed(added[index]) for index in (1, 3, 0)]
    assert found[0].variant is None
    assert [found[1].side_of(player) for player in (ann, bob)] == [Player.SECOND, None]
    assert [match.opponent_of(ann) for match in found] == [bob, cat, bob]
    assert len(await read(store, lambda uow: uow.matches.newest_of(ann, 25))) == 4


def listed(match: Match) -> ListedMatch:
    """The match as lists show it."""
    return ListedMatch(
        match.id,
        match.first,
        match.second,
        match.terms.variant,
        match.place,
        match.started_at,
        match.result,
    )


async def test_who_has_played_before(store: Store):
    """A match of one's own that began earlier, on either side; its end makes no difference."""
    ann, bob, cat = await add_players(store, 3)
    new = [
        replace(new_match(ann, bob), result=Result(None, EndReason.ABORTED)),
        new_match(cat, ann),
        new_match(bob, cat),
    ]
    async with store.writing() as uow:
        first, second, third = [(await uow.matches.add(match)).id for match in new]
        await uow.commit()
    async with store.reading() as uow:
        before = {
            match: {who for who in (ann, bob, cat) if await uow.matches.played_before(who, match)}
            for match in (first, second, third)
        }
    assert before == {first: set(), second: {ann, bob}, third: {ann, bob, cat}}


async def test_rated_matches_of_a_pair(store: Store):
    """Rated matches of the two, whoever was first, started since a moment and not aborted."""
    ann, bob, cat = await add_players(store, 3)
    new = [
        new_match(ann, bob, started_at=NOW),
        new_match(bob, ann, started_at=NOW + HOUR),
        new_match(ann, bob, started_at=NOW - timedelta(microseconds=1)),
        new_match(ann, bob, started_at=NOW, rated=False),
        new_match(ann, cat, started_at=NOW),
        replace(new_match(ann, bob, started_at=NOW), result=Result(None, EndReason.ABORTED)),
    ]
    async with store.writing() as uow:
        for match in new:
            await uow.matches.add(match)
        await uow.commit()
    assert await read(store, lambda uow: uow.matches.rated_between(ann, bob, NOW)) == 2
    assert await read(store, lambda uow: uow.matches.rated_between(bob, ann, NOW)) == 2
    assert await read(store, lambda uow: uow.matches.rated_between(bob, cat, NOW)) == 0


async def test_times_keep_microseconds_and_utc(store: Store):
    """A moment given in another zone is the same moment, and comes back in UTC."""
    elsewhere = timezone(timedelta(hours=-3, minutes=-30))
    moment = datetime(2026, 10, 25, 2, 59, 59, 999999, tzinfo=elsewhere)
    match = await add_match(store, started_at=moment, deadline=moment, acted_at={})
    found = await stored(store, match.id)
    assert found.started_at == found.deadline == moment
    assert (found.started_at.microsecond, found.started_at.second) == (999999, 59)


async def test_far_times(store: Store):
    """Any moment that Python knows can be a deadline."""
    far = datetime.max.replace(tzinfo=NOW.tzinfo)
    early = datetime.min.replace(tzinfo=NOW.tzinfo)
    match = await add_match(store, deadline=far, started_at=early)
    found = await stored(store, match.id)
    assert (found.deadline, found.started_at) == (far, early)


async def test_what_waits_for_a_player(store: Store):
    """Their running matches in which they are to move, the most urgent first, and their boards.

    Those whose time stands still come later, and last those that nobody can see.
    """
    ann, bob, cid = await add_players(store, 3)
    board = BoardMessage(LARGEST, BEYOND_FLOATS)

    async def add(first: PlayerId, second: PlayerId, *turns: str, **changes: Any) -> Match:
        match = new_match(first, second, game=Game(PaperSoccer(), turns), **changes)
        return await write(store, lambda uow: uow.matches.add(match))

    later = await add(ann, bob, deadline=NOW + 2 * HOUR)
    endless = await add(bob, ann, "0", deadline=None, place=Place(None, 5))
    sooner = await add(ann, cid, "0", "3", deadline=NOW + HOUR)
    stands = {"deadline": NOW, "stands_since": NOW}
    away = await add(ann, bob, pauses=Pause.FIRST_AWAY, **stands)
    lost = await add(ann, bob, pauses=Pause.SERVER_AWAY | Pause.FIRST_AWAY, **stands)
    hidden = await add(ann, cid, pauses=Pause.HIDDEN, **stands)
    await add(ann, bob, "0", deadline=NOW)
    await add(bob, ann, "0", "3", deadline=NOW)
    ended = Result(None, EndReason.ABORTED)
    await add(ann, bob, deadline=None, result=ended, finished_at=NOW)
    await write(store, lambda uow: uow.places.set_board(sooner.id, board))
    assert await read(store, lambda uow: uow.matches.waiting_for(ann)) == [
        WaitingMatch(sooner.id, sooner.place, board),
        WaitingMatch(later.id, later.place, None),
        WaitingMatch(endless.id, endless.place, None),
        WaitingMatch(away.id, away.place, None),
        WaitingMatch(lost.id, lost.place, None, is_out_of_reach=True),
        WaitingMatch(hidden.id, hidden.place, None, is_out_of_reach=True),
    ]
    assert len(await read(store, lambda uow: uow.matches.waiting_for(bob))) == 2
    assert await read(store, lambda uow: uow.matches.waiting_for(cid)) == []
