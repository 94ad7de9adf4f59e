"""A board's picture: the scene's lines, marks, ball and names on the sheet of its pitch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

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
    octagon,
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
from rules.pitch import OFFSETS

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
    older, last = scene.history[:-1], scene.history[-1:]
    draft = () if scene.draft is None else (scene.draft,)
    for turns, manner in ((older, OLDER), (last, LAST), (draft, DRAFT)):
        _draw_turns(entries, layout, theme, turns, manner)
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

    `level` is the ink's shade, 1 to 4; a hollow ink is `hollow` wide with a clear middle of `gap`
    (none: dashes would be too short to show one).
    """

    level: int
    solid: float
    hollow: float
    gap: float
    arrow: float = 0
    dashed: bool = False


OLDER = Manner(level=3, solid=6, hollow=8.4, gap=4.2)
LAST = Manner(level=4, solid=9, hollow=12.2, gap=4.6, arrow=26)
DRAFT = Manner(level=2, solid=9, hollow=9, gap=0, arrow=26, dashed=True)


class Pen:
    """A player's ink in one manner: the sprites of a segment, by the step that it takes."""

    def __init__(self, layout: Layout, ramp: Ramp, hollow: bool, manner: Manner) -> None:
        square, level = layout.square, manner.level
        width = manner.hollow if hollow else manner.solid
        wide, gap, size = (
            layout.scaled(pixels, least=0.6 * pixels)
            for pixels in (width, manner.gap, manner.arrow)
        )
        dashed = manner.dashed
        self.strokes = {step: stroke(step, square, wide, ramp, level, dashed) for step in OFFSETS}
        self.middles = self.heads = dict[Point, Sprite]()
        if hollow and gap:
            self.middles = {
                step: stroke(step, square, gap, FLAT_PAPER, 1, dashed) for step in OFFSETS
            }
        if size:
            self.heads = {step: arrowhead(step, square, size, ramp, level) for step in OFFSETS}


@lru_cache(maxsize=48)  # eight pitches: two players, three manners
def pen_of(layout: Layout, player: Player, theme: Theme, manner: Manner) -> Pen:
    """The pen of a player; its sprites are shared and never drawn on."""
    return Pen(layout, ramp_of(player), theme.ink(player).hollow, manner)


def _draw_turns(
    entries: Image.Image, layout: Layout, theme: Theme, turns: Iterable[DrawnTurn], manner: Manner
) -> None:
    """The lines of turns: all soft edges, all cores, the hollow ink's middles, the arrowheads."""
    pens = {player: pen_of(layout, player, theme, manner) for player in Player}
    drawn = [
        (pens[turn.player], step, *layout.pixel(start))
        for turn in turns
        for start, step in _unit_steps(turn)
    ]
    for pen, step, x, y in drawn:
        pen.strokes[step].paste(entries, x, y)
    for pen, step, x, y in drawn:
        pen.strokes[step].paste_core(entries, x, y)
    for pen, step, x, y in drawn:
        if pen.middles:
            pen.middles[step].paste(entries, x, y)
    for pen, step, x, y in drawn:
        if pen.heads:
            pen.heads[step].paste(entries, x, y)


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
    clear = star(radius * 2.15, FLAT_PAPER) if wins else octagon(radius * 1.3, FLAT_PAPER)
    clear.paste(entries, x, y)
    mark(shown.effect, radius, ramp).paste(entries, x, y)


def _draw_ball(entries: Image.Image, layout: Layout, ball: Point) -> None:
    x, y = layout.pixel(ball)
    radius = layout.scaled(17, least=10)
    disc(radius, PENCIL).paste(entries, x, y)
    disc(radius * 0.82, FLAT_BALL).paste(entries, x, y)
    ball_pattern(radius * 0.82, PENCIL).paste(entries, x, y)
