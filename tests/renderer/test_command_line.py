"""`python -m renderer` draws a record and refuses bad input in plain words."""

import io
import subprocess
import sys
from types import SimpleNamespace

import pytest

from renderer import (
    THEMES,
    Side,
    board_scene,
    empty_scene,
    frames_of,
    render,
    render_replay,
)
from renderer.__main__ import PROBLEMS, main
from rules import Game, Player, Refusal, find_variant
from rules.record import write_record
from tests.renderer.boards import decoded

STANDARD = find_variant("standard").ruleset
WON = Game(STANDARD, ("1", "7", "1", "0", "14", "4", "77", "246", "01"))
TAGS = {"First": "Ann", "Second": "Ben", "FirstRating": "1512?", "SecondRating": "1498"}
ANN, BEN = Side("Ann", "1512?"), Side("Ben", "1498")


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


# --------------------------------------------------------------------------------- from a record


def test_a_record_becomes_its_final_board(tmp_path):
    """Names, ratings and the result are those of the record's tags."""
    record, file = tmp_path / "match.txt", tmp_path / "board.png"
    record.write_text(write_record(WON, TAGS), encoding="utf-8")
    assert main([str(record), str(file)]) == 0
    shown = board_scene(WON, first=ANN, second=BEN, caption="Ann wins: goal")
    assert file.read_bytes() == render(shown)


def test_a_record_of_a_match_that_was_given_up(tmp_path):
    """Nobody is to move, and the winner of the tags is celebrated."""
    record, file = tmp_path / "match.txt", tmp_path / "board.png"
    game = Game(STANDARD, ("0", "3"))
    record.write_text(write_record(game, {**TAGS, "Result": "0-1", "Reason": "resigned"}))
    assert main([str(record), str(file)]) == 0
    shown = board_scene(
        game,
        first=ANN,
        second=BEN,
        caption="Ben wins: resigned",
        over=True,
        winner=Player.SECOND,
    )
    assert file.read_bytes() == render(shown)


def test_a_record_from_standard_input_until_a_turn_in_a_theme(tmp_path, monkeypatch):
    """`-` is standard input; the board after a turn knows nothing of the end."""
    file = tmp_path / "board.png"
    content = io.BytesIO(write_record(WON, TAGS).encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=content))
    assert main(["-", str(file), "--turn", "3", "--theme", "dark"]) == 0
    shown = board_scene(Game(STANDARD, WON.turns[:3]), first=ANN, second=BEN)
    assert file.read_bytes() == render(shown, THEMES["dark"])


@pytest.mark.parametrize(("width", "height"), [(350, 438), (720, 900), (1440, 1800)])
def test_the_size_is_the_width(width, height, tmp_path):
    """A picture becomes smaller or larger as a whole."""
    file = tmp_path / "board.png"
    assert main(["0/3", str(file), "--size", str(width)]) == 0
    assert decoded(file.read_bytes()).size == (width, height)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--size", "20"], "from 90 to 4320"),
        (["--turn", "-1"], "counted from 1"),
        (["--theme", "pink"], "high-contrast"),
    ],
)
def test_it_refuses_options_out_of_range(options, problem, tmp_path, capsys):
    """An option that cannot be met is refused in words, before anything is written."""
    file = tmp_path / "board.png"
    with pytest.raises(SystemExit) as ended:
        main(["0", str(file), *options])
    assert ended.value.code == 2
    assert problem in capsys.readouterr().err
    assert not file.exists()


def test_it_refuses_what_is_no_record(tmp_path, capsys):
    """A file that holds no record is named with line and column, and nothing is written."""
    record, file = tmp_path / "match.txt", tmp_path / "board.png"
    record.write_text("1. 0 9")
    assert main([str(record), str(file)]) == 2
    assert f"{record}: line 1, column" in capsys.readouterr().err
    assert main([str(record), str(file), "--variant", "small"]) == 2
    assert "--variant" in capsys.readouterr().err
    assert main([str(tmp_path), str(file)]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert not file.exists()


def test_it_needs_a_game_and_a_file(capsys):
    """Without them the command says what it needs."""
    with pytest.raises(SystemExit):
        main(["0/3"])
    assert "--gallery" in capsys.readouterr().err


def test_it_writes_a_replay(tmp_path):
    """A moving picture in the theme that was asked for; its last frame is the board."""
    record, file = tmp_path / "match.txt", tmp_path / "match.gif"
    record.write_text(write_record(WON, TAGS), encoding="utf-8")
    assert main([str(record), str(file), "--replay", "--theme", "dark", "--turn", "4"]) == 0
    game = Game(STANDARD, WON.turns[:4])
    board = board_scene(game, first=ANN, second=BEN)
    assert file.read_bytes() == render_replay(frames_of(game, board), THEMES["dark"])


@pytest.mark.parametrize("option", [["--size", "400"], ["--draft", "3"]])
def test_a_replay_has_its_own_size_and_whole_turns(option, tmp_path, capsys):
    """What a replay cannot be is said, and no file is written."""
    file = tmp_path / "match.gif"
    assert main(["0/3/67/5", str(file), "--replay", *option]) == 2
    assert "replay" in capsys.readouterr().err
    assert not file.exists()
