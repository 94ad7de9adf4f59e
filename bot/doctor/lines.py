"""What the doctor says: a line for each thing that was looked at."""

from dataclasses import dataclass
from enum import Enum

MOST_NAMED = 20
"""Of many things of a kind so many are named, the others counted."""


class Mark(Enum):
    """How it stands with what a line is about; the value is what the reader sees."""

    OK = "ok"
    NOTE = "note"
    """Nothing is wrong, but somebody may want to know."""
    PROBLEM = "PROBLEM"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence about one thing."""

    mark: Mark
    text: str

    def __str__(self) -> str:
        # Names come from people: none may break the line, or speak to the terminal.
        text = "".join(letter if letter.isprintable() else "?" for letter in self.text)
        return f"{self.mark.value:8} {text}"


def ok(text: str) -> Line:
    """It is as it should be."""
    return Line(Mark.OK, text)


def note(text: str) -> Line:
    """Somebody may want to know."""
    return Line(Mark.NOTE, text)


def problem(text: str) -> Line:
    """It is wrong; the text says what to do."""
    return Line(Mark.PROBLEM, text)


def named(names: list[str]) -> str:
    """The names in a row, the last ones of many only counted."""
    shown = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return shown if more <= 0 else f"{shown} and {more} more"
