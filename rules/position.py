"""What every game answers about a position: the whole interface between a game and the rest.

A position is an immutable value. An unfinished turn is an ordinary position in which the same
player is still to move, so nothing needs a second mode for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from rules.errors import Refusal
from rules.pitch import Direction, Pitch, Point, Segment
from rules.player import Player


class Reason(StrEnum):
    """How a game ended; the values are the words of the conformance files."""

    GOAL = "goal"
    OWN_GOAL = "own_goal"
    BLOCKED = "blocked"
    TURN_LIMIT = "turn_limit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won (None in a draw) and why."""

    winner: Player | None
    reason: Reason


class Effect(StrEnum):
    """What a step does, looking exactly one step ahead."""

    PASSES = "passes"
    """The turn passes to the opponent."""
    CONTINUES = "continues"
    """The same player draws again: the ball bounces, or the turn is not complete."""
    WINS = "wins"
    LOSES = "loses"
    DRAWS = "draws"


class StepKind(StrEnum):
    """What one step draws: a segment, or a whole penalty."""

    SEGMENT = "segment"
    PENALTY = "penalty"


class Ruleset(Protocol):
    """A game with its options: immutable, comparable, and able to start a game."""

    def __hash__(self) -> int:
        """Rulesets are values: equal ones have the same."""

    @property
    def game(self) -> str:
        """The game's key, as in the conformance files: `paper_soccer`, `gridball`."""

    @property
    def pitch(self) -> Pitch:
        """The field, for whoever draws it."""

    @property
    def has_chains(self) -> bool:
        """Whether the ball can bounce, so that a turn may be longer than it has to be."""

    def start(self) -> "Position":
        """The position before the first turn."""

    def position_of(
        self, segments: Iterable[Segment], ball: Point, mover: Player, progress: Sequence[str] = ()
    ) -> "Position":
        """The position with these lines drawn, whether or not a game leads there.

        `mover` is who draws next or, when the game is over, who cannot or who scored; `progress`
        is what that position's `progress()` says. Raises InvalidPositionError.
        """

    def options(self) -> dict[str, int | str | bool]:
        """The options by name, as in the conformance files; read back by `read_ruleset`."""


class Position(Protocol):
    """Lines, ball and mover; everything that a player, a picture or a search asks about them."""

    def __hash__(self) -> int:
        """Positions are values: equal ones have the same."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that this position is played by."""

    @property
    def ball(self) -> Point:
        """Where the ball is; after a goal, the point beyond the goal line."""

    @property
    def to_move(self) -> Player | None:
        """Who draws next; None when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def next_step(self) -> StepKind:
        """What the next step would draw."""

    @property
    def steps_due(self) -> int:
        """The fewest steps that complete this turn if no goal ends it sooner; 0 after the end."""

    def drawn_segments(self) -> frozenset[Segment]:
        """The lines that the players drew; walls are not among them."""

    def progress(self) -> tuple[str, ...]:
        """What else tells two positions with the same lines, ball and mover apart, in words."""

    def legal_directions(self) -> tuple[Direction, ...]:
        """The directions that may be drawn next, in order; empty when the game is over."""

    def refusal(self, direction: Direction) -> Refusal | None:
        """Why the direction may not be drawn; None if it may."""

    def after(self, direction: Direction) -> Self:
        """The position after one more step; IllegalStepError if the rules refuse it."""

    def effect(self, direction: Direction) -> Effect:
        """What drawing a legal direction does; IllegalStepError if it is not legal."""

    def path(self, direction: Direction) -> tuple[Point, ...]:
        """The points that the ball passes, from where it is to where the step would end.

        A direction that may not be drawn has a path too, which may run off the pitch.
        """

    def read_steps(self, text: str) -> tuple[Direction, ...]:
        """The steps of a turn as it is written, or of its beginning; InvalidTurnError."""

    def write_step(self, direction: Direction) -> str:
        """A step as it stands in a written turn; a turn is its steps, joined."""


def effect_of(position: Position, direction: Direction) -> Effect:
    """What a legal step does, found by drawing it: the same for every game."""
    mover = position.to_move
    following = position.after(direction)
    outcome = following.outcome
    if outcome is not None:
        if outcome.winner is None:
            return Effect.DRAWS
        return Effect.WINS if outcome.winner is mover else Effect.LOSES
    return Effect.CONTINUES if following.to_move is mover else Effect.PASSES
