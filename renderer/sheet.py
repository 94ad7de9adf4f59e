"""The empty sheet of a pitch: squared paper, goals, walls and rulers, made once and copied."""

from functools import lru_cache

from PIL import Image

from renderer.layout import RULER_BOTTOM, RULER_RIGHT, Layout
from renderer.text import text_tile
from renderer.theme import GRID_ENTRY, PAPER_ENTRY, PENCIL, Ramp, ramp_of
from rules import Goal

# The rulers are there to be found, not to be read first: the pencil's soft shade.
QUIET_PENCIL = Ramp(PENCIL.start, PENCIL.strengths[:1])


@lru_cache(maxsize=16)  # two thirds of a megabyte each
def sheet(layout: Layout) -> Image.Image:
    """The sheet as palette entries (mode L). It is shared: copy it before drawing on it."""
    entries = Image.new("L", layout.size, PAPER_ENTRY)
    _draw_grid(entries, layout)
    for goal in layout.pitch.goals:
        _draw_goal(entries, layout, goal)
    draw_walls(entries, layout)
    _draw_rulers(entries, layout)
    return entries


def draw_walls(entries: Image.Image, layout: Layout) -> None:
    """The walls, over whatever ends at them."""
    for wall in layout.walls:
        entries.paste(PENCIL.full, wall)


def _draw_grid(entries: Image.Image, layout: Layout) -> None:
    width, height = layout.size
    for x in layout.columns:
        entries.paste(GRID_ENTRY, (x, RULER_BOTTOM, x + layout.grid_width, height))
    for y in layout.rows:
        entries.paste(GRID_ENTRY, (RULER_RIGHT, y, width, y + layout.grid_width))


def _draw_goal(entries: Image.Image, layout: Layout, goal: Goal) -> None:
    """The goal's inside, shaded in the faint ink of the player who attacks it."""
    entries.paste(ramp_of(goal.attacker).entry(1), layout.goal_box(goal))


def _draw_rulers(entries: Image.Image, layout: Layout) -> None:
    pitch = layout.pitch
    for x in range(pitch.width + 1):
        _write(entries, layout, str(x), layout.column_label(x))
    for y in range(pitch.height + 1):
        _write(entries, layout, str(y), layout.row_label(y))


def _write(entries: Image.Image, layout: Layout, label: str, middle: tuple[int, int]) -> None:
    tile = text_tile(label, 40, (layout.ruler_size,), QUIET_PENCIL, sharp=True)
    left, top = middle[0] - tile.width // 2, middle[1] - tile.height // 2
    entries.paste(tile.entries, (left, top), tile.touched)
