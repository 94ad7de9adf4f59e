"""The result on the final picture: large beside the bottom goal, or small if it is too long."""

from PIL import Image

from renderer.lattice import Box
from renderer.layout import GAP, Layout
from renderer.text import drawable, line_height, text_tile, text_width
from renderer.theme import HIGHLIGHT_ENTRY, PENCIL

LARGE_SIZES = (34, 31, 28, 25)
"""Of the result in the verdict's box, on one line or two."""
SMALL_SIZES = (23, 20, 17)
"""Of one that is too long for that, on one line in the caption's box."""

SLANT = 8
"""Pixels by which the marker's stroke leans at either end."""


ROOM = GAP + SLANT // 2
"""Pixels that a marker's stroke needs to either side of the text."""


def draw_result(entries: Image.Image, layout: Layout, result: str) -> None:
    """The result on the strokes of a marker, as large as fits."""
    box = layout.verdict
    for wrapped in (_after_colon, _in_halves):
        for size in LARGE_SIZES:
            lines = wrapped(result, size, box.width - 2 * ROOM)
            if lines and len(lines) * (line_height(size) + GAP // 2) <= box.height:
                _draw_lines(entries, box, lines, size)
                return
    _draw_line(entries, layout.caption, result, SMALL_SIZES)


def _after_colon(text: str, size: int, width: int) -> list[str]:
    """The text on one line, or on two of which the first ends with its colon; else none."""
    words = drawable(text).split()
    colons = [at for at, word in enumerate(words, start=1) if word.endswith(":")]
    return _first_fitting(words, [len(words), *colons], size, width)


def _in_halves(text: str, size: int, width: int) -> list[str]:
    """The text on two lines of about the same length; else none."""
    words = drawable(text).split()
    total = len(" ".join(words))
    places = range(1, len(words))
    halves = sorted(places, key=lambda at: abs(2 * len(" ".join(words[:at])) - total))
    return _first_fitting(words, halves, size, width)


def _first_fitting(words: list[str], breaks: list[int], size: int, width: int) -> list[str]:
    """The words broken at the first of these places that lets them fit; none if none does."""
    for at in breaks:
        lines = [" ".join(part) for part in (words[:at], words[at:]) if part]
        if max(text_width(line, size, bold=True) for line in lines) <= width:
            return lines
    return []


def _draw_lines(entries: Image.Image, box: Box, lines: list[str], size: int) -> None:
    tall = line_height(size) + GAP // 2
    top = (box.top + box.bottom - len(lines) * tall) // 2
    for at, line in enumerate(lines):
        place = Box(box.left, top + at * tall, box.right, top + (at + 1) * tall)
        _draw_line(entries, place, line, (size,))


def _draw_line(entries: Image.Image, box: Box, text: str, sizes: tuple[int, ...]) -> None:
    line = text_tile(text, box.width - 2 * ROOM, sizes, PENCIL, bold=True)
    left = (box.left + box.right - line.width) // 2
    _draw_marker(entries, Box(left - GAP, box.top, left + line.width + GAP, box.bottom))
    line.paste(entries, left, (box.top + box.bottom - line.height) // 2)


def _draw_marker(entries: Image.Image, box: Box) -> None:
    """One stroke of the highlighter. Its ends lean in steps of a few rows, which pack well."""
    for step in range(SLANT):
        top = box.top + box.height * step // SLANT
        bottom = box.top + box.height * (step + 1) // SLANT
        aside = SLANT // 2 - step
        entries.paste(HIGHLIGHT_ENTRY, (box.left + aside, top, box.right + aside, bottom))
