"""The look of a picture as data: the colours of a sheet and the two inks, and their palette.

A picture has at most 16 colours (a seventeenth doubles its bytes), so every soft edge is one of
few shades: an ink, or the pencil of walls and text, blended over the paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from rules import Player

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A player's ink. A hollow ink draws a double line, so that it differs without colour too."""

    colour: Colour
    hollow: bool


INK_STRENGTHS = (0.2, 0.42, 0.68, 1.0)
PENCIL_STRENGTHS = (0.6, 1.0)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. `highlight` is the marker under whoever is to move.

    `patch` is the pattern on the ball. `shades` says how much of an ink each of its four shades
    holds: faint for goals, light for drafts, medium for older turns, full for the last one.
    """

    paper: Colour
    grid: Colour
    pencil: Colour
    ball: Colour
    patch: Colour
    highlight: Colour
    first: Ink
    second: Ink
    shades: tuple[float, float, float, float] = INK_STRENGTHS

    def ink(self, player: Player) -> Ink:
        """The ink of that player."""
        return self.first if player is Player.FIRST else self.second


PAPER = Theme(
    paper=(253, 251, 244),
    grid=(205, 222, 233),
    pencil=(52, 56, 66),
    ball=(255, 255, 255),
    patch=(38, 42, 52),
    highlight=(255, 226, 92),
    first=Ink((24, 52, 140), hollow=False),
    second=Ink((226, 82, 26), hollow=True),
)
"""Squared paper, a dark blue pen and a double line in lighter orange."""

DARK = Theme(
    paper=(30, 33, 40),
    grid=(51, 58, 68),
    pencil=(214, 219, 226),
    ball=(250, 250, 246),
    patch=(26, 28, 34),
    highlight=(104, 80, 10),
    first=Ink((168, 212, 255), hollow=False),
    second=Ink((238, 104, 34), hollow=True),
    shades=(0.22, 0.46, 0.74, 1.0),
)
"""A slate: the first ink is the lighter one here, since what is light is what stands out."""

HIGH_CONTRAST = Theme(
    paper=(255, 255, 255),
    grid=(196, 196, 196),
    pencil=(0, 0, 0),
    ball=(254, 254, 254),
    patch=(10, 10, 10),
    highlight=(255, 222, 0),
    first=Ink((0, 0, 110), hollow=False),
    second=Ink((204, 56, 0), hollow=True),
    shades=(0.3, 0.55, 0.85, 1.0),
)
"""Black on white, and older turns that are nearly as strong as the last one."""

THEMES: Mapping[str, Theme] = {"paper": PAPER, "dark": DARK, "high-contrast": HIGH_CONTRAST}
"""The themes by the names that settings and commands have for them."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Palette entries of one colour, from faint to full, and how much of it each holds (0 to 1)."""

    start: int
    strengths: tuple[float, ...]

    @property
    def full(self) -> int:
        """The entry of the colour itself."""
        return self.start + len(self.strengths) - 1

    def entry(self, level: int) -> int:
        """The palette entry of a level, from 1 (faint) to the number of strengths (full)."""
        return self.start + level - 1


# The palette's entries; files and tests name them by these words alone. Any order would do: in this
# one the differences between rows repeat each other most, which makes a picture smallest.
FIRST_INK = Ramp(0, INK_STRENGTHS)
GRID_ENTRY = 4
SECOND_INK = Ramp(5, INK_STRENGTHS)
PAPER_ENTRY = 9
PENCIL = Ramp(10, PENCIL_STRENGTHS)
HIGHLIGHT_ENTRY = 12
BALL_ENTRY = 13
PATCH = Ramp(14, PENCIL_STRENGTHS)
ENTRIES = 16


def ramp_of(player: Player) -> Ramp:
    """The palette entries of a player's ink."""
    return FIRST_INK if player is Player.FIRST else SECOND_INK


@lru_cache(maxsize=16)
def palette(theme: Theme) -> bytes:
    """The theme's palette: `ENTRIES` colours of three bytes."""
    colours = [theme.paper] * ENTRIES
    colours[GRID_ENTRY] = theme.grid
    colours[BALL_ENTRY] = theme.ball
    colours[HIGHLIGHT_ENTRY] = theme.highlight
    for ramp, colour, ground, strengths in (
        (PENCIL, theme.pencil, theme.paper, PENCIL_STRENGTHS),
        (FIRST_INK, theme.first.colour, theme.paper, theme.shades),
        (SECOND_INK, theme.second.colour, theme.paper, theme.shades),
        (PATCH, theme.patch, theme.ball, PENCIL_STRENGTHS),
    ):
        for level, strength in enumerate(strengths, start=1):
            colours[ramp.entry(level)] = _blend(colour, ground, strength)
    return bytes(part for colour in colours for part in colour)


def _blend(colour: Colour, ground: Colour, strength: float) -> Colour:
    red, green, blue = (
        round(above * strength + below * (1 - strength))
        for above, below in zip(colour, ground, strict=True)
    )
    return red, green, blue
