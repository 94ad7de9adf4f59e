"""The last offer of each kind from each side of a match."""

from dataclasses import replace

import pytest

from matches.match import Match
from matches.offer import Offer, OfferKind, OfferStatus
from matches.place import BoardMessage
from matches.ports import Store
from rules import Player
from storage import SqlStore
from tests.storage.samples import BEYOND_FLOATS, LARGEST, NOW, add_match, read, write
from tests.storage.test_corrupt import spoil

LINE = BoardMessage(LARGEST, BEYOND_FLOATS)


def new_offer(match: Match) -> Offer:
    """The first player offers a draw."""
    return Offer(match.id, OfferKind.DRAW, Player.FIRST, match.version, 4, NOW)


async def offers_of(store: Store, match: Match) -> list[Offer]:
    """All that are stored."""
    return await read(store, lambda uow: uow.offers.of_match(match.id))


async def put(store: Store, *offers: Offer) -> None:
    """Put them one after the other."""
    async with store.writing() as uow:
        for offer in offers:
            await uow.offers.put(offer)
        await uow.commit()


async def test_offers_are_stored(store: Store):
    """One of each kind from each side, in a fixed order; none of another match."""
    match, other = await add_match(store), await add_match(store)
    assert await offers_of(store, match) == []
    draw = new_offer(match)
    both = [draw, replace(draw, side=Player.SECOND, turns=0, line=LINE)]
    takebacks = [replace(offer, kind=OfferKind.TAKEBACK, version=7) for offer in both]
    await put(store, *reversed(both + takebacks), new_offer(other))
    assert await offers_of(store, match) == both + takebacks
    assert await offers_of(store, other) == [new_offer(other)]


@pytest.mark.parametrize("status", OfferStatus)
async def test_an_offer_takes_the_place_of_the_one_before(store: Store, status: OfferStatus):
    """Its status, its line and all else are those that were put last."""
    match = await add_match(store)
    offer = new_offer(match)
    await put(store, replace(offer, line=LINE))
    for following in (
        replace(offer, status=status, line=LINE),
        replace(offer, version=9, turns=6, status=status),
    ):
        await put(store, following)
        assert await offers_of(store, match) == [following]


async def test_where_its_line_stands(store: Store):
    """It is noted whatever became of the offer, and taken away again."""
    match = await add_match(store)
    offer = new_offer(match)
    other = replace(offer, side=Player.SECOND)
    declined = replace(offer, status=OfferStatus.DECLINED)
    await put(store, declined, other)
    await write(store, lambda uow: uow.offers.shown(offer, LINE))
    assert await offers_of(store, match) == [replace(declined, line=LINE), other]
    await write(store, lambda uow: uow.offers.shown(offer, None))
    assert await offers_of(store, match) == [declined, other]


async def test_the_line_of_an_offer_that_was_replaced(store: Store):
    """It is not noted for the one that took its place."""
    match = await add_match(store)
    offer = new_offer(match)
    newer = replace(offer, version=offer.version + 2)
    await put(store, offer, newer)
    await write(store, lambda uow: uow.offers.shown(offer, LINE))
    assert await offers_of(store, match) == [newer]


async def test_an_unreadable_offer_is_left_out(sql_store: SqlStore):
    """The match goes on without it."""
    match = await add_match(sql_store)
    offer = new_offer(match)
    await put(sql_store, offer, replace(offer, kind=OfferKind.TAKEBACK))
    await spoil(sql_store, "UPDATE offers SET status = 'forgotten' WHERE kind = 'takeback'")
    assert await offers_of(sql_store, match) == [offer]


async def test_turns_that_were_taken_back(store: Store):
    """A match is stored with fewer turns, and with others after them."""
    match = await add_match(store)
    longer = replace(match, game=match.game.play_all(["0", "2", "4"]), version=2)
    await write(store, lambda uow: uow.matches.save(longer))
    shorter = replace(match, game=match.game.play("0"), version=3)
    await write(store, lambda uow: uow.matches.save(shorter))
    assert await read(store, lambda uow: uow.matches.get(match.id)) == shorter
    again = replace(shorter, game=shorter.game.play("0"), version=4)
    await write(store, lambda uow: uow.matches.save(again))
    assert await read(store, lambda uow: uow.matches.get(match.id)) == again
