"""When a process is killed: at a request of its own, or a moment after somebody acted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import Enum
from random import Random

from tests.support.fake_rest import FakeRest, Moment

LATEST_REQUEST = 8
LONGEST_WAIT = 0.05
"""Seconds: a tap is dealt with in less."""


class At(Enum):
    """What has become of the request at which the process dies."""

    LOST = "lost"
    """Discord never got it."""
    CARRIED_OUT = "carried out"
    """Discord did what it asks, and the process never knew."""
    ANSWERED = "answered"
    """The answer is on its way: the process may still store what it says."""


@dataclass(frozen=True, slots=True)
class KillPoint:
    """The process dies `seconds` after its `requests`-th request from now on."""

    at: At
    requests: int
    seconds: float

    @classmethod
    def drawn(cls, rng: Random) -> KillPoint:
        """Any of them."""
        at = rng.choice(list(At))
        pause = rng.uniform(0, LONGEST_WAIT) if at is At.ANSWERED else 0.0
        return cls(at, rng.randint(1, LATEST_REQUEST), pause)


class Trap:
    """Kills a process at its kill point."""

    def __init__(
        self, rest: FakeRest, process: asyncio.subprocess.Process, point: KillPoint
    ) -> None:
        self._rest, self._process, self.point = rest, process, point
        self._left = point.requests
        self._is_armed = True
        self.sprung = False
        rest.watchers.append(self._watch)

    def disarm(self) -> None:
        """Let the process live."""
        self._is_armed = False
        if self._watch in self._rest.watchers:
            self._rest.watchers.remove(self._watch)

    def _spring(self) -> None:
        if self._is_armed:
            self.disarm()
            self.sprung = True
            self._process.kill()

    def _watch(self, moment: Moment) -> None:
        if moment != ("answered" if self.point.at is At.ANSWERED else "arrived"):
            return
        self._left -= 1
        if self._left:
            return
        if self.point.at is At.ANSWERED:
            self._rest.watchers.remove(self._watch)
            asyncio.get_running_loop().call_later(self.point.seconds, self._spring)
            return
        if self.point.at is At.LOST:
            self._rest.faults.insert(0, self._rest.fault("*", "", drop="before"))
            del self._rest.faults[-1]
        self._spring()
