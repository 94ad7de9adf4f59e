"""What happens by itself at a time, and when the bot was last alive."""

import asyncio
from datetime import datetime, timedelta

import pytest

from matches.match import EndReason, Result
from matches.outbox import LEASE, DueKind, DueRow
from matches.ports import Store
from rules import Player
from tests.storage.samples import (
    HOUR,
    LARGEST,
    NOW,
    add_match,
    add_players,
    new_match,
    read,
    write,
)

DEADLINE = DueKind.TURN_DEADLINE
ENDS = DueKind.CHALLENGE_ENDS
INSTANT = timedelta(microseconds=1)


async def put(store: Store, kind: DueKind, subject: int, due_at) -> None:
    """Set a row in a unit of its own."""
    await write(store, lambda uow: uow.due.set(kind, subject, due_at))


async def claim(store: Store, now=NOW, limit: int = 50) -> list[DueRow]:
    """What is due, claimed as the worker does."""
    return await write(store, lambda uow: uow.due.claim(now, now + LEASE, limit))


async def claim_any(store: Store, now: datetime) -> list[DueRow]:
    """The same, and what the computer's worker claims."""
    for_computer = await write(
        store, lambda uow: uow.due.claim(now, now + LEASE, 50, computer=True)
    )
    return [*await claim(store, now), *for_computer]


@pytest.mark.parametrize("kind", DueKind)
async def test_row_is_claimed_when_it_is_due(store: Store, kind: DueKind):
    """A row is claimed from the instant on at which it is due, and again after the lease."""
    await put(store, kind, LARGEST, NOW)
    assert await claim_any(store, NOW - INSTANT) == []
    assert await claim_any(store, NOW) == [DueRow(kind, LARGEST, NOW)]
    assert await claim_any(store, NOW + LEASE - INSTANT) == []
    assert await claim_any(store, NOW + LEASE) == [DueRow(kind, LARGEST, NOW + LEASE)]


async def test_one_row_for_each_kind_and_subject(store: Store):
    """A new time takes the place of the old one, also of a claimed row's."""
    await put(store, DEADLINE, 1, NOW)
    await put(store, ENDS, 1, NOW)
    await claim(store)
    await put(store, DEADLINE, 1, NOW + INSTANT)
    assert await claim(store, NOW + HOUR) == [
        DueRow(DEADLINE, 1, NOW + INSTANT),
        DueRow(ENDS, 1, NOW + LEASE),
    ]


async def test_earliest_rows_first(store: Store):
    """Claims come in the order of their times, and no more than asked for."""
    for subject, hours in ((1, 3), (2, 1), (3, 2)):
        await put(store, DEADLINE, subject, NOW + hours * HOUR)
    later = NOW + 4 * HOUR
    assert [row.subject for row in await claim(store, later, limit=2)] == [2, 3]
    assert [row.subject for row in await claim(store, later, limit=2)] == [1]


async def test_two_claimers_share_the_rows(store: Store):
    """Of two who claim at once, each row goes to one."""
    for subject in range(1, 7):
        await put(store, ENDS, subject, NOW)
    claims = await asyncio.gather(*(claim(store, limit=4) for _ in range(3)))
    claimed = [row.subject for some in claims for row in some]
    claimed += [row.subject for row in await claim(store)]
    assert sorted(claimed) == [1, 2, 3, 4, 5, 6]


async def test_removed_row(store: Store):
    """A removed row never comes; removing none is no mistake."""
    await put(store, DEADLINE, 1, NOW)
    await put(store, ENDS, 1, NOW)
    await write(store, lambda uow: uow.due.remove(DEADLINE, 1))
    await write(store, lambda uow: uow.due.remove(DEADLINE, 2))
    assert await claim(store) == [DueRow(ENDS, 1, NOW)]


async def test_subjects_of_a_kind(store: Store):
    """All rows of the kind are told, those that are claimed or due later too."""
    assert await read(store, lambda uow: uow.due.subjects(ENDS)) == []
    await put(store, ENDS, 3, NOW)
    await claim(store)
    await put(store, ENDS, 2, NOW + HOUR)
    await put(store, DEADLINE, 1, NOW)
    assert await read(store, lambda uow: uow.due.subjects(ENDS)) == [2, 3]


async def test_next_due(store: Store):
    """The earliest time of any row; claimed rows count from their lease."""
    assert await read(store, lambda uow: uow.due.next_due()) is None
    await put(store, ENDS, 1, NOW + HOUR)
    await put(store, DEADLINE, 1, NOW)
    assert await read(store, lambda uow: uow.due.next_due()) == NOW
    await claim(store)
    assert await read(store, lambda uow: uow.due.next_due()) == NOW + LEASE


async def beat(store: Store, now) -> timedelta | None:
    """Note in a unit of its own that a process is alive."""
    return await write(store, lambda uow: uow.heartbeats.beat(now))


async def test_time_since_the_last_beat(store: Store):
    """The first beat has none before it; if a clock is behind it is negative, and nothing is noted
    unless it is so far behind that it was turned back.
    """
    beats = [NOW, NOW + HOUR, NOW + HOUR - INSTANT, NOW + HOUR, NOW, NOW + INSTANT]
    gaps = [await beat(store, now) for now in beats]
    assert gaps == [None, HOUR, -INSTANT, timedelta(), -HOUR, INSTANT]


async def test_two_first_beats_at_once(store: Store):
    """Of two processes that start at once, one is first; after a gap, one of them sees it."""
    gaps = list(await asyncio.gather(beat(store, NOW), beat(store, NOW)))
    assert gaps in ([timedelta(), None], [None, timedelta()])
    gaps = list(await asyncio.gather(beat(store, NOW + HOUR), beat(store, NOW + HOUR)))
    assert gaps in ([timedelta(), HOUR], [HOUR, timedelta()])


async def test_deadlines_are_shifted(store: Store):
    """Running matches get their deadline later, and what is due in them; nothing else."""
    ann, bob = await add_players(store)
    over = Result(None, EndReason.TIME)
    async with store.writing() as uow:
        running = await uow.matches.add(new_match(ann, bob, deadline=NOW))
        ended = await uow.matches.add(
            new_match(ann, bob, deadline=NOW, result=over, finished_at=NOW)
        )
        unlimited = await uow.matches.add(new_match(ann, bob, deadline=None))
        for match in (running, ended, unlimited):
            await uow.due.set(DEADLINE, match.id, NOW)
        await uow.due.set(ENDS, running.id, NOW)
        await uow.due.set(DueKind.ASK_IF_PLAYED, unlimited.id, NOW)
        await uow.due.set(DueKind.GIVE_UP, unlimited.id, NOW)
        await uow.commit()
    by = timedelta(days=2, microseconds=3)
    await write(store, lambda uow: uow.heartbeats.shift_deadlines(by, since=NOW))
    async with store.reading() as uow:
        deadlines = [
            found.deadline if (found := await uow.matches.get(match.id)) else "missing"
            for match in (running, ended, unlimited)
        ]
    assert deadlines == [NOW + by, NOW, None]
    rows = {(row.kind, row.subject): row.due_at for row in await claim(store, NOW + 2 * by)}
    assert rows == {
        (DEADLINE, running.id): NOW + by,
        (DEADLINE, ended.id): NOW,
        (DEADLINE, unlimited.id): NOW + by,
        (DueKind.ASK_IF_PLAYED, unlimited.id): NOW + by,
        (DueKind.GIVE_UP, unlimited.id): NOW + by,
        (ENDS, running.id): NOW,
    }


@pytest.mark.parametrize(
    "later", [timedelta(), timedelta(seconds=9), HOUR - INSTANT, HOUR, 2 * HOUR]
)
async def test_turn_that_began_after_the_last_beat(store: Store, later: timedelta):
    """It has lost what came after its beginning: nothing if it began after the gap, nearly all if
    the last process died just after it.
    """
    acted_at = {Player.FIRST: NOW + later, Player.SECOND: NOW - HOUR}
    match = await add_match(store, acted_at=acted_at, deadline=NOW + 3 * HOUR)
    await put(store, DEADLINE, match.id, NOW + 2 * HOUR)
    await write(store, lambda uow: uow.heartbeats.shift_deadlines(HOUR, since=NOW))
    found = await read(store, lambda uow: uow.matches.get(match.id))
    assert found is not None
    lost = max(HOUR - later, timedelta())
    assert found.deadline == NOW + 3 * HOUR + lost
    assert await read(store, lambda uow: uow.due.at(DEADLINE, match.id)) == NOW + 2 * HOUR + lost


async def test_when_a_row_is_due(store: Store):
    """The time of one row; a claimed one comes again at the end of the claim."""
    assert await read(store, lambda uow: uow.due.at(DEADLINE, 1)) is None
    await put(store, DEADLINE, 1, NOW)
    await put(store, ENDS, 1, NOW + HOUR)
    assert await read(store, lambda uow: uow.due.at(DEADLINE, 1)) == NOW
    await claim(store)
    assert await read(store, lambda uow: uow.due.at(DEADLINE, 1)) == NOW + LEASE


async def test_shifted_match_can_be_played(store: Store):
    """A shift changes no version: what a player saw before it is not stale."""
    match = await add_match(store)
    await write(store, lambda uow: uow.heartbeats.shift_deadlines(HOUR, since=NOW))
    found = await read(store, lambda uow: uow.matches.get(match.id))
    assert found is not None
    assert found.version == match.version
