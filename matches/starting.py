"""Every challenge and every match begins here, within the unit of the use case that asks for it.

Nothing is committed here: the use cases of `matches.challenging` do. Each raises the errors of
`matches.errors`.
"""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from matches.accounts import require_accounts
from matches.blocking import require_welcome
from matches.challenge import (
    DECLINED_FOR,
    Challenge,
    ChallengeStatus,
    lifetime,
)
from matches.clock import turned
from matches.errors import (
    CannotBeRated,
    OpponentIsFull,
    OwnChallenge,
    RecentlyDeclined,
    TooManyChallenges,
    TooManyMatches,
    TooManyToOne,
)
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.leaving import away_at_start
from matches.limits import Limits
from matches.match import Match
from matches.outbox import LEASE, DueKind, Telling
from matches.place import Place
from matches.ports import UnitOfWork
from matches.terms import Terms
from matches.timekeeping import await_turn
from matches.update import Started
from rules import Game, Player

logger = logging.getLogger(__name__)

MOST_RATED_A_DAY = 5
"""Further matches of the same two within a day are not rated, so that nobody farms points."""


def new_challenge(
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


async def make(
    uow: UnitOfWork, new: Challenge, limits: Limits, *, shown_by_caller: bool
) -> Challenge:
    """Store a challenge after every limit was asked.

    Raises OwnChallenge, CannotBeRated, AccountGone, OpponentGone, PlayerBlocked, Unwelcome,
    RecentlyDeclined, LimitReached.
    """
    if new.opponent == new.challenger:
        raise OwnChallenge
    if new.terms.rated and not new.terms.can_be_rated:
        raise CannotBeRated
    # Two challenges at once must not both find room for one.
    await uow.players.lock(p for p in (new.challenger, new.opponent) if p is not None)
    await require_accounts(uow, new.challenger, new.opponent)
    if new.opponent is not None:
        await require_welcome(uow, new.challenger, new.opponent)
    await _require_room_for_challenge(uow, new, limits)
    await require_room_for_match(uow, new.challenger, new.opponent, limits)
    made = await uow.challenges.add(new)
    await uow.due.set(DueKind.CHALLENGE_ENDS, made.id, made.ends_at)
    await _show(uow, made, new.made_at, shown_by_caller=shown_by_caller)
    return made


async def _require_room_for_challenge(uow: UnitOfWork, new: Challenge, limits: Limits) -> None:
    now = new.made_at
    standing = [c for c in await uow.challenges.open_from(new.challenger) if c.is_open(now)]
    if len(standing) >= limits.open_challenges:
        raise TooManyChallenges(limits.open_challenges, standing[-1])
    if new.opponent is None:
        return
    to_one = [c for c in standing if c.opponent == new.opponent]
    if len(to_one) >= limits.open_challenges_to_one:
        raise TooManyToOne(limits.open_challenges_to_one, to_one[-1])
    declined = await uow.challenges.last_declined(new.challenger, new.opponent)
    if declined is not None and now < declined + DECLINED_FOR:
        raise RecentlyDeclined(declined + DECLINED_FOR)


async def require_room_for_match(
    uow: UnitOfWork, by: PlayerId, other: PlayerId | None, limits: Limits
) -> None:
    """Raise TooManyMatches or OpponentIsFull unless both may begin one more."""
    most = limits.running_matches
    if await uow.matches.count_running(by) >= most:
        raise TooManyMatches(most)
    if other is not None and await uow.matches.count_running(other) >= most:
        raise OpponentIsFull(most)


async def end(
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


async def start(
    uow: UnitOfWork,
    found: Challenge,
    by: PlayerId,
    now: datetime,
    rng: Random,
    limits: Limits,
    *,
    shown_by_caller: bool = True,
) -> Started:
    """Turn an accepted challenge into a match, whose board the outbox posts.

    Raises AccountGone, OpponentGone, PlayerBlocked, Unwelcome, TooManyMatches, OpponentIsFull.
    """
    await uow.players.lock((found.challenger, by))
    await require_accounts(uow, by, found.challenger, found)
    await require_welcome(uow, by, found.challenger, found)
    await require_room_for_match(uow, by, found.challenger, limits)
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
    new = replace(new, pauses=await away_at_start(uow, new, now))
    match = await uow.matches.add(turned(new, now))
    await await_turn(uow, match, now)
    ended = await end(
        uow, found, ChallengeStatus.ACCEPTED, now, match=match.id, shown_by_caller=shown_by_caller
    )
    await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    return Started(ended, match)


async def _may_be_rated(uow: UnitOfWork, one: PlayerId, other: PlayerId, now: datetime) -> bool:
    lately = await uow.matches.rated_between(one, other, since=now - timedelta(days=1))
    return lately < MOST_RATED_A_DAY


async def _show(uow: UnitOfWork, found: Challenge, now: datetime, *, shown_by_caller: bool) -> None:
    due_at = now + LEASE if shown_by_caller else now
    await uow.outbox.add(Telling.SHOW_CHALLENGE, now=now, due_at=due_at, challenge=found.id)


def log(found: Challenge) -> None:
    """One line for what a challenge has become."""
    match = "" if found.match is None else f", match {found.match}"
    logger.info("challenge %s: %s%s", found.id, found.status.value, match)
