"""What the tests of the search share: its two copies, and positions."""

import os
from itertools import product

import pytest

from ai.building import build, is_built
from ai.field import field_of, place_of
from ai.kernel import kernel
from ai.thinking import Thinker
from ai.weights import weights_of
from rules import Bounce, OwnGoal, PaperSoccer

BOTH = pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])

SMALL = [
    PaperSoccer(4, 4, 1, bounce, wall_bounce, own_goal, crossing)
    for bounce, wall_bounce, own_goal, crossing in product(
        Bounce, (True, False), OwnGoal, (True, False)
    )
]
"""Every combination of the options that change how lines are drawn, on the smallest pitch."""

MANY_TURNS = (
    "1/3/0/64/11/35/70/225/017/0365/7/5/0/1463/07/45/7/4/1/4222435235/7/4/227/742164435/27/46/177/"
    "035/021067/41745/4316727/45/7/5/71/34/661/453/1/3/0/3/61"
)
"""A position with 433,648 turns."""


def core(plain):
    """A copy of the search; the compiled one is there, is skipped, or fails in CI."""
    if plain:
        return kernel(plain=True)
    if not is_built():
        reason = build()
        if reason is not None and os.environ.get("CI"):
            pytest.fail(f"the search is not compiled: {reason}")
        if reason is not None:
            pytest.skip(f"the search is not compiled: {reason}")
    kernel.cache_clear()
    assert kernel().compiled
    return kernel()


def after(ruleset, turns):
    """The position after turns that are written with slashes between them."""
    position = ruleset.start()
    for digit in turns.replace("/", ""):
        position = position.after(int(digit))
    return position


def lattice_at(position, copy):
    """A lattice that holds a position."""
    place = place_of(position)
    lattice = copy.lattice(place.field)
    lattice.put(place.lines, place.ball, place.mover, place.extra)
    return lattice


def thinker_for(ruleset, copy, capacity=6_000):
    """A thinker with the weights of the game."""
    field = field_of(ruleset)
    return Thinker(field, weights_of(field), capacity, core=copy)


def walk(ruleset, rng, steps):
    """A position after random steps, which is not over."""
    position = ruleset.start()
    for _ in range(steps):
        following = position.after(rng.choice(position.legal_directions()))
        if following.to_move is None:
            break
        position = following
    return position


def turn_ends(position, most=400):
    """All positions that the mover's turn can end in, found step by step by the rules; None if it
    has more positions within it than that."""
    ends, seen, waiting = set(), {position}, [position]
    while waiting:
        if len(seen) > most:
            return None
        at = waiting.pop()
        for step in at.legal_directions():
            following = at.after(step)
            if following.to_move is at.to_move and following not in seen:
                seen.add(following)
                waiting.append(following)
            elif following.to_move is not at.to_move:
                ends.add(following)
    return ends


def winner(position):
    """Who has won."""
    return position.outcome.winner
