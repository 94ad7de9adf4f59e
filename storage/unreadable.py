"""Records that cannot be read, among others that can: what is asked for as a list leaves them out.

One spoiled match must not lock its players out of all their others, nor one row that a newer
version stored keep every other row from being done.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TypeVar

from storage.errors import CorruptRecord

logger = logging.getLogger(__name__)

RESTS = timedelta(days=1)
"""When a row of the outbox or a due row that cannot be read is looked at again."""

S = TypeVar("S")
T = TypeVar("T")


class Unreadable:
    """The records that were left out so far, each of which is logged once."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def leave_out(self, rows: Iterable[S], read: Callable[[S], T]) -> list[T]:
        """The rows' records without those for which `read` raises CorruptRecord."""
        found = []
        for row in rows:
            try:
                found.append(read(row))
            except CorruptRecord as error:
                self._log(error)
        return found

    def _log(self, error: CorruptRecord) -> None:
        if error.subject not in self._logged:
            self._logged.add(error.subject)
            logger.error("%s; it is left out", error)
