"""The command line: what it starts, and what it says when it cannot."""

import asyncio
import subprocess
import sys
from importlib import metadata
from types import ModuleType

import pytest

import bot
from bot import __main__ as command_line
from bot.config import LoginError

TOKEN = "MTIz.abc.def"


class StorageSetupError(Exception):
    """Stands for the error of storage of the same name."""


class StoreUnavailable(Exception):
    """Likewise."""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty working directory, no settings in the environment, and logging left alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.delenv("PAPER_SOCCER_CONFIG", raising=False)
    monkeypatch.setattr(command_line, "configure_logging", lambda *_, **__: None)
    return tmp_path


@pytest.fixture
def calls(monkeypatch):
    """Stand-ins for the bot, the sandbox and storage, which write down how they are called.

    A test sets ``calls.fault`` to make each of them fail.
    """

    class Calls(list[tuple[object, ...]]):
        fault = None

        async def note(self, *call):
            self.append(call)
            if self.fault:
                raise self.fault
            return 0

    calls = Calls()

    async def run_app(config):
        return await calls.note("app", config.discord.token)

    async def run_sandbox(config, database=None):
        return await calls.note("sandbox", database)

    async def migrate(url):
        await calls.note("migrate", url)

    _stand_in(monkeypatch, "bot.app", run=run_app)
    _stand_in(monkeypatch, "bot.sandbox", run=run_sandbox)
    _stand_in(monkeypatch, "storage", migrate=migrate)
    errors = {"StorageSetupError": StorageSetupError, "StoreUnavailable": StoreUnavailable}
    _stand_in(monkeypatch, "storage.errors", **errors)
    return calls


def _stand_in(monkeypatch, name, **content):
    module = ModuleType(name)
    vars(module).update(content)
    monkeypatch.setitem(sys.modules, name, module)
    package, _, last = name.rpartition(".")
    if package and package in sys.modules:
        monkeypatch.setattr(sys.modules[package], last, module, raising=False)


def test_with_a_token_the_bot_runs_on_discord(calls, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert command_line.main([]) == 0
    assert command_line.main(["run", "--sandbox-without-token"]) == 0
    assert calls == [("app", TOKEN), ("app", TOKEN)]


def test_without_a_token_it_says_so_and_ends_with_status_2(calls, capsys):
    assert command_line.main([]) == 2
    assert calls == []
    assert "no token" in capsys.readouterr().err


def test_without_a_token_the_sandbox_runs_if_that_was_allowed(calls):
    assert command_line.main(["--sandbox-without-token"]) == 0
    assert calls == [("sandbox", None)]


def test_the_sandbox_can_be_forced_and_its_database_named(calls, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert command_line.main(["--sandbox"]) == 0
    assert command_line.main(["--sandbox-database", "demo"]) == 0
    assert calls == [("sandbox", None), ("sandbox", "demo")]


def test_a_name_that_is_no_name_for_a_database_is_a_wrong_argument(calls, capsys):
    with pytest.raises(SystemExit) as end:
        command_line.main(["--sandbox-database", "../x"])
    assert end.value.code == 2
    assert "letters" in capsys.readouterr().err


def test_migrate_brings_the_configured_database_up_to_date(calls, place):
    (place / "config.toml").write_text('storage.url = "postgresql://bot@db/soccer"')
    assert command_line.main(["migrate"]) == 0
    assert calls == [("migrate", "postgresql://bot@db/soccer")]


def test_the_settings_are_those_of_the_file_on_the_command_line(calls, place):
    (place / "other.toml").write_text(f'discord.token = "{TOKEN}"')
    assert command_line.main(["--config", "other.toml"]) == 0
    assert command_line.main(["run", "--config", "other.toml"]) == 0
    assert calls == [("app", TOKEN), ("app", TOKEN)]


def test_a_command_may_follow_what_dev_py_says_of_the_sandbox(calls, place):
    (place / "config.toml").write_text('storage.url = "postgresql://bot@db/soccer"')
    assert command_line.main(["--sandbox-without-token", "migrate"]) == 0
    assert calls == [("migrate", "postgresql://bot@db/soccer")]


def test_an_unknown_command_is_a_wrong_argument(calls, capsys):
    with pytest.raises(SystemExit) as end:
        command_line.main(["dance"])
    assert end.value.code == 2
    assert "backup" in capsys.readouterr().err


@pytest.mark.parametrize(
    "fault",
    [
        LoginError("Discord refuses\nthe token"),
        StorageSetupError("Discord refuses the token"),
        StoreUnavailable("Discord refuses the token"),
    ],
)
def test_what_a_person_can_mend_is_one_sentence_and_status_2(calls, capsys, monkeypatch, fault):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    calls.fault = fault
    assert command_line.main([]) == 2
    assert capsys.readouterr().err == "paper-soccer: Discord refuses the token\n"


def test_a_fault_of_the_program_is_logged_with_its_traceback_and_status_1(
    calls, caplog, monkeypatch
):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    calls.fault = RuntimeError("boom")
    assert command_line.main([]) == 1
    [record] = caplog.records
    assert record.levelname == "CRITICAL"
    assert record.exc_info[1] is calls.fault


def test_ctrl_c_ends_quietly_with_status_130(calls, capsys, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(asyncio, "run", _interrupted)
    assert command_line.main([]) == 130
    assert capsys.readouterr().err == ""


def _interrupted(coroutine):
    coroutine.close()
    raise KeyboardInterrupt


def test_without_the_packages_of_the_sandbox_it_says_what_to_install(place, monkeypatch, capsys):
    (place / "sandbox.py").write_text("import simcord")
    monkeypatch.setattr(bot, "__path__", [str(place)])
    monkeypatch.delitem(sys.modules, "bot.sandbox", raising=False)
    monkeypatch.delattr(bot, "sandbox", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert command_line.main(["--sandbox"]) == 2
    assert "package simcord: install the extra 'sandbox'" in capsys.readouterr().err


def test_a_wrong_configuration_ends_a_real_process_with_a_sentence_and_no_traceback(place):
    (place / "config.toml").write_text("sandbox.prot = 1")
    ended = run_process("--sandbox")
    assert ended.returncode == 2
    assert ended.stderr.startswith("paper-soccer: config.toml: [sandbox] prot is unknown")
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


def test_the_version_is_that_of_the_project(place):
    ended = run_process("--version")
    assert ended.stdout.strip() == f"paper-soccer {metadata.version('paper-soccer')}"


def run_process(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments], capture_output=True, text=True, check=False
    )
