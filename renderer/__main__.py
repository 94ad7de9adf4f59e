"""Pictures of games, for documents, tests and whoever has a record.

python -m renderer match.txt board.png --theme dark --turn 12
python -m renderer - board.png < match.txt
python -m renderer "0/3/67/5" board.png --draft 3
python -m renderer match.txt match.gif --replay
python -m renderer --gallery docs
"""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from renderer.board import render
from renderer.gallery import write_gallery
from renderer.layout import WIDTH
from renderer.recorded import Recorded, recorded
from renderer.replay import frames_of, render_replay
from renderer.resizing import LEAST, MOST, resized
from renderer.scene import Side
from renderer.theme import THEMES
from rules import (
    VARIANTS,
    Game,
    IllegalTurnError,
    InvalidTurnError,
    Refusal,
    find_variant,
)
from rules.errors import InvalidRecordError
from rules.record_reader import MOST_BYTES, read_record

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

STANDARD_INPUT = "-"
TURNS = re.compile(r"[0-9./]*")
"""What is taken for turns and not for a file."""


class NotDrawnError(Exception):
    """Why there is no picture, in a sentence for whoever typed the command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture; 2, with a sentence on standard error, if the input is wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.gallery is None and (options.source is None or options.picture is None):
        parser.error("a game and the picture's file are needed, or --gallery")
    try:
        if options.gallery is not None:
            _write_gallery(options.gallery)
        else:
            _write(options.picture, _picture(options))
    except NotDrawnError as error:
        print(f"renderer: {error}", file=sys.stderr)
        return 2
    return 0


def _picture(options: argparse.Namespace) -> bytes:
    """What the options ask for. Each kind of picture has its line here."""
    game = _game(options)
    try:
        scene = game.scene(options.draft)
    except (IllegalTurnError, InvalidTurnError) as error:
        raise _refused(error) from None
    theme = THEMES[options.theme]
    if not options.replay:
        return resized(render(scene, theme), options.size)
    if options.size != WIDTH or options.draft:
        raise NotDrawnError("a replay has its own size, and shows whole turns: leave those out")
    return render_replay(frames_of(game.game, scene), theme)


# --------------------------------------------------------------------------------- what is drawn


def _game(options: argparse.Namespace) -> Recorded:
    """The game that is named or written out, as far as it is wanted."""
    if _is_record(options.source):
        _refuse_variant(options.variant)
        game = _read(options.source)
    else:
        game = _written_out(options.source, options.variant or VARIANTS[0].key)
    if options.first is not None:
        game = replace(game, first=replace(game.first, name=options.first))
    if options.second is not None:
        game = replace(game, second=replace(game.second, name=options.second))
    if options.caption is not None:
        game = replace(game, caption=options.caption)
    return game if options.turn is None else game.until(options.turn)


def _is_record(game: str) -> bool:
    return game == STANDARD_INPUT or (not TURNS.fullmatch(game) and Path(game).exists())


def _refuse_variant(variant: str | None) -> None:
    if variant is not None:
        raise NotDrawnError("a record says itself which game it is: leave --variant out")


def _read(name: str) -> Recorded:
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as stream:
                content = stream.read(MOST_BYTES + 1)
        return recorded(read_record(content))
    except OSError as error:
        raise NotDrawnError(f"cannot read {shown}: {error.strerror or error}") from None
    except InvalidRecordError as error:
        raise NotDrawnError(f"{shown}: {error}") from None


def _written_out(turns: str, variant: str) -> Recorded:
    try:
        game = Game(find_variant(variant).ruleset, tuple(turns.split("/")) if turns else ())
    except (IllegalTurnError, InvalidTurnError) as error:
        raise _refused(error) from None
    return Recorded(game, Side("First"), Side("Second"))


def _refused(error: IllegalTurnError | InvalidTurnError) -> NotDrawnError:
    if isinstance(error, IllegalTurnError):
        problem = PROBLEMS.get(error.refusal, "it is not legal")
        return NotDrawnError(f"turn {error.turn!r}, step {error.at + 1}: {problem}")
    return NotDrawnError(f"{error.text!r} {FORM}")


# ------------------------------------------------------------------------------- where it goes


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise NotDrawnError(f"cannot write {file}: {error.strerror or error}") from None


def _write_gallery(folder: Path) -> None:
    try:
        write_gallery(folder)
    except OSError as error:
        raise NotDrawnError(f"cannot write into {folder}: {error.strerror or error}") from None


def _width(text: str) -> int:
    width = int(text)
    if not LEAST <= width <= MOST:
        raise argparse.ArgumentTypeError(f"from {LEAST} to {MOST} pixels are possible")
    return width


def _turn(text: str) -> int:
    turn = int(text)
    if turn < 0:
        raise argparse.ArgumentTypeError("turns are counted from 1; 0 is the start")
    return turn


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m renderer",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "source",
        metavar="game",
        nargs="?",
        help="a record's file, - for standard input, or the turns from the start with / between "
        "them; these may be empty",
    )
    parser.add_argument("picture", nargs="?", type=Path, help="the file to write")
    parser.add_argument(
        "--theme", default="paper", choices=list(THEMES), help="the look (default: %(default)s)"
    )
    parser.add_argument(
        "--size",
        default=WIDTH,
        type=_width,
        metavar="WIDTH",
        help="pixels across (default: %(default)s)",
    )
    parser.add_argument(
        "--replay", action="store_true", help="write a moving picture (GIF), up to the same board"
    )
    parser.add_argument("--turn", type=_turn, metavar="N", help="the board after N turns")
    parser.add_argument(
        "--variant",
        choices=[variant.key for variant in VARIANTS],
        help=f"the preset of turns that are written out (default: {VARIANTS[0].key})",
    )
    parser.add_argument("--draft", default="", metavar="DIGITS", help="the start of the next turn")
    parser.add_argument("--first", metavar="NAME", help="who draws first")
    parser.add_argument("--second", metavar="NAME", help="who answers")
    parser.add_argument("--caption", metavar="LINE", help="a result to write on the picture")
    parser.add_argument(
        "--gallery", type=Path, metavar="FOLDER", help="write gallery.md and its pictures there"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
