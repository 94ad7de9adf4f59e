"""Players and the accounts behind them."""

import asyncio

import pytest

from matches.ids import PlayerId
from matches.people import Person
from matches.ports import Store
from tests.storage.samples import BEYOND_FLOATS, LARGEST, add_players, read, write


@pytest.mark.parametrize("account", [1, BEYOND_FLOATS, LARGEST])
async def test_account_becomes_one_player(store: Store, account: int):
    """The same account is the same player every time, however large its id."""
    first = await write(store, lambda uow: uow.players.find_or_add(account, "Ann"))
    again = await write(store, lambda uow: uow.players.find_or_add(account, "Ann"))
    assert again == first
    people = await read(store, lambda uow: uow.players.people([first]))
    assert people == {first: Person(first, account, "Ann")}


async def test_accounts_are_different_players(store: Store):
    """Two accounts are two players."""
    first, second = await add_players(store)
    assert first != second


async def test_name_is_kept_up_to_date(store: Store):
    """A new name of a known account replaces the old one."""
    player = await write(store, lambda uow: uow.players.find_or_add(1, "Ann"))
    await write(store, lambda uow: uow.players.find_or_add(1, "Beatrice"))
    people = await read(store, lambda uow: uow.players.people([player]))
    assert people[player].name == "Beatrice"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("a\0b\0", "ab"),
        ("half \ud83d of a face", "half  of a face"),
        ("\udcff", ""),
        ("@everyone <@1> ```", "@everyone <@1> ```"),
        ("\u202eright to left\u200b", "\u202eright to left\u200b"),
        ("🦄 ß Ж 中 e\u0301", "🦄 ß Ж 中 e\u0301"),
        ("'; DROP TABLE players; -- %s :name ?", "'; DROP TABLE players; -- %s :name ?"),
        ("", ""),
        ("W" * 32, "W" * 32),
    ],
)
async def test_hostile_names(store: Store, name: str, kept: str):
    """Names come back as they were, less the characters that no database can keep."""
    player = await write(store, lambda uow: uow.players.find_or_add(1, name))
    people = await read(store, lambda uow: uow.players.people([player]))
    assert people[player].name == kept


async def test_unknown_people_are_left_out(store: Store):
    """Nobody is made up for an id that does not exist."""
    (player,) = await add_players(store, 1)
    people = await read(store, lambda uow: uow.players.people([player, PlayerId(player + 1)]))
    assert list(people) == [player]
    assert await read(store, lambda uow: uow.players.people([])) == {}


async def test_account_added_twice_at_once(store: Store):
    """Two units that meet the same new account at once agree on its player, and none is spare."""

    async def meet(name: str) -> int:
        async with store.writing() as uow:
            player = await uow.players.find_or_add(7, name)
            await asyncio.sleep(0.01)
            await uow.commit()
        return player

    first, second = await asyncio.gather(meet("Ann"), meet("Anna"))
    assert first == second
    people = await read(store, lambda uow: uow.players.people(map(PlayerId, range(1, 9))))
    assert list(people) == [first]


async def test_locked_players_are_waited_for(store: Store):
    """Who locks a player decides alone until the unit ends."""
    ann, bob = await add_players(store)
    order: list[str] = []

    async def decide(name: str, players: list[PlayerId], wait: float) -> None:
        await asyncio.sleep(wait)
        async with store.writing() as uow:
            await uow.players.lock(players)
            order.append(f"{name} begins")
            await asyncio.sleep(0.1)
            order.append(f"{name} ends")

    await asyncio.gather(decide("one", [ann, bob], 0), decide("other", [bob, ann], 0.03))
    assert order == ["one begins", "one ends", "other begins", "other ends"]


async def test_nobody_to_lock(store: Store):
    """Locking no players waits for nobody."""
    await write(store, lambda uow: uow.players.lock([]))
