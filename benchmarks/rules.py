"""How fast the rules are: legal directions and the next position.

The measure of paper soccer is a plain engine, kept here: the same rules of the standard game
written down the obvious way, with tuples for points and segments and sets for what is drawn and
touched. Both walk the same random games, in turns, in one process.

In Gridball a direction is legal only if the turn can be completed after it. How long it takes to
list them is told for the hardest position of all that the conformance files lead through. Nothing
is cached between two askings.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from benchmarks.report import exit_status, interleaved_medians, measure
from rules import PaperSoccer, Position, read_ruleset

GAMES = 200
ROUNDS = 15
FASTER = 5.0

CONFORMANCE = Path(__file__).parents[1] / "tests" / "data" / "conformance"
MOST_MILLISECONDS = 0.2
HARD = 2_000
"""How many of the slowest positions of a first look, which is easily disturbed, are timed again."""

# --------------------------------------------------------------------------- the plain engine

XY: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[XY, XY]

WIDTH, HEIGHT = 8, 10
LEFT, RIGHT = WIDTH // 2 - 1, WIDTH // 2 + 1
STEPS: tuple[XY, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True, slots=True)
class PlainPosition:
    """The standard game with sets and tuples: lines drawn, points touched, ball, who is to draw."""

    lines: frozenset[Line]
    touched: frozenset[XY]
    ball: XY
    first_to_draw: bool

    def legal_directions(self) -> list[int]:
        """The directions that may be drawn next."""
        x, y = self.ball
        if not 0 <= y <= HEIGHT:
            return []
        legal = []
        for direction, (dx, dy) in enumerate(STEPS):
            end = x + dx, y + dy
            if may_lead(self.ball, end) and line(self.ball, end) not in self.lines:
                legal.append(direction)
        return legal

    def after(self, direction: int) -> "PlainPosition":
        """The position after one more segment."""
        if direction not in self.legal_directions():
            raise ValueError(direction)
        x, y = self.ball
        dx, dy = STEPS[direction]
        end = x + dx, y + dy
        stays = end in self.touched or not 0 <= end[1] <= HEIGHT
        return PlainPosition(
            lines=self.lines | {line(self.ball, end)},
            touched=self.touched | {self.ball, end},
            ball=end,
            first_to_draw=self.first_to_draw if stays else not self.first_to_draw,
        )


def line(start: XY, end: XY) -> Line:
    """The line between two points, whichever is named first."""
    return (start, end) if start < end else (end, start)


def may_lead(start: XY, end: XY) -> bool:
    """Whether a segment stays on the pitch or leads between the posts."""
    x, y = end
    if 0 <= y <= HEIGHT:
        return 0 <= x <= WIDTH
    return LEFT <= x <= RIGHT and LEFT <= start[0] <= RIGHT


def plain_start() -> PlainPosition:
    """The ball in the centre, the walls drawn."""
    walls = frozenset(plain_walls())
    touched = frozenset(point for wall in walls for point in wall)
    centre = WIDTH // 2, HEIGHT // 2
    return PlainPosition(walls, touched | {centre}, centre, first_to_draw=True)


def plain_walls() -> Iterator[Line]:
    """The rectangle without the goal mouths, and the notches."""
    for y in range(HEIGHT):
        yield (0, y), (0, y + 1)
        yield (WIDTH, y), (WIDTH, y + 1)
    for goal_line, back in ((0, -1), (HEIGHT, HEIGHT + 1)):
        for x in range(WIDTH):
            yield (
                ((x, back), (x + 1, back))
                if LEFT <= x < RIGHT
                else (
                    (x, goal_line),
                    (x + 1, goal_line),
                )
            )
        yield line((LEFT, goal_line), (LEFT, back))
        yield line((RIGHT, goal_line), (RIGHT, back))


# ------------------------------------------------------------------------------------ the walk

AnyPosition: TypeAlias = Position | PlainPosition


def random_games(rng: random.Random) -> list[list[int]]:
    """Random games to their ends, as directions; both engines agree on every step of them."""
    games = []
    for _ in range(GAMES):
        position, plain, game = PaperSoccer().start(), plain_start(), []
        while legal := agreed(position, plain):
            game.append(rng.choice(legal))
            position, plain = position.after(game[-1]), plain.after(game[-1])
        games.append(game)
    return games


def agreed(position: Position, plain: PlainPosition) -> Sequence[int]:
    """The legal directions, if both engines see the same position."""
    legal = position.legal_directions()
    first_to_draw = position.to_move is None or position.to_move.value == "first"
    assert list(legal) == plain.legal_directions()
    assert tuple(position.ball) == plain.ball
    assert not legal or first_to_draw == plain.first_to_draw
    return legal


def walk(start: AnyPosition, games: Sequence[Sequence[int]]) -> None:
    """Ask for the legal directions and draw, at every step of all games."""
    for game in games:
        position = start
        for direction in game:
            position.legal_directions()
            position = position.after(direction)


# -------------------------------------------------------------------------------- Gridball


def gridball_positions() -> Iterator[Position]:
    """All positions that the conformance files lead through, step by step."""
    seen = set[str]()
    for file in sorted(CONFORMANCE.glob("*.jsonl")):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            if line["game"] != "gridball":
                continue
            start = read_ruleset(line["game"], line["rules"]).start()
            turns = [*line["turns"], line.get("partial", "")]
            if str(turns) not in seen:
                seen.add(str(turns))
                yield from positions_of(start, turns)


def positions_of(position: Position, turns: Sequence[str]) -> Iterator[Position]:
    """Each position of a game, those within its turns too."""
    for turn in filter(None, turns):
        for direction in position.read_steps(turn):
            yield position
            position = position.after(direction)
    yield position


def milliseconds(position: Position, repeats: int) -> float:
    """The least time that listing the legal directions takes: what disturbs it only adds."""
    least = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        position.legal_directions()
        least = min(least, perf_counter() - start)
    return 1_000 * least


def hardest(positions: Iterator[Position]) -> tuple[int, float]:
    """How many positions there are, and the milliseconds of the one that takes longest."""
    looks = [(milliseconds(position, 2), position) for position in positions]
    looks.sort(key=lambda look: look[0], reverse=True)
    return len(looks), max(milliseconds(position, 30) for _, position in looks[:HARD])


def main() -> int:
    """Measure both engines in turns, then Gridball, and print what was found."""
    measure_paper_soccer()
    count, slowest = hardest(gridball_positions())
    measure("rules: positions of Gridball looked at", count, "positions")
    name = "rules: legal directions in Gridball's hardest position"
    measure(name, slowest, "ms", at_most=MOST_MILLISECONDS)
    return exit_status()


def measure_paper_soccer() -> None:
    """Legal directions and the next position, beside the plain engine."""
    games = random_games(random.Random(2))
    ours, plain = PaperSoccer().start(), plain_start()
    quick, slow = interleaved_medians(
        [lambda: walk(ours, games), lambda: walk(plain, games)], ROUNDS
    )
    steps = sum(map(len, games))
    measure("rules: steps of the plain engine", steps / slow, "1/s")
    measure("rules: legal directions and the next position", steps / quick, "1/s")
    measure("rules: faster than the plain engine", slow / quick, "x", at_least=FASTER)


if __name__ == "__main__":
    sys.exit(main())
