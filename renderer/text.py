"""Names and other lines of text as sprites: whatever is written in them, they keep to their box."""

import unicodedata
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.sprites import shades
from renderer.theme import Ramp
from renderer.typefaces import ink, typeface_of
from renderer.typesetting import Cluster, clusters, glyph, set_line

UNKNOWN = "•"
"""Stands for a character that no font has; a font's own sign for it is a box."""

ELLIPSIS = "…"

LONGEST = 64
"""Characters of a text that are looked at: more never fit into a picture."""

_SAMPLE_SIZE = 20
"""In which it is seen whether a glyph shows anything."""

_JOINER = "\u200d"
_ON_OTHERS = ("Cc", "Cf", "Mn", "Mc", "Me")
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_SHAKEN = "\u2194"
"""The arrow that makes a shaken head of a face; not all that is joined is called a symbol."""

_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters of Korean that show nothing."""


# ------------------------------------------------------------------------------ what is written


def drawable(text: str) -> str:
    """The text as one line that the fonts can draw, in the order of reading.

    White space becomes one blank, each letter without a glyph becomes `UNKNOWN`, with its marks,
    and an emoji of several becomes the first of them. What shows nothing by itself goes; a text
    that leaves nothing becomes `UNKNOWN`.
    """
    shown: list[str] = []
    before, joined = "", False
    for cluster in clusters(unicodedata.normalize("NFC", text)[:LONGEST]):
        base = cluster.base
        if base == _JOINER:
            joined = _is_symbol(before)
            continue
        if not (joined and _is_symbol(base)):
            shown.append(_shown(cluster))
        before, joined = base, False
    line = " ".join("".join(shown).split())
    return line or (UNKNOWN if text else "")


def _is_symbol(base: str) -> bool:
    """Whether it may be a part of an emoji of several."""
    return bool(base) and (unicodedata.category(base[0]) in ("So", "Sk") or base == _SHAKEN)


def _shown(cluster: Cluster) -> str:
    """The cluster, or what stands for it; nothing for what only changes the one before it."""
    base, marks = cluster
    sign = _sign(base)
    if sign != base or sign.isspace():
        return sign
    return sign + "".join(mark for mark in marks if _sign(mark) == mark)


@lru_cache(maxsize=4096)
def _sign(base: str) -> str:
    """The base of a cluster or a mark, or what stands for it."""
    if base.isspace() or base in _FILLERS:
        return " "
    category = unicodedata.category(base[0])
    if category in ("Cs", "Co"):
        return UNKNOWN
    if category in ("Cc", "Cf") or ord(base[0]) in _SKIN_TONES:
        return ""
    typeface = typeface_of(glyph(base), False)
    if typeface is None:
        return "" if category in _ON_OTHERS else UNKNOWN
    if ink(typeface, glyph(base), _SAMPLE_SIZE) is None:
        return "" if category in _ON_OTHERS else " "
    return base


# ------------------------------------------------------------------------------ how it is fitted


def text_width(text: str, size: int, *, bold: bool) -> int:
    """Pixels across a text that `drawable` returned."""
    return set_line(text, size, bold=bold).width


def fitted(text: str, width: int, sizes: tuple[int, ...], *, bold: bool) -> tuple[str, int]:
    """What can be drawn of a text, and the largest size in which it fits into `width` pixels.

    What does not fit in the smallest one is shortened, with an ellipsis.
    """
    line = drawable(text)
    for size in sizes:
        if text_width(line, size, bold=bold) <= width:
            return line, size
    size = sizes[-1]
    letters = ["".join(cluster) for cluster in clusters(line)]

    def shortened(count: int) -> str:
        return "".join(letters[:count]).rstrip() + ELLIPSIS

    # Halving needs six measurements where cutting letter by letter may need sixty.
    fits, too_long = 0, len(letters)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if text_width(shortened(middle), size, bold=bold) <= width:
            fits = middle
        else:
            too_long = middle
    return shortened(fits), size


class TextTile:
    """A line of text as palette entries, and the mask of what it touches; sizes in pixels.

    Its height depends on the letters' size alone, so that lines of different texts stand alike.
    """

    __slots__ = ("baseline", "entries", "height", "touched", "width")

    def __init__(self, entries: Image.Image, touched: Image.Image, baseline: int) -> None:
        self.entries = entries
        self.touched = touched
        self.baseline = baseline
        self.width, self.height = entries.size

    def paste(self, entries: Image.Image, left: int, top: int, ground: int | None = None) -> None:
        """Write the line, on a ground of one palette entry a little wider than it if given."""
        if ground is not None:
            entries.paste(ground, (left - 5, top, left + self.width + 5, top + self.height))
        entries.paste(self.entries, (left, top), self.touched)


def line_height(size: int) -> int:
    """Pixels from the top to the bottom of a line of that size."""
    return round(size * 1.25)


@lru_cache(maxsize=512)
def text_tile(
    text: str,
    width: int,
    sizes: tuple[int, ...],
    ramp: Ramp,
    *,
    bold: bool = False,
    sharp: bool = False,
) -> TextTile:
    """A line of at most `width` pixels in the largest of the sizes that fits, or shortened.

    `sharp` is for small signs: no soft edges, the font fits its lines to the pixels.
    """
    text, size = fitted(text, width, sizes, bold=bold)
    line = set_line(text, size, bold=bold)
    tile = max(1, min(width, line.width)), line_height(size)
    coverage = Image.new("L", tile, 0)
    draw = ImageDraw.Draw(coverage)
    draw.fontmode = "1" if sharp else "L"
    line.draw(draw, baseline=size)
    faintest = round(255 * ramp.strengths[0] / ramp.strengths[-1] / 2)
    return TextTile(
        coverage.point(shades(ramp, len(ramp.strengths))),
        coverage.point([255 * (tone >= faintest) for tone in range(256)], "1"),
        baseline=size,
    )
