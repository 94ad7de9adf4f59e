"""The newest matches of a player, running and over, by indices."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("ix_matches_newest_first", "matches", ["first", "started_at"])
    op.create_index("ix_matches_newest_second", "matches", ["second", "started_at"])
