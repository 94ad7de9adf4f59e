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

COMPRESSION = 5
"""zlib's level: a higher one costs more time than its few bytes are worth."""


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
            _chunk(b"IDAT", zlib.compress(_filtered_rows(entries, palette), COMPRESSION)),
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


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
