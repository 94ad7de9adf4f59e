"""A pitch of paper soccer as the flat arrays that the search walks on.

A point's index is `(y + 1) * row + x`, so the row of the top goal's back line comes first; players
are 0 (draws first) and 1. A byte a point has a bit for each of the eight directions.
"""

import random
from array import array
from dataclasses import dataclass
from functools import lru_cache

from rules import (
    DIRECTIONS,
    Bounce,
    OwnGoal,
    PaperSoccer,
    Player,
    Point,
    Position,
    Ruleset,
    Segment,
)
from rules.pitch import direction_between, opposite

ONCE, UNLIMITED, NEVER = 1, 2, 0
"""How often the ball may bounce in a turn, as numbers."""

PLAYERS = (Player.FIRST, Player.SECOND)
_SEED = 20040207
"""Any number: the same positions have the same hashes in every process."""


@dataclass(frozen=True)
class Field:
    """What a ruleset means, point by point.

    `inside` has the directions that stay on the pitch, `exits` the same for each player (first all
    points for player 0) without those that `own_goal` forbids, `bouncing` the lines that let a ball
    bounce there. `attacker` is 0 on the pitch, 1 + the scoring player in a goal. `diagonals` says
    whether they may cross. `line_keys`, `ball_keys` and `turn_keys` are random numbers of 64 bits.
    """

    ruleset: PaperSoccer
    row: int
    points: int
    offsets: "array[int]"
    walls: "array[int]"
    inside: "array[int]"
    exits: "array[int]"
    bouncing: "array[int]"
    attacker: "array[int]"
    bounce: int
    diagonals: bool
    line_keys: "array[int]"
    ball_keys: "array[int]"
    turn_keys: "array[int]"

    def index(self, point: Point) -> int:
        """The index of a point."""
        return (point.y + 1) * self.row + point.x

    def draw(self, lines: "array[int]", segment: Segment) -> None:
        """Set the two bits of a line."""
        direction = direction_between(*segment)
        lines[self.index(segment.a)] |= 1 << direction
        lines[self.index(segment.b)] |= 1 << opposite(direction)


@lru_cache(maxsize=32)
def field_of(ruleset: PaperSoccer) -> Field:
    """The arrays of a ruleset; they are shared, so nobody may change them."""
    pitch = ruleset.pitch
    row = ruleset.width + 1
    points = row * (ruleset.height + 3)
    rng = random.Random(_SEED)
    field = Field(
        ruleset=ruleset,
        row=row,
        points=points,
        offsets=array("i", (-row, 1 - row, 1, 1 + row, row, row - 1, -1, -1 - row)),
        walls=array("B", bytes(points)),
        inside=array("B", bytes(points)),
        exits=array("B", bytes(2 * points)),
        bouncing=array("B", bytes(points)),
        attacker=array("B", bytes(points)),
        bounce={Bounce.ONCE: ONCE, Bounce.UNLIMITED: UNLIMITED, Bounce.NONE: NEVER}[ruleset.bounce],
        diagonals=ruleset.crossing_diagonals,
        line_keys=array("Q", (rng.getrandbits(64) for _ in range(8 * points))),
        ball_keys=array("Q", (rng.getrandbits(64) for _ in range(points))),
        turn_keys=array("Q", (rng.getrandbits(64) for _ in range(2))),
    )
    for wall in pitch.walls:
        field.draw(field.walls, wall)
    for point in pitch.points():
        _describe(field, point)
    _share_keys(field)
    return field


def _describe(field: Field, point: Point) -> None:
    """Fill in what holds at a point."""
    ruleset, at = field.ruleset, field.index(point)
    goal = ruleset.pitch.goal_at(point)
    if goal is not None:
        field.attacker[at] = 1 + PLAYERS.index(goal.attacker)
        return
    if field.bounce:
        field.bouncing[at] = 255 if ruleset.wall_bounce else 255 & ~field.walls[at]
    for direction in DIRECTIONS:
        end = point.towards(direction)
        if not ruleset.pitch.admits(point, end):
            continue
        field.inside[at] |= 1 << direction
        goal = ruleset.pitch.goal_at(end)
        for number, player in enumerate(PLAYERS):
            own = goal is not None and goal.attacker is not player
            if not own or ruleset.own_goal is OwnGoal.COUNTS:
                field.exits[number * field.points + at] |= 1 << direction


def _share_keys(field: Field) -> None:
    """A line has one key, from whichever end it is drawn."""
    for at in range(field.points):
        for direction in DIRECTIONS[1:5]:
            end = at + field.offsets[direction]
            if 0 <= end < field.points:
                key = field.line_keys[8 * at + direction]
                field.line_keys[8 * end + opposite(direction)] = key


@dataclass(frozen=True)
class Place:
    """A position in a field's terms: all lines, walls too, the ball, the mover, the extra segment
    of `bounce = once`."""

    field: Field
    lines: "array[int]"
    ball: int
    mover: int
    extra: int


def is_known(ruleset: Ruleset) -> bool:
    """Whether a game is played on these arrays; other games are played by their positions alone."""
    return isinstance(ruleset, PaperSoccer)


def place_of(position: Position) -> Place:
    """A position of paper soccer that is not over, in its field's terms."""
    ruleset, mover = position.ruleset, position.to_move
    if not isinstance(ruleset, PaperSoccer):
        raise TypeError(f"not a position of paper soccer: {ruleset.game}")
    if mover is None:
        raise ValueError("the game is over")
    field = field_of(ruleset)
    lines = array("B", field.walls)
    for segment in position.drawn_segments():
        field.draw(lines, segment)
    extra = int(bool(position.progress()))
    return Place(field, lines, field.index(position.ball), PLAYERS.index(mover), extra)
