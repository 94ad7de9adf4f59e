"""What every folder of tests has: stores to test on, and hypothesis without a clock."""

import gc

import pytest
from hypothesis import settings

from tests.support.compiled_once import share_compiled_statements
from tests.support.measuring import pytest_runtest_protocol
from tests.support.stores import (
    memory,
    postgres_database,
    postgres_server,
    postgres_url,
    sql_store,
    sqlite_url,
    store,
)

# Imported here once: a session's fixture that two folders import is made twice.
__all__ = [
    "memory",
    "postgres_database",
    "postgres_server",
    "postgres_url",
    "pytest_runtest_protocol",
    "sql_store",
    "sqlite_url",
    "store",
]

# Properties are tested for what is true, not for speed: the benchmarks have the clock.
settings.register_profile("without-a-deadline", parent=settings(), deadline=None)
settings.load_profile("without-a-deadline")

share_compiled_statements()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What mostly waits for other processes comes first, the longest before all: it takes as long
    as all the others beside it, and would keep a single worker busy at the end.
    """
    items.sort(key=_begins_after)


def _begins_after(item: pytest.Item) -> int:
    if item.path.name == "test_kill.py":
        return 0
    return 1 if item.path.parent.name in ("process", "browser") else 2


def pytest_collection_finish() -> None:
    """What was imported stays: the collector need not look at it again after every test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
