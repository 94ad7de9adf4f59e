"""Ratings made again from the history of rated matches."""

from dataclasses import replace
from random import Random

import pytest

from matches.history import RatingChange, StoredRating
from matches.ports import Store, UnitOfWork
from matches.rating import Rating
from matches.recomputing import Recomputed, recompute
from tests.matches.test_finishing import play_a_season
from tests.support.clock import START
from tests.support.people import Club, all_stored, assert_is_the_fold


async def again(store: Store) -> Recomputed:
    """Recompute in a unit of its own."""
    async with store.writing() as uow:
        return await recompute(uow, now=START)


async def test_what_is_right_stays(each_club: Club):
    """A replay gives what is stored, to the last bit, and changes nothing."""
    await play_a_season(each_club, Random(1), 6)
    before = await all_stored(each_club.store)
    done = await again(each_club.store)
    assert done.was_right
    assert done.events == len(before.history) > 0
    assert await all_stored(each_club.store) == before


@pytest.mark.parametrize("damage", ["rating", "missing", "too many", "opponents", "change"])
async def test_what_is_wrong_is_repaired(each_club: Club, damage: str):
    """Ratings that are others, missing or of nobody, and changes that are others."""
    await play_a_season(each_club, Random(2), 6)
    before = await all_stored(each_club.store)
    async with each_club.store.writing() as uow:
        await _damage(uow, damage)
        await uow.commit()
    done = await again(each_club.store)
    assert (done.changes, done.ratings) == ((1, 0) if damage == "change" else (0, 1))
    assert await all_stored(each_club.store) == before
    await assert_is_the_fold(each_club.store)
    assert (await again(each_club.store)).was_right


async def _damage(uow: UnitOfWork, damage: str) -> None:
    changes, ratings = dict(await uow.ratings.all_changes()), dict(await uow.ratings.stored())
    key = min(ratings, key=str)
    if damage == "rating":
        ratings[key] = replace(ratings[key], rating=Rating(1234.0))
    elif damage == "opponents":
        ratings[key] = replace(ratings[key], opponents=0)
    elif damage == "missing":
        del ratings[key]
    elif damage == "too many":
        ratings[key[0], "never-played", key[2]] = StoredRating(Rating(), ratings[key].changed_at)
    else:
        event = max(changes)
        changes[event] = [_doubled(change) for change in changes[event]]
    await uow.ratings.rewrite(await uow.ratings.history(), changes, ratings, now=START)


def _doubled(change: RatingChange) -> RatingChange:
    return replace(change, after=replace(change.after, value=2 * change.after.value))


async def test_nothing_was_rated_yet(each_club: Club):
    """An empty history makes no ratings."""
    assert await again(each_club.store) == Recomputed(0, 0, 0)
