"""What those who manage a server decide, and players for themselves."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from matches.administrating import decide, prefer
from matches.place import ServerSettings
from matches.preferences import PlayerSettings, Reminders
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


async def test_a_player_decides_one_thing_after_the_other(each_club: Club) -> None:
    """What is chosen leaves what was chosen before, and says nothing about anybody else."""
    ann, bob = each_club.ann, each_club.bob
    chosen = PlayerSettings()
    changes: list[dict[str, Any]] = [
        {"words": True},
        {"reminders": Reminders.OFF},
        {"words": False},
    ]
    for change in changes:
        chosen = replace(chosen, **change)
        await each_club.do(prefer, ann, partial(replace, **change))
        async with each_club.store.reading() as uow:
            assert await uow.preferences.of(ann) == chosen
            assert await uow.preferences.of(bob) == PlayerSettings()


async def test_a_player_chooses_in_two_menus_at_once(each_club: Club) -> None:
    """Neither choice is lost."""
    ann = each_club.ann
    changes: list[dict[str, Any]] = [{"words": True}, {"reminders": Reminders.OFF}]
    await asyncio.gather(*(each_club.do(prefer, ann, partial(replace, **c)) for c in changes))
    async with each_club.store.reading() as uow:
        assert await uow.preferences.of(ann) == PlayerSettings(Reminders.OFF, words=True)
