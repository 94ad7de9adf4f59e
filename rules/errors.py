"""What the rules refuse.

RulesError
├── InvalidRulesetError   a pitch or a combination of options that cannot be played
├── InvalidPositionError  lines, a ball and a mover that are no position of a ruleset
├── InvalidTurnError      a text that is not of the form of a turn
├── IllegalTurnError      a turn of the right form that the rules do not allow
│   └── IllegalStepError  the same for a single step
└── InvalidDiagramError   a text that is not the diagram of a position
"""

from enum import StrEnum

from rules.pitch import Segment


class Refusal(StrEnum):
    """Why a turn is refused; the values are the words of the conformance files."""

    BAD_NOTATION = "bad_notation"
    GAME_OVER = "game_over"
    OUTSIDE = "outside"
    WALL = "wall"
    DRAWN = "drawn"
    CROSSES = "crosses"
    OWN_GOAL_FORBIDDEN = "own_goal_forbidden"
    TOUCHED = "touched"
    NOT_COMPLETABLE = "not_completable"
    TOO_LONG = "too_long"
    INCOMPLETE = "incomplete"


class RulesError(ValueError):
    """The base of everything that the rules refuse."""


class InvalidRulesetError(RulesError):
    """A ruleset that cannot be played: `option` names what is wrong, `problem` says why."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(f"{option}: {problem}")
        self.option = option
        self.problem = problem


class InvalidPositionError(RulesError):
    """Lines, a ball and a mover that make no position; `segment` is the line at fault, if any."""

    def __init__(self, problem: str, segment: Segment | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.segment = segment


class InvalidTurnError(RulesError):
    """A text that is not a turn; `at` is the index of the first character that does not belong."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__(f"not a turn: {text!r} (character {at + 1})")
        self.text = text
        self.at = at
        self.refusal = Refusal.BAD_NOTATION


class IllegalTurnError(RulesError):
    """A turn that the rules refuse; `at` is the index of the step that fails, from 0."""

    def __init__(self, turn: str, at: int, refusal: Refusal) -> None:
        super().__init__(f"illegal turn {turn!r}: step {at + 1} is refused ({refusal})")
        self.turn = turn
        self.at = at
        self.refusal = refusal


class IllegalStepError(IllegalTurnError):
    """A single step that the rules refuse, in the direction `direction`."""

    def __init__(self, direction: int, refusal: Refusal) -> None:
        super().__init__(str(direction), 0, refusal)
        self.direction = direction


class InvalidDiagramError(RulesError):
    """A text that is not a diagram; `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
