"""What those who manage a server decide about it, and what players decide for themselves."""

from collections.abc import Callable

from matches.accounts import require_account
from matches.ids import PlayerId, ServerId
from matches.place import ServerSettings
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings


async def decide(
    uow: UnitOfWork, server: ServerId, change: Callable[[ServerSettings], ServerSettings]
) -> ServerSettings:
    """Change a server's settings as they stand then; what they are now.

    Of two who change different ones at once, both are heard.
    """
    decided = change(await uow.places.settings(server))
    await uow.places.save_settings(server, decided)
    await uow.commit()
    return decided


async def prefer(
    uow: UnitOfWork, player: PlayerId, change: Callable[[PlayerSettings], PlayerSettings]
) -> None:
    """Change what a player wants from now on; what else they wanted stays.

    Raises AccountGone.
    """
    await uow.players.lock([player])
    await require_account(uow, player)
    await uow.preferences.save(player, change(await uow.preferences.of(player)))
    await uow.commit()
