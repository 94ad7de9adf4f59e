"""A board on which a game goes on: what a step changes is drawn again, and nothing else.

Drawing a whole board for each segment of a match would take longer than packing all of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.lattice import Box, Lattice
from renderer.layout import (
    ARROW,
    EDGE,
    GAP,
    LARGE_SQUARE,
    RULER_BOTTOM,
    RULER_RIGHT,
    SIDE,
    WIDTH,
    Layout,
    Nameplate,
    layout_of,
)
from renderer.lines import LAST, LEAST_NUMBERED, OLDER, draw_turns
from renderer.nameplate import draw_nameplate
from renderer.pieces import draw_ball
from renderer.scene import Scene
from renderer.sheet import sheet
from renderer.theme import HIGHLIGHT_ENTRY, PENCIL, Theme
from rules import DrawnTurn, Pitch, Player, Point

STRIP = 56
"""Pixels above and below a field for a name, where the rows of its goals are too low for one."""

UNUSED_ENTRY = HIGHLIGHT_ENTRY
"""A palette entry that nothing has while a game goes on: nobody is highlighted."""

BESIDE_LINE = 12
"""Pixels beside the points of an older line that may belong to it."""

NOTHING = 255
"""No palette entry."""


class Change(NamedTuple):
    """A part of the picture before and after, and where it begins in the picture."""

    before: Image.Image
    after: Image.Image
    corner: tuple[int, int]


class MovingBoard:
    """The picture of a game whose turns grow: a board without draft, marks and caption.

    It is as large as the board's own picture, and where that shows the field whole it is the same.
    A field that is shown twice there is shown once here, as large as it fits: squares that are too
    small to tap are large enough to watch, and a window would jump from turn to turn.
    """

    def __init__(self, scene: Scene, theme: Theme) -> None:
        """Begin with a scene."""
        self._theme = theme
        self._layout = layout_in_motion(scene.pitch)
        self._paper = _Paper(self._layout, theme)
        plates = [
            (player, self._layout.nameplate(scene.pitch.goal_attacked_by(player)))
            for player in Player
        ]
        self._plates = [(player, plate, _place_of(plate)) for player, plate in plates]
        self._shown = scene
        self.entries = sheet(self._layout).copy()
        """The picture as palette entries (mode L), which is drawn on."""
        self._draw(scene, Box(0, 0, *self._layout.size))

    def show(self, scene: Scene) -> Change:
        """Draw a scene that follows on the one that is shown."""
        box = self._paper.around(_changed(self._shown, scene))
        before = self.entries.crop(box)
        part = self._draw(scene, box)
        self._shown = scene
        return Change(before, part, box[:2])

    def _draw(self, scene: Scene, box: Box) -> Image.Image:
        """Draw a rectangle of the picture; what is in it then."""
        part = self._paper.part(scene, box)
        self.entries.paste(part, box[:2])
        for player, plate, place in self._plates:
            # The ball may have hidden or bared a part of the name beside a goal.
            if _meet(place, box):
                side = scene.side(player)
                draw_nameplate(self.entries, plate, side, player, self._theme, False)
                part = self.entries.crop(box)
        return part


def _place_of(plate: Nameplate) -> Box:
    """The rectangle of a name and its arrow."""
    (x, _), half = plate.arrow, plate.arrow_height // 2 + 1
    left, top, right, bottom = plate.text
    return Box(min(left, x - half), top, max(right, x + half), bottom)


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def _changed(before: Scene, after: Scene) -> list[Point]:
    """The points around which two scenes differ, of which the second follows on the first."""
    same = sum(1 for old, new in zip(before.history, after.history, strict=False) if old is new)
    old, new = _points(before.history[same:]), _points(after.history[same:])
    if len(before.history) != len(after.history):
        # The last turn that both have is not the last of all any more.
        return [before.ball, after.ball, *old, *_points(after.history[max(0, same - 1) :])]
    if before.history and len(before.history[-1].steps) >= LEAST_NUMBERED:
        # What tells the order of its first steps stays as it is, and its last arrow moves on.
        return [before.ball, after.ball, *new[len(old) - 2 :]]
    return [before.ball, after.ball, *old, *new]


def _points(turns: Iterable[DrawnTurn]) -> list[Point]:
    return [point for turn in turns for step in turn.steps for point in step.path]


# ------------------------------------------------------------------------------ drawing a part


class _Paper:
    """The field with the older turns on it, from which any part of a scene is drawn.

    Older turns stay as they are, so they are drawn once.
    """

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._field = layout.field
        self._theme = theme
        self._empty = sheet(layout)
        self._older = self._empty.copy()
        self._count = 0
        """Turns that are drawn on it."""
        self._steps = list[tuple[Box, DrawnTurn]]()
        """Their steps, each as a turn by itself, and the rectangle that it may touch."""
        self._reach = round(self._field.scaled(20, least=15)) + 2
        self._bars = (*self._field.walls, *self._field.posts)
        self._ball = _ball_stamp(self._field, self._reach)

    def around(self, points: Iterable[Point]) -> Box:
        """The rectangle that may differ if something changed at these points."""
        return self._around(points, self._reach)

    def _around(self, points: Iterable[Point], reach: int) -> Box:
        places = [self._field.pixel(point) for point in points]
        across, down = [x for x, _ in places], [y for _, y in places]
        box = Box(min(across), min(down), max(across), max(down))
        return box.grown(reach).within(Box(0, 0, *self._empty.size))

    def part(self, scene: Scene, box: Box) -> Image.Image:
        """What is in a rectangle of the picture: the ground, lines, walls and the ball."""
        count = len(scene.history) - 1
        if count > self._count:
            self._draw_older(scene.history[self._count : count])
            self._count = count
        part = self._older.crop(box)
        draw_turns(part, self._cut(box), self._theme, scene.history[-1:], LAST)
        for bar in self._bars:
            if _meet(bar, box):
                left, top, right, bottom = bar
                at = left - box.left, top - box.top, right - box.left, bottom - box.top
                part.paste(PENCIL.full, at)
        x, y = self._field.pixel(scene.ball)
        corner = x - box.left - self._reach, y - box.top - self._reach
        part.paste(self._ball.entries, corner, self._ball.touched)
        return part

    def _draw_older(self, turns: Sequence[DrawnTurn]) -> None:
        """Draw turns that have become older, and again what lies across them."""
        for turn in turns:
            for step in turn.steps:
                alone = DrawnTurn(turn.player, turn.text, (step,))
                self._steps.append((self._around(step.path, BESIDE_LINE), alone))
        box = self._around(_points(turns), BESIDE_LINE)
        part = self._empty.crop(box)
        seen = [alone for place, alone in self._steps if _meet(place, box)]
        draw_turns(part, self._cut(box), self._theme, seen, OLDER)
        self._older.paste(part, box[:2])

    def _cut(self, box: Box) -> Lattice:
        """The points in the pixels of a part."""
        field = self._field
        left, top = field.origin
        origin = left - box.left, top - box.top
        return Lattice(field.pitch, field.square, origin, Box(0, 0, box.width, box.height))


class _Stamp(NamedTuple):
    """Palette entries, and the mask of those that belong to it."""

    entries: Image.Image
    touched: Image.Image


def _ball_stamp(field: Lattice, reach: int) -> _Stamp:
    """The ball in the middle of a square, `reach` pixels to each side."""
    size = 2 * reach
    entries = Image.new("L", (size, size), NOTHING)
    start = Lattice(field.pitch, field.square, (reach, reach), Box(0, 0, size, size))
    draw_ball(entries, start, Point(0, 0))
    return _Stamp(entries, entries.point([255] * NOTHING + [0] * (256 - NOTHING), "1"))


# ---------------------------------------------------------------------------------- the layout


@lru_cache(maxsize=64)
def layout_in_motion(pitch: Pitch) -> Layout:
    """The layout of a pitch on which a game goes on: of the same size as the board's picture."""
    board = layout_of(pitch)
    if board.window is None:
        return board
    width, height = board.size
    rows, top = pitch.height + 2, STRIP + RULER_BOTTOM
    by_height = (height - STRIP - top) // rows
    square = min(by_height, (width - 2 * SIDE) // pitch.width, LARGE_SQUARE)
    above = top + (height - STRIP - top - rows * square) // 2
    origin = (width - pitch.width * square) // 2, above + square
    field = Lattice(pitch, square, origin, Box(RULER_RIGHT, top, width, height - STRIP))
    plates = _strip(0, up=True), _strip(height - STRIP, up=False)
    return replace(board, field=field, plates=plates, window=None)


def _strip(top: int, *, up: bool) -> Nameplate:
    """The place for a name above or below the field."""
    left, wide = RULER_RIGHT + GAP, ARROW * 4 // 5
    text = Box(left + wide + GAP, top, WIDTH - EDGE, top + STRIP)
    return Nameplate((left + wide // 2, top + STRIP // 2), ARROW, text, up, rightwards=True)
