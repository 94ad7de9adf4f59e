"""Games of a thinker against itself, and what a judgement can learn from them.

They begin with random turns. Of each position is noted which weights count, and what the position
is worth: half what the search found, half how the game ended; what was proven counts alone. The
same is noted of some turns that were looked into there, and, after a short search of their own, of
some that were not: a search meets many positions that nobody would play, and has to judge them too.
"""

import random
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ai.field import Field, Place, place_of
from ai.scale import PROVEN, SURE
from ai.thinking import Thinker

if TYPE_CHECKING:
    from ai.core.lattice import Lattice

OPENING = (1, 6)
"""From how many to how many random turns begin a game."""
MOST_TURNS = 200
LOOKED_AT = 5
"""So many of the turns that were looked into teach too."""
FOLLOWED = 3
"""They must have been followed this often."""
PASSED_BY = 2
"""So many of the others are searched too."""
PART = 8
"""They get one part in so many of the positions that a turn may take."""

Seen: TypeAlias = tuple["array[int]", float, int]
"""Which weights counted, the value that was found, and for whom: player 0 or 1."""


@dataclass
class Lessons:
    """What was seen: which weights counted, and the chance that the position was worth."""

    active: "array[int]" = field(default_factory=lambda: array("H"))
    """The same number of them for each position."""
    chances: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, active: "array[int]", chance: float) -> None:
        """One position."""
        self.active += active
        self.chances.append(chance)

    @property
    def each(self) -> int:
        """How many weights count in each position."""
        return len(self.active) // max(1, len(self.chances))

    def write(self, file: Path) -> None:
        """Write them into a file, for `read`."""
        with file.open("wb") as stream:
            array("q", [len(self.chances), self.each]).tofile(stream)
            self.chances.tofile(stream)
            self.active.tofile(stream)

    def read(self, file: Path) -> None:
        """Add those of a file of `write`."""
        with file.open("rb") as stream:
            head = array("q")
            head.fromfile(stream, 2)
            count, each = head
            self.chances.fromfile(stream, count)
            self.active.fromfile(stream, count * each)


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
        seen: list[Seen] = []
        for _ in range(MOST_TURNS):
            if self._winner() is not None:
                break
            place = self._place(board)
            self.thinker.ponder(place, self.budget)
            seen += self._examples(rng)
            turn = self.thinker.turn()
            seen += self._examples_passed_by(place, rng)
            for direction in turn:
                board.play(direction)
        winner = self._winner()
        for active, value, mover in seen:
            found = max(-1.0, min(1.0, value / SURE))
            if winner is not None and abs(value) < PROVEN:
                found = (found + (1.0 if winner == mover else -1.0)) / 2
            lessons.add(active, (1 + found) / 2)

    def _place(self, lattice: "Lattice") -> Place:
        lines = array("B", lattice.lines)
        return Place(self.field, lines, lattice.ball, lattice.mover, lattice.extra)

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

    def _examples(self, rng: random.Random) -> list[Seen]:
        """The position that was thought about, and some after it."""
        tree, lattice = self.thinker.tree, self.thinker.lattice
        examples = self._example(tree.root)
        edges = tree.edges_of(tree.root)
        followed = [edge for edge, _, visits in edges if visits >= FOLLOWED]
        for edge in rng.sample(followed, min(LOOKED_AT, len(followed))):
            height = lattice.height
            tree.walk(edge)
            if lattice.free():
                examples += self._example(tree.child_of(edge))
            lattice.undo_to(height)
        return examples

    def _examples_passed_by(self, place: Place, rng: random.Random) -> list[Seen]:
        """Some positions after turns that seem to be worse; they are what is thought about now."""
        tree = self.thinker.tree
        edges = tree.edges_of(tree.root)
        others = [tree.way_of(edge) for edge, _, visits in edges if visits < FOLLOWED]
        examples = []
        for way in rng.sample(others, min(PASSED_BY, len(others))):
            self.thinker.lattice.put(place.lines, place.ball, place.mover, place.extra)
            for direction in way:
                self.thinker.lattice.play(direction)
            if self.thinker.lattice.free() and not self.thinker.lattice.survey():
                after = self._place(self.thinker.lattice)
                self.thinker.ponder(after, self.budget // PART)
                examples += self._example(tree.root)
        return examples

    def _example(self, node: int) -> list[Seen]:
        lattice, judgement = self.thinker.lattice, self.thinker.judgement
        if lattice.survey():
            return []  # certain: no weight is asked
        count = judgement.note()
        active = array("H", judgement.active[:count])
        return [(active, self.thinker.tree.value_of(node), lattice.mover)]
