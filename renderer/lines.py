"""The lines of turns on a lattice: each player's ink, for old turns, the last one and a draft."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from renderer.badges import badge, badge_ground
from renderer.lattice import Lattice, scaled
from renderer.sprites import Sprite, arrowhead, beads, paste_all, stroke
from renderer.theme import HIGHLIGHT_ENTRY, PAPER_ENTRY, Ramp, Theme, ramp_of
from rules import DrawnTurn, Player, Point, StepKind
from rules.pitch import OFFSETS

FLAT_PAPER = Ramp(PAPER_ENTRY, (1.0,))
"""The paper as a ramp of one entry, for sprites that clear what is below them."""

MARKER = Ramp(HIGHLIGHT_ENTRY, (1.0,))
"""The highlighter, which has no soft edges."""
MARKER_WIDTH = 30
"""Pixels across its stroke on the standard pitch; what lies on it is at most half as wide."""
MARKER_LEAST = 10

LEAST_NUMBERED = 4
"""Steps from which a turn's order is told by numbers: arrowheads alone would have to be followed,
and a longer chain may pass a point twice."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the lines of a turn are drawn; widths in pixels of the standard pitch.

    `level` is the ink's shade, 1 to 4; a hollow ink is `hollow` wide with a clear middle of `gap`
    (none: dashes would be too short to show one). A penalty is a row of beads, `bead` across
    (hollow ones a third more). `arrow` is the size of an arrowhead on each step, in the shade
    `head`; a long turn has numbers in badges of the radius `badge` instead. On small squares
    nothing becomes smaller than `least` of its width.
    """

    level: int
    solid: float
    hollow: float
    gap: float
    bead: float = 0
    arrow: float = 0
    head: int = 4
    badge: float = 0
    dashed: bool = False
    least: float = 0.6


OLDER = Manner(level=3, solid=6, hollow=8.4, gap=4.2, bead=10)
LAST = Manner(level=4, solid=10, hollow=13.6, gap=4.6, bead=12, arrow=26, badge=13.5)
DRAFT = Manner(level=2, solid=9, hollow=9, gap=0, bead=12, arrow=26, head=3, dashed=True)

# On a small field there is room for one plain width to a turn.
SMALL_OLDER = Manner(level=3, solid=2, hollow=2, gap=0, least=1)
SMALL_LAST = Manner(level=4, solid=4, hollow=4, gap=0, least=1)
SMALL_DRAFT = Manner(level=2, solid=4, hollow=4, gap=0, least=1)


HOLLOW_BEAD = 1.35
"""How much larger the beads of a hollow ink are."""
BEAD_GAP = 0.52
"""The clear middle of a hollow bead, as a part of its width."""


class Piece(NamedTuple):
    """A unit segment of a turn: a penalty has several, and `ends` is true of its last one.

    `number` counts a long turn's steps from 1; it is 0 in a short one.
    """

    start: Point
    step: Point
    kind: StepKind
    ends: bool
    number: int


class Pen:
    """A player's ink in one manner: the sprites of a unit segment, by its kind and its step."""

    def __init__(self, square: int, ramp: Ramp, hollow: bool, manner: Manner) -> None:
        self._square, self._ramp, self._manner = square, ramp, manner
        self._gap = self._sized(manner.gap) if hollow else 0
        self.hollow = bool(self._gap)
        width = self._sized(manner.hollow if hollow else manner.solid)
        strokes = {
            step: stroke(step, square, width, ramp, manner.level, manner.dashed) for step in OFFSETS
        }
        middles = self._middles()
        self.strokes = {StepKind.SEGMENT: strokes, StepKind.PENALTY: strokes}
        self.middles = {StepKind.SEGMENT: middles, StepKind.PENALTY: middles}
        if manner.bead:
            self._add_beads()
        self.heads = dict[Point, Sprite]()
        if manner.arrow:
            size = self._sized(manner.arrow)
            self.heads = {
                step: arrowhead(step, square, size, ramp, manner.head) for step in OFFSETS
            }

    def put_order(self, entries: Image.Image, piece: Piece, x: int, y: int) -> None:
        """The arrowhead of a step that ends with this piece, or its number."""
        if not piece.ends:
            return
        if not (piece.number and self._manner.badge):
            self.heads[piece.step].paste(entries, x, y)
            return
        middle = x + piece.step.x * self._square // 2, y + piece.step.y * self._square // 2
        radius = self._sized(self._manner.badge)
        badge_ground(radius, FLAT_PAPER).paste(entries, *middle)
        number = badge(piece.number, radius, self._ramp, hollow=self.hollow)
        number.paste(entries, *middle)

    def _sized(self, pixels: float) -> float:
        return scaled(pixels, self._square, least=self._manner.least * pixels)

    def _middles(self) -> dict[Point, Sprite]:
        if not self._gap:
            return {}
        dashed = self._manner.dashed
        return {
            step: stroke(step, self._square, self._gap, FLAT_PAPER, 1, dashed) for step in OFFSETS
        }

    def _add_beads(self) -> None:
        square, ramp, level = self._square, self._ramp, self._manner.level
        bead = self._sized(self._manner.bead) * (HOLLOW_BEAD if self._gap else 1)
        self.strokes[StepKind.PENALTY] = {
            step: beads(step, square, bead, ramp, level) for step in OFFSETS
        }
        if self._gap:
            self.middles[StepKind.PENALTY] = {
                step: beads(step, square, bead * BEAD_GAP, FLAT_PAPER, 1) for step in OFFSETS
            }


@lru_cache(maxsize=64)  # eight sizes: two players, three manners, and the small fields
def pen_of(square: int, player: Player, theme: Theme, manner: Manner) -> Pen:
    """The pen of a player on squares of that side; its sprites are shared and never drawn on."""
    return Pen(square, ramp_of(player), theme.ink(player).hollow, manner)


def draw_turns(
    entries: Image.Image, lattice: Lattice, theme: Theme, turns: Iterable[DrawnTurn], manner: Manner
) -> None:
    """The lines of turns: a hollow ink's first, since its clear middle would cut the other's."""
    drawn: dict[Player, list[tuple[Piece, int, int]]] = {player: [] for player in Player}
    for turn in turns:
        drawn[turn.player] += _placed(lattice, turn)
    for player in sorted(Player, key=lambda each: not theme.ink(each).hollow):
        if drawn[player]:
            pen = pen_of(lattice.square, player, theme, manner)
            _draw_pieces(entries, pen, drawn[player])


def _draw_pieces(entries: Image.Image, pen: Pen, drawn: list[tuple[Piece, int, int]]) -> None:
    """All soft edges, all cores, the clear middles, and what tells the order."""
    strokes = [(pen.strokes[piece.kind][piece.step], x, y) for piece, x, y in drawn]
    paste_all(entries, strokes)
    paste_all(entries, strokes, cores=True)
    if pen.hollow:
        middles = [(pen.middles[piece.kind][piece.step], x, y) for piece, x, y in drawn]
        paste_all(entries, middles)
    if pen.heads:
        for piece, x, y in drawn:
            pen.put_order(entries, piece, x, y)


def draw_marker(entries: Image.Image, lattice: Lattice, turn: DrawnTurn) -> None:
    """The highlighter along a turn, for its ink to be drawn over."""
    width = lattice.scaled(MARKER_WIDTH, least=MARKER_LEAST)
    for piece, x, y in _placed(lattice, turn):
        stroke(piece.step, lattice.square, width, MARKER, 1, False).paste(entries, x, y)


def _placed(lattice: Lattice, turn: DrawnTurn) -> Iterator[tuple[Piece, int, int]]:
    """A turn's pieces that may be in view, and the pixels where they begin."""
    left, top, right, bottom = lattice.reach
    for piece in _pieces(turn):
        if left <= piece.start.x < right and top <= piece.start.y < bottom:
            yield (piece, *lattice.pixel(piece.start))


def _pieces(turn: DrawnTurn) -> Iterator[Piece]:
    numbered = len(turn.steps) >= LEAST_NUMBERED
    for number, drawn in enumerate(turn.steps, start=1):
        path = drawn.path
        last = len(path) - 2
        for at, (start, end) in enumerate(pairwise(path)):
            step = Point(end.x - start.x, end.y - start.y)
            yield Piece(start, step, drawn.kind, at == last, number if numbered else 0)
