"""Threads: the one on a match's challenge, and those that have nothing to do with it."""

from dataclasses import replace

from matches.errors import UnknownMatch
from matches.ids import MatchId
from matches.match import Match
from matches.place import Place
from matches.ports import UnitOfWork


async def challenge_thread(uow: UnitOfWork, match: Match) -> int | None:
    """The id of the thread on the match's challenge, if it has one; None if it can have none.

    A thread made on a message has that message's id.
    """
    challenge = await uow.challenges.of_match(match.id)
    return None if challenge is None else challenge.message


async def lasting_place(uow: UnitOfWork, match: Match) -> Place:
    """Where to go on after the match: beside the thread on its challenge, inside any other."""
    thread = match.place.thread
    if thread is not None and thread == await challenge_thread(uow, match):
        return replace(match.place, thread=None)
    return match.place


async def move_from(uow: UnitOfWork, match_id: MatchId, old: Place, new: Place) -> Place:
    """Move a match from where it was seen, unless somebody has moved it elsewhere meanwhile.

    Returns where it is played now; nothing is committed here. Raises UnknownMatch.
    """
    match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    if match.place != old:
        return match.place
    await uow.places.move(match_id, new)
    return new
