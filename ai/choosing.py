"""Chooses a turn for a position at a level: all that the rest of the project asks of this room."""

import random
from collections.abc import Callable
from time import perf_counter

from ai.field import is_known, place_of
from ai.levels import Level
from ai.open_play import choose_openly
from ai.scale import PROVEN, SURE, VICTORY
from ai.thinking import Candidate, Thinker
from ai.weights import weights_of
from rules import Position

A_SECOND = 450_000
"""Room for what is thought in a second, in positions."""
MOST_ROOM = 1_500_000
LEAST_ROOM = 12_000
DOUBT = 3_000
"""What a turn that was not looked into seems to be worth less than one that was: after its answers
are known, a turn is worth less than at first sight."""


def choose_turn(
    position: Position,
    level: Level,
    *,
    seed: int,
    seconds: float | None = None,
    clock: Callable[[], float] = perf_counter,
) -> str:
    """What to draw now, as it is written in this game: the rest of the turn, from the middle of one
    too; ValueError if the game is over.

    The same position, level and seed give the same turn, unless the level thinks for a time:
    `seconds` then, by default the level's own.
    """
    if position.to_move is None:
        raise ValueError("the game is over")
    allowed = level.seconds if seconds is None else seconds
    deadline = None if level.budget is not None else clock() + allowed
    rng = random.Random(seed)
    if not is_known(position.ruleset):
        return choose_openly(position, level, rng, clock, deadline)
    place = place_of(position)
    room = level.budget or min(MOST_ROOM, int(allowed * A_SECOND))
    thinker = Thinker(place.field, weights_of(place.field), LEAST_ROOM + room)
    if deadline is not None:
        thinker.ponder(place, clock=clock, deadline=deadline)
    else:
        thinker.ponder(place, level.budget or 1)
    return "".join(map(str, _drawn(thinker, level, rng)))


def _drawn(thinker: Thinker, level: Level, rng: random.Random) -> list[int]:
    """The turn that the level takes after thinking."""
    if not level.wavering:
        return thinker.turn()
    sight = level.sight - int(rng.random() < level.lapse)
    way = thinker.way_to_goal()
    if way and len(way) <= sight:
        return way
    thinker.look()
    chosen = _waver(thinker, level.wavering, sight, rng)
    if chosen is None:
        return thinker.turn()
    return thinker.completed(chosen)


def _waver(thinker: Thinker, wavering: float, sight: int, rng: random.Random) -> Candidate | None:
    """One of the turns that look about as good as the best, to somebody who does not see far."""
    candidates = [turn for turn in thinker.candidates() if abs(turn.value) < VICTORY]
    if not candidates:
        return None
    looks = [_look(thinker, candidate, sight) for candidate in candidates]
    spread = wavering * (max(looks) - max(min(looks), -SURE))
    noisy = [look + rng.uniform(0, spread) for look in looks]
    return candidates[noisy.index(max(noisy))]


def _look(thinker: Thinker, candidate: Candidate, sight: int) -> int:
    """What a turn seems to be worth if chains of the opponent that are too long are not seen."""
    if candidate.value > 1 - PROVEN:
        return candidate.value - DOUBT // (1 + candidate.visits)
    threat = thinker.threat(candidate)
    return candidate.value if threat <= sight else 0
