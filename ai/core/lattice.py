# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, annotation_typing=False, nonecheck=False
"""Positions of paper soccer that are changed in place, and what is exactly true of one.

This file is plain Python. `lattice.pxd` beside it gives the variables C types, so that the same
lines run compiled where a compiler is there (`ai.building`); both give the same numbers.

Whoever is to draw is 0 or 1, as in `ai.field`. A chain that is not finished is a position like any
other: the same player is to draw.
"""

from array import array

from ai import scale
from ai.field import Field

FAR = scale.FAR

DEEPEST = 4_000
"""More lines than any pitch has, for the lines that may be taken back."""
SEEN = 1 << 14
"""Room for the positions that one look into a turn has seen, a power of two."""
HUNTED = 3_000
"""So many positions are looked at for a way into the goal where diagonals may not cross."""


class Lattice:
    """A position, its lines and ball changed by `play` and `undo`."""

    def __init__(self, field: Field) -> None:
        self.row = field.row
        self.points = field.points
        self.bounce = field.bounce
        self.diagonals = field.diagonals
        self.offsets = field.offsets
        self.inside = field.inside
        self.exits = field.exits
        self.bouncing = field.bouncing
        self.attacker = field.attacker
        self.line_keys = field.line_keys
        self.ball_keys = field.ball_keys
        self.lines = array("B", field.walls)
        self.lowest = array("i", [(byte & -byte).bit_length() - 1 for byte in range(256)])
        self.distance = array("i", [FAR] * field.points)
        self.layers = array("i", [0] * (4 * field.points))
        self.entered = array("i", [0] * field.points)
        self.to_goal = array("i", [FAR, FAR])
        self.stops = array("i", [0] * (FAR + 1))
        self.balls = array("i", [0] * DEEPEST)
        self.directions = array("i", [0] * DEEPEST)
        self.states = array("i", [0] * DEEPEST)
        self.path = array("i", [0] * DEEPEST)
        self.seen = array("Q", [0] * SEEN)
        self.stamps = array("i", [0] * SEEN)
        self.turn_key = field.turn_keys[0]
        self.extra_key = field.turn_keys[1]
        self.stamp = 0
        self.surveys = 0
        self.height = 0
        self.ball = self.mover = self.extra = 0
        self.hash = 0

    def put(self, lines: "array[int]", ball: int, mover: int, extra: int) -> None:
        """Become a position; what was played before is forgotten."""
        self.hash = 0
        for at in range(self.points):
            self.lines[at] = lines[at]
            for direction in range(1, 5):
                if lines[at] >> direction & 1:
                    self.hash ^= self.line_keys[8 * at + direction]
        self.ball, self.mover, self.extra, self.height = ball, mover, extra, 0
        self.hash ^= self.ball_keys[ball]
        if mover:
            self.hash ^= self.turn_key
        if extra:
            self.hash ^= self.extra_key

    def crossed(self, at: int) -> int:
        """The diagonals at a point, as a byte, whose other diagonal is drawn."""
        mask = 0
        if at >= self.row:
            above = self.lines[at - self.row]
            mask |= (above >> 2 & 2) | (above << 2 & 128)
        if at + self.row < self.points:
            below = self.lines[at + self.row]
            mask |= (below << 2 & 8) | (below >> 2 & 32)
        return mask

    def free(self) -> int:
        """The directions that may be drawn, as a byte; none when the game is over."""
        byte = self.exits[self.mover * self.points + self.ball] & ~self.lines[self.ball]
        if not self.diagonals:
            byte &= ~self.crossed(self.ball)
        return byte

    def play(self, direction: int) -> None:
        """Draw a line that is free."""
        start = self.ball
        end = start + self.offsets[direction]
        self.balls[self.height] = start
        self.directions[self.height] = direction
        self.states[self.height] = self.mover * 2 + self.extra
        self.height += 1
        bounces = self.lines[end] & self.bouncing[end]
        self.lines[start] |= 1 << direction
        self.lines[end] |= 1 << (direction ^ 4)
        self.hash ^= self.line_keys[8 * start + direction]
        self.hash ^= self.ball_keys[start] ^ self.ball_keys[end]
        self.ball = end
        if self.attacker[end]:
            return
        if self.extra:
            self.extra = 0
            self.hash ^= self.extra_key
        elif bounces:
            if self.bounce == 1:
                self.extra = 1
                self.hash ^= self.extra_key
            return
        self.mover ^= 1
        self.hash ^= self.turn_key

    def undo(self) -> None:
        """Take the last line back."""
        self.height -= 1
        start = self.balls[self.height]
        direction = self.directions[self.height]
        end = self.ball
        mover = self.states[self.height] >> 1
        extra = self.states[self.height] & 1
        self.lines[start] &= ~(1 << direction) & 255
        self.lines[end] &= ~(1 << (direction ^ 4)) & 255
        self.hash ^= self.line_keys[8 * start + direction]
        self.hash ^= self.ball_keys[start] ^ self.ball_keys[end]
        if mover != self.mover:
            self.hash ^= self.turn_key
        if extra != self.extra:
            self.hash ^= self.extra_key
        self.ball, self.mover, self.extra = start, mover, extra

    def undo_to(self, height: int) -> None:
        """Take lines back until so many are left."""
        while self.height > height:
            self.undo()

    def fresh_hash(self) -> int:
        """Whether this position was not yet seen since `forget`; now it is."""
        slot = self.hash & (SEEN - 1)
        while self.stamps[slot] == self.stamp:
            if self.seen[slot] == self.hash:
                return 0
            slot = (slot + 1) & (SEEN - 1)
        self.stamps[slot] = self.stamp
        self.seen[slot] = self.hash
        return 1

    def forget(self) -> None:
        """Nothing counts as seen any more."""
        self.stamp += 1

    def survey(self) -> int:
        """Measure all distances, in turns: 1 if the mover scores in this turn, -1 if the mover can
        neither score nor end the turn and so loses, 0 if neither is certain.

        Afterwards `distance` has for each point how many turns must end before the ball can be
        there, `to_goal` for each player how many before it can enter the goal that they attack,
        and `stops` how many points are reached with each distance. Lines that a way would draw
        twice, or that others draw meanwhile, are left out of account; but a way within one turn
        needs none twice, so that 1 and -1 are exact. Where diagonals may not cross, a way may
        cross itself: then it is looked for line by line, and missed beyond `HUNTED` positions.
        """
        for at in range(self.points):
            self.distance[at] = FAR
        self.surveys += 1
        self.to_goal[0] = FAR
        self.to_goal[1] = FAR
        self.distance[self.ball] = 0
        here, there = 0, 2 * self.points
        self.layers[here] = self.ball
        size, layer = 1, 0
        while size:
            self.added = 0
            at = 0
            self.size = size
            while at < self.size:
                self.reach(self.layers[here + at], layer, here, there)
                at += 1
            if layer == 0:
                if self.to_goal[self.mover] == 0 and self.is_certain():
                    return 1
                if self.added == 0 and self.to_goal[self.mover]:
                    return -1
            size = self.added
            here, there = there, here
            layer += 1
            self.stops[layer] = size
            if layer >= FAR - 2:
                break
        self.layer = layer
        return 0

    def is_certain(self) -> int:
        """Whether a way into the goal that the survey found can be drawn."""
        return self.diagonals or self.bounce != 2 or self.way_to_goal() > 0

    def reach(self, start: int, layer: int, here: int, there: int) -> None:
        """Note the points that the ball can be brought to from a point that it bounces at."""
        free = self.inside[start] & ~self.lines[start]
        if not self.diagonals:
            free &= ~self.crossed(start)
        while free:
            direction = self.lowest[free]
            free &= free - 1
            end = start + self.offsets[direction]
            scorer = self.attacker[end]
            if scorer:
                if layer < self.to_goal[scorer - 1]:
                    self.to_goal[scorer - 1] = layer
            elif (
                self.bounce == 0
                or not self.lines[end] & self.bouncing[end]
                or (self.extra and layer == 0)
            ):
                if self.distance[end] > layer + 1:
                    self.distance[end] = layer + 1
                    self.layers[there + self.added] = end
                    self.added += 1
            elif self.bounce == 2:
                if self.distance[end] > layer:
                    self.distance[end] = layer
                    self.layers[here + self.size] = end
                    self.size += 1
            else:
                self.reach_on(start, end, layer, there)

    def reach_on(self, start: int, bounce: int, layer: int, there: int) -> None:
        """The same for the one extra segment after a bounce."""
        free = self.inside[bounce] & ~self.lines[bounce]
        if not self.diagonals:
            free &= ~self.crossed(bounce)
        while free:
            direction = self.lowest[free]
            free &= free - 1
            end = bounce + self.offsets[direction]
            scorer = self.attacker[end]
            if scorer:
                if layer < self.to_goal[scorer - 1]:
                    self.to_goal[scorer - 1] = layer
            elif end != start and self.distance[end] > layer + 1:
                self.distance[end] = layer + 1
                self.layers[there + self.added] = end
                self.added += 1

    def way_to_goal(self) -> int:
        """The length of a way into the goal in this turn, which `path` then has; 0 if none is
        found. Without a limit of `HUNTED` positions where a shortest way is always a legal one.
        """
        if self.bounce == 2 and self.diagonals:
            return self.shortest_way()
        self.forget()
        self.hunted = 0
        start = self.height
        length = 0
        if self.hunt():
            length = self.height - start
            for at in range(length):
                self.path[at] = self.directions[start + at]
        self.undo_to(start)
        return length

    def shortest_way(self) -> int:
        """`way_to_goal` over points: a way that bounces at each point once."""
        for at in range(self.points):
            self.entered[at] = -1
        self.layers[0] = self.ball
        self.entered[self.ball] = 8
        head, size, goal, last = 0, 1, -1, 0
        while head < size and goal < 0:
            start = self.layers[head]
            head += 1
            free = self.inside[start] & ~self.lines[start]
            while free:
                direction = self.lowest[free]
                free &= free - 1
                end = start + self.offsets[direction]
                if self.attacker[end] == self.mover + 1:
                    goal, last = start, direction
                    break
                if (
                    not self.attacker[end]
                    and self.entered[end] < 0
                    and self.lines[end] & self.bouncing[end]
                ):
                    self.entered[end] = direction
                    self.layers[size] = end
                    size += 1
        if goal < 0:
            return 0
        length = 1
        at = goal
        while self.entered[at] != 8:
            length += 1
            at -= self.offsets[self.entered[at]]
        self.path[length - 1] = last
        at, step = goal, length - 2
        while step >= 0:
            self.path[step] = self.entered[at]
            at -= self.offsets[self.entered[at]]
            step -= 1
        return length

    def hunt(self) -> int:
        """Draw a way into the goal line by line; what was drawn stays if it is one."""
        self.hunted += 1
        mover = self.mover
        free = self.free()
        while free and self.hunted < HUNTED:
            direction = self.lowest[free]
            free &= free - 1
            self.play(direction)
            if self.attacker[self.ball]:
                if self.attacker[self.ball] == mover + 1:
                    return 1
            elif self.mover == mover and self.fresh_hash() and self.hunt():
                return 1
            self.undo()
        return 0
