"""Voided matches: a decision with its reason, and ratings exactly as they would have been."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from matches.deleting import delete_account
from matches.errors import AccountGone, AlreadyVoid, NothingRated, OtherServer, UnknownMatch
from matches.history import Fold, RatingChange, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.outbox import Telling
from matches.ports import Store
from matches.recomputing import recompute
from matches.starting import MOST_RATED_A_DAY
from matches.void import LONGEST_REASON, Void
from matches.voiding import MARKED_EVERY, Replay, void_match, void_some_of
from tests.matches.test_finishing import OTHER_SERVER, begun, lost, play_a_season
from tests.support.people import HOUR, LIVE, NOW, SERVER, Club, all_stored, unrated

REASON = "played by a program"


async def void(
    club: Club, match: MatchId, *, server: ServerId | None = None, reason: str = REASON
) -> Void:
    """Dee decides it."""
    return await club.do(void_match, match, by=club.dee, reason=reason, server=server, now=club.now)


async def replayed(club: Club, replay: Replay | None = None, limit: int = 3) -> int:
    """Make everything good; in how many portions."""
    replay = replay or Replay()
    portions = 0
    while await club.do(replay.portion, limit, now=club.now):
        portions += 1
    return portions


Stored = tuple[Mapping[RatingKey, StoredRating], Mapping[int, list[RatingChange]]]


async def stored(store: Store) -> Stored:
    """All ratings and all changes."""
    async with store.reading() as uow:
        return await uow.ratings.stored(), await uow.ratings.all_changes()


async def as_the_rest_has_it(store: Store) -> Stored:
    """What a replay of the whole history without what is void gives."""
    fold = Fold()
    async with store.reading() as uow:
        changes = {event.id: fold.rate(event) for event in await uow.ratings.history()}
    return fold.ratings, changes


async def history(club: Club) -> list[MatchId]:
    """The rated matches, in order."""
    async with club.store.reading() as uow:
        return [event.match for event in await uow.ratings.history()]


@pytest.mark.parametrize("seed", range(4))
async def test_ratings_are_what_they_would_have_been(club: Club, seed: int):
    """To the last bit, with all that later matches changed, whichever match is voided."""
    rng = Random(seed)
    await play_a_season(club, rng, 20)
    for match in rng.sample(await history(club), 3):
        await void(club, match)
        await replayed(club)
        assert match not in await history(club)
        assert await club.changes(match) == []
        assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_it_is_so_on_every_store(each_club: Club):
    """The same through a database, for the first of all matches."""
    await play_a_season(each_club, Random(5), 10)
    await void(each_club, (await history(each_club))[0])
    await replayed(each_club)
    assert await stored(each_club.store) == await as_the_rest_has_it(each_club.store)


async def test_everything_of_an_account(each_club: Club):
    """All rated matches of a player at once: theirs are gone, and others are without them."""
    club = each_club
    await play_a_season(club, Random(6), 14)
    before = await history(club)
    voided = await club.do(
        void_some_of, club.ann, 99, by=club.dee, reason=REASON, server=None, now=club.now
    )
    await replayed(club)
    assert set(voided) == set(before) - set(await history(club)) != set()
    ratings, changes = await stored(club.store)
    assert (ratings, changes) == await as_the_rest_has_it(club.store)
    assert club.ann not in {player for _, _, player in ratings}
    more = await club.do(
        void_some_of, club.ann, 99, by=None, reason=REASON, server=None, now=club.now
    )
    assert more == []


async def test_everything_of_an_account_in_one_server(club: Club):
    """What was played elsewhere stays."""
    await play_a_season(club, Random(8), 20)
    async with club.store.reading() as uow:
        wanted = {
            event.match
            for event in await uow.ratings.history()
            if club.bob in (event.first, event.second) and event.server == OTHER_SERVER
        }
    voided = await club.do(
        void_some_of, club.bob, 99, by=club.dee, reason=REASON, server=OTHER_SERVER, now=club.now
    )
    await replayed(club)
    assert set(voided) == wanted != set()
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_several_decisions_at_once(club: Club):
    """Also of several variants."""
    await play_a_season(club, Random(9), 20)
    for match in (await history(club))[3:9:2]:
        await void(club, match)
    await replayed(club)
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_next_decision_while_the_last_one_is_made_good(club: Club):
    """Everything begins anew, and comes out right."""
    await play_a_season(club, Random(10), 20)
    rated = await history(club)
    await void(club, rated[6])
    replay = Replay()
    for _ in range(2):
        assert await club.do(replay.portion, 3, now=club.now)
    await void(club, rated[2])
    await replayed(club, replay)
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


@pytest.mark.parametrize("portions", [1, 2, 3, 5, 8])
async def test_process_that_ends_in_the_middle(each_club: Club, portions: int):
    """Another one makes good what is left; nothing is counted twice."""
    club = each_club
    await play_a_season(club, Random(11), 12)
    await void(club, (await history(club))[0])
    replay = Replay()
    for _ in range(portions):
        await club.do(replay.portion, 2, now=club.now)
    await replayed(club)
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_matches_that_end_meanwhile(club: Club):
    """They are rated from ratings that are not right yet, and come right with the rest."""
    await play_a_season(club, Random(12), 12)
    await void(club, (await history(club))[0])
    replay, ended = Replay(), 0
    people = (club.ann, club.bob, club.cid, club.dee)
    while await club.do(replay.portion, 2, now=club.now):
        if ended < 6:
            first, second = people[ended % 4], people[(ended + 1) % 4]
            await lost(club, await begun(club, first, second), first)
            club.wait(timedelta(hours=1))
            ended += 1
    assert ended >= 4
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_only_match_of_somebody(each_club: Club):
    """Nothing is left of their rating."""
    club = each_club
    match = await lost(club, await begun(club), club.ann)
    await void(club, match.id)
    await replayed(club)
    assert await stored(club.store) == ({}, {})
    assert await club.rating(club.ann) == await club.rating(club.cid)


async def test_opponents_are_counted_again(club: Club):
    """A line on the leaderboard may have been crossed by what is void now."""
    for other in (club.bob, club.cid, club.dee):
        match = await lost(club, await begun(club, club.ann, other), other)
    assert (await club.rating(club.ann)).opponents == 3
    await void(club, match.id)
    await replayed(club)
    assert (await club.rating(club.ann)).opponents == 2


async def test_who_has_left_stays_off_the_list(each_club: Club):
    """Ratings made good list nobody who is gone from the server."""
    club = each_club
    first = await lost(club, await begun(club, club.ann, club.bob), club.ann)
    await lost(club, await begun(club, club.ann, club.cid), club.ann)
    async with club.store.writing() as uow:
        club.wait(timedelta(hours=1))
        await uow.leaderboards.leave(SERVER, [club.cid], club.now)
        await uow.commit()
    await void(club, first.id)
    await replayed(club)
    async with club.store.reading() as uow:
        rows = await uow.leaderboards.page("small", SERVER, 0, 9, now=club.now)
    assert [row.person.id for row in rows] == [club.ann]


async def test_decision_is_recorded(each_club: Club):
    """Who, when and why, in one line and not too long."""
    club = each_club
    match = await lost(club, await begun(club), club.ann)
    made = await void(club, match.id, reason=" a\nb " + "x" * 300)
    expected = Void(match.id, club.dee, ("a b " + "x" * 300)[:LONGEST_REASON], club.now)
    async with club.store.reading() as uow:
        assert await uow.voids.of(match.id) == made == expected
        assert await uow.voids.of(MatchId(match.id + 1)) is None


async def test_refusals_change_nothing(each_club: Club):
    """An unknown match, one of another server, one that changed no rating, and one that is void."""
    club = each_club
    match = await lost(club, await begun(club), club.ann)
    running = await begun(club)
    casual = await lost(club, await begun(club, terms=unrated(LIVE)), club.ann)
    before = await stored(club.store)
    with pytest.raises(UnknownMatch):
        await void(club, MatchId(99))
    with pytest.raises(OtherServer):
        await void(club, match.id, server=ServerId(SERVER + 1))
    for other in (running, casual):
        with pytest.raises(NothingRated):
            await void(club, other.id)
    nothing = await club.do(
        void_some_of, PlayerId(99), 99, by=None, reason=REASON, server=None, now=club.now
    )
    assert nothing == []
    assert await stored(club.store) == before
    assert await replayed(club) == 0
    await void(club, match.id, server=SERVER)
    with pytest.raises(AlreadyVoid):
        await void(club, match.id)
    async with club.store.reading() as uow:
        found = await uow.voids.of(match.id)
    assert found is not None
    assert found.by == club.dee


async def test_both_are_told_once_ratings_are_good(club: Club):
    """Where they played; nobody is called to each of all matches of an account."""
    first = await lost(club, await begun(club, club.ann, club.bob), club.ann)
    second = await lost(club, await begun(club, club.cid, club.dee), club.dee)
    await void(club, first.id)
    await club.forget_told()
    assert await club.told() == []
    await replayed(club)
    assert await club.told(match=first.id, notifies=True) == [(Telling.POST_BOARD, NOW)]
    await club.do(void_some_of, club.cid, 99, by=None, reason=REASON, server=None, now=club.now)
    await replayed(club)
    assert await club.told(match=second.id) == [
        (Telling.TELL_VOIDED, NOW),
        (Telling.MARK_VOID, MARKED_EVERY),
    ]


async def test_whoever_lost_all_matches_is_told_with_the_last_of_them(each_club: Club):
    """Once, in the unit in which they are void, however many there were before; of the newest."""
    club = each_club
    matches = [await lost(club, await begun(club, club.ann, club.bob), club.ann) for _ in range(4)]
    await club.forget_told()
    decision: dict[str, Any] = {"by": None, "reason": REASON, "server": None, "now": club.now}
    for expected in ([], [matches[3].id], [matches[3].id]):
        await club.do(void_some_of, club.bob, 2, **decision)
        rows = (await all_stored(club.store)).outbox
        assert [(row.telling, row.match, row.player) for row in rows] == [
            (Telling.TELL_VOIDED, match, club.bob) for match in expected
        ]


async def test_the_newest_boards_say_that_they_are_void(each_club: Club):
    """One after the other, once ratings are good; no more than some, and those that are told of as
    single matches are posted instead.
    """
    club = each_club
    matches = [await lost(club, await begun(club, club.ann, club.bob), club.ann) for _ in range(4)]
    await void(club, matches[3].id)
    decision: dict[str, Any] = {"by": None, "reason": REASON, "server": None, "now": club.now}
    await club.do(void_some_of, club.bob, 9, **decision)
    await club.forget_told()
    with patch("matches.voiding.MARKED", 2):
        await replayed(club)
    rows = (await all_stored(club.store)).outbox
    assert [(row.telling, row.match, row.due_at - club.now) for row in rows] == [
        (Telling.MARK_VOID, matches[2].id, MARKED_EVERY),
        (Telling.MARK_VOID, matches[1].id, 2 * MARKED_EVERY),
        (Telling.POST_BOARD, matches[3].id, NOW),
    ]


async def test_recomputing_makes_good_what_is_void(each_club: Club):
    """Whatever the bot had not come to."""
    club = each_club
    await play_a_season(club, Random(13), 8)
    await void(club, (await history(club))[0])
    await club.forget_told()
    await club.do(recompute, now=club.now)
    assert [telling for telling, _ in await club.told(notifies=True)] == [Telling.POST_BOARD]
    assert await stored(club.store) == await as_the_rest_has_it(club.store)
    assert await replayed(club) == 0


async def test_what_was_decided_at_the_start_stays(club: Club):
    """A match that was unrated as the sixth of a day stays so, and a voided one counts among the
    five: nobody's limit is revisited.
    """
    rated = [await lost(club, await begun(club), club.ann) for _ in range(MOST_RATED_A_DAY)]
    sixth = await begun(club)
    await void(club, rated[0].id)
    await replayed(club)
    ended = await lost(club, sixth, club.bob)
    assert not ended.rated
    assert await club.changes(ended.id) == []
    assert not (await begun(club)).rated


async def test_an_account_in_parts(each_club: Club):
    """So that no turn waits for long; all of it is void in the end."""
    club = each_club
    await play_a_season(club, Random(14), 14)
    async with club.store.reading() as uow:
        wanted = await uow.voids.rated_of(club.ann, None)
    voided: list[MatchId] = []
    while some := await club.do(
        void_some_of, club.ann, 2, by=club.dee, reason=REASON, server=None, now=club.now
    ):
        assert len(some) <= 2
        voided += some
    assert sorted(voided) == wanted != []
    await replayed(club)
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_nobody_without_an_account_decides(each_club: Club):
    """Another process may have deleted the administrator's."""
    club = each_club
    match = await lost(club, await begun(club), club.ann)
    await club.do(delete_account, club.dee, now=club.now)
    with pytest.raises(AccountGone):
        await void(club, match.id)
    with pytest.raises(AccountGone):
        await club.do(
            void_some_of, club.ann, 9, by=club.dee, reason=REASON, server=None, now=club.now
        )
    assert await history(club) == [match.id]


class Failing(Exception):
    """The disk is full, or the connection is lost."""


async def small_history(club: Club) -> list[MatchId]:
    """The rated matches of one variant, in order."""
    async with club.store.reading() as uow:
        return [event.match for event in await uow.ratings.history() if event.variant == "small"]


@pytest.mark.parametrize("fails", range(8))
async def test_portion_that_cannot_be_stored(club: Club, fails: int):
    """Whichever it is, the same process goes on from what is stored, not from what it computed."""
    await play_a_season(club, Random(15), 20)
    await void(club, (await small_history(club))[0])
    replay, portions, more = Replay(), 0, True
    while more:
        async with club.store.writing() as uow:
            if portions == fails:
                with pytest.raises(Failing), patch.object(uow, "commit", side_effect=Failing):
                    await replay.portion(uow, 1, now=club.now)
            else:
                more = await replay.portion(uow, 1, now=club.now)
        portions += 1
    assert portions > fails
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


@pytest.mark.parametrize("portions", [1, 2])
async def test_match_that_ends_by_a_clock_that_is_behind(each_club: Club, portions: int):
    """It sorts before what was made good already, which is done again with it; also when ratings
    are being stored already.
    """
    club = each_club
    async with club.store.writing() as uow:
        ed = await uow.players.find_or_add(91, "Ed")
        await uow.commit()
    first = await lost(club, await begun(club, club.ann, club.bob), club.ann)
    club.wait(HOUR)
    await lost(club, await begun(club, club.ann, club.bob), club.bob)
    late = await begun(club, club.ann, club.cid)
    club.wait(5 * HOUR)
    await lost(club, await begun(club, club.dee, ed), ed)
    await void(club, first.id)
    replay = Replay()
    for _ in range(portions):
        await club.do(replay.portion, 10, now=club.now)
    club.wait(-4 * HOUR)
    await lost(club, late, club.cid)
    club.wait(4 * HOUR)
    await replayed(club, replay)
    assert (await history(club))[1] == late.id
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_two_processes_make_good_in_turn(each_club: Club):
    """Each begins where it must; what both have stored in the end is right."""
    club = each_club
    await play_a_season(club, Random(17), 12)
    rated = await history(club)
    await void(club, rated[1])
    replays, portions, open_ones = (Replay(), Replay()), 0, {0, 1}
    rng = Random(18)
    while open_ones:
        which = rng.choice(sorted(open_ones))
        if not await club.do(replays[which].portion, 3, now=club.now):
            open_ones.discard(which)
        portions += 1
        if portions == 5:
            await void(club, rated[0])
            open_ones = {0, 1}
    assert await stored(club.store) == await as_the_rest_has_it(club.store)


async def test_events_of_the_same_moment(club: Club):
    """Their ids say which came first."""
    matches = [await begun(club, *pair) for pair in ((club.ann, club.bob), (club.cid, club.dee))]
    matches += [await begun(club, *pair) for pair in ((club.ann, club.cid), (club.bob, club.dee))]
    for match in matches:
        await lost(club, match, match.first)
    async with club.store.reading() as uow:
        assert len({event.finished_at for event in await uow.ratings.history()}) == 1
    await void(club, matches[1].id)
    await replayed(club, limit=1)
    assert await stored(club.store) == await as_the_rest_has_it(club.store)
