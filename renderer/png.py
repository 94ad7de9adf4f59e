"""From an image of palette entries to the bytes of a PNG file.

Written here because Pillow stores a picture with a palette unfiltered. Most of a board's rows
repeat the row above (the paper's and the pitch's upright lines), so the difference to it is
mostly zeros, which zlib packs faster and smaller. Letters are another matter: rows with names in
them are smaller as they are.
"""

import struct
import zlib
from collections.abc import Iterable

from PIL import Image, ImageChops

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS = 4
PALETTE_COLOURS = 3
"""PNG's colour type of a picture with a palette."""

AS_IT_IS, DIFFERENCE_TO_ROW_ABOVE = 0, 2
"""PNG's filters "none" and "up", one of which stands before each row."""

SMALL = 12_880
"""Bytes of packed rows up to which a picture is small: 13,000 with all else in the file."""

FIRST_LEVEL = 5
"""zlib's level that is enough for most boards, and fast."""

HARDER = ((7, 1.09), (8, 1.18))
"""The levels for boards that are not small yet, and how much larger than small they may be for
the level to make them so. It takes twice or four times as long as the first, so just one is tried,
unless the last is needed after all."""


def encode(entries: Image.Image, palette: bytes, lettered: Iterable[tuple[int, int]] = ()) -> bytes:
    """The PNG of an image of palette entries, four bits a pixel.

    `lettered` are the rows with letters in them, as spans from a first row to one that is outside
    again. The image (mode L, of even width) is used up: it becomes one with a palette.
    """
    width, height = entries.size
    header = struct.pack(">IIBBBBB", width, height, BITS, PALETTE_COLOURS, 0, 0, 0)
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _packed(_filtered_rows(entries, palette, lettered))),
            _chunk(b"IEND", b""),
        )
    )


def _filtered_rows(
    entries: Image.Image, palette: bytes, lettered: Iterable[tuple[int, int]]
) -> bytes:
    entries.putpalette(palette)
    row_bytes, height = entries.width // 2, entries.height
    packed = memoryview(entries.tobytes("raw", "P;4"))
    rows = _image(packed, row_bytes)
    following, above = _image(packed[row_bytes:], row_bytes), _image(packed[:-row_bytes], row_bytes)
    filtered = Image.new("L", (row_bytes + 1, height), DIFFERENCE_TO_ROW_ABOVE)
    filtered.paste(ImageChops.subtract_modulo(following, above), (1, 1))
    # Above the first row there is nothing, so that it differs by itself.
    for first, end in ((0, 1), *lettered):
        filtered.paste(AS_IT_IS, (0, first, 1, end))
        filtered.paste(rows.crop((0, first, row_bytes, end)), (1, first))
    return filtered.tobytes()


def _image(packed: memoryview, row_bytes: int) -> Image.Image:
    """The bytes of rows as an image that shares them."""
    size = row_bytes, len(packed) // row_bytes
    # Any buffer will do, whatever Pillow's types say; a slice of bytes would be a copy.
    return Image.frombuffer("L", size, packed, "raw", "L", 0, 1)  # type: ignore[arg-type]


def _packed(rows: bytes) -> bytes:
    packed = zlib.compress(rows, FIRST_LEVEL)
    first = len(packed)
    for level, reach in HARDER:
        if len(packed) > SMALL and first <= SMALL * reach:
            packed = zlib.compress(rows, level)
    return packed


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
