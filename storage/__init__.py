"""The ports of `matches/` on SQLAlchemy: SQLite in a file by default, PostgreSQL by URL."""

from storage.backup import back_up, restore
from storage.database import SqlStore, migrate, open_store
from storage.errors import CorruptRecord, StorageSetupError, StoreUnavailable
from storage.unreadable import RESTS

__all__ = [
    "RESTS",
    "CorruptRecord",
    "SqlStore",
    "StorageSetupError",
    "StoreUnavailable",
    "back_up",
    "migrate",
    "open_store",
    "restore",
]
