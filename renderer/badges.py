"""Small badges with a number, which tell the order of a long turn's steps.

The digits are strokes of a pen, not letters of a font: at this size they stay clearer.
"""

from functools import lru_cache
from itertools import pairwise

from renderer.sprites import Canvas, Place, Sprite, octagon_corners, sprite_of
from renderer.theme import Ramp

Strokes = tuple[tuple[Place, ...], ...]

DIGITS: tuple[Strokes, ...] = (
    (((1, 0), (3, 0), (4, 1.2), (4, 4.8), (3, 6), (1, 6), (0, 4.8), (0, 1.2), (1, 0)),),
    (((0.6, 1.2), (2.2, 0), (2.2, 6)),),
    (((0, 1.2), (1, 0), (3, 0), (4, 1), (4, 2.2), (0, 6), (4, 6)),),
    (
        ((0, 0.7), (1, 0), (3, 0), (4, 0.9), (4, 2), (3, 2.9), (1.6, 2.9)),
        ((3, 2.9), (4, 3.9), (4, 5), (3, 6), (1, 6), (0, 5.3)),
    ),
    (((3, 6), (3, 0), (0, 4.2), (4, 4.2)),),
    (
        (
            (3.8, 0),
            (0.5, 0),
            (0.2, 2.6),
            (1, 2.3),
            (3, 2.3),
            (4, 3.3),
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5.3),
        ),
    ),
    (
        (
            (3.6, 0.2),
            (2.6, 0),
            (1.2, 0.2),
            (0, 1.8),
            (0, 5),
            (1, 6),
            (3, 6),
            (4, 5),
            (4, 3.6),
            (3, 2.6),
            (1, 2.6),
            (0, 3.6),
        ),
    ),
    (((0, 0), (4, 0), (1.4, 6)),),
    (
        ((1, 0), (3, 0), (3.9, 0.9), (3.9, 2), (3, 2.9), (1, 2.9), (0.1, 2), (0.1, 0.9), (1, 0)),
        ((1, 2.9), (0, 3.9), (0, 5), (1, 6), (3, 6), (4, 5), (4, 3.9), (3, 2.9)),
    ),
    (
        (
            (0.4, 5.8),
            (1.4, 6),
            (2.8, 5.8),
            (4, 4.2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
            (0, 2.4),
            (1, 3.4),
            (3, 3.4),
            (4, 2.4),
        ),
    ),
)
"""Each digit as strokes on a grid of 4 to 6, from its top left corner."""

WIDTH, HEIGHT, DISTANCE = 4, 6, 2.8
"""A digit's size on that grid, and what lies between the middles of two strokes beside it."""

PEN = 0.19
"""The pen's width as a part of the badge's radius."""

HALO = 2
"""Pixels of clear paper around a badge."""


@lru_cache(maxsize=256)
def badge(number: int, radius: float, ramp: Ramp, *, hollow: bool) -> Sprite:
    """A number in an octagon of ink, or within one of a hollow ink; it belongs on clear ground."""
    canvas = _around(radius)
    canvas.shape(octagon_corners(radius))
    if hollow:
        canvas.shape(octagon_corners(radius - max(1, round(radius * 0.15))), 0)
    text = str(number)
    # Two digits are a little smaller, and three, which hardly anybody will see, much.
    unit = radius * (0.2, 0.15, 0.11)[min(len(text), 3) - 1]
    left = -unit * (len(text) * WIDTH + (len(text) - 1) * DISTANCE) / 2
    for at, digit in enumerate(text):
        start = left + at * unit * (WIDTH + DISTANCE)
        for strokes in DIGITS[int(digit)]:
            places = [(start + x * unit, (y - HEIGHT / 2) * unit) for x, y in strokes]
            for here, there in pairwise(places):
                canvas.line(here, there, radius * PEN, 255 if hollow else 0)
    # Without soft edges, which would make a picture with a long chain much larger.
    return sprite_of(canvas, Ramp(ramp.full, (1.0,)), 1)


@lru_cache(maxsize=16)
def badge_ground(radius: float, ramp: Ramp) -> Sprite:
    """The clear ground of a badge."""
    canvas = _around(radius + HALO)
    canvas.shape(octagon_corners(radius + HALO))
    return sprite_of(canvas, ramp, len(ramp.strengths))


def _around(radius: float) -> Canvas:
    reach = int(radius) + 2
    return Canvas(-reach, -reach, reach, reach)
