"""A thinker: one tree of one ruleset, which answers what to draw.

It is asked for a position, thinks within positions judged or time, and keeps what it knows for the
next position of the same game.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from ai.field import Field, Place
from ai.kernel import Kernel, kernel

ENDLESS = 1 << 30


@dataclass(frozen=True)
class Candidate:
    """A turn, or a part of one, that was looked into: its directions, its value for whoever draws
    it, how often it was followed, and its number in
    the tree."""

    directions: tuple[int, ...]
    value: int
    visits: int
    edge: int


class Thinker:
    """Thinks about the positions of one ruleset, `capacity` of which it remembers."""

    def __init__(
        self,
        field: Field,
        weights: "array[int]",
        capacity: int = 200_000,
        *,
        core: Kernel | None = None,
    ) -> None:
        self.field = field
        self.core = core or kernel()
        self.lattice = self.core.lattice(field)
        self.judgement = self.core.judgement(field, self.lattice, weights)
        self.turns = self.core.turns(self.lattice, self.judgement)
        self.tree = self.core.tree(self.lattice, self.judgement, self.turns, capacity)

    @property
    def judged(self) -> int:
        """How many positions were judged so far."""
        return self.lattice.surveys

    def ponder(
        self,
        place: Place,
        budget: int = ENDLESS,
        clock: Callable[[], float] | None = None,
        deadline: float = 0.0,
    ) -> None:
        """Think about a position until so many were judged or the clock reaches the deadline."""
        self.turns.set_clock(clock, deadline)
        self.lattice.put(place.lines, place.ball, place.mover, place.extra)
        self.tree.set_root()
        self.tree.think(budget)

    def value(self) -> int:
        """The value of the position that was thought about, for its mover."""
        return self.tree.value_of(self.tree.root)

    def candidates(self) -> list[Candidate]:
        """What may be drawn there, best first, as far as it was looked into."""
        edges = self.tree.edges_of(self.tree.root)
        edges.sort(key=lambda edge: (edge[2], edge[1]), reverse=True)
        return [
            Candidate(tuple(self.tree.way_of(edge)), value, visits, edge)
            for edge, value, visits in edges
        ]

    def turn(self) -> list[int]:
        """The best whole turn of the position that was thought about."""
        return self._complete(self.tree.root, self.lattice.mover)

    def completed(self, candidate: Candidate) -> list[int]:
        """A whole turn that begins with a candidate."""
        mover, base = self.lattice.mover, self.lattice.height
        self._walk(candidate)
        rest = self._complete(self.tree.child_of(candidate.edge), mover)
        self.lattice.undo_to(base)
        return [*candidate.directions, *rest]

    def way_to_goal(self) -> list[int]:
        """A way into the goal in this turn; empty if there is none."""
        return list(self.lattice.path[: self.lattice.way_to_goal()])

    def threat(self, candidate: Candidate) -> int:
        """How long the opponent's chain into the goal after a candidate is; 0 if there is none."""
        base = self.lattice.height
        self._walk(candidate)
        length = self.lattice.way_to_goal()
        self.lattice.undo_to(base)
        return length

    def _walk(self, candidate: Candidate) -> None:
        for direction in candidate.directions:
            self.lattice.play(direction)

    def _complete(self, node: int, mover: int) -> list[int]:
        """The best rest of the mover's turn at a node, which is the lattice's position."""
        lattice, tree, base = self.lattice, self.tree, self.lattice.height
        self.turns.set_clock(None, 0.0)
        drawn: list[int] = []
        while lattice.mover == mover and lattice.free():
            way = self.way_to_goal()
            if way:
                drawn += way
                break
            if tree.is_open(node):
                tree.expand(node)
            edge = tree.best_edge(node)
            drawn += tree.way_of(edge)
            tree.walk(edge)
            node = tree.child_of(edge)
        lattice.undo_to(base)
        return drawn
