"""Challenges, from the asking to the match: the use cases before a match.

Each is one unit of work and one commit, and raises the errors of `matches.errors`.
"""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from matches.challenge import (
    DECLINED_FOR,
    MOST_UNANSWERED,
    MOST_UNANSWERED_TO_ONE,
    Challenge,
    ChallengeStatus,
    lifetime,
)
from matches.clock import turned
from matches.errors import (
    CannotBeRated,
    ChallengeOver,
    MatchRunning,
    NotYourChallenge,
    NotYourMatch,
    OnlyTheChallenger,
    OwnChallenge,
    RecentlyDeclined,
    RematchOffered,
    TooManyChallenges,
    TooManyToOne,
    UnknownChallenge,
    UnknownMatch,
)
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import Match
from matches.outbox import LEASE, DueKind, Telling
from matches.place import Place
from matches.ports import UnitOfWork
from matches.terms import Terms
from matches.threads import lasting_place
from matches.timekeeping import await_turn
from matches.update import Countered, Started
from rules import Game, Player

logger = logging.getLogger(__name__)

MOST_RATED_A_DAY = 5
"""Further matches of the same two within a day are not rated, so that nobody farms points."""


async def challenge(
    uow: UnitOfWork,
    by: PlayerId,
    opponent: PlayerId | None,
    terms: Terms,
    place: Place,
    *,
    now: datetime,
) -> Challenge:
    """Challenge somebody, or anybody; the caller shows it, the outbox if the caller cannot.

    Raises OwnChallenge, CannotBeRated, TooManyChallenges, TooManyToOne, RecentlyDeclined.
    """
    made = await _make(uow, _new(by, opponent, terms, place, now), shown_by_caller=True)
    await uow.commit()
    _log(made)
    return made


async def shown(
    uow: UnitOfWork, challenge_id: ChallengeId, message: int, *, rows: tuple[int, ...] = ()
) -> None:
    """Note which message shows a challenge, and close the outbox rows that asked for it."""
    found = await uow.challenges.get(challenge_id)
    if found is not None and found.message is None:
        await uow.challenges.save(replace(found, message=message, version=found.version + 1))
    await uow.outbox.close(rows)
    await uow.commit()


async def answerable(
    uow: UnitOfWork, challenge_id: ChallengeId, by: PlayerId, *, now: datetime
) -> Challenge:
    """The challenge, if this player may answer it now.

    Raises UnknownChallenge, ChallengeOver, OwnChallenge, NotYourChallenge.
    """
    found = await _open(uow, challenge_id, now)
    _require_addressee(found, by)
    return found


async def accept(
    uow: UnitOfWork, challenge_id: ChallengeId, by: PlayerId, *, now: datetime, rng: Random
) -> Started:
    """Accept a challenge: a match begins. Whether it is rated is decided here.

    Raises UnknownChallenge, ChallengeOver, OwnChallenge, NotYourChallenge.
    """
    found = await answerable(uow, challenge_id, by, now=now)
    started = await _start(uow, found, by, now, rng)
    await uow.commit()
    _log(started.challenge)
    return started


async def decline(
    uow: UnitOfWork, challenge_id: ChallengeId, by: PlayerId, *, now: datetime
) -> Challenge:
    """Decline a challenge to oneself; the challenger is told.

    Raises UnknownChallenge, ChallengeOver, OwnChallenge, NotYourChallenge.
    """
    found = await _open(uow, challenge_id, now)
    if found.challenger == by:
        raise OwnChallenge(found)
    if found.opponent != by:
        raise NotYourChallenge(found)
    ended = await _end(uow, found, ChallengeStatus.DECLINED, now)
    await uow.outbox.add(Telling.TELL_DECLINED, now=now, challenge=found.id)
    await uow.commit()
    _log(ended)
    return ended


async def counter(
    uow: UnitOfWork, challenge_id: ChallengeId, by: PlayerId, terms: Terms, *, now: datetime
) -> Countered:
    """Answer with other terms: a challenge the other way round. An open one stays open.

    Raises UnknownChallenge, ChallengeOver, OwnChallenge, NotYourChallenge, CannotBeRated,
    TooManyChallenges, TooManyToOne, RecentlyDeclined.
    """
    found = await answerable(uow, challenge_id, by, now=now)
    answered = found
    if found.opponent is not None:
        answered = await _end(uow, found, ChallengeStatus.COUNTERED, now)
    answer = _new(by, found.challenger, terms, found.place, now)
    made = await _make(uow, answer, shown_by_caller=False)
    await uow.commit()
    _log(answered)
    _log(made)
    return Countered(answered, made)


async def withdraw(
    uow: UnitOfWork, challenge_id: ChallengeId, by: PlayerId, *, now: datetime
) -> Challenge:
    """Withdraw one's own challenge.

    Raises UnknownChallenge, ChallengeOver, OnlyTheChallenger, NotYourChallenge.
    """
    found = await _open(uow, challenge_id, now)
    if found.opponent == by:
        raise OnlyTheChallenger(found)
    if found.challenger != by:
        raise NotYourChallenge(found)
    ended = await _end(uow, found, ChallengeStatus.WITHDRAWN, now)
    await uow.commit()
    _log(ended)
    return ended


async def expire(uow: UnitOfWork, challenge_id: ChallengeId, *, now: datetime) -> Challenge | None:
    """End a challenge whose time is up; None if that is not so (any more). Safe to repeat."""
    found = await uow.challenges.get(challenge_id)
    if found is None or found.status is not ChallengeStatus.OPEN or now < found.ends_at:
        return None
    ended = await _end(uow, found, ChallengeStatus.EXPIRED, now, shown_by_caller=False)
    await uow.commit()
    _log(ended)
    return ended


async def rematch(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, now: datetime, rng: Random
) -> Challenge | Started:
    """Offer the same match with the sides swapped, or accept the opponent's offer of it.

    While the rematch is being played it is returned again: the second tap of two starts nothing.
    Raises UnknownMatch, NotYourMatch, MatchRunning, RematchOffered, ChallengeOver, and what
    `challenge` raises.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    side = match.side_of(by)
    if side is None:
        raise NotYourMatch(match)
    if not match.is_over:
        raise MatchRunning(match)
    running = await _running_rematch(uow, match_id, by)
    if running is not None:
        return running
    opponent = match.opponent_of(by)
    offered = await _offered_rematch(uow, match_id, opponent, now)
    if offered is not None:
        # Locked before the players, as in `accept`: otherwise the two could wait for each other.
        found = await _open(uow, offered.id, now)
        started = await _start(uow, found, by, now, rng, shown_by_caller=False)
        await uow.commit()
        _log(started.challenge)
        return started
    mine = await _offered_rematch(uow, match_id, by, now)
    if mine is not None:
        raise RematchOffered(mine)
    place = await lasting_place(uow, match)
    offer = replace(
        _new(by, opponent, match.terms, place, now), side=side.opponent, rematch_of=match_id
    )
    made = await _make(uow, offer, shown_by_caller=False)
    await uow.commit()
    _log(made)
    return made


def _new(
    by: PlayerId, opponent: PlayerId | None, terms: Terms, place: Place, now: datetime
) -> Challenge:
    """A challenge that is not stored yet."""
    return Challenge(
        id=ChallengeId(0),
        challenger=by,
        opponent=opponent,
        terms=terms,
        place=place,
        made_at=now,
        ends_at=now + lifetime(terms),
    )


async def _make(uow: UnitOfWork, new: Challenge, *, shown_by_caller: bool) -> Challenge:
    """Store a challenge after every limit was asked."""
    if new.opponent == new.challenger:
        raise OwnChallenge
    if new.terms.rated and not new.terms.can_be_rated:
        raise CannotBeRated
    # Two challenges at once must not both find room for one.
    await uow.players.lock(p for p in (new.challenger, new.opponent) if p is not None)
    await _require_room(uow, new)
    made = await uow.challenges.add(new)
    await uow.due.set(DueKind.CHALLENGE_ENDS, made.id, made.ends_at)
    await _show(uow, made, new.made_at, shown_by_caller=shown_by_caller)
    return made


async def _require_room(uow: UnitOfWork, new: Challenge) -> None:
    now = new.made_at
    standing = [c for c in await uow.challenges.open_from(new.challenger) if c.is_open(now)]
    if len(standing) >= MOST_UNANSWERED:
        raise TooManyChallenges(standing[-1])
    if new.opponent is None:
        return
    to_one = [c for c in standing if c.opponent == new.opponent]
    if len(to_one) >= MOST_UNANSWERED_TO_ONE:
        raise TooManyToOne(to_one[-1])
    declined = await uow.challenges.last_declined(new.challenger, new.opponent)
    if declined is not None and now < declined + DECLINED_FOR:
        raise RecentlyDeclined(declined + DECLINED_FOR)


async def _open(uow: UnitOfWork, challenge_id: ChallengeId, now: datetime) -> Challenge:
    found = await uow.challenges.get(challenge_id)
    if found is None:
        raise UnknownChallenge
    if not found.is_open(now):
        raise ChallengeOver(found)
    return found


def _require_addressee(found: Challenge, by: PlayerId) -> None:
    if found.challenger == by:
        raise OwnChallenge(found)
    if found.opponent not in (None, by):
        raise NotYourChallenge(found)


async def _end(
    uow: UnitOfWork,
    found: Challenge,
    status: ChallengeStatus,
    now: datetime,
    *,
    match: MatchId | None = None,
    shown_by_caller: bool = True,
) -> Challenge:
    ended = replace(found, status=status, match=match, ended_at=now, version=found.version + 1)
    await uow.challenges.save(ended)
    await uow.due.remove(DueKind.CHALLENGE_ENDS, found.id)
    await _show(uow, ended, now, shown_by_caller=shown_by_caller)
    return ended


async def _start(
    uow: UnitOfWork,
    found: Challenge,
    by: PlayerId,
    now: datetime,
    rng: Random,
    *,
    shown_by_caller: bool = True,
) -> Started:
    """Turn an accepted challenge into a match, whose board the outbox posts."""
    await uow.players.lock((found.challenger, by))
    side = found.side or rng.choice(list(Player))
    new = Match(
        id=MatchId(0),
        game=Game(found.terms.ruleset),
        first=found.challenger if side is Player.FIRST else by,
        second=by if side is Player.FIRST else found.challenger,
        terms=found.terms,
        place=found.place,
        rated=found.terms.rated and await _may_be_rated(uow, found.challenger, by, now),
        started_at=now,
        # The acceptor is at the board; the challenger was when the challenge was made.
        acted_at={side: found.made_at, side.opponent: now},
        deadline=None,
    )
    match = await uow.matches.add(turned(new, now))
    await await_turn(uow, match, now)
    ended = await _end(
        uow, found, ChallengeStatus.ACCEPTED, now, match=match.id, shown_by_caller=shown_by_caller
    )
    await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    return Started(ended, match)


async def _may_be_rated(uow: UnitOfWork, one: PlayerId, other: PlayerId, now: datetime) -> bool:
    lately = await uow.matches.rated_between(one, other, since=now - timedelta(days=1))
    return lately < MOST_RATED_A_DAY


async def _offered_rematch(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, now: datetime
) -> Challenge | None:
    for found in await uow.challenges.open_from(by):
        if found.rematch_of == match_id and found.is_open(now):
            return found
    return None


async def _running_rematch(uow: UnitOfWork, match_id: MatchId, by: PlayerId) -> Started | None:
    for match in await uow.matches.running_of(by):
        found = await uow.challenges.of_match(match.id)
        if found is not None and found.rematch_of == match_id:
            return Started(found, match)
    return None


async def _show(uow: UnitOfWork, found: Challenge, now: datetime, *, shown_by_caller: bool) -> None:
    due_at = now + LEASE if shown_by_caller else now
    await uow.outbox.add(Telling.SHOW_CHALLENGE, now=now, due_at=due_at, challenge=found.id)


def _log(found: Challenge) -> None:
    """One line for what a challenge has become."""
    match = "" if found.match is None else f", match {found.match}"
    logger.info("challenge %s: %s%s", found.id, found.status.value, match)
