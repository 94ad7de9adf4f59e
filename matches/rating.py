"""Ratings: Glicko-2 with continuous time.

The formulas and their numbers are Mark E. Glickman's, "Example of the Glicko-2 system"
(glicko.net/glicko/glicko2.pdf); the step numbers in the comments are that text's. The volatility is
found by its Illinois algorithm, on the distance between the players alone: adding the same number
to all ratings changes no deviation and no volatility.

Glickman's period becomes continuous here: `aged` lets a deviation grow with the time since the
last match (his step 6, by fractions of a period), and `rated` is a moment without a length. A
player's week in his manner is `rated(aged(rating, PERIOD), results)`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

PERIOD = timedelta(days=7)
TAU = 0.5

INITIAL = 1500.0
MAX_DEVIATION = 350.0
PROVISIONAL_ABOVE = 110.0

_SCALE = 173.7178  # step 2: points in a unit of Glicko-2's own scale
_CONVERGED = 1e-6
# Beyond about 7,000 points of difference the expected score is 0 or 1 in every practical sense;
# without a limit, one upset at such a distance would overflow.
_FARTHEST = 40.0


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, how uncertain that is, and how much the player's form varies."""

    value: float = INITIAL
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        """Whether too little is known yet to rank the player: shown with a `?`."""
        return self.deviation > PROVISIONAL_ABOVE


def aged(rating: Rating, elapsed: timedelta) -> Rating:
    """The rating after a time without a match: its deviation grows, to 350 at most.

    A time below zero, as two clocks may measure it, counts as none.
    """
    periods = max(elapsed / PERIOD, 0.0)
    spread = math.hypot(rating.deviation, rating.volatility * _SCALE * math.sqrt(periods))
    return Rating(rating.value, min(spread, MAX_DEVIATION), rating.volatility)


def certain_for(rating: Rating) -> timedelta:
    """How long a rating that is not provisional stays so while its player does not play.

    The time after which `aged` gives a deviation of `PROVISIONAL_ABOVE`; zero if it is above.
    """
    spread = max(PROVISIONAL_ABOVE**2 - rating.deviation**2, 0.0)
    return PERIOD * (spread / (rating.volatility * _SCALE) ** 2)


def rated(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after results against these opponents, all at the same moment.

    A result is the opponent's rating before the match and the player's score: 1, 0.5 or 0.
    """
    if not results:
        return rating
    deviation = rating.deviation / _SCALE
    information, surprise = _evidence(rating, results)
    variance = 1 / information
    volatility = _volatility(rating.volatility, deviation, variance, variance * surprise)
    # Step 7; the growth of step 6 has been added by `aged`.
    remaining = 1 / (1 / deviation**2 + information)
    return Rating(
        value=rating.value + _SCALE * remaining * surprise,
        # Rounding alone could make it grow.
        deviation=min(_SCALE * math.sqrt(remaining), rating.deviation),
        volatility=volatility,
    )


def rate_match(first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
    """Both ratings after a match; `score` is the first player's: 1, 0.5 or 0.

    Each is computed from the ratings before the match, so the order does not matter.
    """
    return rated(first, [(second, score)]), rated(second, [(first, 1 - score)])


def _evidence(rating: Rating, results: Sequence[tuple[Rating, float]]) -> tuple[float, float]:
    """What the results tell (step 3, 1/v), and by how much they differ from what was expected."""
    information = surprise = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / _SCALE)
        distance = weight * (rating.value - opponent.value) / _SCALE
        distance = max(-_FARTHEST, min(distance, _FARTHEST))
        win, loss = _logistic(distance), _logistic(-distance)
        information += weight**2 * (win * loss)
        # Not `score - win`: next to 1 the difference would be rounded away.
        surprise += weight * (score * loss - (1 - score) * win)
    return information, surprise


def _weight(deviation: float) -> float:
    """How much a result against an opponent so uncertain counts (g)."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _logistic(distance: float) -> float:
    return 1 / (1 + math.exp(-distance))


def _volatility(before: float, deviation: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that explains best how far the results were from the rating."""
    a = math.log(before**2)

    square, spread = delta**2, deviation**2 + variance
    exp, inertia = math.exp, TAU**2

    def f(x: float) -> float:
        power = exp(x)
        total = spread + power
        return power * (square - total) / (2 * total**2) - (x - a) / inertia

    excess = square - deviation**2 - variance
    return math.exp(_root(f, a, _other_end(a, excess)) / 2)


def _other_end(a: float, excess: float) -> float:
    """A number on the other side of the root than `a`."""
    if excess > 0:
        return math.log(excess)
    # Glickman tries a - k TAU for k = 1, 2, … until f is positive there. It is for k = 1, as f is
    # never less than k / TAU - 1/2.
    return a - TAU


def _root(f: Callable[[float], float], a: float, b: float) -> float:
    """The root of `f` between `a` and `b`, by the Illinois form of the rule of false position."""
    at_a, at_b = f(a), f(b)
    while abs(b - a) > _CONVERGED:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return a
