"""All that is stored about one person, by indices."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index("ix_challenges_opponent", "challenges", ["opponent"])
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_index("ix_voids_by", "voids", ["by"])
