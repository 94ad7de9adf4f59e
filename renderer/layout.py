"""Where everything stands in a picture: this and `lattice` are the only places that know pixels.

A picture is `WIDTH` pixels wide, and its height depends on the pitch alone, so nothing moves from
one tap to the next. A pitch whose squares would become too small for a phone is shown twice: the
whole field small, with the names beside it, and the ball's surroundings large in a `Window`.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from renderer.lattice import ROOMY_SQUARE, Box, Lattice
from renderer.window import PAD, WINDOW_SQUARE, Window, window_size
from rules import Goal, Pitch

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

BESIDE_BALL = 44
"""Pixels between the bottom goal and a result beside it: room for a ball on the post."""

TALL = 816
"""Pixels from goal to goal, unless the squares would become smaller than `ROOMY_SQUARE`."""
TALLEST = 960
LARGE_SQUARE = 90
LEAST_SQUARE = 36
"""Pixels to a side below which a pitch is shown twice: 17 points of a phone's 350."""

EDGE = 14
"""Pixels between a line of text and the picture's edge, or between an arrow and a goal."""
GAP = 12
"""Pixels between an arrow and a name, or a name and a rating beside it."""
ARROW = 48
"""The height of an arrow in pixels, if there is room."""

PANEL_TOP = 12
"""Pixels above a small field."""
PANEL_TALL = 336
"""Pixels from goal to goal of a small field above its window, at most."""
PANEL_WIDE = 400
"""Pixels across a small field, at most."""
PANEL_LEAST = 176
"""Pixels that two names and a caption between them need from top to bottom."""
PLATE = 64
"""The height of a name with its rating beside a small field."""
NAMES = 210
"""Pixels that names need beside a small field, at least."""


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
    """The numbers of one pitch's picture, in pixels.

    `field` is the whole field; `plates` belong to the top and the bottom goal; `caption` is the
    place for a finished game's result on one line, and `verdict` that for it in large letters;
    `window` is None where the field is large enough.
    """

    pitch: Pitch
    size: tuple[int, int]
    field: Lattice
    plates: tuple[Nameplate, Nameplate]
    caption: Box
    verdict: Box
    window: Window | None = None

    @cached_property
    def lettered(self) -> tuple[tuple[int, int], ...]:
        """The rows of the picture with names and rulers in them: first ones, and ends."""
        names = tuple((plate.text.top, plate.text.bottom) for plate in self.plates)
        return names if self.window else ((0, RULER_BOTTOM), *names)

    def nameplate(self, goal: Goal) -> Nameplate:
        """The place for whoever attacks that goal."""
        return self.plates[self.pitch.goals.index(goal)]


@lru_cache(maxsize=64)
def layout_of(pitch: Pitch) -> Layout:
    """The layout of a pitch: the largest whole squares that fit, or a small field and a window."""
    rows = pitch.height + 2
    by_height = max(TALL // rows, min(TALLEST // rows, ROOMY_SQUARE))
    by_width = (WIDTH - 2 * SIDE) // pitch.width
    square = min(by_height, by_width, LARGE_SQUARE)
    if square >= LEAST_SQUARE:
        return _whole(pitch, square)
    columns, _ = window_size(pitch)
    window_wide = RULER_RIGHT + columns * WINDOW_SQUARE + 2 * PAD + EDGE
    _, window_tall = _window_box(pitch, 0, 0)[2:]
    beside = window_tall // rows
    if EDGE + pitch.width * beside + NAMES + window_wide <= WIDTH:
        return _window_beside(pitch, beside)
    return _window_below(pitch, min(PANEL_TALL // rows, PANEL_WIDE // pitch.width))


# ------------------------------------------------------------------------------- a field alone


def _whole(pitch: Pitch, square: int) -> Layout:
    size = WIDTH, TOP + (pitch.height + 2) * square + BOTTOM
    origin = (WIDTH - pitch.width * square) // 2, TOP + square
    field = Lattice(pitch, square, origin, Box(RULER_RIGHT, RULER_BOTTOM, *size))
    top, bottom = pitch.goals
    plates = _plate_right_of(field, top), _plate_left_of(field, bottom)
    caption = Box(EDGE, size[1] - 2 - CAPTION, WIDTH - EDGE, size[1] - 2)
    verdict = Box(field.goal_box(bottom).right + BESIDE_BALL, plates[1].text.top, 0, 0)
    verdict = verdict._replace(right=WIDTH - EDGE, bottom=size[1] - EDGE)
    return Layout(pitch, size, field, plates, caption, verdict)


def _plate_right_of(field: Lattice, goal: Goal) -> Nameplate:
    """The place of the top goal: one of odd width lies to the left, so here is more room."""
    box, top, bottom, height = _beside(field, goal)
    reach = height * 4 // 5
    arrow_x = box.right + EDGE + reach // 2
    text = Box(arrow_x + reach // 2 + GAP, top, WIDTH - EDGE, bottom)
    return Nameplate((arrow_x, (top + bottom) // 2), height, text, up=True, rightwards=True)


def _plate_left_of(field: Lattice, goal: Goal) -> Nameplate:
    """The place of the bottom goal: one of odd width lies to the right."""
    box, top, bottom, height = _beside(field, goal)
    reach = height * 4 // 5
    arrow_x = box.left - EDGE - reach // 2
    text = Box(EDGE, top, arrow_x - reach // 2 - GAP, bottom)
    return Nameplate((arrow_x, (top + bottom) // 2), height, text, up=False, rightwards=False)


def _beside(field: Lattice, goal: Goal) -> tuple[Box, int, int, int]:
    """A goal, the top and the bottom of what may stand beside it, and an arrow's height there."""
    box, wall = field.goal_box(goal), field.wall_half + 1
    top, bottom = box.top + wall, box.bottom - wall
    return box, top, bottom, min(bottom - top - 4, ARROW)


# ------------------------------------------------------------------- a small field and a window


def _window_below(pitch: Pitch, square: int) -> Layout:
    """The small field and the names above, the window across the picture below them."""
    panel = Box(EDGE, PANEL_TOP, WIDTH - EDGE, PANEL_TOP)
    tall = max((pitch.height + 2) * square, PANEL_LEAST)
    panel = panel._replace(bottom=PANEL_TOP + tall)
    columns, _ = window_size(pitch)
    room = WIDTH - RULER_RIGHT - columns * WINDOW_SQUARE - 2 * PAD
    box = _window_box(pitch, RULER_RIGHT + room // 2, panel.bottom + GAP + RULER_BOTTOM)
    return _twice(pitch, square, panel, box)


def _window_beside(pitch: Pitch, square: int) -> Layout:
    """The small field and the names left of the window of a narrow pitch."""
    wide = window_size(pitch)[0] * WINDOW_SQUARE + 2 * PAD
    box = _window_box(pitch, WIDTH - EDGE - wide, PANEL_TOP + RULER_BOTTOM)
    return _twice(pitch, square, Box(EDGE, box.top, box.left - RULER_RIGHT, box.bottom), box)


def _window_box(pitch: Pitch, left: int, top: int) -> Box:
    columns, rows = window_size(pitch)
    wide, tall = columns * WINDOW_SQUARE + 2 * PAD, rows * WINDOW_SQUARE + 2 * PAD
    return Box(left, top, left + wide, top + tall)


def _twice(pitch: Pitch, square: int, panel: Box, box: Box) -> Layout:
    """The layout with the small field at the left of a panel, names and caption beside it."""
    wide, tall = pitch.width * square, (pitch.height + 2) * square
    left, top = panel.left + EDGE, panel.top + (panel.height - tall) // 2
    around = Box(left, top, left + wide, top + tall)
    field = Lattice(pitch, square, (left, top + square), around)
    text = panel._replace(left=around.right + 2 * EDGE)
    plates = (
        _plate_in(text._replace(bottom=text.top + PLATE), up=True),
        _plate_in(text._replace(top=text.bottom - PLATE), up=False),
    )
    middle = (text.top + text.bottom) // 2
    caption = Box(text.left, middle - CAPTION // 2, text.right, middle - CAPTION // 2 + CAPTION)
    verdict = Box(text.left, plates[0].text.bottom, text.right, plates[1].text.top)
    size = WIDTH, box.bottom + GAP
    return Layout(pitch, size, field, plates, caption, verdict, Window(pitch, box))


def _plate_in(box: Box, *, up: bool) -> Nameplate:
    reach = ARROW * 4 // 5
    arrow = box.left + reach // 2, (box.top + box.bottom) // 2
    return Nameplate(arrow, ARROW, box._replace(left=box.left + reach + GAP), up, rightwards=True)
