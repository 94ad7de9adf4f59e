# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, annotation_typing=False, nonecheck=False
"""What a position looks like from its distances: a sum of weights, as a chance to win.

Everything is told from the mover's side: for player 1 the pitch is turned by half. The weights are
whole numbers in 256ths of a logit, tuned by games (`ai.tuning`).
"""

from array import array
from typing import TYPE_CHECKING

from ai import scale
from ai.field import Field

if TYPE_CHECKING:
    from ai.core.lattice import Lattice as AnyLattice


NEAR = 9
"""Distances from here on, unreachable points too, count alike."""
ROWS, COLUMNS = 11, 5
"""Classes of points: by rows from either end, and by columns from the middle."""
MOST = 16
"""So many points or more that a turn may end on count alike."""
MOST_LEFT = 24

PAIRS = 0
"""Where the weights of the pair of distances to both goals begin."""
ENDS = PAIRS + (NEAR + 1) * (NEAR + 1)
SECOND = ENDS + MOST + 1
LEFT = SECOND + MOST + 1
PLACES = LEFT + MOST_LEFT + 2
WEIGHTS = PLACES + ROWS * COLUMNS * (NEAR + 1)
"""How many weights there are."""

STEEP = scale.STEEP


def place_classes(field: Field) -> "array[int]":
    """The class of each point, from player 0's side; those in the goals are class 0."""
    width, height = field.ruleset.width, field.ruleset.height
    classes = array("i", [0] * field.points)
    for at in range(field.points):
        y, x = divmod(at, field.row)
        from_top, from_bottom = y - 1, height + 1 - y
        row = min(from_top, ROWS // 2) if from_top <= from_bottom else 0
        if from_bottom < from_top:
            row = ROWS - 1 - min(from_bottom, ROWS // 2)
        column = min(abs(2 * x - width) // 2, COLUMNS - 1)
        classes[at] = max(row, 0) * COLUMNS + column
    return classes


class Judgement:
    """Values of the position that a lattice has just surveyed."""

    def __init__(self, field: Field, lattice: "AnyLattice", weights: "array[int]") -> None:
        if len(weights) != WEIGHTS:
            raise ValueError(f"{len(weights)} weights instead of {WEIGHTS}")
        self.lattice = lattice
        self.weights = weights
        self.spots = array("i", [at for at in range(field.points) if field.inside[at]])
        self.size = len(self.spots)
        classes = place_classes(field)
        first = [PLACES + (NEAR + 1) * number for number in classes]
        self.first = array("i", first)
        self.second = array("i", first[::-1])
        self.active = array("i", [0] * (field.points + 4))
        self.squash = array("i", scale.chances())

    def note(self) -> int:
        """Write the indices of the weights that count into `active`; how many there are."""
        lattice = self.lattice
        mover = lattice.mover
        near = lattice.to_goal[mover]
        far = lattice.to_goal[1 - mover]
        if near > NEAR:
            near = NEAR
        if far > NEAR:
            far = NEAR
        self.active[0] = PAIRS + near * (NEAR + 1) + far
        ends = lattice.stops[1]
        second = 0
        left = ends
        layer = 2
        if ends:
            second = lattice.stops[2]
            while layer <= lattice.layer and lattice.stops[layer]:
                left += lattice.stops[layer]
                layer += 1
        if ends > MOST:
            ends = MOST
        if second > MOST:
            second = MOST
        if left > MOST_LEFT:
            left = MOST_LEFT + (left & 1)
        self.active[1] = ENDS + ends
        self.active[2] = SECOND + second
        self.active[3] = LEFT + left
        count = 4
        for number in range(self.size):
            at = self.spots[number]
            distance = lattice.distance[at]
            if distance > NEAR:
                distance = NEAR
            if mover:
                self.active[count] = self.second[at] + distance
            else:
                self.active[count] = self.first[at] + distance
            count += 1
        return count

    def value(self) -> int:
        """The mover's chance: from -9,998, as good as lost, to 9,998."""
        total = 0
        count = self.note()
        for at in range(count):
            total += self.weights[self.active[at]]
        if total > STEEP:
            total = STEEP
        if total < -STEEP:
            total = -STEEP
        return self.squash[total + STEEP]
