"""What lies on the lines: the ball, and the marks of what each legal step does."""

from PIL import Image

from renderer.lattice import Lattice
from renderer.lines import FLAT_PAPER
from renderer.scene import Mark, Scene
from renderer.sheet import draw_walls
from renderer.sprites import ball_pattern, disc, mark, octagon, rays, star
from renderer.theme import BALL_ENTRY, PATCH, PENCIL, Ramp, ramp_of
from rules import Effect, Point

FLAT_BALL = Ramp(BALL_ENTRY, (1.0,))
"""The ball's white as a ramp of one entry."""


def draw_marks(entries: Image.Image, lattice: Lattice, scene: Scene) -> None:
    """The marks in the ink of the player to move, with the way to those that are further off."""
    mover = scene.to_move
    if mover is None:
        return
    ramp = ramp_of(mover)
    for shown in scene.marks:
        _draw_way(entries, lattice, shown, ramp)
    for shown in scene.marks:
        _clear_for(entries, lattice, shown)
    if scene.marks:
        # A gap in a wall would look like a way through it.
        draw_walls(entries, lattice)
    for shown in scene.marks:
        sprite = mark(shown.effect, _radius(lattice), ramp)
        sprite.paste(entries, *lattice.pixel(shown.end))


def _draw_way(entries: Image.Image, lattice: Lattice, shown: Mark, ramp: Ramp) -> None:
    """A spot on each point that the ball would pass."""
    spot = disc(lattice.scaled(5, least=3), Ramp(ramp.entry(2), (1.0,)))
    for point in shown.path[1:-1]:
        spot.paste(entries, *lattice.pixel(point))


def _clear_for(entries: Image.Image, lattice: Lattice, shown: Mark) -> None:
    """Clear paper under a mark."""
    radius = _radius(lattice)
    wins = shown.effect is Effect.WINS
    clear = star(radius * 2.15, FLAT_PAPER) if wins else octagon(radius * 1.3, FLAT_PAPER)
    clear.paste(entries, *lattice.pixel(shown.end))


def _radius(lattice: Lattice) -> float:
    return lattice.scaled(11, least=9)


def draw_ball(entries: Image.Image, lattice: Lattice, ball: Point) -> None:
    """The football."""
    x, y = lattice.pixel(ball)
    radius = lattice.scaled(17, least=12)
    disc(radius, PENCIL).paste(entries, x, y)
    disc(radius * 0.82, FLAT_BALL).paste(entries, x, y)
    ball_pattern(radius * 0.82, PATCH).paste(entries, x, y)


def draw_rays(entries: Image.Image, lattice: Lattice, ball: Point) -> None:
    """Strokes of the pencil around the ball that won, as one draws what shines."""
    rays(lattice.scaled(25, least=17), lattice.scaled(37, least=26), PENCIL).paste(
        entries, *lattice.pixel(ball)
    )


def draw_small_ball(entries: Image.Image, lattice: Lattice, ball: Point) -> None:
    """The ball where it is too small for a pattern: a white disc with a strong rim."""
    x, y = lattice.pixel(ball)
    disc(9, PENCIL).paste(entries, x, y)
    disc(6, FLAT_BALL).paste(entries, x, y)
