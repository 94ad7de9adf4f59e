"""A board's picture: the scene's lines, marks, ball and names on the sheet of its pitch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image

from renderer.layout import Layout, layout_of
from renderer.nameplate import draw_caption, draw_nameplate
from renderer.png import encode
from renderer.scene import Mark, Scene
from renderer.sheet import draw_walls, sheet
from renderer.sprites import (
    Sprite,
    arrowhead,
    ball_pattern,
    disc,
    mark,
    star,
    stroke,
)
from renderer.theme import (
    BALL_ENTRY,
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
    for player in Player:
        plate = layout.nameplate(scene.pitch.goal_attacked_by(player))
        draw_nameplate(entries, plate, scene.side(player), player, theme, scene.to_move is player)
    if scene.caption:
        draw_caption(entries, layout.caption, scene.caption)
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


OLDER = Manner(level=3, solid=5, hollow=9, gap=3.6)
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
            sprite.paste(self.entries, x, y)
        for sprite, x, y in strokes:
            sprite.paste_core(self.entries, x, y)
        for sprite, x, y in middles:
            sprite.paste(self.entries, x, y)
        for sprite, x, y in heads:
            sprite.paste(self.entries, x, y)

    def _stroke(self, step: Point, width: float, ramp: Ramp, manner: Manner) -> Sprite:
        level = min(manner.level, len(ramp.strengths))
        wide = self.layout.scaled(width, least=width * 0.6)
        return stroke(step, self.layout.square, wide, ramp, level, dashed=manner.dashed)

    def _head(self, step: Point, ramp: Ramp, manner: Manner) -> Sprite:
        size = self.layout.scaled(manner.arrow)
        return arrowhead(step, self.layout.square, size, ramp, manner.level)


def _unit_steps(turn: DrawnTurn) -> Iterator[tuple[Point, Point]]:
    """The starts and the steps of a turn's unit segments; a penalty has several to a step."""
    for drawn in turn.steps:
        for start, end in zip(drawn.path, drawn.path[1:], strict=False):
            yield start, Point(end.x - start.x, end.y - start.y)


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
    wins = shown.effect is Effect.WINS
    clear = star(radius * 2.15, FLAT_PAPER) if wins else disc(radius * 1.32, FLAT_PAPER)
    clear.paste(entries, x, y)
    mark(shown.effect, radius, ramp).paste(entries, x, y)


def _draw_ball(entries: Image.Image, layout: Layout, ball: Point) -> None:
    x, y = layout.pixel(ball)
    radius = layout.scaled(17, least=10)
    disc(radius, PENCIL).paste(entries, x, y)
    disc(radius * 0.82, FLAT_BALL).paste(entries, x, y)
    ball_pattern(radius * 0.82, PENCIL).paste(entries, x, y)
