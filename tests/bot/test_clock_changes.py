"""Clocks that jump, forwards and backwards, and summer time: nobody loses, and nothing stops."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from matches.challenge import ChallengeStatus
from matches.match import EndReason, Match
from matches.timekeeping import ASKED_AFTER
from tests.support.simcord_seams import pinged
from tests.support.table import Table, laid_table
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    everything_public,
    ids,
)

AWAY = 181
HOURS = [-26 * 3600.0, -3600.0, -30.0, 30.0, 3600.0, 26 * 3600.0]
LOOKED = 61
"""Seconds within which every worker has looked twice."""


async def begun(table: Table, turn_time: str = "10m") -> Match:
    """A match in which both have moved."""
    await table.start(time=turn_time)
    await table.play(["0", "0"])
    return await table.match()


async def left(table: Table) -> timedelta:
    """How much of the turn's time is left, by the machine's clock."""
    deadline = (await table.match()).deadline
    assert deadline is not None
    return deadline - table.clock.now()


@pytest.mark.parametrize("jump", HOURS)
async def test_a_match_goes_on_and_ends(table: Table, jump: float) -> None:
    """Whatever the jump: the match is not over by it, each turn has its whole time afterwards, and
    then it runs out.
    """
    await begun(table)
    table.clock.advance(jump)
    await table.wait(LOOKED)
    assert not (await table.match()).is_over
    await table.draw("0")
    assert abs(await left(table) - timedelta(minutes=10)) <= timedelta(seconds=5)
    await assert_agrees(table)
    await table.wait(300)
    assert not (await table.match()).is_over
    await table.wait(305)
    ended = await table.match()
    assert ended.result is not None
    assert ended.result.reason is EndReason.TIME
    await assert_agrees(table, reminded=1)


@pytest.mark.parametrize("jump", HOURS)
async def test_what_is_told_after_a_jump(table: Table, jump: float) -> None:
    """New messages come at once and once, whatever the machine's clock says."""
    await begun(table)
    await table.wait(AWAY)
    table.clock.advance(jump)
    await table.wait(LOOKED)
    seats = await table.seats()
    await table.draw("0")
    board = await assert_agrees(table)
    if jump > -AWAY:
        assert pinged(table.env, board) == {seats["second"].id}
    assert len(table.channel.threads) == 1


@pytest.mark.parametrize("jump", [jump for jump in HOURS if abs(jump) > LOOKED])
async def test_what_was_being_told_during_a_jump(table: Table, jump: float) -> None:
    """A board that Discord did not take before the jump is not left lying until the old time."""
    await begun(table)
    await table.wait(AWAY)
    path = f"/channels/{table.place.id}/messages"
    table.env.inject_error("POST", path, status=503, code=0, times=2)
    await table.draw("0")
    assert await table.rows()
    table.clock.advance(jump)
    await table.wait(2 * LOOKED)
    await assert_agrees(table)


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
async def test_a_challenge_ends_by_the_new_time(table: Table, jump: float) -> None:
    """It lasts until its end by the clock as it is now, and then says so."""
    await table.challenge(time="10m")
    table.clock.advance(jump)
    await table.wait(LOOKED)
    status = ChallengeStatus.OPEN if jump < 0 else ChallengeStatus.EXPIRED
    assert (await assert_challenge_agrees(table)).status is status
    await table.wait(3600 + 15 * 60)
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.EXPIRED


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
async def test_a_restart_during_a_jump(table: Table, jump: float) -> None:
    """A machine whose clock is set when it starts: the old process and the new one disagree."""
    await begun(table)
    table.clock.advance(jump)
    await table.be_down(20)
    assert not (await table.match()).is_over
    await table.draw("0")
    assert abs(await left(table) - timedelta(minutes=10)) <= timedelta(seconds=5)
    await assert_agrees(table)


# --- summer time


@pytest.fixture(params=["Europe/Warsaw", "America/St_Johns", "Australia/Lord_Howe", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine's time zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


CHANGES = [
    datetime(2026, 3, 8, 5, 25, tzinfo=UTC),
    datetime(2026, 3, 29, 0, 55, tzinfo=UTC),
    datetime(2026, 4, 4, 14, 55, tzinfo=UTC),
    datetime(2026, 10, 3, 15, 25, tzinfo=UTC),
    datetime(2026, 10, 25, 0, 55, tzinfo=UTC),
    datetime(2026, 11, 1, 4, 25, tzinfo=UTC),
]
"""Five minutes before one of these zones goes to summer time or back."""


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot change the zone")
@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("start", CHANGES, ids=lambda each: f"{each:%d %b}")
async def test_summer_time_changes_no_deadline(tmp_path: Path, start: datetime) -> None:
    """Over the change of the machine's local time a turn has ten minutes, as always."""
    async with laid_table(tmp_path, start=start) as table:
        before = await begun(table)
        await table.wait(8 * 60)
        assert (await table.match()).deadline == before.deadline
        assert not (await table.match()).is_over
        await assert_agrees(table)
        await table.be_down(20)
        assert (await table.match()).deadline == before.deadline
        await table.wait(105)
        assert (await table.match()).is_over
        await assert_agrees(table, reminded=1)


async def test_a_month_is_thirty_days_whatever_the_calendar(tmp_path: Path) -> None:
    """The question in a match without a limit comes after thirty days of twenty-four hours."""
    async with laid_table(tmp_path, start=datetime(2026, 3, 1, tzinfo=UTC)) as table:
        await table.start(time="none")
        await table.play(["0", "0"])
        await table.skip(ASKED_AFTER.total_seconds() - 60)
        assert [m for m in everything_public(table) if ids(m, "psk:")] == []
        await table.wait(60)
        assert len([m for m in everything_public(table) if ids(m, "psk:")]) == 1
        await assert_agrees(table)
