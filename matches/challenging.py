"""Challenges, from the asking to the match: the use cases before a match.

Each is one unit of work and one commit, and raises the errors of `matches.errors`.
"""

from dataclasses import replace
from datetime import datetime
from random import Random

from matches import starting
from matches.blocking import require_welcome
from matches.challenge import Challenge, ChallengeStatus
from matches.errors import (
    AgainstComputer,
    ChallengeOver,
    MatchRunning,
    NotYourChallenge,
    NotYourMatch,
    OnlyTheChallenger,
    OwnChallenge,
    RematchOffered,
    UnknownChallenge,
    UnknownMatch,
)
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.limits import DEFAULT, Limits
from matches.outbox import Telling
from matches.place import Place
from matches.ports import UnitOfWork
from matches.terms import Terms
from matches.threads import lasting_place
from matches.update import Countered, Started


async def challenge(
    uow: UnitOfWork,
    by: PlayerId,
    opponent: PlayerId | None,
    terms: Terms,
    place: Place,
    *,
    now: datetime,
    limits: Limits = DEFAULT,
) -> Challenge:
    """Challenge somebody, or anybody; the caller shows it, the outbox if the caller cannot.

    Raises OwnChallenge, CannotBeRated, AccountGone, OpponentGone, PlayerBlocked, Unwelcome,
    RecentlyDeclined, LimitReached.
    """
    new = starting.new_challenge(by, opponent, terms, place, now)
    made = await starting.make(uow, new, limits, shown_by_caller=True)
    await uow.commit()
    starting.log(made)
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
    """The challenge, if this player may answer it with a match or other terms now.

    Raises UnknownChallenge, ChallengeOver, OwnChallenge, NotYourChallenge, PlayerBlocked,
    Unwelcome.
    """
    found = await _open(uow, challenge_id, now)
    _require_addressee(found, by)
    await require_welcome(uow, by, found.challenger, found)
    return found


async def accept(
    uow: UnitOfWork,
    challenge_id: ChallengeId,
    by: PlayerId,
    *,
    now: datetime,
    rng: Random,
    limits: Limits = DEFAULT,
) -> Started:
    """Accept a challenge: a match begins. Whether it is rated is decided here.

    Raises what `answerable` raises, AccountGone, OpponentGone, TooManyMatches, OpponentIsFull.
    """
    found = await answerable(uow, challenge_id, by, now=now)
    started = await starting.start(uow, found, by, now, rng, limits)
    await uow.commit()
    starting.log(started.challenge)
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
    ended = await starting.end(uow, found, ChallengeStatus.DECLINED, now)
    await uow.outbox.add(Telling.TELL_DECLINED, now=now, challenge=found.id)
    await uow.commit()
    starting.log(ended)
    return ended


async def counter(
    uow: UnitOfWork,
    challenge_id: ChallengeId,
    by: PlayerId,
    terms: Terms,
    *,
    now: datetime,
    limits: Limits = DEFAULT,
) -> Countered:
    """Answer with other terms: a challenge the other way round. An open one stays open.

    Raises what `answerable` and `challenge` raise.
    """
    found = await answerable(uow, challenge_id, by, now=now)
    answered = found
    if found.opponent is not None:
        answered = await starting.end(uow, found, ChallengeStatus.COUNTERED, now)
    answer = starting.new_challenge(by, found.challenger, terms, found.place, now)
    made = await starting.make(uow, answer, limits, shown_by_caller=False)
    await uow.commit()
    starting.log(answered)
    starting.log(made)
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
    ended = await starting.end(uow, found, ChallengeStatus.WITHDRAWN, now)
    await uow.commit()
    starting.log(ended)
    return ended


async def expire(uow: UnitOfWork, challenge_id: ChallengeId, *, now: datetime) -> Challenge | None:
    """End a challenge whose time is up; None if that is not so (any more). Safe to repeat."""
    found = await uow.challenges.get(challenge_id)
    if found is None or found.status is not ChallengeStatus.OPEN or now < found.ends_at:
        return None
    ended = await starting.end(uow, found, ChallengeStatus.EXPIRED, now, shown_by_caller=False)
    await uow.commit()
    starting.log(ended)
    return ended


async def rematch(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    *,
    now: datetime,
    rng: Random,
    limits: Limits = DEFAULT,
) -> Challenge | Started:
    """Offer the same match with the sides swapped, or accept the opponent's offer of it.

    While the rematch is being played it is returned again: the second tap of two starts nothing.
    Raises UnknownMatch, NotYourMatch, AgainstComputer, MatchRunning, RematchOffered, ChallengeOver,
    and what `challenge` raises.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    side = match.side_of(by)
    if side is None:
        raise NotYourMatch(match)
    if match.computer is not None:
        raise AgainstComputer(match)
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
        started = await starting.start(uow, found, by, now, rng, limits, shown_by_caller=False)
        await uow.commit()
        starting.log(started.challenge)
        return started
    mine = await _offered_rematch(uow, match_id, by, now)
    if mine is not None:
        raise RematchOffered(mine)
    place = await lasting_place(uow, match)
    offer = replace(
        starting.new_challenge(by, opponent, match.terms, place, now),
        side=side.opponent,
        rematch_of=match_id,
    )
    made = await starting.make(uow, offer, limits, shown_by_caller=False)
    await uow.commit()
    starting.log(made)
    return made


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
