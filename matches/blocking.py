"""Who wants nothing to do with whom: they start nothing together, and are not mentioned.

What they are playing already goes on.
"""

from matches.accounts import require_accounts
from matches.challenge import Challenge
from matches.errors import OwnBlock, PlayerBlocked, Unwelcome
from matches.ids import PlayerId
from matches.ports import UnitOfWork


async def block(uow: UnitOfWork, by: PlayerId, other: PlayerId) -> None:
    """Block somebody; a second time changes nothing. Raises OwnBlock, AccountGone, OpponentGone."""
    if by == other:
        raise OwnBlock
    # A challenge or a match that starts at this moment comes before the block, or not at all.
    await uow.players.lock((by, other))
    await require_accounts(uow, by, other)
    await uow.blocks.add(by, other)
    await uow.commit()


async def unblock(uow: UnitOfWork, by: PlayerId, other: PlayerId) -> None:
    """Block somebody no more; nothing happens if they are not blocked."""
    await uow.blocks.remove(by, other)
    await uow.commit()


async def require_welcome(
    uow: UnitOfWork, by: PlayerId, other: PlayerId, challenge: Challenge | None = None
) -> None:
    """Raise PlayerBlocked if `by` has blocked the other, Unwelcome if it is the other way round.

    `challenge` is the one that is answered; None if one is made.
    """
    blockers = await uow.blocks.between(by, other)
    if by in blockers:
        raise PlayerBlocked(challenge)
    if other in blockers:
        raise Unwelcome(challenge)
