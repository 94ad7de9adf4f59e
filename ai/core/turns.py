# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, annotation_typing=False, nonecheck=False
"""All turns that a player can draw, each end once, within bounds.

A position may have hundreds of thousands of turns. Chains are followed breadth first, the short
ones first; where a bound is reached, the chains that are left are given as unfinished turns.
"""

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai import scale

if TYPE_CHECKING:
    from ai.core.judgement import Judgement as AnyJudgement
    from ai.core.lattice import Lattice as AnyLattice

LOST = scale.LOST
PASSED = scale.PASSED
PROVEN = scale.PROVEN
UNFINISHED = scale.UNFINISHED
VICTORY = scale.VICTORY
WON = scale.WON

CHAINS = 1_500
"""Room for chains that are followed or wait to be."""
ROOM = 12_100
"""Room for ends: each chain has at most eight directions."""
LONGEST = 400
"""A chain is cut off here. No pitch that people play on has room for a longer one in practice."""
PATIENCE = 16
"""So many positions are judged between two looks at the clock."""


class Turns:
    """The turns that one look from a lattice's position has found."""

    def __init__(self, lattice: "AnyLattice", judgement: "AnyJudgement") -> None:
        self.lattice = lattice
        self.judgement = judgement
        self.parents = array("i", [0] * CHAINS)
        self.last = array("i", [0] * CHAINS)
        self.depths = array("i", [0] * CHAINS)
        self.way = array("i", [0] * LONGEST)
        self.hashes = array("Q", [0] * ROOM)
        self.values = array("i", [0] * ROOM)
        self.kinds = array("i", [0] * ROOM)
        self.chains = array("i", [0] * ROOM)
        self.steps = array("i", [0] * ROOM)
        self.count = 0
        self.cut = 0
        self.patience = PATIENCE
        self.clock: Callable[[], float] | None = None
        self.deadline = 0.0
        self.late = 0

    def set_clock(self, clock: Callable[[], float] | None, deadline: float) -> None:
        """Stop looking when the clock says so; None: never."""
        self.clock = clock
        self.deadline = deadline
        self.late = 0

    def is_late(self) -> int:
        """Whether the time is over; the clock is asked now and then."""
        self.patience -= 1
        if self.patience <= 0:
            self.patience = PATIENCE
            if self.clock is not None and self.clock() >= self.deadline:
                self.late = 1
        return self.late

    def look(self, most_chains: int, most_ends: int, most_left: int) -> None:
        """Find the turns from the lattice's position, which is not over.

        `count` of them are noted. If one wins for certain it is the last, and others may be
        missing. `cut` says whether chains were left out. If no turn but lost ones exists, one is
        noted.
        """
        lattice = self.lattice
        base, mover = lattice.height, lattice.mover
        lattice.forget()
        lattice.fresh_hash()
        self.count = self.cut = self.best = 0
        self.parents[0], self.last[0], self.depths[0] = -1, 0, 0
        head, size = 0, 1
        losing, losing_step = -1, 0
        while head < size and head < most_chains and self.count < most_ends:
            self.follow(base, head)
            free = lattice.free()
            while free:
                direction = lattice.lowest[free]
                free &= free - 1
                lattice.play(direction)
                if lattice.attacker[lattice.ball]:
                    if lattice.attacker[lattice.ball] == mover + 1:
                        self.note(WON, VICTORY, head, direction)
                        lattice.undo_to(base)
                        return
                    losing, losing_step = head, direction
                elif lattice.mover == mover:
                    if not lattice.free():
                        losing, losing_step = head, direction
                    elif lattice.fresh_hash():
                        if size < CHAINS and self.depths[head] < LONGEST - 2:
                            self.parents[size] = head
                            self.last[size] = direction
                            self.depths[size] = self.depths[head] + 1
                            size += 1
                        else:
                            self.cut = 1
                elif lattice.fresh_hash():
                    value = self.judge()
                    self.note(PASSED, value, head, direction)
                    if value <= -PROVEN or self.is_late():
                        self.cut = 1
                        lattice.undo_to(base)
                        return
                lattice.undo()
            head += 1
        if head < size - most_left:
            self.cut = 1
        while head < size and most_left > 0 and not self.is_late():
            self.follow(base, head)
            value = self.judge()
            self.note(UNFINISHED, value, self.parents[head], self.last[head])
            head += 1
            most_left -= 1
        lattice.undo_to(base)
        if self.late:
            self.cut = 1
        if self.count == 0 and losing >= 0:
            self.note(LOST, -VICTORY, losing, losing_step)

    def judge(self) -> int:
        """The value of the lattice's position for its mover."""
        certain = self.lattice.survey()
        if certain > 0:
            return VICTORY
        if certain < 0:
            return -VICTORY
        return self.judgement.value()

    def note(self, kind: int, value: int, chain: int, direction: int) -> None:
        """Keep an end that this direction after a chain leads to."""
        self.hashes[self.count] = self.lattice.hash
        self.values[self.count] = value
        self.kinds[self.count] = kind
        self.chains[self.count] = chain
        self.steps[self.count] = direction
        self.count += 1

    def follow(self, base: int, chain: int) -> None:
        """Draw a chain from the position that was looked from."""
        lattice = self.lattice
        lattice.undo_to(base)
        length = self.depths[chain]
        at = length
        while at > 0:
            at -= 1
            self.way[at] = self.last[chain]
            chain = self.parents[chain]
        for at in range(length):
            lattice.play(self.way[at])

    def trace(self, number: int) -> int:
        """Write the directions of a noted turn into `way`; how many there are."""
        chain = self.chains[number]
        length = self.depths[chain] + 1
        at = length - 1
        self.way[at] = self.steps[number]
        while at > 0:
            at -= 1
            self.way[at] = self.last[chain]
            chain = self.parents[chain]
        return length
