"""The sandbox as people run it: a process of its own, whose address is read from what it prints."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
THIS_CODE = {**os.environ, "PYTHONPATH": str(ROOT)}
"""The environment of a process that runs this checkout, whichever one is installed."""
PATIENCE = 60.0
"""Seconds until a process that says nothing is given up."""


@dataclass
class Sandbox:
    """A running sandbox."""

    process: subprocess.Popen[str]
    url: str
    said: str
    log: Path

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop; its exit status."""
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)


@contextmanager
def running_sandbox(folder: Path, *arguments: str, port: int = 0) -> Iterator[Sandbox]:
    """Run it with its data in `folder`. Afterwards it must not have logged an error."""
    (folder / "config.toml").write_text(f"sandbox.port = {port}\n", encoding="utf-8")
    log = folder / "log.txt"
    command = [sys.executable, "-m", "bot", "--sandbox", *arguments]
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            command,
            cwd=folder,
            env=THIS_CODE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        too_late = threading.Timer(PATIENCE, process.kill)
        too_late.start()
        try:
            said = _read_welcome(process)
            too_late.cancel()
            found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", said)
            assert found, said + log.read_text(encoding="utf-8")
            yield Sandbox(process, found[0], said, log)
        finally:
            too_late.cancel()
            process.terminate()
            process.wait(PATIENCE)
    assert not re.search(" (ERROR|CRITICAL) ", log.read_text(encoding="utf-8")), log


def _read_welcome(process: subprocess.Popen[str]) -> str:
    """What it prints until it is ready, which ends with the third step to a real server."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line.strip().startswith("3."):
            break
    return said
