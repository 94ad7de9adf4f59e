"""Deleting an account: the player stays, since matches and others' ratings need one, and nobody is
behind it any more.
"""

import logging
from dataclasses import dataclass
from datetime import datetime

from matches import starting
from matches.accounts import require_account
from matches.challenge import Challenge, ChallengeStatus
from matches.finishing import finish, log_end
from matches.ids import PlayerId
from matches.leaving import running_locked
from matches.match import Match
from matches.outbox import DueKind, Telling
from matches.playing import given_up
from matches.ports import UnitOfWork

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What ends with an account."""

    lost: int
    """Running matches that both have moved in: they are resigned."""
    aborted: int
    """Those that have not begun."""
    challenges: int
    """Unanswered ones, from and to the player."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """What ended with an account, as it is now."""

    matches: tuple[Match, ...]
    challenges: tuple[Challenge, ...]


async def under_way(uow: UnitOfWork, player: PlayerId) -> UnderWay:
    """What would end with this player's account."""
    running = await uow.matches.running_of(player)
    lost = sum(match.has_begun for match in running)
    challenges = await uow.accounts.open_challenges(player)
    return UnderWay(lost, len(running) - lost, len(challenges))


async def delete_account(uow: UnitOfWork, player: PlayerId, *, now: datetime) -> Deleted:
    """Delete a player's account, with all that is about the person alone.

    Running matches are given up, challenges withdrawn or declined, and whoever is concerned is told
    as always. All of it happens, or nothing. Raises AccountGone.
    """
    running, challenges = await _locked(uow, player)
    await require_account(uow, player)
    ended = [await _give_up(uow, match, player, now) for match in running]
    over = [await _end(uow, challenge, player, now) for challenge in challenges]
    await uow.accounts.delete(player, now)
    await uow.due.remove(DueKind.LEAVE_ENDS, player)
    await uow.due.set(DueKind.ERASE_TRACES, player, now)
    await uow.commit()
    for match in ended:
        log_end(match)
    for challenge in over:
        starting.log(challenge)
    logger.info("the account of player %s is deleted", player)
    return Deleted(tuple(ended), tuple(over))


async def _locked(uow: UnitOfWork, player: PlayerId) -> tuple[list[Match], list[Challenge]]:
    """What ends, and everybody who plays it, so that nothing begins or ends meanwhile.

    First matches, then challenges, then players, as wherever one begins or ends; and all players
    at once, since two who are locked one after the other could be waited for the other way round.
    """
    for match in sorted(await uow.matches.running_of(player), key=lambda match: match.id):
        await uow.matches.get(match.id)
    for number in await uow.accounts.open_challenges(player):
        await uow.challenges.get(number)
    opponents = {match.opponent_of(player) for match in await uow.matches.running_of(player)}
    await uow.players.lock({player, *opponents})
    running = await running_locked(uow, player)
    challenges = [
        await uow.challenges.get(number) for number in await uow.accounts.open_challenges(player)
    ]
    return running, [challenge for challenge in challenges if challenge is not None]


async def _give_up(uow: UnitOfWork, match: Match, player: PlayerId, now: datetime) -> Match:
    side = match.side_of(player)
    if side is None:
        raise ValueError(f"player {player} does not play match {match.id}")
    acted, result = given_up(match, side, now)
    ended = await finish(uow, acted, result, now)
    await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    return ended


async def _end(uow: UnitOfWork, challenge: Challenge, player: PlayerId, now: datetime) -> Challenge:
    is_own = challenge.challenger == player
    status = ChallengeStatus.WITHDRAWN if is_own else ChallengeStatus.DECLINED
    ended = await starting.end(uow, challenge, status, now, shown_by_caller=False)
    if not is_own:
        await uow.outbox.add(Telling.TELL_DECLINED, now=now, challenge=challenge.id)
    return ended
