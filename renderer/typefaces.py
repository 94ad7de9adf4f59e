"""The fonts of a line, the first of which that has a character draws it.

A font is opened when a name needs it, and FreeType maps the file: of the megabytes of Chinese only
the glyphs that were drawn are ever read.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

from PIL import ImageFont

_FOLDER = Path(__file__).parent / "fonts"
_WITH_EVERY_PLANE = 12
"""The kind of table of characters that every font in the folder has."""

# FreeType keeps its state in the font, and pictures are made in several threads.
font_lock = Lock()

Ink = tuple[int, int, int, int]
"""Left, top, right and bottom of what a glyph touches, from where it stands on the baseline."""


@dataclass(frozen=True)
class Typeface:
    """One font file: which characters it has, and how large it is written beside the others."""

    file: str
    scale: float = 1
    stroke: float = 0
    """How much wider than in the file a stroke is drawn, in sizes: a bold that has no file."""

    @cached_property
    def _ranges(self) -> tuple[list[int], list[int]]:
        """The first and the last ones of the ranges of code points, in order."""
        with (_FOLDER / self.file).open("rb") as font:
            font.seek(4)
            (tables,) = struct.unpack(">H6x", font.read(8))
            for tag, _, at, length in struct.iter_unpack(">4sLLL", font.read(16 * tables)):
                if tag == b"cmap":
                    font.seek(at)
                    return _ranges_of(font.read(length))
        raise ValueError(f"{self.file} has no table of characters")

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for it; false for the empty string."""
        if not character:
            return False
        first, last = self._ranges
        at = bisect_right(first, ord(character)) - 1
        return at >= 0 and ord(character) <= last[at]

    def font(self, size: int) -> ImageFont.FreeTypeFont:
        """The font for a line of that size."""
        return _font(self.file, round(size * self.scale))

    def stroke_width(self, size: int) -> float:
        """Pixels by which the strokes are drawn wider."""
        return round(size * self.stroke, 1)


def _ranges_of(table: bytes) -> tuple[list[int], list[int]]:
    (kinds,) = struct.unpack_from(">2xH", table)
    for _, _, at in struct.iter_unpack(">HHL", table[4 : 4 + 8 * kinds]):
        kind, groups = struct.unpack_from(">H10xL", table, at)
        if kind == _WITH_EVERY_PLANE:
            ranges = table[at + 16 : at + 16 + 12 * groups]
            pairs = [(first, last) for first, last, _ in struct.iter_unpack(">LLL", ranges)]
            return [first for first, _ in pairs], [last for _, last in pairs]
    raise ValueError("a font has characters of the first plane only")


@lru_cache(maxsize=64)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    # The plain layout is the same on every machine; the other one needs a library that may lack.
    return ImageFont.truetype(_FOLDER / file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def ink(typeface: Typeface, character: str, size: int) -> Ink | None:
    """What a glyph touches, or `None` if it shows nothing."""
    with font_lock:
        mask, (left, top) = typeface.font(size).getmask2(character, "L", anchor="ls")
        touched = mask.getbbox() if all(mask.size) else None
    if touched is None:
        return None
    return left + touched[0], top + touched[1], left + touched[2], top + touched[3]


# ------------------------------------------------------------------------------ which one is it

_BASIC, _BASIC_BOLD = Typeface("DejaVuSans.ttf"), Typeface("DejaVuSans-Bold.ttf")
_ARABIC = Typeface("NotoSansArabicUI-Regular-names.ttf", 0.95)
_ARABIC_BOLD = Typeface("NotoSansArabicUI-Bold-names.ttf", 0.95)
_EAST_ASIAN = Typeface("NotoSansCJKjp-Regular-names.otf", 0.95)
_EAST_ASIAN_BOLD = Typeface("NotoSansCJKjp-Regular-names.otf", 0.95, 0.02)
_EMOJI = Typeface("NotoEmoji-Medium-names.ttf", 0.9)
_MATHEMATICAL = Typeface("NotoSansMath-Regular-names.ttf")

_ARABIC_LETTERS = range(0x600, 0x900)
_FIRST_EMOJI = 0x1F000


def _candidates(character: str, bold: bool) -> Iterator[Typeface]:
    """The fonts to ask, those first whose glyphs go together."""
    arabic = _ARABIC_BOLD if bold else _ARABIC
    if ord(character) in _ARABIC_LETTERS:
        yield arabic
    if ord(character) >= _FIRST_EMOJI:
        yield _EMOJI
    if bold:
        yield _BASIC_BOLD
    yield _BASIC
    yield _EAST_ASIAN_BOLD if bold else _EAST_ASIAN
    yield arabic
    yield _EMOJI
    yield _MATHEMATICAL


@lru_cache(maxsize=4096)
def typeface_of(character: str, bold: bool) -> Typeface | None:
    """The font that draws a character, or `None` if none has it."""
    candidates = _candidates(character, bold)
    return next((typeface for typeface in candidates if typeface.has(character)), None)
