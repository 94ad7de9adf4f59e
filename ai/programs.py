"""Players that are programs of their own and speak the line protocol (`ai.protocol`)."""

import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from typing import Self

from rules import Game

PATIENCE = 30.0
"""Seconds beyond its time after which a silent program is given up."""


class Program:
    """A mind that asks a program. It is started at the first turn, and anew when it has failed."""

    def __init__(self, command: str | Sequence[str], seconds: float) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._told: tuple[str, ...] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(self, game: Game) -> str:
        """The program's turn; OSError if it fails, TimeoutError if it does not answer."""
        try:
            self._tell(game.turns)
            self._send("go")
            turn = self._turn()
        except (OSError, queue.Empty) as error:
            self.close()
            raise OSError("the program does not answer") from error
        self._told = (*game.turns, turn)
        return turn

    def close(self) -> None:
        """End the program."""
        process, self._process, self._told = self._process, None, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def _tell(self, turns: tuple[str, ...]) -> None:
        """Let the program know the game so far: what is new of it, or all of it."""
        if self._process is None:
            self._start()
        known = self._told
        if known is None or turns[: len(known)] != known:
            self._send(f"new {self.seconds}")
            known = ()
        for turn in turns[len(known) :]:
            self._send(f"opp {turn}")

    def _start(self) -> None:
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()

    def _send(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _turn(self) -> str:
        while True:
            line = self._lines.get(timeout=self.seconds + PATIENCE)
            if not line:
                raise OSError("the program has ended")
            match line.split():
                case ["turn", turn]:
                    return turn


def _listen(process: "subprocess.Popen[str]", lines: "queue.Queue[str]") -> None:
    """Pass the program's lines on, and an empty one at its end."""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.put(line)
    except ValueError:
        pass  # closed while it was read
    lines.put("")
