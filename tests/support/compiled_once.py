"""Statements that are compiled once for all stores of a test process.

SQLAlchemy keeps what it has compiled with the engine, and by the engine's dialect. Each test has an
engine of its own, and would spend a quarter of its time compiling what the test before compiled.
"""

from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect


def share_compiled_statements() -> None:
    """Let all engines that are made from now on use each other's compiled statements."""
    compiled: dict[Any, Any] = {}
    # What an engine starts with, before its own options are added.
    Engine._execution_options = Engine._execution_options.union({"compiled_cache": compiled})
    # Two databases of one kind have the same dialect here: they differ in nothing but their place.
    DefaultDialect.__eq__ = _is_same_dialect  # type: ignore[method-assign, assignment]  # replaced
    DefaultDialect.__hash__ = _hash_of_dialect  # type: ignore[method-assign, assignment]  # replaced


def _is_same_dialect(one: DefaultDialect, other: object) -> bool:
    return type(one) is type(other)


def _hash_of_dialect(dialect: DefaultDialect) -> int:
    return hash(type(dialect))
