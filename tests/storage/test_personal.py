"""What is stored about one player: whole rows, and the same from every store."""

from dataclasses import replace
from datetime import timedelta

from matches.hints import Hint
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.leave import Leave
from matches.match import Draft
from matches.offer import Offer, OfferKind
from matches.place import BoardMessage
from matches.ports import Store, UnitOfWork
from matches.preferences import PlayerSettings, Reminders
from matches.privacy_ports import StoredRows
from rules import Player
from tests.storage.samples import NOW, PLACE, add_players, after, new_challenge, new_match, write
from tests.storage.test_ratings import changes_of, event_of
from tests.support.memory_store import MemoryStore

DAY = timedelta(days=1)


async def _live(uow: UnitOfWork) -> None:
    """Three people, of whom two have played; everything is done by both, and once by the third."""
    ann, bob, cid = [await uow.players.find_or_add(n, f"Player {n}") for n in (1, 2, 3)]
    for player, other in ((ann, bob), (bob, ann), (cid, ann)):
        await uow.preferences.save(player, PlayerSettings(Reminders.OFF, words=True))
        await uow.leaves.save(Leave(player, NOW, NOW + DAY))
        await uow.hints.tell(player, [Hint.WALL, Hint.BOUNCE])
        await uow.blocks.add(player, other)
    for first, second in ((ann, bob), (bob, cid), (bob, ann)):
        await uow.challenges.add(new_challenge(first, second))
        match = await uow.matches.add(new_match(first, second))
        played = after(match, "0", "2")
        await uow.matches.save(played)
        await uow.drafts.put(Draft(match.id, first, 2, 1, "0"), None)
        for kind in (OfferKind.TAKEBACK, OfferKind.DRAW):
            await uow.offers.put(Offer(match.id, kind, Player.SECOND, 2, 1, NOW))
        await uow.places.set_board(match.id, BoardMessage(10, 10 + match.id))
        event = replace(event_of(played), finished_at=NOW + match.id * DAY)
        await uow.ratings.record(event, changes_of(played, PLACE.server, None))


async def _all_of(store: Store, account: int) -> list[StoredRows]:
    async with store.reading() as uow:
        person = await uow.accounts.find(account)
        assert person is not None
        player = person.id
        matches = await uow.personal.matches(player)
        return [
            await uow.personal.of_player(player),
            await uow.personal.of_challenges(await uow.personal.challenges(player)),
            await uow.personal.of_matches(matches, player),
        ]


async def test_every_store_holds_the_same_about_a_player(store: Store):
    """Tables, columns, values and their order are those of the fake, whose rows are made of the
    values that were stored.
    """
    fake = MemoryStore()
    await write(store, _live)
    await write(fake, _live)
    for account in (1, 2, 3):
        assert await _all_of(store, account) == await _all_of(fake, account)


async def test_rows_of_others_are_not_among_them(store: Store):
    """Somebody has their own rows, and the whole of each match that they play in."""
    await write(store, _live)
    of_player, challenges, matches = await _all_of(store, 1)
    async with store.reading() as uow:
        ann = await uow.accounts.find(1)
    assert ann is not None
    for table, rows in of_player.items():
        assert all(row["player"] == ann.id for row in rows), table
    assert [len(of_player[name]) for name in ("leaves", "hints", "blocks", "ratings")] == [
        1,
        2,
        1,
        2,
    ]
    assert [row["id"] for row in challenges["challenges"]] == [1, 3]
    assert [row["id"] for row in matches["matches"]] == [1, 3]
    assert {row["match"] for row in matches["turns"]} == {1, 3}
    assert {row["player"] for row in matches["rating_changes"]} == {ann.id}


async def test_nobody_and_nothing_has_no_rows(store: Store):
    """An unknown player, and no matches at all."""
    await add_players(store, 1)
    async with store.reading() as uow:
        found = await uow.personal.of_player(PlayerId(99))
        assert set(map(len, found.values())) == {0}
        assert await uow.personal.matches(PlayerId(99)) == []
        assert await uow.personal.challenges(PlayerId(99)) == []
        nothing = await uow.personal.of_matches(list[MatchId](), PlayerId(1))
        assert set(map(len, nothing.values())) == {0}
        assert await uow.personal.of_challenges(list[ChallengeId]()) == {"challenges": []}
