"""Fail a test when discord.py logs an error.

Exceptions in the callback of a `DynamicItem`, in its `from_custom_id` and in event listeners reach
nobody: discord.py only logs them. Without this watch such a test would pass.
"""

from __future__ import annotations

import logging
import re
from types import TracebackType


class LogWatch(logging.Handler):
    """`with LogWatch() as watch:` raises AssertionError at its end for each error record that
    nobody expected.
    """

    def __init__(self, *loggers: str) -> None:
        super().__init__(level=logging.ERROR)
        self._loggers = [logging.getLogger(name) for name in loggers or ("discord",)]
        self._expected: list[re.Pattern[str]] = []
        self.records: list[logging.LogRecord] = []

    def expect(self, pattern: str) -> None:
        """Say that a record matching `pattern` (message or exception text) will come; it must then
        come.
        """
        self._expected.append(re.compile(pattern))

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def unexpected(self) -> list[str]:
        """The texts of the errors so far that match no expectation."""
        texts = [_text(record) for record in self.records]
        return [
            text for text in texts if not any(pattern.search(text) for pattern in self._expected)
        ]

    def missing(self) -> list[str]:
        """The expectations that nothing has matched so far."""
        texts = [_text(record) for record in self.records]
        return [
            want.pattern for want in self._expected if not any(want.search(text) for text in texts)
        ]

    def __enter__(self) -> LogWatch:
        for logger in self._loggers:
            logger.addHandler(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for logger in self._loggers:
            logger.removeHandler(self)
        if error is not None:
            return
        if unexpected := self.unexpected():
            raise AssertionError("errors were logged:\n" + "\n".join(unexpected))
        if missing := self.missing():
            raise AssertionError(f"expected errors were never logged: {missing}")


def _text(record: logging.LogRecord) -> str:
    text = f"{record.name}: {record.getMessage()}"
    if record.exc_info:
        text += "\n" + logging.Formatter().formatException(record.exc_info)
    return text
