"""The hand-moved clock, alone and together with simcord's."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import discord
import pytest

from tests.support import simcord_seams
from tests.support.clock import START, Clock, advance


class Sleeper(discord.Client):
    """Notes the time at each of three alarms."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(intents=discord.Intents.none())
        self.clock = clock
        self.woken: list[float] = []

    async def setup_hook(self) -> None:
        self.task = asyncio.create_task(self.alarms())

    async def alarms(self) -> None:
        for _ in range(3):
            await asyncio.sleep(100)
            self.woken.append((self.clock.now() - START).total_seconds())


def test_moves_only_by_hand() -> None:
    """The time stands until the test moves it, in both directions."""
    clock = Clock(datetime(2026, 3, 29, 1, tzinfo=UTC))
    assert clock.now() == clock.now()
    clock.advance(3600)
    assert clock.now().hour == 2
    clock.advance(-3600)
    assert clock.now().hour == 1


def test_needs_a_time_zone() -> None:
    """A naive start is refused."""
    with pytest.raises(ValueError, match="time zone"):
        Clock(datetime(2026, 1, 1))  # noqa: DTZ001 - the mistake on purpose


async def test_follows_simcord() -> None:
    """One advance passes three alarms, and each sees the moment for which it was set."""
    clock = Clock()
    bot = Sleeper(clock)
    async with simcord_seams.running(bot) as env:
        await advance(env, clock, 350)
        assert bot.woken == pytest.approx([100, 200, 300], abs=0.01)
        assert clock.now() == env.now()
        clock.advance(60)
        assert (clock.now() - env.now()).total_seconds() == 60
