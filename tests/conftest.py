"""What every folder of tests has: stores to test on, and hypothesis without a clock."""

from hypothesis import settings

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
    "sql_store",
    "sqlite_url",
    "store",
]

# Properties are tested for what is true, not for speed: the benchmarks have the clock.
settings.register_profile("without-a-deadline", parent=settings(), deadline=None)
settings.load_profile("without-a-deadline")
