"""Until when a rating is listed on its leaderboard, and taking it off earlier than by time."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Row, Update, bindparam, literal, update

from matches.ranking import LISTED_FOR, Standing
from storage.columns import UtcTime, microseconds
from storage.tables import ratings

TAKEN_OFF: ColumnElement[bool] = ratings.c.listed_until < (
    ratings.c.changed_at + literal(microseconds(LISTED_FOR), BigInteger)
)
"""Listed for a shorter time than its last match gives: the player has left, or has no account."""


def is_taken_off(row: Row[Any]) -> bool:
    """The same of a row."""
    taken_off: bool = row.listed_until < row.changed_at + LISTED_FOR
    return taken_off


def taking_off(*conditions: ColumnElement[bool]) -> Update:
    """Take the listed ratings of which this is true off their leaderboards, as of `now`."""
    return (
        update(ratings)
        .where(*conditions, ratings.c.listed_until > bindparam("now", type_=UtcTime))
        .values(
            listed_until=bindparam("now", type_=UtcTime),
            standing=Standing.UNLISTED.value,
            standing_until=None,
        )
    )
