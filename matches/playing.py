"""Drawing, playing and giving up: the use cases of a running match.

Each is one unit of work and one commit. Each raises the errors of `matches.errors`, or of the
rules for a turn that they refuse, and changes nothing then.
"""

import logging
from dataclasses import dataclass, replace
from datetime import datetime

from matches.clock import turned
from matches.draft import Drafted, drafted, draw_draft, needs_confirmation
from matches.errors import (
    MatchOver,
    NotYourMatch,
    OtherServer,
    StaleMatch,
    TurnUnfinished,
    UnknownMatch,
)
from matches.finishing import end_match, finish, log_end
from matches.ids import MatchId, PlayerId
from matches.lapsing import lapse_offers
from matches.match import Draft, EndReason, Match, Result
from matches.outbox import Telling
from matches.place import Place
from matches.ports import UnitOfWork
from matches.running import match_to_move, running_match, show_turn
from matches.timekeeping import await_turn
from matches.update import Update
from rules import Direction, Player
from rules.notation import ENGLISH, Words, read_turn

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a button showed when it was made: whatever is older than the match is stale."""

    version: int
    revision: int = 0


async def draw_step(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    direction: Direction,
    *,
    seen: Seen,
    now: datetime,
) -> Update:
    """Add a step to the draft; play the turn if that completes it and nothing must be confirmed.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, StaleMatch; IllegalTurnError.
    """
    match = await match_to_move(uow, match_id, by)
    draft = await _seen_draft(uow, match, seen)
    so_far = drafted(match, draft)
    following = draw_draft(
        match.game.position, so_far.steps + so_far.position.write_step(direction)
    )
    if following.is_complete and not needs_confirmation(match, following):
        return await _play(
            uow, match, following.steps, now, shown_by_caller=True, has_draft=draft is not None
        )
    return _begun(match, await _keep(uow, match, draft, following.steps))


async def take_back_step(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, seen: Seen, now: datetime
) -> Update:
    """Take the last drafted step back; nothing happens if nothing is drawn.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, StaleMatch.
    """
    match = await match_to_move(uow, match_id, by)
    draft = await _seen_draft(uow, match, seen)
    so_far = drafted(match, draft)
    if so_far.drawn is None:
        return Update(match, draft)
    return await _keep(uow, match, draft, _without_last_step(match, so_far))


async def play_draft(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, seen: Seen, now: datetime
) -> Update:
    """Play the drafted turn: *Play it*.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, StaleMatch, TurnUnfinished.
    """
    match = await match_to_move(uow, match_id, by)
    so_far = drafted(match, await _seen_draft(uow, match, seen))
    if not so_far.is_complete:
        raise TurnUnfinished(match)
    return await _play(uow, match, so_far.steps, now, shown_by_caller=True)


async def play_turn(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    turn: str,
    *,
    seen_version: int | None = None,
    now: datetime,
) -> Update:
    """Play a whole turn in place of whatever is drafted; `seen_version` None trusts the caller.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, StaleMatch; InvalidTurnError and
    IllegalTurnError, the latter also for a turn that is not complete.
    """
    match = await match_to_move(uow, match_id, by)
    if seen_version not in (None, match.version):
        raise StaleMatch(match)
    return await _play(uow, match, turn, now, shown_by_caller=False)


async def play_typed(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    text: str,
    *,
    now: datetime,
    words: Words = ENGLISH,
) -> Update:
    """Play a turn as it was typed, in place of whatever is drafted.

    A turn that is not complete, or that loses at once, becomes the draft instead: the board asks
    for the rest. Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn; InvalidTurnError,
    IllegalTurnError.
    """
    match = await match_to_move(uow, match_id, by)
    steps = read_turn(text, match.game.position, words)
    following = draw_draft(match.game.position, steps)
    if following.is_complete and not following.loses:
        return await play_turn(uow, match_id, by, steps, seen_version=match.version, now=now)
    update = await _keep(uow, match, await uow.drafts.get(match.id), steps, commit=False)
    row = await uow.outbox.add(Telling.EDIT_BOARD, now=now, match=match.id)
    await uow.commit()
    return _begun(match, replace(update, board=row))


async def post_board(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, place: Place, *, now: datetime
) -> Update:
    """Post the board again, here; in another channel this moves the match. A private board has no
    row: whoever asked for it gets it by the answer, wherever that is.

    Raises UnknownMatch, NotYourMatch, OtherServer.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    if match.side_of(by) is None:
        raise NotYourMatch(match)
    if match.computer is not None:
        return await _moved_privately(uow, match, place)
    if match.place.server != place.server:
        raise OtherServer(match)
    if match.place.target != place.target:
        await uow.places.move(match_id, place)
        match = replace(match, place=place)
    # Whoever asked for it is there, and nothing has happened that anybody else should learn.
    row = await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id)
    await uow.commit()
    return Update(match, board=row)


async def _moved_privately(uow: UnitOfWork, match: Match, place: Place) -> Update:
    if match.place.target != place.target:
        place = replace(place, server=None)
        await uow.places.move(match.id, place)
        await uow.commit()
        match = replace(match, place=place)
    return Update(match)


async def resignable(uow: UnitOfWork, match_id: MatchId, by: PlayerId) -> Match:
    """The match, if this player may give it up.

    Raises UnknownMatch, NotYourMatch, MatchOver.
    """
    match, _ = await running_match(uow, match_id, by)
    return match


async def resign(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, seen_version: int, now: datetime
) -> Update:
    """Give up; before both have moved the match is aborted instead.

    Raises UnknownMatch, NotYourMatch, MatchOver, StaleMatch.
    """
    match, side = await running_match(uow, match_id, by)
    if seen_version != match.version:
        raise StaleMatch(match)
    acted, result = given_up(match, side, now)
    return await end_match(uow, acted, result, now)


def given_up(match: Match, side: Player, now: datetime) -> tuple[Match, Result]:
    """A running match after this side has given it up, as `finish` wants it, and its result."""
    result = (
        Result(side.opponent, EndReason.RESIGNED)
        if match.has_begun
        else Result(None, EndReason.ABORTED, ended_by=side)
    )
    acted = replace(match, version=match.version + 1, acted_at={**match.acted_at, side: now})
    return acted, result


async def _seen_draft(uow: UnitOfWork, match: Match, seen: Seen) -> Draft | None:
    """The draft of the match's version, if it is what was seen; StaleMatch otherwise."""
    draft = await uow.drafts.get(match.id)
    revision = draft.revision if draft is not None and draft.version == match.version else 0
    if seen != Seen(match.version, revision):
        raise StaleMatch(match)
    return draft


async def _keep(
    uow: UnitOfWork, match: Match, previous: Draft | None, steps: str, *, commit: bool = True
) -> Update:
    """Store the draft, its revision one higher than that of the draft before."""
    current = previous is not None and previous.version == match.version
    revision = previous.revision + 1 if previous is not None and current else 1
    player = match.player_to_move
    if player is None:
        raise MatchOver(match)
    draft = Draft(match.id, player, match.version, revision, steps)
    await uow.drafts.put(draft, previous)
    if commit:
        await uow.commit()
    return Update(match, draft)


def _begun(match: Match, update: Update) -> Update:
    """The update of a turn that was drawn on in this match."""
    return replace(update, began=match.game.position)


def _without_last_step(match: Match, so_far: Drafted) -> str:
    """The written draft less its last step, whatever a step's text is in this game."""
    position = match.game.position
    directions = position.read_steps(so_far.steps)
    written = ""
    for direction in directions[:-1]:
        written += position.write_step(direction)
        position = position.after(direction)
    return written


async def _play(
    uow: UnitOfWork,
    match: Match,
    turn: str,
    now: datetime,
    *,
    shown_by_caller: bool,
    has_draft: bool = True,
) -> Update:
    """Store a whole turn and whatever follows from it.

    `has_draft` is False for who has seen that there is none: whoever draws locks the match first.
    """
    side = match.side_to_move
    if side is None:
        raise MatchOver(match)
    game = match.game.play(turn)
    moved = replace(
        match, game=game, version=match.version + 1, acted_at={**match.acted_at, side: now}
    )
    played = turned(moved, now)
    if game.outcome is not None:
        result = Result(game.outcome.winner, EndReason.by_rules(game.outcome.reason))
        played = await finish(uow, played, result, now)
    else:
        await uow.matches.save(played)
        if has_draft:
            await uow.drafts.remove(match.id)
        await await_turn(uow, played, now)
        await lapse_offers(uow, played, now)
    row = await show_turn(uow, played, side.opponent, now, shown_by_caller=shown_by_caller)
    await uow.commit()
    logger.info("match %s: turn %s, %s", match.id, len(game.turns), turn)
    log_end(played)
    return _begun(match, Update(played, played=game.history[-1], board=row))
