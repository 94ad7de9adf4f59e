"""Tuning: games teach weights."""

from array import array

import pytest

from ai.core.judgement import LEFT, PLACES, SECOND, WEIGHTS, hidden_units
from ai.self_play import Lessons
from ai.tuning import fit, main
from ai.weights import read_weights

ALWAYS = 0
HERE, THERE = SECOND, LEFT


def lessons_of(*cases: tuple[list[int], float], times: int = 1_500) -> Lessons:
    lessons = Lessons()
    for _ in range(times):
        for active, chance in cases:
            lessons.add(array("H", active), chance)
    return lessons


def test_fitting_finds_which_weight_means_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    lessons = lessons_of(([HERE, ALWAYS], 0.9), ([THERE, ALWAYS], 0.1))
    weights = fit(lessons, 0, 40, 1)
    assert len(weights) == WEIGHTS
    assert weights[HERE] > 10 > -10 > weights[THERE]
    assert weights[PLACES] == 0
    assert "round 39: squared error" in capsys.readouterr().err


def test_hidden_units_find_what_no_sum_can_tell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either of two things means a win, both or neither a loss."""
    a, b = HERE, THERE
    cases = (
        ([a, b + 1, ALWAYS], 0.95),
        ([a + 1, b, ALWAYS], 0.95),
        ([a, b, ALWAYS], 0.05),
        ([a + 1, b + 1, ALWAYS], 0.05),
    )

    monkeypatch.setattr("ai.tuning.RATE", 0.03)
    for units, least, most in ((0, 0.15, 0.3), (8, 0.0, 0.05)):
        weights = fit(lessons_of(*cases, times=525), units, 120, 1)
        assert hidden_units(weights) == units
        error = float(capsys.readouterr().err.rpartition(" ")[2])
        assert least <= error <= most


def test_games_give_a_file_of_weights(tmp_path) -> None:
    """Played twice from different seeds, learnt together."""
    one, two, out = tmp_path / "one.lessons", tmp_path / "two.lessons", tmp_path / "weights.json"
    words = ["--games", "2", "--budget", "60"]
    assert main(["play", str(one), *words]) == 0
    assert main(["play", str(two), *words, "--seed", "2"]) == 0
    assert one.read_bytes() != two.read_bytes()
    assert main(["fit", str(out), str(one), str(two), "--units", "4", "--rounds", "1"]) == 0
    weights = read_weights(out)
    assert hidden_units(weights) == 4
    assert any(weights)


@pytest.mark.parametrize("bounce", ["once", "none"])
def test_games_with_other_bounces_are_played_with_weights_that_are_named(tmp_path, bounce) -> None:
    one, out, again = tmp_path / "one", tmp_path / "weights.json", tmp_path / "again"
    words = ["--games", "1", "--budget", "40", "--bounce", bounce]
    assert main(["play", str(one), *words]) == 0
    assert main(["fit", str(out), str(one), "--units", "4", "--rounds", "1"]) == 0
    assert main(["play", str(again), *words, "--weights", str(out)]) == 0
    assert one.read_bytes() != again.read_bytes()


def test_hidden_units_come_in_fours(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fit", str(tmp_path / "out"), str(tmp_path / "in"), "--units", "3"])
    assert "3 is not 0, 4, 8" in capsys.readouterr().err
