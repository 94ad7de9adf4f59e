"""The last offer of each kind from each side of a match."""

from sqlalchemy import bindparam, select, update

from matches.ids import MatchId
from matches.offer import Offer
from matches.place import BoardMessage
from storage.records import line_values, offer_values, read_offer
from storage.tables import offers
from storage.transaction import Transaction, insert_or_replace
from storage.unreadable import Unreadable

_OF_MATCH = (
    select(offers).where(offers.c.match == bindparam("key")).order_by(offers.c.kind, offers.c.side)
)
_KEYS = ("match", "kind", "side")
_PUT = insert_or_replace(offers, *(column.name for column in offers.c if column.name not in _KEYS))
_SHOWN = update(offers).where(
    offers.c.match == bindparam("key"),
    offers.c.kind == bindparam("of_kind"),
    offers.c.side == bindparam("of_side"),
    offers.c.version == bindparam("at_version"),
)


class SqlOffers:
    """`matches.ports.Offers`."""

    def __init__(self, transaction: Transaction, unreadable: Unreadable) -> None:
        self._transaction = transaction
        self._unreadable = unreadable

    async def of_match(self, match: MatchId) -> list[Offer]:
        rows = await self._transaction.rows(_OF_MATCH, key=match)
        return self._unreadable.leave_out(rows, read_offer)

    async def put(self, offer: Offer) -> None:
        await self._transaction.run(_PUT, **offer_values(offer))

    async def shown(self, offer: Offer, line: BoardMessage | None) -> None:
        await self._transaction.run(
            _SHOWN,
            key=offer.match,
            of_kind=offer.kind.value,
            of_side=offer.side.value,
            at_version=offer.version,
            **line_values(line),
        )
