"""Every ending of a match goes through `finish`: the result and the ratings in one unit."""

import logging
from dataclasses import replace
from datetime import datetime

from matches.history import RatingChange, RatingEvent, changes_by
from matches.lapsing import lapse_offers
from matches.match import Match, Result
from matches.outbox import UNPLAYED, DueKind, Telling
from matches.pauses import Pause
from matches.ports import UnitOfWork
from matches.running import show_privately
from matches.update import Update
from rules import Player

logger = logging.getLogger(__name__)

_BY_THEMSELVES = (DueKind.TURN_DEADLINE, *UNPLAYED, DueKind.GIVE_UP)
_AGAINST_COMPUTER = (DueKind.CLOSE_UNPLAYED, DueKind.COMPUTER_TURN)


async def end_match(uow: UnitOfWork, match: Match, result: Result, now: datetime) -> Update:
    """End a match otherwise than by a turn, and commit; `match` is as for `finish`.

    The board is a new message: only that tells somebody of an end they did not cause. A private one
    changes where it stands.
    """
    ended = await finish(uow, match, result, now)
    if match.computer is not None:
        row = await show_privately(uow, ended, now, shown_by_caller=False)
    else:
        row = await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    await uow.commit()
    log_end(ended)
    return Update(ended, board=row)


def log_end(match: Match) -> None:
    """One line for a match that has ended; nothing for any other."""
    if match.result is not None:
        winner = match.result.winner
        logger.info(
            "match %s ended: %s, winner %s",
            match.id,
            match.result.reason.value,
            "none" if winner is None else winner.value,
        )


async def finish(uow: UnitOfWork, match: Match, result: Result, now: datetime) -> Match:
    """Store the end of a match, rate it if it is rated, and let everybody know.

    `match` is the match as it stands after what ended it, its version already counted up and not
    stored yet. Nothing is committed here: the use case does.
    """
    await uow.players.lock((match.first, match.second))
    finished_at = await _in_order(uow, match, now)
    ended = replace(match, result=result, finished_at=finished_at, deadline=None)
    ended = replace(ended, pauses=Pause.NONE, stands_since=None)
    await uow.matches.save(ended)
    await uow.drafts.remove(match.id)
    for kind in _BY_THEMSELVES if match.computer is None else _AGAINST_COMPUTER:
        await uow.due.remove(kind, match.id)
    if match.rated and result.reason.counts:
        await _rate(uow, ended, result, finished_at)
    await lapse_offers(uow, ended, now)
    if match.computer is not None:
        return ended
    # What is to be closed shows when the last board stands: where the match is played may change.
    await uow.outbox.add(Telling.CLOSE_PLACE, now=now, match=match.id)
    return ended


async def _in_order(uow: UnitOfWork, match: Match, now: datetime) -> datetime:
    """The time of this end, never before the last rated end of either player.

    Ratings are the fold of their history in the order of time, and several processes may have
    slightly different clocks: what is stored later must not sort earlier.
    """
    last = await uow.ratings.last_event_at((match.first, match.second))
    return now if last is None else max(now, last)


async def _rate(uow: UnitOfWork, match: Match, result: Result, finished_at: datetime) -> None:
    variant = match.terms.variant
    if variant is None:
        raise ValueError(f"match {match.id} is rated, but its rules are no preset")
    event = RatingEvent(
        id=0,
        match=match.id,
        variant=variant,
        server=match.place.server,
        first=match.first,
        second=match.second,
        score=_score(result),
        finished_at=finished_at,
    )
    changes: list[RatingChange] = []
    for scope in {None, match.place.server}:
        stored = await uow.ratings.of((match.first, match.second), variant, scope)
        changes += changes_by(event, scope, stored)
    await uow.ratings.record(event, changes)


def _score(result: Result) -> float:
    if result.winner is None:
        return 0.5
    return 1.0 if result.winner is Player.FIRST else 0.0
