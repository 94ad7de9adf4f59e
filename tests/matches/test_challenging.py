"""Challenges: what each answer does, whose answer it is, and how many there may be."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from matches.challenge import Challenge, ChallengeStatus
from matches.challenging import accept, counter, decline, expire, shown, withdraw
from matches.errors import (
    CannotBeRated,
    ChallengeOver,
    NotYourChallenge,
    OnlyTheChallenger,
    OwnChallenge,
    RecentlyDeclined,
    TooManyChallenges,
    TooManyToOne,
    UnknownChallenge,
)
from matches.ids import ChallengeId, PlayerId
from matches.outbox import DueKind, Telling
from matches.place import Place
from matches.terms import Terms, TurnTime
from matches.update import Started
from rules import VARIANTS, Game, Player
from tests.support.people import (
    CUSTOM,
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    LATER,
    LIVE,
    MINUTE,
    NOW,
    PLACE,
    SLOW,
    SMALL,
    START,
    Club,
    Lot,
    unrated,
)

ENDS = DueKind.CHALLENGE_ENDS
DEADLINE = DueKind.TURN_DEADLINE
SHOW, POST = Telling.SHOW_CHALLENGE, Telling.POST_BOARD
LOT = Lot(Player.FIRST)
THREAD = Place(PLACE.server, PLACE.channel, 72)

Answer = Callable[[Club, ChallengeId, PlayerId], Awaitable[object]]


async def accepted(club: Club, challenge: ChallengeId, by: PlayerId) -> Started:
    return await club.do(accept, challenge, by, now=club.now, rng=LOT)


async def declined(club: Club, challenge: ChallengeId, by: PlayerId) -> Challenge:
    return await club.do(decline, challenge, by, now=club.now)


async def countered(club: Club, challenge: ChallengeId, by: PlayerId) -> Challenge:
    return (await club.do(counter, challenge, by, SLOW, now=club.now)).counter


async def withdrawn(club: Club, challenge: ChallengeId, by: PlayerId) -> Challenge:
    return await club.do(withdraw, challenge, by, now=club.now)


async def expired(club: Club, challenge: ChallengeId) -> Challenge | None:
    return await club.do(expire, challenge, now=club.now)


# Making one


async def test_challenge_is_stored(club: Club):
    """A challenge stands open with what was asked; the caller shows it, or the outbox later."""
    made = await club.challenge(club.ann, club.bob, SLOW, THREAD)
    assert made == Challenge(
        id=made.id,
        challenger=club.ann,
        opponent=club.bob,
        terms=SLOW,
        place=THREAD,
        made_at=START,
        ends_at=START + timedelta(days=7),
    )
    assert made.status is ChallengeStatus.OPEN
    assert await club.challenge_of(made.id) == made
    assert await club.due() == {(ENDS, made.id): timedelta(days=7)}
    assert await club.told(challenge=made.id) == [(SHOW, LATER)]


@pytest.mark.parametrize("turn_time", TurnTime)
async def test_lifetime(club: Club, turn_time: TurnTime):
    """It lasts 7 days, 15 minutes if the time per turn is under an hour."""
    made = await club.challenge(club.ann, None, Terms(SMALL, turn_time))
    live = turn_time in (TurnTime.TWO_MINUTES, TurnTime.TEN_MINUTES)
    lifetime = timedelta(minutes=15) if live else timedelta(days=7)
    assert made.ends_at == START + lifetime
    assert await club.due() == {(ENDS, made.id): lifetime}


async def test_nobody_challenges_themself(club: Club):
    """A challenge to oneself is refused."""
    async with club.refused(OwnChallenge):
        await club.challenge(club.ann, club.ann)


async def test_custom_games_are_unrated(club: Club):
    """Only presets may be rated; a custom game may be played for no points."""
    async with club.refused(CannotBeRated):
        await club.challenge(club.ann, club.bob, Terms(CUSTOM))
    made = await club.challenge(club.ann, club.bob, unrated(Terms(CUSTOM)))
    assert not (await accepted(club, made.id, club.bob)).match.rated


async def test_at_most_three_unanswered(club: Club):
    """Of one person's challenges at most three wait, to anybody or somebody."""
    for opponent in (club.bob, None, club.cid):
        made = await club.challenge(club.ann, opponent)
    for opponent in (club.dee, None):
        async with club.refused(TooManyChallenges) as info:
            await club.challenge(club.ann, opponent)
        assert info.value.challenge == made
    await club.challenge(club.bob, club.ann)
    await withdrawn(club, made.id, club.ann)
    await club.challenge(club.ann, club.dee)


async def test_at_most_two_unanswered_to_one(club: Club):
    """Two challenges to one person wait at most; those to others have room."""
    await club.challenge(club.ann, club.bob)
    second = await club.challenge(club.ann, club.bob)
    async with club.refused(TooManyToOne) as info:
        await club.challenge(club.ann, club.bob)
    assert info.value.challenge == second
    await club.challenge(club.ann, None)
    await declined(club, second.id, club.bob)


@pytest.mark.parametrize("answer", [accepted, declined, countered])
async def test_answered_challenge_makes_room(club: Club, answer: Answer):
    """Whatever the answer is, an answered challenge counts no longer."""
    for opponent in (club.bob, None, club.cid):
        made = await club.challenge(club.ann, opponent)
    await answer(club, made.id, club.cid)
    await club.challenge(club.ann, club.dee)


async def test_ended_challenge_makes_room_before_it_is_noted(club: Club):
    """A challenge whose time is up counts no longer, though nothing has noted its end yet."""
    for opponent in (club.bob, club.bob, None):
        await club.challenge(club.ann, opponent)
    club.wait(timedelta(minutes=15) - INSTANT)
    async with club.refused(TooManyChallenges):
        await club.challenge(club.ann, club.bob)
    club.wait(INSTANT)
    await club.challenge(club.ann, club.bob)


async def test_an_hour_after_decline(club: Club):
    """Who declined is not asked again by the same person for an hour; nobody else is concerned."""
    await declined(club, (await club.challenge(club.ann, club.bob)).id, club.bob)
    until = club.now + HOUR
    club.wait(HOUR - INSTANT)
    async with club.refused(RecentlyDeclined) as info:
        await club.challenge(club.ann, club.bob)
    assert info.value.until == until
    await club.challenge(club.bob, club.ann)
    await club.challenge(club.ann, club.cid)
    await club.challenge(club.ann, None)
    club.wait(INSTANT)
    await club.challenge(club.ann, club.bob)


async def test_only_the_last_decline_counts(club: Club):
    """The hour begins with the last decline."""
    one, two = [await club.challenge(club.ann, club.bob, SLOW) for _ in range(2)]
    await declined(club, one.id, club.bob)
    club.wait(HOUR / 2)
    await declined(club, two.id, club.bob)
    club.wait(HOUR / 2)
    async with club.refused(RecentlyDeclined):
        await club.challenge(club.ann, club.bob)


async def test_other_ends_forbid_nothing(club: Club):
    """After withdrawing, other terms or a lapse one may ask again at once."""
    await withdrawn(club, (await club.challenge(club.ann, club.bob)).id, club.ann)
    await countered(club, (await club.challenge(club.ann, club.bob)).id, club.bob)
    lapsed = await club.challenge(club.ann, club.bob)
    club.wait(timedelta(minutes=15))
    await expired(club, lapsed.id)
    await club.challenge(club.ann, club.bob)


async def test_challenges_at_once_find_no_room_for_a_fourth(each_club: Club):
    """Of five challenges at the same time by one person three are made."""
    club = each_club
    opponents = (club.bob, club.cid, club.dee, None, None)
    tries = [club.challenge(club.ann, opponent) for opponent in opponents]
    made = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, Challenge) for each in made) == 3
    assert sum(isinstance(each, TooManyChallenges) for each in made) == 2


async def test_challenges_at_once_find_no_room_for_a_third_to_one(each_club: Club):
    """Of three challenges at the same time to one person two are made."""
    club = each_club
    tries = [club.challenge(club.ann, club.bob) for _ in range(3)]
    made = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, Challenge) for each in made) == 2
    assert sum(isinstance(each, TooManyToOne) for each in made) == 1


# Showing one


async def test_shown(club: Club):
    """The message that shows it is noted once, and the rows that asked for it are closed."""
    made = await club.challenge(club.ann, club.bob)
    await club.do(shown, made.id, 900, rows=(1,))
    assert await club.challenge_of(made.id) == replace(made, message=900, version=2)
    assert await club.told() == []
    await club.do(shown, made.id, 901)
    assert (await club.challenge_of(made.id)).message == 900


async def test_shown_although_it_is_gone(club: Club):
    """Rows of an unknown challenge are closed all the same."""
    await club.challenge(club.ann, club.bob)
    await club.do(shown, ChallengeId(99), 900, rows=(1,))
    assert await club.told() == []


# Accepting


@pytest.mark.parametrize("side", Player)
async def test_accept(club: Club, side: Player):
    """The match begins on the challenge's terms and in its place; sides are by lot."""
    made = await club.challenge(club.ann, club.bob, SLOW, THREAD)
    await club.forget_told()
    now = club.wait(MINUTE)
    started = await club.do(accept, made.id, club.bob, now=now, rng=Lot(side))
    challenge, match = started.challenge, started.match
    assert match.player(side) == club.ann
    assert match.player(side.opponent) == club.bob
    assert (match.terms, match.place, match.game) == (SLOW, THREAD, Game(SMALL))
    assert match.rated
    assert match.acted_at == {side: START, side.opponent: now}
    assert (match.started_at, match.deadline) == (now, now + DAY)
    assert (match.result, match.finished_at, match.version) == (None, None, 1)
    assert await club.match(match.id) == match
    assert challenge == replace(
        made, status=ChallengeStatus.ACCEPTED, match=match.id, ended_at=now, version=2
    )
    assert await club.challenge_of(made.id) == challenge
    assert await club.due() == {(DEADLINE, match.id): DAY * 0.8}
    assert await club.told(challenge=made.id) == [(SHOW, LATER)]
    assert await club.told(match=match.id) == [(POST, NOW)]


async def test_lot_is_fair(club: Club):
    """By the given chance each side comes up about as often as the other."""
    rng = Random(1)
    first = 0
    for _ in range(40):
        made = await club.challenge(club.ann, club.bob)
        started = await club.do(accept, made.id, club.bob, now=club.now, rng=rng)
        first += started.match.first == club.ann
    assert 10 <= first <= 30


async def test_match_without_a_limit(club: Club):
    """Without a time limit there is no deadline; after 30 days somebody asks about it."""
    match = await club.start(terms=Terms(SMALL, TurnTime.UNLIMITED))
    assert match.deadline is None
    assert await club.due() == {(DueKind.ASK_IF_PLAYED, match.id): 30 * DAY}


async def test_anybody_accepts_an_open_challenge(club: Club):
    """An open challenge becomes a match with whoever accepts it first."""
    made = await club.challenge(club.ann, None)
    started = await accepted(club, made.id, club.cid)
    assert {started.match.first, started.match.second} == {club.ann, club.cid}
    async with club.refused(ChallengeOver):
        await accepted(club, made.id, club.bob)


async def test_who_may_not_accept(club: Club):
    """Nobody accepts their own challenge, one to somebody else, or one that does not exist."""
    made = await club.challenge(club.ann, club.bob)
    anybody = await club.challenge(club.ann, None)
    async with club.refused(NotYourChallenge) as info:
        await accepted(club, made.id, club.cid)
    assert info.value.challenge == made
    for own in (made, anybody):
        async with club.refused(OwnChallenge) as info:
            await accepted(club, own.id, club.ann)
        assert info.value.challenge == own
    async with club.refused(UnknownChallenge):
        await accepted(club, ChallengeId(99), club.bob)


async def test_open_challenge_accepted_by_three_at_once(each_club: Club):
    """Of three who accept an open challenge at the same time one gets the match."""
    club = each_club
    made = await club.challenge(club.ann, None)
    tries = [accepted(club, made.id, by) for by in (club.bob, club.cid, club.dee)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    (started,) = [each for each in results if isinstance(each, Started)]
    assert sum(isinstance(each, ChallengeOver) for each in results) == 2
    assert (await club.challenge_of(made.id)).match == started.match.id
    assert await club.due() == {(DEADLINE, started.match.id): timedelta(minutes=8)}
    assert await club.told(match=started.match.id) == [(POST, NOW)]


@pytest.mark.parametrize("rival", [withdrawn, accepted, countered])
async def test_accepting_against_another_answer(each_club: Club, rival: Answer):
    """Of an acceptance and another answer at the same time one holds."""
    club = each_club
    made = await club.challenge(club.ann, club.bob)
    results = await asyncio.gather(
        accepted(club, made.id, club.bob),
        rival(club, made.id, club.ann if rival is withdrawn else club.bob),
        return_exceptions=True,
    )
    assert sum(isinstance(each, ChallengeOver) for each in results) == 1
    assert sum(isinstance(each, BaseException) for each in results) == 1
    is_match = (await club.challenge_of(made.id)).status is ChallengeStatus.ACCEPTED
    assert is_match == any(isinstance(each, Started) for each in results)


# Rated or not


async def test_five_rated_matches_a_day(club: Club):
    """The sixth match of the same two within 24 hours is not rated, whoever challenged."""
    pairs = [(club.ann, club.bob), (club.bob, club.ann)] * 3
    matches = []
    for first, second in pairs:
        matches.append(await club.start(first, second))
        club.wait(HOUR)
    assert [match.rated for match in matches] == [True] * 5 + [False]
    assert matches[5].terms.rated
    assert (await club.start(club.ann, club.cid)).rated
    assert not (await club.start(terms=unrated(LIVE))).rated
    club.now = START + DAY
    assert not (await club.start()).rated
    club.wait(INSTANT)
    assert (await club.start()).rated
    assert not (await club.start()).rated


async def test_all_variants_count_together(club: Club):
    """The same two cannot farm points by changing the variant."""
    for variant in VARIANTS[:5]:
        assert (await club.start(terms=Terms(variant.ruleset))).rated
    assert not (await club.start(terms=Terms(VARIANTS[5].ruleset))).rated


async def test_unrated_matches_take_no_room(club: Club):
    """Matches for no points do not count among the five."""
    for _ in range(6):
        await club.start(terms=unrated(LIVE))
    assert (await club.start()).rated


async def test_sixth_match_at_once(each_club: Club):
    """Two challenges of the same two accepted at the same time do not both become the fifth."""
    club = each_club
    for _ in range(4):
        await club.start()
    mine = await club.challenge(club.ann, club.bob)
    theirs = await club.challenge(club.bob, club.ann)
    started = await asyncio.gather(
        accepted(club, mine.id, club.bob), accepted(club, theirs.id, club.ann)
    )
    assert sorted(each.match.rated for each in started) == [False, True]


# Declining, other terms, withdrawing


async def test_decline(club: Club):
    """A declined challenge is over, and its challenger is told."""
    made = await club.challenge(club.ann, club.bob)
    await club.forget_told()
    club.wait(MINUTE)
    ended = await declined(club, made.id, club.bob)
    assert ended == replace(made, status=ChallengeStatus.DECLINED, ended_at=club.now, version=2)
    assert await club.challenge_of(made.id) == ended
    assert await club.due() == {}
    assert await club.told() == [(SHOW, LATER), (Telling.TELL_DECLINED, NOW)]


async def test_who_may_not_decline(club: Club):
    """Only who was asked declines; nobody declines what is open to all."""
    made = await club.challenge(club.ann, club.bob)
    anybody = await club.challenge(club.ann, None)
    for challenge, by in ((made, club.cid), (anybody, club.bob)):
        async with club.refused(NotYourChallenge) as info:
            await declined(club, challenge.id, by)
        assert info.value.challenge == challenge
    async with club.refused(OwnChallenge):
        await declined(club, made.id, club.ann)
    async with club.refused(UnknownChallenge):
        await declined(club, ChallengeId(99), club.bob)


async def test_other_terms(club: Club):
    """Other terms end the challenge and make one the other way round, which the outbox shows."""
    made = await club.challenge(club.ann, club.bob, LIVE, THREAD)
    await club.forget_told()
    club.wait(MINUTE)
    result = await club.do(counter, made.id, club.bob, SLOW, now=club.now)
    assert result.answered == replace(
        made, status=ChallengeStatus.COUNTERED, ended_at=club.now, version=2
    )
    assert result.counter == Challenge(
        id=result.counter.id,
        challenger=club.bob,
        opponent=club.ann,
        terms=SLOW,
        place=THREAD,
        made_at=club.now,
        ends_at=club.now + timedelta(days=7),
    )
    assert await club.challenge_of(made.id) == result.answered
    assert await club.challenge_of(result.counter.id) == result.counter
    assert await club.due() == {(ENDS, result.counter.id): timedelta(days=7)}
    assert await club.told(challenge=made.id) == [(SHOW, LATER)]
    assert await club.told(challenge=result.counter.id) == [(SHOW, NOW)]
    match = (await accepted(club, result.counter.id, club.ann)).match
    assert match.terms == SLOW


async def test_other_terms_for_an_open_challenge(club: Club):
    """An open challenge stays open when somebody answers with other terms."""
    made = await club.challenge(club.ann, None)
    result = await club.do(counter, made.id, club.bob, SLOW, now=club.now)
    assert result.answered == made == await club.challenge_of(made.id)
    assert (result.counter.challenger, result.counter.opponent) == (club.bob, club.ann)
    assert (await accepted(club, made.id, club.cid)).match.terms == LIVE


async def test_who_may_not_offer_other_terms(club: Club):
    """Nobody answers themself, or a challenge to somebody else."""
    made = await club.challenge(club.ann, club.bob)
    async with club.refused(OwnChallenge):
        await countered(club, made.id, club.ann)
    async with club.refused(NotYourChallenge):
        await countered(club, made.id, club.cid)
    async with club.refused(UnknownChallenge):
        await countered(club, ChallengeId(99), club.bob)
    async with club.refused(CannotBeRated):
        await club.do(counter, made.id, club.bob, Terms(CUSTOM), now=club.now)


async def test_limits_hold_for_other_terms(club: Club):
    """Other terms are a challenge too; if it is refused, the one that it answers stands."""
    made = await club.challenge(club.ann, club.bob)
    for _ in range(2):
        last = await club.challenge(club.bob, club.ann)
    async with club.refused(TooManyToOne):
        await countered(club, made.id, club.bob)
    await club.challenge(club.bob, club.cid)
    async with club.refused(TooManyChallenges):
        await countered(club, made.id, club.bob)
    await declined(club, last.id, club.ann)
    async with club.refused(RecentlyDeclined):
        await countered(club, made.id, club.bob)
    assert (await club.challenge_of(made.id)).is_open(club.now)


async def test_withdraw(club: Club):
    """Who made a challenge may take it back."""
    made = await club.challenge(club.ann, club.bob)
    await club.forget_told()
    club.wait(MINUTE)
    ended = await withdrawn(club, made.id, club.ann)
    assert ended == replace(made, status=ChallengeStatus.WITHDRAWN, ended_at=club.now, version=2)
    assert await club.challenge_of(made.id) == ended
    assert await club.due() == {}
    assert await club.told() == [(SHOW, LATER)]


async def test_who_may_not_withdraw(club: Club):
    """Only the challenger withdraws."""
    made = await club.challenge(club.ann, club.bob)
    async with club.refused(OnlyTheChallenger):
        await withdrawn(club, made.id, club.bob)
    async with club.refused(NotYourChallenge):
        await withdrawn(club, made.id, club.cid)
    async with club.refused(UnknownChallenge):
        await withdrawn(club, ChallengeId(99), club.ann)


# Its end


@pytest.mark.parametrize("end", [accepted, declined, countered, withdrawn])
async def test_an_end_is_final(club: Club, end: Answer):
    """After any end every further answer is refused and says how it ended; time changes nothing."""
    made = await club.challenge(club.ann, club.bob)
    await end(club, made.id, club.ann if end is withdrawn else club.bob)
    ended = await club.challenge_of(made.id)
    for answer in (accepted, declined, countered, withdrawn):
        async with club.refused(ChallengeOver) as info:
            await answer(club, made.id, club.ann if answer is withdrawn else club.bob)
        assert info.value.challenge == ended
    club.wait(DAY)
    assert await expired(club, made.id) is None
    assert await club.challenge_of(made.id) == ended


@pytest.mark.parametrize("answer", [accepted, declined, countered, withdrawn])
async def test_answers_to_the_last_instant(club: Club, answer: Answer):
    """A challenge is answered before its end, not at its end, whether that was noted or not."""
    one, other = [await club.challenge(club.ann, club.bob) for _ in range(2)]
    by = club.ann if answer is withdrawn else club.bob
    club.now = one.ends_at - INSTANT
    await answer(club, one.id, by)
    club.wait(INSTANT)
    async with club.refused(ChallengeOver):
        await answer(club, other.id, by)
    await expired(club, other.id)
    async with club.refused(ChallengeOver) as info:
        await answer(club, other.id, by)
    assert info.value.challenge.status is ChallengeStatus.EXPIRED


async def test_expire(club: Club):
    """At its end a challenge lapses, once, and its message says so."""
    made = await club.challenge(club.ann, club.bob)
    await club.forget_told()
    club.now = made.ends_at - INSTANT
    assert await expired(club, made.id) is None
    assert await club.challenge_of(made.id) == made
    assert await club.due() == {(ENDS, made.id): INSTANT}
    club.wait(INSTANT)
    ended = await expired(club, made.id)
    assert ended == replace(made, status=ChallengeStatus.EXPIRED, ended_at=club.now, version=2)
    assert await expired(club, made.id) is None
    assert await club.challenge_of(made.id) == ended
    assert await club.due() == {}
    assert await club.told() == [(SHOW, NOW)]
    assert await expired(club, ChallengeId(99)) is None


async def test_expired_by_two_at_once(each_club: Club):
    """Two processes that find the same end note it once."""
    club = each_club
    made = await club.challenge(club.ann, club.bob)
    await club.forget_told()
    club.now = made.ends_at
    ended = await asyncio.gather(expired(club, made.id), expired(club, made.id))
    assert sum(each is not None for each in ended) == 1
    assert await club.told() == [(SHOW, NOW)]


async def test_matches_leave_challenges_alone(club: Club):
    """The end of a match changes nothing about the challenge that it came from."""
    match = await club.start()
    before = await club.challenge_of(ChallengeId(1))
    await club.play(match, *FIRST_SCORES)
    assert await club.challenge_of(ChallengeId(1)) == before
