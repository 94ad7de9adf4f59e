"""A curve of dated values, drawn in pencil on squared paper: where its points lie, and the line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot, inf
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from renderer.lattice import Box
from renderer.lines import FLAT_PAPER
from renderer.sprites import disc, shades
from renderer.theme import FIRST_INK, PENCIL

FINE = 3
"""How many times larger the line is drawn before it is reduced."""

STEPS = (5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000, 2500)
"""What a square may be worth: two of them are a round number."""

DOT = 1.8
"""The radius of the dot at a curve's end, in widths of the line."""

DASH, DASH_GAP = 9, 7
"""Pixels of a line over a pause, and between its dashes."""

HATCH = 7
"""Pixels between the lines that shade how far a curve may be wrong."""

VISIBLE = [255 * (tone >= 255 * PENCIL.strengths[0] / 2) for tone in range(256)]
"""For each coverage whether it is nearer to the faintest pencil than to bare paper."""

MANY = 150
"""Points from which a line is a scribble."""

WHISKER = 8
"""Pixels that a whisker's ends reach to either side."""


class CurvePoint(NamedTuple):
    """A value at a time, in days from whenever; it may be wrong by `deviation` up or down."""

    at: float
    value: float
    deviation: float = 0


@dataclass(frozen=True, slots=True)
class Curve:
    """Values in the order of their times; after more than `pause` days the line is dashed."""

    points: tuple[CurvePoint, ...]
    pause: float = inf

    def runs(self) -> Iterator[tuple[CurvePoint, ...]]:
        """The points between pauses."""
        points, pause = self.points, self.pause
        begins = [
            at
            for at, (before, after) in enumerate(pairwise(points), start=1)
            if after.at - before.at > pause
        ]
        for begin, end in pairwise([0, *begins, len(points)]):
            yield points[begin:end]


class Scale(NamedTuple):
    """What the squares of a curve are worth: `low` is the bottom edge, `step` a square's height."""

    low: float
    step: float
    squares: int

    @property
    def high(self) -> float:
        """The value at the top edge."""
        return self.low + self.step * self.squares

    def round_values(self) -> tuple[int, ...]:
        """The values of every second line of the paper, from the lowest: where labels belong."""
        double = round(2 * self.step)
        return tuple(range(ceil(self.low / double) * double, floor(self.high) + 1, double))


def scale_of(points: Sequence[CurvePoint], squares: int) -> Scale:
    """The finest scale on which every value and the last one's deviation fit into the squares."""
    if not points:
        return Scale(0, STEPS[0], squares)
    last = points[-1]
    low = min(last.value - last.deviation, *(point.value for point in points), last.value)
    high = max(last.value + last.deviation, *(point.value for point in points), last.value)
    step = next((step for step in STEPS if _needed(low, high, step) <= squares), 0)
    # Values that far apart are no ratings; they fit all the same.
    step = step or ceil((high - low) / max(1, squares - 1))
    spare = squares - _needed(low, high, step)
    return Scale((floor(low / step) - spare // 2) * step, step, squares)


def _needed(low: float, high: float, step: int) -> int:
    return ceil(high / step) - floor(low / step)


@dataclass(frozen=True, slots=True)
class Plot:
    """A curve's place: its box in pixels, the scale of its height and the times at its edges.

    `inset` pixels stay free at the left and the right.
    """

    box: Box
    scale: Scale
    start: float
    end: float
    inset: int

    def x(self, at: float) -> float:
        """Pixels from the left; the middle if there is only one time."""
        left, right = self.box.left + self.inset, self.box.right - self.inset
        if self.end <= self.start:
            return (left + right) / 2
        return left + (right - left) * (at - self.start) / (self.end - self.start)

    def y(self, value: float) -> float:
        """Pixels from the top."""
        scale = self.scale
        return self.box.bottom - self.box.height * (value - scale.low) / (scale.high - scale.low)

    def spots(self, run: Sequence[CurvePoint]) -> list["Spot"]:
        """Where points lie; quicker than one by one."""
        x, y = self.x(self.start), self.y(0)
        across = self.x(self.end) - x
        across = across / (self.end - self.start) if across else 0.0
        up = self.y(1) - y
        start = self.start
        return [
            Spot(
                x + across * (at - start),
                y + up * value,
                y + up * (value + deviation),
                y + up * (value - deviation),
            )
            for at, value, deviation in run
        ]


class Spot(NamedTuple):
    """Where a point lies in pixels, and how far up and down it may be wrong."""

    x: float
    y: float
    high: float
    low: float


def plot_of(curve: Curve, box: Box, squares: int, inset: int) -> Plot:
    """The curve's place in a box that is so many squares high."""
    points = curve.points
    times = [point.at for point in points] or [0.0]
    return Plot(box, scale_of(points, squares), times[0], times[-1], inset)


# -------------------------------------------------------------------------------------- drawing


def draw_curve(entries: Image.Image, plot: Plot, curve: Curve, width: float) -> None:
    """How far the values may be wrong as a hatched band, the line over it, a dot at its end."""
    if not curve.points:
        return
    runs = [thinned(plot.spots(run)) for run in curve.runs()]
    _draw_band(entries, plot.box, runs)
    _draw_line(entries, plot.box, runs, width)
    last = runs[-1][-1]
    x, y = round(last.x), round(last.y)
    disc(width * DOT * 1.35, FLAT_PAPER).paste(entries, x, y)
    disc(width * DOT, FIRST_INK).paste(entries, x, y)


def thinned(run: list[Spot]) -> list[Spot]:
    """The spots that can be told apart: of those in one column of pixels the lowest and highest.

    The first and the last one are always kept.
    """
    columns: dict[int, list[Spot]] = {}
    for spot in run[1:-1]:
        columns.setdefault(int(spot.x), []).append(spot)
    inner = [spot for column in columns.values() for spot in _extremes(column)]
    return [*run[:1], *inner, *run[1:][-1:]]


def _extremes(column: list[Spot]) -> list[Spot]:
    if len(column) <= 2:
        return column
    ordered = sorted(range(len(column)), key=lambda at: column[at].y)
    return [column[at] for at in sorted((ordered[0], ordered[-1]))]


def _draw_band(entries: Image.Image, box: Box, runs: list[list[Spot]]) -> None:
    """Cut off at the edges of the paper; a whisker where it would have no width."""
    left, top, right, bottom = box
    inside = Image.new("1", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(inside)
    for run in runs:
        if run[-1].x - run[0].x < 2:
            _draw_whisker(entries, box, run[-1])
            continue
        outline = [(spot.x - left, spot.high - top) for spot in run]
        outline += [(spot.x - left, spot.low - top) for spot in reversed(run)]
        draw.polygon(outline, 1)
    hatched = ImageChops.logical_and(inside, _hatch(inside.size))
    entries.paste(FIRST_INK.entry(2), (left, top), hatched)


@lru_cache(maxsize=16)
def _hatch(size: tuple[int, int]) -> Image.Image:
    """Upright lines, as one shades with a pen: rows that repeat each other make a picture small."""
    lines = Image.new("1", size, 0)
    draw = ImageDraw.Draw(lines)
    for x in range(-size[1], size[0], HATCH):
        draw.line([x, size[1], x + size[1], 0], 1, 1)
    return lines


def _draw_whisker(entries: Image.Image, box: Box, spot: Spot) -> None:
    """How far one value may be wrong, with a bar at each end."""
    x, top, bottom = round(spot.x), round(spot.high), round(spot.low)
    upright = Box(x - 1, top, x + 1, bottom).within(box)
    ends = [Box(x - WHISKER, y - 1, x + WHISKER, y + 1).within(box) for y in (top, bottom)]
    for part in (upright, *ends):
        if part.width and part.height:
            entries.paste(FIRST_INK.entry(3), part)


def _draw_line(entries: Image.Image, box: Box, runs: list[list[Spot]], width: float) -> None:
    """In pencil: a line through each run, and dashes over the pauses between them."""
    left, top, right, bottom = box.grown(ceil(width))
    fine = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE), 0)
    draw = ImageDraw.Draw(fine)
    thick = round(width * FINE)
    half = thick / 2
    lines = [[((spot.x - left) * FINE, (spot.y - top) * FINE) for spot in run] for run in runs]
    for line in lines:
        draw.line(line, 255, thick)
        # Round ends, and no notches where the line turns; in a scribble nobody would see them.
        for x, y in line if len(line) < MANY else (line[0], line[-1]):
            draw.ellipse([x - half, y - half, x + half - 1, y + half - 1], 255)
    for before, after in pairwise(lines):
        for dash in _dashes(before[-1], after[0]):
            draw.line(dash, 255, thick)
    coverage = fine.reduce(FINE)
    touched = coverage.point(VISIBLE, "1")
    tones = coverage.point(shades(PENCIL, len(PENCIL.strengths)))
    entries.paste(tones, (left, top), touched)


def _dashes(
    start: tuple[float, float], end: tuple[float, float]
) -> Iterator[list[tuple[float, float]]]:
    """Dashes on the way from one point to another, in fine pixels."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    at = DASH_GAP * FINE
    while at < length:
        to = min(at + DASH * FINE, length)
        yield [
            (
                start[0] + (end[0] - start[0]) * part / length,
                start[1] + (end[1] - start[1]) * part / length,
            )
            for part in (at, to)
        ]
        at += (DASH + DASH_GAP) * FINE
