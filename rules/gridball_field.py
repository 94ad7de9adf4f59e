"""Gridball's fields as tables: what a segment or a penalty from each point draws.

Drawn lines are one integer with four bits a point: bit `4 * p + d - 1` is set when the line from
point `p` in direction `d`, one of 1 to 4, is drawn, so each line has one bit, at one of its ends.
Touched points are another integer, one bit a point. The goals' back lines are points too.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.errors import InvalidPositionError
from rules.pitch import (
    DIRECTIONS,
    OFFSETS,
    Direction,
    Goal,
    Pitch,
    Point,
    Segment,
    direction_between,
    opposite,
)
from rules.player import Player

SEGMENTS_A_TURN = 3
PENALTY_LENGTH = 6
GOAL_WIDTH = 4


class Field(StrEnum):
    """The sizes of the field."""

    SMALL = "small"
    CLASSIC = "classic"


SIZES = {Field.SMALL: (20, 26), Field.CLASSIC: (32, 40)}
"""Width and height in squares."""

UP_AND_DOWN_RIGHT = (1, 2, 3, 4)
"""The directions of the bits: each line leads this way from exactly one of its ends."""


class Move(NamedTuple):
    """A segment from a point.

    Its end's index and bit, its line's bit, the bit of the diagonal that would cross it (0 if there
    is none), and whether it ends in a goal.
    """

    end: int
    touches: int
    line: int
    crosses: int
    scores: bool


class Penalty(NamedTuple):
    """A penalty from a point.

    Its end's index, the bits of its points and lines, its length in unit steps (a goal cuts it
    short), and whether it ends in a goal.
    """

    end: int
    touches: int
    lines: int
    length: int
    scores: bool


Diagonals: TypeAlias = tuple[tuple[int, int], ...]
"""Each diagonal from a point: its end's bit, and the bit of the diagonal that would cross it."""


class Board:
    """The tables of one field; points are indices into rows of `width + 1`."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.pitch = open_pitch(*SIZES[field])
        self.row = self.pitch.width + 1
        self.centre = self.index(self.pitch.centre)
        points = [self.point(index) for index in range(self.row * (self.pitch.height + 3))]
        self.bits = [1 << index for index in range(len(points))]
        self.attackers = {
            self.index(point): goal.attacker
            for point in points
            if (goal := self.pitch.goal_at(point)) is not None
        }
        self.moves = [dict(self._moves(point)) for point in points]
        self.ahead = [tuple(moves.values()) for moves in self.moves]
        self.straight = [_straight(moves) for moves in self.moves]
        self.diagonals = [_diagonals(moves) for moves in self.moves]
        self.penalties = [dict(self._penalties(point)) for point in points]

    def __reduce__(self) -> "tuple[Callable[[Field], Board], tuple[Field]]":
        # A copy in another process is that process's board of the same field.
        return board_of, (self.field,)

    def index(self, point: Point) -> int:
        """The index of a point; the row of the top goal's back line comes first."""
        return (point.y + 1) * self.row + point.x

    def point(self, index: int) -> Point:
        """The point of an index."""
        y, x = divmod(index, self.row)
        return Point(x, y - 1)

    # ---------------------------------------------------------------------- completable turns

    def completes(self, at: int, free: int, lines: int, left: int) -> bool:
        """Whether `left` more segments, or fewer into a goal, can be drawn from a point.

        `free` are the bits of the points that nothing touches; those in the goals, where every game
        ends, are always among them.
        """
        if left == 1:
            return self._has_move(at, free, lines)
        for end, touches, line, crosses, scores in self.ahead[at]:
            if scores:
                return True
            if (
                free & touches
                and not lines & crosses
                and self.completes(end, free ^ touches, lines | line, left - 1)
            ):
                return True
        return False

    def _has_move(self, at: int, free: int, lines: int) -> bool:
        """Whether one more segment can be drawn; nearly always a straight one can."""
        if free & self.straight[at]:
            return True
        for touches, crosses in self.diagonals[at]:
            if free & touches and not lines & crosses:
                return True
        return False

    def is_locked(self, at: int, touched: int, lines: int) -> bool:
        """Whether no ordinary turn can be completed from a point."""
        return not self.completes(at, ~(touched | self.bits[at]), lines, SEGMENTS_A_TURN)

    # ---------------------------------------------------------------------- lines as integers

    def drawn(self, segments: Iterable[Segment]) -> tuple[int, int]:
        """The bits of lines and of the points that they touch; InvalidPositionError.

        Only what no player could ever draw is refused: diagonals may cross, as penalties do.
        """
        lines = touched = 0
        for segment in segments:
            start, end = segment
            if (end.x - start.x, end.y - start.y) not in OFFSETS:
                raise InvalidPositionError("a line between points that are no neighbours", segment)
            if not (self._admits(start, end) or self._admits(end, start)):
                raise InvalidPositionError("a line outside the field", segment)
            lines |= self._line(start, direction_between(start, end))
            touched |= self.bits[self.index(start)] | self.bits[self.index(end)]
        return lines, touched

    def segments(self, lines: int) -> Iterator[Segment]:
        """The lines of an integer as segments."""
        while lines:
            bit = lines.bit_length() - 1
            lines ^= 1 << bit
            start = self.point(bit // 4)
            yield Segment.between(start, start.towards(UP_AND_DOWN_RIGHT[bit % 4]))

    def _line(self, start: Point, direction: Direction) -> int:
        if direction not in UP_AND_DOWN_RIGHT:
            start, direction = start.towards(direction), opposite(direction)
        return 1 << 4 * self.index(start) + direction - 1

    def _crossing(self, start: Point, direction: Direction) -> int:
        """The bit of the other diagonal of the square; 0 for a straight segment."""
        if direction % 2 == 0:
            return 0
        # From the neighbour above or below, across the same square.
        vertical = start.towards(0 if direction in (1, 7) else 4)
        return self._line(vertical, {1: 3, 3: 1, 5: 7, 7: 5}[direction])

    # ---------------------------------------------------------------------------- the tables

    def _admits(self, start: Point, end: Point) -> bool:
        """Whether a step may be drawn that way: on the field, or from it into a goal."""
        return self._on_field(start) and (self._on_field(end) or self._scores(start, end))

    def _on_field(self, point: Point) -> bool:
        return 0 <= point.x <= self.pitch.width and 0 <= point.y <= self.pitch.height

    def _scores(self, start: Point, end: Point) -> bool:
        """Whether a step enters a goal: straight between the posts, or diagonally within them."""
        goal = self.pitch.goal_at(end)
        if goal is None or start.y != goal.line:
            return False
        if start.x == end.x:
            return goal.left < start.x < goal.right
        return goal.left <= start.x <= goal.right

    def _moves(self, start: Point) -> Iterator[tuple[Direction, Move]]:
        """What each direction that stays on the field, or enters a goal, draws from a point."""
        for direction in DIRECTIONS:
            end = start.towards(direction)
            if not self._admits(start, end):
                continue
            index, scores = self.index(end), self._scores(start, end)
            crosses = 0 if scores else self._crossing(start, direction)
            yield direction, Move(index, 1 << index, self._line(start, direction), crosses, scores)

    def _penalties(self, start: Point) -> Iterator[tuple[Direction, Penalty]]:
        """The penalties from a point that stay on the field, or end in a goal."""
        for direction in DIRECTIONS:
            penalty = self._penalty(start, direction)
            if penalty is not None:
                yield direction, penalty

    def _penalty(self, start: Point, direction: Direction) -> Penalty | None:
        end = self.index(start)
        touches, lines = self.bits[end], 0
        for length in range(1, PENALTY_LENGTH + 1):
            move = self.moves[end].get(direction)
            if move is None:
                return None
            end, touches, lines = move.end, touches | move.touches, lines | move.line
            if move.scores:
                return Penalty(end, touches, lines, length, scores=True)
        return Penalty(end, touches, lines, PENALTY_LENGTH, scores=False)


def _straight(moves: dict[Direction, Move]) -> int:
    """The bits of the ends that need only be untouched."""
    return sum(move.touches for direction, move in moves.items() if direction % 2 == 0)


def _diagonals(moves: dict[Direction, Move]) -> Diagonals:
    return tuple((move.touches, move.crosses) for direction, move in moves.items() if direction % 2)


def open_pitch(width: int, height: int) -> Pitch:
    """Gridball's field: goals four wide in the middle of both ends, and no walls."""
    left, right = width // 2 - GOAL_WIDTH // 2, width // 2 + GOAL_WIDTH // 2
    top = Goal(Player.SECOND, left, right, line=0, back=-1)
    bottom = Goal(Player.FIRST, left, right, line=height, back=height + 1)
    return Pitch(width, height, (top, bottom), frozenset())


@cache
def board_of(field: Field) -> Board:
    """The tables of a field, made once: positions compare by them."""
    return Board(field)
