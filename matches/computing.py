"""Games against the computer: they begin at once, are shown to their player alone, and count for
nothing.

The computer's turn to come is a due row that the turn before it stores (`matches.timekeeping`), so
that it survives whatever happens to a process. Each use case is one unit of work and one commit,
and changes nothing if it raises.
"""

import logging
from dataclasses import replace
from datetime import datetime

from matches.clock import turned
from matches.computer import WEAKEST, Computer
from matches.errors import MatchRunning, NothingToTakeBack, NotYourMatch, StaleMatch, UnknownMatch
from matches.ids import MatchId, PlayerId
from matches.limits import DEFAULT, Limits
from matches.match import Match
from matches.offering import kept_turns, taken_back
from matches.place import Place
from matches.playing import play_turn
from matches.ports import UnitOfWork
from matches.running import running_match
from matches.starting import require_room_for_match
from matches.terms import Terms, TurnTime
from matches.timekeeping import await_turn
from matches.update import Update
from rules import Game, Player, Ruleset

logger = logging.getLogger(__name__)


async def begin(
    uow: UnitOfWork,
    by: PlayerId,
    ruleset: Ruleset,
    place: Place,
    *,
    level: int | None = None,
    now: datetime,
    limits: Limits = DEFAULT,
) -> Match:
    """Begin a game against the computer: at the level of the last one unless another is named, the
    weakest if there was none. Who drew first the last time draws second now.

    Raises TooManyMatches.
    """
    last = await uow.matches.last_computer(by)
    chosen = level or (WEAKEST if last is None else last.level)
    side = Player.SECOND if last is None else last.side.opponent
    return await _begin(uow, by, ruleset, place, Computer(side, chosen), now, limits)


async def play_again(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    place: Place,
    *,
    stronger: bool,
    now: datetime,
    limits: Limits = DEFAULT,
) -> Match:
    """The same again with the sides swapped, if `stronger` at the next level (the strongest has
    none above it). While that is being played it is returned: a second tap starts nothing.

    Raises UnknownMatch, NotYourMatch (also for a match of two people), MatchRunning,
    TooManyMatches.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    if match.side_of(by) is None or match.computer is None:
        raise NotYourMatch(match)
    if not match.is_over:
        raise MatchRunning(match)
    level = match.computer.level
    if stronger:
        level = match.computer.stronger or level
    computer = Computer(match.computer.side.opponent, level)
    await uow.players.lock([by])
    for running in await uow.matches.running_of(by):
        is_the_same = (running.computer, running.terms) == (computer, match.terms)
        if is_the_same and running.started_at >= (match.finished_at or now):
            return running
    return await _begin(uow, by, match.terms.ruleset, place, computer, now, limits)


async def _begin(
    uow: UnitOfWork,
    by: PlayerId,
    ruleset: Ruleset,
    place: Place,
    computer: Computer,
    now: datetime,
    limits: Limits,
) -> Match:
    # Two games at once must not both find room for one.
    await uow.players.lock([by])
    await require_room_for_match(uow, by, None, limits)
    opponent = await uow.players.computer(computer.level)
    begins = computer.side is Player.FIRST
    new = Match(
        id=MatchId(0),
        game=Game(ruleset),
        first=opponent if begins else by,
        second=by if begins else opponent,
        terms=Terms(ruleset, TurnTime.UNLIMITED, rated=False),
        # Nobody else sees it, so that it belongs to no server.
        place=replace(place, server=None),
        rated=False,
        started_at=now,
        acted_at={computer.side.opponent: now},
        deadline=None,
        computer=computer,
    )
    match = await uow.matches.add(turned(new, now))
    await await_turn(uow, match, now)
    await uow.commit()
    logger.info("match %s: against the computer at level %s", match.id, computer.level)
    return match


async def play_for_computer(
    uow: UnitOfWork, match_id: MatchId, turn: str, *, seen_version: int, now: datetime
) -> Update:
    """Play what the computer chose for the match at `seen_version`.

    Raises UnknownMatch, MatchOver, NotYourTurn and StaleMatch for an answer that comes too late;
    InvalidTurnError and IllegalTurnError.
    """
    match = await uow.matches.get(match_id)
    if match is None or match.computer is None:
        raise UnknownMatch
    computer = match.player(match.computer.side)
    return await play_turn(uow, match_id, computer, turn, seen_version=seen_version, now=now)


async def take_back(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    *,
    seen_version: int | None = None,
    now: datetime,
) -> Update:
    """Take one's last turn back, and the computer's answer with it, if it has come.

    `seen_version` None trusts the caller. Raises UnknownMatch, NotYourMatch (also for a match of
    two people), MatchOver, StaleMatch, NothingToTakeBack.
    """
    match, side = await running_match(uow, match_id, by)
    if match.computer is None:
        raise NotYourMatch(match)
    if seen_version not in (None, match.version):
        raise StaleMatch(match)
    if kept_turns(match, side) is None:
        raise NothingToTakeBack(match)
    acted = replace(match, version=match.version + 1, acted_at={**match.acted_at, side: now})
    return await taken_back(uow, acted, side, now)
