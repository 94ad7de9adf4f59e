"""The ports of `matches.ports`, one module for each idea. Every line of SQL is here.

Statements stand above the class that runs them, built once. A statement ending in `_LOCKING` is
the same with `FOR NO KEY UPDATE`, for a writing unit: it lets others refer to the row meanwhile.
SQLite leaves that out, since its writers come one after the other anyway.
"""

from storage.repositories.accounts import SqlAccounts
from storage.repositories.boards import SqlBoards
from storage.repositories.challenges import SqlChallenges
from storage.repositories.drafts import SqlDrafts
from storage.repositories.hints import SqlHints
from storage.repositories.leaderboards import SqlLeaderboards
from storage.repositories.matches import SqlMatches
from storage.repositories.notes import SqlNotes
from storage.repositories.offers import SqlOffers
from storage.repositories.outages import SqlOutages
from storage.repositories.personal import SqlPersonal
from storage.repositories.places import SqlPlaces
from storage.repositories.players import SqlPlayers
from storage.repositories.preferences import SqlBlocks, SqlLeaves, SqlPreferences
from storage.repositories.profiles import SqlProfiles
from storage.repositories.ratings import SqlRatings
from storage.repositories.telling import SqlOutbox
from storage.repositories.timing import SqlDue, SqlHeartbeats
from storage.repositories.voids import SqlVoids

__all__ = [
    "SqlAccounts",
    "SqlBlocks",
    "SqlBoards",
    "SqlChallenges",
    "SqlDrafts",
    "SqlDue",
    "SqlHeartbeats",
    "SqlHints",
    "SqlLeaderboards",
    "SqlLeaves",
    "SqlMatches",
    "SqlNotes",
    "SqlOffers",
    "SqlOutages",
    "SqlOutbox",
    "SqlPersonal",
    "SqlPlaces",
    "SqlPlayers",
    "SqlPreferences",
    "SqlProfiles",
    "SqlRatings",
    "SqlVoids",
]
