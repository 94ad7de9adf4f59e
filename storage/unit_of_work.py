"""A unit of work on a transaction; leaving it uncommitted undoes everything."""

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.games import GameCache
from storage.repositories import (
    SqlChallenges,
    SqlDrafts,
    SqlDue,
    SqlHeartbeats,
    SqlMatches,
    SqlNotes,
    SqlOutbox,
    SqlPlaces,
    SqlPlayers,
    SqlRatings,
)
from storage.transaction import Transaction
from storage.waiting import to_the_end


class SqlUnitOfWork:
    """`matches.ports.UnitOfWork`."""

    def __init__(self, connection: AsyncConnection, games: GameCache, *, writing: bool) -> None:
        self._connection = connection
        transaction = Transaction(connection, writing=writing)
        self.players = SqlPlayers(transaction)
        self.challenges = SqlChallenges(transaction)
        self.matches = SqlMatches(transaction, games)
        self.drafts = SqlDrafts(transaction, self.matches)
        self.ratings = SqlRatings(transaction)
        self.outbox = SqlOutbox(transaction)
        self.due = SqlDue(transaction)
        self.heartbeats = SqlHeartbeats(transaction)
        self.places = SqlPlaces(transaction)
        self.notes = SqlNotes(transaction)

    async def commit(self) -> None:
        """Make everything last, also when cancelled meanwhile: half a commit does not exist."""
        await to_the_end(self._connection.commit())
