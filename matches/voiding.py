"""Voiding matches: the decision at once, and then ratings as if they had never been played.

A decision takes the match out of the history of rated matches. What it changed is made good by
`Replay`, in portions: between two of them everybody plays on, and what ends meanwhile is rated from
ratings that may not be right yet and comes right with the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from matches.errors import AlreadyVoid, NothingRated, OtherServer, UnknownMatch
from matches.history import RatingChange, RatingEvent, StoredRating, changes_by
from matches.ids import MatchId, PlayerId, ServerId
from matches.outbox import Telling
from matches.ports import UnitOfWork
from matches.void import LONGEST_REASON, Void

Key: TypeAlias = tuple[ServerId | None, PlayerId]
"""A scope and a player; the variant is the track's."""

SETTLED_AT_ONCE = 100
"""Ratings that one portion stores at the end."""


async def void_match(
    uow: UnitOfWork,
    match_id: MatchId,
    *,
    by: PlayerId | None,
    reason: str,
    server: ServerId | None,
    now: datetime,
) -> Void:
    """Void one match, and commit. An administrator decides for a `server`; None for all of them.

    Raises UnknownMatch, OtherServer, NothingRated for one that changed no ratings, and AlreadyVoid.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    if server is not None and match.place.server != server:
        raise OtherServer
    if await uow.voids.of(match_id) is not None:
        raise AlreadyVoid
    void = Void(match_id, by, _one_line(reason), now)
    if not await _void(uow, [match_id], void):
        raise NothingRated
    await uow.commit()
    return void


async def void_all_of(
    uow: UnitOfWork,
    player: PlayerId,
    *,
    by: PlayerId | None,
    reason: str,
    server: ServerId | None,
    now: datetime,
) -> list[MatchId]:
    """Void every rated match of a player, in one server or everywhere, and commit. Nobody is called
    to each of them.

    Raises NothingRated if there is none.
    """
    matches = await uow.voids.rated_of(player, server)
    void = Void(MatchId(0), by, _one_line(reason), now, tells=False)
    voided = await _void(uow, matches, void)
    if not voided:
        raise NothingRated
    await uow.commit()
    return voided


async def _void(uow: UnitOfWork, matches: Sequence[MatchId], void: Void) -> list[MatchId]:
    await uow.ratings.freeze()
    return [match for match in matches if await uow.voids.add(replace(void, match=match))]


def _one_line(reason: str) -> str:
    return " ".join(reason.split())[:LONGEST_REASON]


@dataclass
class Replay:
    """Makes all ratings what they would have been without the voided matches.

    A portion is one unit of work. It begins anew whenever another match is voided, and after a
    crash: what has been made good by then comes out the same again.
    """

    _pending: tuple[int, ...] = ()
    _tracks: list["_Track"] = field(default_factory=list)

    async def portion(self, uow: UnitOfWork, limit: int, *, now: datetime) -> bool:
        """Go on through up to `limit` matches, and commit; whether anything is left to do."""
        # Nobody else replays meanwhile, and nothing is rated or voided.
        await uow.ratings.freeze()
        pending = await uow.voids.pending()
        if not pending:
            self._pending, self._tracks = (), []
            return False
        if self._pending != tuple(event.id for event in pending):
            self._begin(pending)
        for track in self._tracks:
            if await track.portion(uow, limit, now=now):
                await uow.commit()
                return True
        await self._close(uow, [event.match for event in pending], now)
        await uow.commit()
        return True

    @staticmethod
    async def _close(uow: UnitOfWork, matches: Sequence[MatchId], now: datetime) -> None:
        await uow.voids.close(matches)
        for match in matches:
            void = await uow.voids.of(match)
            if void is not None and void.tells:
                await uow.outbox.add(Telling.POST_BOARD, now=now, match=match, notifies=True)

    def _begin(self, pending: Sequence[RatingEvent]) -> None:
        self._pending = tuple(event.id for event in pending)
        variants = dict.fromkeys(event.variant for event in pending)
        self._tracks = [
            _Track.of([event for event in pending if event.variant == variant])
            for variant in variants
        ]


@dataclass
class _Track:
    """The history of one variant from the first voided match on."""

    variant: str
    voided: frozenset[int]
    """The events that are made good now; others that are void were before."""
    after: tuple[datetime, int]
    """When the last event finished that was looked at, and its id."""
    states: dict[Key, StoredRating] = field(default_factory=dict)
    """What is not as it was stored, as far as the track has come."""
    unsettled: set[Key] = field(default_factory=set)
    """Whose rating is not stored yet."""
    counted: set[Key] = field(default_factory=set)
    """Who may have met fewer opponents than before."""

    @classmethod
    def of(cls, voided: Sequence[RatingEvent]) -> "_Track":
        """The track from the first of these on, which are in order."""
        first = voided[0]
        ids = frozenset(event.id for event in voided)
        return cls(first.variant, ids, (first.finished_at, first.id - 1))

    async def portion(self, uow: UnitOfWork, limit: int, *, now: datetime) -> bool:
        """Go on; False when the track is at its end and nothing was left to store."""
        events = await uow.voids.history_after(self.variant, self.after, limit)
        if events:
            await self._make_good(uow, events)
            self.after = events[-1].finished_at, events[-1].id
            return True
        if not self.unsettled:
            return False
        some = sorted(self.unsettled, key=str)[:SETTLED_AT_ONCE]
        await uow.voids.settle(
            {(scope, self.variant, player): self.states[scope, player] for scope, player in some},
            recount={(scope, self.variant, player) for scope, player in self.counted & set(some)},
            now=now,
        )
        self.unsettled.difference_update(some)
        return True

    async def _make_good(self, uow: UnitOfWork, events: Iterable[RatingEvent]) -> None:
        unknown = await self._changes_with_others(uow, events)
        made: dict[int, list[RatingChange]] = {}
        for event in events:
            if event.void:
                if event.id in self.voided:
                    await self._take_out(uow, event)
                continue
            changes = self._rate(event, unknown.get(event.id, ()))
            if changes:
                made[event.id] = changes
        await uow.voids.correct(made)

    async def _take_out(self, uow: UnitOfWork, event: RatingEvent) -> None:
        for scope in event.scopes:
            for player in (event.first, event.second):
                if (scope, player) not in self.states:
                    self.states[scope, player] = await uow.voids.rating_before(event, scope, player)
                self.counted.add((scope, player))
                self.unsettled.add((scope, player))

    async def _changes_with_others(
        self, uow: UnitOfWork, events: Iterable[RatingEvent]
    ) -> dict[int, list[RatingChange]]:
        """What the events changed in which somebody meets whose rating is as it was stored."""
        wrong, needed = set(self.states), []
        for event in events:
            for scope in event.scopes:
                both = {(scope, event.first), (scope, event.second)}
                if event.void:
                    wrong |= both if event.id in self.voided else set()
                elif len(both & wrong) == 1:
                    needed.append(event.id)
                    wrong |= both
        return await uow.voids.changes_of(needed)

    def _rate(self, event: RatingEvent, stored: Sequence[RatingChange]) -> list[RatingChange]:
        """What the event changes wherever the rating of one of the two is another than it was."""
        found: list[RatingChange] = []
        seen: dict[PlayerId, StoredRating] = {}
        same: list[RatingChange] = []
        for scope in event.scopes:
            ratings = self._ratings(event, scope, stored)
            if ratings is None:
                continue
            if same and ratings == seen:
                # Whoever plays in one server alone has the same ratings there and overall.
                changes = [RatingChange(c.player, scope, c.before, c.after) for c in same]
            else:
                changes = changes_by(event, scope, ratings)
                seen, same = ratings, changes
            for change in changes:
                key = scope, change.player
                self.states[key] = StoredRating(change.after, event.finished_at)
                self.unsettled.add(key)
            found += changes
        return found

    def _ratings(
        self, event: RatingEvent, scope: ServerId | None, stored: Sequence[RatingChange]
    ) -> dict[PlayerId, StoredRating] | None:
        """Both ratings before the event; None if they are as they were."""
        first, second = event.first, event.second
        states = {first: self.states.get((scope, first)), second: self.states.get((scope, second))}
        if not any(states.values()):
            return None
        for change in stored:
            if change.scope == scope and states[change.player] is None:
                states[change.player] = StoredRating(change.before, event.finished_at)
        return {player: state for player, state in states.items() if state is not None}
