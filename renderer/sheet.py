"""The empty sheet of a pitch: squared paper, goals, walls and rulers, made once and copied."""

from functools import lru_cache

from PIL import Image

from renderer.lattice import Box, Lattice
from renderer.layout import RULER_RIGHT, Layout
from renderer.text import text_tile
from renderer.theme import GRID_ENTRY, PAPER_ENTRY, PENCIL, SECOND_INK, Ramp, ramp_of
from rules import Goal, Point

# The rulers are there to be found, not to be read first: the pencil's soft shade.
QUIET_PENCIL = Ramp(PENCIL.start, PENCIL.strengths[:1])

MARGIN_ENTRY = SECOND_INK.entry(2)

GRID_LEAST = 14
"""Pixels to a side of the squares below which a grid would be a grey haze."""

FRAME_SIDE = 2
FRAME_CORNER = 6
FRAME_LONG = 20
"""Pixels across a frame's sides, across its corners, and along each of those."""

RULER_ABOVE = 13
"""Pixels from the paper's top edge up to the middle of the ruler of x."""
RULER_BEFORE = 20
"""Pixels from the paper's left edge to the middle of the ruler of y."""


@lru_cache(maxsize=16)  # two thirds of a megabyte each
def sheet(layout: Layout) -> Image.Image:
    """The sheet as palette entries (mode L). It is shared: copy it before drawing on it."""
    entries = Image.new("L", layout.size, PAPER_ENTRY)
    if layout.window is None:
        _draw_margin(entries)
    draw_ground(entries, layout.field)
    draw_walls(entries, layout.field)
    if layout.window is None:
        draw_rulers(entries, layout.field)
    return entries


def _draw_margin(entries: Image.Image) -> None:
    """The red line of an exercise book, between the ruler of y and the squares."""
    entries.paste(MARGIN_ENTRY, (RULER_RIGHT - 2, 0, RULER_RIGHT, entries.height))


def draw_ground(entries: Image.Image, lattice: Lattice) -> None:
    """Squared paper, the goals' insides, and thin edges where the pitch has no walls."""
    if lattice.square >= GRID_LEAST:
        _draw_grid(entries, lattice)
    for goal in lattice.pitch.goals:
        _draw_goal(entries, lattice, goal)
    for line in (*lattice.edges, *lattice.goal_lines):
        entries.paste(QUIET_PENCIL.full, line)


def draw_walls(entries: Image.Image, lattice: Lattice) -> None:
    """The walls and the posts, over whatever ends at them."""
    # As sprites are pasted: twice for each picture, so that Pillow's checks would be felt.
    paste = entries.im.paste
    for wall in lattice.walls:
        paste(PENCIL.full, wall)
    for post in lattice.posts:
        paste(PENCIL.full, post)


def draw_frame(entries: Image.Image, box: Box) -> None:
    """The frame around what is shown large: one like it is around its place on the small field.

    Its corners are stronger than its sides, so that it does not look like a wall.
    """
    left, top, right, bottom = box
    for thick, long in ((FRAME_SIDE, max(box.width, box.height)), (FRAME_CORNER, FRAME_LONG)):
        outer = box.grown(thick // 2)
        for x in (left, right):
            upright = Box(x, top, x, bottom).grown(thick // 2)
            entries.paste(PENCIL.full, upright._replace(bottom=outer.top + long).within(upright))
            entries.paste(PENCIL.full, upright._replace(top=outer.bottom - long).within(upright))
        for y in (top, bottom):
            level = Box(left, y, right, y).grown(thick // 2)
            entries.paste(PENCIL.full, level._replace(right=outer.left + long).within(level))
            entries.paste(PENCIL.full, level._replace(left=outer.right - long).within(level))


def _draw_grid(entries: Image.Image, lattice: Lattice) -> None:
    left, top, right, bottom = lattice.paper
    for x in lattice.columns:
        entries.paste(GRID_ENTRY, (x, top, x + lattice.grid_width, bottom))
    for y in lattice.rows:
        entries.paste(GRID_ENTRY, (left, y, right, y + lattice.grid_width))


def _draw_goal(entries: Image.Image, lattice: Lattice, goal: Goal) -> None:
    """The goal's inside, shaded in the faint ink of the player who attacks it."""
    shade = 1 if lattice.square >= GRID_LEAST else 2
    entries.paste(ramp_of(goal.attacker).entry(shade), lattice.goal_box(goal))


def draw_rulers(entries: Image.Image, lattice: Lattice, corner: tuple[int, int] = (0, 0)) -> None:
    """The rulers above and before the lattice's area; `corner` is where its image begins."""
    left, top = corner
    above, before = top + lattice.area.top - RULER_ABOVE, left + lattice.area.left - RULER_BEFORE
    for x in lattice.named_columns():
        _write(entries, str(x), (left + lattice.pixel(Point(x, 0))[0], above), lattice.ruler_size)
    for y in lattice.named_rows():
        _write(entries, str(y), (before, top + lattice.pixel(Point(0, y))[1]), lattice.ruler_size)


def _write(entries: Image.Image, label: str, middle: tuple[int, int], size: int) -> None:
    tile = text_tile(label, 40, (size,), QUIET_PENCIL, sharp=True)
    left, top = middle[0] - tile.width // 2, middle[1] - tile.height // 2
    entries.paste(tile.entries, (left, top), tile.touched)
