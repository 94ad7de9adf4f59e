"""What a server's administrators decide."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from matches.administrating import decide
from matches.place import ServerSettings
from matches.terms import TurnTime
from tests.support.people import SERVER, Club


async def test_one_decision_leaves_the_others(each_club: Club) -> None:
    """What is decided stands until it is decided otherwise, beside what was decided before."""
    decided = ServerSettings()
    changes: list[dict[str, Any]] = [
        {"games_channels": frozenset({1, 2})},
        {"threads": False},
        {"language": "pl", "variant": "small"},
        {"turn_time": TurnTime.ONE_DAY},
        {"challengers": frozenset({5})},
        {"games_channels": frozenset(), "language": None},
    ]
    for change in changes:
        expected = replace(decided, **change)
        decided = await each_club.do(decide, SERVER, partial(replace, **change))
        assert decided == expected
        async with each_club.store.reading() as uow:
            assert await uow.places.settings(SERVER) == decided


async def test_two_decide_at_once(each_club: Club) -> None:
    """Neither decision is lost, whether or not the server had settings before."""

    def also(channel: int):
        return lambda s: replace(s, games_channels=s.games_channels | {channel})

    for first in (1, 11):
        channels = range(first, first + 4)
        await asyncio.gather(*(each_club.do(decide, SERVER, also(c)) for c in channels))
        async with each_club.store.reading() as uow:
            settings = await uow.places.settings(SERVER)
        assert settings.games_channels >= set(channels)
    assert len(settings.games_channels) == 8
