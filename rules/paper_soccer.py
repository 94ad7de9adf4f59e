"""Paper soccer: its options, its positions, and what bounces and ends in them.

All drawn lines are one integer with eight bits a point: bit `8 * p + d` is set when the line from
point `p` in direction `d` is drawn, so each line has a bit at either end. One shift then tells
everything about the ball's point: what is drawn there, hence what may be drawn and what bounces.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias
from weakref import WeakValueDictionary

from rules.errors import (
    IllegalStepError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidTurnError,
    Refusal,
)
from rules.options import one_of, require_even, require_truth_value
from rules.pitch import (
    DIRECTIONS,
    OFFSETS,
    Direction,
    Pitch,
    Point,
    Segment,
    direction_between,
    opposite,
    walled_pitch,
)
from rules.player import Player
from rules.position import Effect, Outcome, Reason, StepKind, effect_of

WIDTHS = range(4, 21, 2)
HEIGHTS = range(4, 29, 2)
GOAL_WIDTHS = range(1, 4)

EXTRA = "extra segment"
"""The word for the one extra segment that `bounce = once` gives."""


class Bounce(StrEnum):
    """How often the ball may bounce in one turn."""

    UNLIMITED = "unlimited"
    ONCE = "once"
    NONE = "none"


class OwnGoal(StrEnum):
    """Whether a player may draw into the own goal."""

    COUNTS = "counts"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True)
class PaperSoccer:
    """A pitch in squares and the options of the game; InvalidRulesetError if unplayable."""

    width: int = 8
    height: int = 10
    goal_width: int = 2
    bounce: Bounce = Bounce.UNLIMITED
    wall_bounce: bool = True
    own_goal: OwnGoal = OwnGoal.COUNTS
    crossing_diagonals: bool = True

    game: ClassVar[str] = "paper_soccer"

    def __post_init__(self) -> None:
        # Written options arrive as plain words; an enum keeps them comparable by identity.
        object.__setattr__(self, "bounce", one_of(Bounce, "bounce", self.bounce))
        object.__setattr__(self, "own_goal", one_of(OwnGoal, "own_goal", self.own_goal))
        require_even("width", self.width, WIDTHS)
        require_even("height", self.height, HEIGHTS)
        if type(self.goal_width) is not int or self.goal_width not in GOAL_WIDTHS:
            raise InvalidRulesetError("goal_width", "must be 1, 2 or 3", GOAL_WIDTHS)
        if self.goal_width > self.width - 2:
            fitting = (width for width in GOAL_WIDTHS if width <= self.width - 2)
            raise InvalidRulesetError("goal_width", "must leave a square on either side", fitting)
        for option in ("wall_bounce", "crossing_diagonals"):
            require_truth_value(option, getattr(self, option))

    @property
    def pitch(self) -> Pitch:
        """The walled rectangle with its two notches."""
        return _board(self).pitch

    @property
    def has_chains(self) -> bool:
        """Unless the ball never bounces."""
        return self.bounce is not Bounce.NONE

    def start(self) -> "PaperSoccerPosition":
        """The ball in the centre, the first player to draw."""
        board = _board(self)
        return board.position(board.walls, board.centre, Player.FIRST)

    def position_of(
        self, segments: Iterable[Segment], ball: Point, mover: Player, progress: Sequence[str] = ()
    ) -> "PaperSoccerPosition":
        """The position with these lines drawn; InvalidPositionError if there can be none."""
        board = _board(self)
        lines = board.walls
        for segment in segments:
            lines |= board.drawable(segment, lines)
        if ball not in set(board.pitch.points()):
            raise InvalidPositionError("the ball is off the pitch")
        if progress and (tuple(progress) != (EXTRA,) or not board.bounces_once):
            raise InvalidPositionError(f"not a part of a turn here: {', '.join(progress)}")
        return board.position(lines, board.index(ball), mover, extra=bool(progress))

    def options(self) -> dict[str, int | str | bool]:
        """The options by name, with plain values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: value.value if isinstance(value, StrEnum) else value
            for name, value in values.items()
        }


class PaperSoccerPosition(NamedTuple):
    """A position, an immutable value, made by its board.

    `extra` marks the one extra segment of `bounce = once`. `free` are the legal directions as a
    byte: they follow from the rest, but every question about a position asks for them.
    """

    board: "Board"
    lines: int
    at: int
    mover: Player
    extra: bool
    free: int

    @property
    def ruleset(self) -> PaperSoccer:
        """The rules that this position is played by."""
        return self.board.ruleset

    @property
    def ball(self) -> Point:
        """Where the ball is; after a goal, the point beyond the goal line."""
        return self.board.point(self.at)

    @property
    def to_move(self) -> Player | None:
        """Who draws next; None when the game is over."""
        return self.mover if self.free else None

    @property
    def outcome(self) -> Outcome | None:
        """A ball in a goal, or a mover without a legal segment, ends the game."""
        scorer = self.board.attackers[self.at]
        if scorer is not None:
            # The mover stays who drew the last segment, so this tells a goal from an own goal.
            reason = Reason.GOAL if scorer is self.mover else Reason.OWN_GOAL
            return Outcome(scorer, reason)
        if not self.free:
            return Outcome(self.mover.opponent, Reason.BLOCKED)
        return None

    @property
    def next_step(self) -> StepKind:
        """Always a segment."""
        return StepKind.SEGMENT

    @property
    def steps_due(self) -> int:
        """One segment; a bounce gives more."""
        return 1 if self.free else 0

    def drawn_segments(self) -> frozenset[Segment]:
        """The lines that the players drew."""
        return frozenset(self.board.segments(self.lines & ~self.board.walls))

    def progress(self) -> tuple[str, ...]:
        """Whether the extra segment of `bounce = once` is due."""
        return (EXTRA,) if self.extra else ()

    def legal_directions(self) -> tuple[Direction, ...]:
        """The directions that may be drawn next, in order; empty when the game is over."""
        return DIRECTIONS_IN[self.free]

    def refusal(self, direction: Direction) -> Refusal | None:
        """Why the direction may not be drawn; None if it may."""
        if self.outcome is not None:
            return Refusal.GAME_OVER
        board = self.board
        if direction not in DIRECTIONS_IN[board.inside[self.at]]:
            return Refusal.OUTSIDE
        mask = 1 << direction
        if board.walls >> 8 * self.at & mask:
            return Refusal.WALL
        if self.lines >> 8 * self.at & mask:
            return Refusal.DRAWN
        if board.crossed(self.lines, self.at) & mask:
            return Refusal.CROSSES
        return None if self.free & mask else Refusal.OWN_GOAL_FORBIDDEN

    def after(self, direction: Direction) -> "PaperSoccerPosition":
        """The position after one more segment; IllegalStepError if the rules refuse it."""
        board, lines, at, mover, extra, free = self
        if direction not in DIRECTIONS_IN[free]:
            raise IllegalStepError(direction, self.refusal(direction) or Refusal.OUTSIDE)
        end, line, shift, bounces, scores = board.steps[at][direction]
        lines |= line
        there = lines >> shift
        if there & bounces and not extra:
            extra = board.bounces_once
        else:
            extra = False
            if not scores:  # after a goal the mover stays who drew it
                mover = mover.opponent
        free = board.exits[mover][end] & ~there
        if board.crossings is not None:
            free &= ~board.crossed(lines, end)
        # Past the named tuple's own constructor, which would take as long as all of the above.
        return tuple.__new__(PaperSoccerPosition, (board, lines, end, mover, extra, free))

    def effect(self, direction: Direction) -> Effect:
        """What drawing a legal direction does; IllegalStepError if it is not legal."""
        return effect_of(self, direction)

    def path(self, direction: Direction) -> tuple[Point, ...]:
        """The ball's point and the segment's end."""
        ball = self.ball
        return ball, ball.towards(direction)

    def read_steps(self, text: str) -> tuple[Direction, ...]:
        """The digits of a turn; InvalidTurnError if there are none or anything else is there."""
        for index, character in enumerate(text):
            if character not in "01234567":
                raise InvalidTurnError(text, index)
        if not text:
            raise InvalidTurnError(text, 0)
        return tuple(int(digit) for digit in text)

    def write_step(self, direction: Direction) -> str:
        """A segment is written as its digit."""
        return str(direction)


OPPOSITE = tuple(opposite(direction) for direction in DIRECTIONS)

DIRECTIONS_IN = tuple(
    tuple(direction for direction in DIRECTIONS if byte >> direction & 1) for byte in range(256)
)
"""The directions whose bits are set, for each byte."""


Step: TypeAlias = tuple[int, int, int, int, bool]
"""Where a segment ends, its line's bits, the shift to its end's byte, which lines there make the
ball bounce, and whether it ends in a goal."""


class Board:
    """The tables of one ruleset, made once; points are indices into rows of `width + 1`."""

    def __init__(self, ruleset: PaperSoccer) -> None:
        self.ruleset = ruleset
        self.pitch = pitch = walled_pitch(ruleset.width, ruleset.height, ruleset.goal_width)
        self.row = ruleset.width + 1
        self.centre = self.index(pitch.centre)
        self.bounces_once = ruleset.bounce is Bounce.ONCE
        self.walls = sum(self.line(wall.a, wall.b) for wall in pitch.walls)
        count = self.row * (ruleset.height + 3)  # with the goals' back lines
        self.inside = [0] * count
        self.bouncing = [0] * count
        self.attackers: list[Player | None] = [None] * count
        for point in pitch.points():
            self._describe(point)
        self.steps = [self._steps(at) for at in range(count)]
        self.exits = {player: self._exits(player) for player in Player}
        self.crossings = None if ruleset.crossing_diagonals else self._crossings()

    def __reduce__(self) -> tuple[Callable[[PaperSoccer], "Board"], tuple[PaperSoccer]]:
        # A copy in another process is that process's board of the same ruleset.
        return _board, (self.ruleset,)

    def index(self, point: Point) -> int:
        """The index of a point; the row of the top goal's back line comes first."""
        return (point.y + 1) * self.row + point.x

    def point(self, index: int) -> Point:
        """The point of an index."""
        y, x = divmod(index, self.row)
        return Point(x, y - 1)

    def line(self, start: Point, end: Point) -> int:
        """The two bits of the line that joins two neighbouring points."""
        direction = direction_between(start, end)
        there, here = self.index(end), self.index(start)
        return 1 << 8 * here + direction | 1 << 8 * there + OPPOSITE[direction]

    def drawable(self, segment: Segment, lines: int) -> int:
        """The bits of a line that these lines leave room for; InvalidPositionError if they do not.

        Only what no player could ever draw is refused: nothing is asked about the order.
        """
        start, end = segment
        if (end.x - start.x, end.y - start.y) not in OFFSETS:
            raise InvalidPositionError("a line between points that are no neighbours", segment)
        if not (self.pitch.admits(start, end) and self.pitch.admits(end, start)):
            raise InvalidPositionError("a line outside the pitch", segment)
        if segment in self.pitch.walls:
            raise InvalidPositionError("a line on a wall", segment)
        if self._crosses(lines, start, end) or self._crosses(lines, end, start):
            raise InvalidPositionError("a diagonal that crosses another", segment)
        return self.line(start, end)

    def segments(self, lines: int) -> Iterator[Segment]:
        """The lines of an integer as segments."""
        # Each line has a bit at either end: these four directions find it at its first.
        lines &= int.from_bytes(b"\x1e" * len(self.inside), "little")
        while lines:
            bit = lines.bit_length() - 1
            lines ^= 1 << bit
            point = self.point(bit // 8)
            yield Segment(point, point.towards(bit % 8))

    def position(
        self, lines: int, at: int, mover: Player, *, extra: bool = False
    ) -> PaperSoccerPosition:
        """The position with these lines, walls included."""
        free = self.exits[mover][at] & ~(lines >> 8 * at) & ~self.crossed(lines, at)
        return PaperSoccerPosition(self, lines, at, mover, extra, free)

    def crossed(self, lines: int, at: int) -> int:
        """The diagonals at a point, as a byte, whose other diagonal is drawn."""
        if self.crossings is None:
            return 0
        crossed = 0
        for mask, bit in self.crossings[at]:
            if lines >> bit & 1:
                crossed |= mask
        return crossed

    def _crosses(self, lines: int, start: Point, end: Point) -> int:
        return self.crossed(lines, self.index(start)) & 1 << direction_between(start, end)

    def _describe(self, point: Point) -> None:
        at = self.index(point)
        goal = self.pitch.goal_at(point)
        if goal is not None:
            self.attackers[at] = goal.attacker
            return
        if self.ruleset.bounce is not Bounce.NONE:
            walls = self.walls >> 8 * at & 255
            self.bouncing[at] = 255 if self.ruleset.wall_bounce else 255 & ~walls
        self.inside[at] = sum(
            1 << direction
            for direction in DIRECTIONS
            if self.pitch.admits(point, point.towards(direction))
        )

    def _steps(self, at: int) -> dict[Direction, Step]:
        """What each direction that stays inside draws from a point."""
        steps = {}
        for direction in DIRECTIONS_IN[self.inside[at]]:
            start = self.point(at)
            end = self.index(start.towards(direction))
            line = self.line(start, start.towards(direction))
            bounces = self.bouncing[end] & ~(1 << OPPOSITE[direction])
            steps[direction] = end, line, 8 * end, bounces, self.attackers[end] is not None
        return steps

    def _exits(self, mover: Player) -> list[int]:
        """For each point the directions that stay inside, less those that `own_goal` forbids."""
        counts = self.ruleset.own_goal is OwnGoal.COUNTS
        return [
            sum(
                1 << direction
                for direction, (end, *_) in steps.items()
                if counts or self.attackers[end] is not mover.opponent
            )
            for steps in self.steps
        ]

    def _crossings(self) -> list[tuple[tuple[int, int], ...]]:
        """For each point its diagonals, each with the bit of the other diagonal of its square."""
        return [tuple(self._diagonals(at)) for at in range(len(self.inside))]

    def _diagonals(self, at: int) -> Iterator[tuple[int, int]]:
        for direction in (1, 3, 5, 7):
            if self.inside[at] >> direction & 1:
                # From the neighbour above or below, across the same square.
                vertical = at + (-self.row if direction in (1, 7) else self.row)
                yield 1 << direction, 8 * vertical + {1: 3, 3: 1, 5: 7, 7: 5}[direction]


_living: WeakValueDictionary[PaperSoccer, Board] = WeakValueDictionary()


@lru_cache(maxsize=256)
def _board(ruleset: PaperSoccer) -> Board:
    # While a position holds its board no second one may be made: positions compare by it.
    return _living.get(ruleset) or _living.setdefault(ruleset, Board(ruleset))
