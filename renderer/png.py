"""From an image of palette entries to the bytes of a PNG file.

Written here because Pillow stores a picture with a palette unfiltered. Most of a board's rows
repeat the row above (the paper's and the pitch's upright lines), so the difference to it is
mostly zeros, which zlib packs faster and smaller.
"""

import struct
import zlib

from PIL import Image, ImageChops

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS = 4
PALETTE_COLOURS = 3
"""PNG's colour type of a picture with a palette."""

DIFFERENCE_TO_ROW_ABOVE = 2
"""PNG's filter "up", which stands before each row."""

SMALL = 12_880
"""Bytes of packed rows up to which a picture is small: 13,000 with all else in the file."""

LEVELS = (5, 6, 8)
"""zlib's levels. The first one is enough for most boards; the others, of which the last takes
four times as long, are for those that are not small yet."""

IN_REACH = 1.1
"""How much larger than small a picture may be to be packed harder: that takes off a tenth."""


def encode(entries: Image.Image, palette: bytes) -> bytes:
    """The PNG of an image of palette entries, four bits a pixel.

    The image (mode L, of even width) is used up: it becomes one with a palette.
    """
    width, height = entries.size
    header = struct.pack(">IIBBBBB", width, height, BITS, PALETTE_COLOURS, 0, 0, 0)
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _packed(_filtered_rows(entries, palette))),
            _chunk(b"IEND", b""),
        )
    )


def _filtered_rows(entries: Image.Image, palette: bytes) -> bytes:
    entries.putpalette(palette)
    row_bytes, height = entries.width // 2, entries.height
    rows = Image.frombytes("L", (row_bytes, height), entries.tobytes("raw", "P;4"))
    above = Image.new("L", rows.size, 0)
    above.paste(rows, (0, 1))
    filtered = Image.new("L", (row_bytes + 1, height), DIFFERENCE_TO_ROW_ABOVE)
    filtered.paste(ImageChops.subtract_modulo(rows, above), (1, 0))
    return filtered.tobytes()


def _packed(rows: bytes) -> bytes:
    packed = b""
    for level in LEVELS:
        packed = zlib.compress(rows, level)
        if not SMALL < len(packed) <= SMALL * IN_REACH:
            break
    return packed


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
