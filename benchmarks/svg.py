"""A board as SVG: the same paper, lines, marks, ball, names and arrows, for another renderer."""

from html import escape
from itertools import pairwise
from math import cos, pi, sin

from renderer import PAPER, Scene
from renderer.layout import WIDTH, layout_of
from renderer.theme import Colour
from rules import DrawnTurn, Effect, Player, Point


def svg_of(scene: Scene) -> str:
    """The board as an SVG document of the same size; a pitch with a window is not drawn so."""
    layout = layout_of(scene.pitch)
    if layout.window is not None:
        raise ValueError("the pitch is too large to be drawn in one piece")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{layout.size[1]}">',
        f'<rect width="100%" height="100%" fill="{_rgb(PAPER.paper)}"/>',
        *_sheet(scene),
    ]
    for turn in scene.history[:-1]:
        parts += _turn(scene, turn, 0.68, 6)
    for turn in scene.history[-1:]:
        parts += _turn(scene, turn, 1, 10)
    if scene.draft is not None:
        parts += _turn(scene, scene.draft, 0.42, 9)
    return "\n".join(
        [*parts, *_walls(scene), *_marks(scene), *_ball(scene), *_names(scene), "</svg>"]
    )


def _rgb(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _at(scene: Scene, point: Point) -> tuple[int, int]:
    return layout_of(scene.pitch).field.pixel(point)


def _line(
    start: tuple[int, int], end: tuple[int, int], colour: Colour, width: float, opacity: float = 1
) -> str:
    return (
        f'<line x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}" '
        f'stroke="{_rgb(colour)}" stroke-width="{width}" stroke-opacity="{opacity}" '
        f'stroke-linecap="round"/>'
    )


def _sheet(scene: Scene) -> list[str]:
    """The squares, the goals in the faint inks, and the rulers."""
    layout = layout_of(scene.pitch)
    field, height = layout.field, layout.size[1]
    parts = [_line((x + 1, 26), (x + 1, height), PAPER.grid, 2) for x in field.columns]
    parts += [_line((40, y + 1), (WIDTH, y + 1), PAPER.grid, 2) for y in field.rows]
    for goal in scene.pitch.goals:
        box = field.goal_box(goal)
        parts.append(
            f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" '
            f'fill="{_rgb(PAPER.ink(goal.attacker).colour)}" fill-opacity="0.2"/>'
        )
    for x in field.named_columns():
        parts.append(_text(str(x), field.pixel(Point(x, 0))[0], 18, 16, "middle"))
    for y in field.named_rows():
        parts.append(_text(str(y), 20, field.pixel(Point(0, y))[1] + 6, 16, "middle"))
    return parts


def _text(text: str, x: int, y: int, size: int, anchor: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="DejaVu Sans" font-size="{size}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{_rgb(PAPER.pencil)}">'
        f"{escape(text)}</text>"
    )


def _turn(scene: Scene, turn: DrawnTurn, opacity: float, width: float) -> list[str]:
    """A turn's lines: a double one in the hollow ink."""
    ink = PAPER.ink(turn.player)
    pieces = [
        (_at(scene, start), _at(scene, end))
        for step in turn.steps
        for start, end in pairwise(step.path)
    ]
    wide = width * 1.36 if ink.hollow else width
    parts = [_line(start, end, ink.colour, wide, opacity) for start, end in pieces]
    if ink.hollow:
        parts += [_line(start, end, PAPER.paper, 4.4) for start, end in pieces]
    return parts


def _walls(scene: Scene) -> list[str]:
    return [
        f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" '
        f'fill="{_rgb(PAPER.pencil)}"/>'
        for box in layout_of(scene.pitch).field.walls
    ]


def _marks(scene: Scene) -> list[str]:
    if scene.to_move is None:
        return []
    colour = _rgb(PAPER.ink(scene.to_move).colour)
    parts = []
    for mark in scene.marks:
        x, y = _at(scene, mark.end)
        filled = mark.effect is Effect.CONTINUES
        fill = colour if filled else _rgb(PAPER.paper)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="{colour}" stroke-width="4"/>'
        )
    return parts


def _ball(scene: Scene) -> list[str]:
    x, y = _at(scene, scene.ball)
    corners = " ".join(
        f"{x + sin(turn * 0.4 * pi) * 5.6:.1f},{y - cos(turn * 0.4 * pi) * 5.6:.1f}"
        for turn in range(5)
    )
    pencil = _rgb(PAPER.pencil)
    return [
        f'<circle cx="{x}" cy="{y}" r="15.5" fill="white" stroke="{pencil}" stroke-width="3"/>',
        f'<polygon points="{corners}" fill="{pencil}"/>',
    ]


def _names(scene: Scene) -> list[str]:
    """Both players with an arrow in their ink and their rating."""
    parts = []
    for player in Player:
        plate = layout_of(scene.pitch).nameplate(scene.pitch.goal_attacked_by(player))
        side, (x, y) = scene.side(player), plate.arrow
        up = -1 if plate.up else 1
        parts.append(
            f'<path d="M{x} {y + 24 * up} l-18 {-18 * up} h10 v{-30 * up} h16 v{30 * up} h10 z" '
            f'fill="{_rgb(PAPER.ink(player).colour)}"/>'
        )
        at, anchor = (plate.text.left, "start") if plate.rightwards else (plate.text.right, "end")
        parts.append(_text(side.name, at, plate.text.top + 28, 27, anchor, "bold"))
        parts.append(_text(side.rating, at, plate.text.top + 54, 17, anchor))
    return parts
