"""What people look at: the state of a board, one's running matches, and which one is meant."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from matches.clock import deadline_from
from matches.errors import UnknownMatch, WhichMatch
from matches.history import RatingChange
from matches.ids import MatchId, PlayerId
from matches.match import Draft, Match
from matches.pauses import Pause
from matches.people import Person
from matches.place import UNDECIDED, ServerSettings
from matches.ports import UnitOfWork
from matches.rating import Rating
from matches.stored_board import StoredBoard
from matches.void import Void
from rules import Player


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match: who sits there, their rating, and what the match did to it."""

    person: Person
    rating: Rating | None
    """In the match's server and variant, aged until now; None for a custom game."""
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class BoardState:
    """Everything that a board shows."""

    match: Match
    draft: Draft | None
    seats: dict[Player, Seat]
    introduces: bool = False
    """Whether it explains the game: somebody's first match, until both have moved."""
    settings: ServerSettings = UNDECIDED
    """Those of the match's server."""
    deadline: datetime | None = None
    """When the player to move runs out of time; None without a limit and while time stands still.

    A board that could not be shown until now has it as if time ran from now on.
    """

    words: frozenset[Player] = frozenset()
    """The sides that want boards in words."""
    void: Void | None = None
    """Why a rated match counts for nothing."""

    @property
    def in_words(self) -> bool:
        """Whether the board is also to be read: one of the two cannot look at it."""
        return bool(self.words)

    @property
    def mover_reads(self) -> bool:
        """Whether it is to be read by who uses its pad."""
        return self.match.side_to_move in self.words

    @property
    def pictured(self) -> bool:
        """Whether somebody looks at it."""
        return self.words != frozenset(Player)

    @property
    def holding(self) -> Pause:
        """What keeps time from running, also once the board is shown."""
        return self.match.pauses & ~Pause.HIDDEN

    def person(self, side: Player) -> Person:
        """Who plays this side."""
        return self.seats[side].person


async def board_state(uow: UnitOfWork, match_id: MatchId, *, now: datetime) -> BoardState:
    """What the match's board shows now. Raises UnknownMatch."""
    return await state_of(uow, await stored_board(uow, match_id), now=now)


async def stored_board(uow: UnitOfWork, match_id: MatchId) -> StoredBoard:
    """What is stored about the match's board. Raises UnknownMatch."""
    stored = await uow.boards.get(match_id)
    if stored is None:
        raise UnknownMatch
    return stored


async def state_of(uow: UnitOfWork, stored: StoredBoard, *, now: datetime) -> BoardState:
    """What the board shows of what is stored, and what the match's end changed."""
    match, draft = stored.match, stored.draft
    if draft is not None and (match.is_over or draft.version != match.version):
        draft = None
    changes = await _changes(uow, match)
    seats = {}
    for side in Player:
        player = match.player(side)
        # Against the computer there is nothing to win, and it has no rating of its own.
        is_rated = match.computer is None and stored.ratings
        rating = stored.ratings[player].at(now) if is_rated else None
        seats[side] = Seat(stored.people[player], rating, changes.get(player))
    introduces = await _introduces(uow, match)
    words = frozenset(side for side in Player if match.player(side) in stored.words)
    if words and match.computer is not None:
        # A private board follows the one who sees it.
        words = frozenset(Player)
    state = BoardState(match, draft, seats, introduces, stored.settings, words=words)
    if match.is_over and match.rated and not changes:
        state = replace(state, void=await uow.voids.of(match.id))
    return state if state.holding else replace(state, deadline=deadline_from(match, now))


async def _introduces(uow: UnitOfWork, match: Match) -> bool:
    if match.is_over or match.has_begun:
        return False
    for player in (match.first, match.second):
        if not await uow.matches.played_before(player, match.id):
            return True
    return False


async def _changes(uow: UnitOfWork, match: Match) -> dict[PlayerId, RatingChange]:
    """What the match's end did to the ratings in its server."""
    if not (match.is_over and match.rated):
        return {}
    found = await uow.ratings.changes_of(match.id)
    return {change.player: change for change in found if change.scope == match.place.server}


async def games_of(uow: UnitOfWork, player: PlayerId) -> list[Match]:
    """The running matches of a player: those that wait for them first, the most urgent first.

    Where time stands still nothing is urgent, least of all where nobody sees the match.
    """
    return _by_urgency(await uow.matches.running_of(player), player)


async def find_match(uow: UnitOfWork, player: PlayerId, channel: int, *, to_move: bool) -> Match:
    """The match that somebody means who names none.

    The newest board in this channel, preferring one where it is their turn (`to_move`: only such);
    else the only match that waits for them; else, unless `to_move`, their only match. Raises
    WhichMatch with what could be meant.
    """
    running = await uow.matches.running_of(player)
    waiting = [match for match in running if match.player_to_move == player]
    here = await _newest_board(uow, waiting, channel)
    if here is None and not to_move:
        here = await _newest_board(uow, running, channel)
    if here is not None:
        return here
    if len(waiting) == 1:
        return waiting[0]
    if not to_move and len(running) == 1:
        return running[0]
    raise WhichMatch(_by_urgency(waiting if to_move and waiting else running, player))


def _by_urgency(matches: Iterable[Match], player: PlayerId) -> list[Match]:
    far = datetime.max.replace(tzinfo=UTC)

    def urgency(match: Match) -> tuple[bool, int, datetime, MatchId]:
        is_theirs = match.player_to_move == player
        return not is_theirs, match.pauses.rank, match.deadline or far, match.id

    return sorted(matches, key=urgency)


async def _newest_board(uow: UnitOfWork, matches: Iterable[Match], channel: int) -> Match | None:
    """The match of the lowest board in a channel; one whose board is not posted yet comes last."""
    found: list[tuple[int, int, Match]] = []
    for match in matches:
        if match.place.target == channel:
            board = await uow.places.board_of(match.id)
            # A message's id grows with time, and so does a match's.
            found.append((0 if board is None else board.message, match.id, match))
    return max(found, key=lambda each: each[:2])[-1] if found else None
