"""Matches: openings, faults, scores and logs."""

import random

import pytest

from ai.contest import (
    Contestant,
    Finished,
    Score,
    contest,
    note,
    opening_of,
    play,
    random_turn,
    read_games,
    score_of,
)
from rules import Game, PaperSoccer, Player

SMALL = PaperSoccer(4, 4, 1)


def chance(game):
    return random_turn(game, random.Random(len(game.turns))) or "0"


def last_resort(game):
    """A turn by the first directions, whatever becomes of it."""
    position, turn = game.position, ""
    while position.to_move is game.to_move:
        step = position.legal_directions()[0]
        turn += position.write_step(step)
        position = position.after(step)
    return turn


def fault(game):
    raise ValueError("lost its way")


def test_each_opening_is_played_with_both_colours():
    one, other = Contestant("one", last_resort), Contestant("other", last_resort)
    games = list(contest(SMALL, one, other, range(3), seed=1))
    assert [(game.pair, game.swapped) for game in games] == [
        (0, False), (0, True), (1, False), (1, True), (2, False), (2, True)
    ]  # fmt: skip
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
        assert first.turns == second.turns
        assert {first.winner, second.winner} == {"one", "other"}


def test_known_games_are_not_played_again():
    good, bad = Contestant("good", last_resort), Contestant("bad", fault)
    known = list(contest(SMALL, good, bad, range(1), seed=1))
    broken = Contestant("good", fault)
    games = list(contest(SMALL, broken, bad, range(1), seed=1, known=known))
    assert games == known
    assert score_of("good", games) == Score(2.0, 2)


@pytest.mark.parametrize("bad", [fault, lambda game: "9", lambda game: ""])
def test_whoever_fails_or_breaks_the_rules_loses(bad):
    sides = {Player.FIRST: Contestant("bad", bad), Player.SECOND: Contestant("good", last_resort)}
    _, winner, reason, _ = play(Game(SMALL), sides)
    assert winner is Player.SECOND
    assert reason.startswith("fault")


def test_whoever_takes_too_long_loses_but_not_in_the_first_turn():
    now = [0.0]

    def clock():
        now[0] += 0.4
        return now[0]

    slow = Contestant("slow", last_resort, 0.25)
    patient = Contestant("patient", last_resort)
    game, winner, reason, _ = play(Game(SMALL), {Player.FIRST: slow, Player.SECOND: patient}, clock)
    assert winner is Player.SECOND
    assert "0.40 s" in reason
    assert len(game.turns) == 2


def test_random_turns_end_no_game_and_openings_stop_where_there_is_none():
    rng = random.Random(1)
    for _ in range(30):
        opening = opening_of(SMALL, rng)
        assert Game(SMALL, opening).outcome is None
    # One point before the goal of the smallest pitch nothing but the end may be left.
    stuck = Game(SMALL)
    while (turn := random_turn(stuck, rng)) is not None:
        stuck = stuck.play(turn)
    assert stuck.outcome is None


def test_the_interval_is_wilsons():
    low, high = Score(95, 100).interval()
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)
    assert Score(0, 0).interval() == (0.0, 1.0)


def test_a_draw_is_half_a_point():
    drawn = Finished(0, False, (), (), None, "turn_limit", 0.0)
    assert score_of("one", [drawn]).share == 0.5


def test_a_log_is_read_back_without_the_line_that_was_cut_short(tmp_path):
    log = tmp_path / "log"
    assert read_games(log) == []
    game = Finished(0, True, ("0",), ("0", "4"), "one", "goal", 0.5)
    note(log, game)
    with log.open("a") as stream:
        stream.write('{"pair": 1, "swa')
    assert read_games(log) == [game]
