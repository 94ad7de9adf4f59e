"""The large part of a picture whose whole field is small: which squares it shows, and where."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from renderer.lattice import Box, Lattice
from renderer.scene import Scene
from rules import Pitch, Point

WINDOW_SQUARE = 44
"""Pixels to a side of a window's squares: 21 points of a phone's 350."""
PAD = 26
"""Pixels around the outermost points that a window shows: room for a mark."""

MOST_COLUMNS = 14
MOST_ROWS = 12
"""Squares across and down: six and more to each side of the ball, as far as a penalty goes."""

AROUND_BALL = 2
"""Squares around the ball that stay in view wherever a turn leads."""


class View(NamedTuple):
    """The outermost points that a window shows."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class Window:
    """A window of constant size on a pitch; `box` is its place in the picture, in pixels."""

    pitch: Pitch
    box: Box

    def view_of(self, scene: Scene) -> View:
        """What the window shows: the surroundings of where the turn began.

        So the view stands still while a turn is drawn, unless the ball or the end of a step that
        may follow would be outside: then it moves no further than it has to.
        """
        began = scene.ball if scene.draft is None else scene.draft.steps[0].path[0]
        ends = [scene.ball, *(mark.end for mark in scene.marks)]
        columns, rows = window_size(self.pitch)
        width, height = self.pitch.width, self.pitch.height
        left = _begin(began.x, _spread((end.x for end in ends), scene.ball.x), columns, 0, width)
        top = _begin(began.y, _spread((end.y for end in ends), scene.ball.y), rows, -1, height + 1)
        return View(left, top, left + columns, top + rows)

    def lattice(self, view: View) -> Lattice:
        """The points in the window's own pixels, from its left and top edges."""
        origin = PAD - view.left * WINDOW_SQUARE, PAD - view.top * WINDOW_SQUARE
        return Lattice(
            self.pitch, WINDOW_SQUARE, origin, Box(0, 0, self.box.width, self.box.height)
        )

    def frame(self, view: View, field: Lattice) -> Box:
        """What the window shows, as a rectangle on the whole field."""
        left, top = field.pixel(Point(view.left, view.top))
        right, bottom = field.pixel(Point(view.right, view.bottom))
        return Box(left, top, right, bottom).grown(PAD * field.square // WINDOW_SQUARE)


def window_size(pitch: Pitch) -> tuple[int, int]:
    """How many squares a window on that pitch shows across and down, goals included."""
    return min(pitch.width, MOST_COLUMNS), min(pitch.height + 2, MOST_ROWS)


def _spread(places: Iterable[int], ball: int) -> tuple[int, int]:
    """The least and the greatest coordinate that has to be in view."""
    seen = [ball - AROUND_BALL, ball + AROUND_BALL, *places]
    return min(seen), max(seen)


def _begin(middle: int, seen: tuple[int, int], length: int, first: int, last: int) -> int:
    """Where `length` squares begin: around the middle, moved to what is seen, inside the field."""
    begin = middle - length // 2
    begin = min(max(begin, seen[1] - length), seen[0])
    return max(first, min(begin, last - length))
