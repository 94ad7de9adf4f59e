"""The levels of the computer, from one that a child can beat to the best it can.

Levels 1 to 6 judge a fixed number of positions, so they are as strong on any machine, and answer
the same for the same seed; 7 and 8 think for a time. Weak levels lose as people do: they overlook
long chains, of their own and against them, and take a good turn for the best. What each level
scores against the one below is measured by `benchmarks.ai`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How one level thinks.

    `key` is its name for the program; people read another. `budget` is how many positions it judges
    a turn, None for as many as it can in `seconds`. `sight` is the longest chain to a goal that it
    sees, `wavering` how far, in chances to win (1 is from lost to won), it may misjudge a turn.
    """

    number: int
    key: str
    budget: int | None = None
    seconds: float = 0.0
    sight: int = 1_000
    wavering: float = 0.0


LEVELS: tuple[Level, ...] = (
    Level(1, "beginner", budget=40, sight=1, wavering=0.30),
    Level(2, "learner", budget=80, sight=2, wavering=0.16),
    Level(3, "casual", budget=160, sight=3, wavering=0.10),
    Level(4, "regular", budget=320, sight=5, wavering=0.05),
    Level(5, "skilled", budget=900, sight=9, wavering=0.02),
    Level(6, "expert", budget=4_000),
    Level(7, "master", seconds=0.15),
    Level(8, "champion", seconds=2.0),
)

STRONGEST = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 8; ValueError for another."""
    for candidate in LEVELS:
        if candidate.number == number:
            return candidate
    raise ValueError(f"there is no level {number}")
