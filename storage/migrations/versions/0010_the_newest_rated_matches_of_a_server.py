"""The newest rated matches of a server, from which one to void is chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index(
        "ix_rating_events_counting",
        "rating_events",
        ["server", "finished_at", "id"],
        sqlite_where=sa.text("void = 0"),
        postgresql_where=sa.text("NOT void"),
    )
