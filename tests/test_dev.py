"""dev.py: from a bare machine to a running bot or a checked one. No test installs anything."""

import subprocess
import sys
from pathlib import Path

import pytest

import dev


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A copy of the files that dev.py reads, with no environment yet."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def calls(checkout, monkeypatch):
    """The programs that dev.py would have started; ``fails`` holds words of those that fail."""

    class Calls(list[list[str]]):
        fails: tuple[str, ...] = ()

        def note(self, command):
            self.append([str(word) for word in command])
            if "venv" in command:
                dev.venv_python().parent.mkdir(parents=True)
                dev.venv_python().touch()
            return int(any(word in command for word in self.fails))

    calls = Calls()
    monkeypatch.setattr(dev, "call", calls.note)
    monkeypatch.setattr(dev, "is_usable", Path.exists)
    monkeypatch.setattr(dev, "hand_over", lambda rest: calls.note([dev.venv_python(), *rest]))
    return calls


def pip_calls(calls):
    return [call for call in calls if "pip" in call]


def test_without_a_known_command_the_usage_is_shown(capsys):
    assert dev.main([]) == 2
    assert dev.main(["tset"]) == 2
    assert dev.main(["check", "x"]) == 2
    assert "usage: dev.py" in capsys.readouterr().err


def test_an_old_python_is_named_in_one_sentence(calls, capsys, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert dev.main(["run"]) == 1
    error = capsys.readouterr().err
    assert "needs Python 3.11 or newer and this is Python 3.9" in error
    assert error.count("\n") == 1
    assert calls == []


def test_a_missing_ensurepip_is_named_in_one_sentence(calls, capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert dev.main(["test"]) == 1
    error = capsys.readouterr().err
    assert "python3-venv" in error
    assert error.count("\n") == 1
    assert calls == []


def test_the_script_is_readable_for_python_3_6():
    source = Path(dev.__file__).read_text(encoding="utf-8")
    compile(source, "dev.py", "exec")
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 6))",
        ],
        input=source,
        text=True,
        check=True,
    )
    assert "from __future__ import annotations" not in source


def test_the_first_start_makes_the_environment_and_installs_what_is_pinned(calls):
    assert dev.main(["run"]) == 0
    make, install, run = calls
    assert make[1:4] == ["-m", "venv", "--clear"]
    assert install[-4:] == [
        "-c",
        "constraints.txt",
        "-e",
        ".[catalogues,compiled,postgres,sandbox]",
    ]
    assert run == [str(dev.venv_python()), "-m", "bot", "--sandbox-without-token"]


def test_the_second_start_installs_nothing(calls):
    dev.main(["run"])
    calls.clear()
    assert dev.main(["run"]) == 0
    assert len(calls) == 1


def test_the_arguments_of_run_reach_the_bot(calls):
    dev.main(["run", "--config", "x.toml", "--sandbox"])
    assert calls[-1][-3:] == ["--config", "x.toml", "--sandbox"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_pin_is_installed(calls, checkout, name):
    dev.main(["run"])
    (checkout / name).write_text("changed")
    calls.clear()
    dev.main(["run"])
    assert len(pip_calls(calls)) == 1


def test_what_test_installs_is_enough_for_run_but_not_the_other_way_round(calls):
    dev.main(["run"])
    dev.main(["test"])
    dev.main(["run"])
    installed = [call[-1] for call in pip_calls(calls)]
    assert installed == [".[catalogues,compiled,postgres,sandbox]", ".[dev]"]


def test_an_installation_that_failed_is_done_again(calls, capsys):
    calls.fails = ("pip",)
    assert dev.main(["run"]) == 1
    assert "could not be installed" in capsys.readouterr().err
    calls.fails = ()
    assert dev.main(["run"]) == 0
    assert len(pip_calls(calls)) == 2


def test_an_environment_that_cannot_be_made_is_named(calls, capsys):
    calls.fails = ("venv",)
    assert dev.main(["run"]) == 1
    assert ".venv could not be made" in capsys.readouterr().err


def test_a_half_made_environment_is_made_again(calls):
    dev.main(["run"])
    dev.venv_python().unlink()
    calls.clear()
    dev.venv_python().parent.rmdir()
    assert dev.main(["run"]) == 0
    assert "venv" in calls[0]


def test_a_python_is_usable_if_it_runs_and_has_pip(tmp_path):
    hollow = tmp_path / "python"
    hollow.write_text("not a program")
    assert dev.is_usable(Path(sys.executable))
    assert not dev.is_usable(tmp_path / "gone")
    assert not dev.is_usable(hollow)


def test_a_changed_message_catalogue_is_compiled(calls, checkout, capsys):
    dev.main(["run"])
    calls.clear()
    catalogue = checkout / "bot" / "locales" / "pl" / "LC_MESSAGES" / "bot.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.touch()
    assert dev.main(["run"]) == 0
    assert calls[0][-4:] == ["-i", str(catalogue), "-o", str(catalogue.with_suffix(".mo"))]
    catalogue.with_suffix(".mo").touch()
    calls.clear()
    dev.main(["run"])
    assert len(calls) == 1
    catalogue.with_suffix(".mo").unlink()
    calls.fails = ("compile",)
    assert dev.main(["run"]) == 1
    assert "could not be compiled" in capsys.readouterr().err


def test_a_changed_search_is_compiled(calls, checkout):
    source = checkout / "ai" / "core" / "lattice.py"
    source.parent.mkdir(parents=True)
    (checkout / "ai" / "built").mkdir()
    source.write_text("1")
    assert dev.main(["run"]) == 0
    assert sum("ai.building" in call for call in calls) == 1
    assert dev.main(["run"]) == 0
    assert sum("ai.building" in call for call in calls) == 1
    source.write_text("2")
    dev.main(["run"])
    assert sum("ai.building" in call for call in calls) == 2


def test_a_search_that_cannot_be_compiled_keeps_nothing_from_running(calls, checkout):
    source = checkout / "ai" / "core" / "lattice.py"
    source.parent.mkdir(parents=True)
    source.write_text("1")
    calls.fails = ("ai.building",)
    assert dev.main(["run"]) == 0
    assert dev.main(["run"]) == 0
    assert sum("ai.building" in call for call in calls) == 2
    assert sum("bot" in call for call in calls) == 2


def test_texts_updates_the_message_catalogues_and_compiles_them(calls, checkout, monkeypatch):
    dev.main(["run"])
    calls.clear()
    catalogue = checkout / "bot" / "locales" / "pl" / "LC_MESSAGES" / "bot.po"
    catalogue.parent.mkdir(parents=True)

    def update(command):
        if "bot.locales" in command:
            catalogue.touch()
        return calls.note(command)

    monkeypatch.setattr(dev, "call", update)
    assert dev.main(["texts", "pl"]) == 0
    assert calls[0][1:] == ["-m", "bot.locales", "pl"]
    assert "compile" in calls[1]


def test_test_runs_every_check_and_the_tests_with_coverage(calls):
    assert dev.main(["test"]) == 0
    programs = [" ".join(call[1:]) for call in calls]
    for expected in ("ruff format --check", "ruff check", "mypy", "lint_imports", "deptry"):
        assert any(expected in program for program in programs)
    assert "pytest" in programs[-1]
    assert "--cov" in programs[-1]


def test_with_arguments_test_runs_pytest_alone_with_them(calls):
    dev.main(["test"])
    calls.clear()
    assert dev.main(["test", "-k", "goal"]) == 0
    assert calls == [[str(dev.venv_python()), "-m", "pytest", "-k", "goal"]]


def test_check_leaves_the_tests_out(calls):
    assert dev.main(["check"]) == 0
    assert not any("pytest" in call for call in calls)


def test_a_failed_check_is_named_at_the_end_and_the_others_still_run(calls, capsys):
    calls.fails = ("mypy", "deptry")
    assert dev.main(["test"]) == 1
    assert capsys.readouterr().err == "dev.py: failed: types, dependencies\n"
    assert "pytest" in calls[-1]


def test_ctrl_c_ends_quietly(calls, capsys, monkeypatch):
    def interrupted(command):
        raise KeyboardInterrupt

    monkeypatch.setattr(dev, "call", interrupted)
    assert dev.main(["test"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_windows_keeps_the_python_of_an_environment_elsewhere():
    assert dev.venv_python("nt").parts[-3:] == (".venv", "Scripts", "python.exe")
    assert dev.venv_python("posix").parts[-3:] == (".venv", "bin", "python")


def test_a_call_gives_the_exit_status_of_the_program():
    assert dev.call([sys.executable, "-c", "raise SystemExit(7)"]) == 7
