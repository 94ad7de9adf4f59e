"""Draw a board from its turns: `python -m renderer "0/67/5" board.png`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from renderer import Scene, Side, board_scene, empty_scene, render
from rules import (
    VARIANTS,
    Game,
    IllegalTurnError,
    InvalidTurnError,
    Refusal,
    find_variant,
)

PROBLEMS = {
    Refusal.GAME_OVER: "the game is over",
    Refusal.OUTSIDE: "it leaves the pitch",
    Refusal.WALL: "it runs along a wall",
    Refusal.DRAWN: "that line is already drawn",
    Refusal.CROSSES: "it crosses a drawn diagonal",
    Refusal.TOUCHED: "its end is touched by a line",
    Refusal.NOT_COMPLETABLE: "the turn could not be completed after it",
    Refusal.OWN_GOAL_FORBIDDEN: "it ends in the mover's own goal",
    Refusal.TOO_LONG: "the turn has already passed",
    Refusal.INCOMPLETE: "it is not complete: the turn goes on",
}

FORM = "is no turn: digits 0 to 7 are, with a dot before each penalty"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture; 2, with a sentence on standard error, if the input is wrong."""
    options = _parser().parse_args(arguments)
    try:
        picture = render(_scene(options))
    except IllegalTurnError as error:
        problem = PROBLEMS.get(error.refusal, "it is not legal")
        print(f"renderer: turn {error.turn!r}, step {error.at + 1}: {problem}", file=sys.stderr)
        return 2
    except InvalidTurnError as error:
        print(f"renderer: {error.text!r} {FORM}", file=sys.stderr)
        return 2
    try:
        options.picture.write_bytes(picture)
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        print(f"renderer: cannot write {options.picture}: {reason}", file=sys.stderr)
        return 2
    return 0


def _scene(options: argparse.Namespace) -> Scene:
    ruleset = find_variant(options.variant).ruleset
    first, second = Side(options.first), Side(options.second)
    turns = tuple(options.turns.split("/")) if options.turns else ()
    if not turns and not options.draft:
        return empty_scene(ruleset, first, second)
    game = Game(ruleset, turns)
    return board_scene(
        game, draft=options.draft, first=first, second=second, caption=options.caption
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m renderer", description=__doc__)
    parser.add_argument("turns", help="the turns from the start, with / between them; may be empty")
    parser.add_argument("picture", type=Path, help="the PNG file to write")
    parser.add_argument(
        "--variant",
        default=VARIANTS[0].key,
        choices=[variant.key for variant in VARIANTS],
        help="the preset (default: %(default)s)",
    )
    parser.add_argument("--draft", default="", metavar="DIGITS", help="the start of the next turn")
    parser.add_argument("--first", default="First", metavar="NAME", help="who draws first")
    parser.add_argument("--second", default="Second", metavar="NAME", help="who answers")
    parser.add_argument("--caption", default="", metavar="LINE", help="a line below the board")
    return parser


if __name__ == "__main__":
    sys.exit(main())
