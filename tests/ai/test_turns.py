"""All turns are found, each end once, and bounds leave unfinished turns."""

import random

from ai.field import place_of
from ai.scale import LOST, PASSED, UNFINISHED, VICTORY, WON
from rules import PaperSoccer
from tests.ai.cores import BOTH, MANY_TURNS, SMALL, after, core, thinker_for, turn_ends, walk


def look(position, copy, *bounds):
    thinker = thinker_for(position.ruleset, copy)
    place = place_of(position)
    thinker.lattice.put(place.lines, place.ball, place.mover, place.extra)
    thinker.turns.look(*bounds)
    return thinker.turns


def drawn(turns, number):
    return tuple(turns.way[: turns.trace(number)])


def led_to(position, directions):
    for direction in directions:
        position = position.after(direction)
    return position


@BOTH
def test_every_end_of_a_turn_is_found_once(plain):
    copy = core(plain)
    compared = 0
    for number, ruleset in enumerate(SMALL):
        rng = random.Random(300 + number)
        for _ in range(3 if plain else 4):
            position = walk(ruleset, rng, rng.randrange(2, 40))
            turns = look(position, copy, 1_500, 10_000, 0)
            ends = turn_ends(position)
            kinds = list(turns.kinds[: turns.count])
            if ends is None or WON in kinds or VICTORY in map(abs, turns.values[: turns.count]):
                continue
            passed = {end for end in ends if end.outcome is None}
            found = [
                led_to(position, drawn(turns, at))
                for at in range(turns.count)
                if kinds[at] == PASSED
            ]
            assert len(found) == len(set(found))
            assert set(found) == passed
            compared += 1
    assert compared > 3


@BOTH
def test_a_position_with_very_many_turns_is_cut_off_within_the_bounds(plain):
    position = after(PaperSoccer(), MANY_TURNS)
    turns = look(position, core(plain), 30, 40, 20)
    kinds = list(turns.kinds[: turns.count])
    assert turns.cut
    assert kinds.count(UNFINISHED) == 20
    assert len(kinds) < 80
    for number, kind in enumerate(kinds):
        end = led_to(position, drawn(turns, number))
        assert (end.to_move is position.to_move) == (kind == UNFINISHED)


@BOTH
def test_who_can_only_lose_has_a_turn_all_the_same(plain):
    """A chain into a dead end is noted if nothing else can be drawn."""
    copy = core(plain)
    found = 0
    for seed in range(400):
        rng = random.Random(seed)
        position = walk(SMALL[0], rng, 60)
        turns = look(position, copy, 400, 600, 0)
        if list(turns.kinds[: turns.count]) == [LOST]:
            end = led_to(position, drawn(turns, 0))
            assert end.outcome.winner is position.to_move.opponent
            found += 1
        if found == 3:
            break
    assert found == 3


@BOTH
def test_the_clock_ends_a_look(plain):
    thinker = thinker_for(PaperSoccer(), core(plain))
    place = place_of(after(PaperSoccer(), MANY_TURNS))
    thinker.lattice.put(place.lines, place.ball, place.mover, place.extra)
    thinker.turns.set_clock(lambda: 1.0, 0.5)
    thinker.turns.look(1_000, 1_000, 50)
    assert thinker.turns.late
    assert thinker.turns.cut
    assert thinker.turns.count < 50
