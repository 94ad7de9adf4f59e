"""Who has an account: whoever deleted theirs begins nothing any more, and decides nothing.

A process may take somebody for the player whom they deleted a moment ago, or in another process.
"""

from matches.challenge import Challenge
from matches.errors import AccountGone, OpponentGone
from matches.ids import PlayerId
from matches.ports import UnitOfWork


async def require_account(uow: UnitOfWork, player: PlayerId) -> None:
    """Raise AccountGone if the player's account was deleted. The player must be locked."""
    people = await uow.players.people([player])
    if people[player].account is None:
        raise AccountGone(player)


async def require_accounts(
    uow: UnitOfWork, by: PlayerId, other: PlayerId | None, challenge: Challenge | None = None
) -> None:
    """Raise AccountGone, or OpponentGone for the other one. Both must be locked.

    `challenge` is the one that is answered; None if one is made.
    """
    people = await uow.players.people([by] if other is None else [by, other])
    if people[by].account is None:
        raise AccountGone(by)
    if other is not None and people[other].account is None:
        raise OpponentGone(other, challenge)
