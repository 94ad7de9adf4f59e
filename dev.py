#!/usr/bin/env python3
"""Run or check the bot on a machine with nothing but Python and git.

    python3 dev.py run [arguments of the bot]      on Windows: py dev.py run
    python3 dev.py test [arguments of pytest]
    python3 dev.py check
    python3 dev.py texts [a new language, as in pl]

Each makes .venv if it is missing, installs the versions of constraints.txt, and goes on. It is
written so that Python 3.6 can still read it: an old Python has to get far enough to say that it
is too old. Exit status: 1 if the machine lacks something or a check fails, 2 for wrong usage.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Optional, Sequence, Tuple

ROOT = Path(__file__).resolve().parent
OLDEST_PYTHON = (3, 11)

# What each command installs. The second set contains the first.
RUN_EXTRAS = "catalogues,compiled,postgres,sandbox"
TEST_EXTRAS = "dev"

USAGE = """usage: dev.py COMMAND [ARGUMENTS]

  run    start the bot: on Discord with a token, else in the sandbox (--help for its arguments)
  test   every check and every test; with arguments, pytest alone with them
  check  every check without the tests
  texts  bring the message catalogues up to date with the code; begin those of named languages"""

CHECKS = [
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("lint", ["-m", "ruff", "check", "."]),
    ("types", ["-m", "mypy"]),
    ("imports", ["-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-logo"]),
    ("dependencies", ["-m", "deptry", "."]),
]
# One worker more than there are processors: some tests wait for processes that they start.
WORKERS = str((os.cpu_count() or 1) + 1)
IN_PARALLEL = ["-n", WORKERS, "--dist", "worksteal"]  # nobody is idle while another has work
TESTS = ("tests", ["-m", "pytest", *IN_PARALLEL, "--cov", "--cov-report=term-missing"])

Step = Tuple[str, List[str]]


class Lacking(Exception):
    """The machine lacks something; the text is the sentence that says what to do."""


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and return the exit status."""
    command, rest = (arguments[0] if arguments else ""), list(arguments[1:])
    if command not in ("run", "test", "check", "texts") or (command == "check" and rest):
        print(USAGE, file=sys.stderr)
        return 2
    os.chdir(str(ROOT))
    # Tests start hundreds of processes; compiling everything in each would take most of the time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        prepare(RUN_EXTRAS if command in ("run", "texts") else TEST_EXTRAS)
        if command == "run":
            return hand_over(["-m", "bot", "--sandbox-without-token", *rest])
        if command == "texts":
            return update_catalogues(rest)
        return carry_out(steps(command, rest))
    except Lacking as lacking:
        print(f"dev.py: {lacking}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def steps(command: str, pytest_arguments: List[str]) -> List[Step]:
    """The checks that a command runs, in order. Arguments of pytest choose tests: no more runs."""
    if command == "check":
        return CHECKS
    if pytest_arguments:
        return [("tests", ["-m", "pytest", *pytest_arguments])]
    return [*CHECKS, TESTS]


def carry_out(todo: Sequence[Step]) -> int:
    """Run every step, also after one that failed, and name at the end those that did."""
    failed = []
    for name, step in todo:
        print("== {}: {}".format(name, " ".join(step)), flush=True)
        if call([str(venv_python()), *step]) != 0:
            failed.append(name)
    if failed:
        print("dev.py: failed: {}".format(", ".join(failed)), file=sys.stderr)
    return 1 if failed else 0


def call(command: Sequence[str]) -> int:
    """Run a program to its end. Ctrl-C reaches it too; it gets the time to end in its own way."""
    child = subprocess.Popen(command)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def hand_over(python_arguments: Sequence[str]) -> int:
    """Go on as the environment's Python, so that signals reach the bot itself."""
    command = [str(venv_python()), *python_arguments]
    if os.name != "nt":  # where it would return to the shell while the bot still runs
        sys.stdout.flush()
        os.execv(command[0], command)
    return call(command)


# ---------------------------------------------------------------------------- the environment


def prepare(extras: str) -> None:
    """See to it that .venv holds what is pinned, and build what is built. Raises ``Lacking``."""
    refuse_old_python()
    if not is_usable(venv_python()):
        make_environment()
    if not is_installed(extras):
        install(extras)
    compile_catalogues()
    compile_search()


def refuse_old_python() -> None:
    """Raises ``Lacking`` if this Python is too old for the bot."""
    if sys.version_info < OLDEST_PYTHON:
        raise Lacking(
            "the bot needs Python 3.11 or newer and this is Python {}.{}: install a newer one "
            "and start this script with it, as in `python3.11 dev.py run`".format(
                *sys.version_info[:2]
            )
        )


def is_usable(python: Path) -> bool:
    """Whether the environment has a working Python, new enough and with pip."""
    test = (
        "import importlib.util as u, sys; sys.exit(sys.version_info < {} or not u.find_spec('pip'))"
    )
    try:
        command = [str(python), "-c", test.format(OLDEST_PYTHON)]
        return subprocess.call(command, stderr=subprocess.DEVNULL) == 0
    except OSError:  # it is not there, or what it points to is gone
        return False


def make_environment() -> None:
    """Make .venv, over a half-made one if need be. Raises ``Lacking``."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Lacking(
            "this Python cannot make virtual environments: on Debian or Ubuntu install the package "
            "python3-venv (`sudo apt install python3-venv`), then start again"
        )
    print("Making the environment .venv ...", flush=True)
    if call([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv")]) != 0:
        raise Lacking("the folder .venv could not be made, for the reason above")


def is_installed(extras: str) -> bool:
    """Whether these extras were installed from the files as they are now."""
    try:
        found = stamp().read_text()
    except OSError:
        return False
    return found in (fingerprint(extras), fingerprint(TEST_EXTRAS))


def install(extras: str) -> None:
    """Install the pinned versions, and leave the stamp once all is there. Raises ``Lacking``."""
    print("Installing what constraints.txt pins; the first time takes a minute ...", flush=True)
    if stamp().exists():
        stamp().unlink()
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if call([*pip, "-c", "constraints.txt", "-e", f".[{extras}]"]) != 0:
        raise Lacking("the packages could not be installed, for the reason above")
    stamp().write_text(fingerprint(extras))


def update_catalogues(new_languages: Sequence[str]) -> int:
    """Write the texts of the code into every message catalogue, and compile what changed."""
    status = call([str(venv_python()), "-m", "bot.locales", *new_languages])
    compile_catalogues()
    return status


def compile_catalogues() -> None:
    """Make the .mo file of each message catalogue that changed. Raises ``Lacking``."""
    for source in sorted((ROOT / "bot" / "locales").glob("*/LC_MESSAGES/*.po")):
        made = source.with_suffix(".mo")
        if made.exists() and made.stat().st_mtime >= source.stat().st_mtime:
            continue
        babel = [str(venv_python()), "-m", "babel.messages.frontend", "--quiet", "compile"]
        if call([*babel, "-i", str(source), "-o", str(made)]) != 0:
            raise Lacking(f"the catalogue {source} could not be compiled, for the reason above")


def compile_search() -> None:
    """Compile the computer's search if it changed; without a compiler it is played uncompiled."""
    sources = sorted((ROOT / "ai").glob("core/*.p*"))
    digest = hashlib.sha256()
    # The environment's own settings name its Python, which the compiled modules belong to.
    others = [ROOT / "ai" / "building.py", ROOT / ".venv" / "pyvenv.cfg"]
    for source in [*sources, *filter(Path.exists, others)]:
        digest.update(source.read_bytes())
    made = ROOT / "ai" / "built" / "made-of.sha256"
    if not sources or (made.exists() and made.read_text() == digest.hexdigest()):
        return
    # What it lacks it says itself, in one sentence, and the bot plays without.
    if call([str(venv_python()), "-m", "ai.building"]) == 0:
        made.write_text(digest.hexdigest())


def fingerprint(extras: str) -> str:
    """A text that changes when another set, another place or other versions are to be installed."""
    digest = hashlib.sha256(f"{extras} {ROOT}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def stamp() -> Path:
    """The file that says what was installed."""
    return ROOT / ".venv" / "installed.sha256"


def venv_python(system: Optional[str] = None) -> Path:
    """The Python of the environment, which Windows keeps elsewhere."""
    if (system or os.name) == "nt":
        return ROOT / ".venv" / "Scripts" / "python.exe"
    return ROOT / ".venv" / "bin" / "python"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
