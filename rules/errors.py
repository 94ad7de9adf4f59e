"""What the rules refuse.

RulesError
├── InvalidRulesetError   a pitch or a combination of options that cannot be played
├── InvalidPositionError  lines, a ball and a mover that are no position of a ruleset
├── InvalidTurnError      a text that is not of the form of a turn
├── IllegalTurnError      a turn of the right form that the rules do not allow
│   └── IllegalStepError  the same for a single step
├── InvalidDiagramError   a text that is not the diagram of a position
└── InvalidRecordError    a text that is not the record of a game
"""

from collections.abc import Iterable
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
    """A ruleset that cannot be played: `option` names what is wrong, `problem` says why.

    `allowed` is all that the option can be, as far as the others allow it; empty if there is no
    such option.
    """

    def __init__(self, option: str, problem: str, allowed: Iterable[int | str | bool] = ()) -> None:
        super().__init__(f"{option}: {problem}")
        self.option = option
        self.problem = problem
        self.allowed = tuple(allowed)


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


class RecordProblem(StrEnum):
    """What is wrong with a record; the comments say what `found` and `expected` are."""

    TOO_LONG = "too_long"
    ENCODING = "encoding"
    CHARACTER = "character"  # found: what does not belong, from there on
    COMMENT = "comment"  # one that is not closed
    TAG = "tag"  # found: what is not of the form [Name "text"]
    LONG_TAG = "long_tag"  # found: its name; expected: how many characters one may have
    REPEATED_TAG = "repeated_tag"  # found: its name
    LATE_TAG = "late_tag"  # one behind the turns, as where a second game begins
    EMPTY = "empty"  # neither a tag nor a turn
    VARIANT = "variant"  # found: a variant that there is not
    OTHER_VARIANT = "other_variant"  # found: the variant; expected: which one the options make
    RULES = "rules"  # cause: the InvalidRulesetError
    OPTION = "option"  # found: the tag of an option that the game does not have
    NUMBER = "number"  # found: a turn's number; expected: the one that is due
    TURN = "turn"  # turn: its number; found: its text; cause: why it is refused
    RESULT = "result"  # found: a Result that is none
    CONTRADICTION = "contradiction"  # found, and what the turns or the tags say: expected
    AFTER_RESULT = "after_result"  # found: what stands behind the result


class InvalidRecordError(RulesError):
    """A text that is not a record; `line` and `column` count from 1.

    `turn` counts the turns of both players from 1. `found` and `expected` are short, whatever the
    text. In English the error words itself; elsewhere its problem and data are worded.
    """

    def __init__(
        self,
        line: int,
        column: int,
        problem: RecordProblem,
        *,
        found: str = "",
        expected: str = "",
        turn: int | None = None,
        cause: RulesError | None = None,
    ) -> None:
        self.line = line
        self.column = column
        self.problem = problem
        self.found = found
        self.expected = expected
        self.turn = turn
        self.cause = cause
        super().__init__(f"line {line}, column {column}: {self._sentence()}")

    def _sentence(self) -> str:
        refusal = str(getattr(self.cause, "refusal", "")).replace("_", " ")
        if isinstance(self.cause, InvalidTurnError):
            refusal = "turns are digits from 0 (up) to 7, clockwise"
        return _RECORD_SENTENCES[self.problem].format(
            found=_printable(self.found),
            expected=self.expected,
            turn=self.turn,
            cause=self.cause,
            refusal=refusal,
        )


def _printable(text: str) -> str:
    """A text out of a file without what could end the line, or do worse to a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


_RECORD_SENTENCES = {
    RecordProblem.TOO_LONG: "no record is as long as this",
    RecordProblem.ENCODING: "this is not text in UTF-8",
    RecordProblem.CHARACTER: "{found} does not belong here",
    RecordProblem.COMMENT: "this comment is not closed with }}",
    RecordProblem.TAG: 'this is not a tag of the form [Name "text"]: {found}',
    RecordProblem.LONG_TAG: "the text of a tag has at most {expected} characters: {found}",
    RecordProblem.REPEATED_TAG: "the tag {found} was there before",
    RecordProblem.LATE_TAG: "a tag behind the turns: a record holds one game",
    RecordProblem.EMPTY: "there is neither a tag nor a turn",
    RecordProblem.VARIANT: "there is no variant {found}",
    RecordProblem.OTHER_VARIANT: "the options are not those of {found} but of {expected}",
    RecordProblem.RULES: "these rules cannot be played: {cause}",
    RecordProblem.OPTION: "this game has no option {found}",
    RecordProblem.NUMBER: "{found} where number {expected} is due",
    RecordProblem.TURN: "turn {turn}, {found}, is refused here: {refusal}",
    RecordProblem.RESULT: "{found} is not a result (1-0, 0-1, 1/2-1/2 or *)",
    RecordProblem.CONTRADICTION: "{found} contradicts {expected}, as the record says elsewhere",
    RecordProblem.AFTER_RESULT: "behind the result there is {found}",
}
