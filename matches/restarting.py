"""What a process asks for when it starts, as the one before it may have died at any moment."""

from datetime import datetime

from matches.outbox import Telling
from matches.ports import UnitOfWork


async def show_what_is_drawn(uow: UnitOfWork, *, since: int, now: datetime) -> None:
    """Have every board shown again on which a turn is being drawn, if it is the message `since` or
    a later one.

    What is drawn has no row in the outbox: the answer to the tap shows it, and nobody knows whether
    an earlier process came to that.
    """
    for match in await uow.boards.drawn_on(since):
        await uow.outbox.add(Telling.EDIT_BOARD, now=now, match=match)
    await uow.commit()
