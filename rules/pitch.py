"""The lattice that every game is played on: points, the eight directions, goals and walls.

Points are `(x, y)`, x from left to right and y from top to bottom; the pitch's corner is `(0, 0)`.
Directions are the digits 0 to 7, clockwise from up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.player import Player

Direction: TypeAlias = int
"""A digit from 0 (up) to 7 (up and left), clockwise."""

DIRECTIONS: tuple[Direction, ...] = tuple(range(8))


class Point(NamedTuple):
    """A point of the lattice."""

    x: int
    y: int

    def towards(self, direction: Direction, steps: int = 1) -> "Point":
        """The point `steps` segments away in `direction`."""
        dx, dy = OFFSETS[direction]
        return Point(self.x + steps * dx, self.y + steps * dy)


OFFSETS: tuple[Point, ...] = (
    Point(0, -1),
    Point(1, -1),
    Point(1, 0),
    Point(1, 1),
    Point(0, 1),
    Point(-1, 1),
    Point(-1, 0),
    Point(-1, -1),
)
"""What each direction adds to x and y."""


def opposite(direction: Direction) -> Direction:
    """The direction that leads back."""
    return (direction + 4) % 8


def direction_between(start: Point, end: Point) -> Direction:
    """The direction from a point to its neighbour; ValueError if they are not neighbours."""
    return OFFSETS.index(Point(end.x - start.x, end.y - start.y))


class Segment(NamedTuple):
    """Two neighbouring points, the smaller first: a segment has no direction."""

    a: Point
    b: Point

    @classmethod
    def between(cls, start: Point, end: Point) -> "Segment":
        """The segment that joins two points, whichever is named first."""
        return cls(start, end) if start <= end else cls(end, start)


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: who attacks it, the x of its posts, its goal line's y and its back line's y."""

    attacker: Player
    left: int
    right: int
    line: int
    back: int

    @property
    def posts(self) -> tuple[Point, Point]:
        """The left and the right post, on the goal line."""
        return Point(self.left, self.line), Point(self.right, self.line)

    def holds(self, point: Point) -> bool:
        """Whether a ball on this point is in the goal."""
        return point.y == self.back and self.left <= point.x <= self.right


@dataclass(frozen=True, slots=True)
class Pitch:
    """A field of `width` × `height` squares, its two goals (the top one first) and its walls."""

    width: int
    height: int
    goals: tuple[Goal, Goal]
    walls: frozenset[Segment]

    @property
    def centre(self) -> Point:
        """Where the ball starts."""
        return Point(self.width // 2, self.height // 2)

    def points(self) -> Iterator[Point]:
        """Every point, row by row from the top, the goals' back lines included."""
        top, bottom = self.goals
        yield from (Point(x, top.back) for x in range(top.left, top.right + 1))
        for y in range(self.height + 1):
            yield from (Point(x, y) for x in range(self.width + 1))
        yield from (Point(x, bottom.back) for x in range(bottom.left, bottom.right + 1))

    def goal_at(self, point: Point) -> Goal | None:
        """The goal that a ball on this point is in."""
        return next((goal for goal in self.goals if goal.holds(point)), None)

    def goal_attacked_by(self, player: Player) -> Goal:
        """The goal that this player attacks."""
        return next(goal for goal in self.goals if goal.attacker is player)

    def admits(self, start: Point, end: Point) -> bool:
        """Whether the segment stays on the pitch: inside, or between the posts into a goal."""
        return self._contains(end) and all(
            goal.left <= point.x <= goal.right
            for goal in self.goals
            if goal.back in (start.y, end.y)
            for point in (start, end)
        )

    def _contains(self, point: Point) -> bool:
        on_field = 0 <= point.x <= self.width and 0 <= point.y <= self.height
        return on_field or self.goal_at(point) is not None


def walled_pitch(width: int, height: int, goal_width: int) -> Pitch:
    """Paper soccer's pitch: a walled rectangle with a notch for a goal at each end.

    An odd goal width cannot be centred on an even pitch: the goal that a player attacks then lies
    half a square to that player's left.
    """
    shift = goal_width % 2
    left = (width - goal_width - shift) // 2
    top = Goal(Player.FIRST, left, left + goal_width, line=0, back=-1)
    left += shift
    bottom = Goal(Player.SECOND, left, left + goal_width, line=height, back=height + 1)
    walls = {*_sides(width, height), *_notch(top, width), *_notch(bottom, width)}
    return Pitch(width, height, (top, bottom), frozenset(walls))


def _sides(width: int, height: int) -> Iterator[Segment]:
    for x in (0, width):
        yield from _straight(Point(x, 0), Point(x, height))


def _notch(goal: Goal, width: int) -> Iterator[Segment]:
    """The goal line outside the mouth, and the notch's two sides and its back."""
    yield from _straight(Point(0, goal.line), Point(goal.left, goal.line))
    yield from _straight(Point(goal.right, goal.line), Point(width, goal.line))
    yield from _straight(Point(goal.left, goal.back), Point(goal.right, goal.back))
    for post in goal.posts:
        yield Segment.between(post, Point(post.x, goal.back))


def _straight(start: Point, end: Point) -> Iterator[Segment]:
    """The unit segments of a straight line, from `start` right or down to `end`."""
    step = Point(int(end.x > start.x), int(end.y > start.y))
    while start != end:
        following = Point(start.x + step.x, start.y + step.y)
        yield Segment(start, following)
        start = following
