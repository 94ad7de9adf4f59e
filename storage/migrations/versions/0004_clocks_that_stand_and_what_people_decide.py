"""Clocks that stand still, offers, leaves, blocks, and what servers and players decide."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

MONTH = 30 * 24 * 60 * 60 * 1_000_000
_FIRST = "COALESCE(first_acted_at, started_at)"
_SECOND = "COALESCE(second_acted_at, started_at)"
_LAST_ACT = f"CASE WHEN {_FIRST} > {_SECOND} THEN {_FIRST} ELSE {_SECOND} END"


def upgrade() -> None:
    op.add_column("heartbeat", sa.Column("resumed_at", sa.BigInteger()))
    op.add_column("matches", sa.Column("pauses", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("stands_since", sa.BigInteger()))
    op.add_column(
        "matches", sa.Column("reminded", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    # At once due: each clock is then looked at, and reminds as well.
    op.execute("UPDATE due SET due_at = 0 WHERE kind = 'turn_deadline'")
    op.execute(
        "INSERT INTO due (kind, subject, due_at) "
        f"SELECT 'ask_if_played', id, {_LAST_ACT} + {MONTH} FROM matches "
        "WHERE reason IS NULL AND deadline IS NULL"
    )
    op.create_index(
        "ix_matches_running_server",
        "matches",
        ["server"],
        sqlite_where=sa.text("reason IS NULL"),
        postgresql_where=sa.text("reason IS NULL"),
    )
    op.add_column(
        "server_settings",
        sa.Column("threads", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    for name in ("language", "variant", "turn_time"):
        op.add_column("server_settings", sa.Column(name, sa.Text()))
    op.add_column(
        "server_settings", sa.Column("challengers", sa.Text(), nullable=False, server_default="[]")
    )
    op.create_table(
        "player_settings",
        sa.Column("player", KEY, nullable=False),
        sa.Column("reminders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_player_settings_player_players"
        ),
        sa.PrimaryKeyConstraint("player", name="pk_player_settings"),
    )
    op.create_table(
        "blocks",
        sa.Column("player", KEY, nullable=False),
        sa.Column("blocked", KEY, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_blocks_player_players"),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name="fk_blocks_blocked_players"),
        sa.PrimaryKeyConstraint("player", "blocked", name="pk_blocks"),
    )
    op.create_table(
        "leaves",
        sa.Column("player", KEY, nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_leaves_player_players"),
        sa.PrimaryKeyConstraint("player", "began_at", name="pk_leaves"),
    )
    op.create_table(
        "offers",
        sa.Column("match", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_offers_match_matches"),
        sa.PrimaryKeyConstraint("match", "kind", "side", name="pk_offers"),
    )
