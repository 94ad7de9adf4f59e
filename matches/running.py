"""What the use cases of a running match share: finding it, ending it, and asking for its board."""

import logging
from datetime import datetime, timedelta

from matches.errors import MatchOver, NotYourMatch, UnknownMatch
from matches.finishing import finish
from matches.ids import MatchId, PlayerId
from matches.match import Match, Result
from matches.outbox import LEASE, OutboxRow, Telling
from matches.ports import UnitOfWork
from matches.update import Update
from rules import Player

logger = logging.getLogger(__name__)

AT_THE_BOARD = timedelta(minutes=3)
"""Who acted within this time is looking: the board changes in place instead of notifying."""


async def running_match(uow: UnitOfWork, match_id: MatchId, by: PlayerId) -> tuple[Match, Player]:
    """The match, not over, and the side that `by` plays in it.

    Raises UnknownMatch, NotYourMatch, MatchOver.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    side = match.side_of(by)
    if side is None:
        raise NotYourMatch(match)
    if match.is_over:
        raise MatchOver(match)
    return match, side


async def end_match(uow: UnitOfWork, match: Match, result: Result, now: datetime) -> Update:
    """End a match otherwise than by a turn, and commit that.

    The board is a new message: only that tells somebody of an end they did not cause.
    """
    ended = await finish(uow, match, result, now)
    row = await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    await uow.commit()
    log_end(ended)
    return Update(ended, board=row)


def log_end(match: Match) -> None:
    """Note how a match ended, if it has."""
    if match.result is not None:
        winner = match.result.winner
        logger.info(
            "match %s ended: %s, winner %s",
            match.id,
            match.result.reason.value,
            "none" if winner is None else winner.value,
        )


async def ask_for_board(
    uow: UnitOfWork, match: Match, to: Player, now: datetime, *, shown_by_caller: bool
) -> OutboxRow:
    """Ask for the board: in place while `to` is looking, as a new message otherwise."""
    looking = now - match.acted_at[to] <= AT_THE_BOARD
    if not looking:
        return await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    # Whoever tapped on the board edits it with the answer to that tap; the row is for when that
    # fails, or the process dies before.
    due_at = now + LEASE if shown_by_caller else now
    # Should the edit be refused, the turn passes by a new message, which notifies.
    return await uow.outbox.add(
        Telling.EDIT_BOARD, now=now, due_at=due_at, match=match.id, notifies=True
    )
