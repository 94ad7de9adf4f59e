"""How long the computer takes for a turn at least: as somebody who thinks and draws."""

from datetime import timedelta
from random import Random

SHORTEST = 1.0
"""Seconds until the pencil touches the paper."""
MOST_MORE = 0.4
"""Seconds more, by chance."""
A_SEGMENT = 0.15
LONGEST = 4.0


def time_for(segments: int, rng: Random) -> timedelta:
    """From when it is the computer's turn until it is shown."""
    seconds = SHORTEST + rng.uniform(0, MOST_MORE) + A_SEGMENT * segments
    return timedelta(seconds=min(seconds, LONGEST))
