"""Blocking: two of whom one has blocked the other begin nothing together."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from matches.blocking import block, unblock
from matches.challenge import ChallengeStatus
from matches.challenging import accept, answerable, counter, decline, rematch
from matches.errors import MatchesError, OwnBlock, PlayerBlocked, Unwelcome
from matches.ids import ChallengeId, MatchId, PlayerId
from rules import Player
from tests.support.people import FIRST_SCORES, LIVE, SLOW, Club, Lot, all_stored

LOT = Lot(Player.FIRST)


@dataclass(frozen=True)
class Between:
    """What there is between two people before one blocks the other."""

    ended: MatchId
    opened: dict[PlayerId, ChallengeId]
    """Everybody's open challenge to anybody."""


Attempt = Callable[[Club, Between, PlayerId, PlayerId], Awaitable[object]]


async def challenges(club: Club, _: Between, by: PlayerId, other: PlayerId) -> object:
    return await club.challenge(by, other)


async def rematches(club: Club, between: Between, by: PlayerId, other: PlayerId) -> object:
    return await club.do(rematch, between.ended, by, now=club.now, rng=LOT)


async def accepts(club: Club, between: Between, by: PlayerId, other: PlayerId) -> object:
    return await club.do(accept, between.opened[other], by, now=club.now, rng=LOT)


async def opens_the_form(club: Club, between: Between, by: PlayerId, other: PlayerId) -> object:
    return await club.do(answerable, between.opened[other], by, now=club.now)


async def counters(club: Club, between: Between, by: PlayerId, other: PlayerId) -> object:
    return await club.do(counter, between.opened[other], by, SLOW, now=club.now)


@pytest.mark.parametrize("blocker", ["ann", "bob"])
@pytest.mark.parametrize("attempt", [challenges, rematches, accepts, opens_the_form, counters])
async def test_nothing_begins(club: Club, attempt: Attempt, blocker: str):
    """No challenge, no rematch, no answer to an open challenge, in neither direction.

    Whoever blocked is told to unblock, the other one nothing.
    """
    ended = await club.play(await club.start(), *FIRST_SCORES)
    opened = {who: (await club.challenge(who, None)).id for who in (club.ann, club.bob)}
    between = Between(ended.id, opened)
    blocking = getattr(club, blocker)
    blocked = club.bob if blocking == club.ann else club.ann
    await club.do(block, blocking, blocked)
    for by, other, error in ((blocking, blocked, PlayerBlocked), (blocked, blocking, Unwelcome)):
        async with club.refused(error):
            await attempt(club, between, by, other)
    await club.do(unblock, blocking, blocked)
    await attempt(club, between, blocked, blocking)


async def test_others_are_not_concerned(club: Club):
    """Who blocks one person plays everybody else, and an open challenge stays open for them."""
    opened = await club.challenge(club.ann, None)
    await club.do(block, club.ann, club.bob)
    await club.do(accept, opened.id, club.cid, now=club.now, rng=LOT)
    await club.start(club.bob, club.cid)


async def test_a_challenge_from_before_the_block(club: Club):
    """It cannot be accepted any more by either; declining it is possible."""
    made = await club.challenge(club.ann, club.bob)
    await club.do(block, club.bob, club.ann)
    async with club.refused(PlayerBlocked) as info:
        await club.do(accept, made.id, club.bob, now=club.now, rng=LOT)
    assert info.value.challenge == made
    assert (await club.do(decline, made.id, club.bob, now=club.now)).status is (
        ChallengeStatus.DECLINED
    )


async def test_an_offered_rematch_from_before_the_block(club: Club):
    """Pressing *Rematch* too starts nothing."""
    ended = await club.play(await club.start(), *FIRST_SCORES)
    await club.do(rematch, ended.id, club.ann, now=club.now, rng=LOT)
    await club.do(block, club.ann, club.bob)
    async with club.refused(Unwelcome):
        await club.do(rematch, ended.id, club.bob, now=club.now, rng=LOT)


async def test_a_running_match_goes_on(club: Club):
    """Nobody loses a match by a block."""
    match = await club.start()
    await club.do(block, club.bob, club.ann)
    assert (await club.play(match, *FIRST_SCORES)).is_over


async def test_nobody_blocks_themself(club: Club):
    """It would mean nothing."""
    async with club.refused(OwnBlock):
        await club.do(block, club.ann, club.ann)


async def test_a_block_and_a_match_at_once(each_club: Club):
    """Either the match comes first, or there is none; nobody waits for ever."""
    club = each_club
    made = await club.challenge(club.ann, club.bob, LIVE)
    _, started = await asyncio.gather(
        club.do(block, club.ann, club.bob),
        club.do(accept, made.id, club.bob, now=club.now, rng=LOT),
        return_exceptions=True,
    )
    matches = (await all_stored(club.store)).matches
    assert len(matches) == (0 if isinstance(started, MatchesError) else 1)
