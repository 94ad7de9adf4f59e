"""Ratings of many people who play each other for long come out in the order of their strengths."""

import math
from collections.abc import Sequence
from datetime import timedelta
from random import Random

from matches.rating import Rating, aged, rate_match

PLAYERS = 500
MATCHES = 20_000
SPREAD = 200.0
"""The standard deviation of the true strengths, in points."""
APART = timedelta(minutes=10)
"""From one match to the next, of anybody."""
SCALE = 400 / math.log(10)
"""Points for which the chances are e to 1."""


def simulated(rng: Random) -> tuple[list[float], list[Rating]]:
    """The true strengths of a population, and the ratings that they have after their matches,
    each of two people drawn by lot.
    """
    strengths = [rng.gauss(1500, SPREAD) for _ in range(PLAYERS)]
    ratings = [Rating()] * PLAYERS
    last = [timedelta()] * PLAYERS
    for number in range(MATCHES):
        now = number * APART
        pair = rng.sample(range(PLAYERS), 2)
        first, second = (aged(ratings[player], now - last[player]) for player in pair)
        chance = 1 / (1 + math.exp((strengths[pair[1]] - strengths[pair[0]]) / SCALE))
        after = rate_match(first, second, float(rng.random() < chance))
        for player, rating in zip(pair, after, strict=True):
            ratings[player], last[player] = rating, now
    return strengths, ratings


def rank_correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Spearman's: 1 for the same order, 0 for orders that have nothing to do with each other."""
    distance = sum((a - b) ** 2 for a, b in zip(_ranks(some), _ranks(others), strict=True))
    return 1 - 6 * distance / (len(some) * (len(some) ** 2 - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        ranks[place] = rank
    return ranks


def test_the_order_of_strengths_is_recovered():
    """500 people, 20,000 matches: the ranks correlate by 0.95 at least, and nobody is left `?`."""
    strengths, ratings = simulated(Random(1))
    assert rank_correlation(strengths, [rating.value for rating in ratings]) >= 0.95
    assert not any(rating.provisional for rating in ratings)


def test_ratings_lie_within_their_deviations():
    """A deviation says how far the strength may be: some 95 in 100 lie within two of them."""
    strengths, ratings = simulated(Random(2))
    middle = sum(strengths) / PLAYERS - sum(rating.value for rating in ratings) / PLAYERS
    within = sum(
        abs(strength - middle - rating.value) < 2 * rating.deviation
        for strength, rating in zip(strengths, ratings, strict=True)
    )
    assert 0.92 <= within / PLAYERS <= 0.99
