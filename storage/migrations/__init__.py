"""The database's history: from empty to the tables of `storage.tables`, one revision at a time."""

from storage.migrations.upgrading import HEAD, Standing, standing_of, upgrade

__all__ = ["HEAD", "Standing", "standing_of", "upgrade"]
