"""Where ratings stand on leaderboards, players' curves and chains, and voided matches."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_NINETY_DAYS = 90 * 24 * 60 * 60 * 1_000_000

_OPPONENTS = """
    UPDATE ratings SET opponents = (
        SELECT count(*) FROM (
            SELECT DISTINCT opponent FROM (
                SELECT second AS opponent FROM rating_events AS e
                WHERE e.first = ratings.player AND e.variant = ratings.variant
                AND (ratings.scope = 0 OR e.server = ratings.scope)
                UNION ALL
                SELECT first AS opponent FROM rating_events AS e
                WHERE e.second = ratings.player AND e.variant = ratings.variant
                AND (ratings.scope = 0 OR e.server = ratings.scope)
            ) AS met LIMIT 3
        ) AS different
    )
"""
# As of the last rated match, and without what time alone does to a rating's certainty.
_STANDING = """
    UPDATE ratings SET standing = CASE
        WHEN listed_until <= (SELECT max(newest.changed_at) FROM ratings AS newest) THEN 0
        WHEN opponents < 3 OR deviation > 110 THEN 1
        ELSE 2
    END
"""
# The first player begins, and every turn ends with the other one's.
_LONGEST = """
    UPDATE matches SET {column} = (
        SELECT max(length(record)) FROM turns
        WHERE turns.match = matches.id AND turns.number % 2 = {parity}
    ) WHERE reason IS NOT NULL AND game = 'paper_soccer'
    AND options NOT LIKE '%"bounce":"none"%'
"""


def upgrade() -> None:
    _let_ratings_stand()
    _date_changes()
    for column, parity in (("first_longest", 1), ("second_longest", 0)):
        op.add_column("matches", sa.Column(column, sa.Integer()))
        op.execute(_LONGEST.format(column=column, parity=parity))
    over = sa.text("reason IS NOT NULL")
    for side in ("first", "second"):
        op.create_index(
            f"ix_matches_finished_{side}",
            "matches",
            [side, "finished_at"],
            sqlite_where=over,
            postgresql_where=over,
        )
    _let_matches_be_void()


def _let_ratings_stand() -> None:
    """Leaderboards are full at once; the bot then looks at each row, since all of them are due."""
    for name, kind in (
        ("opponents", sa.Integer()),
        ("listed_until", sa.BigInteger()),
        ("standing", sa.Integer()),
    ):
        op.add_column("ratings", sa.Column(name, kind, nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("standing_until", sa.BigInteger()))
    op.execute(
        f"UPDATE ratings SET listed_until = changed_at + {_NINETY_DAYS}, "
        "standing_until = changed_at"
    )
    op.execute(_OPPONENTS)
    op.execute(_STANDING)
    op.drop_index("ix_ratings_ranking", "ratings")
    op.create_index(
        "ix_ratings_ranking",
        "ratings",
        ["scope", "variant", sa.text("standing DESC"), sa.text("value DESC"), "player"],
    )
    op.create_index("ix_ratings_standing_until", "ratings", ["standing_until"])
    op.create_index("ix_ratings_of", "ratings", ["player", "scope"])


def _date_changes() -> None:
    op.add_column(
        "rating_changes", sa.Column("variant", sa.Text(), nullable=False, server_default="")
    )
    op.add_column(
        "rating_changes",
        sa.Column("finished_at", sa.BigInteger(), nullable=False, server_default="0"),
    )
    for column in ("variant", "finished_at"):
        op.execute(
            f"UPDATE rating_changes SET {column} = (SELECT e.{column} FROM rating_events AS e "
            "WHERE e.id = rating_changes.event)"
        )
    op.create_index(
        "ix_rating_changes_scope_variant_player_finished_at_event",
        "rating_changes",
        ["scope", "variant", "player", "finished_at", "event"],
    )


def _let_matches_be_void() -> None:
    op.add_column(
        "rating_events", sa.Column("void", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index(
        "ix_rating_events_variant_finished_at_id",
        "rating_events",
        ["variant", "finished_at", "id"],
    )
    op.create_table(
        "voids",
        sa.Column("match", KEY, nullable=False),
        sa.Column("by", KEY),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("tells", sa.Boolean(), nullable=False),
        sa.Column("replayed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_voids"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_voids_match_matches"),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name="fk_voids_by_players"),
    )
    op.create_index(
        "ix_voids_pending",
        "voids",
        ["match"],
        sqlite_where=sa.text("replayed = 0"),
        postgresql_where=sa.text("NOT replayed"),
    )
