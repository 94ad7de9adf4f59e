"""Cards and histories as the port promises them, counted in plain dictionaries."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from matches.history import StoredRating
from matches.ids import PlayerId, ServerId
from matches.match import EndReason, Match
from matches.results import (
    CUSTOM,
    DatedRating,
    Ended,
    Met,
    Outcome,
    PastMatch,
    Results,
    Tally,
    Wanted,
    longest_run,
    runs_of,
)
from rules import Player

if TYPE_CHECKING:
    from tests.support.memory_store import Tables

MICROSECOND = timedelta(microseconds=1)


class MemoryProfiles:
    """`matches.profile_ports.Profiles`."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables

    async def results(self, player: PlayerId, wanted: Wanted, opponents: int = 0) -> Results:
        everything = self._wanted(player, wanted)
        found = self._counting(everything)
        runs = runs_of(_outcome(match, player) for match in reversed(found))
        met: dict[PlayerId, Tally] = {}
        for match in found:  # whoever was met last comes first, and stays before who is as frequent
            other = match.opponent_of(player)
            met[other] = met.get(other, Tally()) + Tally.of(_outcome(match, player), 1)
        most = sorted(met.items(), key=lambda each: -each[1].played)[:opponents]
        return Results(
            tuple(_ended(found, player)),
            _end(found[-1]) if found else None,
            tuple(Met(*each) for each in most),
            runs[-1] if runs else None,
            longest_run(runs, Outcome.WON),
            len(everything) - len(found),
        )

    async def by_variant(self, player: PlayerId, wanted: Wanted) -> Mapping[str | None, Tally]:
        found: dict[str | None, Tally] = {}
        for match in self._counting(self._wanted(player, wanted)):
            key = match.terms.variant
            found[key] = found.get(key, Tally()) + Tally.of(_outcome(match, player), 1)
        return dict(sorted(found.items(), key=lambda each: (-each[1].played, each[0] or "")))

    async def past(
        self, player: PlayerId, wanted: Wanted, offset: int, limit: int
    ) -> Sequence[PastMatch]:
        found = self._wanted(player, wanted)[offset : offset + limit]
        return [self._past(match, player, wanted.server) for match in found]

    async def ratings(self, player: PlayerId, scope: ServerId | None) -> Mapping[str, StoredRating]:
        return {
            variant: stored
            for (where, variant, who), stored in self._tables.ratings.items()
            if (where, who) == (scope, player)
        }

    async def curves(
        self, player: PlayerId, scope: ServerId | None, moments: int
    ) -> Mapping[str, Sequence[DatedRating]]:
        events = sorted(self._tables.events.values(), key=lambda each: (each.finished_at, each.id))
        found: dict[str, list[DatedRating]] = {}
        for event in events:
            for change in self._tables.changes.get(event.id, ()):
                if (change.scope, change.player) == (scope, player):
                    point = DatedRating(
                        event.finished_at, change.after.value, change.after.deviation
                    )
                    found.setdefault(event.variant, []).append(point)
        return {variant: _thinned(curve, moments) for variant, curve in found.items()}

    def _wanted(self, player: PlayerId, wanted: Wanted) -> list[Match]:
        """The newest first."""
        found = [
            match
            for match in self._tables.matches.values()
            if match.side_of(player) is not None
            and match.result is not None
            and match.result.reason.counts
            and match.computer is None
            and wanted.server in (None, match.place.server)
            and wanted.variant in (None, match.terms.variant or CUSTOM)
            and wanted.opponent in (None, match.opponent_of(player))
            and (not wanted.outcomes or _outcome(match, player) in wanted.outcomes)
            and wanted.rated in (None, match.rated)
        ]
        return sorted(found, key=lambda match: (_end(match), match.id), reverse=True)

    def _counting(self, found: Sequence[Match]) -> list[Match]:
        return [match for match in found if match.id not in self._tables.voids]

    def _past(self, match: Match, player: PlayerId, scope: ServerId | None) -> PastMatch:
        assert match.result is not None
        changes = [
            round(change.after.value) - round(change.before.value)
            for event in self._tables.events.values()
            if event.match == match.id
            for change in self._tables.changes.get(event.id, ())
            if (change.scope, change.player) == (scope, player)
        ]
        return PastMatch(
            match.id,
            match.opponent_of(player),
            _outcome(match, player),
            match.result.reason,
            match.terms.variant,
            match.rated,
            _end(match),
            match.place,
            self._tables.boards.get(match.id),
            changes[0] if changes else None,
            match.id in self._tables.voids,
        )


def _ended(found: Sequence[Match], player: PlayerId) -> list[Ended]:
    alike: dict[tuple[Player, Outcome, EndReason, bool], list[Match]] = {}
    for match in found:
        side = match.side_of(player)
        assert side is not None
        assert match.result is not None
        key = side, _outcome(match, player), match.result.reason, match.rated
        alike.setdefault(key, []).append(match)
    return [
        Ended(*key, len(each), max(m.longest_chain(key[0]) or 0 for m in each) or None)
        for key, each in alike.items()
    ]


def _thinned(curve: Sequence[DatedRating], moments: int) -> list[DatedRating]:
    length = (curve[-1].at - curve[0].at) // MICROSECOND
    steps = range(moments)
    times = [curve[0].at + length * step // (moments - 1) * MICROSECOND for step in steps]
    stood = {max(at for at, point in enumerate(curve) if point.at <= time) for time in times}
    return [curve[at] for at in sorted(stood)]


def _outcome(match: Match, player: PlayerId) -> Outcome:
    side = match.side_of(player)
    assert side is not None
    assert match.result is not None
    return Outcome.of(match.result.winner, side)


def _end(match: Match) -> datetime:
    assert match.finished_at is not None
    return match.finished_at
