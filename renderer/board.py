"""A board's picture: the scene's lines, marks, ball and names on the sheet of its pitch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image

from renderer.layout import Box, Layout, Nameplate, layout_of
from renderer.png import encode
from renderer.scene import Mark, Scene
from renderer.sheet import draw_walls, sheet
from renderer.sprites import (
    Sprite,
    arrowhead,
    ball_pattern,
    disc,
    goal_arrow,
    mark,
    star,
    stroke,
)
from renderer.text import TextTile, text_tile
from renderer.theme import (
    BALL_ENTRY,
    HIGHLIGHT_ENTRY,
    PAPER,
    PAPER_ENTRY,
    PENCIL,
    Ramp,
    Theme,
    palette,
    ramp_of,
)
from rules import DrawnTurn, Effect, Player, Point

# Flat colours as ramps of one entry, for sprites that have no soft edge of their own.
FLAT_PAPER = Ramp(PAPER_ENTRY, (1.0,))
FLAT_BALL = Ramp(BALL_ENTRY, (1.0,))


def render(scene: Scene, theme: Theme = PAPER) -> bytes:
    """The picture of a scene: the bytes of a PNG file, the same for the same scene and theme."""
    return encode(draw_board(scene, theme), palette(theme))


def draw_board(scene: Scene, theme: Theme) -> Image.Image:
    """The picture as palette entries (mode L)."""
    layout = layout_of(scene.pitch)
    entries = sheet(layout).copy()
    *older, last = scene.history or (None,)
    pen = Pen(entries, layout, theme)
    pen.draw(older, OLDER)
    if last is not None:
        pen.draw([last], LAST)
    if scene.draft is not None:
        pen.draw([scene.draft], DRAFT)
    draw_walls(entries, layout)
    _draw_marks(entries, layout, scene)
    _draw_ball(entries, layout, scene.ball)
    _draw_names(entries, layout, scene, theme)
    if scene.caption:
        _draw_caption(entries, layout, scene.caption)
    return entries


# --------------------------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class Manner:
    """How the lines of a turn are drawn; widths in pixels of the standard pitch.

    `level` is the ink's shade, 1 to 4; a hollow ink is `hollow` wide with a clear middle of `gap`.
    """

    level: int
    solid: float
    hollow: float
    gap: float
    arrow: float = 0
    dashed: bool = False


OLDER = Manner(level=3, solid=5, hollow=8, gap=3.4)
LAST = Manner(level=4, solid=9, hollow=12, gap=5, arrow=19)
DRAFT = Manner(level=2, solid=9, hollow=12, gap=5, arrow=19, dashed=True)


class Pen:
    """Draws turns on one picture."""

    def __init__(self, entries: Image.Image, layout: Layout, theme: Theme) -> None:
        self.entries = entries
        self.layout = layout
        self.theme = theme

    def draw(self, turns: Iterable[DrawnTurn], manner: Manner) -> None:
        """The lines of turns: all soft edges, then all cores, then the hollow ink's middles."""
        strokes: list[tuple[Sprite, int, int]] = []
        middles: list[tuple[Sprite, int, int]] = []
        heads: list[tuple[Sprite, int, int]] = []
        for turn in turns:
            hollow = self.theme.ink(turn.player).hollow
            ramp = ramp_of(turn.player)
            for start, step in _unit_steps(turn):
                x, y = self.layout.pixel(start)
                width = manner.hollow if hollow else manner.solid
                strokes.append((self._stroke(step, width, ramp, manner), x, y))
                if hollow:
                    middles.append((self._stroke(step, manner.gap, FLAT_PAPER, manner), x, y))
                if manner.arrow:
                    heads.append((self._head(step, ramp, manner), x, y))
        for sprite, x, y in strokes:
            paste_touched(self.entries, sprite, x, y)
        for sprite, x, y in strokes:
            paste_core(self.entries, sprite, x, y)
        for sprite, x, y in middles:
            paste_touched(self.entries, sprite, x, y)
        for sprite, x, y in heads:
            paste_touched(self.entries, sprite, x, y)

    def _stroke(self, step: Point, width: float, ramp: Ramp, manner: Manner) -> Sprite:
        level = min(manner.level, len(ramp.strengths))
        wide = self.layout.scaled(width)
        return stroke(step, self.layout.square, wide, ramp, level, dashed=manner.dashed)

    def _head(self, step: Point, ramp: Ramp, manner: Manner) -> Sprite:
        size = self.layout.scaled(manner.arrow)
        return arrowhead(step, self.layout.square, size, ramp, manner.level)


def _unit_steps(turn: DrawnTurn) -> Iterator[tuple[Point, Point]]:
    """The starts and the steps of a turn's unit segments; a penalty has several to a step."""
    for drawn in turn.steps:
        for start, end in zip(drawn.path, drawn.path[1:], strict=False):
            yield start, Point(end.x - start.x, end.y - start.y)


def paste_touched(entries: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """A sprite at a lattice point, soft edges included."""
    entries.paste(sprite.entries, (x + sprite.left, y + sprite.top), sprite.touched)


def paste_core(entries: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """A sprite's core alone."""
    entries.paste(sprite.entries, (x + sprite.left, y + sprite.top), sprite.core)


# --------------------------------------------------------------------------- marks and the ball


def _draw_marks(entries: Image.Image, layout: Layout, scene: Scene) -> None:
    mover = scene.to_move
    if mover is None:
        return
    for shown in scene.marks:
        _draw_mark(entries, layout, shown, ramp_of(mover))


def _draw_mark(entries: Image.Image, layout: Layout, shown: Mark, ramp: Ramp) -> None:
    x, y = layout.pixel(shown.end)
    radius = layout.scaled(11, least=7)
    clear = star(radius * 2.15, FLAT_PAPER) if shown.effect is Effect.WINS else None
    paste_touched(entries, clear or disc(radius * 1.32, FLAT_PAPER), x, y)
    paste_touched(entries, mark(shown.effect, radius, ramp), x, y)


def _draw_ball(entries: Image.Image, layout: Layout, ball: Point) -> None:
    x, y = layout.pixel(ball)
    radius = layout.scaled(17, least=10)
    paste_touched(entries, disc(radius, PENCIL), x, y)
    paste_touched(entries, disc(radius * 0.82, FLAT_BALL), x, y)
    paste_touched(entries, ball_pattern(radius * 0.82, PENCIL), x, y)


# ---------------------------------------------------------------------------------------- text

NAME_SIZES = (28, 24, 20)
RATING_SIZES = (18,)
CAPTION_SIZES = (26, 22, 18)


def _draw_names(entries: Image.Image, layout: Layout, scene: Scene, theme: Theme) -> None:
    for player in Player:
        plate = layout.nameplate(layout.pitch.goal_attacked_by(player))
        _draw_name(entries, plate, scene, player, theme)


def _draw_name(
    entries: Image.Image, plate: Nameplate, scene: Scene, player: Player, theme: Theme
) -> None:
    """An arrow to the goal in the player's ink, the name and below it the rating."""
    box = plate.box
    moves = scene.to_move is player
    side = scene.side(player)
    hollow = theme.ink(player).hollow
    arrow = goal_arrow(min(box.height - 6, 46), ramp_of(player), up=plate.up, hollow=hollow)
    reach = arrow.entries.width
    middle = (box.top + box.bottom) // 2
    arrow_x = box.left + reach // 2 if plate.rightwards else box.right - reach // 2
    paste_touched(entries, arrow, arrow_x, middle)
    if not side.name:
        return
    room = box.width - reach - 12
    name = text_tile(side.name, room, NAME_SIZES, PENCIL, bold=moves)
    rating = text_tile(side.rating, room, RATING_SIZES, PENCIL) if side.rating else None
    left = box.left + reach + 6
    lines = [name] if rating is None else [name, rating]
    top = middle - sum(line.height for line in lines) // 2
    for line in lines:
        at = left if plate.rightwards else box.right - reach - 6 - line.width
        room_box = Box(at - 5, top, at + line.width + 5, top + line.height)
        entries.paste(HIGHLIGHT_ENTRY if moves and line is name else PAPER_ENTRY, room_box)
        entries.paste(line.entries, (at, top), line.touched)
        top += line.height


def _draw_caption(entries: Image.Image, layout: Layout, caption: str) -> None:
    """The last line of a finished game, highlighted across the middle of the sheet."""
    box = layout.caption
    line: TextTile = text_tile(caption, box.width - 32, CAPTION_SIZES, PENCIL, bold=True)
    left, middle = (box.left + box.right - line.width) // 2, (box.top + box.bottom) // 2
    top = middle - line.height // 2
    entries.paste(HIGHLIGHT_ENTRY, (left - 16, box.top, left + line.width + 16, box.bottom))
    entries.paste(line.entries, (left, top), line.touched)
