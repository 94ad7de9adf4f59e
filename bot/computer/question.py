"""What a thinking process is asked: a game as a record, and how to think about it."""

import json
from dataclasses import asdict, dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Question:
    """Which turn to draw now; it travels as one line of JSON."""

    record: str
    """The game, as `rules.short_record` writes it."""
    level: int
    """A level of `ai.levels`."""
    seed: int
    drawn: str = ""
    """What of the turn is drawn already; the answer is the rest."""
    seconds: float | None = None
    """For levels that think for a time, in place of their own."""

    def line(self) -> str:
        """The question in one line."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, line: str) -> Self:
        """The question of a line; ValueError or TypeError for anything else."""
        return cls(**json.loads(line))
