"""Matches whose bot is killed again and again: what both the test and the benchmark do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.process.child import Child, House
from tests.support.agreement import Agreement
from tests.support.pair import Pair, Tapped
from tests.support.sudden_end import KillPoint, Trap

AGES = (0, 0, 1, 10)
"""Minutes that pass between a death and the next start: Discord forgets nonces after some."""
STARTING = 0.1
"""How often a process is killed while it starts."""
PROMPT = 0.6
"""How often a dead process is followed by one that finds every lease run out; else people play on
while the leases of the dead one hold."""

PATIENCE = 10.0
"""Seconds within which a process that has started has told what an earlier one left."""


@dataclass(slots=True)
class Survived:
    """What was done, and what did not agree afterwards."""

    turns: int = 0
    kills: int = 0
    repeated: int = 0
    """Messages that were sent twice and stand once."""
    audits: int = 0
    findings: list[str] = field(default_factory=list)


class Survival:
    """Pairs of people play until so many turns are stored; meanwhile their bot is killed so often,
    at points that the seed draws.
    """

    def __init__(self, house: House, folder: Path, *, turns: int, kills: int, seed: int) -> None:
        self._house, self._turns, self._kills = house, turns, kills
        self._rng = Random(seed)
        self._agreement = Agreement(house, folder)
        self._pairs = self._people()
        self._done = Survived()
        self._child: Child | None = None
        self._trap: Trap | None = None

    def _people(self) -> list[Pair]:
        """Alice and Bob play at once, two others look twice at every turn."""
        house, rng = self._house, self._rng
        carol, dave = (house.fake.create_user(name, house.guild) for name in ("carol", "dave"))
        return [
            Pair(house, house.alice, house.bob, rng, time="10m", variant="small"),
            Pair(house, carol, dave, rng, time="1d"),
        ]

    async def run(self) -> Survived:
        """Play to the end; every finding is there as soon as it was found."""
        self._child = await self._house.start()
        while self._stored() < self._turns or self._done.kills < self._kills:
            self._set_trap()
            went_on = await asyncio.gather(*(pair.step(self._is_dead) for pair in self._pairs))
            if self._is_dead():
                await self._start_again()
            elif not all(went_on):
                await self._reconcile()
            if self._done.findings:
                break
        else:
            await self._reconcile()
        self._done.turns = self._stored()
        self._done.repeated = self._house.fake.nonces.repeats
        return self._done

    # --- death and life

    def _is_dead(self) -> bool:
        return self._trap is not None and self._trap.sprung

    def _stored(self) -> int:
        return int(self._house.stored("SELECT count(*) FROM turns")[0][0])

    def _set_trap(self) -> None:
        """The kills are spread over the turns."""
        assert self._child is not None
        is_time = self._stored() * self._kills >= self._done.kills * self._turns
        if self._trap is None and is_time and self._done.kills < self._kills:
            point = KillPoint.drawn(self._rng)
            self._trap = Trap(self._house.fake.rest, self._child.process, point)

    async def _start_again(self) -> None:
        """After a kill: another process, perhaps after one that dies while it starts."""
        await self._bury()
        prompt = self._rng.random() < PROMPT
        if prompt:
            self._house.expire_leases(self._rng.choice(AGES))
        if self._rng.random() < STARTING and self._done.kills < self._kills:
            await self._die_starting()
        self._child = await self._house.start()
        if prompt:
            await self._compare()

    async def _bury(self) -> None:
        assert self._child is not None
        await self._child.end()
        await self._house.gone()
        self._complaints()
        self._trap = None
        self._done.kills += 1

    async def _die_starting(self) -> None:
        self._child = await self._house.spawn()
        await asyncio.sleep(self._rng.uniform(0.0, 1.5))
        await self._child.kill()
        await self._house.gone()
        self._done.kills += 1

    async def _reconcile(self) -> None:
        """An orderly end, then a start that finds every lease run out."""
        assert self._child is not None
        if self._trap is not None:
            self._trap.disarm()
            self._trap = None
        if status := await self._child.stop():
            self._done.findings.append(f"it ended with status {status}")
        await self._house.gone()
        self._complaints()
        self._house.expire_leases(self._rng.choice(AGES))
        self._child = await self._house.start()
        await self._compare()

    async def _compare(self) -> None:
        """Soon everything is told, and then all agrees."""
        taps: list[Tapped] = [tap for pair in self._pairs for tap in pair.taps]
        deadline = time.monotonic() + PATIENCE
        while True:
            await self._house.until(lambda: not self._house.outbox(), "an empty outbox")
            findings = await self._agreement.findings(taps)
            if not findings or time.monotonic() > deadline:
                break
            await asyncio.sleep(0.05)
        self._done.audits += 1
        self._done.findings += findings

    def _complaints(self) -> None:
        assert self._child is not None
        self._done.findings += faults(self._child.log.splitlines())


def faults(lines: Sequence[str]) -> list[str]:
    """The lines of a log that are a fault of the program's own."""
    return [line for line in lines if " ERROR " in line or " CRITICAL " in line]
