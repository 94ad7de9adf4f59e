"""The look of a server's boards."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column(
        "server_settings", sa.Column("theme", sa.Text(), nullable=False, server_default="paper")
    )
