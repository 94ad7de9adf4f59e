"""What every use case of a running match begins with, and how its board is asked for."""

from datetime import datetime, timedelta

from matches.errors import MatchOver, NotYourMatch, NotYourTurn, UnknownMatch
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.outbox import LEASE, OutboxRow, Telling
from matches.ports import UnitOfWork
from rules import Player

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


async def match_to_move(uow: UnitOfWork, match_id: MatchId, by: PlayerId) -> Match:
    """The match, in which `by` is to move. Raises NotYourTurn and what `running_match` raises."""
    match, side = await running_match(uow, match_id, by)
    if side is not match.side_to_move:
        raise NotYourTurn(match)
    return match


async def show_turn(
    uow: UnitOfWork, match: Match, to: Player, now: datetime, *, shown_by_caller: bool
) -> OutboxRow:
    """Ask for the board: in place while `to` is looking, as a new message otherwise.

    A private board is never posted: it notifies nobody, and changes where it stands.
    """
    if match.computer is not None:
        return await show_privately(uow, match, now, shown_by_caller=shown_by_caller)
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


async def show_privately(
    uow: UnitOfWork, match: Match, now: datetime, *, shown_by_caller: bool
) -> OutboxRow:
    """Ask for the board of a game against the computer, which only its player sees."""
    due_at = now + LEASE if shown_by_caller else now
    return await uow.outbox.add(Telling.EDIT_BOARD, now=now, due_at=due_at, match=match.id)
