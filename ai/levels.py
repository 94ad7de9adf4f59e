"""The levels of the computer, from one that a child can beat to the best it can.

Levels 1 to 6 judge a fixed number of positions (1 means: each of their own turns once), so they
are as strong on any machine, and answer the same for the same seed; 7 and 8 think for a time. Weak
levels lose as people do: they overlook long chains, of their own and against them, and take a good
turn for the best. What each level scores against the one below is measured by `benchmarks.ai`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How one level thinks.

    `key` is its name for the program; people read another. `budget` is how many positions it judges
    a turn, None for as many as it can in `seconds`. `sight` is the longest chain to a goal that it
    sees, `lapse` how likely it sees one line less far in a turn, `wavering` how far it may misjudge
    a turn, as a part of what lies between the best and the worst of them.
    """

    number: int
    key: str
    budget: int | None = None
    seconds: float = 0.0
    sight: int = 1_000
    lapse: float = 0.0
    wavering: float = 0.0


LEVELS: tuple[Level, ...] = (
    Level(1, "beginner", budget=1, sight=2, wavering=0.5),
    Level(2, "learner", budget=1, sight=3, lapse=0.3, wavering=0.3),
    Level(3, "casual", budget=160, sight=4, lapse=0.5, wavering=0.2),
    Level(4, "regular", budget=320, sight=5, lapse=0.5, wavering=0.15),
    Level(5, "skilled", budget=900, sight=8, lapse=0.5, wavering=0.05),
    Level(6, "expert", budget=4_500),
    Level(7, "master", seconds=0.5),
    Level(8, "champion", seconds=3.0),
)

STRONGEST = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 8; ValueError for another."""
    for candidate in LEVELS:
        if candidate.number == number:
            return candidate
    raise ValueError(f"there is no level {number}")
