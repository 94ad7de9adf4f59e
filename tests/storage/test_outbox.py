"""What must still be told."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.ids import ChallengeId
from matches.outbox import LEASE, OutboxRow, Telling
from matches.ports import Store, UnitOfWork
from tests.storage.samples import (
    BEYOND_FLOATS,
    HOUR,
    LARGEST,
    NOW,
    add_match,
    new_challenge,
    read,
    write,
)

INSTANT = timedelta(microseconds=1)


async def add(store: Store, *, due_at=None, **about) -> OutboxRow:
    """A row of a unit of its own."""
    return await write(
        store, lambda uow: uow.outbox.add(Telling.POST_BOARD, now=NOW, due_at=due_at, **about)
    )


async def claim(store: Store, now=NOW, limit: int = 50) -> list[OutboxRow]:
    """What is due, claimed as the announcer does."""
    return await write(store, lambda uow: uow.outbox.claim(now, now + LEASE, limit))


@pytest.mark.parametrize("telling", Telling)
async def test_row_comes_back_as_it_was(store: Store, telling: Telling):
    """Everything about a row is stored; it is due at once."""
    match = await add_match(store)

    async def work(uow: UnitOfWork) -> OutboxRow:
        challenge = await uow.challenges.add(new_challenge(match.first, None))
        return await uow.outbox.add(
            telling,
            now=NOW,
            match=match.id,
            challenge=challenge.id,
            channel=LARGEST,
            message=BEYOND_FLOATS,
            notifies=True,
            player=match.second,
        )

    row = await write(store, work)
    assert row == OutboxRow(
        id=row.id,
        telling=telling,
        match=match.id,
        challenge=ChallengeId(1),
        channel=LARGEST,
        message=BEYOND_FLOATS,
        attempts=0,
        due_at=NOW,
        made_at=NOW,
        notifies=True,
        player=match.second,
    )
    assert await claim(store) == [row]


async def test_row_waits_for_its_time(store: Store):
    """A row is claimed from the instant on at which it is due."""
    row = await add(store, due_at=NOW + HOUR)
    assert await claim(store, NOW + HOUR - INSTANT) == []
    assert await claim(store, NOW + HOUR) == [row]


async def test_claimed_row_comes_again_after_the_lease(store: Store):
    """Nobody else gets a claimed row before its lease ends; afterwards it counts as abandoned."""
    row = await add(store)
    assert await claim(store) == [row]
    assert await claim(store, NOW + LEASE - INSTANT) == []
    assert await claim(store, NOW + LEASE) == [replace(row, due_at=NOW + LEASE)]


async def test_two_claimers_share_the_rows(store: Store):
    """Of two who claim at once, each row goes to one."""
    rows = [await add(store) for _ in range(6)]
    claims = await asyncio.gather(*(claim(store, limit=4) for _ in range(3)))
    claimed = [row for some in claims for row in some]
    claimed += await claim(store)  # what was skipped because somebody else was at it
    assert sorted(row.id for row in claimed) == [row.id for row in rows]


async def test_oldest_rows_first(store: Store):
    """Claims come in the order in which the rows were made, and no more than asked for."""
    rows = [await add(store, due_at=NOW - n * HOUR) for n in range(5)]
    assert await claim(store, limit=3) == rows[:3]
    assert await claim(store, limit=3) == rows[3:]


async def test_rows_of_a_match(store: Store):
    """The rows of one match that are still open, the oldest first."""
    match, other = await add_match(store), await add_match(store)
    rows = [await add(store, match=match.id, due_at=NOW + HOUR - n * INSTANT) for n in range(3)]
    await add(store, match=other.id)
    await add(store)
    await write(store, lambda uow: uow.outbox.close([rows[1].id]))
    found = await read(store, lambda uow: uow.outbox.of_match(match.id))
    assert found == [rows[0], rows[2]]


async def test_rows_of_a_challenge(store: Store):
    """The rows of one challenge that are still open, the oldest first."""
    match = await add_match(store)
    one, other = [
        await write(store, lambda uow: uow.challenges.add(new_challenge(match.first, None)))
        for _ in range(2)
    ]
    rows = [await add(store, challenge=one.id) for _ in range(2)]
    await add(store, challenge=other.id)
    assert await read(store, lambda uow: uow.outbox.of_challenge(one.id)) == rows


async def test_closed_rows_are_gone(store: Store):
    """What was told is never claimed again; unknown ids are ignored."""
    rows = [await add(store) for _ in range(3)]
    await write(store, lambda uow: uow.outbox.close([rows[0].id, rows[2].id, 999]))
    await write(store, lambda uow: uow.outbox.close([]))
    assert await claim(store) == [rows[1]]


async def test_ids_of_closed_rows_do_not_return(store: Store):
    """An id makes the nonce of a message, so the newest row's is not given again either."""
    row = await add(store)
    await write(store, lambda uow: uow.outbox.close([row.id]))
    assert (await add(store)).id > row.id


async def test_postponed_row(store: Store):
    """A postponed row counts the attempt and is due when it was said to be."""
    row = await add(store)
    await claim(store)
    await write(store, lambda uow: uow.outbox.postpone(row.id, NOW + HOUR))
    await write(store, lambda uow: uow.outbox.postpone(999, NOW))
    assert await claim(store, NOW + HOUR - INSTANT) == []
    assert await claim(store, NOW + HOUR) == [replace(row, due_at=NOW + HOUR, attempts=1)]


async def test_hurried_row(store: Store):
    """A hurried row is due no later than it was said to be; that is no attempt."""
    row = await add(store, due_at=NOW + HOUR)
    async with store.writing() as uow:
        for due_at in (NOW + HOUR + INSTANT, NOW, NOW + INSTANT):
            await uow.outbox.hurry(row.id, due_at)
        await uow.outbox.hurry(999, NOW)
        await uow.commit()
    assert await claim(store) == [replace(row, due_at=NOW)]


async def test_all_rows_hurried(store: Store):
    """Once the clock was turned back nothing waits for the old time; no attempt is counted."""
    rows = [await add(store, due_at=NOW + hours * HOUR) for hours in (-1, 0, 1, 2)]
    await write(store, lambda uow: uow.outbox.hurry_all(NOW))
    due = [rows[0], *(replace(row, due_at=NOW) for row in rows[1:])]
    assert await claim(store) == due


async def test_leased_rows(store: Store):
    """The leases of several rows are renewed at once; the others and unknown ids stay alone."""
    rows = [await add(store) for _ in range(3)]
    await claim(store)
    until = NOW + LEASE + HOUR
    await write(store, lambda uow: uow.outbox.lease([rows[0].id, rows[2].id, 999], until))
    await write(store, lambda uow: uow.outbox.lease([], until))
    assert await claim(store, NOW + LEASE) == [replace(rows[1], due_at=NOW + LEASE)]
    assert [row.id for row in await claim(store, until)] == [row.id for row in rows]


async def test_next_due(store: Store):
    """The earliest time at which there is something to do; claimed rows count from their lease."""
    assert await read(store, lambda uow: uow.outbox.next_due()) is None
    await add(store, due_at=NOW + HOUR)
    await add(store, due_at=NOW)
    assert await read(store, lambda uow: uow.outbox.next_due()) == NOW
    await claim(store)
    assert await read(store, lambda uow: uow.outbox.next_due()) == NOW + LEASE
