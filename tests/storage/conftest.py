"""The fixtures of the storage tests."""

from tests.support.stores import (
    memory,
    migrated_file,
    postgres_database,
    postgres_server,
    postgres_url,
    sql_store,
    sqlite_url,
    store,
)

__all__ = [
    "memory",
    "migrated_file",
    "postgres_database",
    "postgres_server",
    "postgres_url",
    "sql_store",
    "sqlite_url",
    "store",
]
