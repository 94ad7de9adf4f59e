"""From Discord accounts to players: every action passes here once."""

from collections import OrderedDict

import discord

from matches.ids import PlayerId
from matches.ports import Store
from storage import StoreUnavailable

MOST_REMEMBERED = 10_000


class People:
    """Finds the player of an account, and keeps its name up to date.

    The name is the account's own, the same everywhere: what a server calls somebody is not for
    other servers.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, tuple[str, PlayerId]] = OrderedDict()

    async def reads(self, user: discord.abc.User) -> bool:
        """Whether somebody wants boards in words. Nobody is stored only for that."""
        try:
            async with self._store.reading() as uow:
                return (await uow.preferences.of_account(user.id)).words
        except StoreUnavailable:
            # What can be shown without the store is shown as most want it.
            return False

    def forget(self, player: PlayerId) -> None:
        """This player's account is deleted: whoever has it is somebody else from now on."""
        for account in [each for each, (_, known) in self._known.items() if known == player]:
            del self._known[account]

    async def known(self, user: discord.abc.User) -> PlayerId | None:
        """The player behind an account as it is stored now, for whoever only looks: a newcomer is
        not stored, and who was deleted by another process is nobody here from now on.
        """
        async with self._store.reading() as uow:
            person = await uow.accounts.find(user.id)
        player = None if person is None else person.id
        remembered = self._known.get(user.id)
        if remembered is not None and remembered[1] != player:
            del self._known[user.id]
        return player

    async def player(self, user: discord.abc.User) -> PlayerId:
        """The player behind an account; a newcomer is stored at once."""
        name = user.global_name or user.name
        known = self._known.get(user.id)
        if known is not None and known[0] == name:
            self._known.move_to_end(user.id)
            return known[1]
        async with self._store.writing() as uow:
            player = await uow.players.find_or_add(user.id, name)
            await uow.commit()
        self._known[user.id] = (name, player)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return player
