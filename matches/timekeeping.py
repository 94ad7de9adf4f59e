"""What time does to running matches: reminders, deadlines, standstills, matches left lying.

The use cases are safe to call at any time and any number of times: each looks at the match first.
Functions that take a match commit nothing; they are parts of others' use cases.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from matches.clock import HELD, due_at, noticed_in, remind_at, started, stood, stopped
from matches.finishing import end_match
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason, Match, Result
from matches.outbox import BOARD_TELLINGS, LEASE, UNPLAYED, DueKind, Telling
from matches.pauses import OUT_OF_REACH, Pause
from matches.ports import UnitOfWork
from matches.preferences import Reminders
from matches.running import running_match
from matches.update import Update

logger = logging.getLogger(__name__)

ASKED_AFTER = timedelta(days=30)
"""After so long without a turn the players of a match without a limit are asked about it."""
CLOSED_AFTER = timedelta(days=7)
"""So long after that question the match is closed."""
GIVEN_UP_AFTER = timedelta(days=30)
"""A match that nobody could see for so long is closed."""
LOOK_AGAIN = timedelta(days=1)
"""When a question that has not reached anybody yet is looked for again."""


async def set_due(uow: UnitOfWork, match: Match) -> None:
    """Store when something happens by itself in this running match, as its clock is now."""
    due = due_at(match)
    if due is not None:
        await uow.due.set(DueKind.TURN_DEADLINE, match.id, due)
    elif match.deadline is not None:
        await uow.due.remove(DueKind.TURN_DEADLINE, match.id)


async def await_turn(uow: UnitOfWork, match: Match, now: datetime) -> None:
    """Store what happens by itself in this turn, which begins now: that the computer plays it, or
    what comes if nobody does.
    """
    if match.computer is not None:
        await _await_against_computer(uow, match, now)
        return
    if match.pauses & OUT_OF_REACH:
        await uow.due.set(DueKind.GIVE_UP, match.id, now + GIVEN_UP_AFTER)
    if match.deadline is None:
        await _await_unlimited(uow, match, now)
    else:
        await set_due(uow, match)


async def _await_against_computer(uow: UnitOfWork, match: Match, now: datetime) -> None:
    """Nobody is asked whether a private game goes on: it is closed when others would be."""
    if match.awaits_computer:
        await uow.due.set(DueKind.COMPUTER_TURN, match.id, now)
    else:
        await uow.due.remove(DueKind.COMPUTER_TURN, match.id)
    await uow.due.set(DueKind.CLOSE_UNPLAYED, match.id, now + ASKED_AFTER + CLOSED_AFTER)


async def _await_unlimited(uow: UnitOfWork, match: Match, now: datetime) -> None:
    """Ask in a month; a question that was not put yet has its answer."""
    held = timedelta() if match.stands_since is None else HELD
    asked_at = (match.stands_since or now) + ASKED_AFTER + held
    await uow.due.remove(DueKind.CLOSE_UNPLAYED, match.id)
    await uow.due.set(DueKind.ASK_IF_PLAYED, match.id, asked_at)
    rows = await uow.outbox.of_match(match.id)
    await uow.outbox.close(row.id for row in rows if row.telling is Telling.ASK_IF_PLAYED)


# ------------------------------------------------------------------------------- time stands still


async def stop_clock(uow: UnitOfWork, match: Match, pause: Pause, *, since: datetime) -> Match:
    """Let time stand still for one more reason; nothing happens if it does already for that.

    `match` was read for writing, by `get`.
    """
    if match.is_over or pause in match.pauses:
        return match
    standing = stopped(match, pause, since)
    await uow.matches.save_clock(standing)
    await set_due(uow, standing)
    if not match.pauses:
        await _put_off(uow, match, HELD)
    if pause not in OUT_OF_REACH:
        await uow.outbox.add(Telling.EDIT_BOARD, now=since, match=match.id)
    return standing


async def start_clock(uow: UnitOfWork, match: Match, pause: Pause, *, now: datetime) -> Match:
    """Take a reason away; time runs again if it was the last.

    `match` was read for writing, by `get`.
    """
    if pause not in match.pauses:
        return match
    running = started(match, pause, now)
    await uow.matches.save_clock(running)
    await set_due(uow, running)
    if not running.pauses:
        await _put_off(uow, match, stood(match, now) - HELD)
    if pause not in OUT_OF_REACH:
        await uow.outbox.add(Telling.EDIT_BOARD, now=now, match=match.id)
    return running


async def _put_off(uow: UnitOfWork, match: Match, by: timedelta) -> None:
    """What happens if nobody plays on in a match without a limit happens later by so much."""
    if match.deadline is not None:
        return
    for kind in UNPLAYED:
        due = await uow.due.at(kind, match.id)
        if due is not None:
            await uow.due.set(kind, match.id, due + by)


async def hide_board(uow: UnitOfWork, match_id: MatchId, *, since: datetime, now: datetime) -> None:
    """The board could not be shown since then: nobody's time runs.

    Nobody has a time against the computer.
    """
    match = await uow.matches.get(match_id)
    if match is None or match.is_over or Pause.HIDDEN in match.pauses or match.computer:
        return
    # What was lost before a process came back was given back then.
    since = max(since, await uow.heartbeats.resumed_at() or since)
    if not match.pauses & OUT_OF_REACH:
        # From now on: a process may have been away after `since`, and nobody has tried meanwhile.
        await uow.due.set(DueKind.GIVE_UP, match.id, now + GIVEN_UP_AFTER)
    await stop_clock(uow, match, Pause.HIDDEN, since=since)
    logger.info("match %s stands still: its board cannot be shown", match_id)


async def board_shown(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> None:
    """The board stands where the match is played: time runs, if nothing else holds it."""
    if not await uow.matches.is_hidden(match_id):
        return
    match = await uow.matches.get(match_id)
    if match is None or Pause.HIDDEN not in match.pauses:
        return
    shown = await start_clock(uow, match, Pause.HIDDEN, now=now)
    if not shown.pauses & OUT_OF_REACH:
        await uow.due.remove(DueKind.GIVE_UP, match_id)
    logger.info("match %s goes on: its board is shown", match_id)


async def pass_standstill(uow: UnitOfWork, gap: timedelta, *, now: datetime) -> None:
    """No process was there for so long: nobody's time has run. Nothing is committed here."""
    await uow.heartbeats.shift_deadlines(gap, since=now - gap)
    await uow.outages.ask_for_boards(noticed_in(gap), now)


@dataclass(frozen=True, slots=True)
class Moved:
    """Servers whose state is not what is stored of them."""

    back: frozenset[ServerId]
    """The bot is there again."""
    away: frozenset[ServerId]
    """They cannot be reached, or have removed the bot."""


async def compare_servers(
    uow: UnitOfWork, present: Collection[ServerId], knows: Callable[[ServerId], bool]
) -> Moved:
    """Where the bot is now, of the servers whose state it `knows`, against what is stored."""
    here = frozenset(present)
    standing, running = await uow.outages.standing(), await uow.outages.servers()
    # Away may also be one that is known to be, for a match that has begun there meanwhile.
    return Moved(standing & here, frozenset(filter(knows, running - here)))


async def server_is_back(uow: UnitOfWork, server: ServerId, *, now: datetime) -> None:
    """The matches in a server go on."""
    await uow.outages.end(server, now)
    await uow.commit()
    logger.info("server %s is back: its matches go on", server)


async def server_is_away(uow: UnitOfWork, server: ServerId, *, now: datetime) -> None:
    """The matches in a server stand still: Discord reports it unavailable, or removed the bot."""
    await uow.outages.begin(server, now, now + GIVEN_UP_AFTER)
    await uow.commit()
    logger.info("server %s cannot be reached: its matches stand still", server)


async def show_boards_in(uow: UnitOfWork, server: ServerId, channel: int, *, now: datetime) -> None:
    """A channel or thread is gone: show the boards of its matches elsewhere, or hold their time."""
    await uow.outages.ask_for_boards_in(server, channel, now)
    await uow.commit()


async def show_hidden_boards(uow: UnitOfWork, server: ServerId, *, now: datetime) -> None:
    """Something has changed in a server: try at once to show what could not be shown."""
    await uow.outages.hurry_boards(server, now)
    await uow.commit()


# ---------------------------------------------------------------------------------- time that runs


async def watch_clock(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> Update | None:
    """Do what the clock of a match asks for now: remind, end the match, or nothing yet."""
    match = await uow.matches.get(match_id)
    if match is None or due_at(match) is None:
        await uow.due.remove(DueKind.TURN_DEADLINE, match_id)
        await uow.commit()
        return None
    waiting = await _board_on_its_way(uow, match, now)
    if waiting is not None:
        await hide_board(uow, match_id, since=waiting, now=now)
        await uow.commit()
        return None
    ended = await run_out_of_time(uow, match_id, now=now)
    if ended is not None:
        return ended
    reminder = remind_at(match)
    if reminder is not None and reminder <= now and not match.reminded:
        match = await _remind(uow, match, now)
    await set_due(uow, match)
    await uow.commit()
    return None


async def _board_on_its_way(uow: UnitOfWork, match: Match, now: datetime) -> datetime | None:
    """Since when a board waits to be shown that should have been by now; None if none does.

    Discord may be slow without failing, or keep the bot waiting: who has not seen the board has had
    no time.
    """
    rows = await uow.outbox.of_match(match.id)
    asked = [row.made_at for row in rows if row.telling in BOARD_TELLINGS]
    return min((at for at in asked if at + LEASE <= now), default=None)


async def _remind(uow: UnitOfWork, match: Match, now: datetime) -> Match:
    """Remind the player to move, as they want to be reminded, once in a turn."""
    player = match.player_to_move
    reminded = replace(match, reminded=True)
    await uow.matches.save_clock(reminded)
    wish = None if player is None else (await uow.preferences.of(player)).reminders
    if wish is Reminders.CHANNEL:
        await uow.outbox.add(Telling.POST_BOARD, now=now, match=match.id, notifies=True)
    elif wish is Reminders.DIRECT:
        await uow.outbox.add(Telling.REMIND_PRIVATELY, now=now, match=match.id)
    return reminded


async def run_out_of_time(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> Update | None:
    """End a match whose player to move let the time run out; None if that is not so (any more).

    Before both have moved the match is aborted.
    """
    match = await uow.matches.get(match_id)
    if match is None or match.deadline is None or match.pauses or now < match.deadline:
        return None
    side = match.side_to_move
    if side is None:
        return None
    result = (
        Result(side.opponent, EndReason.TIME)
        if match.has_begun
        else Result(None, EndReason.ABORTED)
    )
    return await end_match(uow, replace(match, version=match.version + 1), result, now)


# ------------------------------------------------------------------------- nobody plays on


async def ask_if_played(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> None:
    """Ask the players of a match without a limit whether they go on, and begin to wait for that."""
    match = await _if_due(uow, DueKind.ASK_IF_PLAYED, match_id, now)
    if match is not None and match.deadline is None and not match.pauses:
        await uow.due.remove(DueKind.ASK_IF_PLAYED, match_id)
        await uow.due.set(DueKind.CLOSE_UNPLAYED, match_id, now + CLOSED_AFTER)
        await uow.outbox.add(Telling.ASK_IF_PLAYED, now=now, match=match_id)
    await uow.commit()


async def question_put(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> None:
    """The question stands where the match is played: from now on its answer is waited for."""
    match = await uow.matches.get(match_id)
    if match is None or await uow.due.at(DueKind.CLOSE_UNPLAYED, match_id) is None:
        return
    held = timedelta() if match.stands_since is None else HELD
    closed_at = (match.stands_since or now) + CLOSED_AFTER + held
    await uow.due.set(DueKind.CLOSE_UNPLAYED, match_id, closed_at)


async def go_on(uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, now: datetime) -> Match:
    """One of the two wants to go on playing: the match is not closed, and asked about later.

    Raises UnknownMatch, NotYourMatch, MatchOver.
    """
    match, _ = await running_match(uow, match_id, by)
    if match.deadline is None and match.computer is None:
        await _await_unlimited(uow, match, now)
        await uow.commit()
    return match


async def close_unplayed(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> Update | None:
    """Close a match that nobody goes on with although they were asked; None otherwise.

    Nobody wins and no rating changes. While the question has not reached anybody it waits.
    """
    match = await _if_due(uow, DueKind.CLOSE_UNPLAYED, match_id, now)
    if match is None or match.pauses:
        await uow.commit()
        return None
    rows = await uow.outbox.of_match(match_id)
    if any(row.telling is Telling.ASK_IF_PLAYED for row in rows):
        await uow.due.set(DueKind.CLOSE_UNPLAYED, match_id, now + LOOK_AGAIN)
        await uow.commit()
        return None
    return await _close(uow, match, EndReason.CLOSED, now)


async def give_up(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> Update | None:
    """Close a match that nobody could see for a month; None if that is not so (any more).

    Nobody wins and no rating changes.
    """
    match = await _if_due(uow, DueKind.GIVE_UP, match_id, now)
    if match is None:
        await uow.commit()
        return None
    if not match.pauses & OUT_OF_REACH:
        await uow.due.remove(DueKind.GIVE_UP, match_id)
        await uow.commit()
        return None
    return await _close(uow, match, EndReason.OUT_OF_REACH, now)


async def _if_due(uow: UnitOfWork, kind: DueKind, match_id: MatchId, now: datetime) -> Match | None:
    """The match if this is due in it; None also if it was put off after its row was claimed."""
    match = await uow.matches.get(match_id)
    if match is None or match.is_over:
        await uow.due.remove(kind, match_id)
        return None
    due = await uow.due.at(kind, match_id)
    return match if due is not None and due <= now + LEASE else None


async def _close(uow: UnitOfWork, match: Match, reason: EndReason, now: datetime) -> Update:
    closed = replace(match, version=match.version + 1)
    return await end_match(uow, closed, Result(None, reason), now)
