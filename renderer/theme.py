"""The look of a picture as data: the colours of a sheet and the two inks, and their palette.

A picture has at most 16 colours (a seventeenth doubles its bytes), so every soft edge is one of
few shades: an ink, or the pencil of walls and text, blended over the paper.
"""

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


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. `highlight` is the marker under whoever is to move."""

    paper: Colour
    grid: Colour
    pencil: Colour
    ball: Colour
    highlight: Colour
    first: Ink
    second: Ink

    def ink(self, player: Player) -> Ink:
        """The ink of that player."""
        return self.first if player is Player.FIRST else self.second


PAPER = Theme(
    paper=(253, 251, 244),
    grid=(205, 222, 233),
    pencil=(52, 56, 66),
    ball=(255, 255, 255),
    highlight=(255, 226, 92),
    first=Ink((24, 52, 140), hollow=False),
    second=Ink((226, 82, 26), hollow=True),
)
"""Squared paper, a dark blue pen and a double line in lighter orange."""


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


INK_STRENGTHS = (0.2, 0.42, 0.68, 1.0)
PENCIL_STRENGTHS = (0.6, 1.0)

# The palette's entries; files and tests name them by these words alone. Any order would do: in this
# one the differences between rows repeat each other most, which makes a picture smallest.
FIRST_INK = Ramp(0, INK_STRENGTHS)
GRID_ENTRY = 4
SECOND_INK = Ramp(5, INK_STRENGTHS)
PAPER_ENTRY = 9
PENCIL = Ramp(10, PENCIL_STRENGTHS)
HIGHLIGHT_ENTRY = 12
BALL_ENTRY = 13
ENTRIES = 14


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
    for ramp, colour in (
        (PENCIL, theme.pencil),
        (FIRST_INK, theme.first.colour),
        (SECOND_INK, theme.second.colour),
    ):
        for level, strength in enumerate(ramp.strengths, start=1):
            colours[ramp.entry(level)] = _blend(colour, theme.paper, strength)
    return bytes(part for colour in colours for part in colour)


def _blend(colour: Colour, paper: Colour, strength: float) -> Colour:
    red, green, blue = (
        round(above * strength + below * (1 - strength))
        for above, below in zip(colour, paper, strict=True)
    )
    return red, green, blue
