"""The processes that think: as many as the configuration says, started when they are first needed.

Who asks waits for a free one, in the order of asking. A process that ends, or thinks for longer
than any question takes, is replaced, and the next one is asked the same; the others notice nothing.
"""

import asyncio
import json
import logging
import os
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Protocol, Self

from bot.computer.question import Question
from bot.computer.tempo import time_for
from bot.config import TOKEN_VARIABLE

logger = logging.getLogger(__name__)

TRIES = 3
"""Processes that are asked the same question before it is given up."""
LONGEST = 20.0
"""Seconds that an answer takes at most, the start of a process included; no level needs so long."""
LONGEST_GOODBYE = 2.0
_ROOT = Path(__file__).parents[2]
_COMMAND = ("-m", "bot.computer.thinker")


class NoAnswer(Exception):
    """Nobody could say what to draw; the log says why."""


class Thinking(Protocol):
    """Who chooses the computer's turns."""

    processes: int
    """How many questions are thought about at once; 0 if the computer does not play."""

    async def think(self, question: Question) -> str:
        """The rest of the turn to draw. Raises NoAnswer."""

    def time_for(self, segments: int, rng: Random) -> timedelta:
        """How long a turn of so many segments takes at least, from when it is the computer's."""

    async def stop(self) -> None:
        """Think no more."""


def usual_processes() -> int:
    """All processors but one, which is for the bot itself; at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class ThinkingPool:
    """`Thinking` in processes."""

    def __init__(self, processes: int | None = None, *, longest: float = LONGEST) -> None:
        self.processes = usual_processes() if processes is None else processes
        self._longest = longest
        self._room = asyncio.Semaphore(self.processes)
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()

    async def think(self, question: Question) -> str:
        """Wait for a process that is free, and for its answer. Raises NoAnswer."""
        if not self.processes:
            raise NoAnswer("the computer does not play")
        async with self._room:
            for _ in range(TRIES):
                try:
                    return await self._ask(question)
                except (TimeoutError, OSError) as error:
                    logger.warning("a thinking process is replaced: %r", error)
        raise NoAnswer(f"{TRIES} processes failed")

    async def _ask(self, question: Question) -> str:
        """One process's answer. TimeoutError, or OSError if the process ends."""
        process = None
        try:
            async with asyncio.timeout(self._longest):
                process = self._idle.pop() if self._idle else await _Process.start()
                self._busy.add(process)
                answer = await process.ask(question)
        except BaseException:
            if process is not None:
                self._busy.discard(process)
                await process.kill()
            raise
        self._busy.discard(process)
        self._idle.append(process)
        turn = answer.get("turn")
        if not isinstance(turn, str):
            raise NoAnswer(str(answer.get("error")))
        return turn

    def time_for(self, segments: int, rng: Random) -> timedelta:
        """At a human pace."""
        return time_for(segments, rng)

    async def stop(self) -> None:
        """End every process: those that have nothing to do by themselves."""
        idle, busy = self._idle, list(self._busy)
        self._idle = []
        for process in busy:
            await process.kill()
        for process in idle:
            await process.end()

    @property
    def ids(self) -> list[int]:
        """The operating system's numbers of the processes that run."""
        return [process.id for process in (*self._idle, *self._busy)]


class _Process:
    """One thinking process and the way to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.id = process.pid

    @classmethod
    async def start(cls) -> Self:
        """Raises OSError."""
        environment = {name: text for name, text in os.environ.items() if name != TOKEN_VARIABLE}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                *_COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=_ROOT,
                env=environment,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
        )

    async def ask(self, question: Question) -> dict[str, object]:
        """The answer as it came. OSError if the process ends instead."""
        incoming, outgoing = self._process.stdin, self._process.stdout
        if incoming is None or outgoing is None:
            raise OSError("the process has no pipes")
        incoming.write(question.line().encode() + b"\n")
        await incoming.drain()
        line = await outgoing.readline()
        if not line.endswith(b"\n"):
            raise OSError(f"process {self.id} has ended")
        answer: dict[str, object] = json.loads(line)
        return answer

    async def end(self) -> None:
        """Let it end, which it does when nobody can ask it any more."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(LONGEST_GOODBYE):
                await self._process.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """End it, and wait until it has."""
        with suppress(ProcessLookupError):
            self._process.kill()
        # What was written and not read yet must not keep the pipe open.
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
