"""Which tests are measured for coverage.

Tracing makes a test take two or three times as long, and the further parameters of a test, or the
hundred examples of a property, reach hardly a line that the first did not. So the tracer looks at
each test function with its first parameters only: what the report says is a little less than what
the tests reach, never more.
"""

import os
from collections.abc import Generator

import pytest
from coverage import Coverage
from hypothesis import is_hypothesis_test

DATABASES = {"store", "sql_store"}
"""Parameters each of which runs lines of its own in the room that stores."""
CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""What tells a child process to measure itself."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run the test, with the tracer only if it is worth it."""
    if Coverage.current() is None or is_measured(item):
        return (yield)
    children = os.environ.pop(CHILDREN, None)
    stopped = _stop_tracers()
    try:
        return (yield)
    finally:
        for coverage in reversed(stopped):
            coverage.start()
        if children is not None:
            os.environ[CHILDREN] = children


def _stop_tracers() -> list[Coverage]:
    """Those that ran, the innermost first: a worker of pytest-xdist is a child process too, whose
    own tracer goes on where that of pytest-cov stops.
    """
    stopped = []
    while (coverage := Coverage.current()) is not None:
        coverage.stop()
        stopped.append(coverage)
    return stopped


def is_measured(item: pytest.Item) -> bool:
    """Whether a test may reach lines that no other reaches."""
    if item.get_closest_marker("unmeasured") or is_hypothesis_test(getattr(item, "obj", None)):
        return False
    callspec = getattr(item, "callspec", None)
    indices = {} if callspec is None else callspec.indices
    others = DATABASES if item.path.parent.name == "storage" else ()
    return all(not index for name, index in indices.items() if name not in others)
