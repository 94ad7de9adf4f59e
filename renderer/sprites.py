"""Small pieces of pictures, drawn once at eight times their size and reduced.

A sprite holds palette entries and two masks: every pixel that it touches, and those that it covers
fully. A picture pastes the soft edges of all strokes first and their cores after, so that no edge
is left inside a line where two segments meet.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderer.theme import Ramp
from rules import Effect, Point

FINE = 8
"""How many times larger a sprite is drawn before it is reduced."""

SQRT2 = 2**0.5

FULL = 232
"""The coverage, of 255, from which a pixel belongs to the core."""

Place: TypeAlias = tuple[float, float]
Artist: TypeAlias = Callable[["Canvas"], None]


class Sprite:
    """Palette entries, the masks of what is touched and of the core, and where to paste them.

    `left` and `top` are pixels from the lattice point that the sprite belongs to.
    """

    # Images as Pillow has them inside: what Image.paste does before it pastes takes as long as
    # that, and a board is hundreds of sprites.
    __slots__ = ("inside",)

    def __init__(
        self,
        entries: Image.Image,
        touched: Image.Image,
        core: Image.Image,
        left: int,
        top: int,
    ) -> None:
        edges = left, top, left + entries.width, top + entries.height
        self.inside = entries.im, touched.im, core.im, *edges

    def paste(self, entries: Image.Image, x: int, y: int) -> None:
        """Paste the sprite at a pixel, soft edges included."""
        paste_all(entries, ((self, x, y),))


def paste_all(
    entries: Image.Image, placed: Iterable[tuple[Sprite, int, int]], *, cores: bool = False
) -> None:
    """Paste sprites at their pixels, or their cores alone: a board has hundreds of them."""
    paste = entries.im.paste
    for sprite, x, y in placed:
        colours, touched, core, left, top, right, bottom = sprite.inside
        paste(colours, (x + left, y + top, x + right, y + bottom), core if cores else touched)


class Canvas:
    """A drawing surface in pixels around a middle, of which it keeps eight times the detail."""

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.left, self.top = left, top
        self._fine = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE), 0)
        self._draw = ImageDraw.Draw(self._fine)

    def line(self, start: Place, end: Place, width: float, tone: int = 255) -> None:
        """A line with round ends."""
        if start != end:
            self._draw.line([self._at(start), self._at(end)], tone, round(width * FINE))
        for middle in (start, end):
            self.disc(middle, width / 2, tone)

    def disc(self, middle: Place, radius: float, tone: int = 255) -> None:
        """A filled circle."""
        x, y = self._at(middle)
        reach = radius * FINE
        self._draw.ellipse([x - reach, y - reach, x + reach - 1, y + reach - 1], tone)

    def shape(self, corners: list[Place], tone: int = 255) -> None:
        """A filled polygon."""
        self._draw.polygon([self._at(corner) for corner in corners], tone)

    def coverage(self) -> Image.Image:
        """How much of each pixel is covered, 0 to 255."""
        return self._fine.reduce(FINE)

    def _at(self, place: Place) -> Place:
        return (place[0] - self.left) * FINE, (place[1] - self.top) * FINE


def sprite_of(canvas: Canvas, ramp: Ramp, level: int) -> Sprite:
    """A sprite in one colour: its core at `level` of the ramp, its edges fainter."""
    coverage = canvas.coverage()
    entries = coverage.point(shades(ramp, level))
    faintest = _first_visible(ramp, level)
    touched = coverage.point([255 * (tone >= faintest) for tone in range(256)], "1")
    core = coverage.point([255 * (tone >= FULL) for tone in range(256)], "1")
    return Sprite(entries, touched, core, canvas.left, canvas.top)


@lru_cache(maxsize=32)
def shades(ramp: Ramp, level: int) -> list[int]:
    """For each coverage the palette entry that is nearest to so much of the level's colour."""
    strengths = ramp.strengths[:level]
    return [
        ramp.entry(
            1 + min(range(level), key=lambda at: abs(strengths[at] - tone / 255 * strengths[-1]))
        )
        for tone in range(256)
    ]


def _first_visible(ramp: Ramp, level: int) -> int:
    """The least coverage that is nearer to the faintest entry than to bare paper."""
    return round(255 * ramp.strengths[0] / ramp.strengths[level - 1] / 2)


# ------------------------------------------------------------------------------------- strokes


def segment_canvas(step: Point, square: int, reach: float) -> Canvas:
    """A canvas for a line from the middle to the neighbour `step` away, `reach` wide around it."""
    margin = int(reach) + 2
    end_x, end_y = step.x * square, step.y * square
    return Canvas(
        min(0, end_x) - margin,
        min(0, end_y) - margin,
        max(0, end_x) + margin,
        max(0, end_y) + margin,
    )


def stroke(step: Point, square: int, width: float, ramp: Ramp, level: int, dashed: bool) -> Sprite:
    """A segment's line in an ink, about `width` pixels wide; dashed for a draft.

    Its edges are upright, level or at 45 degrees and run through the pixels' corners, so that the
    first two need no soft pixels and the last just one to a row. It looks sharper than any other
    width, and rows that repeat each other exactly are what makes a picture small.
    """
    canvas = segment_canvas(step, square, width / 2)
    bar = slanting_bar if step.x and step.y else straight_bar
    for start, end in DASHES if dashed else WHOLE:
        canvas.shape(bar(step, round(start * square), round(end * square), width))
    return sprite_of(canvas, ramp, level)


WHOLE = ((0.0, 1.0),)
DASHES = ((0.0, 0.11), (0.34, 0.66), (0.89, 1.0))
"""Parts of a segment that a draft draws: dashes that join at the points."""


def straight_bar(step: Point, start: int, end: int, width: float) -> list[Place]:
    """The outline of a level or upright bar with blunted ends, around the points it joins."""
    half = max(1, round(width / 2))
    blunt = round(half * (2 - SQRT2)) or 1
    forward = [
        (end + half - blunt, -half),
        (end + half, blunt - half),
        (end + half, half - blunt),
        (end + half - blunt, half),
    ]
    backward = [(start + end - along, -aside) for along, aside in forward]
    return [
        (step.x * along - step.y * aside, step.y * along + step.x * aside)
        for along, aside in forward + backward
    ]


def slanting_bar(step: Point, start: int, end: int, width: float) -> list[Place]:
    """The outline of a bar at 45 degrees with blunted ends, around the points it joins."""
    reach = max(1, round(width / SQRT2))
    half = max(1, round(reach / SQRT2))
    forward = [
        (end + half, end + half - reach),
        (end + half, end + reach - half),
        (end + reach - half, end + half),
        (end + half - reach, end + half),
    ]
    backward = [(start + end - x, start + end - y) for x, y in forward]
    return [(step.x * x, step.y * y) for x, y in forward + backward]


def beads(step: Point, square: int, size: float, ramp: Ramp, level: int) -> Sprite:
    """A unit of a penalty: octagons `size` pixels across, in a row that goes on to the next unit.

    How far apart they are depends on the square alone, so that smaller beads lie in larger ones.
    """
    canvas = segment_canvas(step, square, size)
    length = square * (SQRT2 if step.x and step.y else 1)
    count = max(2, round(length / (square * BEAD_DISTANCE)))
    corners = straight_bar(Point(1, 0), 0, 0, size)
    for bead in range(count + 1):
        x, y = round(step.x * square * bead / count), round(step.y * square * bead / count)
        canvas.shape([(x + right, y + down) for right, down in corners])
    return sprite_of(canvas, ramp, level)


BEAD_DISTANCE = 0.25
"""From the middle of a bead to that of the next, in squares; a little less on a diagonal."""


def arrowhead(step: Point, square: int, size: float, ramp: Ramp, level: int) -> Sprite:
    """The head on a segment that says in which direction it was drawn, past its middle.

    Half a square cut along its diagonal and `size` pixels along that cut, so that every edge is
    upright, level or at 45 degrees and stays sharp.
    """
    canvas = segment_canvas(step, square, size)
    middle_x, middle_y = step.x * square // 2, step.y * square // 2
    if step.x and step.y:
        side = round(size * 0.8)
        tip_x, tip_y = middle_x + step.x * side // 2, middle_y + step.y * side // 2
        corners: list[Place] = [(tip_x - step.x * side, tip_y), (tip_x, tip_y - step.y * side)]
    else:
        half = round(size / 2)
        tip_x, tip_y = middle_x + step.x * half // 2, middle_y + step.y * half // 2
        tail_x, tail_y = tip_x - step.x * half, tip_y - step.y * half
        corners = [
            (tail_x + step.y * half, tail_y + step.x * half),
            (tail_x - step.y * half, tail_y - step.x * half),
        ]
    canvas.shape([(tip_x, tip_y), *corners])
    return sprite_of(canvas, ramp, level)


# --------------------------------------------------------------------------- marks and the ball


def star_corners(radius: float) -> list[Place]:
    """A five-pointed star around the middle, one point up."""
    return [
        (sin(turn * pi / 5) * reach, -cos(turn * pi / 5) * reach)
        for turn in range(10)
        for reach in (radius if turn % 2 == 0 else 0.45 * radius,)
    ]


def octagon_corners(radius: float) -> list[Place]:
    """A round shape whose edges need few soft pixels, which keeps a picture small."""
    return straight_bar(Point(1, 0), 0, 0, 2 * radius)


def _ring(canvas: Canvas, radius: float) -> None:
    canvas.shape(octagon_corners(radius))
    canvas.shape(octagon_corners(round(radius * 0.64)), 0)


def _dot(canvas: Canvas, radius: float) -> None:
    canvas.shape(octagon_corners(radius * 0.94))


def _star(canvas: Canvas, radius: float) -> None:
    canvas.shape(star_corners(radius * 1.6))


def _cross(canvas: Canvas, radius: float) -> None:
    arm = radius * 0.86
    for aside in (arm, -arm):
        canvas.line((-arm, -aside), (arm, aside), radius * 0.56)


def _square(canvas: Canvas, radius: float) -> None:
    arm = radius * 0.88
    canvas.shape([(-arm, -arm), (arm, -arm), (arm, arm), (-arm, arm)])


MARK_ARTISTS: dict[Effect, Callable[[Canvas, float], None]] = {
    Effect.PASSES: _ring,
    Effect.CONTINUES: _dot,
    Effect.WINS: _star,
    Effect.LOSES: _cross,
    Effect.DRAWS: _square,
}


@lru_cache(maxsize=256)
def mark(effect: Effect, radius: float, ramp: Ramp) -> Sprite:
    """What a step would do, as a shape around its end."""
    canvas = _around(radius * 1.7)
    MARK_ARTISTS[effect](canvas, radius)
    return sprite_of(canvas, ramp, len(ramp.strengths))


@lru_cache(maxsize=64)
def disc(radius: float, ramp: Ramp) -> Sprite:
    """A filled circle: the ball and its filling."""
    canvas = _around(radius)
    canvas.disc((0, 0), radius)
    return sprite_of(canvas, ramp, len(ramp.strengths))


@lru_cache(maxsize=64)
def octagon(radius: float, ramp: Ramp) -> Sprite:
    """A filled octagon: the clear paper under a mark."""
    canvas = _around(radius)
    canvas.shape(octagon_corners(radius))
    return sprite_of(canvas, ramp, len(ramp.strengths))


@lru_cache(maxsize=64)
def star(radius: float, ramp: Ramp) -> Sprite:
    """A filled star, the clear paper under a scoring mark."""
    canvas = _around(radius)
    canvas.shape(star_corners(radius))
    return sprite_of(canvas, ramp, len(ramp.strengths))


@lru_cache(maxsize=16)
def ball_pattern(radius: float, ramp: Ramp) -> Sprite:
    """The patches of a football: one in the middle and the beginnings of five around it."""
    canvas = _around(radius)
    inner = radius * 0.4
    corners = [(sin(turn * 0.4 * pi) * inner, -cos(turn * 0.4 * pi) * inner) for turn in range(5)]
    canvas.shape(corners)
    for x, y in corners:
        canvas.line((x, y), (x * 2.4, y * 2.4), radius * 0.13)
    return sprite_of(canvas, ramp, len(ramp.strengths))


@lru_cache(maxsize=16)
def rays(inner: float, outer: float, ramp: Ramp) -> Sprite:
    """Short strokes around a ball, between the directions in which lines may leave it."""
    canvas = _around(outer + 2)
    for turn in range(1, 16, 2):
        right, down = sin(turn * pi / 8), cos(turn * pi / 8)
        width = (outer - inner) * 0.3
        canvas.line((right * inner, down * inner), (right * outer, down * outer), width)
    return sprite_of(canvas, ramp, len(ramp.strengths))


def _around(radius: float) -> Canvas:
    reach = int(radius) + 2
    return Canvas(-reach, -reach, reach, reach)


# -------------------------------------------------------------------------------- goal arrows


@lru_cache(maxsize=64)
def goal_arrow(height: int, ramp: Ramp, *, up: bool, hollow: bool) -> Sprite:
    """The arrow that says which goal a player attacks, drawn as their ink draws lines."""
    half = height // 2
    canvas = _around(half)
    canvas.shape(_arrow_corners(half, up))
    if hollow:
        canvas.shape(_arrow_corners(half, up, inset=max(2, round(height * 0.08))), 0)
    return sprite_of(canvas, ramp, len(ramp.strengths))


def _arrow_corners(half: int, up: bool, inset: int = 0) -> list[Place]:
    """A block arrow with edges upright, level or at 45 degrees; or its inside, `inset` smaller."""
    head, shaft = half * 3 // 4 - round(inset * (1 + SQRT2)), half // 3 - inset
    tip = -half + round(inset * SQRT2)
    corners: list[Place] = [
        (0, tip),
        (head, tip + head),
        (shaft, tip + head),
        (shaft, half - inset),
        (-shaft, half - inset),
        (-shaft, tip + head),
        (-head, tip + head),
    ]
    return corners if up else [(x, -y) for x, y in corners]
