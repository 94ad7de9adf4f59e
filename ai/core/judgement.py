# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, annotation_typing=False, nonecheck=False
"""What a position looks like from its distances, as a chance to win: a small net of integers.

Everything is told from the mover's side: for player 1 the pitch is turned by half, and it is
mirrored where the ball is right of the middle. What is the case counts straight away, by a weight
in 256ths of a logit, and through hidden units, each of which adds up small weights of its own and
counts from zero on. Weights are tuned by games (`ai.tuning`).

Four hidden units share a word of 64 bits, 16 for each, in which their weights are added at once.
"""

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

from ai import scale
from ai.field import Field

if TYPE_CHECKING:
    from ai.core.lattice import Lattice as AnyLattice


NEAR = 9
"""Distances from here on, unreachable points too, count alike."""
ROWS, COLUMNS = 11, 9
"""Classes of points: by rows from either end, and by columns from the middle."""
MOST = 16
"""So many points or more that a turn may end on count alike."""
MOST_LEFT = 24

PAIRS = 0
"""Where the weights of the pair of distances to both goals begin."""
ENDS = PAIRS + (NEAR + 1) * (NEAR + 1)
SECOND = ENDS + MOST + 1
LEFT = SECOND + MOST + 1
BALL = LEFT + MOST_LEFT + 2
PLACES = BALL + ROWS * COLUMNS
WEIGHTS = PLACES + ROWS * COLUMNS * (NEAR + 1)
"""How many things may be the case, each with a weight that counts straight away."""

LANES = 4
"""Hidden units in a word."""
LANE = 16
"""Bits of a word for each of them."""
SHIFTED = 128
"""What is added to a weight of a hidden unit, from -128 to 127, so that lanes are never below 0."""
ADDED = 250
"""So many weights are added before the lanes are emptied, which hold 257 of the largest."""
CEILING = 2_047
"""A hidden unit counts no more than this, in 128ths."""
FRACTION = 9
"""Hidden units, in 128ths, are weighed by 1024ths, and then told in 256ths."""

STEEP = scale.STEEP


def hidden_units(weights: "array[int]") -> int:
    """How many hidden units these weights are for; ValueError if they are for none.

    They stand in one row: what counts straight away; what counts for the hidden units, all units'
    weights of one thing together; what each unit begins with; what each counts for.
    """
    units, rest = divmod(len(weights) - WEIGHTS, WEIGHTS + 2)
    if rest or units < 0 or units % LANES:
        needed = f"{WEIGHTS} and {WEIGHTS + 2} for each of {LANES}, 8 … hidden units"
        raise ValueError(f"{len(weights)} weights are not {needed}")
    return units


@lru_cache(maxsize=8)
def packed(content: bytes) -> "array[int]":
    """Words of four weights each, of the bytes of an array of them; nobody may change what is kept
    for the next thinker. ValueError if one is not from -128 to 127.
    """
    weights = array("i", content)
    if weights and not -SHIFTED <= min(weights) <= max(weights) < SHIFTED:
        raise ValueError(f"hidden weights are from {min(weights)} to {max(weights)}")
    words = array("Q")
    for first in range(0, len(weights), LANES):
        lanes = weights[first : first + LANES]
        words.append(sum(weight + SHIFTED << LANE * at for at, weight in enumerate(lanes)))
    return words


def place_class(field: Field, at: int, mirrored: bool) -> int:
    """The class of a point from player 0's side, on a pitch that may be mirrored; points in the
    goals count as those of the nearest row.
    """
    width, height = field.ruleset.width, field.ruleset.height
    y, x = divmod(at, field.row)
    from_top, from_bottom = y - 1, height + 1 - y
    row = min(from_top, ROWS // 2) if from_top <= from_bottom else 0
    if from_bottom < from_top:
        row = ROWS - 1 - min(from_bottom, ROWS // 2)
    aside = 2 * x - width
    column = min(abs(aside) // 2, COLUMNS // 2)
    if (aside < 0) != mirrored:
        column = -column
    return max(row, 0) * COLUMNS + COLUMNS // 2 + column


def place_classes(field: Field) -> "array[int]":
    """The class of each point from player 0's side, that mirrored, and both from player 1's."""
    straight = [place_class(field, at, False) for at in range(field.points)]
    mirrored = [place_class(field, at, True) for at in range(field.points)]
    return array("i", straight + mirrored + straight[::-1] + mirrored[::-1])


def sides(field: Field) -> "array[int]":
    """Whether the pitch is mirrored for each point that the ball is on: from either side."""
    right = [int(2 * (at % field.row) > field.ruleset.width) for at in range(field.points)]
    return array("i", right + right[::-1])


class Judgement:
    """Values of the position that a lattice has just surveyed."""

    def __init__(self, field: Field, lattice: "AnyLattice", weights: "array[int]") -> None:
        self.units = units = hidden_units(weights)
        self.lattice = lattice
        self.weights = weights[:WEIGHTS]
        inner = WEIGHTS + units * WEIGHTS
        self.inner = packed(weights[WEIGHTS:inner].tobytes()) or array("Q", [0])
        self.words = units // LANES
        self.begin = weights[inner : inner + units] or array("i", [0])
        self.outer = weights[inner + units :] or array("i", [0])
        self.sums = array("i", [0] * (units + 1))
        self.points = field.points
        self.spots = array("i", [at for at in range(field.points) if field.inside[at]])
        self.size = len(self.spots)
        self.classes = place_classes(field)
        self.sides = sides(field)
        self.active = array("i", [0] * (field.points + 5))
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
        side = self.sides[mover * self.points + lattice.ball]
        view = (2 * mover + side) * self.points
        self.active[4] = BALL + self.classes[view + lattice.ball]
        count = 5
        for number in range(self.size):
            at = self.spots[number]
            distance = lattice.distance[at]
            if distance > NEAR:
                distance = NEAR
            self.active[count] = PLACES + (NEAR + 1) * self.classes[view + at] + distance
            count += 1
        return count

    def value(self) -> int:
        """The mover's chance: from -9,998, as good as lost, to 9,998."""
        total = 0
        count = self.note()
        for at in range(count):
            total += self.weights[self.active[at]]
        if self.units:
            total += self.hidden(count)
        if total > STEEP:
            total = STEEP
        if total < -STEEP:
            total = -STEEP
        return self.squash[total + STEEP]

    def hidden(self, count: int) -> int:
        """What the hidden units count for, of so many active weights."""
        for unit in range(self.units):
            self.sums[unit] = self.begin[unit] - SHIFTED * count
        first = 0
        while first < count:
            last = count
            if last > first + ADDED:
                last = first + ADDED
            for word in range(self.words):
                self.add_up(word, first, last)
            first = last
        total = 0
        for unit in range(self.units):
            found = self.sums[unit]
            if found < 0:
                found = 0
            if found > CEILING:
                found = CEILING
            total += found * self.outer[unit]
        return total >> FRACTION

    def add_up(self, word: int, first: int, last: int) -> None:
        """Add some of the active weights to the sums of the units of a word."""
        lanes = 0
        for number in range(first, last):
            lanes += self.inner[self.words * self.active[number] + word]
        for unit in range(LANES * word, LANES * word + LANES):
            self.sums[unit] += lanes & 65535
            lanes >>= LANE
