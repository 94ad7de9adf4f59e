"""Races in which the bot's requests and units of work give way to each other, by a seed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from simcord import InteractionResult

from matches.ports import Store, UnitOfWork
from tests.support.simcord_seams import Action, race
from tests.support.table import Table

MOST_STEPS = 16


class HesitantStore:
    """The bot's store, whose units of work let others go first."""

    def __init__(self, store: Store, rng: Random) -> None:
        self._store = store
        self._rng = rng

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[UnitOfWork]:
        """A unit that may change things."""
        await self._give_way()
        async with self._store.writing() as uow:
            yield uow
        await self._give_way()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[UnitOfWork]:
        """A unit that only looks."""
        await self._give_way()
        async with self._store.reading() as uow:
            yield uow
        await self._give_way()

    async def erase_traces(self) -> bool:
        """Nothing of what was deleted can be found."""
        return await self._store.erase_traces()

    async def _give_way(self) -> None:
        for _ in range(self._rng.randint(0, MOST_STEPS)):
            await asyncio.sleep(0)


async def at_once(table: Table, seed: int, *actions: Action) -> list[InteractionResult]:
    """The actions at once; each seed lets them cross differently."""
    table.bot.store = HesitantStore(table.store, Random(seed))
    try:
        return await race(table.env, actions, rng=Random(seed))
    finally:
        table.bot.store = table.store
