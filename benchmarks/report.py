"""How a benchmark reports: one JSON object a line, and the exit status that its bars demand."""

import json
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

_failed: list[str] = []


def measure(
    name: str,
    value: float,
    unit: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> None:
    """Print one measurement and whether it keeps to its bar; one without a bar always holds."""
    holds = (at_least is None or value >= at_least) and (at_most is None or value <= at_most)
    bar = at_least if at_least is not None else at_most
    line = {"name": name, "value": round(value, 4), "unit": unit, "bar": bar, "holds": holds}
    print(json.dumps(line), flush=True)
    if not holds:
        _failed.append(name)


def missing(name: str, unit: str, reason: str) -> None:
    """Print that something cannot be measured here, and why; that fails nothing."""
    print(json.dumps({"name": name, "value": None, "unit": unit, "missing": reason}), flush=True)


def exit_status() -> int:
    """1 if a bar did not hold, else 0."""
    return 1 if _failed else 0


def interleaved_medians(
    tasks: Sequence[Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = perf_counter,
) -> list[float]:
    """The median seconds of each task, all of them run once a round, after a round to warm up.

    Whatever slows the machine down for a while slows all of them alike, so ratios stay true. Where
    a bar is no mere ratio, `process_time` as the clock leaves out what others do meanwhile.
    """
    seconds: list[list[float]] = [[] for _ in tasks]
    for number in range(rounds + 1):
        for at, task in enumerate(tasks):
            start = clock()
            task()
            if number:
                seconds[at].append(clock() - start)
    return [median(times) for times in seconds]
