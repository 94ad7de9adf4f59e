"""`python -m storage.migrations "What changes"` drafts the next revision from `storage.tables`.

The draft compares the tables with a database at the newest revision. It is to be read, corrected
and shortened before it is committed, and `HEAD` in `upgrading.py` must name it.
"""

import sys

from alembic import command
from sqlalchemy import create_engine

from storage.migrations.upgrading import HEAD, configuration, upgrade


def main(message: str) -> None:
    """Write the draft into `versions/`."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        upgrade(connection)
        connection.commit()
        command.revision(
            configuration(connection),
            message,
            autogenerate=True,
            rev_id=f"{int(HEAD) + 1:04}",
        )
    engine.dispose()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m storage.migrations "What changes"')
    main(sys.argv[1])
