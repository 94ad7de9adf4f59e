"""Records of games on the command line: ``python -m rules check FILE…``.

Each file is told in a line: the game in short, or what is wrong, with line and column. Exit status:
0 if every file holds a record, 1 if one does not, 2 if one cannot be opened or the words of the
command are wrong.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.errors import InvalidRecordError
from rules.record import CUSTOM, Record
from rules.record_reader import MOST_BYTES, read_record
from rules.variants import variant_of

STANDARD_INPUT = "-"


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files that the command line names, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        # A name in a record may have characters that the terminal's encoding lacks.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return max(map(_check, _parser().parse_args(argv).files))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Records of games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="say what game a record holds, or what is wrong")
    check.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    return parser


def _check(file: str) -> int:
    """Tell one file and return its exit status."""
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        record = read_record(_content(file))
    except OSError as error:
        print(f"{name}: {error.strerror or error}", file=sys.stderr)
        return 2
    except InvalidRecordError as error:
        print(f"{name}: {error}")
        return 1
    print(f"{name}: {summary(record)}")
    return 0


def _content(file: str) -> bytes:
    """The file's bytes: at most one more than a record can have, so that more is noticed."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def summary(record: Record) -> str:
    """A game in a line: who, what, how long, and how it ended."""
    game = record.game
    variant, pitch = variant_of(game.ruleset), game.ruleset.pitch
    parts = [
        f"{CUSTOM if variant is None else variant.key} {pitch.width} × {pitch.height}",
        f"{len(game.turns)} turn{'s' * (len(game.turns) != 1)}",
        record.result if record.reason is None else f"{record.result} ({record.reason})",
    ]
    players = [record.tags[tag] for tag in ("First", "Second") if tag in record.tags]
    line = ", ".join([" – ".join(players), *parts] if players else parts)
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)


if __name__ == "__main__":
    sys.exit(main())
