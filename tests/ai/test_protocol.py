"""The line protocol, a program behind it, and the command line."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from ai.__main__ import main
from ai.levels import level
from ai.programs import Program
from ai.protocol import Engine, answer, speak
from rules import Game, PaperSoccer

ROOT = Path(__file__).parents[2]
ENGINE = [sys.executable, "-m", "ai", "--level", "1"]


@pytest.fixture
def engine():
    return Engine(level(1), plain=True)


def test_a_game_is_told_and_answered(engine):
    lines = io.StringIO("new 0.1\nopp 0\n\ngo\nquit\nnew 1\n")
    replies = io.StringIO()
    speak(engine, lines, replies)
    turn = replies.getvalue().removeprefix("turn ").strip()
    assert Game(PaperSoccer(), ("0", turn)) == engine.game
    assert engine.seconds == 0.1


def test_the_end_of_the_stream_ends_it(engine):
    speak(engine, io.StringIO("new 1\n"), io.StringIO())


@pytest.mark.parametrize("line", ["opp 9", "opp 44", "new soon", "go now", "hello"])
def test_what_cannot_be_done_is_told_and_changes_nothing(engine, line):
    answer(engine, ["opp", "0"])
    assert answer(engine, line.split()).startswith("error ")
    assert engine.game.turns == ("0",)


def test_no_turn_is_chosen_after_the_end(engine):
    for turn in ("0", "0", "0", "0", "17"):
        assert answer(engine, ["opp", turn]) == ""
    assert answer(engine, ["go"]) == "error the game is over"


def test_the_whole_strength_thinks_for_its_time():
    engine = Engine(plain=True)
    engine.start(0.01)
    turn = answer(engine, ["go"]).removeprefix("turn ")
    assert engine.game.turns == (turn,)


def test_python_m_ai_speaks_it():
    done = subprocess.run(
        [*ENGINE[:3]], input="new 0.02\ngo\nquit\n", text=True, capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0
    assert done.stdout.startswith("turn ")


def test_a_program_is_told_what_is_new_and_started_again_after_a_failure(monkeypatch):
    monkeypatch.chdir(ROOT)
    with Program(ENGINE, 0.05) as program:
        game = Game(PaperSoccer()).play("0")
        game = game.play(program(game))
        game = game.play(program(game))
        other = Game(PaperSoccer()).play("2")
        other.play(program(other))
        program.close()
        other.play(program(other))


def test_a_program_that_ends_is_a_failure():
    with (
        Program([sys.executable, "-c", "pass"], 0.05) as program,
        pytest.raises(OSError, match="answer"),
    ):
        program(Game(PaperSoccer()))


def test_a_match_on_the_command_line_can_be_gone_on_with(tmp_path, capsys):
    log = tmp_path / "games.jsonl"
    words = ["match", "1", "1", "-t", "0.05", "--variant", "small", "--log", str(log)]
    assert main([*words, "-n", "1"]) == 0
    first = log.read_text()
    assert main([*words, "-n", "2"]) == 0
    assert log.read_text().startswith(first)
    assert len(log.read_text().splitlines()) == 4
    said = capsys.readouterr().out
    assert "1 against 1': " in said
    assert "of 4" in said


def test_a_match_with_a_program_that_fails_is_lost_by_it(capsys):
    program = f"broken={sys.executable} -c pass"
    assert main(["match", "1", program, "-n", "1"]) == 0
    said = capsys.readouterr().out
    assert "1 against broken: 2 of 2" in said
    assert "fault" in said


def test_the_command_line_speaks_at_a_level(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("new 0.01\ngo\n"))
    assert main(["--level", "2", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("turn ")
