"""What players decided: settings, leaves, and whom they blocked."""

import asyncio
from datetime import timedelta

import pytest

from matches.ids import PlayerId
from matches.leave import Leave
from matches.ports import Store
from matches.preferences import PlayerSettings, Reminders
from tests.storage.samples import NOW, add_players, read, write

DAY = timedelta(days=1)


async def choose(store: Store, player: PlayerId, settings: PlayerSettings) -> None:
    """A player decides."""
    await write(store, lambda uow: uow.preferences.save(player, settings))


async def go(store: Store, leave: Leave) -> None:
    """A leave is noted."""
    await write(store, lambda uow: uow.leaves.save(leave))


async def block(store: Store, player: PlayerId, other: PlayerId) -> None:
    """A player blocks another."""
    await write(store, lambda uow: uow.blocks.add(player, other))


@pytest.mark.parametrize("reminders", Reminders)
async def test_settings_of_a_player(store: Store, reminders: Reminders):
    """Whoever never chose has the defaults; what is saved takes their place, for them alone."""
    ann, bob = await add_players(store)
    assert await read(store, lambda uow: uow.preferences.of(ann)) == PlayerSettings()
    chosen = [PlayerSettings(Reminders.OFF), PlayerSettings(reminders, words=True)]
    for settings in (*chosen, PlayerSettings(reminders)):
        await choose(store, ann, settings)
        assert await read(store, lambda uow: uow.preferences.of(ann)) == settings
    assert await read(store, lambda uow: uow.preferences.of(bob)) == PlayerSettings()


async def test_leaves_that_matter(store: Store):
    """Those that end after a time come back, the oldest first; one that changed stands once."""
    ann, bob = await add_players(store)
    old = Leave(ann, NOW - 10 * DAY, NOW - 8 * DAY)
    short = Leave(ann, NOW - 3 * DAY, NOW - 2 * DAY)
    long = Leave(ann, NOW, NOW + 9 * DAY)
    for leave in (long, old, short, Leave(bob, NOW, NOW + DAY)):
        await go(store, leave)
    assert await read(store, lambda uow: uow.leaves.of(ann, NOW - 20 * DAY)) == [old, short, long]
    assert await read(store, lambda uow: uow.leaves.of(ann, old.ends_at)) == [short, long]
    back = Leave(ann, NOW, NOW + DAY)
    await go(store, back)
    assert await read(store, lambda uow: uow.leaves.of(ann, NOW)) == [back]
    assert await read(store, lambda uow: uow.leaves.of(ann, back.ends_at)) == []


async def test_blocks(store: Store):
    """A block has a direction, is there once, and can be taken back."""
    ann, bob, cid = await add_players(store, 3)
    for blocked in (cid, bob, bob):
        await block(store, ann, blocked)
    assert await read(store, lambda uow: uow.blocks.of(ann)) == [bob, cid]
    assert await read(store, lambda uow: uow.blocks.of(bob)) == []
    assert await read(store, lambda uow: uow.blocks.between(ann, bob)) == {ann}
    assert await read(store, lambda uow: uow.blocks.between(bob, ann)) == {ann}
    await block(store, bob, ann)
    assert await read(store, lambda uow: uow.blocks.between(ann, bob)) == {ann, bob}
    assert await read(store, lambda uow: uow.blocks.between(bob, cid)) == frozenset()
    for _ in range(2):
        await write(store, lambda uow: uow.blocks.remove(ann, bob))
    assert await read(store, lambda uow: uow.blocks.between(ann, bob)) == {bob}
    assert await read(store, lambda uow: uow.blocks.of(ann)) == [cid]


async def test_two_block_the_same_at_once(store: Store):
    """Two taps on *Block* do what one does."""
    ann, bob = await add_players(store)
    await asyncio.gather(*(block(store, ann, bob) for _ in range(2)))
    assert await read(store, lambda uow: uow.blocks.of(ann)) == [bob]


async def test_settings_of_an_account(store: Store):
    """They are found by the account as well; one that is no player's has the defaults."""
    ann, _ = await add_players(store)
    wish = PlayerSettings(Reminders.DIRECT, words=True)
    await choose(store, ann, wish)
    people = await read(store, lambda uow: uow.players.people([ann]))
    account = people[ann].account
    assert account is not None
    assert await read(store, lambda uow: uow.preferences.of_account(account)) == wish
    assert (
        await read(store, lambda uow: uow.preferences.of_account(account + 77)) == PlayerSettings()
    )
