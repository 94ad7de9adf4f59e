"""`python -m renderer` draws a record and refuses bad input in plain words."""

import subprocess
import sys

import pytest

from renderer import Side, board_scene, empty_scene, render
from renderer.__main__ import PROBLEMS, main
from rules import Game, Refusal, find_variant


def test_it_draws_the_board_of_a_record(tmp_path):
    """The file is the picture of the turns, the draft and the names that were given."""
    file = tmp_path / "board.png"
    assert main(["0/3", str(file), "--draft", "6", "--first", "Ann", "--second", "Ben"]) == 0
    game = Game(find_variant("standard").ruleset, ("0", "3"))
    shown = board_scene(game, draft="6", first=Side("Ann"), second=Side("Ben"))
    assert file.read_bytes() == render(shown)


def test_it_draws_an_empty_pitch(tmp_path):
    """Without turns it draws the empty pitch of the variant."""
    file = tmp_path / "board.png"
    assert main(["", str(file), "--variant", "large"]) == 0
    ruleset = find_variant("large").ruleset
    assert file.read_bytes() == render(empty_scene(ruleset, Side("First"), Side("Second")))


def test_it_runs_as_a_module(tmp_path):
    """The command of the documentation works from a shell."""
    file = tmp_path / "board.png"
    command = [sys.executable, "-m", "renderer", "0/3/67/5", str(file)]
    assert subprocess.run(command, check=False).returncode == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("turns", "problem"),
    [
        ("0/x", "is no turn"),
        ("0//3", "is no turn"),
        ("0/00", "already passed"),
        ("0/4", "already drawn"),
        ("0/3/6", "the turn goes on"),
    ],
)
def test_it_refuses_a_bad_record(turns, problem, tmp_path, capsys):
    """A wrong record is named in one sentence, with exit status 2 and no file."""
    file = tmp_path / "board.png"
    assert main([turns, str(file)]) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1
    assert not file.exists()


def test_each_refusal_has_its_words():
    """Whatever the rules refuse in a turn of the right form is said in words of its own."""
    assert set(PROBLEMS) == set(Refusal) - {Refusal.BAD_NOTATION}


def test_it_refuses_an_unknown_variant(tmp_path, capsys):
    """An unknown variant ends with exit status 2 and the list of those that there are."""
    with pytest.raises(SystemExit) as ended:
        main(["0", str(tmp_path / "board.png"), "--variant", "rugby"])
    assert ended.value.code == 2
    assert "standard" in capsys.readouterr().err


def test_it_says_when_it_cannot_write(tmp_path, capsys):
    """A place that cannot be written is named in one sentence."""
    assert main(["0", str(tmp_path / "missing" / "board.png")]) == 2
    assert "cannot write" in capsys.readouterr().err
