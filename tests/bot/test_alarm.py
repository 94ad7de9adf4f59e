"""The alarm: work that runs when woken and at its time, and never twice at once."""

import asyncio
from collections.abc import Callable

import pytest

from bot.workers.alarm import AFTER_FAILURE, LONGEST_SLEEP, Alarm
from tests.support.log_watch import LogWatch


class Job:
    """Work that counts its runs, waits for the test at a gate, and answers what it is told to."""

    def __init__(self) -> None:
        self.runs = 0
        self.at_once = 0
        self.most_at_once = 0
        self.answer: float | None = None
        self.error: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.thrice = asyncio.Event()

    async def __call__(self) -> float | None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.gate.wait()
            self.runs += 1
            if self.runs == 3:
                self.thrice.set()
            if self.error is not None:
                raise self.error
            return self.answer
        finally:
            self.at_once -= 1


async def turns(number: int = 10) -> None:
    """Let everything that can run do so."""
    for _ in range(number):
        await asyncio.sleep(0)


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were asked of the loop, none of which ends by itself."""
    pauses: list[float] = []

    def call_later(seconds: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        pauses.append(seconds)
        return loop.call_at(loop.time() + 3600, callback)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", call_later)
    return pauses


async def test_it_runs_at_the_start_and_sleeps(timers: list[float]) -> None:
    """Started, it runs once; without a time to wake it looks again after the longest sleep."""
    job = Job()
    alarm = Alarm("test", job)
    alarm.start()
    alarm.start()
    await turns()
    assert job.runs == 1
    assert timers == [LONGEST_SLEEP]
    await alarm.stop()


@pytest.mark.parametrize(
    ("asked", "slept"), [(0.0, 0.0), (-5.0, 0.0), (2.5, 2.5), (1e9, LONGEST_SLEEP)]
)
async def test_it_sleeps_as_long_as_the_work_asks(
    timers: list[float], asked: float, slept: float
) -> None:
    """The work says when it wants to run again, within reason."""
    job = Job()
    job.answer = asked
    alarm = Alarm("test", job)
    alarm.start()
    await turns()
    assert timers == [slept]
    await alarm.stop()


async def test_it_never_runs_twice_at_once() -> None:
    """Woken many times during its work it runs once more afterwards, and only once."""
    job = Job()
    job.gate.clear()
    alarm = Alarm("test", job)
    alarm.start()
    await turns()
    for _ in range(5):
        alarm.wake()
        await turns()
    assert job.runs == 0
    job.gate.set()
    await turns()
    assert job.runs == 2
    assert job.most_at_once == 1
    await alarm.stop()


async def test_waking_ends_the_sleep(timers: list[float]) -> None:
    """Woken while it sleeps it runs at once, and the old timer is gone."""
    job = Job()
    alarm = Alarm("test", job)
    alarm.start()
    await turns()
    alarm.wake()
    await turns()
    assert job.runs == 2
    assert timers == [LONGEST_SLEEP, LONGEST_SLEEP]
    await alarm.stop()


async def test_the_timer_wakes_it() -> None:
    """When the time has come it runs without anybody."""
    job = Job()
    job.answer = 0.001
    alarm = Alarm("test", job)
    alarm.start()
    async with asyncio.timeout(5):
        await job.thrice.wait()
    await alarm.stop()


async def test_a_failure_is_logged_and_tried_again(timers: list[float]) -> None:
    """One failed run ends nothing: the next is soon."""
    job = Job()
    job.error = ZeroDivisionError("a fault")
    alarm = Alarm("test", job)
    with LogWatch("bot") as logs:
        logs.expect(r"test failed and is tried again in 5 s")
        alarm.start()
        await turns()
        assert len(logs.records) == 1
    assert timers == [AFTER_FAILURE]
    job.error = None
    alarm.wake()
    await turns()
    assert job.runs == 2
    assert timers == [AFTER_FAILURE, LONGEST_SLEEP]
    await alarm.stop()


async def test_stopping_waits_for_the_work() -> None:
    """Stopped during its work it finishes that, and runs no more, however often it is woken."""
    job = Job()
    job.gate.clear()
    alarm = Alarm("test", job)
    alarm.start()
    await turns()
    alarm.wake()
    stopping = asyncio.create_task(alarm.stop())
    await turns()
    assert not stopping.done()
    job.gate.set()
    await stopping
    alarm.wake()
    await turns()
    assert job.runs == 1


async def test_stopping_before_the_start_and_twice() -> None:
    """Neither waits for anything."""
    alarm = Alarm("test", Job())
    await alarm.stop()
    await alarm.stop()


async def test_woken_before_the_start() -> None:
    """A wake before the start is not lost: the start runs at once anyway, once."""
    job = Job()
    alarm = Alarm("test", job)
    alarm.wake()
    await turns()
    assert job.runs == 0
    alarm.start()
    await turns()
    assert job.runs == 1
    await alarm.stop()


async def test_started_again_after_a_stop() -> None:
    """It can be stopped and started."""
    job = Job()
    alarm = Alarm("test", job)
    alarm.start()
    await turns()
    await alarm.stop()
    alarm.start()
    await turns()
    assert job.runs == 2
    await alarm.stop()
