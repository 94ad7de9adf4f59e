"""Every theme can be read by those who see no red, no green or no blue, and without any colour."""

from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist

import pytest

from renderer import THEMES, Theme
from renderer.theme import (
    BALL_ENTRY,
    FIRST_INK,
    GRID_ENTRY,
    HIGHLIGHT_ENTRY,
    PAPER_ENTRY,
    PATCH,
    PENCIL,
    SECOND_INK,
    Colour,
    palette,
)

Linear = tuple[float, float, float]

# Full deficiency, for linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
# Visualization and Computer Graphics 15 (6), 2009, severity 1.0.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)

# WCAG 2.2: 3 to 1 for what is needed to understand a picture (1.4.11), 4.5 to 1 for text (1.4.3).
GRAPHICS, TEXT = 3, 4.5

# Differences in CIE Lab (1976): 2.3 can just be noticed beside each other; these can at a glance.
INKS_APART, SHADES_APART, SEEN = 30, 12, 5

SHADES_RATIO = 1.4
"""How much brighter the brighter ink is at least: stroke tells them apart as well."""


def linear(colour: Colour) -> Linear:
    """From sRGB to amounts of light."""
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    )
    return red, green, blue


def seen_by(deficiency: str) -> Callable[[Colour], Linear]:
    """How somebody sees a colour: with a deficiency, with none, or without any colour."""

    def seen(colour: Colour) -> Linear:
        light = linear(colour)
        if deficiency == "none":
            return light
        if deficiency == "grey":
            grey = luminance(light)
            return grey, grey, grey
        red, green, blue = (
            min(1, max(0, sum(share * part for share, part in zip(row, light, strict=True))))
            for row in DEFICIENCIES[deficiency]
        )
        return red, green, blue

    return seen


def luminance(light: Linear) -> float:
    """How bright it is, 0 to 1."""
    return sum(share * part for share, part in zip(LUMINANCE, light, strict=True))


def contrast(one: Linear, other: Linear) -> float:
    """WCAG's contrast ratio."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def lab(light: Linear) -> tuple[float, float, float]:
    """CIE Lab for the white of sRGB (D65)."""
    red, green, blue = light
    shares = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        luminance(light),
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Linear, other: Linear) -> float:
    """How different two colours look (CIE 1976)."""
    return dist(lab(one), lab(other))


def colour(theme: Theme, entry: int) -> Colour:
    """A palette entry's colour."""
    red, green, blue = palette(theme)[3 * entry : 3 * entry + 3]
    return red, green, blue


PEOPLE = pytest.mark.parametrize("deficiency", ["none", *DEFICIENCIES, "grey"])
LOOKS = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())


@PEOPLE
@LOOKS
def test_inks_and_pencil_stand_out_from_the_paper(theme: Theme, deficiency: str) -> None:
    """The last turn, the marks, the walls and the ball have the contrast that pictures need."""
    seen = seen_by(deficiency)
    paper = seen(colour(theme, PAPER_ENTRY))
    for entry in (FIRST_INK.full, SECOND_INK.full, PENCIL.full):
        assert contrast(seen(colour(theme, entry)), paper) >= GRAPHICS
    ball, patch = (seen(colour(theme, entry)) for entry in (BALL_ENTRY, PATCH.full))
    assert contrast(ball, patch) >= GRAPHICS
    assert max(contrast(ball, paper), contrast(seen(theme.pencil), paper)) >= GRAPHICS


@PEOPLE
@LOOKS
def test_text_can_be_read(theme: Theme, deficiency: str) -> None:
    """Names have the contrast of text on the paper and on the marker."""
    seen = seen_by(deficiency)
    pencil = seen(colour(theme, PENCIL.full))
    for entry in (PAPER_ENTRY, HIGHLIGHT_ENTRY):
        assert contrast(pencil, seen(colour(theme, entry))) >= TEXT


@PEOPLE
@LOOKS
def test_the_inks_differ(theme: Theme, deficiency: str) -> None:
    """Old turns and new ones: the two inks look different, and one is clearly the darker one."""
    seen = seen_by(deficiency)
    for level in (3, 4):
        first, second = (seen(colour(theme, ink.entry(level))) for ink in (FIRST_INK, SECOND_INK))
        assert difference(first, second) >= (SHADES_APART if deficiency == "grey" else INKS_APART)
    assert contrast(seen(theme.first.colour), seen(theme.second.colour)) >= SHADES_RATIO


@PEOPLE
@LOOKS
def test_what_is_quiet_is_still_seen(theme: Theme, deficiency: str) -> None:
    """Grid, marker, drafts and older turns differ from the paper, and from quiet to strong."""
    seen = seen_by(deficiency)
    paper, grid = (seen(colour(theme, entry)) for entry in (PAPER_ENTRY, GRID_ENTRY))
    assert difference(grid, paper) >= SEEN
    assert difference(seen(theme.highlight), paper) >= SEEN
    for ink in (FIRST_INK, SECOND_INK):
        levels = [contrast(seen(colour(theme, ink.entry(level))), paper) for level in (1, 2, 3, 4)]
        assert levels == sorted(levels)
        assert min(after / before for before, after in pairwise(levels)) > 1.1
        assert levels[1] > contrast(grid, paper)
        assert difference(seen(colour(theme, ink.start)), paper) >= SEEN


@LOOKS
def test_an_ink_is_known_without_any_colour(theme: Theme) -> None:
    """One ink is a double line and the other is not, whatever their colours."""
    assert theme.first.hollow is not theme.second.hollow


def test_themes_are_told_apart() -> None:
    """No two themes share their paper and their inks."""
    for one, other in combinations(THEMES.values(), 2):
        assert palette(one) != palette(other)
        assert one.paper != other.paper


def test_the_simulation_is_one() -> None:
    """Red and green of equal brightness differ for most people and hardly for a deuteranope."""
    red, green = (200, 60, 60), (60, 128, 60)
    normal, deficient = seen_by("none"), seen_by("deuteranopia")
    assert difference(normal(red), normal(green)) > 80
    assert difference(deficient(red), deficient(green)) < 40
    assert deficient((255, 255, 255)) == pytest.approx((1, 1, 1), abs=1e-3)
