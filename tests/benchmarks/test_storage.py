"""The benchmark of stored turns sees what must not happen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.exc import OperationalError

from benchmarks import storage
from benchmarks.storage import Contender, Measured
from matches.ids import PlayerId
from matches.ports import Store, UnitOfWork
from tests.support.memory_store import MemoryStore


class Locked:
    """A store that says at some beginnings what SQLite says; never while matches are made."""

    def __init__(self) -> None:
        self._store = MemoryStore()
        self._begun = 0
        self.reading = self._store.reading

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[UnitOfWork]:
        self._begun += 1
        if self._begun > storage.WRITERS and self._begun % 7 == 0:
            raise OperationalError("BEGIN", {}, Exception("database is locked"))
        async with self._store.writing() as uow:
            yield uow


async def measured_round(store: Store | Locked, *, patient: bool) -> Measured:
    """A short round on a store."""
    contender, measured = Contender(store.writing, store.reading, patient=patient), Measured()
    await storage.play_round(contender, measured, turns=6)
    return measured


async def test_a_locked_try_of_our_store_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is tried again on the quiet: the player would have read that something went wrong."""
    measured = await measured_round(Locked(), patient=False)
    assert measured.errors > 0
    assert "database is locked" in capsys.readouterr().err


async def test_the_defaults_are_tried_again() -> None:
    """They store the same turns, and how often they were locked is counted."""
    measured = await measured_round(Locked(), patient=True)
    assert measured.errors == 0
    assert measured.locked > 0
    assert len(measured.milliseconds) == 6 * storage.WRITERS


async def test_a_turn_is_what_the_bot_stores_for_one() -> None:
    """The match, its clock, and what is to be told, which is closed when it was told."""
    store = MemoryStore()
    measured = await measured_round(store, patient=False)
    assert (measured.errors, measured.locked) == (0, 0)
    async with store.reading() as uow:
        assert await uow.outbox.next_due() is None
        assert await uow.due.next_due() is not None
        running = await uow.matches.running_of(PlayerId(1))
    assert [len(match.game.turns) for match in running] == [6] * storage.WRITERS
