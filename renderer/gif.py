"""From frames of palette entries to the bytes of an animated GIF file.

Written here because Pillow compares whole frames and makes a palette for each. Here a frame holds
no more than the rectangle that has changed, and there only the pixels that have: the others are of
an entry of their own, through which the frame below shows. Pillow packs the rectangles.
"""

import struct

from PIL import Image, ImageChops

from renderer.lattice import Box
from renderer.theme import ENTRIES

SIGNATURE = b"GIF89a"
END = b";"

CLEAR = ENTRIES
"""The palette entry that shows the frame below: the first one that no theme uses."""

BITS = CLEAR.bit_length()
"""Bits that name an entry of the palette: four, as in the boards' pictures."""

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
        self._add(entries, (0, 0), milliseconds)

    def change(
        self, before: Image.Image, after: Image.Image, corner: tuple[int, int], milliseconds: int
    ) -> None:
        """A frame that differs from the last one in this part, which begins at `corner`."""
        difference = ImageChops.subtract_modulo(after, before)
        # A frame needs a pixel, even if nothing has changed.
        box = Box(*(difference.getbbox() or (0, 0, 1, 1)))
        part = difference.crop(box)
        # Far more than full wherever there is any difference: a mask of what has changed.
        mask = ImageChops.add(part, part, scale=0.001)
        changed = Image.new("L", (box.width, box.height), CLEAR)
        changed.paste(after.crop(box), (0, 0), mask)
        self._add(changed, (corner[0] + box.left, corner[1] + box.top), milliseconds)

    def file(self) -> bytes:
        """The whole file."""
        return b"".join((self._header(), *self._blocks, END))

    def _header(self) -> bytes:
        # One palette for all frames.
        flags = 0x80 | (BITS - 1) << 4 | (BITS - 1)
        colours = self._palette.ljust(3 << BITS, b"\0")
        return SIGNATURE + struct.pack("<HHBBB", *self._size, flags, 0, 0) + colours

    def _add(self, entries: Image.Image, corner: tuple[int, int], milliseconds: int) -> None:
        flags = KEEP_FRAME << 2 | 1
        control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, flags, milliseconds // TICK, CLEAR, 0)
        place = struct.pack("<BHHHHBB", 0x2C, *corner, *entries.size, 0, BITS)
        self._blocks += (control, place, entries.tobytes("gif", "L", BITS, 0), b"\0")
