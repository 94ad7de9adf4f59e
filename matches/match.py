"""A match: a game and the people who play it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from matches.computer import Computer
from matches.ids import MatchId, PlayerId
from matches.pauses import Pause
from matches.place import BoardMessage, Place
from matches.terms import Terms
from rules import Game, Player, Reason


class EndReason(Enum):
    """How a match ended: by the rules, or by people; the values are stored."""

    GOAL = "goal"
    OWN_GOAL = "own_goal"
    BLOCKED = "blocked"
    TURN_LIMIT = "turn_limit"
    RESIGNED = "resigned"
    TIME = "time"
    ABORTED = "aborted"
    AGREED = "agreed"
    """A draw that one offered and the other accepted."""
    CLOSED = "closed"
    """Nobody went on playing a match without a limit."""
    OUT_OF_REACH = "out_of_reach"
    """Nobody could see the match for long."""

    @property
    def counts(self) -> bool:
        """Whether somebody won or both drew; otherwise the match changes no ratings."""
        return self not in (EndReason.ABORTED, EndReason.CLOSED, EndReason.OUT_OF_REACH)

    @classmethod
    def by_rules(cls, reason: Reason) -> "EndReason":
        """The reason that the game itself gives."""
        return cls(reason.value)


_BY_A_TURN = frozenset(EndReason.by_rules(reason) for reason in Reason)
_BY_ITSELF = frozenset({EndReason.TIME, EndReason.CLOSED, EndReason.OUT_OF_REACH})


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match; no winner in a draw or when it was aborted."""

    winner: Player | None
    reason: EndReason
    ended_by: Player | None = None
    """Who aborted the match, or accepted the draw; None if it ended otherwise, as by the clock."""

    @property
    def caused_by(self) -> Player | None:
        """Who ended the match otherwise than by a turn; None if nobody did."""
        if self.reason is EndReason.RESIGNED and self.winner is not None:
            return self.winner.opponent
        return self.ended_by

    @property
    def is_by_itself(self) -> bool:
        """Whether it is nothing that one of the two did: the clock ended the match."""
        if self.reason is EndReason.ABORTED:
            return self.ended_by is None
        return self.reason in _BY_ITSELF


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands. `version` grows with everything that happens and never returns."""

    id: MatchId
    game: Game
    first: PlayerId
    second: PlayerId
    terms: Terms
    place: Place
    rated: bool
    """Whether it changes ratings; decided when the challenge was accepted."""
    started_at: datetime
    acted_at: Mapping[Player, datetime]
    """When each side last did something in this match."""
    deadline: datetime | None
    """When the player to move runs out of time; None without a limit, or when it is over. While
    `pauses` hold the clock it is what it was when they began: see `matches.clock`."""
    result: Result | None = None
    finished_at: datetime | None = None
    version: int = 1
    pauses: Pause = Pause.NONE
    """What keeps time from running."""
    stands_since: datetime | None = None
    """Since when it does; None while time runs."""
    reminded: bool = False
    """Whether the player to move was reminded of this turn."""
    computer: Computer | None = None
    """The computer, if it plays one side: only the other one sees such a match."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended in any way."""
        return self.result is not None

    @property
    def side_to_move(self) -> Player | None:
        """The side whose turn it is; None when the match is over."""
        return None if self.is_over else self.game.to_move

    @property
    def player_to_move(self) -> PlayerId | None:
        """Who is to move; None when the match is over."""
        side = self.side_to_move
        return None if side is None else self.player(side)

    @property
    def awaits_computer(self) -> bool:
        """Whether it is the computer's turn."""
        return self.computer is not None and self.side_to_move is self.computer.side

    @property
    def has_begun(self) -> bool:
        """Whether both have moved: before that, leaving aborts instead of losing."""
        return len(self.game.turns) >= 2

    @property
    def concerned(self) -> tuple[Player, ...]:
        """Who is notified: whoever must move; at the end, whoever did not cause it."""
        if self.result is None:
            side = self.side_to_move
            return () if side is None else (side,)
        cause = self.result.caused_by
        if self.result.reason in _BY_A_TURN:
            cause = self.game.history[-1].player
        return tuple(side for side in Player if side is not cause)

    def player(self, side: Player) -> PlayerId:
        """Who plays this side."""
        return self.first if side is Player.FIRST else self.second

    def side_of(self, player: PlayerId) -> Player | None:
        """The side that this player has; None for a stranger."""
        return {self.first: Player.FIRST, self.second: Player.SECOND}.get(player)

    def opponent_of(self, player: PlayerId) -> PlayerId:
        """The other one of the two."""
        return self.second if player == self.first else self.first

    def longest_chain(self, side: Player) -> int | None:
        """The most segments that this side drew in one turn; None where nothing bounces."""
        if not self.game.ruleset.has_chains:
            return None
        turns = (turn for turn in self.game.history if turn.player is side)
        return max((len(turn.steps) for turn in turns), default=None)


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as lists show it, without its game, so that many are read at once."""

    id: MatchId
    first: PlayerId
    second: PlayerId
    variant: str | None
    """The preset's key; None for a custom game."""
    place: Place
    started_at: datetime
    result: Result | None

    def side_of(self, player: PlayerId) -> Player | None:
        """The side that this player has; None for a stranger."""
        return {self.first: Player.FIRST, self.second: Player.SECOND}.get(player)

    def opponent_of(self, player: PlayerId) -> PlayerId:
        """The other one of the two."""
        return self.second if player == self.first else self.first


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A running match that waits for a player, without its game, and where its board stands."""

    id: MatchId
    place: Place
    board: BoardMessage | None
    is_out_of_reach: bool = False
    """Whether nobody can see where it stands: the board is an older one, if there is any."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the player to move has drawn of the unfinished turn, for everybody to see.

    `version` is the match's; `revision` grows with every change within it and never returns, also
    when segments are taken back: a button that names both is stale as soon as anything changed.
    """

    match: MatchId
    player: PlayerId
    version: int
    revision: int
    steps: str
