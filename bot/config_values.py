"""What a setting may hold, and what is read from it.

Each function raises ``ValueError`` with the end of a sentence that starts with the key. What may
be a secret is no part of it.
"""

import re
from typing import Any
from urllib.parse import urlsplit

LARGEST_LIMIT = 10_000
LONGEST_LINE = 200
MOST_PROCESSES = 64
LOG_LEVELS = ("debug", "info", "warning", "error")
SQLITE = "sqlite:///"
DEFAULT_DATABASE = f"{SQLITE}data/paper-soccer.sqlite3"

_POSTGRESQL = "postgresql://"


def table(value: object) -> dict[str, Any]:
    """A table of further settings."""
    if not isinstance(value, dict):
        raise ValueError("must be a table of settings")
    return value


def text(value: object) -> str:
    """Any text."""
    if not isinstance(value, str):
        raise ValueError("must be text in quotation marks")
    return value


def line(value: object) -> str:
    """One line that is not long."""
    found = text(value)
    if len(found) > LONGEST_LINE or not found.isprintable():
        raise ValueError(f"must be one line of at most {LONGEST_LINE} characters")
    return found


def web_address(value: object) -> str:
    """An address on the web, or an empty text."""
    address = line(value)
    if address and not re.fullmatch(r"https?://[^\s<>]+", address):
        raise ValueError("must be an address that starts with https://, or empty")
    return address


def boolean(value: object) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("must be a whole number without quotation marks")
    return value


def processes(value: object) -> int | None:
    """A number of processes; None for as many as the machine has room for, 0 for none at all."""
    if value == "auto":
        return None
    if isinstance(value, str):
        raise ValueError('must be a number, or "auto"')
    found = _integer(value)
    if not 0 <= found <= MOST_PROCESSES:
        raise ValueError(
            f'must be a number from 1 to {MOST_PROCESSES}, "auto", or 0 for no computer'
        )
    return found


def limit(value: object) -> int:
    """A number of things that somebody may have."""
    number = _integer(value)
    if not 1 <= number <= LARGEST_LIMIT:
        raise ValueError(f"must be a number from 1 to {LARGEST_LIMIT}")
    return number


def limit_or_none(value: object) -> int:
    """The same, or 0 for no limit."""
    number = _integer(value)
    if not 0 <= number <= LARGEST_LIMIT:
        raise ValueError(f"must be a number from 1 to {LARGEST_LIMIT}, or 0 for no limit")
    return number


def token(value: object) -> str | None:
    """A token, or ``None`` for an empty text. What was given is never part of the error."""
    found = text(value)
    if not found:
        return None
    if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", found, re.ASCII):
        raise ValueError(
            "is not a bot token: copy the one from the page Bot of your application, "
            "three parts with dots between, without spaces or quotation marks"
        )
    return found


def guild(value: object) -> int | None:
    """The id of a server; ``None`` for 0."""
    number = _integer(value)
    if not 0 <= number < 2**64:
        raise ValueError("must be the id of a server, or 0 for none")
    return number or None


def level(value: object) -> str:
    """The least important events that are logged."""
    found = text(value).lower()
    if found not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}")
    return found


def port(value: object) -> int:
    """A port, or 0 for any free one."""
    number = _integer(value)
    if not 0 <= number <= 65535:
        raise ValueError("must be a port from 1 to 65535, or 0 for any free one")
    return number


def database_url(value: object) -> str:
    """The URL of a SQLite file or of a PostgreSQL database; it may hold a password."""
    url = text(value)
    if url.startswith(SQLITE):
        return _sqlite_url(url)
    if url.startswith(_POSTGRESQL):
        return _postgresql_url(url)
    raise ValueError(f"must start with {SQLITE} (then a path) or {_POSTGRESQL}")


def _sqlite_url(url: str) -> str:
    path = url.removeprefix(SQLITE)
    if path in ("", ":memory:"):
        raise ValueError(f"must name a file, as in {DEFAULT_DATABASE}")
    if "?" in path:
        raise ValueError("must be a path without a question mark")
    return url


def _postgresql_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        complete = parts.path.strip("/") != "" and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that is not closed
        complete = False
    if not complete:
        raise ValueError(f"must look like {_POSTGRESQL}user:password@host:5432/database")
    return url
