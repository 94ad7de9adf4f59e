"""The computer on the command line.

`python -m ai [--level N]` speaks the line protocol (`ai.protocol`), `python -m ai match A B` plays
a match between two of them: a number is a level, anything else a command, which may have a name, as
in `other='./engine --fast'`. Exit status 2: the words of the command are wrong.
"""

import argparse
import gc
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from ai.choosing import choose_turn
from ai.contest import Contestant, Finished, Mind, contest, note, read_games, score_of
from ai.levels import LEVELS, Level, level
from ai.programs import Program
from ai.protocol import Engine, speak
from rules import Game, find_variant


def main(argv: Sequence[str] | None = None) -> int:
    """Speak or play, and return the exit status."""
    words = _parser().parse_args(argv)
    if words.command == "match":
        return _match(words)
    gc.disable()  # it would look at every object in the middle of a turn
    known = None if words.level is None else level(words.level)
    speak(Engine(known, plain=words.plain, seed=words.seed), sys.stdin, sys.stdout)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ai", description="The computer's play.")
    numbers = [known.number for known in LEVELS]
    parser.add_argument("--level", type=int, choices=numbers, help="play at a level, not at best")
    parser.add_argument("--plain", action="store_true", help="do not use the compiled search")
    parser.add_argument("--seed", type=int, default=0, help="chance of the weak levels")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    match = commands.add_parser("match", help="play a match between two levels or programs")
    match.add_argument("players", nargs=2, metavar="PLAYER", help="a level, or NAME=COMMAND")
    match.add_argument("-n", "--pairs", type=int, default=10, help="openings, each played twice")
    match.add_argument("-t", "--seconds", type=float, default=0.1, help="time for a turn")
    match.add_argument("--variant", default="standard", help="the game, for levels alone")
    match.add_argument("--log", type=Path, help="games are noted here, and those in it count")
    match.add_argument("--seed", type=int, default=1, help="the openings")
    return parser


def _match(words: argparse.Namespace) -> int:
    first, second = (_contestant(player, words.seconds) for player in words.players)
    if first.name == second.name:
        second = replace(second, name=f"{second.name}'")
    known = [] if words.log is None else read_games(words.log)
    ruleset = find_variant(words.variant).ruleset
    played: list[Finished] = []
    try:
        for game in contest(
            ruleset, first, second, range(words.pairs),
            seed=words.seed, known=known,
        ):  # fmt: skip
            played.append(game)
            if words.log is not None and game not in known:
                note(words.log, game)
            print(f"{game.pair}.{int(game.swapped)} {game.winner} ({game.reason})", flush=True)
    finally:
        for mind in (first.mind, second.mind):
            if isinstance(mind, Program):
                mind.close()
    score = score_of(first.name, played)
    low, high = score.interval()
    slowest = max(chain((game.slowest for game in played), [0.0]))
    print(
        f"{first.name} against {second.name}: {score.points:g} of {score.games}, "
        f"{score.share:.3f} [{low:.3f}, {high:.3f}], slowest turn {slowest:.2f} s"
    )
    return 0


def _contestant(player: str, seconds: float) -> Contestant:
    """The player that a word of the command line names."""
    if player.isdecimal():
        known = level(int(player))
        allowed = seconds if known.budget is None else math.inf
        return Contestant(player, mind_of(known, seconds), allowed)
    name, equals, command = player.partition("=")
    return Contestant(name, Program(command if equals else player, seconds), seconds)


def mind_of(known: Level, seconds: float) -> Mind:
    """A level as a player; one that thinks for a time gets these seconds."""

    def choose(game: Game) -> str:
        timed = seconds if known.budget is None else None
        return choose_turn(game.position, known, seed=len(game.turns), seconds=timed)

    return choose


if __name__ == "__main__":
    sys.exit(main())
