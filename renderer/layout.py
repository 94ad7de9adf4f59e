"""Where everything stands: the only place that knows pixels.

A picture is `WIDTH` pixels wide, and its height depends on the pitch alone, so nothing moves from
one tap to the next. A lattice point lies on the edge between two pixels: a stroke of 8 pixels has
4 on either side.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules import Goal, Pitch, Point, Segment

WIDTH = 720
"""Pixels across every picture."""

TOP = 32
"""Pixels above the top goal: the ruler of x."""
BOTTOM = 52
"""Pixels below the bottom goal: the caption."""
RULER_BOTTOM = 26
"""Where the squares begin, from the top: above them stands the ruler of x."""
RULER_RIGHT = 40
"""Where the squares begin, from the left: before them stands the ruler of y."""
SIDE = 48
"""Pixels kept free to the left (the ruler of y) and to the right of the pitch, at least."""

CAPTION = 31
"""Pixels from the caption's top to its bottom; a ball in the bottom goal stays above it."""

TALL = 816
"""Pixels from goal to goal, unless the squares would become smaller than `SMALL_SQUARE`."""
TALLEST = 960
LARGE_SQUARE = 90
SMALL_SQUARE = 40
STANDARD_SQUARE = 68
"""Pixels to a side of the standard pitch's squares: sizes below are given for this one."""

EDGE = 14
"""Pixels between a line of text and the picture's edge, or between an arrow and a goal."""
GAP = 12
"""Pixels between an arrow and a name, or a name and a rating beside it."""
ARROW = 48
"""The height of an arrow in pixels, if there is room."""


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


class Nameplate(NamedTuple):
    """The place beside a goal for the arrow and the name of the player who attacks it.

    The arrow, `arrow_height` high around the middle `arrow`, stands next to the goal; the text
    begins next to the arrow, at its box's left edge if it runs `rightwards`.
    """

    arrow: tuple[int, int]
    arrow_height: int
    text: Box
    up: bool
    rightwards: bool


@dataclass(frozen=True)
class Layout:
    """The numbers of one pitch's picture, in pixels; `square` is a square's side."""

    pitch: Pitch
    square: int

    @property
    def size(self) -> tuple[int, int]:
        """The picture's width and height."""
        return WIDTH, TOP + (self.pitch.height + 2) * self.square + BOTTOM

    @cached_property
    def origin(self) -> tuple[int, int]:
        """Where the point (0, 0) lies."""
        return (WIDTH - self.pitch.width * self.square) // 2, TOP + self.square

    def pixel(self, point: Point) -> tuple[int, int]:
        """Where a lattice point lies, from the left and from the top."""
        left, top = self.origin
        return left + point.x * self.square, top + point.y * self.square

    def scaled(self, pixels: float, least: float = 0) -> float:
        """A size that is given for the standard square, on this one."""
        return max(least, pixels * self.square / STANDARD_SQUARE)

    # ------------------------------------------------------------------------------ the sheet

    @property
    def wall_half(self) -> int:
        """Half of a wall's width."""
        return round(self.scaled(3.5, least=2))

    @property
    def grid_width(self) -> int:
        """The width of the squared paper's lines."""
        return 2 if self.square >= SMALL_SQUARE else 1

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The left edges of the paper's vertical lines, right of the ruler."""
        left, _ = self.origin
        lines = range(left % self.square, WIDTH, self.square)
        return tuple(x - 1 for x in lines if x >= RULER_RIGHT)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The top edges of the paper's horizontal lines, below the ruler."""
        _, top = self.origin
        lines = range(top % self.square, self.size[1], self.square)
        return tuple(y - 1 for y in lines if y >= RULER_BOTTOM)

    @cached_property
    def walls(self) -> tuple[Box, ...]:
        """The walls as rectangles, each as long as it is straight."""
        half = self.wall_half
        boxes = []
        for start, end in straight_runs(self.pitch.walls):
            (left, top), (right, bottom) = self.pixel(start), self.pixel(end)
            boxes.append(Box(left - half, top - half, right + half, bottom + half))
        return tuple(boxes)

    def goal_box(self, goal: Goal) -> Box:
        """The inside of a goal's notch."""
        left, line = self.pixel(goal.posts[0])
        right, _ = self.pixel(goal.posts[1])
        back = self.pixel(Point(goal.left, goal.back))[1]
        return Box(left, min(line, back), right, max(line, back))

    # ------------------------------------------------------------------------------- the text

    @property
    def ruler_size(self) -> int:
        """The height of the rulers' letters."""
        return 16 if self.square >= SMALL_SQUARE else 14

    def column_label(self, x: int) -> tuple[int, int]:
        """The centre of the ruler's label for x."""
        return self.pixel(Point(x, 0))[0], RULER_BOTTOM // 2

    def row_label(self, y: int) -> tuple[int, int]:
        """The centre of the ruler's label for y."""
        return RULER_RIGHT // 2, self.pixel(Point(0, y))[1]

    def nameplate(self, goal: Goal) -> Nameplate:
        """The place beside a goal: right of the top one, left of the bottom one.

        A goal of odd width lies to the other side, so this is where there is more room.
        """
        goal_box = self.goal_box(goal)
        up = goal.back < goal.line
        wall = self.wall_half + 1
        top, bottom = goal_box.top + wall, goal_box.bottom - wall
        height = min(bottom - top - 4, ARROW)
        reach = height * 4 // 5
        if up:
            arrow_x = goal_box.right + EDGE + reach // 2
            text = Box(arrow_x + reach // 2 + GAP, top, WIDTH - EDGE, bottom)
        else:
            arrow_x = goal_box.left - EDGE - reach // 2
            text = Box(EDGE, top, arrow_x - reach // 2 - GAP, bottom)
        return Nameplate((arrow_x, (top + bottom) // 2), height, text, up, rightwards=up)

    @property
    def caption(self) -> Box:
        """The place for the last line of a finished game, below everything."""
        bottom = self.size[1] - 2
        return Box(EDGE, bottom - CAPTION, WIDTH - EDGE, bottom)


@lru_cache(maxsize=64)
def layout_of(pitch: Pitch) -> Layout:
    """The layout of a pitch: the largest whole squares that fit."""
    rows = pitch.height + 2
    by_height = max(TALL // rows, min(TALLEST // rows, SMALL_SQUARE))
    by_width = (WIDTH - 2 * SIDE) // pitch.width
    return Layout(pitch, min(by_height, by_width, LARGE_SQUARE))


def straight_runs(walls: frozenset[Segment]) -> list[Segment]:
    """The unit segments of walls, joined into the longest straight lines, in a fixed order."""
    runs: list[Segment] = []
    for upright in (False, True):
        # Sorted along the line that they lie on, neighbours follow each other.
        pieces = sorted(
            (piece for piece in walls if (piece.a.x == piece.b.x) is upright),
            key=lambda piece: piece if upright else (piece.a.y, piece.a.x),
        )
        open_run: Segment | None = None
        for piece in pieces:
            if open_run is not None and open_run.b == piece.a:
                open_run = Segment(open_run.a, piece.b)
                continue
            if open_run is not None:
                runs.append(open_run)
            open_run = piece
        if open_run is not None:
            runs.append(open_run)
    return runs
