"""Where boards stand, what servers decided, and notes about the installation."""

from dataclasses import replace

import pytest

from matches.ids import ServerId
from matches.place import BoardMessage, BoardTheme, Place, ServerSettings
from matches.ports import Store
from tests.storage.samples import BEYOND_FLOATS, LARGEST, add_match, read, write

SERVER = ServerId(LARGEST)


async def test_board_message(store: Store):
    """A match has no board until one is set; a newer one takes its place."""
    match = await add_match(store)
    assert await read(store, lambda uow: uow.places.board_of(match.id)) is None
    for board in (BoardMessage(LARGEST, BEYOND_FLOATS), BoardMessage(1, LARGEST)):
        async with store.writing() as uow:
            await uow.places.set_board(match.id, board)
            await uow.commit()
        assert await read(store, lambda uow: uow.places.board_of(match.id)) == board


@pytest.mark.parametrize("place", [Place(None, LARGEST), Place(SERVER, 2, BEYOND_FLOATS)])
async def test_match_moves(store: Store, place: Place):
    """A moved match is the same match elsewhere: its version does not change."""
    match = await add_match(store)
    await write(store, lambda uow: uow.places.move(match.id, place))
    found = await read(store, lambda uow: uow.matches.get(match.id))
    assert found == replace(match, place=place)


async def test_settings_of_a_server(store: Store):
    """A server without settings has the defaults; what is saved takes their place."""
    assert await read(store, lambda uow: uow.places.settings(SERVER)) == ServerSettings()
    for channels in ({LARGEST, BEYOND_FLOATS, 1}, set()):
        settings = ServerSettings(games_channels=frozenset(channels))
        async with store.writing() as uow:
            await uow.places.save_settings(SERVER, settings)
            await uow.commit()
        assert await read(store, lambda uow: uow.places.settings(SERVER)) == settings
    assert await read(store, lambda uow: uow.places.settings(ServerId(1))) == ServerSettings()


@pytest.mark.parametrize("theme", list(BoardTheme))
async def test_the_look_of_a_server(store: Store, theme: BoardTheme):
    """Each look is read as it was stored."""
    async with store.writing() as uow:
        await uow.places.save_settings(SERVER, ServerSettings(theme=theme))
        await uow.commit()
    assert (await read(store, lambda uow: uow.places.settings(SERVER))).theme is theme


async def test_settings_outside_servers(store: Store):
    """Direct messages have the defaults."""
    assert await read(store, lambda uow: uow.places.settings(None)) == ServerSettings()


async def test_notes(store: Store):
    """A note is empty until it is put, and is replaced by the next."""
    assert await read(store, lambda uow: uow.notes.get("commands")) is None
    for text in ("one", "two ü", ""):
        async with store.writing() as uow:
            await uow.notes.put("commands", text)
            await uow.commit()
        assert await read(store, lambda uow: uow.notes.get("commands")) == text
    assert await read(store, lambda uow: uow.notes.get("other")) is None
