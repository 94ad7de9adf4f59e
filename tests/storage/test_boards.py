"""What is stored about a board, in one value."""

from dataclasses import replace
from functools import partial

import pytest

from matches.ids import MatchId, PlayerId
from matches.match import Draft, Match
from matches.place import BoardMessage, Place, ServerSettings
from matches.ports import Store, UnitOfWork
from matches.preferences import PlayerSettings
from matches.stored_board import StoredBoard
from matches.terms import Terms
from tests.storage.samples import CUSTOM, PLACE, add_match, after, read, write
from tests.storage.test_ratings import changes_of, event_of


async def _piece_by_piece(uow: UnitOfWork, match: MatchId) -> StoredBoard:
    """The same from those who keep it."""
    found = await uow.matches.get(match)
    assert found is not None
    players, variant, scope = (found.first, found.second), found.terms.variant, found.place.server
    return StoredBoard(
        found,
        await uow.drafts.get(match),
        await uow.players.people(players),
        {} if variant is None else await uow.ratings.of(players, variant, scope),
        await uow.places.board_of(match),
        await uow.places.settings(scope),
        frozenset([player for player in players if (await uow.preferences.of(player)).words]),
    )


async def _whole(store: Store, match: MatchId) -> StoredBoard:
    """The board, after a comparison with what its pieces say."""
    async with store.reading() as uow:
        found = await uow.boards.get(match)
        assert found is not None
        assert found == await _piece_by_piece(uow, match)
    return found


async def _add_everything(store: Store, match: Match) -> None:
    async with store.writing() as uow:
        await uow.matches.save(after(match, "0", "3"))
        await uow.drafts.put(Draft(match.id, match.first, 2, 3, "64"), None)
        await uow.places.set_board(match.id, BoardMessage(7, 8))
        assert PLACE.server is not None
        await uow.places.save_settings(PLACE.server, ServerSettings(frozenset({5, 6})))
        await uow.commit()


async def test_board_of_a_new_match(store: Store):
    """Nobody has a rating, nothing is drawn, and nothing stands anywhere yet."""
    match = await add_match(store)
    board = await _whole(store, match.id)
    assert (board.match, board.draft, board.message) == (match, None, None)
    assert [person.name for person in board.people.values()] == ["Player 1", "Player 2"]
    assert [stored.changed_at for stored in board.ratings.values()] == [None, None]


async def test_board_with_everything(store: Store):
    """Turns, the draft, both ratings of the match's server, the message and the settings."""
    match = await add_match(store)
    await add_match(store)
    await _add_everything(store, match)
    changes = changes_of(match, None, PLACE.server)
    await write(store, lambda uow: uow.ratings.record(event_of(match), changes))
    board = await _whole(store, match.id)
    assert board.match.game.turns == ("0", "3")
    assert board.draft is not None
    assert board.message == BoardMessage(7, 8)
    assert board.settings.games_channels == {5, 6}
    here = {change.player: change.after for change in changes if change.scope == PLACE.server}
    assert {player: stored.rating for player, stored in board.ratings.items()} == here


@pytest.mark.parametrize("place", [Place(None, 1), replace(PLACE, server=None, thread=None)])
async def test_board_outside_servers(store: Store, place: Place):
    """Without a server there are the overall ratings and the default settings."""
    match = await add_match(store, place=place)
    await _add_everything(store, match)
    changes = changes_of(match, None, PLACE.server)
    await write(store, lambda uow: uow.ratings.record(event_of(match), changes))
    board = await _whole(store, match.id)
    assert board.settings == ServerSettings()
    everywhere = {change.player: change.after for change in changes if change.scope is None}
    assert {player: stored.rating for player, stored in board.ratings.items()} == everywhere


@pytest.mark.parametrize("readers", [(), (0,), (1,), (0, 1)])
async def test_board_of_players_who_read(store: Store, readers: tuple[int, ...]):
    """Who of the two wants words is part of the board."""
    match = await add_match(store)
    players = (match.first, match.second)
    for player in players:
        wish = PlayerSettings(words=players.index(player) in readers)
        await write(store, partial(save_wish, player=player, wish=wish))
    assert (await _whole(store, match.id)).words == {players[at] for at in readers}


async def save_wish(uow: UnitOfWork, player: PlayerId, wish: PlayerSettings) -> None:
    """A player decides."""
    await uow.preferences.save(player, wish)


async def test_board_of_a_custom_game(store: Store):
    """It has no ratings."""
    match = await add_match(store, terms=Terms(CUSTOM, rated=False), rated=False)
    assert (await _whole(store, match.id)).ratings == {}


async def test_board_of_no_match(store: Store):
    """An unknown match has none."""
    assert await read(store, lambda uow: uow.boards.get(MatchId(99))) is None


async def test_writers_see_their_own_board(store: Store):
    """A unit that draws and looks sees what it has drawn."""
    match = await add_match(store)
    async with store.writing() as uow:
        draft = Draft(match.id, match.first, 1, 1, "0")
        await uow.drafts.put(draft, None)
        found = await uow.boards.get(match.id)
        assert found is not None
        assert found.draft == draft


async def test_boards_on_which_something_is_drawn(store: Store):
    """Those that are new enough, and have a draft."""
    old, new, untouched = [await add_match(store) for _ in range(3)]
    async with store.writing() as uow:
        for match, message in ((old, 8), (new, 9), (untouched, 10)):
            await uow.places.set_board(match.id, BoardMessage(7, message))
        for match in (old, new, await uow.matches.add(replace(old, id=MatchId(0)))):
            await uow.drafts.put(Draft(match.id, match.first, 1, 1, "6"), None)
        await uow.commit()
    assert await read(store, lambda uow: uow.boards.drawn_on(9)) == [new.id]
    assert await read(store, lambda uow: uow.boards.drawn_on(8)) == [old.id, new.id]
