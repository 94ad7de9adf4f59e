"""A unit of work on a transaction; leaving it uncommitted undoes everything."""

from sqlalchemy.ext.asyncio import AsyncConnection

from matches import ports
from storage.games import GameCache
from storage.repositories import (
    SqlChallenges,
    SqlDrafts,
    SqlDue,
    SqlHeartbeats,
    SqlHints,
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
        self.players: ports.Players = SqlPlayers(transaction)
        self.challenges: ports.Challenges = SqlChallenges(transaction)
        matches = SqlMatches(transaction, games)
        self.matches: ports.Matches = matches
        self.drafts: ports.Drafts = SqlDrafts(transaction, matches)
        self.ratings: ports.Ratings = SqlRatings(transaction)
        self.outbox: ports.Outbox = SqlOutbox(transaction)
        self.due: ports.Due = SqlDue(transaction)
        self.heartbeats: ports.Heartbeats = SqlHeartbeats(transaction)
        self.places: ports.Places = SqlPlaces(transaction)
        self.hints: ports.Hints = SqlHints(transaction)
        self.notes: ports.Notes = SqlNotes(transaction)

    async def commit(self) -> None:
        """Make everything last, also when cancelled meanwhile: half a commit does not exist."""
        await to_the_end(self._connection.commit())
