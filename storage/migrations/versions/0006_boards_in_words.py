"""Players who read boards instead of looking at them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column(
        "player_settings",
        sa.Column("words", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
