"""Tunes the weights of a judgement by games: `python -m ai.tuning OUT --games 2000`.

Thinkers play themselves from random openings. Of each position, and of some turns that were looked
into there, is noted which weights count, and what the position is worth: half what the search
found, half how the game ended; what was proven counts alone. Then the weights are fitted to that,
as a logistic regression with a step of its own for each weight (AdaGrad).
"""

import argparse
import json
import math
import random
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ai.core.judgement import WEIGHTS
from ai.field import Field, Place, field_of, place_of
from ai.scale import LOGIT, PROVEN, SURE
from ai.thinking import Thinker
from rules import Bounce, PaperSoccer

OPENING = (1, 6)
"""From how many to how many random turns begin a game."""
MOST_TURNS = 200
LOOKED_AT = 5
"""So many of the turns that were looked into teach too."""
FOLLOWED = 3
"""They must have been followed this often."""
RATE = 0.15
FADING = 0.00002
"""How much of a weight is lost whenever it counts, so that rare ones stay small."""


@dataclass
class Lessons:
    """What was seen: which weights counted, and the chance that the position was worth."""

    active: list["array[int]"] = field(default_factory=list)
    chances: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, active: "array[int]", chance: float) -> None:
        """One position."""
        self.active.append(active)
        self.chances.append(chance)


class SelfPlay:
    """Games of a thinker against itself."""

    def __init__(self, pitch: Field, weights: "array[int]", budget: int) -> None:
        self.field = pitch
        self.budget = budget
        self.thinker = Thinker(pitch, weights, 60_000)
        start = place_of(pitch.ruleset.start())
        self.start = start
        self.board = self.thinker.core.lattice(pitch)

    def play(self, rng: random.Random, lessons: Lessons) -> None:
        """Play one game and learn from it."""
        board = self.board
        board.put(self.start.lines, self.start.ball, self.start.mover, self.start.extra)
        self.thinker.tree.clear()
        for _ in range(rng.randint(*OPENING)):
            self._draw_at_random(rng)
        seen: list[tuple[array[int], float, int]] = []
        for _ in range(MOST_TURNS):
            if self._winner() is not None:
                break
            place = Place(self.field, array("B", board.lines), board.ball, board.mover, board.extra)
            self.thinker.ponder(place, self.budget)
            seen += self._examples(rng)
            for direction in self.thinker.turn():
                board.play(direction)
        winner = self._winner()
        for active, value, mover in seen:
            found = max(-1.0, min(1.0, value / SURE))
            if winner is not None and abs(value) < PROVEN:
                found = (found + (1.0 if winner == mover else -1.0)) / 2
            lessons.add(active, (1 + found) / 2)

    def _winner(self) -> int | None:
        scorer = self.field.attacker[self.board.ball]
        if scorer:
            return scorer - 1
        return None if self.board.free() else 1 - self.board.mover

    def _draw_at_random(self, rng: random.Random) -> None:
        """A random turn that does not end the game, if one is found soon."""
        board = self.board
        mover, height = board.mover, board.height
        for _ in range(20):
            while self._winner() is None and board.mover == mover:
                free = board.free()
                board.play(rng.choice([step for step in range(8) if free >> step & 1]))
            if self._winner() is None:
                return
            board.undo_to(height)

    def _examples(self, rng: random.Random) -> list[tuple["array[int]", float, int]]:
        """The position that was thought about, and some after it."""
        tree, lattice = self.thinker.tree, self.thinker.lattice
        examples = self._example(tree.root)
        edges = [edge for edge, _, visits in tree.edges_of(tree.root) if visits >= FOLLOWED]
        for edge in rng.sample(edges, min(LOOKED_AT, len(edges))):
            height = lattice.height
            tree.walk(edge)
            if lattice.free():
                examples += self._example(tree.child_of(edge))
            lattice.undo_to(height)
        return examples

    def _example(self, node: int) -> list[tuple["array[int]", float, int]]:
        lattice, judgement = self.thinker.lattice, self.thinker.judgement
        if lattice.survey():
            return []  # certain: no weight is asked
        count = judgement.note()
        active = array("H", judgement.active[:count])
        return [(active, self.thinker.tree.value_of(node), lattice.mover)]


def fit(weights: "array[int]", lessons: Lessons, rounds: int, rng: random.Random) -> "array[int]":
    """The weights that explain the lessons best, starting from some."""
    logits = [weight / LOGIT for weight in weights]
    squares = [1.0] * len(logits)
    order = list(range(len(lessons.active)))
    for number in range(rounds):
        rng.shuffle(order)
        loss = 0.0
        for lesson in order:
            active, chance = lessons.active[lesson], lessons.chances[lesson]
            total = sum([logits[index] for index in active])
            guess = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            error = guess - chance
            loss += error * error
            for index in active:
                slope = error + FADING * logits[index]
                squares[index] += slope * slope
                logits[index] -= RATE * slope / math.sqrt(squares[index])
        print(f"round {number}: squared error {loss / len(order):.5f}", file=sys.stderr)
    return array("i", [round(LOGIT * logit) for logit in logits])


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, write the weights."""
    parser = argparse.ArgumentParser(prog="python -m ai.tuning", description=__doc__)
    parser.add_argument("out", type=Path, help="where the weights are written")
    parser.add_argument("--start", type=Path, help="the weights to play with and start from")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--budget", type=int, default=800, help="positions judged a turn")
    parser.add_argument(
        "--rounds", type=int, default=4, help="how often the lessons are gone through"
    )
    parser.add_argument("--bounce", choices=[*Bounce], default=Bounce.UNLIMITED, type=Bounce)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args(argv)
    rng = random.Random(words.seed)
    weights = array("i", [0] * WEIGHTS)
    if words.start is not None:
        weights = array("i", json.loads(words.start.read_text()))
    pitch = field_of(PaperSoccer(bounce=words.bounce))
    players, lessons = SelfPlay(pitch, weights, words.budget), Lessons()
    for number in range(words.games):
        players.play(rng, lessons)
        if number % 100 == 99:
            print(f"{number + 1} games, {len(lessons.active)} positions", file=sys.stderr)
    words.out.write_text(json.dumps(fit(weights, lessons, words.rounds, rng).tolist()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
