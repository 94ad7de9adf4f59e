"""Matches between two players: random openings, each played twice with colours swapped.

A player is a function from a position to a turn as written. One that breaks the rules, fails or
takes too long loses that game. Games are noted line by line, so that a match can be gone on with.
"""

import json
import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from rules import Game, Player, Ruleset

Mind: TypeAlias = Callable[[Game], str]
"""What a player does: choose a turn for a game's position."""

OPENING = (2, 3)
GRACE = 0.1
"""Seconds that a turn may take beyond its time."""


@dataclass(frozen=True)
class Contestant:
    """A player of a match: a name, a mind, and the seconds that a turn may take it."""

    name: str
    mind: Mind
    seconds: float = math.inf


@dataclass(frozen=True)
class Finished:
    """One game of a match: its opening, who began after it, who won (None: nobody), and why."""

    pair: int
    swapped: bool
    opening: tuple[str, ...]
    turns: tuple[str, ...]
    winner: str | None
    reason: str
    slowest: float


@dataclass(frozen=True)
class Score:
    """Points of the first of two players: a win is one, a draw a half."""

    points: float
    games: int

    @property
    def share(self) -> float:
        """Points a game."""
        return self.points / self.games

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval of the true share, 95 % for the usual z."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.share
        scale = 1 + z * z / n
        middle = (p + z * z / (2 * n)) / scale
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
        return middle - half, middle + half


def random_turn(game: Game, rng: random.Random) -> str | None:
    """A turn drawn step by step by chance that does not end the game; None if none turns up."""
    for _ in range(50):
        position, turn = game.position, ""
        while position.to_move is game.to_move:
            step = rng.choice(position.legal_directions())
            turn += position.write_step(step)
            position = position.after(step)
        if position.to_move is not None:
            return turn
    return None


def opening_of(ruleset: Ruleset, rng: random.Random) -> tuple[str, ...]:
    """The first turns of a game, by chance."""
    game, turns = Game(ruleset), list[str]()
    for _ in range(rng.randint(*OPENING)):
        turn = random_turn(game, rng)
        if turn is None:
            break
        turns.append(turn)
        game = game.play(turn)
    return tuple(turns)


def play(
    game: Game, sides: dict[Player, Contestant], clock: Callable[[], float] = perf_counter
) -> tuple[Game, Player | None, str, float]:
    """Play a game to its end: the game, its winner, why, and the most seconds that a turn took.

    The first turn of each player may take longer than allowed.
    """
    slowest, taken = 0.0, 0
    while (mover := game.to_move) is not None:
        before = clock()
        try:
            turn = sides[mover].mind(game)
            following = game.play(turn)
        except (ValueError, OSError) as error:
            return game, mover.opponent, f"fault: {error}", slowest
        spent = clock() - before
        if taken > 1:
            slowest = max(slowest, spent)
            if spent > sides[mover].seconds + GRACE:
                return game, mover.opponent, f"fault: {spent:.2f} s for a turn", slowest
        game = following
        taken += 1
    assert game.outcome is not None
    return game, game.outcome.winner, game.outcome.reason.value, slowest


def contest(
    ruleset: Ruleset,
    first: Contestant,
    second: Contestant,
    pairs: Iterable[int],
    *,
    seed: int,
    known: Iterable[Finished] = (),
) -> Iterator[Finished]:
    """The games of a match, two for each pair's number; those that are known are not played."""
    played = {(game.pair, game.swapped): game for game in known}
    for pair in pairs:
        opening = opening_of(ruleset, random.Random(f"{seed} {pair}"))
        for swapped in (False, True):
            if (pair, swapped) in played:
                yield played[pair, swapped]
                continue
            game = Game(ruleset, opening)
            ahead, behind = (second, first) if swapped else (first, second)
            sides = {Player.FIRST: ahead, Player.SECOND: behind}
            game, winner, reason, slowest = play(game, sides)
            name = None if winner is None else sides[winner].name
            yield Finished(pair, swapped, opening, game.turns, name, reason, slowest)


def score_of(name: str, games: Iterable[Finished]) -> Score:
    """What a player of this name has reached."""
    points, count = 0.0, 0
    for game in games:
        count += 1
        points += 0.5 if game.winner is None else float(game.winner == name)
    return Score(points, count)


def read_games(file: Path) -> list[Finished]:
    """The games noted in a file; none if it is not there. A line cut short is left out."""
    games = list[Finished]()
    if not file.exists():
        return games
    for line in file.read_text("utf-8").splitlines():
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            continue
        for key in ("opening", "turns"):
            values[key] = tuple(values[key])
        games.append(Finished(**values))
    return games


def note(file: Path, game: Finished) -> None:
    """Add a game to a file."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(game)) + "\n")
