"""A player as others see them: the card, the history of matches, and two people's score.

A scope is a server, or None for everywhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from matches.errors import UnknownPlayer
from matches.ids import PlayerId, ServerId
from matches.people import Person
from matches.ports import UnitOfWork
from matches.rating import Rating
from matches.results import DatedRating, Met, PastMatch, Results, Tally, Wanted
from rules import VARIANTS

MOMENTS = 40
"""Moments at which a curve looks: on a card they are eight pixels from each other."""
OPPONENTS_SHOWN = 3
OPPONENTS_OFFERED = 24
"""Options of a menu, Discord's limit, less the one for everybody."""
PAGE = 10
"""Matches on a page of a history."""
LATEST = 5
"""Matches shown under two people's score."""


@dataclass(frozen=True, slots=True)
class PresetRating:
    """A player's rating in one preset."""

    variant: str
    rating: Rating
    """As it is now: less certain with the time since its last change."""
    curve: tuple[DatedRating, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody whom a player met, and how that ended for the player."""

    person: Person
    tally: Tally


@dataclass(frozen=True, slots=True)
class Profile:
    """All that a card shows."""

    person: Person
    scope: ServerId | None
    results: Results
    ratings: tuple[PresetRating, ...]
    rivals: tuple[Rival, ...]
    """Whom the player met most often."""


async def profile_of(
    uow: UnitOfWork, player: PlayerId, scope: ServerId | None, *, now: datetime
) -> Profile:
    """A player's card. Raises UnknownPlayer."""
    person = await _known(uow, player)
    results = await uow.profiles.results(player, Wanted(scope), OPPONENTS_SHOWN)
    ratings = await _ratings(uow, player, scope, now)
    return Profile(person, scope, results, ratings, await _rivals(uow, results.opponents))


async def _ratings(
    uow: UnitOfWork, player: PlayerId, scope: ServerId | None, now: datetime
) -> tuple[PresetRating, ...]:
    """In the order of the presets."""
    stored = await uow.profiles.ratings(player, scope)
    curves = await uow.profiles.curves(player, scope, MOMENTS)
    return tuple(
        PresetRating(key, stored[key].at(now), tuple(curves.get(key, ())))
        for key in (variant.key for variant in VARIANTS)
        if key in stored
    )


async def _rivals(uow: UnitOfWork, met: Sequence[Met]) -> tuple[Rival, ...]:
    people = await uow.players.people(opponent for opponent, _ in met)
    return tuple(Rival(_person(people, opponent), tally) for opponent, tally in met)


async def _known(uow: UnitOfWork, player: PlayerId) -> Person:
    person = (await uow.players.people((player,))).get(player)
    if person is None or person.account is None:
        raise UnknownPlayer
    return person


def _person(people: Mapping[PlayerId, Person], player: PlayerId) -> Person:
    return people.get(player, Person(player, None, ""))


# ------------------------------------------------------------------------------------ the history


@dataclass(frozen=True, slots=True)
class History:
    """A page of a player's matches."""

    person: Person
    wanted: Wanted
    number: int
    """Of the page, from 0."""
    tally: Tally
    """Of all matches that are wanted and count."""
    matches: tuple[PastMatch, ...]
    people: Mapping[PlayerId, Person]
    """The opponents of this page's matches."""
    rivals: tuple[Rival, ...]
    """Whom one may choose, whatever else is wanted, and who is chosen."""
    void: int = 0
    """How many are wanted that count for nothing; they are listed all the same."""

    @property
    def listed(self) -> int:
        """How many matches all pages have together."""
        return self.tally.played + self.void

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return max(1, -(-self.listed // PAGE))


async def history_of(uow: UnitOfWork, player: PlayerId, wanted: Wanted, number: int) -> History:
    """A page of the matches that are wanted; the last one if there are not so many.

    Raises UnknownPlayer.
    """
    person = await _known(uow, player)
    everything = Wanted(wanted.server)
    results = await uow.profiles.results(player, everything, OPPONENTS_OFFERED)
    chosen = results if wanted == everything else await uow.profiles.results(player, wanted)
    listed = chosen.total.played + chosen.void
    number = min(max(number, 0), max(0, (listed - 1) // PAGE))
    matches = tuple(await uow.profiles.past(player, wanted, number * PAGE, PAGE))
    return History(
        person,
        wanted,
        number,
        chosen.total,
        matches,
        await _opponents(uow, matches),
        await _offered(uow, results, wanted.opponent),
        chosen.void,
    )


async def _offered(uow: UnitOfWork, results: Results, chosen: PlayerId | None) -> tuple[Rival, ...]:
    """The most frequent opponents, and who is chosen."""
    met = list(results.opponents)
    if chosen is not None and all(each.opponent != chosen for each in met):
        met = [*met[: OPPONENTS_OFFERED - 1], Met(chosen, Tally())]
    return await _rivals(uow, met)


async def _opponents(uow: UnitOfWork, matches: Sequence[PastMatch]) -> Mapping[PlayerId, Person]:
    wanted = {match.opponent for match in matches}
    people = await uow.players.people(wanted)
    return {player: _person(people, player) for player in wanted}


async def latest_of(
    uow: UnitOfWork, player: PlayerId, scope: ServerId | None, most: int
) -> tuple[Sequence[PastMatch], Mapping[PlayerId, Person]]:
    """A player's newest matches and the opponents in them. Raises UnknownPlayer."""
    await _known(uow, player)
    matches = await uow.profiles.past(player, Wanted(scope), 0, most)
    return matches, await _opponents(uow, matches)


# ----------------------------------------------------------------------------------- head to head


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people's score, as one of them sees it."""

    scope: ServerId | None
    opponent: Person | None
    """None if nobody has been chosen yet."""
    results: Results
    by_variant: Mapping[str | None, Tally]
    latest: tuple[PastMatch, ...]
    rivals: tuple[Rival, ...]
    """Whom else one may choose, and who is chosen."""


async def head_to_head(
    uow: UnitOfWork, player: PlayerId | None, opponent: PlayerId | None, scope: ServerId | None
) -> HeadToHead:
    """The score of a player, None for who has never played, and an opponent.

    Nobody meets themself: then an opponent has still to be chosen. Who deleted their account is
    an opponent of those who met them. Raises UnknownPlayer.
    """
    chosen = None if opponent == player else opponent
    if player is None:
        other = None if chosen is None else await _known(uow, chosen)
        return HeadToHead(scope, other, Results(), {}, (), ())
    everybody = await uow.profiles.results(player, Wanted(scope), OPPONENTS_OFFERED)
    rivals = await _offered(uow, everybody, chosen)
    if chosen is None:
        return HeadToHead(scope, None, Results(), {}, (), rivals)
    wanted = Wanted(scope, opponent=chosen)
    results = await uow.profiles.results(player, wanted)
    if results.total.played or results.void:
        other = _person(await uow.players.people((chosen,)), chosen)
    else:
        other = await _known(uow, chosen)
    by_variant = await uow.profiles.by_variant(player, wanted)
    latest = await uow.profiles.past(player, wanted, 0, LATEST)
    return HeadToHead(scope, other, results, by_variant, tuple(latest), rivals)
