"""Offers that nobody answered before the match went on."""

from dataclasses import replace
from datetime import datetime

from matches.match import Match
from matches.offer import OfferStatus
from matches.outbox import Telling
from matches.ports import UnitOfWork


async def lapse_offers(uow: UnitOfWork, match: Match, now: datetime) -> None:
    """Note which offers stand no more in the match as it is now, and let their lines say so.

    Nothing is committed here: it is a part of whatever happened in the match.
    """
    offers = await uow.offers.of_match(match.id)
    gone = [o for o in offers if o.status is OfferStatus.OPEN and not o.stands(match)]
    for offer in gone:
        await uow.offers.put(replace(offer, status=OfferStatus.LAPSED))
    if gone:
        await uow.outbox.add(Telling.SHOW_OFFER, now=now, match=match.id)
