"""A page of an exercise book: squared paper of any height, with lines of text that stand on it.

What is written clears the squares under it, as a name does on a board.
"""

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from PIL import Image

from renderer.lattice import Box
from renderer.text import TextTile, fitted, text_tile
from renderer.theme import GRID_ENTRY, PAPER_ENTRY, PENCIL, Ramp

PAGE_WIDTH = 720
"""Pixels across a page: as wide as a board."""
SQUARE = 30
"""Pixels to a side of a page's squares; a line of text is one of them high."""
MARGIN = SQUARE // 2
"""Pixels from the page's edges to the first line of its squares: half a square is cut off."""
COLUMNS = (PAGE_WIDTH - 2 * MARGIN) // SQUARE
"""Whole squares across."""

SOFT_PENCIL = Ramp(PENCIL.start, PENCIL.strengths[:1])
"""For what is to be found and not to be read first."""


class Align(Enum):
    """Where a line of text stands in its box."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


def page_height(rows: int) -> int:
    """Pixels of a page that is so many whole squares high."""
    return rows * SQUARE + 2 * MARGIN


def squares(left: float, top: float, right: float, bottom: float) -> Box:
    """What lies between lines of the paper, counted from the first one; halves are allowed."""
    return Box(*(round(MARGIN + SQUARE * at) for at in (left, top, right, bottom)))


@lru_cache(maxsize=4)  # up to a megabyte each
def page(rows: int) -> Image.Image:
    """The empty page as palette entries (mode L). It is shared: copy it before drawing on it."""
    height = page_height(rows)
    entries = Image.new("L", (PAGE_WIDTH, height), PAPER_ENTRY)
    for x in range(MARGIN, PAGE_WIDTH, SQUARE):
        entries.paste(GRID_ENTRY, (x, 0, x + 1, height))
    for y in range(MARGIN, height, SQUARE):
        entries.paste(GRID_ENTRY, (0, y, PAGE_WIDTH, y + 1))
    return entries


def write(
    entries: Image.Image,
    text: str,
    box: Box,
    sizes: tuple[int, ...],
    *,
    align: Align = Align.LEFT,
    bold: bool = False,
    ramp: Ramp = PENCIL,
    ground: int | None = PAPER_ENTRY,
) -> TextTile | None:
    """A line in the middle of a box's height, in the largest size that fits, or shortened.

    What was written, None if the text is empty.
    """
    if not text:
        return None
    tile = text_tile(text, box.width, sizes, ramp, bold=bold)
    left = box.left + round((box.width - tile.width) * align.value)
    top = (box.top + box.bottom - tile.height) // 2
    if ground is not None:
        entries.paste(ground, (left - 3, top, left + tile.width + 3, top + tile.height))
    tile.paste(entries, left, top)
    return tile


def rule(entries: Image.Image, y: int, left: int, right: int, thick: int, entry: int) -> None:
    """A level line along the paper's line at `y`, as thick above it as below."""
    entries.paste(entry, (left, y - thick // 2, right, y - thick // 2 + thick))


def common_size(texts: Iterable[str], width: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The largest size in which all of the texts fit, so that lines below each other look alike;
    the smallest one if there is none.
    """
    return max((_size(text, width, sizes) for text in texts), key=len, default=sizes)[-1:]


@lru_cache(maxsize=512)
def _size(text: str, width: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes down to the one in which a text fits."""
    return sizes[: sizes.index(fitted(text, width, sizes, bold=False)[1]) + 1]
