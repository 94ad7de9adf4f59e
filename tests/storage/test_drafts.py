"""The one draft that a match can have."""

import asyncio
from dataclasses import replace

import pytest

from matches.errors import StaleMatch
from matches.match import Draft, Match
from matches.ports import Store
from tests.storage.samples import add_match, read, write


def first_draft(match: Match) -> Draft:
    """A draft of the player to move."""
    return Draft(match.id, match.first, match.version, 1, "0")


async def put(store: Store, draft: Draft, previous: Draft | None) -> None:
    """Put it in a unit of its own."""
    await write(store, lambda uow: uow.drafts.put(draft, previous))


async def test_draft_is_stored(store: Store):
    """A match has no draft until one is put; then it is there."""
    match = await add_match(store)
    assert await read(store, lambda uow: uow.drafts.get(match.id)) is None
    draft = first_draft(match)
    await put(store, draft, None)
    assert await read(store, lambda uow: uow.drafts.get(match.id)) == draft


async def test_draft_takes_the_place_of_the_one_before(store: Store):
    """A draft may replace the one that was seen, also one that is empty again."""
    match = await add_match(store)
    draft = first_draft(match)
    await put(store, draft, None)
    for following in (
        replace(draft, revision=2, steps="06"),
        replace(draft, revision=3, steps=""),
        Draft(match.id, match.second, 2, 1, "4"),
    ):
        await put(store, following, draft)
        draft = following
        assert await read(store, lambda uow: uow.drafts.get(match.id)) == draft


@pytest.mark.parametrize("change", ["steps", "revision", "version", "player", "none", "removed"])
async def test_draft_that_changed_is_stale(store: Store, change: str):
    """A draft that is not the one that was seen stays as it is."""
    match = await add_match(store)
    draft = first_draft(match)
    if change != "removed":
        await put(store, draft, None)
    wrong = {
        "steps": replace(draft, steps="1"),
        "revision": replace(draft, revision=2),
        "version": replace(draft, version=2),
        "player": replace(draft, player=match.second),
        "none": None,
        "removed": draft,
    }[change]
    with pytest.raises(StaleMatch) as stale:
        await put(store, replace(draft, steps="7"), wrong)
    assert stale.value.match == match
    expected = None if change == "removed" else draft
    assert await read(store, lambda uow: uow.drafts.get(match.id)) == expected


@pytest.mark.parametrize("first", [True, False])
async def test_two_drafts_at_once(store: Store, first: bool):
    """Two units that put a draft in place of the same one: exactly one does."""
    match = await add_match(store)
    previous = None if first else first_draft(match)
    if previous is not None:
        await put(store, previous, None)
    wanted = [replace(first_draft(match), revision=2, steps=steps) for steps in ("2", "3")]
    outcomes = await asyncio.gather(
        *(put(store, draft, previous) for draft in wanted),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [StaleMatch]
    kept = await read(store, lambda uow: uow.drafts.get(match.id))
    assert kept == wanted[outcomes.index(None)]


async def test_draft_is_forgotten(store: Store):
    """A removed draft is gone; removing none is no mistake."""
    match = await add_match(store)
    await write(store, lambda uow: uow.drafts.remove(match.id))
    await put(store, first_draft(match), None)
    await write(store, lambda uow: uow.drafts.remove(match.id))
    assert await read(store, lambda uow: uow.drafts.get(match.id)) is None
