"""Hints for newcomers: what happened in a turn that a player has perhaps never seen."""

from collections.abc import Iterator
from enum import Enum

from rules import Player, Position, Reason, StepKind


class Hint(Enum):
    """Something that is explained when it happens to a player for the first time; the values are
    stored, and the order is that of telling.
    """

    BOUNCE = "bounce"
    WALL = "wall"
    TRAP = "trap"
    PENALTY = "penalty"
    DEAD_END = "dead_end"
    OWN_GOAL = "own_goal"


def hints_of(began: Position, steps: str) -> tuple[Hint, ...]:
    """What happened to the mover in a turn, and what the step that is due now could lose by.

    Of a turn that has lost and is asked about, that is what it loses by.
    """
    found = set(_happened(began, steps))
    return tuple(hint for hint in Hint if hint in found)


def _happened(began: Position, steps: str) -> Iterator[Hint]:
    mover = began.to_move
    if mover is None:
        return
    position = began
    if began.next_step is StepKind.PENALTY:
        yield Hint.PENALTY
    for direction in began.read_steps(steps) if steps else ():
        following = position.after(direction)
        if following.to_move is mover and position.steps_due == 1:
            yield from _gone_on(position, following)
        position = following
    yield from _risks(position, mover)


def _gone_on(before: Position, after: Position) -> Iterator[Hint]:
    """Why the turn goes on after a step that could have completed it."""
    if after.next_step is StepKind.PENALTY:
        if before.next_step is not StepKind.PENALTY:
            yield Hint.TRAP
        return
    yield Hint.BOUNCE
    lines = before.drawn_segments()
    walls = before.ruleset.pitch.walls
    if any(after.ball in wall for wall in walls) and not any(after.ball in line for line in lines):
        yield Hint.WALL


def _risks(position: Position, mover: Player) -> Iterator[Hint]:
    """What the mover could lose by with the next step, or has lost by with the last one."""
    ends = [position]
    if position.to_move is mover:
        ends = [position.after(direction) for direction in position.legal_directions()]
    for outcome in (end.outcome for end in ends):
        if outcome is not None and outcome.winner is mover.opponent:
            if outcome.reason is Reason.BLOCKED:
                yield Hint.DEAD_END
            elif outcome.reason is Reason.OWN_GOAL:
                yield Hint.OWN_GOAL
