"""Threads: a match's own, which is closed with it, and those that belong to somebody else."""

from dataclasses import replace

from matches.match import Match
from matches.place import Place
from matches.ports import UnitOfWork


async def has_own_thread(uow: UnitOfWork, match: Match) -> bool:
    """Whether the thread where the match is played was made for it.

    A thread made on a message has that message's id: a match's own thread has its challenge's.
    """
    if match.place.thread is None:
        return False
    challenge = await uow.challenges.of_match(match.id)
    return challenge is not None and challenge.message == match.place.thread


async def lasting_place(uow: UnitOfWork, match: Match) -> Place:
    """Where to go on after the match: outside its own thread, inside anybody else's."""
    if await has_own_thread(uow, match):
        return replace(match.place, thread=None)
    return match.place
