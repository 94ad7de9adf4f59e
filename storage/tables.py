"""The tables. Each index serves a query of `storage.repositories`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

from storage.columns import KEY, UtcTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# `sqlite_autoincrement`: SQLite then never gives an id a second time, also after the newest row is
# gone. An outbox row's id makes the nonce of a message, and buttons name matches and challenges.

players = Table(
    "players",
    metadata,
    Column("id", KEY, primary_key=True),
    sqlite_autoincrement=True,
)

# The only table that knows Discord's id and name of a person: deleting a row here forgets them.
accounts = Table(
    "accounts",
    metadata,
    Column("account", BigInteger, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("players.id"), nullable=False, unique=True),
    Column("name", Text, nullable=False),
)

# The players that the computer is, one for each level.
computers = Table(
    "computers",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("players.id"), nullable=False, unique=True),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("challenger", ForeignKey("players.id"), nullable=False),
    Column("opponent", ForeignKey("players.id")),
    # A game and its options say everything about the rules, so that a custom game needs no more;
    # the preset's key is beside them for whoever counts and filters.
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("variant", Text),
    Column("turn_time", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("server", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    Column("made_at", UtcTime, nullable=False),
    Column("ends_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
    Column("status", Text, nullable=False),
    Column("side", Text),
    Column("message", BigInteger),
    Column("match", ForeignKey("matches.id")),
    Column("rematch_of", ForeignKey("matches.id")),
    Column("version", Integer, nullable=False),
    Index(None, "challenger", "status", "opponent", "ended_at"),
    Index(None, "match"),
    Index(None, "opponent"),
    sqlite_autoincrement=True,
)

matches = Table(
    "matches",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("first", ForeignKey("players.id"), nullable=False),
    Column("second", ForeignKey("players.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("variant", Text),
    Column("turn_time", Text, nullable=False),
    Column("meant_rated", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("server", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    Column("started_at", UtcTime, nullable=False),
    Column("first_acted_at", UtcTime),
    Column("second_acted_at", UtcTime),
    Column("deadline", UtcTime),
    # What keeps the clock from running, as the sum of `matches.pauses.Pause`, and since when.
    Column("pauses", Integer, nullable=False),
    Column("stands_since", UtcTime),
    Column("reminded", Boolean, nullable=False),
    # How it ended could be found by a replay; lists and tables must not replay thousands.
    Column("winner", Text),
    Column("reason", Text),
    # Who aborted it, or accepted the draw.
    Column("aborted_by", Text),
    Column("finished_at", UtcTime),
    # The longest chain of either side in segments, from the end on; None where turns are no chains.
    Column("first_longest", Integer),
    Column("second_longest", Integer),
    # The side that the computer plays, and how strong; None between people.
    Column("computer_side", Text),
    Column("computer_level", Integer),
    Column("version", Integer, nullable=False),
    sqlite_autoincrement=True,
)

_RUNNING = text("reason IS NULL")
_OVER = text("reason IS NOT NULL")
_AGAINST_COMPUTER = text("computer_level IS NOT NULL")
for _side in (matches.c.first, matches.c.second):
    Index(
        f"ix_matches_running_{_side.name}",
        _side,
        sqlite_where=_RUNNING,
        postgresql_where=_RUNNING,
    )
    Index(f"ix_matches_newest_{_side.name}", _side, matches.c.started_at)
    Index(
        f"ix_matches_finished_{_side.name}",
        _side,
        matches.c.finished_at,
        sqlite_where=_OVER,
        postgresql_where=_OVER,
    )
    Index(
        f"ix_matches_computer_{_side.name}",
        _side,
        matches.c.started_at,
        sqlite_where=_AGAINST_COMPUTER,
        postgresql_where=_AGAINST_COMPUTER,
    )
Index(
    "ix_matches_running_server",
    matches.c.server,
    sqlite_where=_RUNNING,
    postgresql_where=_RUNNING,
)
Index(
    "ix_matches_rated_pair",
    matches.c.first,
    matches.c.second,
    matches.c.started_at,
    sqlite_where=text("rated = 1"),  # as each database writes a condition that is true
    postgresql_where=text("rated"),
)

turns = Table(
    "turns",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("steps", Text, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("changed_at", UtcTime, nullable=False),
    # Different ones, counted up to `matches.ranking.OPPONENTS`.
    Column("opponents", Integer, nullable=False),
    # On the leaderboards until then: some time after the last match, or since the player left.
    Column("listed_until", UtcTime, nullable=False),
    # Where it stands there, as `matches.ranking.Standing`, and when that may change by itself.
    Column("standing", Integer, nullable=False),
    Column("standing_until", UtcTime, index=True),
)
Index(
    "ix_ratings_ranking",
    ratings.c.scope,
    ratings.c.variant,
    ratings.c.standing.desc(),
    ratings.c.value.desc(),
    ratings.c.player,
)
Index("ix_ratings_of", ratings.c.player, ratings.c.scope)

rating_events = Table(
    "rating_events",
    metadata,
    Column("id", KEY, primary_key=True),
    # Unique: no match changes ratings twice.
    Column("match", ForeignKey("matches.id"), nullable=False, unique=True),
    Column("variant", Text, nullable=False),
    Column("server", BigInteger),
    Column("first", ForeignKey("players.id"), nullable=False),
    Column("second", ForeignKey("players.id"), nullable=False),
    Column("score", Double, nullable=False),
    Column("finished_at", UtcTime, nullable=False),
    # No part of the history any more: see `voids`.
    Column("void", Boolean, nullable=False),
    Index(None, "finished_at", "id"),
    Index(None, "variant", "finished_at", "id"),
    Index(None, "first", "finished_at"),
    Index(None, "second", "finished_at"),
    sqlite_autoincrement=True,
)
Index(
    "ix_rating_events_counting",
    rating_events.c.server,
    rating_events.c.finished_at,
    rating_events.c.id,
    sqlite_where=text("void = 0"),
    postgresql_where=text("NOT void"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("event", ForeignKey("rating_events.id"), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("value_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("volatility_before", Double, nullable=False),
    Column("value_after", Double, nullable=False),
    Column("deviation_after", Double, nullable=False),
    Column("volatility_after", Double, nullable=False),
    # As the event has them: a player's curve is one run through an index.
    Column("variant", Text, nullable=False),
    Column("finished_at", UtcTime, nullable=False),
    Index(None, "scope", "variant", "player", "finished_at", "event"),
)

# Matches that changed ratings and shall not have: who decided that, and why.
voids = Table(
    "voids",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    # None: whoever runs the bot.
    Column("by", ForeignKey("players.id"), index=True),
    Column("reason", Text, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("tells", Boolean, nullable=False),
    # Whether all ratings are as if it had never been played.
    Column("replayed", Boolean, nullable=False),
)
_PENDING = text("NOT replayed")
Index(
    "ix_voids_pending",
    voids.c.match,
    sqlite_where=text("replayed = 0"),
    postgresql_where=_PENDING,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("telling", Text, nullable=False),
    Column("match", ForeignKey("matches.id"), index=True),
    Column("challenge", ForeignKey("challenges.id"), index=True),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("attempts", Integer, nullable=False),
    # A claimed row is due again at the end of its lease.
    Column("due_at", UtcTime, nullable=False, index=True),
    Column("made_at", UtcTime, nullable=False),
    Column("notifies", Boolean, nullable=False),
    # Whom it tells, where that does not follow from the match. SQLite adds no foreign key to a
    # table that is there.
    Column("player", BigInteger),
    sqlite_autoincrement=True,
)

due = Table(
    "due",
    metadata,
    Column("kind", Text, primary_key=True),
    # A challenge's or a match's id, as the kind says: no foreign key can.
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", UtcTime, nullable=False, index=True),
)

boards = Table(
    "boards",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("games_channels", Text, nullable=False),
    Column("threads", Boolean, nullable=False),
    # None leaves it to Discord's or the game's own default.
    Column("language", Text),
    Column("variant", Text),
    Column("turn_time", Text),
    # The roles that may challenge; none of them lets everybody.
    Column("challengers", Text, nullable=False),
    Column("theme", Text, nullable=False),
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("reminders", Text, nullable=False),
    Column("words", Boolean, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("blocked", ForeignKey("players.id"), primary_key=True, index=True),
)

# A leave that was ended early ends there: what it took of a year is its length.
leaves = Table(
    "leaves",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("began_at", UtcTime, primary_key=True),
    Column("ends_at", UtcTime, nullable=False),
)

# The last one of each kind from each side, since it decides when the next may be made.
offers = Table(
    "offers",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    # What the match was when it was made, from which follows whether it still stands.
    Column("version", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("status", Text, nullable=False),
    # The line that tells of it, while that has buttons.
    Column("channel", BigInteger),
    Column("message", BigInteger),
)

hints = Table(
    "hints",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("hint", Text, primary_key=True),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beat_at", UtcTime, nullable=False),
    # When the last gap ended that deadlines were moved by.
    Column("resumed_at", UtcTime),
)

notes = Table(
    "notes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
