"""The lattice agrees with the rules, and what it calls certain is certain."""

import json
import random
from pathlib import Path

import pytest

from ai.field import field_of, place_of
from rules import Field, Gridball, PaperSoccer, read_ruleset
from tests.ai.cores import BOTH, SMALL, after, core, lattice_at, turn_ends, walk

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"
MOST_SEQUENCES = 400


def lines_of(file):
    for text in (CONFORMANCE / f"{file}.jsonl").read_text("utf-8").splitlines():
        line = json.loads(text)
        if line["game"] == "paper_soccer":
            ruleset = read_ruleset(line["game"], line["rules"])
            yield line, after(ruleset, "".join([*line["turns"], line["partial"]]))


def sequences(lattice, depth):
    """How many sequences of legal steps of this length there are."""
    free = lattice.free()
    if depth == 1:
        return free.bit_count()
    total = 0
    for direction in range(8):
        if free >> direction & 1:
            lattice.play(direction)
            total += sequences(lattice, depth - 1)
            lattice.undo()
    return total


@pytest.mark.unmeasured("many positions, whose lines shorter tests reach")
@BOTH
def test_the_counts_of_the_conformance_files_come_out(plain):
    copy = core(plain)
    for line, position in lines_of("perft"):
        if position.to_move is None:
            continue
        lattice = lattice_at(position, copy)
        before = lattice.hash
        for depth, count in enumerate(line["depth_segments"], start=1):
            if count <= MOST_SEQUENCES:
                assert sequences(lattice, depth) == count, line["id"]
        assert lattice.hash == before
        assert list(lattice.lines) == list(place_of(position).lines)


@pytest.mark.unmeasured("many positions, whose lines shorter tests reach")
@BOTH
def test_every_position_of_the_conformance_files_has_their_legal_directions(plain):
    copy = core(plain)
    for line, position in list(lines_of("positions"))[::10]:
        if position.to_move is not None:
            free = lattice_at(position, copy).free()
            found = [direction for direction in range(8) if free >> direction & 1]
            assert found == [int(digit) for digit in line["legal"]], line["id"]


@pytest.mark.unmeasured("many positions, whose lines shorter tests reach")
@BOTH
def test_playing_leads_where_the_rules_lead_and_undo_leads_back(plain):
    copy = core(plain)
    for number, ruleset in enumerate(SMALL):
        rng = random.Random(number)
        position = ruleset.start()
        lattice = lattice_at(position, copy)
        start = lattice.hash
        while position.to_move is not None:
            direction = rng.choice(position.legal_directions())
            position = position.after(direction)
            lattice.play(direction)
            if position.to_move is not None:
                again = lattice_at(position, copy)
                state = (lattice.hash, lattice.mover, lattice.ball, lattice.extra, lattice.free())
                assert state == (again.hash, again.mover, again.ball, again.extra, again.free())
        assert not lattice.free()
        lattice.undo_to(0)
        assert lattice.hash == start


@BOTH
def test_one_position_has_one_hash_however_its_lines_were_drawn(plain):
    copy = core(plain)
    ruleset = PaperSoccer()
    around = "0/2/4/", "2/0/6/"
    # Two ways around a square, each ending where it began: the same lines, ball and mover.
    ways = zip(around, "64", strict=True)
    one, other = (lattice_at(after(ruleset, way + last), copy) for way, last in ways)
    assert (one.ball, one.mover) == (other.ball, other.mover)
    assert one.hash == other.hash


@BOTH
def test_what_the_survey_calls_certain_is_so_and_nothing_certain_is_missed(plain):
    """A goal in this turn, and the lack of any end of the turn, are found by the rules as well."""
    copy = core(plain)
    seen = {1: 0, -1: 0, 0: 0}
    for number, ruleset in enumerate(SMALL):
        rng = random.Random(100 + number)
        for _ in range(6):
            position = walk(ruleset, rng, rng.randrange(4, 60))
            mover = position.to_move
            ends = turn_ends(position)
            if ends is None:
                continue
            wins = [end for end in ends if end.outcome and end.outcome.winner is mover]
            goals = [end for end in wins if end.outcome.reason.value == "goal"]
            passes = [end for end in ends if end.outcome is None or end in wins]
            lattice = lattice_at(position, copy)
            found = lattice.survey()
            seen[found] += 1
            if found == 1:
                assert goals
            elif found == -1:
                assert not passes
            else:
                assert not goals
                if ruleset.crossing_diagonals:
                    assert passes
            way = list(lattice.path[: lattice.way_to_goal()])
            assert bool(way) == bool(goals)
            for direction in way:
                position = position.after(direction)
            assert not way or position.outcome.winner is mover
    assert all(seen.values())


@BOTH
def test_distances_are_counted_in_turns(plain):
    lattice = lattice_at(PaperSoccer().start(), core(plain))
    assert lattice.survey() == 0
    assert list(lattice.to_goal) == [4, 4]
    assert lattice.stops[1] == 8
    assert lattice.distance[lattice.ball] == 0
    assert lattice.distance[lattice.ball + 1] == 1


@BOTH
def test_a_chain_of_bounces_counts_as_one_turn(plain):
    lattice = lattice_at(after(PaperSoccer(), "0/0/0/0"), core(plain))
    # One point below the line of the goal, whose middle nobody has touched: the posts bounce.
    assert lattice.survey() == 1
    assert lattice.way_to_goal() == 2
    assert lattice.to_goal[lattice.mover] == 0


def test_only_paper_soccer_has_a_place_on_the_lattice():
    with pytest.raises(TypeError, match="gridball"):
        place_of(Gridball(Field.SMALL).start())


def test_a_position_that_is_over_has_no_place():
    over = after(PaperSoccer(), "0/0/0/0/17")
    with pytest.raises(ValueError, match="over"):
        place_of(over)


def test_a_ruleset_has_one_field():
    assert field_of(PaperSoccer()) is field_of(PaperSoccer())
