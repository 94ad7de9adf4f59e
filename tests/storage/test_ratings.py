"""Ratings and their history."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from matches.history import RatingChange, RatingEvent, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import Match
from matches.ports import Store
from matches.rating import Rating
from tests.storage.samples import HOUR, LARGEST, NOW, add_match, read, write

SERVER = ServerId(LARGEST)
BEFORE = Rating(1500.0, 350.0, 0.06)
WON = Rating(1662.310_894_123_456_7, 290.318_964_7, 0.059_999_1)
LOST = Rating(1337.689_105_876_543_3, 290.318_964_7, 0.059_999_1)


def event_of(match: Match, **changes: object) -> RatingEvent:
    """The match won by its first player."""
    event = RatingEvent(
        id=0,
        match=match.id,
        variant="standard",
        server=SERVER,
        first=match.first,
        second=match.second,
        score=1.0,
        finished_at=NOW,
    )
    return replace(event, **changes)  # type: ignore[arg-type]


def changes_of(match: Match, *scopes: ServerId | None) -> list[RatingChange]:
    """What that changes in each scope."""
    return [
        change
        for scope in scopes
        for change in (
            RatingChange(match.first, scope, BEFORE, WON),
            RatingChange(match.second, scope, BEFORE, LOST),
        )
    ]


async def record(store: Store, event: RatingEvent, changes: list[RatingChange]) -> RatingEvent:
    """Record it in a unit of its own."""
    return await write(store, lambda uow: uow.ratings.record(event, changes))


async def rating_of(
    store: Store,
    players: Iterable[PlayerId],
    variant: str = "standard",
    scope: ServerId | None = None,
) -> Mapping[PlayerId, StoredRating]:
    """The stored ratings of some players."""
    return await read(store, lambda uow: uow.ratings.of(players, variant, scope))


@pytest.mark.parametrize("scope", [None, SERVER])
async def test_newcomers_rating(store: Store, scope: ServerId | None):
    """Who never played a rated match has a newcomer's rating that never changed."""
    players = [PlayerId(1), PlayerId(2)]
    found = await rating_of(store, players, scope=scope)
    assert found == dict.fromkeys(players, StoredRating(Rating(), None))


async def test_event_changes_ratings_exactly(store: Store):
    """Recorded ratings come back to the last bit, with the time of the event."""
    match = await add_match(store)
    await record(store, event_of(match), changes_of(match, None, SERVER))
    for scope in (None, SERVER):
        players = (match.first, match.second, PlayerId(99))
        assert await rating_of(store, players, scope=scope) == {
            match.first: StoredRating(WON, NOW, 1),
            match.second: StoredRating(LOST, NOW, 1),
            99: StoredRating(Rating(), None),
        }


async def test_scopes_and_variants_are_apart(store: Store):
    """A rating on one server, or in one variant, says nothing about another."""
    match = await add_match(store)
    await record(store, event_of(match), changes_of(match, SERVER))
    for variant, scope in (("standard", None), ("texas", SERVER), ("standard", ServerId(7))):
        found = await rating_of(store, [match.first], variant, scope)
        assert found == {match.first: StoredRating(Rating(), None)}


async def test_later_event_replaces_the_rating(store: Store):
    """The rating is that of the last event; both changes stay in the history."""
    match = await add_match(store)
    other = await add_match(store)
    later = NOW + HOUR
    await record(store, event_of(match), changes_of(match, None))
    again = RatingChange(match.first, None, WON, LOST)
    await record(store, event_of(other, finished_at=later), [again])
    found = await rating_of(store, [match.first])
    assert found == {match.first: StoredRating(LOST, later, 1)}
    assert await read(store, lambda uow: uow.ratings.changes_of(other.id)) == [again]
    first = await read(store, lambda uow: uow.ratings.changes_of(match.id))
    assert first == changes_of(match, None)


async def test_changes_of_a_match(store: Store):
    """What a match changed, overall first; nothing for a match that was not rated."""
    match = await add_match(store)
    assert await read(store, lambda uow: uow.ratings.changes_of(match.id)) == []
    await record(store, event_of(match), changes_of(match, SERVER, None))
    found = await read(store, lambda uow: uow.ratings.changes_of(match.id))
    assert found == changes_of(match, None, SERVER)


async def test_history_is_in_order(store: Store):
    """Events are ordered by their time, those of the same time by their id."""
    matches = [await add_match(store) for _ in range(4)]
    times = (NOW + HOUR, NOW, NOW - HOUR, NOW)
    scores = (1.0, 0.5, 0.0, 0.5)
    recorded = [
        await record(store, event_of(match, finished_at=time, score=score, server=None), [])
        for match, time, score in zip(matches, times, scores, strict=True)
    ]
    last, second, first, third = recorded
    assert await read(store, lambda uow: uow.ratings.history()) == [first, second, third, last]
    assert len({event.id for event in recorded}) == 4


async def test_last_event_of_any_of_the_players(store: Store):
    """The newest end of a rated match of one of these players, on either side."""
    match = await add_match(store)
    players = (match.first, match.second)
    assert await read(store, lambda uow: uow.ratings.last_event_at(players)) is None
    await record(store, event_of(match, finished_at=NOW + HOUR), [])
    other = await add_match(store)
    await record(store, event_of(other, first=match.second, second=match.second), [])
    for asked, expected in (
        (players, NOW + HOUR),
        ((match.first,), NOW + HOUR),
        ((match.second,), NOW + HOUR),
        ((PlayerId(99),), None),
        ((), None),
    ):
        async with store.reading() as uow:
            assert await uow.ratings.last_event_at(asked) == expected


async def test_all_stored_ratings(store: Store):
    """Every rating with its scope, variant and player."""
    match = await add_match(store)
    assert await read(store, lambda uow: uow.ratings.stored()) == {}
    await record(store, event_of(match, variant="texas"), changes_of(match, None, SERVER))
    assert await read(store, lambda uow: uow.ratings.stored()) == {
        (None, "texas", match.first): StoredRating(WON, NOW, 1),
        (None, "texas", match.second): StoredRating(LOST, NOW, 1),
        (SERVER, "texas", match.first): StoredRating(WON, NOW, 1),
        (SERVER, "texas", match.second): StoredRating(LOST, NOW, 1),
    }


async def test_no_match_is_rated_twice(sql_store: Store):
    """The database itself refuses a second event of the same match."""
    match = await add_match(sql_store)
    await record(sql_store, event_of(match), [])
    with pytest.raises(Exception, match=r"(?i)unique"):
        await record(sql_store, event_of(match), [])
    assert len(await read(sql_store, lambda uow: uow.ratings.history())) == 1


async def test_unknown_match_has_no_changes(store: Store):
    """A match that does not exist changed nothing."""
    assert await read(store, lambda uow: uow.ratings.changes_of(MatchId(5))) == []
