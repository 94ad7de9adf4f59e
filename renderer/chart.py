"""The picture of a rating's history: a pencil line on squared paper, between labelled axes.

Every word is handed in: the renderer knows neither dates nor languages. `chart_values` says which
values the paper's lines have, so that whoever makes the scene can word them.
"""

from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from renderer.curve import Curve, Plot, draw_curve, plot_of, scale_of
from renderer.lattice import Box
from renderer.page import (
    COLUMNS,
    MARGIN,
    PAGE_WIDTH,
    SOFT_PENCIL,
    Align,
    page,
    page_height,
    rule,
    squares,
    write,
)
from renderer.png import encode
from renderer.text import text_width
from renderer.theme import PAPER, PENCIL, Theme, palette

HEADING = 2
"""Squares above the curve: the title and the value at the end."""
TALL = 11
"""Squares of the curve's height."""
BEFORE = 3
"""Squares left of the curve, for the labels of values."""
ROWS = HEADING + TALL + 2
"""Squares of the page: below the curve stand the labels of times, and half a square is free."""

INSET = 12
"""Pixels between the axis and the first point, and after the last one."""
LINE = 4
"""Pixels across the line."""
AXIS = 4
TICK = 8
TITLE_SIZES = (34, 30, 26, 22)
LABEL_SIZES = (22, 20, 18)
LABEL_GAP = 14
"""Pixels between two labels of times, at least: one that would be nearer is left out."""


class AxisLabel(NamedTuple):
    """A text at a value, or at a time in days."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class CurveScene:
    """A curve with its title, the value at its end as a text, and the texts on its axes."""

    title: str
    rating: str
    curve: Curve
    values: tuple[AxisLabel, ...] = ()
    times: tuple[AxisLabel, ...] = ()


def chart_values(curve: Curve) -> tuple[int, ...]:
    """The values at which the paper has a line that wants a label, from the lowest."""
    return scale_of(curve.points, TALL).round_values()


def chart_box() -> Box:
    """The place of the curve in the picture, in pixels."""
    return squares(BEFORE, HEADING, COLUMNS, HEADING + TALL)


def chart_plot(curve: Curve) -> Plot:
    """Where the values of a curve lie in its picture."""
    return plot_of(curve, chart_box(), TALL, INSET)


def render_curve(scene: CurveScene, theme: Theme = PAPER) -> bytes:
    """The picture of a scene: the bytes of a PNG file, the same for the same scene and theme."""
    return encode(draw_chart(scene), palette(theme))


def chart_size() -> tuple[int, int]:
    """Pixels across and down every picture of a curve."""
    return PAGE_WIDTH, page_height(ROWS)


def draw_chart(scene: CurveScene) -> Image.Image:
    """The picture as palette entries (mode L)."""
    entries = page(ROWS).copy()
    plot = chart_plot(scene.curve)
    _draw_heading(entries, scene)
    draw_curve(entries, plot, scene.curve, LINE)
    left, top, right, bottom = plot.box
    entries.paste(PENCIL.full, (left - AXIS // 2, top, left + AXIS // 2, bottom + AXIS // 2))
    rule(entries, bottom, left, right, AXIS, PENCIL.full)
    _label_values(entries, plot, scene.values)
    _label_times(entries, plot, scene.times)
    return entries


def _draw_heading(entries: Image.Image, scene: CurveScene) -> None:
    box = squares(0, 0, COLUMNS, HEADING - 0.5)
    taken = write(
        entries, scene.rating, box, TITLE_SIZES, align=Align.RIGHT, bold=True, ramp=PENCIL
    )
    room = box.right - (taken.width + 2 * LABEL_GAP if taken else 0)
    write(entries, scene.title, box._replace(right=room), TITLE_SIZES)


def _label_values(entries: Image.Image, plot: Plot, labels: tuple[AxisLabel, ...]) -> None:
    """Left of the axis, each with a tick; those outside the scale are left out."""
    left = plot.box.left
    for at, text in labels:
        if not plot.scale.low <= at <= plot.scale.high:
            continue
        y = round(plot.y(at))
        rule(entries, y, left - TICK, left, 2, PENCIL.full)
        box = Box(MARGIN, y - 15, left - TICK - 6, y + 15)
        write(entries, text, box, LABEL_SIZES, align=Align.RIGHT, ramp=SOFT_PENCIL)


def _label_times(entries: Image.Image, plot: Plot, labels: tuple[AxisLabel, ...]) -> None:
    """Below the axis, centred under their ticks, as far as there is room."""
    bottom = plot.box.bottom
    free = 0
    for at, text in sorted(labels):
        if not plot.start <= at <= plot.end:
            continue
        x = round(plot.x(at))
        half = min(text_width(text, LABEL_SIZES[0], bold=False), 200) // 2 + 1
        middle = min(max(x, MARGIN + half), PAGE_WIDTH - MARGIN - half)
        if middle - half < free:
            continue
        free = middle + half + LABEL_GAP
        entries.paste(PENCIL.full, (x - 1, bottom, x + 1, bottom + TICK + 2))
        box = Box(middle - half, bottom + 14, middle + half, bottom + 44)
        write(entries, text, box, LABEL_SIZES, align=Align.MIDDLE, ramp=SOFT_PENCIL)
