"""Games against the computer: they begin at once, count for nothing, and nobody else sees them."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from matches.blocking import block
from matches.challenging import rematch
from matches.computer import Computer
from matches.computing import begin, play_again, play_for_computer, take_back
from matches.errors import (
    AgainstComputer,
    MatchesError,
    MatchOver,
    MatchRunning,
    NothingToTakeBack,
    NotSeenHere,
    NotYourMatch,
    NotYourTurn,
    OpponentGone,
    StaleMatch,
    TooManyMatches,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId
from matches.limits import Limits
from matches.match import EndReason, Match, Result
from matches.offer import OfferKind
from matches.offering import make_offer
from matches.outbox import DueKind, Telling
from matches.place import Place
from matches.playing import Seen, draw_step, play_turn, play_typed, post_board, resign
from matches.preferences import PlayerSettings, Reminders
from matches.records import match_to_record
from matches.standings import board_state
from matches.terms import Terms, TurnTime
from matches.timekeeping import go_on, hide_board
from rules import IllegalTurnError, Player
from tests.support.clocks import CLOSE, pass_time
from tests.support.people import (
    DAY,
    HOUR,
    INSTANT,
    LATER,
    MINUTE,
    NOW,
    PLACE,
    SECOND,
    SMALL,
    Club,
    all_stored,
)

COMPUTER = DueKind.COMPUTER_TURN
LIES = timedelta(days=37)


async def started(club: Club, by: PlayerId | None = None, **options: Any) -> Match:
    """A game against the computer that has just begun."""
    return await club.do(begin, by or club.ann, SMALL, PLACE, now=club.now, **options)


async def answered(club: Club, match: Match, turn: str) -> Match:
    """The match after the computer played this, now."""
    return (
        await club.do(play_for_computer, match.id, turn, seen_version=match.version, now=club.now)
    ).match


async def lost(club: Club, match: Match) -> Match:
    """The match after Ann, who draws first, has given it up."""
    begun = await answered(club, await club.play(match, "0"), "0")
    return (
        await club.do(resign, match.id, club.ann, seen_version=begun.version, now=club.now)
    ).match


async def test_first_game(each_club: Club):
    """Somebody's first game is at level 1, unrated and without a limit, and theirs to begin."""
    club = each_club
    match = await started(club)
    assert (match.first, match.computer) == (club.ann, Computer(Player.SECOND, 1))
    assert (match.terms, match.rated) == (Terms(SMALL, TurnTime.UNLIMITED, rated=False), False)
    assert match.place == Place(None, PLACE.channel)
    assert (await club.due(), await club.told()) == ({(CLOSE, match.id): LIES}, [])
    assert await club.match(match.id) == match


async def test_next_game(each_club: Club):
    """A game that names no level has that of the last one, and the other one begins."""
    club = each_club
    await started(club, level=4)
    await started(club, club.bob, level=7)
    club.wait(MINUTE)
    second = await started(club)
    assert second.computer == Computer(Player.FIRST, 4)
    assert (await club.due())[COMPUTER, second.id] == NOW
    club.wait(MINUTE)
    assert (await started(club)).computer == Computer(Player.SECOND, 4)


async def test_level_is_a_player(each_club: Club):
    """The computer is one player at each level, who has a level and neither account nor name."""
    club = each_club
    one = await started(club, level=2)
    other = await started(club, club.bob, level=2)
    third = await started(club, level=3)
    assert one.second == other.second != third.first
    async with club.store.reading() as uow:
        person = (await uow.players.people([one.second]))[one.second]
    assert (person.account, person.name, person.level) == (None, "", 2)


async def test_computer_answers(each_club: Club):
    """A turn asks for the computer's, whose turn takes that away; both ask for the board there."""
    club = each_club
    match = await started(club)
    club.wait(HOUR)
    played = await club.play(match, "0")
    assert await club.due() == {(COMPUTER, match.id): NOW, (CLOSE, match.id): LIES}
    club.wait(MINUTE)
    match = await answered(club, played, "0")
    assert match.game.turns == ("0", "0")
    assert await club.due() == {(CLOSE, match.id): LIES}
    assert [telling for telling, _ in await club.told()] == [Telling.EDIT_BOARD] * 2
    assert not any(row.notifies for row in (await all_stored(club.store)).outbox)


async def test_tap_plays_at_once(club: Club):
    """Nobody has to confirm a turn against the computer: it can be taken back."""
    match = await started(club)
    update = await club.do(draw_step, match.id, club.ann, 0, seen=Seen(match.version), now=club.now)
    assert update.match.game.turns == ("0",)
    assert await club.told() == [(Telling.EDIT_BOARD, LATER)]


@pytest.mark.parametrize("changed", ["taken back", "over", "unknown"])
async def test_answer_that_comes_too_late(each_club: Club, changed: str):
    """What was chosen for a match as it is no more changes nothing."""
    club = each_club
    match = await club.play(await started(club), "0")
    key = match.id
    error: type[MatchesError] = NotYourTurn
    if changed == "taken back":
        await club.do(take_back, match.id, club.ann, now=club.now)
    elif changed == "over":
        await club.do(resign, match.id, club.ann, seen_version=match.version, now=club.now)
        error = MatchOver
    else:
        key, error = MatchId(99), UnknownMatch
    async with club.refused(error):
        await club.do(play_for_computer, key, "0", seen_version=match.version, now=club.now)


async def test_answer_to_another_turn(each_club: Club):
    """After a turn was taken back and another played, the answer to the first is dropped."""
    club = each_club
    match = await club.play(await started(club), "0")
    await club.do(take_back, match.id, club.ann, now=club.now)
    again = await club.play(await club.match(match.id), "1")
    assert (await club.due())[COMPUTER, match.id] == NOW
    async with club.refused(StaleMatch):
        await answered(club, match, "0")
    assert (await answered(club, again, "0")).game.turns == ("1", "0")


async def test_illegal_answer(club: Club):
    """The rules hold for the computer too."""
    match = await club.play(await started(club), "0")
    async with club.refused(IllegalTurnError):
        await answered(club, match, "4")


async def test_computer_in_a_match_of_people(club: Club):
    """It plays for nobody, and takes nothing back there."""
    match = await club.start()
    async with club.refused(UnknownMatch):
        await answered(club, match, "0")
    async with club.refused(NotYourMatch):
        await club.do(take_back, match.id, club.ann, now=club.now)
    async with club.refused(NotYourMatch):
        await club.do(play_again, match.id, club.ann, PLACE, stronger=False, now=club.now)


async def test_take_back(each_club: Club):
    """One's own last turn and the computer's answer are gone at once, and can be played anew."""
    club = each_club
    match = await answered(club, await club.play(await started(club), "0"), "0")
    match = await answered(club, await club.play(match, "0"), "0")
    update = await club.do(take_back, match.id, club.ann, seen_version=match.version, now=club.now)
    assert update.match.game.turns == ("0", "0")
    assert update.match.player_to_move == club.ann
    assert update.board is not None
    assert update.board.telling is Telling.EDIT_BOARD
    assert await club.match(match.id) == update.match


async def test_take_back_before_the_answer(each_club: Club):
    """While the computer thinks only one's own turn is gone, and it need not think any more."""
    club = each_club
    match = await club.play(await started(club), "0")
    await club.do(take_back, match.id, club.ann, now=club.now)
    assert (await club.match(match.id)).game.turns == ()
    assert (COMPUTER, match.id) not in await club.due()


async def test_nothing_to_take_back(club: Club):
    """Neither before one's first turn, nor by an old button, nor for others."""
    await started(club)
    match = await answered(club, await started(club), "0")
    async with club.refused(NothingToTakeBack):
        await club.do(take_back, match.id, club.ann, now=club.now)
    async with club.refused(StaleMatch):
        await club.do(take_back, match.id, club.ann, seen_version=1, now=club.now)
    async with club.refused(NotYourMatch):
        await club.do(take_back, match.id, club.bob, now=club.now)


@pytest.mark.parametrize(
    ("level", "stronger", "then"), [(1, False, 1), (1, True, 2), (7, True, 8), (8, True, 8)]
)
async def test_again(each_club: Club, level: int, stronger: bool, then: int):
    """*Same again* and *Stronger* swap the sides; above the strongest level there is none."""
    club = each_club
    match = await lost(club, await started(club, level=level))
    again = await club.do(
        play_again, match.id, club.ann, PLACE, stronger=stronger, now=club.wait(SECOND)
    )
    assert again.computer == Computer(Player.FIRST, then)
    assert again.game.ruleset == SMALL
    # The next one by the command is as strong.
    assert (await started(club)).computer == Computer(Player.SECOND, then)


async def test_again_twice(each_club: Club):
    """The second tap of two finds the game that the first began."""
    club = each_club
    match = await lost(club, await started(club))
    games = [
        await club.do(play_again, match.id, club.ann, PLACE, stronger=True, now=club.now)
        for _ in range(2)
    ]
    assert games[0] == games[1]


async def test_again_too_early_or_for_others(club: Club):
    """A running game has no sequel, nor has somebody else's."""
    match = await started(club)
    for key, by, error in (
        (match.id, club.ann, MatchRunning),
        (match.id, club.bob, NotYourMatch),
        (MatchId(99), club.ann, UnknownMatch),
    ):
        async with club.refused(error):
            await club.do(play_again, key, by, PLACE, stronger=False, now=club.now)


async def test_limit(club: Club):
    """Games against the computer count among one's running matches, and many may run at once."""
    limits = Limits(running_matches=2)
    await started(club, limits=limits)
    await started(club, limits=limits)
    async with club.refused(TooManyMatches):
        await started(club, limits=limits)
    await started(club, club.bob, limits=limits)


async def test_end(each_club: Club):
    """Nothing is left to happen by itself, no rating changes, and the board changes in place."""
    club = each_club
    match = await lost(club, await started(club))
    assert match.result == Result(Player.SECOND, EndReason.RESIGNED)
    assert (await club.due(), await club.changes(match.id)) == ({}, [])
    assert {telling for telling, _ in await club.told()} == {Telling.EDIT_BOARD}


async def test_resigning_while_the_computer_thinks(each_club: Club):
    """Then it has nothing to do any more."""
    club = each_club
    match = await club.play(await started(club), "0")
    ended = await club.do(resign, match.id, club.ann, seen_version=match.version, now=club.now)
    assert ended.match.result == Result(None, EndReason.ABORTED, ended_by=Player.FIRST)
    assert await club.due() == {}


async def test_nobody_is_asked(each_club: Club):
    """A game that nobody goes on with is closed after as long as others, without a word."""
    club = each_club
    match = await answered(club, await club.play(await started(club), "0"), "0")
    await club.forget_told()
    await pass_time(club, LIES - INSTANT)
    assert not (await club.match(match.id)).is_over
    assert await club.told() == []
    await pass_time(club, INSTANT)
    assert (await club.match(match.id)).result == Result(None, EndReason.CLOSED)
    assert await club.told() == [(Telling.EDIT_BOARD, NOW)]
    assert await club.due() == {}


async def test_going_on_changes_nothing(club: Club):
    """Nobody is asked, so there is nothing to answer."""
    match = await started(club)
    before = await all_stored(club.store)
    await club.do(go_on, match.id, club.ann, now=club.now)
    assert await all_stored(club.store) == before


async def test_hidden_board_holds_nothing(club: Club):
    """A private board that cannot be changed stops no clock, and gives nothing up."""
    match = await started(club)
    before = await all_stored(club.store)
    await club.do(hide_board, match.id, since=club.now, now=club.now)
    assert await all_stored(club.store) == before


async def test_no_offers(club: Club):
    """The computer agrees to no draw, and is offered no rematch."""
    match = await answered(club, await club.play(await started(club), "0"), "0")
    for kind in OfferKind:
        async with club.refused(AgainstComputer):
            await club.do(make_offer, match.id, club.ann, kind, now=club.now)
    async with club.refused(AgainstComputer):
        await club.do(rematch, match.id, club.ann, now=club.now, rng=Random(1))


async def test_board_anywhere(each_club: Club):
    """Its player sees the board wherever they ask for it, in any server, and no row posts it."""
    club = each_club
    match = await started(club)
    update = await club.do(post_board, match.id, club.ann, Place(None, 5), now=club.now)
    assert (update.board, update.match.place) == (None, Place(None, 5))
    assert (await club.match(match.id)).place == Place(None, 5)
    await club.do(post_board, match.id, club.ann, PLACE, now=club.now)
    assert (await club.match(match.id)).place == Place(None, PLACE.channel)
    assert await club.told() == []
    async with club.refused(NotYourMatch):
        await club.do(post_board, match.id, club.bob, PLACE, now=club.now)


async def test_nobody_else_sees_it(club: Club):
    """Not even who sees every channel."""
    match = await started(club)
    async with club.store.reading() as uow:
        state = await match_to_record(uow, match.id, club.ann, lambda _: False, now=club.now)
        assert state.match == match
        with pytest.raises(NotSeenHere):
            await match_to_record(uow, match.id, club.bob, lambda _: True, now=club.now)


@pytest.mark.parametrize("reads", [True, False])
async def test_board_follows_its_reader(each_club: Club, reads: bool):
    """It is in words alone for who wants words, shows no ratings, and knows the computer."""
    club = each_club
    match = await started(club, level=5)
    async with club.store.writing() as uow:
        await uow.preferences.save(club.ann, PlayerSettings(Reminders.OFF, words=reads))
        await uow.commit()
    async with club.store.reading() as uow:
        state = await board_state(uow, match.id, now=club.now)
    assert (state.in_words, state.pictured) == (reads, not reads)
    assert [seat.rating for seat in state.seats.values()] == [None, None]
    assert [state.person(side).level for side in Player] == [None, 5]


async def test_it_waits_for_nobody(each_club: Club):
    """It is among one's running matches, but not among those in which somebody waits."""
    club = each_club
    match = await started(club)
    other = await club.start(club.ann, club.bob)
    async with club.store.reading() as uow:
        waiting = await uow.matches.waiting_for(club.ann)
        running = await uow.matches.running_of(club.ann)
    assert [each.id for each in waiting] == [other.id]
    assert {each.id for each in running} == {match.id, other.id}


async def test_typed_draft(club: Club):
    """What is typed and is no whole turn is drawn, and the board is asked for where it stands."""
    match = await started(club)
    update = await club.do(play_typed, match.id, club.ann, "0", now=club.now)
    assert update.played is not None
    answer = await answered(club, update.match, "2")
    update = await club.do(play_typed, match.id, club.ann, "4", now=club.now)
    assert (answer.version, update.match.version) == (3, 3 if update.played is None else 4)


async def test_computers_turns_are_claimed_apart(each_club: Club):
    """Whoever does what time starts leaves the computer's turns to others, and the reverse."""
    club = each_club
    match = await club.play(await started(club), "0")
    later = club.now + timedelta(minutes=1)
    async with club.store.writing() as uow:
        await uow.due.set(CLOSE, match.id, club.now)
        [ours] = await uow.due.claim(club.now, later, 9, computer=True)
        [other] = await uow.due.claim(club.now, later, 9)
        assert (ours.kind, other.kind) == (COMPUTER, CLOSE)
        assert await uow.due.next_due(computer=True) == later
        await uow.due.lease(COMPUTER, match.id, later + DAY)
        await uow.due.lease(COMPUTER, 99, later)
        assert await uow.due.next_due(computer=True) == later + DAY
        assert await uow.due.next_due() == later
        await uow.due.remove(COMPUTER, match.id)
        assert await uow.due.next_due(computer=True) is None


async def test_computer_cannot_be_blocked_from_playing(club: Club):
    """Blocks are between people."""
    match = await started(club)
    with pytest.raises(OpponentGone):
        await club.do(block, club.ann, match.second)
    assert (await club.play(match, "0")).awaits_computer
    assert (await started(club)).computer is not None


async def test_turn_by_its_player_for_the_computer(club: Club):
    """Nobody plays the computer's turn."""
    match = await club.play(await started(club), "0")
    async with club.refused(NotYourTurn):
        await club.do(play_turn, match.id, club.ann, "0", now=club.now)
