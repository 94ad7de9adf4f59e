"""What the bot asks for: a turn as it is written, at a level."""

import random

import pytest

from ai.choosing import choose_turn
from ai.levels import LEVELS, STRONGEST, level
from rules import Field, Gridball, PaperSoccer, draw_turn, find_variant
from tests.ai.cores import after, walk, winner

STANDARD = PaperSoccer()
QUICK = 0.001
"""Seconds for those who think for a time."""

every_level = pytest.mark.parametrize("known", LEVELS, ids=lambda known: known.key)


@every_level
def test_every_level_completes_any_turn_legally(known):
    rng = random.Random(known.number)
    for variant in ("standard", "no-double-bounce", "no-bounce", "texas", "small"):
        position = walk(find_variant(variant).ruleset, rng, rng.randrange(30))
        turn = choose_turn(position, known, seed=1, seconds=QUICK)
        draw_turn(position, turn)


@every_level
def test_every_level_plays_the_other_game(known):
    position = Gridball(Field.SMALL).start().after(0)
    draw_turn(position, choose_turn(position, known, seed=1, seconds=QUICK))


def test_a_penalty_is_chosen_with_its_dot():
    """After the third segment the ball is locked: what is left of the turn are penalties."""
    rng = random.Random(4)
    for _ in range(200):
        position = Gridball(Field.SMALL).start()
        while position.to_move is not None and position.next_step.value == "segment":
            position = position.after(rng.choice(position.legal_directions()))
        if position.to_move is not None:
            break
    turn = choose_turn(position, level(3), seed=1)
    assert turn.startswith(".")
    draw_turn(position, turn)


def test_no_turn_is_chosen_when_the_game_is_over():
    over = after(STANDARD, "0/0/0/0/17")
    with pytest.raises(ValueError, match="over"):
        choose_turn(over, level(1), seed=1)


@pytest.mark.parametrize("known", LEVELS[:6], ids=lambda known: known.key)
def test_levels_that_count_positions_answer_the_same_for_the_same_seed(known):
    position = after(STANDARD, "6/0/0/0")
    assert choose_turn(position, known, seed=5) == choose_turn(position, known, seed=5)


def test_the_weakest_level_varies_with_the_seed():
    position = after(STANDARD, "6/0")
    assert len({choose_turn(position, level(1), seed=seed) for seed in range(12)}) > 1


def test_no_level_begins_by_running_towards_its_own_goal():
    for known in LEVELS[:5]:
        for seed in range(4):
            turn = choose_turn(STANDARD.start(), known, seed=seed)
            assert turn not in ("3", "4", "5"), known


def test_a_goal_in_one_line_is_seen_by_everybody():
    position = after(STANDARD, "0/0/0/0/1")
    for known in LEVELS:
        turn = choose_turn(position, known, seed=3, seconds=QUICK)
        assert winner(draw_turn(position, turn)[0]) is position.to_move


def test_weak_levels_overlook_long_chains_into_the_goal():
    """Of many positions with a goal, the weakest scores in fewer than the strongest, which scores
    in all."""
    scored = {1: 0, 8: 0}
    rng = random.Random(9)
    count = 0
    while count < 6:
        position = walk(STANDARD, rng, rng.randrange(20, 60))
        best = choose_turn(position, STRONGEST, seed=1, seconds=QUICK)
        end = draw_turn(position, best)[0]
        if len(best) < 3 or not end.outcome or end.outcome.winner is not position.to_move:
            continue
        count += 1
        scored[8] += 1
        end = draw_turn(position, choose_turn(position, level(1), seed=count))[0]
        scored[1] += bool(end.outcome and end.outcome.winner is position.to_move)
    assert scored[1] < scored[8]


def test_levels_are_numbered_from_one_and_have_different_keys():
    assert [known.number for known in LEVELS] == list(range(1, 9))
    assert len({known.key for known in LEVELS}) == 8
    assert level(8) is STRONGEST
    with pytest.raises(ValueError, match="no level 9"):
        level(9)
