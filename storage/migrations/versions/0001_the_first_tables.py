"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "due",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_due"),
    )
    op.create_index("ix_due_due_at", "due", ["due_at"])

    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_notes"),
    )
    op.create_table(
        "players",
        sa.Column("id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "server_settings",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games_channels", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("server", name="pk_server_settings"),
    )
    op.create_table(
        "accounts",
        sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_accounts_player_players"),
        sa.PrimaryKeyConstraint("account", name="pk_accounts"),
        sa.UniqueConstraint("player", name="uq_accounts_player"),
    )
    op.create_table(
        "matches",
        sa.Column("id", KEY, nullable=False),
        sa.Column("first", KEY, nullable=False),
        sa.Column("second", KEY, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text()),
        sa.Column("turn_time", sa.Text(), nullable=False),
        sa.Column("meant_rated", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("server", sa.BigInteger()),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger()),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("first_acted_at", TIME),
        sa.Column("second_acted_at", TIME),
        sa.Column("deadline", TIME),
        sa.Column("winner", sa.Text()),
        sa.Column("reason", sa.Text()),
        sa.Column("aborted_by", sa.Text()),
        sa.Column("finished_at", TIME),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["first"], ["players.id"], name="fk_matches_first_players"),
        sa.ForeignKeyConstraint(["second"], ["players.id"], name="fk_matches_second_players"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_matches_rated_pair",
        "matches",
        ["first", "second", "started_at"],
        sqlite_where=sa.text("rated = 1"),
        postgresql_where=sa.text("rated"),
    )
    op.create_index(
        "ix_matches_running_first",
        "matches",
        ["first"],
        sqlite_where=sa.text("reason IS NULL"),
        postgresql_where=sa.text("reason IS NULL"),
    )
    op.create_index(
        "ix_matches_running_second",
        "matches",
        ["second"],
        sqlite_where=sa.text("reason IS NULL"),
        postgresql_where=sa.text("reason IS NULL"),
    )

    op.create_table(
        "ratings",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player_players"),
        sa.PrimaryKeyConstraint("scope", "variant", "player", name="pk_ratings"),
    )
    op.create_index(
        "ix_ratings_ranking", "ratings", ["scope", "variant", sa.text("value DESC"), "player"]
    )

    op.create_table(
        "boards",
        sa.Column("match", KEY, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_boards_match_matches"),
        sa.PrimaryKeyConstraint("match", name="pk_boards"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", KEY, nullable=False),
        sa.Column("challenger", KEY, nullable=False),
        sa.Column("opponent", KEY),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text()),
        sa.Column("turn_time", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("server", sa.BigInteger()),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger()),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("ends_at", TIME, nullable=False),
        sa.Column("ended_at", TIME),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("side", sa.Text()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("match", KEY),
        sa.Column("rematch_of", KEY),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenger"], ["players.id"], name="fk_challenges_challenger_players"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_challenges_match_matches"),
        sa.ForeignKeyConstraint(
            ["opponent"], ["players.id"], name="fk_challenges_opponent_players"
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["matches.id"], name="fk_challenges_rematch_of_matches"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_challenges_challenger_status_opponent_ended_at",
        "challenges",
        ["challenger", "status", "opponent", "ended_at"],
    )
    op.create_index("ix_challenges_match", "challenges", ["match"])

    op.create_table(
        "drafts",
        sa.Column("match", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_drafts_match_matches"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_drafts_player_players"),
        sa.PrimaryKeyConstraint("match", name="pk_drafts"),
    )
    op.create_table(
        "rating_events",
        sa.Column("id", KEY, nullable=False),
        sa.Column("match", KEY, nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("server", sa.BigInteger()),
        sa.Column("first", KEY, nullable=False),
        sa.Column("second", KEY, nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("finished_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["first"], ["players.id"], name="fk_rating_events_first_players"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rating_events_match_matches"),
        sa.ForeignKeyConstraint(["second"], ["players.id"], name="fk_rating_events_second_players"),
        sa.PrimaryKeyConstraint("id", name="pk_rating_events"),
        sa.UniqueConstraint("match", name="uq_rating_events_match"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rating_events_finished_at_id", "rating_events", ["finished_at", "id"])
    op.create_index("ix_rating_events_first_finished_at", "rating_events", ["first", "finished_at"])
    op.create_index(
        "ix_rating_events_second_finished_at", "rating_events", ["second", "finished_at"]
    )

    op.create_table(
        "turns",
        sa.Column("match", KEY, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_turns_match_matches"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_turns"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", KEY, nullable=False),
        sa.Column("telling", sa.Text(), nullable=False),
        sa.Column("match", KEY),
        sa.Column("challenge", KEY),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("notifies", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge"], ["challenges.id"], name="fk_outbox_challenge_challenges"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_outbox_match_matches"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due_at", "outbox", ["due_at"])
    op.create_index("ix_outbox_challenge", "outbox", ["challenge"])
    op.create_index("ix_outbox_match", "outbox", ["match"])

    op.create_table(
        "rating_changes",
        sa.Column("event", KEY, nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("value_before", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("volatility_before", sa.Double(), nullable=False),
        sa.Column("value_after", sa.Double(), nullable=False),
        sa.Column("deviation_after", sa.Double(), nullable=False),
        sa.Column("volatility_after", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event"], ["rating_events.id"], name="fk_rating_changes_event_rating_events"
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_rating_changes_player_players"
        ),
        sa.PrimaryKeyConstraint("event", "scope", "player", name="pk_rating_changes"),
    )
