"""Ratings, their history and their order as the ports promise them, in dictionaries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.people import Person
from matches.ranking import LISTED_FOR, OPPONENTS, WEEK, Ranked, Stand, Standing, stand
from matches.rating import Rating

if TYPE_CHECKING:
    from tests.support.memory_store import Tables


@dataclass(frozen=True, slots=True)
class Listed:
    """Where a rating stands, and until when it is listed."""

    until: datetime
    where: Stand

    def has_left(self, stored: StoredRating) -> bool:
        """Whether it was taken off earlier than by the time since the last match."""
        return stored.changed_at is not None and self.until < stored.changed_at + LISTED_FOR


class MemoryRatings:
    """`matches.ports.Ratings`."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables

    async def of(
        self, players: Iterable[PlayerId], variant: str, scope: ServerId | None
    ) -> Mapping[PlayerId, StoredRating]:
        newcomer = StoredRating(Rating(), None)
        return {p: self._tables.ratings.get((scope, variant, p), newcomer) for p in players}

    async def record(self, event: RatingEvent, changes: Iterable[RatingChange]) -> RatingEvent:
        stored = replace(event, id=self._tables.next_id("event"))
        self._tables.events[stored.id] = stored
        self._tables.changes[stored.id] = list(changes)
        for change in self._tables.changes[stored.id]:
            key = change.scope, event.variant, change.player
            opponents = len(self.met(key))
            rating = StoredRating(change.after, event.finished_at, opponents)
            self.rate(key, rating, event.finished_at)
        return stored

    def rate(
        self,
        key: RatingKey,
        stored: StoredRating,
        now: datetime,
        listed_until: datetime | None = None,
    ) -> None:
        """Store a rating; listed for the usual time unless told."""
        assert stored.changed_at is not None
        listed_until = listed_until or stored.changed_at + LISTED_FOR
        where = stand(stored.rating, stored.changed_at, stored.opponents, listed_until, now)
        self._tables.ratings[key] = stored
        self._tables.listed[key] = Listed(listed_until, where)

    def met(self, key: RatingKey) -> list[PlayerId]:
        """The first of those whom a player has met."""
        scope, variant, player = key
        met = {
            event.second if player == event.first else event.first
            for event in self._tables.events.values()
            if event.variant == variant
            and not event.void
            and scope in event.scopes
            and player in (event.first, event.second)
        }
        return sorted(met)[:OPPONENTS]

    async def last_event_at(self, players: Iterable[PlayerId]) -> datetime | None:
        wanted = set(players)
        return max(
            (
                event.finished_at
                for event in self._tables.events.values()
                if wanted & {event.first, event.second}
            ),
            default=None,
        )

    async def changes_of(self, match: MatchId) -> list[RatingChange]:
        found = [
            change
            for event in self._tables.events.values()
            if event.match == match
            for change in self._tables.changes.get(event.id, ())
        ]
        return sorted(found, key=lambda change: (change.scope or 0, change.player))

    async def history(self) -> list[RatingEvent]:
        events = (event for event in self._tables.events.values() if not event.void)
        return sorted(events, key=lambda event: (event.finished_at, event.id))

    async def stored(self) -> Mapping[RatingKey, StoredRating]:
        return dict(self._tables.ratings)

    async def all_changes(self) -> Mapping[int, list[RatingChange]]:
        return {
            event: sorted(changes, key=lambda change: (change.scope or 0, change.player))
            for event, changes in self._tables.changes.items()
        }

    async def freeze(self) -> None:
        """A unit that writes is alone."""

    async def rewrite(
        self,
        history: Sequence[RatingEvent],
        changes: Mapping[int, list[RatingChange]],
        ratings: Mapping[RatingKey, StoredRating],
        *,
        now: datetime,
    ) -> None:
        left = {
            key: listed.until
            for key, listed in self._tables.listed.items()
            if listed.has_left(self._tables.ratings[key])
        }
        self._tables.changes = {event.id: list(changes[event.id]) for event in history}
        self._tables.ratings.clear()
        self._tables.listed.clear()
        for key, stored in ratings.items():
            self.rate(key, stored, now, left.get(key))


class MemoryLeaderboards:
    """`matches.ports.Leaderboards`."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables

    async def page(
        self, variant: str, scope: ServerId | None, offset: int, limit: int, *, now: datetime
    ) -> list[Ranked]:
        rows = self._listed(variant, scope, now)
        return rows[offset : offset + limit]

    async def row_of(
        self, player: PlayerId, variant: str, scope: ServerId | None, *, now: datetime
    ) -> Ranked | None:
        key = scope, variant, player
        return self._row(key, now) if key in self._tables.ratings else None

    async def place_of(self, row: Ranked, variant: str, scope: ServerId | None) -> int:
        rows = self._listed(variant, scope, row.changed_at)
        return sum(_order(other) < _order(row) for other in rows)

    async def count(self, variant: str, scope: ServerId | None) -> int:
        return sum(
            key[:2] == (scope, variant) and listed.where.standing is not Standing.UNLISTED
            for key, listed in self._tables.listed.items()
        )

    async def expire(self, now: datetime, limit: int) -> int:
        due = [
            key
            for key, listed in self._tables.listed.items()
            if listed.where.until is not None and listed.where.until <= now
        ]
        for key in due[:limit]:
            self._stand(key, self._tables.listed[key].until, now)
        return len(due[:limit])

    async def next_expiry(self) -> datetime | None:
        times = (listed.where.until for listed in self._tables.listed.values())
        return min((time for time in times if time is not None), default=None)

    async def leave(self, server: ServerId, players: Iterable[PlayerId], now: datetime) -> None:
        gone = set(players)
        for key, listed in self._tables.listed.items():
            if key[0] == server and key[2] in gone and listed.until > now:
                self._tables.listed[key] = replace(
                    listed, until=now, where=Stand(Standing.UNLISTED, None)
                )

    async def has_left(self, server: ServerId, account: int) -> PlayerId | None:
        person = self._tables.accounts.get(account)
        left = (
            key[2]
            for key, listed in self._tables.listed.items()
            if person is not None
            and (key[0], key[2]) == (server, person.id)
            and listed.has_left(self._tables.ratings[key])
        )
        return next(left, None)

    async def join(self, server: ServerId, player: PlayerId, now: datetime) -> None:
        for key, listed in self._tables.listed.items():
            stored = self._tables.ratings[key]
            if (key[0], key[2]) == (server, player) and listed.has_left(stored):
                assert stored.changed_at is not None
                self._stand(key, stored.changed_at + LISTED_FOR, now)

    def _stand(self, key: RatingKey, until: datetime, now: datetime) -> None:
        stored = self._tables.ratings[key]
        assert stored.changed_at is not None
        where = stand(stored.rating, stored.changed_at, stored.opponents, until, now)
        self._tables.listed[key] = Listed(until, where)

    def _listed(self, variant: str, scope: ServerId | None, now: datetime) -> list[Ranked]:
        rows = (self._row(key, now) for key in self._tables.ratings if key[:2] == (scope, variant))
        return sorted((row for row in rows if row.standing is not Standing.UNLISTED), key=_order)

    def _row(self, key: RatingKey, now: datetime) -> Ranked:
        stored, listed = self._tables.ratings[key], self._tables.listed[key]
        assert stored.changed_at is not None
        people = {person.id: person for person in self._tables.accounts.values()}
        return Ranked(
            people.get(key[2], Person(key[2], None, "")),
            stored.rating,
            stored.changed_at,
            listed.where.standing,
            stored.opponents,
            stored.rating.value - self._value_before(key, now - WEEK, stored.rating.value),
        )

    def _value_before(self, key: RatingKey, since: datetime, value: float) -> float:
        """The rating before its first change after that time."""
        scope, variant, player = key
        events = sorted(self._tables.events.values(), key=lambda each: (each.finished_at, each.id))
        for event in events:
            if event.variant == variant and event.finished_at > since:
                for change in self._tables.changes.get(event.id, ()):
                    if (change.scope, change.player) == (scope, player):
                        return change.before.value
        return value


def _order(row: Ranked) -> tuple[int, float, PlayerId]:
    return -row.standing.value, -row.rating.value, row.person.id
