"""Which hints for newcomers a player has been told."""

import asyncio

from matches.hints import Hint
from matches.ports import Store
from tests.storage.samples import add_players, write


async def test_each_hint_is_told_once(store: Store):
    """What was told before is left out, for this player alone."""
    ann, bob = await add_players(store)
    assert await write(store, lambda uow: uow.hints.tell(ann, [Hint.BOUNCE])) == {Hint.BOUNCE}
    both = [Hint.WALL, Hint.BOUNCE]
    assert await write(store, lambda uow: uow.hints.tell(ann, both)) == {Hint.WALL}
    assert await write(store, lambda uow: uow.hints.tell(ann, both)) == frozenset()
    assert await write(store, lambda uow: uow.hints.tell(bob, Hint)) == frozenset(Hint)
    assert await write(store, lambda uow: uow.hints.tell(bob, [])) == frozenset()


async def test_a_hint_of_a_unit_that_is_undone_is_not_told(store: Store):
    """Without a commit nothing is noted."""
    ann, _ = await add_players(store)
    async with store.writing() as uow:
        assert await uow.hints.tell(ann, [Hint.WALL]) == {Hint.WALL}
    assert await write(store, lambda uow: uow.hints.tell(ann, [Hint.WALL])) == {Hint.WALL}


async def test_two_at_once_tell_a_hint_once(store: Store):
    """Of two units that tell the same hints, each hint goes to one."""
    ann, _ = await add_players(store)
    told = await asyncio.gather(
        write(store, lambda uow: uow.hints.tell(ann, Hint)),
        write(store, lambda uow: uow.hints.tell(ann, reversed(list(Hint)))),
    )
    assert sorted(map(len, told)) == [0, len(Hint)]
