"""Where a match is played: it moves only from where it was seen."""

from dataclasses import replace

from matches.errors import UnknownMatch
from matches.ids import MatchId
from matches.place import Place
from matches.threads import move_from
from tests.support.people import PLACE, Club

THREAD = replace(PLACE, thread=72)
ELSEWHERE = replace(PLACE, channel=75)


async def moved(club: Club, match: MatchId, old: Place, new: Place) -> Place:
    """Move it in a unit of its own; where it is played now."""
    async with club.store.writing() as uow:
        place = await move_from(uow, match, old, new)
        await uow.commit()
    return place


async def test_a_match_moves_from_where_it_was_seen(each_club: Club):
    """Nothing but the place changes."""
    club = each_club
    match = await club.start()
    assert await moved(club, match.id, PLACE, THREAD) == THREAD
    assert await club.match(match.id) == replace(match, place=THREAD)


async def test_a_match_that_was_moved_meanwhile_stays_there(each_club: Club):
    """Who still saw it at the old place learns where it is."""
    club = each_club
    match = await club.start()
    await moved(club, match.id, PLACE, ELSEWHERE)
    assert await moved(club, match.id, PLACE, THREAD) == ELSEWHERE
    assert (await club.match(match.id)).place == ELSEWHERE


async def test_an_unknown_match_does_not_move(club: Club):
    """There is nothing to move."""
    async with club.refused(UnknownMatch):
        await moved(club, MatchId(99), PLACE, THREAD)
