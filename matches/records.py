"""Matches as records: who may have which, what people's side of one is, and records as boards."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from matches.errors import NothingPlayed, NotSeenHere
from matches.ids import MatchId, PlayerId
from matches.match import EndReason, ListedMatch, Match, Result
from matches.people import Person
from matches.place import Place
from matches.ports import UnitOfWork
from matches.rating import Rating
from matches.standings import BoardState, Seat, board_state
from matches.terms import Terms, TurnTime
from rules import Player, Record, write_record
from rules import Result as Score

FIRST, SECOND = "First", "Second"
"""The tags with the players' names."""

_SIDES = {Player.FIRST: FIRST, Player.SECOND: SECOND}


async def newest_meant(uow: UnitOfWork, player: PlayerId, channel: int, among: int) -> ListedMatch:
    """The match that somebody means who names none, running or over.

    Their newest in this channel, else their newest, `among` that many. Raises NothingPlayed.
    """
    newest = await uow.matches.newest_of(player, among)
    here = [match for match in newest if match.place.target == channel]
    if not newest:
        raise NothingPlayed
    return (here or newest)[0]


async def match_to_record(
    uow: UnitOfWork,
    match_id: MatchId,
    player: PlayerId,
    sees: Callable[[Place], bool],
    *,
    now: datetime,
) -> BoardState:
    """A match as it stands, for somebody who asks for its record.

    Boards are for whoever sees the place where they are shown, and for the two who play; those of
    games against the computer for nobody else. Raises
    NotSeenHere, which does not tell a match that somebody may not see from none.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise NotSeenHere
    is_private = match.computer is not None
    if match.side_of(player) is None and (is_private or not sees(match.place)):
        raise NotSeenHere
    return await board_state(uow, match_id, now=now)


# ----------------------------------------------------------------------------------- to a record


def match_record(state: BoardState, names: Mapping[Player, str], server: str | None) -> str:
    """The record of a match; `names` are the players' as shown, `server` the server's if known."""
    tags = dict(_tags(state, names, server))
    if state.match.game.outcome is None:
        tags |= _ending(state.match.result)
    return write_record(state.match.game, tags)


def _tags(
    state: BoardState, names: Mapping[Player, str], server: str | None
) -> Iterator[tuple[str, str]]:
    match = state.match
    started = match.started_at.astimezone(UTC)
    if server is not None:
        yield "Server", server
    yield "Match", str(match.id)
    yield "Date", started.strftime("%Y.%m.%d")
    yield "Time", started.strftime("%H:%M:%S UTC")
    for side, tag in _SIDES.items():
        yield tag, names[side]
    for side, tag in _SIDES.items():
        yield from _ratings(tag, state.seats[side], is_over=match.is_over)
    yield "Rated", "yes" if match.rated else "no"
    yield "TimeControl", _time_control(match.terms.turn_time)


def _ratings(tag: str, seat: Seat, *, is_over: bool) -> Iterator[tuple[str, str]]:
    """The rating before the match, and what the match did to it.

    None of a match that is over and changed nothing: today's rating is not that of its day.
    """
    if seat.change is not None:
        before, after = seat.change.before, seat.change.after
        yield f"{tag}Rating", _rating(before)
        yield f"{tag}RatingChange", f"{round(after.value) - round(before.value):+d}"
    elif seat.rating is not None and not is_over:
        yield f"{tag}Rating", _rating(seat.rating)


def _rating(rating: Rating) -> str:
    return f"{round(rating.value)}{'?' if rating.provisional else ''}"


def _time_control(time: TurnTime) -> str:
    """As PGN writes it: one turn in so many seconds, or a dash."""
    return "-" if time.duration is None else f"1/{time.duration.total_seconds():.0f}"


def _ending(result: Result | None) -> dict[str, str]:
    """How the players ended a match that its turns do not end; an aborted one has no result."""
    if result is None:
        return {}
    reason = {"Reason": result.reason.value}
    if not result.reason.counts:
        return reason
    scores = {Player.FIRST: Score.FIRST_WON, Player.SECOND: Score.SECOND_WON, None: Score.DRAW}
    return {"Result": scores[result.winner].value, **reason}


# --------------------------------------------------------------------------------- from a record


def recorded_board(record: Record, names: Mapping[Player, str]) -> BoardState:
    """The board at the end of a record, as if its match were one of ours.

    Nothing of it is stored: its ids, place and times mean nothing. `names` are shown as they are.
    """
    nowhen = datetime.min.replace(tzinfo=UTC)
    people = {
        side: Person(PlayerId(-number), number, names[side])
        for number, side in enumerate(Player, 1)
    }
    match = Match(
        id=MatchId(0),
        game=record.game,
        first=people[Player.FIRST].id,
        second=people[Player.SECOND].id,
        terms=Terms(record.game.ruleset, TurnTime.UNLIMITED, rated=False),
        place=Place(None, 0),
        rated=False,
        started_at=nowhen,
        acted_at={},
        deadline=None,
        result=_result(record),
    )
    return BoardState(match, None, {side: Seat(people[side], None, None) for side in Player})


def _result(record: Record) -> Result | None:
    """How it ended; a reason that we do not know becomes one whose words name none."""
    known = {reason.value: reason for reason in EndReason}
    reason = known.get(record.reason or "")
    winner = record.result.winner
    if record.result is Score.OPEN:
        return Result(None, reason) if reason is not None and not reason.counts else None
    if reason is None or not reason.counts:
        reason = EndReason.RESIGNED if winner is None else EndReason.TURN_LIMIT
    return Result(winner, reason)
