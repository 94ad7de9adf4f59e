"""A picture at another width: smoothly, since no other size has a whole number of pixels a line."""

from io import BytesIO

from PIL import Image

from renderer.layout import WIDTH

LEAST, MOST = 90, 4_320
"""Pixels across that make sense: the eighth of a picture's own width, and six times as many."""


def resized(picture: bytes, width: int) -> bytes:
    """The PNG `width` pixels wide, in all its colours; its own width leaves it as it is."""
    if width == WIDTH:
        return picture
    image = Image.open(BytesIO(picture)).convert("RGB")
    height = round(image.height * width / image.width)
    buffer = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(buffer, "PNG")
    return buffer.getvalue()
