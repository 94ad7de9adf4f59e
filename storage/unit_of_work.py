"""A unit of work on a transaction; leaving it uncommitted undoes everything."""

from sqlalchemy.ext.asyncio import AsyncConnection

from matches import ports
from storage.games import GameCache
from storage.repositories import (
    SqlAccounts,
    SqlBlocks,
    SqlBoards,
    SqlChallenges,
    SqlDrafts,
    SqlDue,
    SqlHeartbeats,
    SqlHints,
    SqlLeaderboards,
    SqlLeaves,
    SqlMatches,
    SqlNotes,
    SqlOffers,
    SqlOutages,
    SqlOutbox,
    SqlPersonal,
    SqlPlaces,
    SqlPlayers,
    SqlPreferences,
    SqlProfiles,
    SqlRatings,
    SqlVoids,
)
from storage.transaction import Transaction
from storage.unreadable import Unreadable
from storage.waiting import Finish, to_the_end


class SqlUnitOfWork:
    """`matches.ports.UnitOfWork`."""

    def __init__(
        self,
        connection: AsyncConnection,
        games: GameCache,
        unreadable: Unreadable,
        *,
        writing: bool,
        finish: Finish = to_the_end,
    ) -> None:
        self._connection = connection
        self._finish = finish
        self._transaction = transaction = Transaction(connection, writing=writing)
        self.has_changed = False
        """Whether a change was made and committed."""
        self.players: ports.Players = SqlPlayers(transaction)
        self.accounts: ports.Accounts = SqlAccounts(transaction)
        self.personal: ports.Personal = SqlPersonal(transaction)
        self.challenges: ports.Challenges = SqlChallenges(transaction, unreadable)
        matches = SqlMatches(transaction, games, unreadable)
        self.matches: ports.Matches = matches
        self.boards: ports.Boards = SqlBoards(transaction, matches)
        self.drafts: ports.Drafts = SqlDrafts(transaction, matches)
        self.offers: ports.Offers = SqlOffers(transaction, unreadable)
        ratings = SqlRatings(transaction)
        self.ratings: ports.Ratings = ratings
        self.voids: ports.Voids = SqlVoids(transaction, ratings)
        self.leaderboards: ports.Leaderboards = SqlLeaderboards(transaction)
        self.profiles: ports.Profiles = SqlProfiles(transaction, unreadable)
        self.outbox: ports.Outbox = SqlOutbox(transaction, unreadable)
        self.due: ports.Due = SqlDue(transaction, unreadable)
        self.heartbeats: ports.Heartbeats = SqlHeartbeats(transaction)
        self.outages: ports.Outages = SqlOutages(transaction)
        self.places: ports.Places = SqlPlaces(transaction)
        self.preferences: ports.Preferences = SqlPreferences(transaction)
        self.leaves: ports.Leaves = SqlLeaves(transaction)
        self.blocks: ports.Blocks = SqlBlocks(transaction)
        self.hints: ports.Hints = SqlHints(transaction)
        self.notes: ports.Notes = SqlNotes(transaction)

    async def commit(self) -> None:
        """Make everything last, also when cancelled meanwhile: half a commit does not exist."""
        await self._finish(self._connection.commit())
        self.has_changed = self._transaction.has_changed
