"""The ordered history of rated matches, whose fold the ratings are."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from matches.ids import MatchId, PlayerId, ServerId
from matches.ranking import OPPONENTS
from matches.rating import Rating, aged, rate_match

RatingKey: TypeAlias = tuple[ServerId | None, str, PlayerId]
"""A scope (None: overall), a variant and a player."""


@dataclass(frozen=True, slots=True)
class RatingEvent:
    """A rated match's end. Events are ordered by `(finished_at, id)`."""

    id: int
    match: MatchId
    variant: str
    server: ServerId | None
    first: PlayerId
    second: PlayerId
    score: float
    """The first player's: 1 won, 0.5 drawn, 0 lost."""
    finished_at: datetime
    void: bool = False
    """Whether it is no part of the history any more."""

    @property
    def scopes(self) -> tuple[ServerId | None, ...]:
        """Where it changes ratings: overall, and in its server if it has one."""
        return (None,) if self.server is None else (None, self.server)


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A rating as of its last change; `changed_at` None if it never did."""

    rating: Rating
    changed_at: datetime | None
    opponents: int = 0
    """With how many different ones it was made, counted up to `OPPONENTS`."""

    def at(self, now: datetime) -> Rating:
        """The rating now: less certain with the time since its last change."""
        return aged(self.rating, timedelta() if self.changed_at is None else now - self.changed_at)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match did to one player's rating in one scope (None: overall)."""

    player: PlayerId
    scope: ServerId | None
    before: Rating
    after: Rating


def changes_by(
    event: RatingEvent, scope: ServerId | None, stored: Mapping[PlayerId, StoredRating]
) -> list[RatingChange]:
    """What an event changes in one scope: both from the ratings before the match, of which the
    deviations have grown while nobody played.
    """
    players = (event.first, event.second)
    first, second = (stored[player].at(event.finished_at) for player in players)
    after = rate_match(first, second, event.score)
    return [
        RatingChange(player, scope, old, new)
        for player, old, new in zip(players, (first, second), after, strict=True)
    ]


@dataclass
class Fold:
    """The ratings that a history amounts to, computed from nothing."""

    ratings: dict[RatingKey, StoredRating] = field(default_factory=dict)
    _met: dict[RatingKey, set[PlayerId]] = field(default_factory=lambda: defaultdict(set))

    def rate(self, event: RatingEvent) -> list[RatingChange]:
        """What the next event changes, in the order of `Ratings.changes_of`."""
        changes = []
        for scope in event.scopes:
            changes += self._rate_in(event, scope)
        return changes

    def _rate_in(self, event: RatingEvent, scope: ServerId | None) -> list[RatingChange]:
        newcomer = StoredRating(Rating(), None)
        opponents = {event.first: event.second, event.second: event.first}
        stored = {
            player: self.ratings.get((scope, event.variant, player), newcomer)
            for player in opponents
        }
        changes = changes_by(event, scope, stored)
        for change in changes:
            key = scope, event.variant, change.player
            met = self._met[key]
            if len(met) < OPPONENTS:
                met.add(opponents[change.player])
            self.ratings[key] = StoredRating(change.after, event.finished_at, len(met))
        return sorted(changes, key=lambda change: change.player)
