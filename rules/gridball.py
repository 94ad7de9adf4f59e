"""Gridball (after Michael Yutsis, 2004): its options and its positions.

A turn is three segments to untouched points. Where no such turn can be completed the ball is
locked, and penalties bring it out: long straight lines that no other line stops.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rules.errors import (
    IllegalStepError,
    InvalidPositionError,
    InvalidTurnError,
    Refusal,
)
from rules.gridball_field import PENALTY_LENGTH, SEGMENTS_A_TURN, Board, Field, Move, board_of
from rules.options import one_of
from rules.pitch import Direction, Pitch, Point, Segment
from rules.player import Player
from rules.position import Effect, Outcome, Reason, StepKind, effect_of

MOST_PENALTIES = 6
TURN_LIMIT = 300

PENALTY_DUE = "penalty due"
"""The word for a locked position; it follows from the lines and the ball."""


@dataclass(frozen=True)
class Gridball:
    """Gridball on a small or a classic field; InvalidRulesetError for any other."""

    field: Field = Field.SMALL

    game: ClassVar[str] = "gridball"

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", one_of(Field, "field", self.field))

    @property
    def pitch(self) -> Pitch:
        """The field: two goals and no walls."""
        return board_of(self.field).pitch

    @property
    def has_chains(self) -> bool:
        """Nothing bounces."""
        return False

    def start(self) -> "GridballPosition":
        """The ball in the centre, nothing touched, the first player to draw."""
        board = board_of(self.field)
        return GridballPosition(board, 0, 0, board.centre, Player.FIRST)

    def position_of(
        self, segments: Iterable[Segment], ball: Point, mover: Player, progress: Sequence[str] = ()
    ) -> "GridballPosition":
        """The position with these lines drawn; InvalidPositionError if there can be none.

        Of `progress`, which tells how far turn and game are, what follows from the rest may be
        left out.
        """
        board = board_of(self.field)
        lines, touched = board.drawn(segments)
        if ball not in set(board.pitch.points()):
            raise InvalidPositionError("the ball is off the field")
        counts = Counter(dict(_COUNTED[word] for word in progress if word in _COUNTED))
        position = GridballPosition(
            board,
            lines,
            touched,
            board.index(ball),
            mover,
            drawn=counts["drawn"],
            penalties=counts["penalties"],
            passed=counts["passed"],
        )
        if position.outcome is None and position.drawn in (0, SEGMENTS_A_TURN):
            position = position._replace(locked=board.is_locked(position.at, touched, lines))
        true = tuple(word for word in position.progress() if word in progress)
        if true != tuple(progress) or not _is_possible(position):
            raise InvalidPositionError(f"not so in this position: {', '.join(progress)}")
        return position

    def options(self) -> dict[str, int | str | bool]:
        """The field's size by name."""
        return {"field": self.field.value}


class GridballPosition(NamedTuple):
    """A position, an immutable value.

    `drawn` counts this turn's ordinary segments, `penalties` its penalties and `passed` how often
    the turn has passed. `touched` and, when a penalty may come next, `locked` follow from the rest,
    but they are asked for often.
    """

    board: Board
    lines: int
    touched: int
    at: int
    mover: Player
    drawn: int = 0
    penalties: int = 0
    passed: int = 0
    locked: bool = False

    @property
    def ruleset(self) -> Gridball:
        """The rules that this position is played by."""
        return Gridball(self.board.field)

    @property
    def ball(self) -> Point:
        """Where the ball is; after a goal, the point beyond the goal line."""
        return self.board.point(self.at)

    @property
    def to_move(self) -> Player | None:
        """Who draws next; None when the game is over."""
        return None if self.outcome is not None else self.mover

    @property
    def outcome(self) -> Outcome | None:
        """A ball in a goal ends the game, and so does the 300th turn without one."""
        scorer = self.board.attackers.get(self.at)
        if scorer is not None:
            # The mover stays who drew the last step, so this tells a goal from an own goal.
            return Outcome(scorer, Reason.GOAL if scorer is self.mover else Reason.OWN_GOAL)
        if self.passed >= TURN_LIMIT:
            return Outcome(None, Reason.TURN_LIMIT)
        return None

    @property
    def next_step(self) -> StepKind:
        """A penalty in a locked position, a segment otherwise."""
        return StepKind.PENALTY if self.locked else StepKind.SEGMENT

    @property
    def steps_due(self) -> int:
        """What is missing of three segments, or one penalty."""
        if self.outcome is not None:
            return 0
        return 1 if self.locked else SEGMENTS_A_TURN - self.drawn

    def drawn_segments(self) -> frozenset[Segment]:
        """The lines that the players drew."""
        return frozenset(self.board.segments(self.lines))

    def progress(self) -> tuple[str, ...]:
        """How far the turn is, whether a penalty is due, and how often the turn has passed."""
        due = (PENALTY_DUE,) if self.locked else ()
        counts = (self.drawn, self.penalties, self.passed)
        return due + tuple(
            f"{words}: {count}" for words, count in zip(_COUNTS, counts, strict=True) if count
        )

    def legal_directions(self) -> tuple[Direction, ...]:
        """The directions that may be drawn next, in order; empty when the game is over."""
        if self.outcome is not None:
            return ()
        if self.locked:
            return tuple(self.board.penalties[self.at])
        return tuple(
            direction
            for direction, move in self.board.moves[self.at].items()
            if self._refuses(move) is None
        )

    def refusal(self, direction: Direction) -> Refusal | None:
        """Why the direction may not be drawn; None if it may."""
        if self.outcome is not None:
            return Refusal.GAME_OVER
        if self.locked:
            return None if direction in self.board.penalties[self.at] else Refusal.OUTSIDE
        move = self.board.moves[self.at].get(direction)
        return Refusal.OUTSIDE if move is None else self._refuses(move)

    def _refuses(self, move: Move) -> Refusal | None:
        """Why an ordinary segment that stays on the field may not be drawn."""
        if move.scores:
            return None
        if self.touched & move.touches:
            return Refusal.TOUCHED
        if self.lines & move.crosses:
            return Refusal.CROSSES
        left = SEGMENTS_A_TURN - self.drawn - 1
        free = ~(self.touched | self.board.bits[self.at] | move.touches)
        if left and not self.board.completes(move.end, free, self.lines | move.line, left):
            return Refusal.NOT_COMPLETABLE
        return None

    def after(self, direction: Direction) -> "GridballPosition":
        """The position after one more step; IllegalStepError if the rules refuse it."""
        refusal = self.refusal(direction)
        if refusal is not None:
            raise IllegalStepError(direction, refusal)
        return self._after_penalty(direction) if self.locked else self._after_segment(direction)

    def _after_segment(self, direction: Direction) -> "GridballPosition":
        board, move = self.board, self.board.moves[self.at][direction]
        lines = self.lines | move.line
        touched = self.touched | board.bits[self.at] | move.touches
        if move.scores:
            return self._scored(lines, touched, move.end)
        drawn = self.drawn + 1
        if drawn == SEGMENTS_A_TURN:
            if not board.is_locked(move.end, touched, lines):
                return self._passed(lines, touched, move.end, locked=False)
            # The opponent is trapped: the mover goes on with a penalty.
            return self._replace(
                lines=lines, touched=touched, at=move.end, drawn=drawn, locked=True
            )
        return self._replace(lines=lines, touched=touched, at=move.end, drawn=drawn)

    def _after_penalty(self, direction: Direction) -> "GridballPosition":
        board, penalty = self.board, self.board.penalties[self.at][direction]
        lines, touched = self.lines | penalty.lines, self.touched | penalty.touches
        if penalty.scores:
            return self._scored(lines, touched, penalty.end)
        penalties = self.penalties + 1
        locked = board.is_locked(penalty.end, touched, lines)
        if locked and penalties < MOST_PENALTIES:
            return self._replace(lines=lines, touched=touched, at=penalty.end, penalties=penalties)
        return self._passed(lines, touched, penalty.end, locked=locked)

    def _scored(self, lines: int, touched: int, at: int) -> "GridballPosition":
        """The end of the game: how the last turn came there makes no difference."""
        return GridballPosition(self.board, lines, touched, at, self.mover, passed=self.passed)

    def _passed(self, lines: int, touched: int, at: int, *, locked: bool) -> "GridballPosition":
        """The beginning of the opponent's turn, or the draw."""
        passed, mover = self.passed + 1, self.mover.opponent
        locked = locked and passed < TURN_LIMIT
        return GridballPosition(self.board, lines, touched, at, mover, passed=passed, locked=locked)

    def effect(self, direction: Direction) -> Effect:
        """What drawing a legal direction does; IllegalStepError if it is not legal."""
        return effect_of(self, direction)

    def path(self, direction: Direction) -> tuple[Point, ...]:
        """The ball's point and those that a segment or a penalty passes, up to its end or a goal.

        A penalty that is not available runs off the field.
        """
        length = 1
        if self.locked:
            penalty = self.board.penalties[self.at].get(direction)
            length = PENALTY_LENGTH if penalty is None else penalty.length
        return tuple(self.ball.towards(direction, steps) for steps in range(length + 1))

    def read_steps(self, text: str) -> tuple[Direction, ...]:
        """The steps of a turn, a dot before each penalty; InvalidTurnError for any other form."""
        if self.outcome is not None:
            form = _ANY_TURN
        else:
            form = _PENALTIES if self.locked else _ORDINARY[self.steps_due]
        beginning = form.match(text)
        end = 0 if beginning is None else beginning.end()
        if end < len(text) or not text or text.endswith("."):
            raise InvalidTurnError(text, end)
        return tuple(int(character) for character in text if character != ".")

    def write_step(self, direction: Direction) -> str:
        """A segment is its digit; a penalty has a dot before it."""
        return f".{direction}" if self.locked else str(direction)


# The forms of turns as the longest beginning of one that a text has, a last dot included.
_PENALTIES = re.compile(r"(?:\.[0-7])*\.?")
_ANY_TURN = re.compile(r"[0-7]*(?:\.[0-7])*\.?")
_ORDINARY = {
    due: re.compile(rf"[0-7]{{{due},}}(?:\.[0-7])*\.?|[0-7]*")
    for due in range(1, SEGMENTS_A_TURN + 1)
}
"""By the number of segments that must come before the first dot."""

_COUNTS = {
    "segments drawn": ("drawn", SEGMENTS_A_TURN),
    "penalties drawn": ("penalties", MOST_PENALTIES - 1),
    "turns passed": ("passed", TURN_LIMIT),
}
"""The counts that belong to a position in words, each with its field and the most that it can be;
0 is not said."""

_COUNTED = {
    f"{words}: {count}": (field, count)
    for words, (field, most) in _COUNTS.items()
    for count in range(1, most + 1)
}


def _is_possible(position: GridballPosition) -> bool:
    """Whether a turn can be as far as the counts say."""
    if position.outcome is not None:
        return not (position.drawn or position.penalties)
    if position.drawn == SEGMENTS_A_TURN or position.penalties:
        return position.locked
    return position.legal_directions() != ()
