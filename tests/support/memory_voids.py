"""Voided matches as the ports promise them, in dictionaries."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.rating import Rating
from matches.void import Void
from tests.support.memory_ratings import MemoryRatings

if TYPE_CHECKING:
    from tests.support.memory_store import Tables


class MemoryVoids:
    """`matches.ports.Voids`."""

    def __init__(self, tables: "Tables", ratings: MemoryRatings) -> None:
        self._tables = tables
        self._ratings = ratings

    async def add(self, matches: Collection[MatchId], void: Void) -> list[MatchId]:
        voided = []
        for event in self._ordered():
            if event.match in matches and not event.void:
                self._tables.events[event.id] = replace(event, void=True)
                self._tables.changes.pop(event.id, None)
                self._tables.voids[event.match] = replace(void, match=event.match)
                self._tables.open_voids[event.match] = None
                voided.append(event.match)
        return sorted(voided)

    async def of(self, match: MatchId) -> Void | None:
        return self._tables.voids.get(match)

    async def rated_of(
        self, player: PlayerId, server: ServerId | None, limit: int = 2**31 - 1
    ) -> list[MatchId]:
        return sorted(
            event.match
            for event in self._tables.events.values()
            if player in (event.first, event.second)
            and not event.void
            and server in (None, event.server)
        )[:limit]

    async def newest_in(self, server: ServerId, limit: int) -> list[RatingEvent]:
        found = [e for e in self._ordered() if e.server == server and not e.void]
        return found[::-1][:limit]

    async def numbered_in(self, server: ServerId, match: MatchId) -> RatingEvent | None:
        found = await self.newest_in(server, len(self._tables.events))
        return next((event for event in found if event.match == match), None)

    async def waiting(self) -> tuple[int, int]:
        return len(self._tables.open_voids), max(self._tables.open_voids, default=0)

    async def has_missed(self, variant: str, after: tuple[datetime, int], newest: int) -> bool:
        return any(
            event.id > newest
            and event.variant == variant
            and (event.finished_at, event.id) <= after
            for event in self._tables.events.values()
        )

    async def pending(self) -> list[RatingEvent]:
        return [event for event in self._ordered() if event.match in self._tables.open_voids]

    async def quiet(self, limit: int) -> list[MatchId]:
        quiet = (match for match in self._tables.open_voids if not self._tables.voids[match].tells)
        return sorted(quiet, reverse=True)[:limit]

    async def close(self) -> list[MatchId]:
        closed = sorted(self._tables.open_voids)
        self._tables.open_voids.clear()
        return [match for match in closed if self._tables.voids[match].tells]

    async def history_after(
        self, variant: str, after: tuple[datetime, int], limit: int
    ) -> list[RatingEvent]:
        later = [
            event
            for event in self._ordered()
            if event.variant == variant and (event.finished_at, event.id) > after
        ]
        return later[:limit]

    async def newest_event(self) -> int:
        return max(self._tables.events, default=0)

    async def rating_before(
        self, event: RatingEvent, scope: ServerId | None, player: PlayerId
    ) -> StoredRating:
        found = StoredRating(Rating(), None)
        for other in self._ordered():
            is_before = (other.finished_at, other.id) < (event.finished_at, event.id)
            if other.variant == event.variant and is_before:
                for change in self._tables.changes.get(other.id, ()):
                    if (change.scope, change.player) == (scope, player):
                        found = StoredRating(change.after, other.finished_at)
        return found

    async def changes_of(self, events: Collection[int]) -> dict[int, list[RatingChange]]:
        return {event: list(self._tables.changes.get(event, ())) for event in events}

    async def correct(self, changes: Mapping[int, list[RatingChange]]) -> None:
        for event, made in changes.items():
            new = {(change.scope, change.player): change for change in made}
            self._tables.changes[event] = [
                new.get((change.scope, change.player), change)
                for change in self._tables.changes[event]
            ]

    async def settle(
        self,
        ratings: Mapping[RatingKey, StoredRating],
        recount: Collection[RatingKey],
        *,
        now: datetime,
    ) -> None:
        for key, rating in ratings.items():
            if rating.changed_at is None:
                self._tables.ratings.pop(key, None)
                self._tables.listed.pop(key, None)
                continue
            before = self._tables.ratings.get(key)
            left = None
            if before is not None and self._tables.listed[key].has_left(before):
                left = self._tables.listed[key].until
            opponents = len(self._ratings.met(key))
            if before is not None and key not in recount:
                opponents = before.opponents
            stored = replace(rating, opponents=opponents)
            self._ratings.rate(key, stored, now, left)

    def _ordered(self) -> list[RatingEvent]:
        events = self._tables.events.values()
        return sorted(events, key=lambda event: (event.finished_at, event.id))
