"""`python -m rules check`: what it says of a file, and its exit status."""

import io
import os
import subprocess
import sys

import pytest

from rules import Game, Gridball, find_variant, write_record
from rules.__main__ import main

GAME = Game(find_variant("small").ruleset, ("0", "2", "2", "17", "77"))


@pytest.fixture
def record(tmp_path):
    """A file with a record in it."""
    path = tmp_path / "game.txt"
    path.write_text(write_record(GAME, {"First": "Zoë", "Second": "Bob\n"}), "utf-8")
    return path


@pytest.fixture
def wrong(tmp_path):
    """A file with an illegal turn in it."""
    path = tmp_path / "wrong.txt"
    path.write_text('[Variant "small"]\n\n1. 0 4\n', "utf-8")
    return path


def test_a_record_is_told_in_a_line(record, capsys):
    """Who, what, how long and how it ended; nothing in it can break the line."""
    assert main(["check", str(record)]) == 0
    assert capsys.readouterr().out == (
        f"{record}: Zoë – Bob\N{REPLACEMENT CHARACTER}, small 6 × 8, 5 turns, 1-0 (goal)\n"
    )


def test_a_record_without_players_is_told_without_them(tmp_path, capsys):
    """And an open game by a star."""
    path = tmp_path / "game.txt"
    path.write_text(write_record(Game(Gridball(), ("000",))))
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: gridball 20 × 26, 1 turn, *\n"


def test_what_is_wrong_is_told_with_line_and_column(wrong, capsys):
    """The exit status says that there was something."""
    assert main(["check", str(wrong)]) == 1
    said = capsys.readouterr().out
    assert said == f"{wrong}: line 3, column 6: turn 2, 4, is refused here: drawn\n"


def test_every_file_is_told_and_the_worst_one_counts(record, wrong, tmp_path, capsys):
    """A file that is missing stops nothing."""
    missing = tmp_path / "missing.txt"
    assert main(["check", str(missing), str(wrong), str(record)]) == 2
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 2
    assert output.err == f"{missing}: No such file or directory\n"


def test_a_folder_is_no_file(tmp_path, capsys):
    """It cannot be opened as one."""
    assert main(["check", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_a_huge_file_is_not_read_to_its_end(tmp_path, capsys):
    """More than a record can have is enough to refuse it."""
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    assert main(["check", str(path)]) == 1
    assert "no record is as long as this" in capsys.readouterr().out


def test_a_dash_is_standard_input(record, monkeypatch, capsys):
    """For pipes."""
    content = io.TextIOWrapper(io.BytesIO(record.read_bytes()))
    monkeypatch.setattr(sys, "stdin", content)
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out.startswith("standard input: Zoë")


@pytest.mark.parametrize("words", [[], ["check"], ["play", "x"], ["check", "--loud", "x"]])
def test_wrong_words_are_answered_with_the_usage(words, capsys):
    """Exit status 2, as of every command line."""
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "usage: python -m rules" in capsys.readouterr().err


def test_it_runs_as_a_program_on_a_narrow_terminal(record):
    """Even where the terminal's encoding lacks letters."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", "check", "-"],
        input=record.read_bytes(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(rb"standard input: Zo\xeb \u2013 Bob")
