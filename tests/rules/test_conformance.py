"""The conformance files: every line of every game, every field of a line.

Besides the project's own files, each directory that the environment variable CONFORMANCE_DIRS
names (separated as paths are) is read in the same way.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from rules import (
    Game,
    IllegalTurnError,
    InvalidTurnError,
    Outcome,
    Player,
    Position,
    StepKind,
    draw_steps,
    read_ruleset,
)

OWN = Path(__file__).parents[1] / "data" / "conformance"
NAMED = [Path(name) for name in os.environ.get("CONFORMANCE_DIRS", "").split(os.pathsep) if name]
FILES = ("positions", "illegal", "games", "perft")

Line: TypeAlias = Mapping[str, Any]


class Field(NamedTuple):
    """A field of a line: what is written there, and what the engine says."""

    name: str
    written: object
    found: object


every_directory = pytest.mark.parametrize(
    "directory", [OWN, *NAMED], ids=["own", *(str(directory) for directory in NAMED)]
)
every_file = pytest.mark.parametrize("file", FILES)


# ------------------------------------------------------------------------------------- the tests


@every_directory
@every_file
def test_every_field_of_every_line(directory, file):
    """The engine agrees with every field of every line."""
    wrong = []
    for line in lines_of(directory, file):
        wrong += disagreements(line, CHECKS[file])
    assert not wrong, "\n".join(wrong)


@every_directory
def test_ids_are_unique(directory):
    """A failure's id names one line."""
    counts = Counter(line["id"] for file in FILES for line in lines_of(directory, file))
    assert [name for name, count in counts.items() if count > 1] == []


def test_our_own_files_are_complete():
    """The project's copy has lost no line of any game."""
    counts = {file: Counter(line["game"] for line in lines_of(OWN, file)) for file in FILES}
    assert counts == {
        "positions": {"paper_soccer": 318, "gridball": 98},
        "illegal": {"paper_soccer": 378, "gridball": 101},
        "games": {"paper_soccer": 197, "gridball": 60},
        "perft": {"paper_soccer": 92, "gridball": 16},
    }


def test_a_directory_that_is_missing_is_named(tmp_path):
    """A wrong CONFORMANCE_DIRS is no silent pass."""
    with pytest.raises(pytest.fail.Exception, match=r"no directory .*nowhere"):
        lines_of(tmp_path / "nowhere", "games")


def test_a_file_that_is_missing_is_named(tmp_path):
    """A directory without the four files is no silent pass either."""
    with pytest.raises(pytest.fail.Exception, match=r"no file games\.jsonl"):
        lines_of(tmp_path, "games")


def test_a_file_without_lines_is_named(tmp_path):
    """An empty file proves nothing."""
    (tmp_path / "games.jsonl").write_text("\n")
    with pytest.raises(pytest.fail.Exception, match="no lines"):
        lines_of(tmp_path, "games")


def test_a_line_that_is_not_json_is_named(tmp_path):
    """A damaged file is told by its line."""
    (tmp_path / "games.jsonl").write_text('{"id": "a"}\nnonsense\n')
    with pytest.raises(pytest.fail.Exception, match="line 2"):
        lines_of(tmp_path, "games")


def test_a_disagreement_names_the_line():
    """A failing line is told by its id and field, an unknown field too."""
    line = next(line for line in lines_of(OWN, "games") if line["id"] == "std-g0001")
    said = disagreements({**line, "segments": 1, "more": 0}, CHECKS["games"])
    assert said == [
        "std-g0001: the fields ['more'] are not tested",
        "std-g0001: segments is 1, the engine says 54",
    ]


# ------------------------------------------------------------------------------ reading the files


def lines_of(directory: Path, file: str) -> list[Line]:
    """The lines of one file; the test fails with a plain sentence if there are none."""
    path = directory / f"{file}.jsonl"
    if not directory.is_dir():
        pytest.fail(
            f"There is no directory {directory} to read conformance files from.", pytrace=False
        )
    if not path.is_file():
        pytest.fail(f"In {directory} there is no file {path.name}.", pytrace=False)
    lines = [
        _read(path, number, text)
        for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if text.strip()
    ]
    if not lines:
        pytest.fail(f"In {path} there are no lines.", pytrace=False)
    return lines


def _read(path: Path, number: int, text: str) -> Line:
    try:
        line: Line = json.loads(text)
    except json.JSONDecodeError as error:
        pytest.fail(f"{path}, line {number} is not JSON: {error}", pytrace=False)
    return line


# ----------------------------------------------------------------------- what the engine says


def disagreements(line: Line, check: Callable[[Line], Iterator[Field]]) -> list[str]:
    """What is wrong with a line, each in a sentence that names it."""
    try:
        fields = list(check(line))
    except Exception as error:  # whatever it is, it must not hide which line it was
        return [f"{line['id']}: {error!r}"]
    asked = {"id", "game", "rules", "turns", "partial", "attempt"}
    unknown = sorted(line.keys() - asked - {field.name for field in fields})
    wrong = [f"{line['id']}: the fields {unknown} are not tested"] if unknown else []
    return wrong + [
        f"{line['id']}: {name} is {written!r}, the engine says {found!r}"
        for name, written, found in fields
        if written != found
    ]


def position_fields(line: Line) -> Iterator[Field]:
    position = _position(line)
    legal = [str(direction) for direction in position.legal_directions()]
    yield Field("ball", line["ball"], [*position.ball])
    yield Field("to_move", line["to_move"], _name(position.to_move))
    yield Field("legal", line["legal"], legal)
    yield Field("result", line["result"], _result(position.outcome))
    if "mode" in line:
        yield Field("mode", line["mode"], _mode(position))


def illegal_fields(line: Line) -> Iterator[Field]:
    game = _game(line)
    position = game.position
    yield Field("reason", line["reason"], _refusal(game, line["attempt"]))
    # Nothing is drawn, not even what comes before the digit that fails.
    yield Field("turns", line["turns"], [*game.turns])
    yield Field("position", True, game.position == position)


def game_fields(line: Line) -> Iterator[Field]:
    game = _game(line)
    yield Field("segments", line["segments"], sum(len(turn.steps) for turn in game.history))
    yield Field("ball", line["ball"], [*game.position.ball])
    yield Field("result", line["result"], _result(game.outcome))


def perft_fields(line: Line) -> Iterator[Field]:
    position = _position(line)
    ends = turn_ends(position)
    depths = len(line["depth_segments"])
    yield Field("depth_segments", line["depth_segments"], sequences_by_depth(position, depths))
    yield Field("turn_sequences", line["turn_sequences"], ends.total())
    yield Field("turn_results", line["turn_results"], len(ends))


CHECKS: dict[str, Callable[[Line], Iterator[Field]]] = {
    "positions": position_fields,
    "illegal": illegal_fields,
    "games": game_fields,
    "perft": perft_fields,
}


def sequences_by_depth(position: Position, depths: int) -> list[int]:
    """How many sequences of 1, 2, … legal steps there are.

    Sequences that lead to the same position go on in the same ways, so each position is followed
    once, with the number of sequences that lead there.
    """
    totals = []
    layer = Counter({position: 1})
    for _ in range(depths):
        following: Counter[Position] = Counter()
        for before, sequences in layer.items():
            for direction in before.legal_directions():
                following[before.after(direction)] += sequences
        layer = following
        totals.append(layer.total())
    return totals


def turn_ends(position: Position) -> Counter[Position]:
    """The positions in which the present turn can end, with the number of ways to each."""
    mover = position.to_move
    ends: Counter[Position] = Counter()
    layer = Counter({position: 1})
    while layer:
        following: Counter[Position] = Counter()
        for before, sequences in layer.items():
            for direction in before.legal_directions():
                after = before.after(direction)
                (following if after.to_move is mover else ends)[after] += sequences
        layer = following
    return ends


def _game(line: Line) -> Game:
    return Game(read_ruleset(line["game"], line["rules"]), tuple(line["turns"]))


def _position(line: Line) -> Position:
    position = _game(line).position
    return draw_steps(position, line["partial"])[0] if line["partial"] else position


def _refusal(game: Game, attempt: str) -> str:
    try:
        game.play(attempt)
    except (InvalidTurnError, IllegalTurnError) as error:
        return error.refusal.value
    return "legal"


def _result(outcome: Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    return {"winner": _name(outcome.winner), "reason": outcome.reason.value}


def _mode(position: Position) -> str | None:
    modes = {StepKind.SEGMENT: "ordinary", StepKind.PENALTY: "penalty"}
    return None if position.outcome is not None else modes[position.next_step]


def _name(player: Player | None) -> str | None:
    return player and player.value
