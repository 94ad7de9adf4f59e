"""How values are kept in columns: keys, times, names, and settings of several values."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, Integer
from sqlalchemy.types import TypeDecorator

# SQLite gives ids by itself only to a column declared exactly INTEGER; it holds 64 bits as well.
KEY = BigInteger().with_variant(Integer, "sqlite")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UtcTime(TypeDecorator[datetime]):
    """A moment, as microseconds since 1970 in UTC.

    A whole number is the same in both databases: nothing is lost or naive when it comes back, and
    a deadline is moved by adding to it.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else microseconds(value - _EPOCH)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _EPOCH + timedelta(microseconds=value)


def microseconds(duration: timedelta) -> int:
    """The duration as a whole number of microseconds."""
    return duration // _MICROSECOND


def canonical_json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """The one way to write a value as JSON, so that equal values are equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def storable(text: str) -> str:
    """The text without what no database can keep: NUL characters and halves of characters."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")
