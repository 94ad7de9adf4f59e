"""Which hints for newcomers a player has been told."""

from collections.abc import Iterable

from matches.hints import Hint
from matches.ids import PlayerId
from storage.tables import hints as told
from storage.transaction import Transaction, insert_if_absent

_TELL = insert_if_absent(told)


class SqlHints:
    """`matches.ports.Hints`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def tell(self, player: PlayerId, hints: Iterable[Hint]) -> frozenset[Hint]:
        # In one order, so that two units that tell the same hints never wait for each other.
        ordered = sorted(set(hints), key=lambda hint: hint.value)
        return frozenset(
            [
                hint
                for hint in ordered
                if await self._transaction.run(_TELL, player=player, hint=hint.value)
            ]
        )
