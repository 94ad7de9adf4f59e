"""Hints that were told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "hints",
        sa.Column("player", KEY, nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_hints_player_players"),
        sa.PrimaryKeyConstraint("player", "hint", name="pk_hints"),
    )
