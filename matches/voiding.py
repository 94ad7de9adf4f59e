"""Voiding matches: the decision at once, and then ratings as if they had never been played.

A decision takes the match out of the history of rated matches. What it changed is made good by
`Replay`, in portions: between two of them everybody plays on, and what ends meanwhile is rated from
ratings that may not be right yet and comes right with the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeAlias

from matches.accounts import require_account
from matches.errors import AlreadyVoid, NothingRated, OtherServer, UnknownMatch
from matches.history import RatingChange, RatingEvent, StoredRating, changes_by
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import Match
from matches.outbox import Telling
from matches.ports import UnitOfWork
from matches.void import LONGEST_REASON, Void

Key: TypeAlias = tuple[ServerId | None, PlayerId]
"""A scope and a player; the variant is the track's."""

SETTLED_AT_ONCE = 100
"""Ratings that one portion stores at the end."""
MARKED = 30
"""Boards that say that their match is void although nobody is called to them: the newest."""
MARKED_EVERY = timedelta(seconds=20)
"""Between two of these: Discord caps edits of old messages, and boards of running matches go first.
"""
TAKEN_OUT_AT_ONCE = 20
"""Voided matches that one portion comes to."""


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

    Raises what `voidable` raises, and AccountGone.
    """
    await voidable(uow, match_id, server)
    void = Void(match_id, by, _one_line(reason), now)
    await _void(uow, [match_id], void)
    await uow.commit()
    return void


async def voidable(uow: UnitOfWork, match_id: MatchId, server: ServerId | None) -> Match:
    """A match that can be voided.

    Raises UnknownMatch, OtherServer, NothingRated for one that changed no ratings, and AlreadyVoid.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    if server is not None and match.place.server != server:
        raise OtherServer
    if await uow.voids.of(match_id) is not None:
        raise AlreadyVoid
    if not await uow.ratings.changes_of(match_id):
        raise NothingRated
    return match


async def void_some_of(
    uow: UnitOfWork,
    player: PlayerId,
    limit: int,
    *,
    by: PlayerId | None,
    reason: str,
    server: ServerId | None,
    now: datetime,
) -> list[MatchId]:
    """Void up to `limit` rated matches of a player, in one server or everywhere, and commit; all of
    them are void when fewer come back. Nobody is called to each of them: the player is told once,
    with the last ones. Raises AccountGone.
    """
    matches = await uow.voids.rated_of(player, server, limit + 1)
    void = Void(MatchId(0), by, _one_line(reason), now, tells=False)
    voided = await _void(uow, matches[:limit], void)
    if voided and len(matches) <= limit:
        await uow.outbox.add(Telling.TELL_VOIDED, now=now, match=max(voided), player=player)
    await uow.commit()
    return voided


async def _void(uow: UnitOfWork, matches: Sequence[MatchId], void: Void) -> list[MatchId]:
    if void.by is not None:
        await uow.players.lock([void.by])
        await require_account(uow, void.by)
    await uow.ratings.freeze()
    return await uow.voids.add(matches, void)


def _one_line(reason: str) -> str:
    return " ".join(reason.split())[:LONGEST_REASON]


async def close_voids(uow: UnitOfWork, now: datetime) -> None:
    """All ratings are as without the voided matches: whoever is to be told of it is told, and the
    newest of the other boards say so, one after the other.
    """
    for at, match in enumerate(await uow.voids.quiet(MARKED), 1):
        due_at = now + at * MARKED_EVERY
        await uow.outbox.add(Telling.MARK_VOID, now=now, due_at=due_at, match=match)
    for match in await uow.voids.close():
        await uow.outbox.add(Telling.POST_BOARD, now=now, match=match, notifies=True)


@dataclass
class Replay:
    """Makes all ratings what they would have been without the voided matches.

    A portion is one unit of work. It begins anew whenever another match is voided, and after a
    crash: what has been made good by then comes out the same again.
    """

    _waiting: tuple[int, int] = (0, 0)
    _pending: list[RatingEvent] = field(default_factory=list)
    _tracks: list["_Track"] = field(default_factory=list)

    async def portion(self, uow: UnitOfWork, limit: int, *, now: datetime) -> bool:
        """Go on through up to `limit` matches, and commit; whether anything is left to do."""
        # Nobody else replays meanwhile, and nothing is rated or voided.
        await uow.ratings.freeze()
        waiting = await uow.voids.waiting()
        # What is not committed has not happened: if anything fails, the next portion begins anew.
        before, self._waiting = self._waiting, (0, 0)
        if waiting[0] == 0:
            self._pending, self._tracks = [], []
            return False
        if before != waiting:
            await self._begin(uow, await uow.voids.pending())
        if not await self._go_on(uow, limit, now):
            await close_voids(uow, now)
        await uow.commit()
        self._waiting = waiting
        return True

    async def _go_on(self, uow: UnitOfWork, limit: int, now: datetime) -> bool:
        for track in self._tracks:
            if await track.go_on(uow, limit):
                return True
            if await track.has_missed(uow):
                await self._begin(uow, self._pending)
                return True
            if await track.settle(uow, now=now):
                return True
        return False

    async def _begin(self, uow: UnitOfWork, pending: Sequence[RatingEvent]) -> None:
        self._pending = list(pending)
        newest = await uow.voids.newest_event()
        variants = dict.fromkeys(event.variant for event in pending)
        self._tracks = [
            _Track.of([event for event in pending if event.variant == variant], newest)
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
    newest: int
    """The highest id of an event that was there when it began, or was looked at since."""
    states: dict[Key, StoredRating] = field(default_factory=dict)
    """What is not as it was stored, as far as the track has come."""
    unsettled: set[Key] = field(default_factory=set)
    """Whose rating is not stored yet."""
    counted: set[Key] = field(default_factory=set)
    """Who may have met fewer opponents than before."""

    @classmethod
    def of(cls, voided: Sequence[RatingEvent], newest: int) -> "_Track":
        """The track from the first of these on, which are in order; `newest` is the highest id."""
        first = voided[0]
        ids = frozenset(event.id for event in voided)
        return cls(first.variant, ids, (first.finished_at, first.id - 1), newest)

    async def has_missed(self, uow: UnitOfWork) -> bool:
        """Whether something ended, by another process's clock, before what was looked at already:
        what followed was rated without it.
        """
        return await uow.voids.has_missed(self.variant, self.after, self.newest)

    async def go_on(self, uow: UnitOfWork, limit: int) -> bool:
        """Go on through the history; False when there is no more of it."""
        events = self._few(await uow.voids.history_after(self.variant, self.after, limit))
        if not events:
            return False
        await self._make_good(uow, events)
        self.after = events[-1].finished_at, events[-1].id
        self.newest = max(self.newest, *(event.id for event in events))
        return True

    async def settle(self, uow: UnitOfWork, *, now: datetime) -> bool:
        """Store some ratings as they came out; False when none was left to store."""
        if not self.unsettled:
            return False
        # In one order within a portion, as everybody locks rows.
        some = sorted(islice(self.unsettled, SETTLED_AT_ONCE), key=str)
        await uow.voids.settle(
            {(scope, self.variant, player): self.states[scope, player] for scope, player in some},
            recount={(scope, self.variant, player) for scope, player in self.counted & set(some)},
            now=now,
        )
        self.unsettled.difference_update(some)
        return True

    def _few(self, events: Sequence[RatingEvent]) -> Sequence[RatingEvent]:
        """As many as one portion can take: for each that is taken out, ratings are looked for."""
        taken_out = [at for at, event in enumerate(events) if event.id in self.voided]
        more = taken_out[TAKEN_OUT_AT_ONCE:]
        return events[: more[0]] if more else events

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
