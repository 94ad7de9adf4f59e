"""From frames of palette entries to the bytes of an animated GIF file.

Written here because Pillow compares whole frames and makes a palette for each. Here a frame holds
no more than the rectangle that has changed, and there only the pixels that have: all others are of
an entry that the rectangle does not use, through which the frame below shows. Pillow packs the
rectangles.
"""

import struct

from PIL import Image, ImageChops

from renderer.lattice import Box

SIGNATURE = b"GIF89a"
END = b";"

BITS = 4
"""Bits that name an entry of the palette, as in the boards' pictures."""

KEEP_FRAME = 1
"""GIF's disposal of a frame that stays below the next one."""

TICK = 10
"""Milliseconds: GIF counts in hundredths of a second."""


class Animation:
    """A GIF file that grows frame by frame. Frames are images of palette entries (mode L).

    It is played once: the last frame stays.
    """

    def __init__(self, palette: bytes) -> None:
        self._palette = palette
        self._blocks: list[bytes] = []
        self._size = 0, 0

    def begin(self, entries: Image.Image, milliseconds: int) -> None:
        """The first frame."""
        self._size = entries.size
        self._add(entries, (0, 0), milliseconds, None)

    def change(
        self, before: Image.Image, after: Image.Image, corner: tuple[int, int], milliseconds: int
    ) -> None:
        """A frame that differs from the last one in this part, which begins at `corner`."""
        difference = ImageChops.subtract_modulo(after, before)
        # A frame needs a pixel, even if nothing has changed.
        box = Box(*(difference.getbbox() or (0, 0, 1, 1)))
        changed, part = after.crop(box), difference.crop(box)
        clear = _unused(changed)
        if clear is not None:
            # Far more than full wherever there is any difference: a mask of what has changed.
            mask = ImageChops.add(part, part, scale=0.001)
            shown, changed = changed, Image.new("L", changed.size, clear)
            changed.paste(shown, (0, 0), mask)
        self._add(changed, (corner[0] + box.left, corner[1] + box.top), milliseconds, clear)

    def file(self) -> bytes:
        """The whole file."""
        return b"".join((self._header(), *self._blocks, END))

    def _header(self) -> bytes:
        # One palette for all frames.
        flags = 0x80 | (BITS - 1) << 4 | (BITS - 1)
        colours = self._palette.ljust(3 << BITS, b"\0")
        return SIGNATURE + struct.pack("<HHBBB", *self._size, flags, 0, 0) + colours

    def _add(
        self, entries: Image.Image, corner: tuple[int, int], milliseconds: int, clear: int | None
    ) -> None:
        flags = KEEP_FRAME << 2 | (clear is not None)
        ticks = milliseconds // TICK
        control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, flags, ticks, clear or 0, 0)
        place = struct.pack("<BHHHHBB", 0x2C, *corner, *entries.size, 0, BITS)
        self._blocks += (control, place, entries.tobytes("gif", "L", BITS, 0), b"\0")


def _unused(entries: Image.Image) -> int | None:
    """A palette entry that no pixel has, if there is one."""
    counts = entries.histogram()
    return next((entry for entry in range(1 << BITS) if not counts[entry]), None)
