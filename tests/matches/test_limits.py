"""What the operator allows one player to have under way."""

import asyncio

import pytest

from matches.challenging import accept, challenge, counter, rematch
from matches.errors import OpponentIsFull, TooManyChallenges, TooManyMatches, TooManyToOne
from matches.limits import Limits
from rules import Player
from tests.support.people import FIRST_SCORES, LIVE, PLACE, SLOW, Club, Lot, all_stored, unrated

LOT = Lot(Player.FIRST)
ONE_MATCH = Limits(running_matches=1)


async def test_the_limits_that_hold_unless_others_are_set():
    """Three open challenges, two to one, fifty matches."""
    assert Limits() == Limits(3, 2, 50)


async def test_open_challenges(club: Club):
    """As many as are allowed, and the refusal says how many."""
    limits = Limits(open_challenges=2, open_challenges_to_one=1)
    await club.do(challenge, club.ann, club.bob, LIVE, PLACE, now=club.now, limits=limits)
    async with club.refused(TooManyToOne) as one:
        await club.do(challenge, club.ann, club.bob, LIVE, PLACE, now=club.now, limits=limits)
    await club.do(challenge, club.ann, None, LIVE, PLACE, now=club.now, limits=limits)
    async with club.refused(TooManyChallenges) as all_:
        await club.do(challenge, club.ann, None, LIVE, PLACE, now=club.now, limits=limits)
    assert (one.value.most, all_.value.most) == (1, 2)


async def test_running_matches_of_whoever_challenges(club: Club):
    """Whoever plays as many as anybody may cannot challenge."""
    await club.start(club.cid, club.ann)
    async with club.refused(TooManyMatches) as info:
        await club.do(challenge, club.ann, None, LIVE, PLACE, now=club.now, limits=ONE_MATCH)
    assert info.value.most == 1


async def test_running_matches_of_the_challenged(club: Club):
    """Nor can they be challenged; an answer with other terms is a challenge as well."""
    await club.start(club.cid, club.bob)
    made = await club.challenge(club.bob, club.ann)
    async with club.refused(OpponentIsFull):
        await club.do(challenge, club.ann, club.bob, LIVE, PLACE, now=club.now, limits=ONE_MATCH)
    async with club.refused(OpponentIsFull):
        await club.do(counter, made.id, club.ann, SLOW, now=club.now, limits=ONE_MATCH)


@pytest.mark.parametrize(("busy", "error"), [("ann", OpponentIsFull), ("bob", TooManyMatches)])
async def test_running_matches_when_a_challenge_is_accepted(
    club: Club, busy: str, error: type[Exception]
):
    """Both must have room at that moment; the challenge stays as it is."""
    made = await club.challenge(club.ann, club.bob)
    other = await club.start(club.cid, getattr(club, busy))
    async with club.refused(error):
        await club.do(accept, made.id, club.bob, now=club.now, rng=LOT, limits=ONE_MATCH)
    await club.play(other, *FIRST_SCORES)
    await club.do(accept, made.id, club.bob, now=club.now, rng=LOT, limits=ONE_MATCH)


async def test_running_matches_and_a_rematch(club: Club):
    """Neither offering nor taking one goes past the limit."""
    ended = await club.play(await club.start(), *FIRST_SCORES)
    running = await club.start(club.ann, club.cid)
    async with club.refused(TooManyMatches):
        await club.do(rematch, ended.id, club.ann, now=club.now, rng=LOT, limits=ONE_MATCH)
    async with club.refused(OpponentIsFull):
        await club.do(rematch, ended.id, club.bob, now=club.now, rng=LOT, limits=ONE_MATCH)
    await club.do(rematch, ended.id, club.bob, now=club.now, rng=LOT)
    async with club.refused(TooManyMatches):
        await club.do(rematch, ended.id, club.ann, now=club.now, rng=LOT, limits=ONE_MATCH)
    assert not (await club.match(running.id)).is_over


async def test_two_challenges_accepted_at_once(each_club: Club):
    """Room for one match is not given twice."""
    club = each_club
    made = [await club.challenge(who, club.ann, unrated(LIVE)) for who in (club.bob, club.cid)]
    results = await asyncio.gather(
        *(
            club.do(accept, each.id, club.ann, now=club.now, rng=LOT, limits=ONE_MATCH)
            for each in made
        ),
        return_exceptions=True,
    )
    assert [type(r) for r in results].count(TooManyMatches) == 1
    assert len((await all_stored(club.store)).matches) == 1
