"""Where a database stands, and bringing it to the newest revision.

Alembic is imported only when there is something to do: a start on a current database is quicker.
"""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0011"
"""The newest revision; a test keeps it so."""


class Standing(Enum):
    """How a database compares with this program."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"
    """Its revision is not known here."""
    FOREIGN = "foreign"
    """It has tables, but none of ours."""


def standing_of(connection: Connection) -> Standing:
    """How the database compares with this program."""
    revision = revision_of(connection)
    if revision == HEAD:
        return Standing.CURRENT
    if revision is not None:
        return Standing.OLDER if revision in _known_revisions() else Standing.NEWER
    return Standing.FOREIGN if inspect(connection).get_table_names() else Standing.EMPTY


def revision_of(connection: Connection) -> str | None:
    """The revision that the database is at; None if it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply what is pending up to a revision, in the transaction that is open."""
    from alembic import command

    command.upgrade(configuration(connection), revision)


def configuration(connection: Connection | None = None) -> "Config":
    """Alembic's settings, which other projects keep in a file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    # Alembic splits a list of paths only when told how; without this it warns.
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _known_revisions() -> set[str]:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(configuration())
    return {script.revision for script in scripts.walk_revisions()}
