"""What a server's administrators decide."""

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
