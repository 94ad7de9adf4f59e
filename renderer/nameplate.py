"""The lines of text on a board: a player's name and rating beside a goal, and the caption."""

from PIL import Image

from renderer.lattice import Box
from renderer.layout import GAP, Nameplate
from renderer.scene import Side
from renderer.sprites import goal_arrow
from renderer.text import TextTile, line_height, text_tile
from renderer.theme import HIGHLIGHT_ENTRY, PAPER_ENTRY, PENCIL, Theme, ramp_of
from rules import Player

NAME_SIZES = (27, 24, 20, 18)
RATING_SIZE = 17
CAPTION_SIZES = (23, 20, 17)


def draw_nameplate(
    entries: Image.Image, plate: Nameplate, side: Side, player: Player, theme: Theme, moves: bool
) -> None:
    """An arrow to the goal in the player's ink, the name and the rating.

    The name of the player to move is bold and highlighted.
    """
    hollow = theme.ink(player).hollow
    arrow = goal_arrow(plate.arrow_height, ramp_of(player), up=plate.up, hollow=hollow)
    arrow.paste(entries, *plate.arrow)
    if not side.name:
        return
    rating = text_tile(side.rating, plate.text.width // 2, (RATING_SIZE,), PENCIL, sharp=True)
    if not side.rating:
        _write_name(entries, plate, side.name, moves)
    elif line_height(NAME_SIZES[0]) + rating.height <= plate.text.height:
        _write_name(entries, plate, side.name, moves, below=rating)
    else:
        _write_name(entries, plate, side.name, moves, beside=rating)


def _write_name(
    entries: Image.Image,
    plate: Nameplate,
    name: str,
    moves: bool,
    *,
    below: TextTile | None = None,
    beside: TextTile | None = None,
) -> None:
    """The name in the middle of its plate's height, with a tile below or beside it."""
    box = plate.text
    sizes = tuple(size for size in NAME_SIZES if line_height(size) <= box.height)
    taken = beside.width + GAP if beside else 0
    line = text_tile(name, box.width - taken, sizes or NAME_SIZES[-1:], PENCIL, bold=moves)
    left = _left(plate, line.width + taken)
    top = (box.top + box.bottom - line.height - (below.height if below else 0)) // 2
    if below:
        below.paste(entries, _left(plate, below.width), top + line.height, PAPER_ENTRY)
    if beside:
        at = left + line.width + GAP, top + line.baseline - beside.baseline
        beside.paste(entries, *at, PAPER_ENTRY)
    line.paste(entries, left, top, HIGHLIGHT_ENTRY if moves else PAPER_ENTRY)


def _left(plate: Nameplate, width: int) -> int:
    """Where a line of that width begins, so that it stands next to the arrow."""
    return plate.text.left if plate.rightwards else plate.text.right - width


def draw_caption(entries: Image.Image, box: Box, caption: str) -> None:
    """The last line of a finished game, highlighted in the middle of its box."""
    line = text_tile(caption, box.width - 2 * GAP, CAPTION_SIZES, PENCIL, bold=True)
    left = (box.left + box.right - line.width) // 2
    entries.paste(HIGHLIGHT_ENTRY, (left - GAP, box.top, left + line.width + GAP, box.bottom))
    line.paste(entries, left, (box.top + box.bottom - line.height) // 2)
