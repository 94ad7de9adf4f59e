"""A board's picture: the scene's lines, marks, ball and names on the sheet of its pitch."""

from PIL import Image

from renderer.lattice import Lattice
from renderer.layout import layout_of
from renderer.lines import (
    DRAFT,
    LAST,
    OLDER,
    SMALL_DRAFT,
    SMALL_LAST,
    SMALL_OLDER,
    Manner,
    draw_marker,
    draw_turns,
)
from renderer.nameplate import draw_nameplate
from renderer.pieces import draw_ball, draw_marks, draw_rays, draw_small_ball
from renderer.png import encode
from renderer.result import draw_result
from renderer.scene import Scene
from renderer.sheet import draw_frame, draw_ground, draw_rulers, draw_walls, sheet
from renderer.theme import PAPER, PAPER_ENTRY, Theme, palette
from renderer.window import View, Window
from rules import Player


def render(scene: Scene, theme: Theme = PAPER) -> bytes:
    """The picture of a scene: the bytes of a PNG file, the same for the same scene and theme."""
    lettered = layout_of(scene.pitch).lettered
    return encode(draw_board(scene, theme), palette(theme), lettered)


def draw_board(scene: Scene, theme: Theme) -> Image.Image:
    """The picture as palette entries (mode L)."""
    layout = layout_of(scene.pitch)
    entries = sheet(layout).copy()
    if layout.window is None:
        _draw_game(entries, layout.field, scene, theme)
    else:
        view = layout.window.view_of(scene)
        _draw_small(entries, layout.field, scene, theme)
        draw_frame(entries, layout.window.frame(view, layout.field))
        _draw_window(entries, layout.window, view, scene, theme)
    for player in Player:
        plate = layout.nameplate(scene.pitch.goal_attacked_by(player))
        lit = player in (scene.to_move, scene.winner)
        draw_nameplate(entries, plate, scene.side(player), player, theme, lit)
    if scene.caption:
        draw_result(entries, layout, scene.caption)
    return entries


def _draw_game(entries: Image.Image, lattice: Lattice, scene: Scene, theme: Theme) -> None:
    """Lines, walls over them, marks and the ball."""
    _draw_celebration(entries, lattice, scene)
    _draw_lines(entries, lattice, scene, theme, (OLDER, LAST, DRAFT))
    draw_walls(entries, lattice)
    draw_marks(entries, lattice, scene)
    if scene.winning_turn is not None:
        draw_rays(entries, lattice, scene.ball)
    draw_ball(entries, lattice, scene.ball)


def _draw_small(entries: Image.Image, lattice: Lattice, scene: Scene, theme: Theme) -> None:
    """The same for a field that is shown small: no marks, they are in the window."""
    _draw_celebration(entries, lattice, scene)
    _draw_lines(entries, lattice, scene, theme, (SMALL_OLDER, SMALL_LAST, SMALL_DRAFT))
    draw_walls(entries, lattice)
    draw_small_ball(entries, lattice, scene.ball)


def _draw_celebration(entries: Image.Image, lattice: Lattice, scene: Scene) -> None:
    """The highlighter under the turn that won."""
    if scene.winning_turn is not None:
        draw_marker(entries, lattice, scene.winning_turn)


def _draw_lines(
    entries: Image.Image,
    lattice: Lattice,
    scene: Scene,
    theme: Theme,
    manners: tuple[Manner, Manner, Manner],
) -> None:
    """Older turns, the last one and the draft, each in its manner."""
    draft = () if scene.draft is None else (scene.draft,)
    for turns, manner in zip((scene.history[:-1], scene.history[-1:], draft), manners, strict=True):
        draw_turns(entries, lattice, theme, turns, manner)


def _draw_window(
    entries: Image.Image, window: Window, view: View, scene: Scene, theme: Theme
) -> None:
    """The ball's surroundings, cut out of a field that is drawn large, with rulers around them."""
    lattice = window.lattice(view)
    part = Image.new("L", (window.box.width, window.box.height), PAPER_ENTRY)
    draw_ground(part, lattice)
    _draw_game(part, lattice, scene, theme)
    entries.paste(part, window.box[:2])
    draw_frame(entries, window.box)
    draw_rulers(entries, lattice, window.box[:2])
