"""What became of somebody's matches, as their card and their history count it.

Only matches that count are counted: those that somebody won or that both drew, rated or not, and
that no administrator made void. Lists have the void ones too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import groupby
from typing import NamedTuple, TypeVar

from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason
from matches.place import BoardMessage, Place
from rules import Player

K = TypeVar("K")


class Outcome(Enum):
    """How a match ended for one of the two; the values are the score in halves, less one."""

    WON = 1
    DRAWN = 0
    LOST = -1

    @classmethod
    def of(cls, winner: Player | None, side: Player) -> "Outcome":
        """What a result is for this side."""
        if winner is None:
            return cls.DRAWN
        return cls.WON if winner is side else cls.LOST


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches somebody won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @classmethod
    def of(cls, outcome: Outcome, count: int) -> "Tally":
        """So many matches that ended alike."""
        return cls(**{outcome.name.lower(): count})


@dataclass(frozen=True, slots=True)
class Ended:
    """Matches of one player that ended alike on one side."""

    side: Player
    outcome: Outcome
    reason: EndReason
    rated: bool
    count: int
    longest: int | None
    """The most segments that the player drew in one turn; None where turns are no chains."""

    @property
    def tally(self) -> Tally:
        """How they ended."""
        return Tally.of(self.outcome, self.count)


class Met(NamedTuple):
    """An opponent, and how it ended against them."""

    opponent: PlayerId
    tally: Tally


class Run(NamedTuple):
    """Matches one after the other that ended alike."""

    outcome: Outcome
    length: int


@dataclass(frozen=True, slots=True)
class Results:
    """What can be counted of somebody's matches."""

    ended: tuple[Ended, ...] = ()
    since: datetime | None = None
    """When the first of them ended."""
    opponents: tuple[Met, ...] = ()
    """Those who were met most, the most frequent first, of several whoever was met last."""
    run: Run | None = None
    """The newest matches that ended alike; None without any."""
    most_wins: int = 0
    """The most wins one after the other."""
    void: int = 0
    """How many more of them an administrator made void: nothing else here counts those."""

    @property
    def total(self) -> Tally:
        """All of them."""
        return sum((each.tally for each in self.ended), Tally())

    @property
    def rated(self) -> int:
        """How many of them were to change ratings."""
        return sum(each.count for each in self.ended if each.rated)

    @property
    def longest(self) -> int | None:
        """The longest chain, in segments."""
        return max((each.longest for each in self.ended if each.longest is not None), default=None)

    @property
    def wins_now(self) -> int:
        """How many of the newest matches were won one after the other."""
        return self.run.length if self.run is not None and self.run.outcome is Outcome.WON else 0

    def by_side(self) -> Mapping[Player, Tally]:
        """For each side that was played."""
        found = _summed((each.side, each.tally) for each in self.ended)
        return {side: found[side] for side in Player if side in found}

    def by_reason(self) -> Mapping[EndReason, Tally]:
        """For each way in which any ended, the most frequent one first."""
        found = _summed((each.reason, each.tally) for each in self.ended)
        return dict(sorted(found.items(), key=lambda each: (-each[1].played, each[0].value)))


def _summed(tallies: Iterable[tuple[K, Tally]]) -> dict[K, Tally]:
    found: dict[K, Tally] = {}
    for key, tally in tallies:
        found[key] = found.get(key, Tally()) + tally
    return found


def runs_of(outcomes: Iterable[Outcome]) -> list[Run]:
    """The runs in results in the order of time."""
    return [Run(outcome, len(list(run))) for outcome, run in groupby(outcomes)]


def longest_run(runs: Iterable[Run], outcome: Outcome) -> int:
    """The length of the longest run of an outcome; 0 if there is none."""
    return max((run.length for run in runs if run.outcome is outcome), default=0)


CUSTOM = "custom"
"""Stands for games of one's own where a preset's key would stand."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of somebody's matches are meant; what is None, or empty, leaves out nothing."""

    server: ServerId | None = None
    variant: str | None = None
    """A preset's key, or `CUSTOM`."""
    opponent: PlayerId | None = None
    outcomes: frozenset[Outcome] = frozenset()
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match that is over, as somebody's history shows it."""

    id: MatchId
    opponent: PlayerId
    outcome: Outcome
    reason: EndReason
    variant: str | None
    rated: bool
    finished_at: datetime
    place: Place
    board: BoardMessage | None
    """The message with its last board."""
    change: int | None
    """Points that the rating changed by, as they are shown; None if it changed nothing."""
    void: bool = False
    """Whether an administrator decided that it counts for nothing."""


class DatedRating(NamedTuple):
    """A rating right after a match."""

    at: datetime
    value: float
    deviation: float
