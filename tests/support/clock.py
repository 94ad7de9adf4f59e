"""A clock moved by hand, alone or together with simcord's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from simcord.env import Env

START = datetime(2026, 1, 1, tzinfo=UTC)
"""Where simcord's own clock starts, so that times stored by the bot and times shown by Discord
agree.
"""


class Clock:
    """`clock.now` is handed to the bot; only the test moves it.

    A clock that follows an Env shows each timer of the bot the moment for which it was set, even
    when one `advance` passes several.
    """

    def __init__(self, start: datetime = START) -> None:
        if start.tzinfo is None:
            raise ValueError("the clock needs a time zone")
        self._now = start
        self._env: Env | None = None
        self._env_then = start

    def now(self) -> datetime:
        """The time that the test has set."""
        if self._env is None:
            return self._now
        return self._now + (self._env.now() - self._env_then)

    def advance(self, seconds: float) -> datetime:
        """Move this clock alone (a negative number turns it back) and return the new time."""
        self._now += timedelta(seconds=seconds)
        return self.now()

    def follow(self, env: Env) -> Clock:
        """From now on move with `env.advance_time`; restarts of the bot change nothing."""
        self._now = self.now()
        self._env, self._env_then = env, env.now()
        return self

    def follows(self, env: Env) -> bool:
        """Whether `env.advance_time` moves this clock."""
        return self._env is env


AT_ONCE = 600.0
"""Seconds that pass in one step of simcord, which waits five of real time for what happens then."""


async def advance(env: Env, clock: Clock, seconds: float) -> None:
    """Let time pass for Discord, for the bot's timers and for the clock."""
    if not clock.follows(env):
        clock.follow(env)
    while seconds > AT_ONCE:
        await env.advance_time(AT_ONCE)
        seconds -= AT_ONCE
    await env.advance_time(seconds)
