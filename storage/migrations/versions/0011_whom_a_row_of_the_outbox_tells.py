"""Whom a row of the outbox tells, where that does not follow from its match."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("player", sa.BigInteger()))
