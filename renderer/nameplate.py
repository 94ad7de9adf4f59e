"""A player's name and rating beside a goal."""

from PIL import Image

from renderer.layout import GAP, Nameplate
from renderer.scene import Side
from renderer.sprites import goal_arrow
from renderer.text import TextTile, line_height, text_tile
from renderer.theme import HIGHLIGHT_ENTRY, PAPER_ENTRY, PENCIL, Theme, ramp_of
from rules import Player

NAME_SIZES = (27, 24, 20, 18)
RATING_SIZE = 17


def draw_nameplate(
    entries: Image.Image, plate: Nameplate, side: Side, player: Player, theme: Theme, lit: bool
) -> None:
    """An arrow to the goal in the player's ink, the name and the rating.

    A name that is `lit`, of who is to move or has won, is bold and highlighted.
    """
    hollow = theme.ink(player).hollow
    arrow = goal_arrow(plate.arrow_height, ramp_of(player), up=plate.up, hollow=hollow)
    arrow.paste(entries, *plate.arrow)
    if not side.name:
        return
    if not side.rating:
        _write_name(entries, plate, side.name, lit)
    elif line_height(NAME_SIZES[0]) + line_height(RATING_SIZE) <= plate.text.height:
        _write_name(entries, plate, side.name, lit, below=_rating(side, plate.text.width))
    else:
        _write_name(entries, plate, side.name, lit, beside=_rating(side, plate.text.width // 2))


def _rating(side: Side, width: int) -> TextTile:
    return text_tile(side.rating, width, (RATING_SIZE,), PENCIL, sharp=True)


def _write_name(
    entries: Image.Image,
    plate: Nameplate,
    name: str,
    lit: bool,
    *,
    below: TextTile | None = None,
    beside: TextTile | None = None,
) -> None:
    """The name in the middle of its plate's height, with a tile below or beside it."""
    box = plate.text
    sizes = tuple(size for size in NAME_SIZES if line_height(size) <= box.height)
    taken = beside.width + GAP if beside else 0
    line = text_tile(name, box.width - taken, sizes or NAME_SIZES[-1:], PENCIL, bold=lit)
    left = _left(plate, line.width + taken)
    top = (box.top + box.bottom - line.height - (below.height if below else 0)) // 2
    if below:
        below.paste(entries, _left(plate, below.width), top + line.height, PAPER_ENTRY)
    if beside:
        at = left + line.width + GAP, top + line.baseline - beside.baseline
        beside.paste(entries, *at, PAPER_ENTRY)
    line.paste(entries, left, top, HIGHLIGHT_ENTRY if lit else PAPER_ENTRY)


def _left(plate: Nameplate, width: int) -> int:
    """Where a line of that width begins, so that it stands next to the arrow."""
    return plate.text.left if plate.rightwards else plate.text.right - width
