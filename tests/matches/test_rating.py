"""Glicko-2: the published example, and what must be true of every rating."""

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rating import MAX_DEVIATION, PERIOD, Rating, aged, rate_match, rated

GLICKMAN = Rating(1500, 200, 0.06)
GLICKMAN_RESULTS = (
    (Rating(1400, 30), 1.0),
    (Rating(1550, 100), 0.0),
    (Rating(1700, 300), 0.0),
)

ratings = st.builds(
    Rating,
    value=st.floats(-50_000, 50_000),
    deviation=st.floats(1, MAX_DEVIATION),
    volatility=st.floats(0.001, 1),
)
scores = st.sampled_from([0.0, 0.5, 1.0])
times = st.timedeltas(timedelta(0), timedelta(days=10_000))


def test_glickmans_published_example():
    """A week of the example's player gives the numbers that Glickman prints."""
    after = rated(aged(GLICKMAN, PERIOD), GLICKMAN_RESULTS)
    assert after.value == pytest.approx(1464.05, abs=0.005)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.059996, abs=0.0000005)


def test_a_new_player_is_provisional():
    """Nothing is known about somebody who has not played."""
    assert Rating() == Rating(1500, 350, 0.06)
    assert Rating().provisional


def test_the_question_mark_goes_at_a_deviation_of_110():
    """A deviation of exactly 110 is settled."""
    assert not Rating(deviation=110).provisional
    assert Rating(deviation=110.001).provisional


def test_new_players_settle_after_some_matches():
    """The question mark goes within two dozen matches against settled players."""
    rating, opponent, matches = Rating(), Rating(1500, 60), 0
    while rating.provisional:
        rating = rated(rating, [(opponent, matches % 2)])
        matches += 1
    assert 5 <= matches <= 24


def test_without_results_nothing_changes():
    """A moment without a match is no moment."""
    assert rated(GLICKMAN, []) == GLICKMAN


def test_a_period_in_two_halves_is_one_period():
    """Time is continuous: it does not matter how often somebody looks."""
    halves = aged(aged(GLICKMAN, PERIOD / 2), PERIOD / 2)
    assert halves.deviation == pytest.approx(aged(GLICKMAN, PERIOD).deviation)


def test_a_clock_that_runs_back_ages_nobody():
    """A negative time counts as none."""
    assert aged(GLICKMAN, timedelta(hours=-1)) == GLICKMAN


def test_an_even_draw_moves_nobody():
    """Equal players who draw keep their points, and both are better known."""
    first, second = rate_match(GLICKMAN, GLICKMAN, 0.5)
    assert first == second
    assert first.value == GLICKMAN.value
    assert first.deviation < GLICKMAN.deviation


def test_a_steady_player_becomes_steadier_and_a_surprising_one_less():
    """The volatility follows how far results are from the rating."""
    steady = rated(GLICKMAN, [(GLICKMAN, 0.5)] * 10)
    surprising = rated(GLICKMAN, [(Rating(2200, 30), 1.0)] * 10)
    assert steady.volatility < GLICKMAN.volatility < surprising.volatility


@given(ratings, st.lists(st.tuples(ratings, scores), max_size=5), st.floats(-1000, 1000))
def test_shifting_all_ratings_shifts_only_the_result(rating, results, shift):
    """Deviation and volatility depend on differences alone."""

    def moved(one: Rating) -> Rating:
        return Rating(one.value + shift, one.deviation, one.volatility)

    plain = rated(rating, results)
    shifted = rated(moved(rating), [(moved(opponent), score) for opponent, score in results])
    assert shifted.value == pytest.approx(plain.value + shift, rel=1e-6, abs=1e-3)
    assert shifted.deviation == pytest.approx(plain.deviation, rel=1e-6)
    assert shifted.volatility == pytest.approx(plain.volatility, rel=1e-5)


@given(ratings, ratings, scores)
def test_a_match_seen_from_the_other_side_is_the_same(first, second, score):
    """Exchanging the players and the score exchanges the ratings."""
    assert rate_match(first, second, score) == rate_match(second, first, 1 - score)[::-1]


@given(ratings, ratings, scores)
def test_a_players_mirror_image_is_rated_in_the_mirror(first, second, score):
    """What a win adds for one is what a defeat takes from the mirror image."""

    def mirrored(one: Rating) -> Rating:
        return Rating(-one.value, one.deviation, one.volatility)

    plain = rated(first, [(second, score)])
    assert rated(mirrored(first), [(mirrored(second), 1 - score)]) == mirrored(plain)


@given(ratings, times, times)
def test_a_deviation_grows_with_time_and_is_capped(rating, some, more):
    """The longer nobody has seen a player, the less is known, up to what a new player has."""
    sooner, later = aged(rating, min(some, more)), aged(rating, max(some, more))
    assert rating.deviation <= sooner.deviation <= later.deviation <= MAX_DEVIATION
    assert (sooner.value, sooner.volatility) == (rating.value, rating.volatility)


@given(ratings, ratings)
def test_a_winner_never_loses_points(winner, loser):
    """However surprising or certain the win."""
    better, worse = rate_match(winner, loser, 1.0)
    assert better.value >= winner.value
    assert worse.value <= loser.value


@given(ratings, st.lists(st.tuples(ratings, scores), max_size=8), times)
def test_every_rating_is_a_number_within_its_bounds(rating, results, elapsed):
    """No results, however strange, leave the numbers that can be stored and shown."""
    after = aged(rated(rating, results), elapsed)
    assert math.isfinite(after.value)
    assert 0 < after.deviation <= MAX_DEVIATION
    assert math.isfinite(after.volatility)
    assert after.volatility > 0


@given(ratings, ratings, scores)
def test_a_match_makes_both_better_known(first, second, score):
    """At the moment of a match no deviation grows."""
    for before, after in zip((first, second), rate_match(first, second, score), strict=True):
        assert after.deviation <= before.deviation
