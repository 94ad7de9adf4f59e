"""What a process asks for when it starts."""

from matches.outbox import Telling
from matches.place import BoardMessage
from matches.playing import draw_step
from matches.restarting import show_what_is_drawn
from tests.support.people import NOW, SLOW, Club


async def test_boards_that_are_drawn_on_are_shown_again(each_club: Club):
    """The answer that showed what was drawn may never have come. It is no news for anybody, and
    a board too old to be edited is left alone.
    """
    club = each_club
    drawn, untouched, old = [await club.start(terms=SLOW) for _ in range(3)]
    async with club.store.writing() as uow:
        for match, message in ((drawn, 8), (untouched, 8), (old, 7)):
            await uow.places.set_board(match.id, BoardMessage(1, message))
        await uow.commit()
    for match in (drawn, old):
        await club.do(
            draw_step, match.id, club.ann, 2, seen=await club.seen(match.id), now=club.now
        )
    await club.forget_told()
    await club.do(show_what_is_drawn, since=8, now=club.now)
    assert await club.told(match=drawn.id, notifies=False) == [(Telling.EDIT_BOARD, NOW)]
    assert await club.told(match=untouched.id) == await club.told(match=old.id) == []
