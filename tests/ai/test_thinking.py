"""The tree finds what is to be found, in either copy the same, and stops when it must."""

import random
from array import array

import pytest

from ai.core.judgement import WEIGHTS
from ai.field import field_of, place_of
from ai.scale import VICTORY
from ai.thinking import Thinker
from rules import Bounce, PaperSoccer
from tests.ai.cores import BOTH, MANY_TURNS, SMALL, after, core, thinker_for, turn_ends, walk

STANDARD = PaperSoccer()
BEGINNINGS = ("", "6/0/0/0/0/2/4/2/5/532", MANY_TURNS)


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_both_copies_think_the_same_for_the_same_number_of_positions(beginning):
    found = []
    for plain in (False, True):
        thinker = thinker_for(STANDARD, core(plain))
        thinker.ponder(place_of(after(STANDARD, beginning)), 1_200)
        found.append((thinker.candidates(), thinker.value(), thinker.turn(), thinker.judged))
    assert found[0] == found[1]
    assert found[0][3] >= 1_200


@BOTH
def test_a_goal_that_can_be_scored_is_scored(plain):
    position = after(STANDARD, "0/0/0/0")
    thinker = thinker_for(STANDARD, core(plain))
    thinker.ponder(place_of(position), 100)
    assert thinker.value() == VICTORY
    for direction in thinker.turn():
        position = position.after(direction)
    assert position.outcome.winner.value == "first"


@BOTH
def test_a_turn_is_whole_and_legal_from_wherever_it_is_asked_for(plain):
    """Within a chain, too; in every combination of the options."""
    copy = core(plain)
    for number, ruleset in enumerate(SMALL):
        rng = random.Random(500 + number)
        for _ in range(2 if plain else 4):
            position = walk(ruleset, rng, rng.randrange(50))
            mover = position.to_move
            thinker = thinker_for(ruleset, copy)
            thinker.ponder(place_of(position), 60)
            for direction in thinker.turn():
                assert position.to_move is mover
                position = position.after(direction)
            assert position.to_move is not mover


@pytest.mark.unmeasured("many positions, whose lines shorter tests reach")
@BOTH
def test_proofs_hold_against_every_answer(plain):
    """A win in two turns is one: each turn of the opponent leaves a goal or none at all."""
    copy = core(plain)
    proven = 0
    for number in range(200):
        rng = random.Random(number)
        ruleset = SMALL[number % len(SMALL)]
        position = walk(ruleset, rng, rng.randrange(6, 60))
        thinker = thinker_for(ruleset, copy)
        thinker.ponder(place_of(position), 100)
        if not VICTORY - 2 <= thinker.value() < VICTORY:
            continue
        mover = position.to_move
        for direction in thinker.turn():
            position = position.after(direction)
        answers = [] if position.to_move is None else turn_ends(position)
        if not answers:
            continue
        proven += 1
        for answer in answers:
            assert answer.outcome is None or answer.outcome.winner is mover
            if answer.outcome is None:
                again = thinker_for(ruleset, copy)
                again.ponder(place_of(answer), 1)
                assert again.value() == VICTORY
        if proven == 3:
            break
    assert proven


@pytest.mark.unmeasured("many positions, whose lines shorter tests reach")
@BOTH
def test_half_a_million_turns_are_no_obstacle(plain):
    thinker = thinker_for(STANDARD, core(plain))
    thinker.ponder(place_of(after(STANDARD, MANY_TURNS)), 300)
    assert thinker.judged < 2_000
    assert thinker.turn()


@BOTH
def test_thinking_ends_when_the_clock_says_so_and_still_has_a_turn(plain):
    now = [0.0]

    def clock():
        now[0] += 1
        return now[0]

    thinker = thinker_for(STANDARD, core(plain))
    position = after(STANDARD, MANY_TURNS)
    thinker.ponder(place_of(position), clock=clock, deadline=5.0)
    assert now[0] <= 6
    for direction in thinker.turn():
        position = position.after(direction)
    assert position.to_move is not None


@BOTH
def test_thinking_ends_when_memory_is_full_and_begins_anew_for_the_next_position(plain):
    thinker = thinker_for(STANDARD, core(plain), capacity=1_200)
    position = after(STANDARD, "6/0/0/0/0/2/4/2/5")
    thinker.ponder(place_of(position), 4_000)
    assert thinker.judged < 4_000
    size = thinker.tree.size
    thinker.ponder(place_of(position.after(5).after(3)), 100)
    assert thinker.tree.size < size


@BOTH
def test_what_is_known_serves_the_next_turn(plain):
    thinker = thinker_for(STANDARD, core(plain))
    position = STANDARD.start()
    thinker.ponder(place_of(position), 800)
    best = thinker.candidates()[0]
    for direction in best.directions:
        position = position.after(direction)
    thinker.ponder(place_of(position), 1)
    assert thinker.candidates()
    assert sum(candidate.visits for candidate in thinker.candidates()) > 1


def test_the_turned_pitch_is_judged_alike():
    """Who draws second sees the pitch turned by half."""
    for goal_width, bounce in ((1, Bounce.UNLIMITED), (2, Bounce.ONCE)):
        ruleset = PaperSoccer(6, 6, goal_width, bounce)
        values = []
        for beginning in ("1", "5"):
            # The first player's side of one is the second player's of the other.
            position = after(ruleset, beginning)
            if beginning == "5":
                other = place_of(position)
                position = None
                place = type(other)(other.field, other.lines, other.ball, 1 - other.mover, 0)
            else:
                place = place_of(position)
            thinker = thinker_for(ruleset, core(True))
            thinker.lattice.put(place.lines, place.ball, place.mover, place.extra)
            values.append(thinker.turns.judge())
        assert values[0] == values[1]


@BOTH
def test_the_mirrored_pitch_is_judged_alike(plain):
    """Left and right are the same to the computer, as long as the ball is off the middle."""
    values = []
    for beginning in ("2", "2242", "22420"):
        for turned in (0, 1):
            digits = beginning if not turned else "".join(str(-int(d) % 8) for d in beginning)
            thinker = thinker_for(STANDARD, core(plain))
            place = place_of(after(STANDARD, digits))
            thinker.lattice.put(place.lines, place.ball, place.mover, place.extra)
            values.append(thinker.turns.judge())
    assert values[0::2] == values[1::2]
    assert len(set(values)) == 3


def test_hidden_units_are_added_up_the_same_in_both_copies_on_the_largest_pitch():
    """Of more points than the lanes of a word hold at once, with the largest weights there are."""
    ruleset, rng = PaperSoccer(20, 28), random.Random(3)
    units = 8
    weights = array("i", [rng.randint(-9, 9) for _ in range(WEIGHTS)])
    weights += array("i", [rng.choice((-128, 127)) for _ in range(units * WEIGHTS)])
    weights += array("i", [rng.randint(-15, 15) for _ in range(2 * units)])
    values = []
    for plain in (True, False):
        thinker = Thinker(field_of(ruleset), weights, 2_000, core=core(plain))
        thinker.ponder(place_of(after(ruleset, "0/1/2")), 300)
        values.append((thinker.value(), [each.value for each in thinker.candidates()]))
    assert values[0] == values[1]
    assert len(set(values[0][1])) > 5


def test_hidden_weights_that_no_lane_holds_are_refused():
    weights = array("i", [0] * (WEIGHTS + 4 * (WEIGHTS + 2)))
    weights[WEIGHTS] = 128
    with pytest.raises(ValueError, match="hidden weights are from 0 to 128"):
        Thinker(field_of(STANDARD), weights)


def test_weights_of_another_judgement_are_refused():
    with pytest.raises(ValueError, match=f"3 weights are not {WEIGHTS} and"):
        Thinker(field_of(STANDARD), array("i", [1, 2, 3]))
