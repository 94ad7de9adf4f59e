"""Ratings that are not what the rated matches amount to are found, also on many matches."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from matches.history import Fold, RatingEvent
from matches.ids import ServerId
from matches.void import Void
from matches.voiding import Replay
from storage import SqlStore, open_store
from storage.checking import Examined, examine
from storage.checking import ratings as checked_ratings
from tests.storage.samples import NOW, add_match
from tests.storage.test_checking import spoil
from tests.storage.test_ratings import event_of

SERVER = ServerId(700)


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """A store in which five matches of two people were rated as they should be."""
    opened = await open_store(url)
    fold = Fold()
    match = await add_match(opened)
    for number in range(5):
        if number:
            match = await add_match(opened)
        finished_at = NOW + timedelta(days=number)
        event = event_of(match, server=SERVER, score=number % 3 / 2, finished_at=finished_at)
        changes = fold.rate(event)
        async with opened.writing() as uow:
            await uow.ratings.record(event, changes)
            await uow.commit()
    yield opened
    await opened.close()


async def findings(url: str) -> list[str]:
    """What is named as wrong with the ratings."""
    async with examine(url) as database:
        assert database is not None
        portions = [portion async for portion in checked_ratings.ratings_in_order(database)]
    return [finding.subject for portion in portions for finding in portion.findings]


@pytest.mark.parametrize("portion", [2, 500])
async def test_sound_ratings(
    url: str, store: SqlStore, monkeypatch: pytest.MonkeyPatch, portion: int
):
    """Nothing is found, however large the portions are."""
    monkeypatch.setattr(checked_ratings, "SIZE", portion)
    assert await findings(url) == []


@pytest.mark.parametrize(
    ("change", "subject"),
    [
        (
            "UPDATE ratings SET value = 9 WHERE scope = 700 AND player = 1",
            "the rating of player 1 in standard, in server 700",
        ),
        (
            "DELETE FROM ratings WHERE scope = 0 AND player = 2",
            "the rating of player 2 in standard, overall",
        ),
        ("UPDATE rating_changes SET value_after = 9 WHERE event = 2 AND scope = 0", "match 2"),
        ("DELETE FROM rating_changes WHERE event = 5", "match 5"),
    ],
)
async def test_spoiled_ratings(url: str, store: SqlStore, change: str, subject: str):
    """What is spoiled is named, and nothing else."""
    await spoil(store, change)
    assert await findings(url) == [subject]


async def test_matches_that_are_rated_meanwhile(
    url: str, store: SqlStore, monkeypatch: pytest.MonkeyPatch
):
    """Whatever comes after the last match that was seen is no finding."""
    asked = checked_ratings._next_events

    async def only_the_first(database: Examined, after: RatingEvent | None) -> list[RatingEvent]:
        return [] if after is not None else (await asked(database, None))[:1]

    monkeypatch.setattr(checked_ratings, "_next_events", only_the_first)
    assert await findings(url) == []


async def test_ratings_that_are_being_made_good(url: str, store: SqlStore):
    """After a match was voided nothing is wrong, only not finished; the bot does the rest."""
    async with store.writing() as uow:
        first = (await uow.ratings.history())[0]
        assert await uow.voids.add([first.match], Void(first.match, None, "spite", NOW))
        await uow.commit()
    assert await findings(url) == ["ratings"]
    replay = Replay()
    more = True
    while more:
        async with store.writing() as uow:
            more = await replay.portion(uow, 2, now=NOW)
    assert await findings(url) == []
