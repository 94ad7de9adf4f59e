"""The ports about ratings, apart from the others: what holds for all is said in `matches.ports`.

The history of rated matches, the leaderboards that it makes, and what is taken out of it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.ranking import Ranked
from matches.void import Void


class Ratings(Protocol):
    """Ratings and their history. A scope is a server, or None for everywhere."""

    async def of(
        self, players: Iterable[PlayerId], variant: str, scope: ServerId | None
    ) -> Mapping[PlayerId, StoredRating]:
        """The ratings as of their last change; a newcomer's for whoever has none."""

    async def record(self, event: RatingEvent, changes: Iterable[RatingChange]) -> RatingEvent:
        """Append an event (its id is given by the store) and store what it changed."""

    async def last_event_at(self, players: Iterable[PlayerId]) -> datetime | None:
        """When the newest event of any of these players finished."""

    async def changes_of(self, match: MatchId) -> list[RatingChange]:
        """What a match changed; empty if nothing."""

    async def history(self) -> list[RatingEvent]:
        """All events in order."""

    async def stored(self) -> Mapping[RatingKey, StoredRating]:
        """All ratings."""

    async def all_changes(self) -> Mapping[int, list[RatingChange]]:
        """What each event changed, by its id; in the order of `changes_of`."""

    async def freeze(self) -> None:
        """Let no match be rated until the unit ends."""

    async def rewrite(
        self,
        history: Sequence[RatingEvent],
        changes: Mapping[int, list[RatingChange]],
        ratings: Mapping[RatingKey, StoredRating],
        *,
        now: datetime,
    ) -> None:
        """Store these in place of all that each event changed, and of all ratings.

        Whoever has left a server stays off its leaderboards.
        """


class Leaderboards(Protocol):
    """Ratings in the order of their standing. A scope is a server, or None for everywhere."""

    async def page(
        self, variant: str, scope: ServerId | None, offset: int, limit: int, *, now: datetime
    ) -> list[Ranked]:
        """Rows from `offset` on: the settled ones, then those below the line, each by value."""

    async def row_of(
        self, player: PlayerId, variant: str, scope: ServerId | None, *, now: datetime
    ) -> Ranked | None:
        """One player's row, listed or not; None if they were never rated there."""

    async def place_of(self, row: Ranked, variant: str, scope: ServerId | None) -> int:
        """How many listed rows stand before a listed row: 0 for the first."""

    async def count(self, variant: str, scope: ServerId | None) -> int:
        """How many rows are listed."""

    async def expire(self, now: datetime, limit: int) -> int:
        """Let up to `limit` rows stand where they do now, and count them."""

    async def next_expiry(self) -> datetime | None:
        """When the first row may stand elsewhere; None if none ever does."""

    async def leave(self, server: ServerId, players: Iterable[PlayerId], now: datetime) -> None:
        """These players are no members of the server: none of its leaderboards lists them."""

    async def has_left(self, server: ServerId, account: int) -> PlayerId | None:
        """The player of an account, if they were taken off a server's leaderboards."""

    async def join(self, server: ServerId, player: PlayerId, now: datetime) -> None:
        """This player is a member of the server: listed again for as long as without leaving."""


class Voids(Protocol):
    """Matches that shall not have been rated, and ratings made good after that."""

    async def add(self, matches: Collection[MatchId], void: Void) -> list[MatchId]:
        """Take those of the matches that are in the history out of it, with all that they changed,
        by a decision that names each of them; which these are.
        """

    async def of(self, match: MatchId) -> Void | None:
        """The decision about a match."""

    async def rated_of(
        self, player: PlayerId, server: ServerId | None, limit: int = ...
    ) -> list[MatchId]:
        """The matches in the history of a player, in one server or everywhere; up to `limit`."""

    async def newest_in(self, server: ServerId, limit: int) -> list[RatingEvent]:
        """Up to `limit` matches of a server that are in the history, the newest end first."""

    async def numbered_in(self, server: ServerId, match: MatchId) -> RatingEvent | None:
        """The match of that number, if it is one of a server's in the history."""

    async def pending(self) -> list[RatingEvent]:
        """Voided events in order whose consequences are not made good yet."""

    async def waiting(self) -> tuple[int, int]:
        """How many of them there are, and the highest number of their matches: never twice the same
        for others, since no match is voided twice.
        """

    async def quiet(self, limit: int) -> list[MatchId]:
        """Of the matches that are pending, the newest up to `limit` to which nobody is called."""

    async def close(self) -> list[MatchId]:
        """The consequences of all that were pending are made good; the matches among them whose
        players are to be told.
        """

    async def history_after(
        self, variant: str, after: tuple[datetime, int], limit: int
    ) -> list[RatingEvent]:
        """Up to `limit` events of a variant after that time and id in order, the void ones too."""

    async def has_missed(self, variant: str, after: tuple[datetime, int], newest: int) -> bool:
        """Whether an event of the variant with an id above `newest` sorts before that place."""

    async def newest_event(self) -> int:
        """The highest id of all events; 0 if there is none."""

    async def rating_before(
        self, event: RatingEvent, scope: ServerId | None, player: PlayerId
    ) -> StoredRating:
        """A player's rating before an event as the history has it; a newcomer's if it is none."""

    async def changes_of(self, events: Collection[int]) -> dict[int, list[RatingChange]]:
        """What these events changed, by their ids."""

    async def correct(self, changes: Mapping[int, list[RatingChange]]) -> None:
        """Store these in place of what the events changed for the same players."""

    async def settle(
        self,
        ratings: Mapping[RatingKey, StoredRating],
        recount: Collection[RatingKey],
        *,
        now: datetime,
    ) -> None:
        """Store ratings as they came out; one that never changed is removed.

        The opponents of `recount` are counted again, those of others stay. Whoever has left a
        server stays off its leaderboards.
        """
