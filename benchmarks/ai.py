"""How fast the computer looks, and how well it plays.

`speed`: positions judged a second, compiled and plain; `bars`: the whole strength, at 0.1 s a turn,
against a player who looks one turn ahead, and compiled against plain; `gridball`: level 6 against
chance and against greed; `levels`: each level against the one below. A word on the command line
chooses one of them; all need about two hours. Games are from random openings, each played with both
colours, on one processor.
"""

import random
import sys
from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

from ai.choosing import choose_turn
from ai.contest import Contestant, Mind, Score, contest, score_of
from ai.field import field_of, place_of
from ai.kernel import kernel
from ai.levels import LEVELS, Level, level
from ai.open_play import turns, worth
from ai.thinking import Thinker
from ai.weights import weights_of
from benchmarks.report import exit_status, interleaved_medians, measure, missing
from rules import Effect, Game, Gridball, PaperSoccer, Position, Ruleset

SECONDS = 0.1
FASTER = 8.0
STANDARD = PaperSoccer()
POSITIONS = ("60002425532", "", "6", "000", "234")
"""Beginnings of games, in digits, from which the speed is measured."""
JUDGED = 2_000
STATES = 3_000
"""So many positions within one turn are looked at for a goal by who looks one turn ahead."""
WON_AGAINST_ONE_TURN, WON_AGAINST_PLAIN, WON_AGAINST_GREED = 0.95, 0.75, 0.95
LEAST_STEP, MOST_STEP = 0.65, 0.90
GAMES, LEVEL_GAMES, TIMED_GAMES = 100, 60, 24

# -------------------------------------------------------------------------------------- players


def thinking(seconds: float, *, plain: bool = False) -> Mind:
    """The whole strength, with so much time for a turn."""
    field = field_of(STANDARD)
    core = kernel(plain=plain)
    room = 400_000 if core.compiled else 50_000
    thinker = Thinker(field, weights_of(field), room, core=core)

    def choose(game: Game) -> str:
        deadline = perf_counter() + seconds
        thinker.ponder(place_of(game.position), clock=perf_counter, deadline=deadline)
        return "".join(map(str, thinker.turn()))

    return choose


def of_level(known: Level) -> Mind:
    """A level, as the bot asks for it."""
    return lambda game: choose_turn(game.position, known, seed=len(game.turns) + 1_000)


def by_chance(seed: int) -> Mind:
    """Somebody who draws any line."""
    rng = random.Random(seed)

    def choose(game: Game) -> str:
        position, turn = game.position, ""
        while position.to_move is game.to_move:
            step = rng.choice(position.legal_directions())
            turn += position.write_step(step)
            position = position.after(step)
        return turn

    return choose


def greedy(seed: int) -> Mind:
    """Somebody who takes whatever turn brings the ball nearest."""
    rng = random.Random(seed)

    def choose(game: Game) -> str:
        mover = game.to_move
        assert mover is not None
        return max(turns(game.position), key=lambda turn: worth(turn[1], mover) + rng.random())[0]

    return choose


def one_turn_ahead(seed: int) -> Mind:
    """Somebody who takes a goal, gives none away if they can help it, and else brings the ball as
    near to the goal as they can; of a position with very many turns they see a part."""
    rng = random.Random(seed)

    def choose(game: Game) -> str:
        position, mover = game.position, game.to_move
        assert mover is not None
        ways: dict[Position, str] = {}
        for turn, after in turns(position):
            ways.setdefault(after, turn)
        ranked = sorted(ways, key=lambda after: worth(after, mover) + rng.random(), reverse=True)
        for after in ranked:
            if after.outcome is not None and after.outcome.winner is mover:
                return ways[after]
        for after in ranked:
            if after.outcome is None and not can_score(after):
                return ways[after]
        return ways[ranked[0]]

    return choose


def can_score(position: Position) -> bool:
    """Whether whoever is to draw can win in this turn."""
    waiting, seen = [position], {position}
    while waiting and len(seen) < STATES:
        at = waiting.pop()
        for step in at.legal_directions():
            effect = at.effect(step)
            if effect is Effect.WINS:
                return True
            following = at.after(step)
            if effect is Effect.CONTINUES and following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


# --------------------------------------------------------------------------------------- matches


def result(ruleset: Ruleset, first: Mind, second: Mind, games: int) -> Score:
    """What the first scores in so many games."""
    sides = Contestant("first", first), Contestant("second", second)
    return score_of("first", contest(ruleset, *sides, range(games // 2), seed=20_041))


def report(name: str, score: Score, at_least: float | None = None) -> None:
    """Print what was scored and the interval that the truth lies in."""
    measure(name, score.share, f"of {score.games} games", at_least=at_least)
    low, high = score.interval()
    measure(f"{name}, at the lowest", low, "by Wilson's interval")
    measure(f"{name}, at the highest", high, "by Wilson's interval")


def measure_speed() -> None:
    """The same search, compiled and plain, over the same positions."""
    cores = [kernel(plain=True)]
    if kernel().compiled:
        cores.append(kernel())
    field = field_of(STANDARD)

    def task(thinker: Thinker) -> Callable[[], object]:
        def search() -> None:
            for beginning in POSITIONS:
                position: Position = STANDARD.start()
                for digit in beginning:
                    position = position.after(int(digit))
                thinker.tree.clear()
                thinker.ponder(place_of(position), JUDGED)

        return search

    thinkers = [Thinker(field, weights_of(field), 20_000, core=core) for core in cores]
    times = interleaved_medians([task(thinker) for thinker in thinkers], 3)
    judged = thinkers[0].judged / 4  # a round to warm up, and three
    measure("ai: positions judged, plain", judged / times[0], "1/s")
    if len(times) == 1:
        missing("ai: compiled, faster than plain", "x", "the search is not compiled here")
        return
    measure("ai: positions judged, compiled", judged / times[1], "1/s")
    measure("ai: compiled, faster than plain", times[0] / times[1], "x", at_least=FASTER)


def measure_bars() -> None:
    """The whole strength at 0.1 s a turn."""
    score = result(STANDARD, thinking(SECONDS), one_turn_ahead(1), GAMES)
    report("ai: against one turn ahead", score, WON_AGAINST_ONE_TURN)
    if not kernel().compiled:
        missing("ai: compiled against plain", "of games", "the search is not compiled here")
        return
    score = result(STANDARD, thinking(SECONDS), thinking(SECONDS, plain=True), GAMES)
    report("ai: compiled against plain", score, WON_AGAINST_PLAIN)


def measure_gridball() -> None:
    """A level in the other game."""
    score = result(Gridball(), of_level(level(6)), by_chance(2), GAMES)
    report("ai: Gridball against chance", score, 1.0)
    score = result(Gridball(), of_level(level(6)), greedy(3), GAMES)
    report("ai: Gridball against greed", score, WON_AGAINST_GREED)


def measure_levels() -> None:
    """Each level against the one below: the interval overlaps what a step should be."""
    for below, above in pairwise(LEVELS):
        games = LEVEL_GAMES if above.budget is not None else TIMED_GAMES
        score = result(STANDARD, of_level(above), of_level(below), games)
        low, high = score.interval()
        name = f"ai: level {above.number} against {below.number}"
        measure(name, score.share, f"of {score.games} games")
        measure(f"{name}, at the lowest", low, "by Wilson's interval", at_most=MOST_STEP)
        measure(f"{name}, at the highest", high, "by Wilson's interval", at_least=LEAST_STEP)


SECTIONS: dict[str, Callable[[], None]] = {
    "speed": measure_speed,
    "bars": measure_bars,
    "gridball": measure_gridball,
    "levels": measure_levels,
}


def main() -> int:
    """Measure what the command line names, or everything."""
    for section in sys.argv[1:] or SECTIONS:
        SECTIONS[section]()
    return exit_status()


if __name__ == "__main__":
    sys.exit(main())
