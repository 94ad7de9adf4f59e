"""The end of a match and its ratings: one unit, in the order of one history."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from matches.challenging import accept
from matches.finishing import finish
from matches.history import RatingChange, RatingEvent, StoredRating
from matches.ids import PlayerId, ServerId
from matches.match import EndReason, Match, Result
from matches.outbox import Telling
from matches.place import Place
from matches.playing import Seen, draw_step, play_turn, resign
from matches.ports import UnitOfWork
from matches.rating import MAX_DEVIATION, PROVISIONAL_ABOVE, Rating, aged, rate_match
from matches.terms import Terms
from matches.timekeeping import run_out_of_time
from rules import VARIANTS, Player
from tests.support.people import (
    CUSTOM,
    DAY,
    FIRST_SCORES,
    LIVE,
    MINUTE,
    NOW,
    PLACE,
    SECOND,
    SECOND_SCORES,
    SERVER,
    SMALL,
    START,
    Club,
    Lot,
    all_stored,
    assert_is_the_fold,
    unrated,
)

NEW = Rating()
WON, LOST = rate_match(NEW, NEW, 1)
OTHER_SERVER = ServerId(701)


async def drawn(club: Club, match: Match) -> Match:
    """The match ended in a draw, as only other games can end."""

    async def draw(uow: UnitOfWork) -> Match:
        found = await uow.matches.get(match.id)
        assert found is not None
        counted = replace(found, version=found.version + 1)
        ended = await finish(uow, counted, Result(None, EndReason.TURN_LIMIT), club.now)
        await uow.commit()
        return ended

    return await club.do(draw)


async def lost(club: Club, match: Match, loser: PlayerId) -> Match:
    """The match, in which two turns were played, given up now."""
    version = match.version
    return (await club.do(resign, match.id, loser, seen_version=version, now=club.now)).match


async def begun(
    club: Club,
    first: PlayerId | None = None,
    second: PlayerId | None = None,
    terms: Terms = LIVE,
    place: Place = PLACE,
) -> Match:
    """A match in which both have moved."""
    return await club.play(await club.start(first, second, terms, place), "0", "0")


# One match


@pytest.mark.parametrize(
    ("turns", "score", "first", "second"),
    [(FIRST_SCORES, 1.0, WON, LOST), (SECOND_SCORES, 0.0, LOST, WON)],
)
async def test_rated_match(
    club: Club, turns: tuple[str, ...], score: float, first: Rating, second: Rating
):
    """Both ratings change from what they were before, once in the server and once overall."""
    match = await club.start()
    club.wait(MINUTE)
    ended = await club.play(match, *turns)
    assert await club.changes(match.id) == [
        RatingChange(club.ann, None, NEW, first),
        RatingChange(club.bob, None, NEW, second),
        RatingChange(club.ann, SERVER, NEW, first),
        RatingChange(club.bob, SERVER, NEW, second),
    ]
    for scope in (None, SERVER):
        assert await club.rating(club.ann, scope=scope) == StoredRating(first, club.now, 1)
        assert await club.rating(club.bob, scope=scope) == StoredRating(second, club.now, 1)
    (event,) = (await assert_is_the_fold(club.store)).history
    assert event == RatingEvent(
        event.id, match.id, "small", SERVER, club.ann, club.bob, score, club.now
    )
    assert ended.finished_at == club.now


async def test_draw(club: Club):
    """A draw is half a win for both: between equals only the deviations shrink."""
    match = await begun(club)
    ended = await drawn(club, match)
    assert (ended.result, ended.version) == (Result(None, EndReason.TURN_LIMIT), match.version + 1)
    (event,) = (await assert_is_the_fold(club.store)).history
    assert event.score == 0.5
    for player in (club.ann, club.bob):
        rating = (await club.rating(player)).rating
        assert rating.value == 1500
        assert rating.deviation < MAX_DEVIATION


async def test_upset_moves_both_from_before(club: Club):
    """Neither side is computed from what the same match has already made of the other."""
    await lost(club, await begun(club), club.bob)
    before = [(await club.rating(player)).rating for player in (club.ann, club.bob)]
    await lost(club, await begun(club), club.ann)
    after = [(await club.rating(player)).rating for player in (club.ann, club.bob)]
    assert after == list(rate_match(before[0], before[1], 0))


async def test_outside_a_server(club: Club):
    """A match outside a server changes the ratings overall and no others."""
    match = await begun(club, place=Place(None, 5))
    await lost(club, match, club.ann)
    assert await club.changes(match.id) == [
        RatingChange(club.ann, None, NEW, LOST),
        RatingChange(club.bob, None, NEW, WON),
    ]
    stored = await assert_is_the_fold(club.store)
    assert set(stored.ratings) == {(None, "small", club.ann), (None, "small", club.bob)}


async def test_servers_and_variants_are_apart(club: Club):
    """Each preset and each server has its own ratings; overall means all servers."""
    await lost(club, await begun(club), club.bob)
    await lost(club, await begun(club, place=Place(OTHER_SERVER, 5)), club.bob)
    standard = await begun(club, terms=Terms(VARIANTS[0].ruleset))
    await lost(club, standard, club.bob)
    assert (await club.rating(club.ann, scope=SERVER)).rating == WON
    assert (await club.rating(club.ann, scope=OTHER_SERVER)).rating == WON
    assert (await club.rating(club.ann)).rating.value > WON.value
    assert (await club.rating(club.ann, "standard")).rating == WON
    assert (await club.rating(club.ann, "texas")).rating == NEW
    await assert_is_the_fold(club.store)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_every_preset_is_rated(club: Club, variant):
    """A match by the rules of any preset is rated under its key."""
    turn = "0" * variant.ruleset.start().steps_due
    match = await club.play(await club.start(terms=Terms(variant.ruleset)), turn, turn)
    await lost(club, match, club.bob)
    assert (await club.rating(club.ann, variant.key)).rating == WON


@pytest.mark.parametrize("terms", [unrated(LIVE), unrated(Terms(CUSTOM))])
async def test_unrated_match(club: Club, terms: Terms):
    """A match for no points has a result and changes no rating."""
    match = await lost(club, await begun(club, terms=terms), club.bob)
    assert match.result == Result(Player.FIRST, EndReason.RESIGNED)
    stored = await all_stored(club.store)
    assert (stored.history, stored.ratings) == ([], {})


async def test_sixth_match_of_a_day(club: Club):
    """The sixth match of the same two within a day changes no rating."""
    for _ in range(6):
        await lost(club, await begun(club), club.bob)
    assert len((await assert_is_the_fold(club.store)).history) == 5


@pytest.mark.parametrize("end", ["resign", "time"])
@pytest.mark.parametrize("turns", [0, 1])
async def test_aborted_match(club: Club, turns: int, end: str):
    """A match that was aborted changes no rating, although it was meant to be rated."""
    match = await club.play(await club.start(), *["0"] * turns)
    assert match.rated
    if end == "resign":
        await lost(club, match, club.ann)
    else:
        await club.do(run_out_of_time, match.id, now=club.wait(DAY))
    stored = await all_stored(club.store)
    by = Player.FIRST if end == "resign" else None
    assert stored.matches[match.id].result == Result(None, EndReason.ABORTED, ended_by=by)
    assert (stored.history, stored.ratings) == ([], {})


# All or nothing


class Broken(Exception):
    """The store fails."""


class BreakingUnit:
    """A unit of work whose call number `at` fails, commits included."""

    def __init__(self, uow: UnitOfWork, at: int) -> None:
        self._uow = uow
        self.left = at

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._uow, name)
        return self._counted(found) if name == "commit" else _Breaking(found, self._counted)

    def _counted(self, call: Any) -> Any:
        async def counted(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Broken
            return await call(*args, **kwargs)

        return counted


class _Breaking:
    """A repository of such a unit."""

    def __init__(self, repository: Any, counted: Any) -> None:
        self._repository, self._counted = repository, counted

    def __getattr__(self, name: str) -> Any:
        return self._counted(getattr(self._repository, name))


@pytest.mark.parametrize("end", ["turn", "time"])
async def test_if_anything_fails_nothing_is_stored(each_club: Club, end: str):
    """Wherever the store fails while a match ends, match and ratings are as before; then it ends
    as if nothing had been.
    """
    club = each_club
    match = await club.play(await club.start(place=replace(PLACE, thread=9)), *FIRST_SCORES[:-1])
    club.wait(10 * MINUTE)
    before = await all_stored(club.store)
    calls = 0
    while True:
        try:
            async with club.store.writing() as uow:
                unit: Any = BreakingUnit(uow, calls)
                if end == "turn":
                    await play_turn(unit, match.id, club.ann, FIRST_SCORES[-1], now=club.now)
                else:
                    await run_out_of_time(unit, match.id, now=club.now)
        except Broken:
            calls += 1
            if calls % 4 == 1:  # looking costs more than failing
                assert await all_stored(club.store) == before
            continue
        break
    assert calls > 8
    stored = await assert_is_the_fold(club.store)
    assert stored.matches[match.id].is_over
    assert stored.matches[match.id].version == match.version + 1
    assert len(stored.history) == 1
    assert [row.telling for row in stored.outbox[len(before.outbox) :]] == [
        Telling.CLOSE_PLACE,
        Telling.POST_BOARD,
    ]


async def test_accepting_fails_whole(club: Club):
    """Wherever the store fails while a challenge is accepted, there is no match."""
    made = await club.challenge(club.ann, club.bob)
    before = await all_stored(club.store)
    calls = 0
    while True:
        try:
            async with club.store.writing() as uow:
                unit: Any = BreakingUnit(uow, calls)
                await accept(unit, made.id, club.bob, now=club.now, rng=Lot(Player.FIRST))
        except Broken:
            calls += 1
            assert await all_stored(club.store) == before
            continue
        break
    assert calls > 5
    assert len((await all_stored(club.store)).matches) == 1


async def test_rated_match_of_a_custom_game(club: Club):
    """A match that is rated by mistake cannot end without being noticed; nothing is stored."""
    match = await begun(club, terms=unrated(Terms(CUSTOM)))
    async with club.store.writing() as uow:
        await uow.matches.save(replace(match, rated=True, version=match.version + 1))
        await uow.commit()
    async with club.refused(ValueError):
        await lost(club, await club.match(match.id), club.ann)


async def test_end_forgets_the_draft_and_the_deadline(club: Club):
    """With the match its draft and its deadline are gone."""
    match = await begun(club)
    await club.do(draw_step, match.id, club.ann, 1, seen=Seen(match.version), now=club.now)
    other = await begun(club, club.cid, club.dee)
    await lost(club, await club.match(match.id), club.bob)
    stored = await all_stored(club.store)
    assert stored.drafts == {}
    assert [row.subject for row in stored.due] == [other.id]
    assert stored.matches[match.id].deadline is None


# Time


async def test_deviation_grows_while_nobody_plays(club: Club):
    """What is not seen for a while is less certain, up to the moment of the next match."""
    await lost(club, await begun(club), club.bob)
    first = (await club.rating(club.ann)).rating
    club.wait(70 * DAY)
    match = await begun(club)
    club.wait(MINUTE)
    await lost(club, match, club.bob)
    change = (await club.changes(match.id))[0]
    assert change.before == aged(first, 70 * DAY + MINUTE)
    assert change.before.deviation > first.deviation
    assert change.before.value == first.value
    assert change.after == rate_match(change.before, aged(LOST, 70 * DAY + MINUTE), 1)[0]
    club.wait(100_000 * DAY)
    match = await begun(club)
    await lost(club, match, club.bob)
    assert (await club.changes(match.id))[0].before.deviation == MAX_DEVIATION


async def test_other_scopes_age_by_themselves(club: Club):
    """A rating grows uncertain from its own last match on, whatever was played elsewhere."""
    await lost(club, await begun(club), club.bob)
    club.wait(70 * DAY)
    await lost(club, await begun(club, place=Place(OTHER_SERVER, 5)), club.bob)
    club.wait(DAY)
    match = await begun(club)
    await lost(club, match, club.bob)
    before = {
        change.scope: change.before
        for change in await club.changes(match.id)
        if change.player == club.ann
    }
    assert before[SERVER] == aged(WON, 71 * DAY)
    assert before[None].deviation < before[SERVER].deviation
    await assert_is_the_fold(club.store)


async def test_provisional(club: Club):
    """Newcomers are provisional until enough is known, and again after a long time away."""
    rounds = 0
    players = (club.ann, club.bob, club.cid, club.dee)
    while any([(await club.rating(player)).rating.provisional for player in players]):
        rounds += 1
        assert rounds < 30
        for first, second in ((club.ann, club.bob), (club.cid, club.dee)):
            match = await begun(club, first, second)
            await lost(club, match, first if rounds % 2 else second)
        club.wait(DAY)
    assert rounds > 3
    settled = (await club.rating(club.ann)).rating
    assert settled.deviation <= PROVISIONAL_ABOVE == 110
    assert aged(settled, 2000 * DAY).provisional
    assert not replace(settled, deviation=110.0).provisional
    assert replace(settled, deviation=110.1).provisional


# The order of the history


async def test_clocks_that_run_apart(club: Club):
    """What is stored later never sorts earlier, although its process has an earlier clock."""
    one, other, third, apart = [
        await begun(club, *players)
        for players in (
            (club.ann, club.bob),
            (club.ann, club.cid),
            (club.cid, club.bob),
            (club.dee, club.cid),
        )
    ]
    ahead = club.wait(10 * SECOND)
    assert (await lost(club, one, club.ann)).finished_at == ahead
    club.now = START + 2 * SECOND
    assert (await lost(club, other, club.cid)).finished_at == ahead
    club.now = START + 4 * SECOND
    assert (await lost(club, third, club.cid)).finished_at == ahead
    club.now = ahead + SECOND
    assert (await lost(club, apart, club.dee)).finished_at == ahead + SECOND
    stored = await assert_is_the_fold(club.store)
    assert [event.match for event in stored.history] == [m.id for m in (one, other, third, apart)]


async def test_others_are_not_held_up(club: Club):
    """A clock that runs ahead concerns only the players whose match it ended."""
    one, apart = await begun(club), await begun(club, club.cid, club.dee)
    club.wait(10 * SECOND)
    await lost(club, one, club.ann)
    club.now = START + SECOND
    assert (await lost(club, apart, club.dee)).finished_at == club.now
    await assert_is_the_fold(club.store)


async def test_two_ends_at_once_with_clocks_apart(each_club: Club):
    """Matches of one player that end at the same time are rated one after the other."""
    club = each_club
    pairs = [(club.ann, club.bob), (club.cid, club.ann), (club.ann, club.dee)]
    matches = [await begun(club, *pair) for pair in pairs]
    ends = [
        club.do(resign, m.id, m.second, seen_version=m.version, now=START + seconds * SECOND)
        for m, seconds in zip(matches, (20, 0, 10), strict=True)
    ]
    await asyncio.gather(*ends)
    stored = await assert_is_the_fold(club.store)
    assert len(stored.history) == 3
    ids = [event.id for event in stored.history]
    assert ids == sorted(ids)


@pytest.mark.parametrize("seed", range(4))
async def test_stored_ratings_are_the_fold_of_the_history(club: Club, seed: int):
    """After any matches, in any order and with any clocks, a replay gives the same ratings."""
    await play_a_season(club, Random(seed), 25)
    stored = await assert_is_the_fold(club.store)
    assert len(stored.history) > 15


async def test_stored_ratings_are_the_fold_on_every_store(each_club: Club):
    """The same holds to the last bit for numbers that went through a database."""
    await play_a_season(each_club, Random(7), 8)
    assert len((await assert_is_the_fold(each_club.store)).history) > 4


async def play_a_season(club: Club, rng: Random, matches: int) -> None:
    """Random matches of random people, several of them at a time, on clocks that run apart."""
    people = (club.ann, club.bob, club.cid, club.dee)
    places = (PLACE, Place(OTHER_SERVER, 5), Place(None, 6))
    running: list[Match] = []
    true_now = club.now
    while matches or running:
        true_now += timedelta(hours=rng.choice((0, 0, 1, 30)))
        club.now = true_now + timedelta(seconds=rng.uniform(-5, 5))
        if matches and rng.random() < 0.6:
            matches -= 1
            terms = Terms(rng.choice((SMALL, VARIANTS[0].ruleset)), rated=rng.random() < 0.9)
            first, second = rng.sample(people, 2)
            running.append(await begun(club, first, second, terms, rng.choice(places)))
        elif running:
            match = running.pop(rng.randrange(len(running)))
            if rng.random() < 0.2:
                await drawn(club, match)
            else:
                await lost(club, match, rng.choice((match.first, match.second)))


async def test_nobody_is_told_twice(club: Club):
    """The end of a match asks for its board once."""
    match = await begun(club)
    await club.forget_told()
    await lost(club, match, club.ann)
    assert await club.told() == [(Telling.CLOSE_PLACE, NOW), (Telling.POST_BOARD, NOW)]
