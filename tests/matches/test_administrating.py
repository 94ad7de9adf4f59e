"""What a server's administrators decide."""

import asyncio

from matches.administrating import mark_games_channel
from tests.support.people import SERVER, Club


async def test_a_games_channel_and_an_ordinary_one(each_club: Club) -> None:
    """Channels are marked and unmarked one by one; saying it twice changes nothing."""
    marks = [(1, True), (2, True), (2, True), (1, False), (1, False), (3, False)]
    marked = []
    for channel, games in marks:
        decided = await each_club.do(mark_games_channel, SERVER, channel, games=games)
        async with each_club.store.reading() as uow:
            assert await uow.places.settings(SERVER) == decided
        marked.append(set(decided.games_channels))
    assert marked == [{1}, {1, 2}, {1, 2}, {2}, {2}, {2}]


async def test_two_decide_at_once(each_club: Club) -> None:
    """Neither decision is lost, whether or not the server had settings before."""
    for first in (1, 11):
        channels = range(first, first + 4)
        await asyncio.gather(
            *(each_club.do(mark_games_channel, SERVER, c, games=True) for c in channels)
        )
        async with each_club.store.reading() as uow:
            settings = await uow.places.settings(SERVER)
        assert settings.games_channels >= set(channels)
    assert len(settings.games_channels) == 8
