"""Play by what every position answers, for games that the search has no arrays for.

All turns are drawn, within a bound; one that wins is taken. The others are judged by how far the
ball is from either goal, and the best are looked at from the other side: whatever lets the opponent
score at once is left aside, and what leaves them the least is taken.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ai.levels import Level
from rules import Player, Point, Position

MOST_TURNS = 1_500
"""So many turns of a position are drawn at most."""
REPLIES = {1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 6: 16, 7: 24, 8: 60}
"""How many of the best turns are answered, by the level's number."""
LOST, WON = -1_000.0, 1_000.0


@dataclass(frozen=True)
class Choice:
    """A whole turn as it is written, where it leads, and what that is worth to who drew it."""

    text: str
    position: Position
    worth: float


def choose_openly(
    position: Position,
    level: Level,
    rng: random.Random,
    clock: Callable[[], float],
    deadline: float | None,
) -> str:
    """The turn that a level takes; `deadline` is on the clock, None for no hurry."""
    mover = position.to_move
    assert mover is not None
    choices = [
        Choice(text, after, worth(after, mover) + rng.random() * (0.5 + 8 * level.wavering))
        for text, after in turns(position)
    ]
    choices.sort(key=lambda choice: choice.worth, reverse=True)
    best, best_worth = choices[0], float("-inf")
    for choice in choices[: REPLIES[level.number]]:
        if choice.worth >= WON:
            return choice.text
        answered = choice.worth + _answer(choice.position, mover)
        if answered > best_worth:
            best, best_worth = choice, answered
        if deadline is not None and clock() >= deadline:
            break
    return best.text


def turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Whole turns, each with the position that it leads to; at least one, at most `MOST_TURNS`."""
    left = MOST_TURNS
    waiting = [("", position)]
    while waiting and left:
        text, at = waiting.pop()
        if text and at.to_move is not position.to_move:
            left -= 1
            yield text, at
            continue
        waiting += [(text + at.write_step(step), at.after(step)) for step in at.legal_directions()]


def worth(position: Position, player: Player) -> float:
    """How well a player stands, in steps that they are nearer to their goal than the opponent."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0.0
        return WON if outcome.winner is player else LOST
    pitch, ball = position.ruleset.pitch, position.ball
    own, other = pitch.goal_attacked_by(player), pitch.goal_attacked_by(player.opponent)
    return _steps(ball, other.left, other.right, other.back) - _steps(
        ball, own.left, own.right, own.back
    )


def _steps(ball: Point, left: int, right: int, line: int) -> float:
    """How many steps the ball is away from a goal; half a step more for each beside it."""
    beside = max(left - ball.x, ball.x - right, 0)
    return max(abs(ball.y - line), beside) + 0.1 * beside


def _answer(position: Position, player: Player) -> float:
    """What the opponent's best answer takes from a player."""
    if position.outcome is not None:
        return 0.0
    return min(min(worth(after, player), WON) for _, after in turns(position))
