"""A pitch's points on an image, at any size: a whole field, a small one, or a part of a large one.

A lattice point lies on the edge between two pixels: a stroke of 8 pixels has 4 on either side.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules import Goal, Pitch, Point, Segment

STANDARD_SQUARE = 68
"""Pixels to a side of the standard pitch's squares: sizes are given for this one."""

ROOMY_SQUARE = 40
"""Pixels to a side from which the grid's lines and the rulers' letters have their full size."""

SPARSE_SQUARE = 44
"""Pixels to a side below which a ruler names every second line."""


class Box(NamedTuple):
    """A rectangle in pixels; right and bottom are the first pixels outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.bottom - self.top

    def grown(self, pixels: int) -> "Box":
        """The rectangle with so many pixels more on each side."""
        return Box(self.left - pixels, self.top - pixels, self.right + pixels, self.bottom + pixels)

    def within(self, other: "Box") -> "Box":
        """What of this rectangle lies inside another one; empty ones have no width or height."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, max(left, right), max(top, bottom))


def scaled(pixels: float, square: int, least: float = 0) -> float:
    """A size in pixels that is given for the standard square, on squares of that side."""
    return max(least, pixels * square / STANDARD_SQUARE)


@dataclass(frozen=True)
class Lattice:
    """Where a pitch's points lie: `square` pixels apart, with (0, 0) at `origin`.

    `area` is the part of the image, in pixels, that the squared paper fills.
    """

    pitch: Pitch
    square: int
    origin: tuple[int, int]
    area: Box

    def pixel(self, point: Point) -> tuple[int, int]:
        """Where a lattice point lies, from the left and from the top."""
        left, top = self.origin
        return left + point.x * self.square, top + point.y * self.square

    def scaled(self, pixels: float, least: float = 0) -> float:
        """A size that is given for the standard square, on this one."""
        return scaled(pixels, self.square, least)

    @cached_property
    def reach(self) -> Box:
        """The points, not pixels, from which a unit segment or its head may be in the area."""
        left, top = self.origin
        # Half of what is broadest on a segment.
        beside = max(12, self.square // 4)
        return Box(
            (self.area.left - left - beside) // self.square,
            (self.area.top - top - beside) // self.square,
            (self.area.right - left + beside) // self.square + 2,
            (self.area.bottom - top + beside) // self.square + 2,
        )

    # ------------------------------------------------------------------------- squared paper

    @property
    def grid_width(self) -> int:
        """The width of the squared paper's lines."""
        return 2 if self.square >= ROOMY_SQUARE else 1

    @cached_property
    def paper(self) -> Box:
        """What is squared: all of the area or, where no wall shows the field's edge, the field."""
        if self.pitch.walls:
            return self.area
        left, top = self.pixel(Point(0, 0))
        right, bottom = self.pixel(Point(self.pitch.width, self.pitch.height))
        return Box(left - 1, top - 1, right + 1, bottom + 1).within(self.area)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The left edges of the paper's vertical lines."""
        paper = self.paper
        return self._lines(self.origin[0], paper.left, paper.right)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The top edges of the paper's horizontal lines."""
        paper = self.paper
        return self._lines(self.origin[1], paper.top, paper.bottom)

    def _lines(self, origin: int, start: int, end: int) -> tuple[int, ...]:
        first = start + (origin - start) % self.square
        return tuple(at - 1 for at in range(first, end, self.square))

    # --------------------------------------------------------------------- walls and goals

    @property
    def wall_half(self) -> int:
        """Half of a wall's width."""
        return round(self.scaled(3.5, least=2 if self.square >= 20 else 1))

    @cached_property
    def walls(self) -> tuple[Box, ...]:
        """The walls as rectangles, each as long as it is straight."""
        return self.bars(self.pitch.walls, self.wall_half)

    @cached_property
    def edges(self) -> tuple[Box, ...]:
        """The field's edge and the goals' nets where no wall shows them, as thin rectangles."""
        return self.bars(open_edges(self.pitch), 1)

    @cached_property
    def goal_lines(self) -> tuple[Box, ...]:
        """The lines between posts that no wall marks, as rectangles."""
        half = round(self.scaled(3, least=1))
        mouths = (goal_mouth(goal) for goal in self.pitch.goals if is_open(self.pitch, goal))
        return tuple(bar for mouth in mouths for bar in self.bars(mouth, half))

    @cached_property
    def posts(self) -> tuple[Box, ...]:
        """The posts that no wall marks, as squares."""
        half = round(self.scaled(10, least=3))
        return tuple(
            Box(x, y, x, y).grown(half)
            for goal in self.pitch.goals
            if is_open(self.pitch, goal)
            for x, y in map(self.pixel, goal.posts)
        )

    def goal_box(self, goal: Goal) -> Box:
        """The inside of a goal's notch."""
        left, line = self.pixel(goal.posts[0])
        right, _ = self.pixel(goal.posts[1])
        back = self.pixel(Point(goal.left, goal.back))[1]
        return Box(left, min(line, back), right, max(line, back))

    def bars(self, segments: Iterable[Segment], half: int) -> tuple[Box, ...]:
        """Level and upright segments as rectangles, `half` pixels to either side of them."""
        boxes = []
        for start, end in straight_runs(segments):
            (left, top), (right, bottom) = self.pixel(start), self.pixel(end)
            boxes.append(Box(left, top, right, bottom).grown(half))
        return tuple(boxes)

    # ------------------------------------------------------------------------------- rulers

    @property
    def ruler_size(self) -> int:
        """The height of the rulers' letters."""
        return 16

    @property
    def ruler_step(self) -> int:
        """How many squares lie between two lines that a ruler names."""
        return 1 if self.square >= SPARSE_SQUARE else 2

    def named_columns(self) -> tuple[int, ...]:
        """Each x that the ruler names, inside the area."""
        left, _, right, _ = self.area
        return tuple(
            x
            for x in range(0, self.pitch.width + 1, self.ruler_step)
            if left <= self.pixel(Point(x, 0))[0] < right
        )

    def named_rows(self) -> tuple[int, ...]:
        """Each y that the ruler names, inside the area."""
        _, top, _, bottom = self.area
        return tuple(
            y
            for y in range(0, self.pitch.height + 1, self.ruler_step)
            if top <= self.pixel(Point(0, y))[1] < bottom
        )


# ------------------------------------------------------------------- what the pitch leaves open


def is_open(pitch: Pitch, goal: Goal) -> bool:
    """Whether no wall shows where the goal's posts are."""
    posts = set(goal.posts)
    return not any(posts & {wall.a, wall.b} for wall in pitch.walls)


def goal_mouth(goal: Goal) -> list[Segment]:
    """The unit segments of the goal line between the posts."""
    return _level(goal.left, goal.right, goal.line)


def open_edges(pitch: Pitch) -> set[Segment]:
    """The unit segments around the field and the goals that are neither wall nor goal mouth."""
    edges: set[Segment] = set()
    for x in (0, pitch.width):
        edges.update(_upright(x, 0, pitch.height))
    for goal in pitch.goals:
        edges.update(_level(0, pitch.width, goal.line))
        edges.difference_update(goal_mouth(goal))
        edges.update(_level(goal.left, goal.right, goal.back))
        for x in (goal.left, goal.right):
            edges.update(_upright(x, min(goal.line, goal.back), max(goal.line, goal.back)))
    return edges - pitch.walls


def _level(left: int, right: int, y: int) -> list[Segment]:
    return [Segment(Point(x, y), Point(x + 1, y)) for x in range(left, right)]


def _upright(x: int, top: int, bottom: int) -> list[Segment]:
    return [Segment(Point(x, y), Point(x, y + 1)) for y in range(top, bottom)]


def straight_runs(segments: Iterable[Segment]) -> list[Segment]:
    """Level and upright unit segments, joined into the longest straight lines, in order."""
    pieces = list(segments)
    runs: list[Segment] = []
    for upright in (False, True):
        # Sorted along the line that they lie on, neighbours follow each other.
        aligned = sorted(
            (piece for piece in pieces if (piece.a.x == piece.b.x) is upright),
            key=lambda piece: piece if upright else (piece.a.y, piece.a.x),
        )
        open_run: Segment | None = None
        for piece in aligned:
            if open_run is not None and open_run.b == piece.a:
                open_run = Segment(open_run.a, piece.b)
                continue
            if open_run is not None:
                runs.append(open_run)
            open_run = piece
        if open_run is not None:
            runs.append(open_run)
    return runs
