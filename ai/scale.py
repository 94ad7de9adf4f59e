"""The numbers that a position's value is told in, and what a chain of lines leads to.

Values are the mover's: from -SURE to SURE they are chances to win, from as good as lost to as good
as won; beyond PROVEN they are proofs, in which VICTORY means a win in this turn and one less a win
one turn later.
"""

import math

SURE = 9_999
PROVEN = 20_000
VICTORY = 30_000

PASSED, UNFINISHED, LOST, WON = 0, 1, 2, 3
"""What a chain leads to: the opponent's turn, more to draw for the mover, the end of the game."""

FAR = 63
"""The distance, in turns, of what no line leads to."""

LOGIT = 256
"""Sums of weights are told in 256ths of a logit."""
STEEP = 10 * LOGIT
"""Sums beyond this are as good as won."""


def chances() -> list[int]:
    """The value that each sum from -STEEP to STEEP means, never quite SURE."""
    halves = (total / (2 * LOGIT) for total in range(-STEEP, STEEP + 1))
    return [round((SURE - 1) * math.tanh(half)) for half in halves]
