"""What people look at: a board's state, their running matches, and which one is meant."""

from dataclasses import replace

import pytest

from matches.errors import UnknownMatch, WhichMatch
from matches.history import RatingChange
from matches.ids import MatchId, PlayerId
from matches.match import Draft, Match
from matches.pauses import Pause
from matches.people import Person
from matches.place import BoardMessage, Place
from matches.playing import Seen, draw_step, play_turn, resign
from matches.rating import Rating, aged, rate_match
from matches.standings import BoardState, Seat, board_state, find_match, games_of
from matches.terms import Terms, TurnTime
from matches.timekeeping import stop_clock
from rules import Player
from tests.support.people import (
    CUSTOM,
    DAY,
    HOUR,
    LIVE,
    MINUTE,
    PLACE,
    SERVER,
    SLOW,
    SMALL,
    Club,
    unrated,
)

NEW = Rating()
WON, LOST = rate_match(NEW, NEW, 1)
HERE, THERE = 71, 75
ELSEWHERE = Place(SERVER, THERE)
UNLIMITED = Terms(SMALL, TurnTime.UNLIMITED)


async def state(club: Club, match: MatchId) -> BoardState:
    """What the board shows now."""
    async with club.store.reading() as uow:
        return await board_state(uow, match, now=club.now)


async def games(club: Club, player: PlayerId) -> list[MatchId]:
    """The player's running matches, in order."""
    async with club.store.reading() as uow:
        return [match.id for match in await games_of(uow, player)]


async def meant(club: Club, player: PlayerId, channel: int, *, to_move: bool = True) -> MatchId:
    """The match that somebody means who names none."""
    async with club.store.reading() as uow:
        return (await find_match(uow, player, channel, to_move=to_move)).id


async def listed(
    club: Club, player: PlayerId, channel: int, *, to_move: bool = True
) -> list[MatchId]:
    """The matches from which somebody must choose who names none."""
    with pytest.raises(WhichMatch) as info:
        await meant(club, player, channel, to_move=to_move)
    return [match.id for match in info.value.matches]


async def board_at(club: Club, match: Match, message: int) -> None:
    """The match's board is this message of its channel."""
    async with club.store.writing() as uow:
        await uow.places.set_board(match.id, BoardMessage(match.place.target, message))
        await uow.commit()


# The state of a board


async def test_board_of_a_running_match(club: Club):
    """A board shows the match, who plays with which rating, and no change yet."""
    match = await club.start()
    ann, bob = Person(club.ann, 11, "Ann"), Person(club.bob, 12, "Bob")
    shown = await state(club, match.id)
    assert shown == BoardState(
        match,
        None,
        {Player.FIRST: Seat(ann, NEW, None), Player.SECOND: Seat(bob, NEW, None)},
        introduces=True,
        deadline=match.deadline,
    )
    assert shown.person(Player.SECOND) == bob


async def test_a_first_board_explains_the_game(club: Club):
    """Somebody's first match, as long as not both have moved."""
    first = await club.start()
    second = await club.start()
    assert (await state(club, first.id)).introduces
    assert not (await state(club, second.id)).introduces
    first = await club.play(first, "2")
    assert (await state(club, first.id)).introduces
    await club.play(first, "3")
    assert not (await state(club, first.id)).introduces


async def test_board_with_a_draft(club: Club):
    """A board shows what is drawn of the next turn; a played turn leaves none."""
    match = await club.play(await club.start(), "2", "3")
    draft = (
        await club.do(draw_step, match.id, club.ann, 3, seen=Seen(match.version), now=club.now)
    ).draft
    assert (await state(club, match.id)).draft == draft
    await club.play(match, "0")
    assert (await state(club, match.id)).draft is None


async def test_draft_of_another_version_is_not_shown(club: Club):
    """A draft that belongs to another version of the match counts as none."""
    match = await club.start()
    async with club.store.writing() as uow:
        await uow.drafts.put(Draft(match.id, club.ann, match.version + 1, 1, "0"), None)
        await uow.commit()
    assert (await state(club, match.id)).draft is None
    assert await club.steps(match.id) == ""


async def test_board_of_a_rated_end(club: Club):
    """After the end a board shows the ratings of its server and what the match changed."""
    match = await club.play(await club.start(), "0", "0")
    await club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now)
    shown = await state(club, match.id)
    assert shown.match.is_over
    expected = {Player.FIRST: (club.ann, WON), Player.SECOND: (club.bob, LOST)}
    for side, (player, rating) in expected.items():
        assert shown.seats[side].rating == rating
        assert shown.seats[side].change == RatingChange(player, SERVER, NEW, rating)


async def test_board_outside_a_server(club: Club):
    """Outside a server a board shows the ratings overall."""
    match = await club.play(await club.start(place=Place(None, 5)), "0", "0")
    await club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now)
    seat = (await state(club, match.id)).seats[Player.FIRST]
    assert seat.change == RatingChange(club.ann, None, NEW, WON)


async def test_ratings_are_as_uncertain_as_they_are_now(club: Club):
    """Who has not played for long is shown as uncertain; what a match changed stays as it was."""
    ended = await club.play(await club.start(), "0", "0")
    await club.do(resign, ended.id, club.bob, seen_version=ended.version, now=club.now)
    club.wait(700 * DAY)
    match = await club.start()
    shown = (await state(club, match.id)).seats[Player.FIRST].rating
    assert shown == aged(WON, 700 * DAY)
    assert shown is not None
    assert shown.deviation > WON.deviation
    change = (await state(club, ended.id)).seats[Player.FIRST].change
    assert change is not None
    assert change.after == WON


async def test_ratings_of_the_matchs_own_variant_and_server(club: Club):
    """A board shows what its players are worth in this game and this server."""
    match = await club.play(await club.start(), "0", "0")
    await club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now)
    here = await club.start()
    other_game = await club.start(terms=Terms(CUSTOM, rated=False))
    other_server = await club.start(place=Place(None, 5), terms=unrated(LIVE))
    ratings = [
        (await state(club, match.id)).seats[Player.FIRST].rating
        for match in (here, other_game, other_server)
    ]
    assert ratings == [WON, None, WON]
    assert (await state(club, here.id)).seats[Player.FIRST].change is None


async def test_unrated_end_changes_nothing(club: Club):
    """The board of a match for no points shows ratings without a change."""
    match = await club.play(await club.start(terms=unrated(LIVE)), "0", "0")
    await club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now)
    seat = (await state(club, match.id)).seats[Player.FIRST]
    assert (seat.rating, seat.change) == (NEW, None)


async def test_unknown_board(club: Club):
    """There is no board of a match that does not exist."""
    with pytest.raises(UnknownMatch):
        await state(club, MatchId(99))


# My games


async def test_games_in_order(club: Club):
    """Those that wait for me come first, then by the time that is left; unlimited ones last."""
    ann, bob = club.ann, club.bob
    mine_unlimited = await club.start(ann, bob, UNLIMITED)
    mine_slow = await club.start(ann, club.cid, SLOW)
    theirs_live = await club.start(bob, ann, LIVE)
    theirs_unlimited = await club.start(club.dee, ann, UNLIMITED)
    mine_live = await club.start(ann, club.dee, LIVE)
    theirs_slow = await club.start(club.cid, ann, SLOW)
    await club.start(club.cid, club.dee)
    order = [mine_live, mine_slow, mine_unlimited, theirs_live, theirs_slow, theirs_unlimited]
    assert await games(club, ann) == [match.id for match in order]
    await club.play(mine_live, "0")
    await club.do(resign, theirs_live.id, ann, seen_version=1, now=club.now)
    order = [mine_slow, mine_unlimited, mine_live, theirs_slow, theirs_unlimited]
    assert await games(club, ann) == [match.id for match in order]


async def test_games_whose_time_stands_still_come_later(club: Club):
    """Nothing is urgent there; last comes what nobody can see."""
    ann, bob = club.ann, club.bob
    hidden = await club.start(ann, bob, LIVE)
    away = await club.start(ann, club.cid, SLOW)
    slow = await club.start(ann, club.dee, SLOW)
    unlimited = await club.start(ann, bob, UNLIMITED)
    theirs = await club.start(bob, ann, LIVE)
    async with club.store.writing() as uow:
        await stop_clock(uow, hidden, Pause.HIDDEN, since=club.now)
        await stop_clock(uow, away, Pause.SECOND_AWAY, since=club.now)
        await uow.commit()
    order = [slow, unlimited, away, hidden, theirs]
    assert await games(club, ann) == [match.id for match in order]


async def test_no_games(club: Club):
    """Who plays nothing has no games."""
    await club.start(club.cid, club.dee)
    assert await games(club, club.ann) == []


# Which match is meant


async def test_newest_board_in_this_channel(club: Club):
    """The newest board in this channel where it is my turn is meant, others elsewhere or not."""
    one = await club.start(club.ann, club.bob)
    two = await club.start(club.ann, club.cid)
    theirs = await club.start(club.bob, club.ann)
    away = await club.start(club.ann, club.dee, place=ELSEWHERE)
    for message, match in enumerate((one, two, theirs, away), 1000):
        await board_at(club, match, message)
    assert await meant(club, club.ann, HERE) == two.id
    assert await meant(club, club.ann, THERE) == away.id
    assert await meant(club, club.bob, HERE) == theirs.id


async def test_newest_board_is_the_lowest_message(club: Club):
    """A board that was posted again is the newest, although the last turn was another match's."""
    one = await club.start(club.ann, club.bob)
    club.wait(MINUTE)
    two = await club.start(club.ann, club.cid)
    await board_at(club, one, 2000)
    await board_at(club, two, 1000)
    assert await meant(club, club.ann, HERE) == one.id
    assert await meant(club, club.ann, HERE, to_move=False) == one.id
    await board_at(club, two, 3000)
    assert await meant(club, club.ann, HERE) == two.id


async def test_board_that_is_not_posted_yet(club: Club):
    """Of matches whose boards are still to come the newer one is meant."""
    await club.start(club.ann, club.bob)
    two = await club.start(club.ann, club.cid)
    assert await meant(club, club.ann, HERE) == two.id


async def test_thread_is_a_channel_of_its_own(club: Club):
    """In a thread its own match is meant, and its parent channel does not have it."""
    thread = await club.start(club.ann, club.bob, place=replace(PLACE, thread=99))
    await club.start(club.ann, club.cid, place=ELSEWHERE)
    assert await meant(club, club.ann, 99) == thread.id
    assert len(await listed(club, club.ann, HERE)) == 2


async def test_only_match_that_waits(club: Club):
    """Without a board here the only match that waits for me is meant, wherever it is."""
    away = await club.start(club.ann, club.bob, place=ELSEWHERE)
    await club.start(club.bob, club.ann)
    await club.start(club.bob, club.ann, place=ELSEWHERE)
    assert await meant(club, club.ann, HERE) == away.id
    assert await meant(club, club.ann, 12345) == away.id


async def test_private_list(club: Club):
    """With several that wait elsewhere, or none, the player chooses from a list."""
    slow = await club.start(club.ann, club.bob, SLOW, ELSEWHERE)
    live = await club.start(club.ann, club.cid, LIVE, ELSEWHERE)
    theirs = await club.start(club.bob, club.ann, LIVE, ELSEWHERE)
    assert await listed(club, club.ann, HERE) == [live.id, slow.id]
    assert await listed(club, club.ann, HERE, to_move=False) == [live.id, slow.id, theirs.id]
    for match in (slow, live):
        await club.play(match, "0")
    assert await listed(club, club.bob, HERE) == [theirs.id, slow.id]
    assert await listed(club, club.dee, HERE) == []
    assert await listed(club, club.dee, HERE, to_move=False) == []


async def test_nothing_waits(club: Club):
    """Who must move is not led to a match where it is the opponent's turn."""
    match = await club.start(club.bob, club.ann)
    assert await listed(club, club.ann, HERE) == [match.id]


async def test_without_a_move_to_make(club: Club):
    """For a look or to give up, the board here comes before one elsewhere that waits, and the
    only match is meant wherever it is.
    """
    away = await club.start(club.bob, club.ann, place=ELSEWHERE)
    assert await meant(club, club.ann, HERE, to_move=False) == away.id
    here = await club.start(club.cid, club.ann)
    assert await meant(club, club.ann, HERE, to_move=False) == here.id
    await club.play(away, "0")
    assert await meant(club, club.ann, HERE, to_move=False) == here.id
    assert await meant(club, club.ann, HERE) == away.id
    assert await meant(club, club.ann, 12345, to_move=False) == away.id


async def test_own_turn_here_comes_first(club: Club):
    """A board here where it is my turn comes before a newer one where it is not."""
    mine = await club.start(club.ann, club.bob)
    theirs = await club.start(club.bob, club.ann)
    await board_at(club, mine, 1000)
    await board_at(club, theirs, 2000)
    assert await meant(club, club.ann, HERE, to_move=False) == mine.id


async def test_ended_match_is_never_meant(club: Club):
    """A match that is over is not meant, though its board is the newest."""
    ended = await club.start(club.ann, club.cid)
    running = await club.start(club.ann, club.bob)
    await board_at(club, running, 1000)
    await board_at(club, ended, 2000)
    club.wait(HOUR)
    await club.do(resign, ended.id, club.cid, seen_version=1, now=club.now)
    for to_move in (True, False):
        assert await meant(club, club.ann, HERE, to_move=to_move) == running.id
    await club.do(play_turn, running.id, club.ann, "0", now=club.now)
    assert await listed(club, club.ann, HERE) == [running.id]
