"""A board on which a game goes on: what a step changes is drawn again, and nothing else.

Drawing a whole board for each segment of a match would take longer than packing all of them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from PIL import Image

from renderer.board import draw_board
from renderer.lattice import Box, Lattice
from renderer.layout import Layout, layout_of
from renderer.lines import LAST, OLDER, SMALL_LAST, SMALL_OLDER, Manner, draw_turns
from renderer.nameplate import draw_nameplate
from renderer.pieces import draw_ball, draw_small_ball
from renderer.scene import Scene
from renderer.sheet import draw_frame, draw_ground, sheet
from renderer.theme import PAPER_ENTRY, PENCIL, Theme
from renderer.window import AROUND_BALL, View, Window
from rules import DrawnTurn, Player, Point

BallArtist: TypeAlias = Callable[[Image.Image, Lattice, Point], None]


class Change(NamedTuple):
    """A part of the picture before and after, and where it begins in the picture."""

    before: Image.Image
    after: Image.Image
    corner: tuple[int, int]


class MovingBoard:
    """The picture of a game whose turns grow, drawn as a board without draft, marks and caption.

    Of a pitch that is shown twice the window stays where it is until the ball comes near its edge:
    a view that moves with every turn could not be followed.
    """

    def __init__(self, scene: Scene, theme: Theme) -> None:
        self._theme = theme
        self._layout = layout_of(scene.pitch)
        self._whole = _field(self._layout, theme)
        self._begin(scene)

    def _begin(self, scene: Scene) -> None:
        self._scene = scene
        self.entries = draw_board(scene, self._theme)
        """The picture as palette entries (mode L), which is drawn on."""
        window = self._layout.window
        if window is not None:
            self._view = window.view_of(scene)
            self._near = _near_field(window, self._view, self._theme)

    def show(self, scene: Scene) -> Change:
        """Draw a scene that follows on the one that is shown."""
        window = self._layout.window
        if window is None:
            return self._show_whole(scene)
        if not _in_view(scene.ball, self._view, window):
            return self.show_anew(scene)
        return self._show_twice(scene, window)

    def show_anew(self, scene: Scene) -> Change:
        """Draw any scene of the same pitch."""
        before = self.entries
        self._begin(scene)
        return Change(before, self.entries, (0, 0))

    def _show_whole(self, scene: Scene) -> Change:
        box = self._whole.around(_changed(self._scene, scene))
        before = self.entries.crop(box)
        self._whole.draw(self.entries, scene, box)
        self._draw_plates(scene, box)
        self._scene = scene
        return Change(before, self.entries.crop(box), box[:2])

    def _draw_plates(self, scene: Scene, box: Box) -> None:
        """The names beside goals, of which the ball may have hidden or bared a part."""
        for player in Player:
            plate = self._layout.nameplate(scene.pitch.goal_attacked_by(player))
            if plate.text.top < box.bottom and box.top < plate.text.bottom:
                side = scene.side(player)
                draw_nameplate(self.entries, plate, side, player, self._theme, moves=False)

    def _show_twice(self, scene: Scene, window: Window) -> Change:
        points = _changed(self._scene, scene)
        small, near = self._whole.around(points), self._near.around(points)
        both = Box(
            min(small.left, near.left),
            min(small.top, near.top),
            max(small.right, near.right),
            max(small.bottom, near.bottom),
        )
        before = self.entries.crop(both)
        self._whole.draw(self.entries, scene, small)
        draw_frame(self.entries, window.frame(self._view, self._layout.field))
        self._near.draw(self.entries, scene, near)
        draw_frame(self.entries, window.box)
        self._scene = scene
        return Change(before, self.entries.crop(both), both[:2])


def _in_view(ball: Point, view: View, window: Window) -> bool:
    """Whether the ball and what is around it are in view, as far as the field goes."""
    pitch, reach = window.pitch, AROUND_BALL
    return (
        view.left <= max(ball.x - reach, 0)
        and min(ball.x + reach, pitch.width) <= view.right
        and view.top <= max(ball.y - reach, -1)
        and min(ball.y + reach, pitch.height + 1) <= view.bottom
    )


# --------------------------------------------------------------------------------- what changed


def _changed(before: Scene, after: Scene) -> list[Point]:
    """The points around which two scenes differ: turns that grew or grew old, and the balls."""
    same = sum(1 for old, new in zip(before.history, after.history, strict=False) if old is new)
    points = [before.ball, after.ball]
    if len(before.history) != len(after.history):
        # The last of the turns that both have is the last of all in one of them only.
        same = max(0, same - 1)
    for turn in (*before.history[same:], *after.history[same:]):
        points += (point for step in turn.steps for point in step.path)
    return points


# ------------------------------------------------------------------------------ drawing a part


class _Field:
    """A field in a picture, of which any rectangle is drawn again.

    `ground` is the empty field with what lies below its lines; it begins at `corner` of the
    picture, and nothing is drawn beside it. `reach` is how many pixels from a point something may
    be that changes with it.
    """

    def __init__(
        self,
        ground: Image.Image,
        corner: tuple[int, int],
        lattice: Lattice,
        theme: Theme,
        manners: tuple[Manner, Manner],
        artist: BallArtist,
        reach: int,
    ) -> None:
        left, top = corner
        self._ground, self._corner = ground, corner
        self._bounds = Box(left, top, left + ground.width, top + ground.height)
        self._lattice = lattice
        self._theme = theme
        self._manners = manners
        self._artist = artist
        self._reach = reach

    def around(self, points: Iterable[Point]) -> Box:
        """The rectangle that may differ if something changed at these points."""
        places = [self._lattice.pixel(point) for point in points]
        across, down = [x for x, _ in places], [y for _, y in places]
        box = Box(min(across), min(down), max(across), max(down))
        return box.grown(self._reach).within(self._bounds)

    def draw(self, entries: Image.Image, scene: Scene, box: Box) -> None:
        """Draw what is in a rectangle of the picture: the ground, lines, walls and the ball."""
        left, top = self._corner
        part = self._ground.crop((box.left - left, box.top - top, box.right - left, box.bottom - top))
        origin_x, origin_y = self._lattice.origin
        lattice = Lattice(
            self._lattice.pitch,
            self._lattice.square,
            (origin_x - box.left, origin_y - box.top),
            Box(0, 0, part.width, part.height),
        )
        older, last = self._manners
        draw_turns(part, lattice, self._theme, _within(scene.history[:-1], lattice.reach), older)
        draw_turns(part, lattice, self._theme, scene.history[-1:], last)
        for bar in (*self._lattice.walls, *self._lattice.posts):
            part.paste(
                PENCIL.full,
                (bar.left - box.left, bar.top - box.top, bar.right - box.left, bar.bottom - box.top),
            )
        self._artist(part, lattice, scene.ball)
        entries.paste(part, box[:2])


def _field(layout: Layout, theme: Theme) -> _Field:
    """The whole field, in its own size or small."""
    ground, field = sheet(layout), layout.field
    if layout.window is None:
        reach = round(field.scaled(20, least=15)) + 2
        return _Field(ground, (0, 0), field, theme, (OLDER, LAST), draw_ball, reach)
    manners = SMALL_OLDER, SMALL_LAST
    return _Field(ground, (0, 0), field, theme, manners, draw_small_ball, 12)


def _near_field(window: Window, view: View, theme: Theme) -> _Field:
    """What a window shows of the field."""
    lattice = window.lattice(view)
    ground = Image.new("L", (window.box.width, window.box.height), PAPER_ENTRY)
    draw_ground(ground, lattice)
    left, top = lattice.origin
    placed = Lattice(
        window.pitch, lattice.square, (left + window.box.left, top + window.box.top), window.box
    )
    reach = round(lattice.scaled(20, least=15)) + 2
    return _Field(ground, window.box[:2], placed, theme, (OLDER, LAST), draw_ball, reach)


def _within(turns: Sequence[DrawnTurn], reach: Box) -> list[DrawnTurn]:
    """The turns of which a segment may be there."""
    left, top, right, bottom = reach
    return [
        turn
        for turn in turns
        if any(
            left <= point.x < right and top <= point.y < bottom
            for step in turn.steps
            for point in step.path
        )
    ]
