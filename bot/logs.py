"""What the operator reads: standard logging, one line for each event, and no secrets.

An event stays one line even with a traceback: its line breaks are written as ``\\n``. So ``grep``
finds whole events, a name with a line break in it cannot fake another event, and
``sed 's/\\\\n/\\n/g'`` unfolds what one wants to read at length. The error itself stands before its
traceback, where the eye falls first.
"""

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime

_HIDDEN = "[hidden]"

# Interaction and webhook tokens are passwords for fifteen minutes. discord.py writes addresses
# that hold them into warnings about rate limits, and whole payloads at level debug.
_PASSING_SECRETS = (
    re.compile(r"aW50ZXJhY3Rpb246[\w=-]+"),
    re.compile(r"""(?<=['"]token['"]: ['"])[^'"]+"""),
    re.compile(r"(?<=/webhooks/)(\d+)/[\w=-]+"),
    re.compile(r"(?<=/interactions/)(\d+)/[\w=-]+"),
)


def configure_logging(level: str, *, json: bool, secrets: Iterable[str] = ()) -> None:
    """Send every event from ``level`` up to standard error, instead of what was set before.

    Each of the ``secrets`` is replaced wherever it appears, in tracebacks too.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter((JsonFormatter if json else LineFormatter)(secrets))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    # A migration's dozen lines at every start would hide what the bot says.
    logging.getLogger("alembic").setLevel(logging.WARNING)


class _EventFormatter(logging.Formatter):
    """The parts of an event as texts without secrets."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        # The longest first: one secret may be the beginning of another.
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def parts(self, record: logging.LogRecord) -> dict[str, str]:
        """Time, level, logger and event; with an exception also its error and traceback."""
        parts = {
            "time": _utc(record.created),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            parts["error"] = _named(record.exc_info[1])
            parts["traceback"] = self.formatException(record.exc_info)
        if record.stack_info:
            parts["stack"] = self.formatStack(record.stack_info)
        return {name: self._without_secrets(text) for name, text in parts.items()}

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        for pattern in _PASSING_SECRETS:
            text = pattern.sub(lambda match: "/".join((*match.groups(), _HIDDEN)), text)
        return text


class LineFormatter(_EventFormatter):
    """``2026-01-31T12:00:00.000Z INFO bot.app: event | error | traceback``"""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        head = f"{parts.pop('time')} {parts.pop('level')} {parts.pop('logger')}: "
        return head + _on_one_line(" | ".join(parts.values()))


class JsonFormatter(_EventFormatter):
    """One JSON object a line, with the same parts by name."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record))


def _utc(seconds: float) -> str:
    """Seconds since 1970 as an ISO time with milliseconds."""
    time = datetime.fromtimestamp(seconds, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _named(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _on_one_line(text: str) -> str:
    """Line breaks and whatever else does not print (a terminal would obey it) as escapes."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )
