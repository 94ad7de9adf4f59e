"""The port of what a player's card and history are read from."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from matches.history import StoredRating
from matches.ids import PlayerId, ServerId
from matches.results import DatedRating, PastMatch, Results, Tally, Wanted


class Profiles(Protocol):
    """A player's matches and ratings; nothing is locked. See `matches.results`.

    What is read grows with the matches of this one player at most.
    """

    async def results(self, player: PlayerId, wanted: Wanted, opponents: int = 0) -> Results:
        """What can be counted of the matches that are wanted, with so many opponents."""

    async def by_variant(self, player: PlayerId, wanted: Wanted) -> Mapping[str | None, Tally]:
        """How those of them that count ended in each game, by a preset's key or None for games of
        one's own; the one that was played most first.
        """

    async def past(
        self, player: PlayerId, wanted: Wanted, offset: int, limit: int
    ) -> Sequence[PastMatch]:
        """Those matches, the void ones too, the newest end first, from `offset` on. Changes of
        ratings are those in the wanted server, or those overall.
        """

    async def ratings(self, player: PlayerId, scope: ServerId | None) -> Mapping[str, StoredRating]:
        """The ratings that the player has in a scope (None: overall), by variant."""

    async def curves(
        self, player: PlayerId, scope: ServerId | None, moments: int
    ) -> Mapping[str, Sequence[DatedRating]]:
        """How each of these ratings became what it is, in the order of time.

        What it was at so many moments, as far as it had changed since the one before: they begin
        with its first change, end with its last, and have the same time between them. However many
        changes there are, no more are read.
        """
