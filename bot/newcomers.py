"""Which hints somebody still has to be told: asked at every tap, so what is known is kept."""

from collections import OrderedDict
from collections.abc import Iterable

from matches.hints import Hint
from matches.ids import PlayerId
from matches.ports import Store

MOST_REMEMBERED = 10_000


class Newcomers:
    """Tells each hint once to each player, whatever happens to the message that says it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: OrderedDict[PlayerId, frozenset[Hint]] = OrderedDict()

    async def fresh(self, player: PlayerId, hints: Iterable[Hint]) -> tuple[Hint, ...]:
        """Those of the hints that the player has never been told, noted as told from now on."""
        wanted = frozenset(hints) - self._told.get(player, frozenset())
        if not wanted:
            return ()
        async with self._store.writing() as uow:
            fresh = await uow.hints.tell(player, wanted)
            if fresh:
                await uow.commit()
        self._remember(player, wanted)
        return tuple(hint for hint in Hint if hint in fresh)

    def _remember(self, player: PlayerId, told: frozenset[Hint]) -> None:
        self._told[player] = self._told.get(player, frozenset()) | told
        self._told.move_to_end(player)
        if len(self._told) > MOST_REMEMBERED:
            self._told.popitem(last=False)
