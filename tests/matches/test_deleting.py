"""Deleting an account: what ends with it, who is told, and who can begin nothing any more."""

import asyncio
from dataclasses import replace

import pytest

from matches.administrating import prefer
from matches.blocking import block
from matches.challenge import ChallengeStatus
from matches.challenging import accept, challenge, rematch
from matches.deleting import UnderWay, delete_account, under_way
from matches.errors import AccountGone, ChallengeOver, OpponentGone
from matches.leaving import go_on_leave
from matches.match import EndReason, Result
from matches.offer import OfferKind, OfferStatus
from matches.offering import make_offer
from matches.outbox import DueKind, Telling
from matches.playing import draw_step, play_turn
from matches.ports import UnitOfWork
from rules import Player
from tests.support.people import (
    FIRST_SCORES,
    LIVE,
    NOW,
    PLACE,
    SLOW,
    Club,
    Lot,
    all_stored,
    assert_is_the_fold,
)


async def test_running_matches_are_given_up(each_club: Club):
    """Once both have moved a match is resigned, and rated; before that it is aborted."""
    club = each_club
    begun = await club.play(await club.start(), "0", "2")
    fresh = await club.start(club.cid, club.ann, SLOW)
    others = await club.start(club.bob, club.cid)
    async with club.store.reading() as uow:
        assert await under_way(uow, club.ann) == UnderWay(lost=1, aborted=1, challenges=0)
    await club.forget_told()
    deleted = await club.do(delete_account, club.ann, now=club.now)
    assert [match.id for match in deleted.matches] == [begun.id, fresh.id]
    resigned, aborted = await club.match(begun.id), await club.match(fresh.id)
    assert resigned.result == Result(Player.SECOND, EndReason.RESIGNED)
    assert aborted.result == Result(None, EndReason.ABORTED, ended_by=Player.SECOND)
    assert not (await club.match(others.id)).is_over
    assert {change.player for change in await club.changes(begun.id)} == {club.ann, club.bob}
    assert await club.changes(fresh.id) == []
    for match, told in ((resigned, Player.SECOND), (aborted, Player.FIRST)):
        assert await club.told(match=match.id) == [
            (Telling.CLOSE_PLACE, NOW),
            (Telling.POST_BOARD, NOW),
        ]
        assert match.concerned == (told,)
    await assert_is_the_fold(club.store)


async def test_nothing_of_a_match_that_ended_waits(each_club: Club):
    """Its draft and its clock are gone, and what was offered in it lapses."""
    club = each_club
    match = await club.play(await club.start(terms=SLOW), "0", "2")
    await club.do(make_offer, match.id, club.bob, OfferKind.DRAW, now=club.now)
    seen = await club.seen(match.id)
    await club.do(draw_step, match.id, club.ann, 0, seen=seen, now=club.now)
    await club.do(delete_account, club.ann, now=club.now)
    assert await club.draft(match.id) is None
    assert [offer.status for offer in await club.offers(match.id)] == [OfferStatus.LAPSED]
    assert await club.due() == {(DueKind.ERASE_TRACES, club.ann): NOW}


async def test_challenges_end(each_club: Club):
    """One's own are withdrawn, those to oneself declined, and their challengers are told."""
    club = each_club
    mine = await club.challenge(club.ann, None)
    to_bob = await club.challenge(club.ann, club.bob)
    to_me = await club.challenge(club.cid, club.ann)
    others = await club.challenge(club.cid, club.bob)
    await club.forget_told()
    deleted = await club.do(delete_account, club.ann, now=club.now)
    assert [each.id for each in deleted.challenges] == [mine.id, to_bob.id, to_me.id]
    statuses = [(await club.challenge_of(c.id)).status for c in (mine, to_bob, to_me, others)]
    assert statuses == [
        ChallengeStatus.WITHDRAWN,
        ChallengeStatus.WITHDRAWN,
        ChallengeStatus.DECLINED,
        ChallengeStatus.OPEN,
    ]
    shown = (Telling.SHOW_CHALLENGE, NOW)
    assert await club.told(challenge=to_bob.id) == [shown]
    assert await club.told(challenge=to_me.id) == [shown, (Telling.TELL_DECLINED, NOW)]
    assert set(await club.due()) == {
        (DueKind.CHALLENGE_ENDS, others.id),
        (DueKind.ERASE_TRACES, club.ann),
    }


async def test_a_leave_ends_with_the_account(each_club: Club):
    """No row waits for its end, and time runs in nobody's match for it."""
    club = each_club
    match = await club.play(await club.start(terms=SLOW), "0", "2")
    await club.do(go_on_leave, club.ann, 3, now=club.now)
    await club.do(delete_account, club.ann, now=club.now)
    assert not (await club.match(match.id)).pauses
    assert set(await club.due()) == {(DueKind.ERASE_TRACES, club.ann)}


async def test_matches_and_ratings_of_the_others_stay(each_club: Club):
    """A match that was over is what it was, and so is everything that it changed."""
    club = each_club
    match = await club.play(await club.start(), *FIRST_SCORES)
    before, rating = await club.match(match.id), await club.rating(club.bob)
    changes = await club.changes(match.id)
    await club.do(delete_account, club.ann, now=club.now)
    assert await club.match(match.id) == before
    assert await club.rating(club.bob) == rating
    assert await club.changes(match.id) == changes
    await assert_is_the_fold(club.store)


async def test_deleting_twice_is_refused(each_club: Club):
    """The second of two taps meets nobody."""
    await each_club.do(delete_account, each_club.ann, now=each_club.now)
    async with each_club.refused(AccountGone):
        await each_club.do(delete_account, each_club.ann, now=each_club.now)


async def test_two_deletions_at_once_delete_once(each_club: Club):
    """Whoever comes second is refused, whichever that is."""
    club = each_club
    match = await club.play(await club.start(), "0", "2")
    deleting = (club.do(delete_account, club.ann, now=club.now) for _ in range(2))
    done = await asyncio.gather(*deleting, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["AccountGone", "Deleted"]
    assert (await club.match(match.id)).version == match.version + 1


async def test_both_players_of_a_match_leave_at_once(each_club: Club):
    """One resigns, and the other finds the match over; both accounts are gone."""
    club = each_club
    matches = [
        await club.play(await club.start(*pair, LIVE), "0", "2")
        for pair in ((club.ann, club.bob), (club.bob, club.ann), (club.ann, club.cid))
    ]
    deleting = (club.do(delete_account, each, now=club.now) for each in (club.ann, club.bob))
    await asyncio.gather(*deleting)
    for match in matches:
        assert (await club.match(match.id)).is_over
    async with club.store.reading() as uow:
        people = await uow.players.people([club.ann, club.bob])
    assert [person.account for person in people.values()] == [None, None]
    await assert_is_the_fold(club.store)


class PowerCut(Exception):
    """The process is gone."""


@pytest.mark.parametrize("at", range(1, 8))
async def test_a_crash_leaves_everything_or_nothing(each_club: Club, at: int):
    """Wherever it stops before the commit, the account, the matches and the challenges are as they
    were; tried again, all of it happens.
    """
    club = each_club
    await club.play(await club.start(), "0", "2")
    await club.start(club.cid, club.ann)
    await club.challenge(club.dee, club.ann)
    before = await all_stored(club.store)
    with pytest.raises(PowerCut):
        await club.do(_delete_until, at, club)
    assert await all_stored(club.store) == before
    async with club.store.reading() as uow:
        found = await uow.accounts.find(11)
    assert found is not None
    deleted = await club.do(delete_account, club.ann, now=club.now)
    assert (len(deleted.matches), len(deleted.challenges)) == (2, 1)


async def _delete_until(uow: UnitOfWork, at: int, club: Club) -> None:
    _break_at(uow, at)
    await delete_account(uow, club.ann, now=club.now)


def _break_at(uow: UnitOfWork, at: int) -> None:
    """Let the process end at that row that is written to the outbox, or at the commit."""
    add, written = uow.outbox.add, 0

    async def breaking(telling, **options):
        nonlocal written
        written += 1
        if written == at:
            raise PowerCut
        return await add(telling, **options)

    async def cut() -> None:
        raise PowerCut

    uow.outbox.add = breaking  # type: ignore[method-assign]  # only broken
    uow.commit = cut  # type: ignore[method-assign]  # only broken


async def test_whoever_is_gone_begins_nothing(each_club: Club):
    """A process that takes somebody for the player they were is told so, and nothing changes."""
    club = each_club
    over = await club.play(await club.start(terms=LIVE), *FIRST_SCORES)
    open_one = await club.challenge(club.bob, None)
    await club.do(delete_account, club.ann, now=club.now)
    gone, lot = club.ann, Lot(Player.FIRST)

    async with club.refused(AccountGone) as info:
        await club.do(challenge, gone, None, LIVE, PLACE, now=club.now)
    assert info.value.player == gone
    async with club.refused(AccountGone):
        await club.do(accept, open_one.id, gone, now=club.now, rng=lot)
    async with club.refused(AccountGone):
        await club.do(rematch, over.id, gone, now=club.now, rng=lot)
    async with club.refused(AccountGone):
        await club.do(go_on_leave, gone, 1, now=club.now)
    async with club.refused(AccountGone):
        await club.do(prefer, gone, lambda settings: replace(settings, words=True))
    async with club.refused(AccountGone):
        await club.do(block, gone, club.bob)


async def test_nobody_begins_anything_with_whoever_is_gone(each_club: Club):
    """Neither a challenge, nor the rematch on an old board, nor a block."""
    club = each_club
    over = await club.play(await club.start(terms=LIVE), *FIRST_SCORES)
    withdrawn = await club.challenge(club.ann, club.bob)
    await club.do(delete_account, club.ann, now=club.now)
    lot = Lot(Player.FIRST)
    async with club.refused(OpponentGone) as info:
        await club.do(challenge, club.bob, club.ann, LIVE, PLACE, now=club.now)
    assert info.value.player == club.ann
    async with club.refused(OpponentGone):
        await club.do(rematch, over.id, club.bob, now=club.now, rng=lot)
    async with club.refused(OpponentGone):
        await club.do(block, club.bob, club.ann)

    async with club.refused(ChallengeOver):
        await club.do(accept, withdrawn.id, club.bob, now=club.now, rng=lot)


async def test_a_turn_and_a_deletion_at_once(each_club: Club):
    """Whichever comes first, the match ends by the resignation and is rated once."""
    club = each_club
    match = await club.play(await club.start(), "0", "2")
    await asyncio.gather(
        club.do(play_turn, match.id, club.ann, "0", now=club.now),
        club.do(delete_account, club.ann, now=club.now),
        return_exceptions=True,
    )
    ended = await club.match(match.id)
    assert ended.result == Result(Player.SECOND, EndReason.RESIGNED)
    assert len(await club.changes(match.id)) == 4
    await assert_is_the_fold(club.store)
