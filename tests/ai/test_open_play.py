"""Games without arrays are played by what positions answer."""

import random
from typing import Any

from ai.choosing import choose_turn
from ai.levels import level
from ai.open_play import LOST, WON, choose_openly, turns, worth
from rules import Field, Gridball, Player, draw_turn
from tests.ai.cores import winner

START = Gridball(Field.SMALL).start()


def test_turns_are_whole_and_legal():
    found = list(turns(START))
    assert len(found) == len({text for text, _ in found}) > 100
    for text, end in found[::20]:
        assert draw_turn(START, text)[0] == end


def test_a_goal_is_taken():
    """The first player's ball runs to the bottom goal, whoever draws, until a turn can score."""
    position: Any = START
    while True:
        after = max(turns(position), key=lambda turn: worth(turn[1], Player.FIRST))[1]
        if after.outcome is not None and position.to_move is Player.FIRST:
            break
        if after.outcome is not None:
            after = draw_turn(position, choose_turn(position, level(6), seed=1))[0]
        position = after
    chosen = choose_turn(position, level(6), seed=1)
    assert winner(draw_turn(position, chosen)[0]) is Player.FIRST


def test_the_ball_nearer_to_the_goal_is_worth_more():
    down, up = draw_turn(START, "444")[0], draw_turn(START, "000")[0]
    assert worth(down, Player.FIRST) > worth(START, Player.FIRST) == 0 > worth(up, Player.FIRST)
    assert worth(down, Player.SECOND) == -worth(down, Player.FIRST)


def test_won_and_lost_games_are_worth_most_and_least():
    rng = random.Random(2)
    position: Any = START
    while position.to_move is not None:
        choices = list(turns(position))
        mover = position.to_move
        position = max(choices, key=lambda turn: worth(turn[1], mover) + rng.random())[1]
    assert worth(position, winner(position)) == WON
    assert worth(position, winner(position).opponent) == LOST


def test_the_deadline_ends_the_search_for_answers():
    asked = []

    def clock():
        asked.append(1)
        return 2.0

    text = choose_openly(START, level(8), random.Random(1), clock, 1.0)
    assert len(asked) == 1
    draw_turn(START, text)
