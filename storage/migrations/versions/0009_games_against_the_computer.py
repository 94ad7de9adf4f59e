"""Games against the computer."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_AGAINST_COMPUTER = sa.text("computer_level IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "computers",
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_computers_player_players"),
        sa.PrimaryKeyConstraint("level", name="pk_computers"),
        sa.UniqueConstraint("player", name="uq_computers_player"),
    )
    op.add_column("matches", sa.Column("computer_side", sa.Text()))
    op.add_column("matches", sa.Column("computer_level", sa.Integer()))
    for side in ("first", "second"):
        op.create_index(
            f"ix_matches_computer_{side}",
            "matches",
            [side, "started_at"],
            sqlite_where=_AGAINST_COMPUTER,
            postgresql_where=_AGAINST_COMPUTER,
        )
