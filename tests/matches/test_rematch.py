"""Rematches: the same again with the sides swapped."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.challenge import Challenge, ChallengeStatus
from matches.challenging import accept, decline, expire, rematch, shown, withdraw
from matches.errors import (
    ChallengeOver,
    MatchRunning,
    NotYourMatch,
    RecentlyDeclined,
    RematchOffered,
    TooManyChallenges,
    TooManyToOne,
    UnknownMatch,
)
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import Match
from matches.outbox import DueKind, Telling
from matches.place import Place
from matches.update import Started
from rules import Game, Player
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    LATER,
    LIVE,
    MINUTE,
    NOW,
    PLACE,
    SLOW,
    SMALL,
    Club,
    Lot,
)

SHOW, POST = Telling.SHOW_CHALLENGE, Telling.POST_BOARD
WRONG_LOT = Lot(Player.FIRST)
"""Would give the challenger of the rematch, who was first, the same side again."""


async def again(club: Club, match: Match, by: PlayerId) -> Challenge | Started:
    """A tap on Rematch."""
    return await club.do(rematch, match.id, by, now=club.now, rng=WRONG_LOT)


async def offered(club: Club, match: Match, by: PlayerId) -> Challenge:
    """A tap on Rematch that makes an offer."""
    made = await again(club, match, by)
    assert isinstance(made, Challenge)
    return made


async def ended_match(club: Club, place: Place = PLACE) -> Match:
    """A match that Ann, who drew first, has won; everything has been told."""
    match = await club.play(await club.start(terms=SLOW, place=place), *FIRST_SCORES)
    await club.forget_told()
    return match


@pytest.mark.parametrize("by", ["ann", "bob"])
async def test_offer(club: Club, by: str):
    """Either player offers the same terms in the same place, with the sides swapped."""
    match = await ended_match(club)
    club.wait(MINUTE)
    player: PlayerId = getattr(club, by)
    offer = await offered(club, match, player)
    assert offer == Challenge(
        id=offer.id,
        challenger=player,
        opponent=match.opponent_of(player),
        terms=SLOW,
        place=PLACE,
        made_at=club.now,
        ends_at=club.now + timedelta(days=7),
        side=Player.SECOND if player == club.ann else Player.FIRST,
        rematch_of=match.id,
    )
    assert await club.challenge_of(offer.id) == offer
    assert await club.told() == [(SHOW, NOW)]
    assert await club.due() == {(DueKind.CHALLENGE_ENDS, offer.id): timedelta(days=7)}


@pytest.mark.parametrize("by", ["ann", "bob"])
@pytest.mark.parametrize("with_rematch", [True, False])
async def test_accepting_the_offer(club: Club, by: str, with_rematch: bool):
    """The other one's Rematch accepts the offer, as Accept does; no lot is drawn."""
    match = await ended_match(club)
    offer = await offered(club, match, getattr(club, by))
    await club.forget_told()
    club.wait(MINUTE)
    other = match.opponent_of(offer.challenger)
    if with_rematch:
        started = await again(club, match, other)
    else:
        started = await club.do(accept, offer.id, other, now=club.now, rng=WRONG_LOT)
    assert isinstance(started, Started)
    assert (started.match.first, started.match.second) == (club.bob, club.ann)
    assert started.match.game == Game(SMALL)
    assert started.match.deadline == club.now + DAY
    assert started.challenge == replace(
        offer,
        status=ChallengeStatus.ACCEPTED,
        match=started.match.id,
        ended_at=club.now,
        version=2,
    )
    assert await club.match(match.id) == match
    assert await club.told(challenge=offer.id) == [(SHOW, NOW if with_rematch else LATER)]
    assert await club.told(match=started.match.id) == [(POST, NOW)]
    assert await club.due() == {(DueKind.TURN_DEADLINE, started.match.id): DAY * 0.8}


async def test_sides_swap_again(club: Club):
    """In the rematch of a rematch the sides are those of the first match."""
    match = await ended_match(club)
    await offered(club, match, club.ann)
    started = await again(club, match, club.bob)
    assert isinstance(started, Started)
    second = await club.play(started.match, *FIRST_SCORES)
    await offered(club, second, club.ann)
    started = await again(club, second, club.bob)
    assert isinstance(started, Started)
    assert (started.match.first, started.match.second) == (club.ann, club.bob)


async def test_offering_twice(club: Club):
    """Who taps Rematch twice has made one offer."""
    match = await ended_match(club)
    offer = await offered(club, match, club.ann)
    async with club.refused(RematchOffered) as info:
        await again(club, match, club.ann)
    assert info.value.challenge == offer


async def test_both_at_once(each_club: Club):
    """When both tap Rematch at the same time, twice each, one match begins."""
    club = each_club
    match = await ended_match(club)
    taps = [again(club, match, by) for by in (club.ann, club.bob, club.ann, club.bob)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    unexpected = [
        each for each in results if not isinstance(each, Challenge | Started | RematchOffered)
    ]
    assert unexpected == []
    ids = {each.match.id for each in results if isinstance(each, Started)}
    assert len(ids) == 1
    async with club.store.reading() as uow:
        assert len(await uow.matches.running_of(club.ann)) == 1
        assert await uow.challenges.open_from(club.ann) == []
        assert await uow.challenges.open_from(club.bob) == []


async def test_late_second_tap(club: Club):
    """While the rematch is played, Rematch on the old board leads to it and starts nothing."""
    match = await ended_match(club)
    await offered(club, match, club.ann)
    await club.start(club.ann, club.bob)
    started = await again(club, match, club.bob)
    await club.start(club.bob, club.ann)
    await club.forget_told()
    for by in (club.bob, club.ann):
        assert await again(club, match, by) == started
    assert await club.told() == []


async def test_another_one_after_the_rematch(club: Club):
    """When the rematch is over too, the first match can be repeated once more."""
    match = await ended_match(club)
    await offered(club, match, club.ann)
    started = await again(club, match, club.bob)
    assert isinstance(started, Started)
    await club.play(started.match, *FIRST_SCORES)
    assert (await offered(club, match, club.bob)).rematch_of == match.id


async def test_accept_and_rematch_at_once(each_club: Club):
    """Rematch tapped while Accept is being done: one match begins, and neither waits for what the
    other one holds.
    """
    club = each_club
    match = await ended_match(club)
    offer = await offered(club, match, club.ann)
    async with club.store.writing() as uow:
        await uow.challenges.get(offer.id)
        tap = asyncio.create_task(again(club, match, club.bob))
        await asyncio.sleep(0.1)  # where rows are locked, the tap has taken what it can by now
        started = await accept(uow, offer.id, club.bob, now=club.now, rng=WRONG_LOT)
    (late,) = await asyncio.gather(tap, return_exceptions=True)
    assert isinstance(late, ChallengeOver) or late == started
    async with club.store.reading() as uow:
        assert await uow.matches.running_of(club.ann) == [started.match]


async def test_withdrawn_offer(club: Club):
    """After an offer was withdrawn or has lapsed, Rematch makes a new one, either way."""
    match = await ended_match(club)
    offer = await offered(club, match, club.ann)
    await club.do(withdraw, offer.id, club.ann, now=club.now)
    offer = await offered(club, match, club.bob)
    club.now = offer.ends_at
    offer = await offered(club, match, club.ann)
    assert offer.challenger == club.ann
    await club.do(expire, ChallengeId(offer.id - 1), now=club.now)
    assert isinstance(await again(club, match, club.bob), Started)


async def test_withdrawing_and_rematch_at_once(each_club: Club):
    """An offer that is withdrawn while the other one taps Rematch ends in one way."""
    club = each_club
    match = await ended_match(club)
    offer = await offered(club, match, club.ann)
    results = await asyncio.gather(
        club.do(withdraw, offer.id, club.ann, now=club.now),
        again(club, match, club.bob),
        return_exceptions=True,
    )
    assert [e for e in results if not isinstance(e, Started | Challenge | ChallengeOver)] == []
    status = (await club.challenge_of(offer.id)).status
    is_on = any(isinstance(each, Started) for each in results)
    assert status is (ChallengeStatus.ACCEPTED if is_on else ChallengeStatus.WITHDRAWN)


async def test_who_may_not(club: Club):
    """A rematch is for the two who played, once the match is over."""
    running = await club.start()
    for by in (club.ann, club.bob):
        async with club.refused(MatchRunning) as info:
            await again(club, running, by)
        assert info.value.match == running
    match = await club.play(running, *FIRST_SCORES)
    async with club.refused(NotYourMatch):
        await again(club, match, club.cid)
    async with club.refused(UnknownMatch):
        await again(club, replace(match, id=MatchId(99)), club.ann)


async def test_limits_hold(club: Club):
    """An offer is a challenge: after a decline not for an hour, and not too many at once."""
    match = await ended_match(club)
    offer = await offered(club, match, club.ann)
    await club.do(decline, offer.id, club.bob, now=club.now)
    async with club.refused(RecentlyDeclined):
        await again(club, match, club.ann)
    for _ in range(2):
        await club.challenge(club.bob, club.ann)
    async with club.refused(TooManyToOne):
        await again(club, match, club.bob)
    await club.challenge(club.bob, None)
    async with club.refused(TooManyChallenges):
        await again(club, match, club.bob)


async def test_offer_leaves_the_matchs_own_thread(club: Club):
    """A match's own thread is closed with it, so the rematch is offered outside."""
    made = await club.challenge(club.ann, club.bob, LIVE)
    await club.do(shown, made.id, 72)
    match = (await club.do(accept, made.id, club.bob, now=club.now, rng=Lot(Player.FIRST))).match
    thread = replace(PLACE, thread=72)
    async with club.store.writing() as uow:
        await uow.places.move(match.id, thread)
        await uow.commit()
    match = await club.play(await club.match(match.id), *FIRST_SCORES)
    assert match.place == thread
    assert (await offered(club, match, club.bob)).place == PLACE


async def test_offer_stays_in_anybody_elses_thread(club: Club):
    """A thread that people made themselves is not closed, and the rematch is offered in it."""
    thread = replace(PLACE, thread=72)
    match = await ended_match(club, thread)
    assert (await offered(club, match, club.bob)).place == thread
