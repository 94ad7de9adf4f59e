"""Tuning: games teach weights."""

import json
import random
from array import array

from ai.core.judgement import WEIGHTS
from ai.tuning import Lessons, fit, main
from ai.weights import read_weights


def test_fitting_finds_which_weight_means_a_win(capsys):
    lessons = Lessons()
    for _ in range(200):
        lessons.add(array("H", [1, 3]), 0.9)
        lessons.add(array("H", [2, 3]), 0.1)
    weights = fit(array("i", [0, 0, 0, 0]), lessons, 3, random.Random(1))
    assert weights[1] > 100 > -100 > weights[2]
    assert weights[0] == 0
    assert "round 2" in capsys.readouterr().err


def test_a_few_games_give_a_file_of_weights(tmp_path, capsys):
    out, again = tmp_path / "one.json", tmp_path / "two.json"
    words = ["--games", "2", "--budget", "60", "--rounds", "1", "--bounce", "none"]
    assert main([str(out), *words]) == 0
    assert main([str(again), *words, "--start", str(out), "--bounce", "unlimited"]) == 0
    weights = read_weights(out)
    assert len(weights) == WEIGHTS
    assert any(weights)
    assert json.loads(again.read_text()) != weights.tolist()
