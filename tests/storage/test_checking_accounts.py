"""What is left of a deleted account is found."""

from collections.abc import Awaitable, Callable

import pytest

from matches.deleting import delete_account
from matches.hints import Hint
from matches.ids import PlayerId
from matches.leave import Leave
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings
from storage import open_store
from storage.checking import examine
from storage.checking.accounts import deleted_accounts_in_order
from tests.storage.samples import NOW, add_players, new_challenge, new_match, write

Change = Callable[[UnitOfWork, PlayerId, PlayerId], Awaitable[object]]
GOES_ON = "goes on, although the account of one of the two was deleted"

LEFT: list[tuple[Change, tuple[str, str]]] = [
    (
        lambda uow, ann, bob: uow.preferences.save(ann, PlayerSettings()),
        ("player {ann}", "has settings, but no account"),
    ),
    (
        lambda uow, ann, bob: uow.leaves.save(Leave(ann, NOW, NOW)),
        ("player {ann}", "has leaves, but no account"),
    ),
    (
        lambda uow, ann, bob: uow.hints.tell(ann, Hint),
        ("player {ann}", "has hints that were told, but no account"),
    ),
    (
        lambda uow, ann, bob: uow.blocks.add(ann, bob),
        ("player {ann}", "has blocks, but no account"),
    ),
    (lambda uow, ann, bob: uow.matches.add(new_match(bob, ann)), ("match {last}", GOES_ON)),
    (
        lambda uow, ann, bob: uow.challenges.add(new_challenge(bob, ann)),
        ("challenge {last}", GOES_ON),
    ),
    (
        lambda uow, ann, bob: uow.challenges.add(new_challenge(ann, None)),
        ("challenge {last}", GOES_ON),
    ),
]


async def found_in(url: str) -> tuple[int, list[tuple[str, str]]]:
    """How many rows were looked at, and what is wrong."""
    async with examine(url) as database:
        assert database is not None
        portions = [portion async for portion in deleted_accounts_in_order(database)]
    findings = [(each.subject, each.problem) for portion in portions for each in portion.findings]
    return sum(portion.looked_at for portion in portions), findings


@pytest.mark.parametrize("left", range(len(LEFT)))
async def test_what_is_left_is_named(url: str, left: int):
    """Each kind of row for a player without an account is a finding, for one with it is none."""
    change, (subject, problem) = LEFT[left]
    store = await open_store(url)
    try:
        ann, bob = await add_players(store)
        await write(store, lambda uow: change(uow, bob, ann))
        async with store.writing() as uow:
            await delete_account(uow, ann, now=NOW)
        if left < 4:
            assert await found_in(url) == (len(Hint) if left == 2 else left != 3, [])
        kept = await write(store, lambda uow: change(uow, ann, bob))
        _, findings = await found_in(url)
        name = subject.format(ann=ann, last=getattr(kept, "id", None))
        assert findings == [(name, problem)]
    finally:
        await store.close()


async def test_a_whole_deletion_leaves_nothing(url: str):
    """Matches, challenges and all that was about the person are over or gone."""
    store = await open_store(url)
    try:
        ann, bob = await add_players(store)
        async with store.writing() as uow:
            for change, _ in LEFT:
                await change(uow, ann, bob)
            await uow.commit()
        async with store.writing() as uow:
            await delete_account(uow, ann, now=NOW)
        assert await found_in(url) == (0, [])
    finally:
        await store.close()
