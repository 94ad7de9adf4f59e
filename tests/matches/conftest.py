"""The fixtures of the tests of the use cases."""

import pytest

from matches.ports import Store
from tests.support.memory_store import MemoryStore
from tests.support.people import Club, found_club


@pytest.fixture
async def club(memory: MemoryStore) -> Club:
    """A club that meets in memory."""
    return await found_club(memory)


@pytest.fixture
async def each_club(store: Store) -> Club:
    """A club on each kind of store, for what must not happen twice."""
    return await found_club(store)
