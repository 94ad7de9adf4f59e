"""What a page says about its position, in a form that the engine can be asked about."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from bot.guide.example import Example, example_of
from rules import (
    Direction,
    DrawnTurn,
    Effect,
    InvalidPositionError,
    Outcome,
    Player,
    Point,
    Reason,
    Refusal,
    RulesError,
    StepKind,
    draw_steps,
)


class Claim(Protocol):
    """One thing that is so in a position, or not."""

    def holds(self, example: Example) -> bool:
        """Whether the engine says the same."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """The first player attacks the goal at the top, or that at the bottom."""

    top: bool

    def holds(self, example: Example) -> bool:
        """Whether it lies there."""
        goal = example.game.ruleset.pitch.goal_attacked_by(Player.FIRST)
        return (goal.back < goal.line) is self.top


@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is; None after the end."""

    player: Player | None

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        return example.position.to_move is self.player


@dataclass(frozen=True, slots=True)
class Refused:
    """A direction is refused, for this reason; without a direction, some direction is."""

    reason: Refusal
    direction: Direction | None = None

    def holds(self, example: Example) -> bool:
        """Whether the engine refuses it so."""
        directions = range(8) if self.direction is None else (self.direction,)
        position = example.position
        return any(position.refusal(direction) is self.reason for direction in directions)


@dataclass(frozen=True, slots=True)
class CutsCorner:
    """A step beside a post would end in the goal and is refused: it leaves the pitch on its way."""

    def holds(self, example: Example) -> bool:
        """Whether there is such a direction."""
        position, pitch = example.position, example.game.ruleset.pitch
        return any(
            position.refusal(direction) is Refusal.OUTSIDE
            and pitch.goal_at(position.ball.towards(direction)) is not None
            for direction in range(8)
        )


@dataclass(frozen=True, slots=True)
class Does:
    """Every one of these directions is legal and has this effect; without any, all legal ones."""

    effect: Effect
    directions: tuple[Direction, ...] = ()

    def holds(self, example: Example) -> bool:
        """Whether they do."""
        position = example.position
        legal = position.legal_directions()
        asked = self.directions or legal
        return bool(asked) and all(
            direction in legal and position.effect(direction) is self.effect for direction in asked
        )


@dataclass(frozen=True, slots=True)
class Offers:
    """A step that ends the game for the mover, so or so, is among the legal ones."""

    effect: Effect
    reason: Reason

    def holds(self, example: Example) -> bool:
        """Whether there is one."""
        position = example.position
        return any(
            position.effect(direction) is self.effect
            and _reason(position.after(direction).outcome) is self.reason
            for direction in position.legal_directions()
        )


@dataclass(frozen=True, slots=True)
class Drawn:
    """So many steps of the turn are drawn, and the same player goes on."""

    steps: int

    def holds(self, example: Example) -> bool:
        """Whether they are."""
        if not example.draft:
            return False
        following, drawn = draw_steps(example.game.position, example.draft)
        return len(drawn.steps) == self.steps and following.to_move is drawn.player


@dataclass(frozen=True, slots=True)
class Played:
    """The last turn has so many steps, and then the turn passed."""

    steps: int

    def holds(self, example: Example) -> bool:
        """Whether it has."""
        last = _last(example)
        if last is None or example.draft or len(last.steps) != self.steps:
            return False
        return example.position.to_move is last.player.opponent


@dataclass(frozen=True, slots=True)
class TurnsOf:
    """Every complete turn has so many steps."""

    steps: int

    def holds(self, example: Example) -> bool:
        """Whether each has."""
        history = example.game.history
        return bool(history) and all(len(turn.steps) == self.steps for turn in history)


@dataclass(frozen=True, slots=True)
class OnLine:
    """The ball is where other drawn lines than the last one end."""

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        position = example.position
        return sum(position.ball in line for line in position.drawn_segments()) > 1


@dataclass(frozen=True, slots=True)
class OnWall:
    """The ball is on a wall, and no other line than the last one touches it."""

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        position = example.position
        lines = sum(position.ball in line for line in position.drawn_segments())
        return lines == 1 and any(position.ball in wall for wall in position.ruleset.pitch.walls)


@dataclass(frozen=True, slots=True)
class OnPost:
    """The ball is on a post."""

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        ball = example.position.ball
        return any(ball in goal.posts for goal in example.game.ruleset.pitch.goals)


@dataclass(frozen=True, slots=True)
class OnEdge:
    """The ball is on the right edge, and may run along it both ways."""

    def holds(self, example: Example) -> bool:
        """Whether it may."""
        position = example.position
        at_edge = position.ball.x == example.game.ruleset.pitch.width
        return at_edge and {0, 4} <= set(position.legal_directions())


@dataclass(frozen=True, slots=True)
class Due:
    """What the next step is."""

    kind: StepKind

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        return example.position.next_step is self.kind


@dataclass(frozen=True, slots=True)
class LongPenalty:
    """The last step was a penalty of so many unit steps."""

    length: int

    def holds(self, example: Example) -> bool:
        """Whether it was."""
        last = _last(example)
        if last is None:
            return False
        step = last.steps[-1]
        return step.kind is StepKind.PENALTY and len(step.path) == self.length + 1


@dataclass(frozen=True, slots=True)
class Penalties:
    """The last turn, or what is drawn of the next one, ends with so many penalties."""

    count: int

    def holds(self, example: Example) -> bool:
        """Whether it does."""
        last = _last(example)
        if last is None:
            return False
        kinds = [step.kind for step in last.steps]
        return kinds.count(StepKind.PENALTY) == self.count and all(
            kind is StepKind.PENALTY for kind in kinds[-self.count :]
        )


@dataclass(frozen=True, slots=True)
class Across:
    """The last penalty passes a touched point, crosses a line and runs along another."""

    def holds(self, example: Example) -> bool:
        """Whether it does all three."""
        before = example.before_last_step()
        last = _last(example)
        if before is None or last is None or last.steps[-1].kind is not StepKind.PENALTY:
            return False
        path = last.steps[-1].path
        drawn = {frozenset(line) for line in before.drawn_segments()}
        units = list(pairwise(path))
        passes = any(point in line for point in path[1:-1] for line in drawn)
        runs_along = any(frozenset(unit) in drawn for unit in units)
        crosses = any(
            start.x != end.x
            and start.y != end.y
            and frozenset((Point(start.x, end.y), Point(end.x, start.y))) in drawn
            for start, end in units
        )
        return passes and runs_along and crosses


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    winner: Player
    reason: Reason

    def holds(self, example: Example) -> bool:
        """Whether it ended so."""
        return example.position.outcome == Outcome(self.winner, self.reason)


@dataclass(frozen=True, slots=True)
class DrawAfter:
    """After so many turns without a goal the game is a draw, and not before."""

    turns: int

    def holds(self, example: Example) -> bool:
        """Whether it is."""
        ruleset = example.game.ruleset
        ball = ruleset.pitch.centre
        try:
            before, after = (
                ruleset.position_of((), ball, Player.FIRST, (f"turns passed: {count}",))
                for count in (self.turns - 1, self.turns)
            )
        except InvalidPositionError:
            return False
        return before.outcome is None and after.outcome == Outcome(None, Reason.TURN_LIMIT)


@dataclass(frozen=True, slots=True)
class GoesOn:
    """In another example of the same rules the turn goes on after a step."""

    directions: str

    def holds(self, example: Example) -> bool:
        """Whether it does."""
        try:
            return bool(example_of(example.game.ruleset, self.directions).draft)
        except RulesError:
            return False


def _last(example: Example) -> DrawnTurn | None:
    """What was drawn last: the draft, or else the last turn."""
    if example.draft:
        return draw_steps(example.game.position, example.draft)[1]
    history = example.game.history
    return history[-1] if history else None


def _reason(outcome: Outcome | None) -> Reason | None:
    return None if outcome is None else outcome.reason
