# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, annotation_typing=False, nonecheck=False
"""Best-first minimax: the turn that looks best is looked into next, over and over.

Each node is a position in one table on lines, ball, mover and extra segment, so that orders of the
same lines meet there; unfinished turns are nodes like others. A node's value is that of its best
child, and a proof is passed up like any value. Every time through the tree one node gets its
children: it can be stopped at any time, and goes as deep as the time allows.
"""

from array import array
from typing import TYPE_CHECKING

from ai import scale

if TYPE_CHECKING:
    from ai.core.judgement import Judgement as AnyJudgement
    from ai.core.lattice import Lattice as AnyLattice
    from ai.core.turns import Turns as AnyTurns

LOST = scale.LOST
PASSED = scale.PASSED
PROVEN = scale.PROVEN
UNFINISHED = scale.UNFINISHED
VICTORY = scale.VICTORY

SPECIAL = 4
"""The first nodes: player 0 or 1 has lost, has won."""
DEEP = 400
"""Longer lines of turns are not followed."""


class Tree:
    """What is known of positions, in arrays; one root at a time."""

    def __init__(
        self,
        lattice: "AnyLattice",
        judgement: "AnyJudgement",
        turns: "AnyTurns",
        capacity: int,
    ) -> None:
        self.lattice = lattice
        self.judgement = judgement
        self.turns = turns
        self.capacity = capacity
        self.edge_room = capacity * 2
        self.step_room = capacity * 12
        self.slots = 1 << (2 * capacity).bit_length()
        self.table = array("i", bytes(4 * self.slots))
        self.hashes = array("Q", bytes(8 * capacity))
        self.values = array("i", bytes(4 * capacity))
        self.firsts = array("i", bytes(4 * capacity))
        self.counts = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.movers = array("b", bytes(capacity))
        self.cuts = array("b", bytes(capacity))
        self.children = array("i", bytes(4 * self.edge_room))
        self.ways = array("i", bytes(4 * self.edge_room))
        self.steps = array("b", bytes(self.step_room))
        self.trail = array("i", [0] * (DEEP + 2))
        self.curiosity = 100.0
        self.doubt = 8_000.0
        self.most_chains = 400
        self.most_ends = 600
        self.most_left = 60
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        for slot in range(self.slots):
            self.table[slot] = 0
        self.edges = self.written = 0
        self.root = -1
        self.size = SPECIAL
        for number in range(SPECIAL):
            self.movers[number] = number & 1
            self.values[number] = VICTORY if number >= 2 else -VICTORY
            self.firsts[number] = -1
            self.counts[number] = self.visits[number] = self.cuts[number] = 0

    def is_full(self) -> int:
        """Whether there may be no room for one more node's children."""
        return (
            self.size + 2_000 > self.capacity
            or self.edges + 2_000 > self.edge_room
            or self.written + 100_000 > self.step_room
        )

    def node(self, hash_: int, mover: int, value: int) -> int:
        """The node of a position; a new one has this value."""
        slot = hash_ & (self.slots - 1)
        while self.table[slot]:
            if self.hashes[self.table[slot]] == hash_:
                return self.table[slot]
            slot = (slot + 1) & (self.slots - 1)
        number = self.size
        self.size += 1
        self.table[slot] = number
        self.hashes[number] = hash_
        self.movers[number] = mover
        self.values[number] = value
        self.firsts[number] = -1
        self.counts[number] = self.visits[number] = self.cuts[number] = 0
        return number

    def set_root(self) -> int:
        """Make the lattice's position, which is not over, the root; its node."""
        if self.is_full():
            self.clear()
        value = self.turns.judge()
        self.root = self.node(self.lattice.hash, self.lattice.mover, value)
        return self.root

    def think(self, budget: int) -> int:
        """Grow the tree until the root is proven, so many positions are judged, the turns' clock
        says stop or memory is full; how often it was grown."""
        lattice = self.lattice
        start = lattice.surveys
        rounds = 0
        while (
            -PROVEN < self.values[self.root] < PROVEN
            and lattice.surveys - start < budget
            and rounds < budget
            and not self.turns.is_late()
            and not self.is_full()
        ):
            self.grow()
            rounds += 1
        return rounds

    def grow(self) -> None:
        """Go down to the most promising leaf, give it children, and tell the nodes above."""
        base = self.lattice.height
        node = self.root
        depth = 0
        self.trail[0] = node
        while self.firsts[node] >= 0 and -PROVEN < self.values[node] < PROVEN and depth < DEEP:
            edge = self.choose(node)
            if edge < 0:
                break
            self.walk(edge)
            node = self.children[edge]
            depth += 1
            self.trail[depth] = node
        if self.firsts[node] < 0 and -PROVEN < self.values[node] < PROVEN:
            self.expand(node)
        self.lattice.undo_to(base)
        while depth >= 0:
            node = self.trail[depth]
            self.visits[node] += 1
            if self.firsts[node] >= 0:
                self.update(node)
            depth -= 1

    def expand(self, node: int) -> None:
        """Give a node its children: the turns from the lattice's position, which is the node's."""
        turns = self.turns
        turns.look(self.most_chains, self.most_ends, self.most_left)
        if turns.count == 0 or (turns.late and node != self.root):
            return
        mover = self.movers[node]
        self.firsts[node] = self.edges
        self.counts[node] = turns.count
        self.cuts[node] = turns.cut
        for number in range(turns.count):
            kind = turns.kinds[number]
            if kind == PASSED:
                child = self.node(turns.hashes[number], 1 - mover, turns.values[number])
            elif kind == UNFINISHED:
                child = self.node(turns.hashes[number], mover, turns.values[number])
            else:
                child = mover if kind == LOST else 2 + mover
            length = turns.trace(number)
            self.children[self.edges] = child
            self.ways[self.edges] = self.written
            self.edges += 1
            self.steps[self.written] = length & 127
            self.steps[self.written + 1] = length >> 7
            self.written += 2
            for at in range(length):
                self.steps[self.written] = turns.way[at]
                self.written += 1

    def gain(self, mover: int, child: int) -> int:
        """What a child is worth to the player who may go there."""
        value = self.values[child]
        if self.movers[child] == mover:
            return value
        value = -value
        if value >= PROVEN:
            return value - 1
        if value <= -PROVEN:
            return value + 1
        return value

    def update(self, node: int) -> None:
        """Take over the value of the best child."""
        mover = self.movers[node]
        best = -VICTORY
        for edge in range(self.firsts[node], self.firsts[node] + self.counts[node]):
            value = self.gain(mover, self.children[edge])
            if value > best:
                best = value
        if best <= -PROVEN and self.cuts[node]:
            # Chains that were left out may hold a way out.
            best = 1 - PROVEN
        self.values[node] = best

    def choose(self, node: int) -> int:
        """The edge to follow: a good one, or one that was not followed often; -1 if all lose."""
        mover = self.movers[node]
        spread = int(self.curiosity * (self.visits[node] + 1) ** 0.5)
        best, chosen = -VICTORY, -1
        for edge in range(self.firsts[node], self.firsts[node] + self.counts[node]):
            child = self.children[edge]
            value = self.gain(mover, child)
            if value <= 1 - PROVEN:
                continue
            value += spread // (1 + self.visits[child])
            if value > best:
                best = value
                chosen = edge
        return chosen

    def best_edge(self, node: int) -> int:
        """The edge to play: one that wins soonest, else the one that was followed most; -1 if the
        node has none."""
        mover = self.movers[node]
        best, chosen = -(1 << 30), -1
        for edge in range(self.firsts[node], self.firsts[node] + self.counts[node]):
            child = self.children[edge]
            value = self.gain(mover, child)
            visits = self.visits[child]
            if value >= PROVEN or value <= 1 - PROVEN:
                visits = 1 << 30
            value -= int(self.doubt) // (1 + visits)
            if value > best:
                best, chosen = value, edge
        return chosen

    def walk(self, edge: int) -> None:
        """Draw the lines of an edge."""
        at = self.ways[edge]
        length = self.steps[at] + (self.steps[at + 1] << 7)
        for step in range(at + 2, at + 2 + length):
            self.lattice.play(self.steps[step])

    def way_of(self, edge: int) -> list[int]:
        """The directions of an edge."""
        at = self.ways[edge]
        length = self.steps[at] + (self.steps[at + 1] << 7)
        return [self.steps[step] for step in range(at + 2, at + 2 + length)]

    def edges_of(self, node: int) -> list[tuple[int, int, int]]:
        """A node's edges: the edge's number, its gain for the mover, how often it was followed."""
        first = self.firsts[node]
        mover = self.movers[node]
        return [
            (edge, self.gain(mover, self.children[edge]), self.visits[self.children[edge]])
            for edge in range(first, first + self.counts[node])
            if first >= 0
        ]

    def child_of(self, edge: int) -> int:
        """The node that an edge leads to."""
        return self.children[edge]

    def value_of(self, node: int) -> int:
        """A node's value for its mover."""
        return self.values[node]

    def is_open(self, node: int) -> bool:
        """Whether a node has no children yet."""
        return self.firsts[node] < 0
