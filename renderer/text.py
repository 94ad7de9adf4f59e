"""Names and other lines of text as sprites: whatever is written in them, they keep to their box."""

import unicodedata
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from renderer.sprites import shades
from renderer.theme import Ramp

UNKNOWN = "•"
"""Stands for a character that the font does not have; a font's own sign for it is a box."""

ELLIPSIS = "…"

LONGEST = 64
"""Characters of a text that are looked at: more never fit into a picture."""

_JOINER = "\u200d"
_ON_OTHERS = ("Cc", "Cf", "Mn", "Me")
_SKIN_TONES = range(0x1F3FB, 0x1F400)

# FreeType keeps its state in the font, and pictures are made in several threads.
_font_lock = Lock()


@lru_cache(maxsize=16)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(BytesIO(_font_file(name)), size)


@lru_cache(maxsize=2)
def _glyph_font(bold: bool) -> ImageFont.FreeTypeFont:
    """For single characters: the plain layout puts no dotted circle under a mark."""
    return _font(20, bold).font_variant(layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2)
def _font_file(name: str) -> bytes:
    return files("renderer").joinpath("fonts", name).read_bytes()


# ------------------------------------------------------------------------------ what is written


def drawable(text: str, *, bold: bool = False) -> str:
    """The text as one line that the font can draw.

    White space becomes one blank and each character without a glyph becomes `UNKNOWN`, an emoji of
    several as one. What shows nothing by itself goes; a text that leaves nothing becomes `UNKNOWN`.
    """
    shown: list[str] = []
    joined = False
    for character in unicodedata.normalize("NFC", text)[:LONGEST]:
        if character == _JOINER:
            # An emoji of several: the first of them stands for all.
            joined = True
            continue
        sign = _sign(character, bold)
        if sign != UNKNOWN or not joined:
            shown.append(sign)
        joined = False
    line = " ".join("".join(shown).split())
    return line or (UNKNOWN if text else "")


def _sign(character: str, bold: bool) -> str:
    """The character, or what stands for it; nothing for what only changes the one before it."""
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category == "Cs":
        return UNKNOWN
    glyph = _glyph(character, bold)
    # A font draws the same sign, usually a box, for whatever it does not have.
    if any(glyph[1]) and glyph != _glyph("\U0010ffff", bold):
        return character
    if category in _ON_OTHERS or ord(character) in _SKIN_TONES:
        return ""
    return UNKNOWN if any(glyph[1]) else " "


@lru_cache(maxsize=4096)
def _glyph(character: str, bold: bool) -> tuple[tuple[int, int], bytes]:
    with _font_lock:
        mask = _glyph_font(bold).getmask(character)
    return mask.size, bytes(mask)


# ------------------------------------------------------------------------------ how it is fitted


def text_width(text: str, size: int, *, bold: bool) -> int:
    """Pixels across a text that `drawable` returned."""
    with _font_lock:
        left, _, right, _ = _font(size, bold).getbbox(text)
    return round(right - min(left, 0))


def fitted(text: str, width: int, sizes: tuple[int, ...], *, bold: bool) -> tuple[str, int]:
    """What can be drawn of a text, and the largest size in which it fits into `width` pixels.

    What does not fit in the smallest one is shortened, with an ellipsis.
    """
    line = drawable(text, bold=bold)
    for size in sizes:
        if text_width(line, size, bold=bold) <= width:
            return line, size
    size = sizes[-1]
    # Halving needs six measurements where cutting letter by letter may need sixty.
    fits, too_long = 0, len(line)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if text_width(line[:middle].rstrip() + ELLIPSIS, size, bold=bold) <= width:
            fits = middle
        else:
            too_long = middle
    return line[:fits].rstrip() + ELLIPSIS, size


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
    line, size = fitted(text, width, sizes, bold=bold)
    tile = max(1, min(width, text_width(line, size, bold=bold))), line_height(size)
    coverage = Image.new("L", tile, 0)
    if line:
        draw = ImageDraw.Draw(coverage)
        draw.fontmode = "1" if sharp else "L"
        with _font_lock:
            draw.text((0, size), line, 255, _font(size, bold), anchor="ls")
    faintest = round(255 * ramp.strengths[0] / ramp.strengths[-1] / 2)
    return TextTile(
        coverage.point(shades(ramp, len(ramp.strengths))),
        coverage.point([255 * (tone >= faintest) for tone in range(256)], "1"),
        baseline=size,
    )
