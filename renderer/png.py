"""From an image of palette entries to the bytes of a PNG file."""

from io import BytesIO

from PIL import Image

COMPRESSION = 3
"""zlib's level: higher ones cost more time than they save bytes."""


def encode(entries: Image.Image, palette: bytes) -> bytes:
    """The PNG of an image of palette entries (mode L, changed in place), four bits a pixel."""
    entries.putpalette(palette)
    buffer = BytesIO()
    entries.save(buffer, "PNG", bits=4, compress_level=COMPRESSION)
    return buffer.getvalue()
