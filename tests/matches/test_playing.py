"""Whole turns, typed or given; where the board is shown; and posting it again."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.challenging import accept
from matches.errors import (
    MatchOver,
    NotYourMatch,
    NotYourTurn,
    OtherServer,
    StaleMatch,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import Draft, EndReason, Match, Result
from matches.outbox import DueKind, Telling
from matches.place import Place
from matches.playing import (
    Seen,
    draw_step,
    play_draft,
    play_turn,
    play_typed,
    post_board,
    take_back_step,
)
from matches.terms import Terms, TurnTime
from matches.update import Update
from rules import IllegalTurnError, InvalidTurnError, Player, Refusal
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    LATER,
    LIVE,
    MINUTE,
    NOW,
    PLACE,
    SECOND_BLOCKED,
    SECOND_SCORES,
    SECONDS_OWN_GOAL,
    SERVER,
    SLOW,
    SMALL,
    Club,
    Lot,
)

EDIT, POST = Telling.EDIT_BOARD, Telling.POST_BOARD
BEFORE_A_BOUNCE = ("2", "3")
"""Ann may draw 3, which bounces off the wall, and then 5, which passes."""

Play = Callable[[Club, Match, PlayerId, str], Awaitable[Update]]


async def given(
    club: Club, match: Match, by: PlayerId, turn: str, seen_version: int | None = None
) -> Update:
    """A whole turn, as the computer or an importer gives it."""
    return await club.do(play_turn, match.id, by, turn, seen_version=seen_version, now=club.now)


async def typed(club: Club, match: Match, by: PlayerId, text: str) -> Update:
    """A turn as a person types it."""
    return await club.do(play_typed, match.id, by, text, now=club.now)


async def tapped(club: Club, match: Match, by: PlayerId, turn: str) -> Update:
    """A turn on the pad, with *Play it* where it is asked for."""
    for direction in turn:
        seen = await club.seen(match.id)
        update = await club.do(draw_step, match.id, by, int(direction), seen=seen, now=club.now)
    if update.played is None:
        seen = await club.seen(match.id)
        update = await club.do(play_draft, match.id, by, seen=seen, now=club.now)
    return update


async def posted(club: Club, match: Match, by: PlayerId, place: Place) -> Update:
    """A board posted again."""
    return await club.do(post_board, match.id, by, place, now=club.now)


# A turn


@pytest.mark.parametrize("play", [given, typed, tapped])
@pytest.mark.parametrize("terms", [LIVE, SLOW])
async def test_turn_is_played(club: Club, play: Play, terms: Terms):
    """A turn grows the version by one, is an act of its player and begins the opponent's time."""
    match = await club.start(terms=terms)
    now = club.wait(MINUTE)
    duration = terms.turn_time.duration
    assert duration is not None
    update = await play(club, match, club.ann, "0")
    assert update.match == replace(
        match,
        game=match.game.play("0"),
        version=2,
        acted_at={**match.acted_at, Player.FIRST: now},
        deadline=now + duration,
    )
    assert update.played == update.match.game.history[-1]
    assert update.draft is None
    assert update.board is not None
    assert await club.match(match.id) == update.match
    assert await club.due() == {(DueKind.TURN_DEADLINE, match.id): duration * 0.8}


@pytest.mark.parametrize("play", [given, typed, tapped])
@pytest.mark.parametrize(
    ("turns", "result"),
    [
        (FIRST_SCORES, Result(Player.FIRST, EndReason.GOAL)),
        (SECOND_SCORES, Result(Player.SECOND, EndReason.GOAL)),
        (SECONDS_OWN_GOAL, Result(Player.FIRST, EndReason.OWN_GOAL)),
        (SECOND_BLOCKED, Result(Player.FIRST, EndReason.BLOCKED)),
    ],
)
async def test_match_ends_with_its_game(
    club: Club, play: Play, turns: tuple[str, ...], result: Result
):
    """The end that the rules see is the end of the match."""
    match = await club.play(await club.start(), *turns[:-1])
    club.wait(MINUTE)
    mover = match.player_to_move
    assert mover is not None
    update = await play(club, match, mover, turns[-1])
    if update.played is None:  # typed, and loses at once
        seen = await club.seen(match.id)
        update = await club.do(play_draft, match.id, mover, seen=seen, now=club.now)
    ended = update.match
    assert (ended.result, ended.finished_at, ended.deadline) == (result, club.now, None)
    assert ended.game.turns == turns
    assert ended.version == match.version + 1
    assert (ended.side_to_move, ended.player_to_move) == (None, None)
    assert await club.match(match.id) == ended
    assert await club.due() == {}


@pytest.mark.parametrize("play", [given, typed])
async def test_turn_takes_the_drafts_place(club: Club, play: Play):
    """A whole turn is played in place of whatever was drafted."""
    match = await club.play(await club.start(), *BEFORE_A_BOUNCE)
    await club.do(draw_step, match.id, club.ann, 3, seen=Seen(match.version), now=club.now)
    update = await play(club, match, club.ann, "0")
    assert update.match.game.turns == (*BEFORE_A_BOUNCE, "0")
    assert await club.draft(match.id) is None


@pytest.mark.parametrize("play", [given, typed])
async def test_who_may_not_play(club: Club, play: Play):
    """Only the player to move plays, in a match that runs and exists."""
    match = await club.start()
    for by, error in ((club.bob, NotYourTurn), (club.cid, NotYourMatch)):
        async with club.refused(error) as info:
            await play(club, match, by, "0")
        assert info.value.match == match
    async with club.refused(UnknownMatch):
        await play(club, replace(match, id=MatchId(99)), club.ann, "0")
    ended = await club.play(match, *FIRST_SCORES)
    for by in (club.ann, club.bob):
        async with club.refused(MatchOver) as info:
            await play(club, ended, by, "0")
        assert info.value.match == ended


@pytest.mark.parametrize("play", [given, typed])
@pytest.mark.parametrize(
    ("turn", "error"),
    [
        ("7", IllegalTurnError),  # drawn already
        ("00", IllegalTurnError),  # goes on after the turn has passed
        ("9", InvalidTurnError),
        ("", InvalidTurnError),
        ("x", InvalidTurnError),
    ],
)
async def test_refused_turn(club: Club, play: Play, turn: str, error: type[Exception]):
    """A turn that the rules refuse changes nothing, not even the draft."""
    match = await club.play(await club.start(), *BEFORE_A_BOUNCE)
    await club.do(draw_step, match.id, club.ann, 3, seen=Seen(match.version), now=club.now)
    async with club.refused(error):
        await play(club, match, club.ann, turn)


async def test_given_turn_must_be_complete(club: Club):
    """A given turn is whole or refused: it never becomes a draft."""
    match = await club.play(await club.start(), *BEFORE_A_BOUNCE)
    async with club.refused(IllegalTurnError) as info:
        await given(club, match, club.ann, "3")
    assert info.value.refusal is Refusal.INCOMPLETE


async def test_given_turn_may_lose(club: Club):
    """Nobody confirms a given turn."""
    match = await club.play(await club.start(), *SECONDS_OWN_GOAL[:-1])
    assert (await given(club, match, club.bob, "71")).match.is_over


async def test_given_turn_for_an_older_version(club: Club):
    """A given turn says for which version it was made; any other version refuses it."""
    match = await club.play(await club.start(), "0", "0")
    for version in (1, match.version - 1, match.version + 1):
        async with club.refused(StaleMatch) as info:
            await given(club, match, club.ann, "0", version)
        assert info.value.match == match
    await given(club, match, club.ann, "0", match.version)


async def test_turn_given_twice_at_once(each_club: Club):
    """A turn that is given three times at once is played once."""
    club = each_club
    match = await club.start()
    await club.forget_told()
    tries = [given(club, match, club.ann, "0", match.version) for _ in range(3)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, Update) for each in results) == 1
    assert sum(isinstance(each, NotYourTurn | StaleMatch) for each in results) == 2
    assert (await club.match(match.id)).game.turns == ("0",)
    assert len(await club.told()) == 1


# Typing


@pytest.mark.parametrize("text", ["35", "se sw", "3-5", " ↘️↙️ ", "South-East, southwest"])
async def test_typed_forms(club: Club, text: str):
    """Digits, compass words and arrows are the same turn."""
    match = await club.play(await club.start(), *BEFORE_A_BOUNCE)
    assert (await typed(club, match, club.ann, text)).match.game.turns[-1] == "35"


async def test_typed_words_of_another_language(club: Club):
    """Words are an argument."""
    match = await club.start()
    words = {"góra": 0}
    update = await club.do(play_typed, match.id, club.ann, "góra", words=words, now=club.now)
    assert update.match.game.turns == ("0",)


async def test_typed_turn_is_not_confirmed(club: Club):
    """Who types a complete turn means it, however long the time per turn is."""
    match = await club.start(terms=Terms(SMALL, TurnTime.FOURTEEN_DAYS))
    assert (await typed(club, match, club.ann, "0")).played is not None


@pytest.mark.parametrize(
    ("turns", "text"),
    [(BEFORE_A_BOUNCE, "3"), (SECONDS_OWN_GOAL[:-1], "71"), (SECOND_BLOCKED[:-1], "1")],
)
@pytest.mark.parametrize("terms", [LIVE, SLOW])
async def test_typed_turn_that_becomes_the_draft(
    club: Club, terms: Terms, turns: tuple[str, ...], text: str
):
    """An incomplete turn, or one that loses at once, becomes the draft; the board shows it."""
    match = await club.play(await club.start(terms=terms), *turns)
    await club.forget_told()
    club.wait(HOUR)
    mover = match.player_to_move
    assert mover is not None
    update = await typed(club, match, mover, text)
    draft = Draft(match.id, mover, match.version, revision=1, steps=text)
    assert (update.match, update.draft, update.played) == (match, draft, None)
    assert await club.match(match.id) == match
    assert await club.draft(match.id) == draft
    assert await club.told() == [(EDIT, NOW)]
    assert update.board is not None
    update = await typed(club, match, mover, text)
    assert update.draft == replace(draft, revision=2)


# In place or as a new message: who is looking?


@pytest.mark.parametrize(("play", "due"), [(given, NOW), (typed, NOW), (tapped, LATER)])
@pytest.mark.parametrize("terms", [LIVE, SLOW])
async def test_in_place_while_the_opponent_looks(
    club: Club, terms: Terms, play: Play, due: timedelta
):
    """For three minutes after an act of who is to move the board is edited in place: by the
    answer to a tap, or by the outbox if that fails or nobody tapped.
    """
    match = await club.play(await club.start(terms=terms), "0", "0")
    await club.forget_told()
    club.wait(3 * MINUTE)
    update = await play(club, match, club.ann, "0")
    assert await club.told() == [(EDIT, due)]
    assert update.board is not None
    assert (update.board.telling, update.board.match) == (EDIT, match.id)


@pytest.mark.parametrize("play", [given, typed, tapped])
@pytest.mark.parametrize("terms", [LIVE, SLOW])
async def test_new_message_when_the_opponent_is_away(club: Club, terms: Terms, play: Play):
    """After three minutes without an act of who is to move the board is a new message, now."""
    match = await club.play(await club.start(terms=terms), "0", "0")
    await club.forget_told()
    club.wait(3 * MINUTE + INSTANT)
    update = await play(club, match, club.ann, "0")
    assert await club.told() == [(POST, NOW)]
    assert update.board is not None
    assert (update.board.telling, update.board.match) == (POST, match.id)


@pytest.mark.parametrize(("waited", "telling"), [(3 * MINUTE, EDIT), (4 * MINUTE, POST)])
async def test_challenging_is_an_act(club: Club, waited: timedelta, telling: Telling):
    """Before its first turn the challenger acted in the match when challenging."""
    made = await club.challenge(club.ann, club.bob)
    club.wait(waited)
    lot = Lot(Player.SECOND)
    match = (await club.do(accept, made.id, club.bob, now=club.now, rng=lot)).match
    await club.forget_told()
    await given(club, match, club.bob, "0")
    assert await club.told() == [(telling, NOW)]


async def test_end_is_told_like_a_turn(club: Club):
    """The loser who looks sees the end in place; who is away gets a new message."""
    for waited, telling in ((MINUTE, EDIT), (4 * MINUTE, POST)):
        match = await club.play(await club.start(), *FIRST_SCORES[:-1])
        await club.forget_told()
        club.wait(waited)
        await given(club, match, club.ann, FIRST_SCORES[-1])
        assert await club.told() == [(Telling.CLOSE_PLACE, NOW), (telling, NOW)]


# The board again


async def test_board_again_here(club: Club):
    """The board is posted again in its channel by whoever plays, also when it is over."""
    match = await club.start()
    await club.forget_told()
    for by in (club.ann, club.bob):
        update = await posted(club, match, by, PLACE)
        assert update.match == match
        assert update.board is not None
    ended = await club.play(match, *FIRST_SCORES)
    await club.forget_told()
    assert (await posted(club, ended, club.bob, PLACE)).match == ended
    assert await club.told() == [(POST, NOW)]


@pytest.mark.parametrize(
    "elsewhere", [Place(SERVER, 73), Place(SERVER, 71, 74), Place(SERVER, 73, 75)]
)
async def test_board_elsewhere(club: Club, elsewhere: Place):
    """In another channel or thread of the server this moves the match, whose version stays."""
    match = await club.start()
    await club.forget_told()
    update = await posted(club, match, club.bob, elsewhere)
    assert update.match == replace(match, place=elsewhere) == await club.match(match.id)
    assert await club.told() == [(POST, NOW)]
    match = await club.play(update.match, "0")
    assert match.place == elsewhere


async def test_same_thread_by_another_name(club: Club):
    """A thread is where it is, whatever stands as its parent: the match does not move."""
    thread = Place(SERVER, 71, 74)
    match = await club.start(place=thread)
    update = await posted(club, match, club.ann, Place(SERVER, 74))
    assert update.match.place == thread


@pytest.mark.parametrize("server", [ServerId(701), None])
async def test_board_in_another_server(club: Club, server: ServerId | None):
    """A match stays in the server where it is rated."""
    match = await club.start()
    async with club.refused(OtherServer) as info:
        await posted(club, match, club.ann, Place(server, 71))
    assert info.value.match == match


async def test_who_may_not_post_a_board(club: Club):
    """A stranger does not post or move a board, and nobody posts one that does not exist."""
    match = await club.start()
    async with club.refused(NotYourMatch):
        await posted(club, match, club.cid, PLACE)
    async with club.refused(UnknownMatch):
        await posted(club, replace(match, id=MatchId(99)), club.ann, PLACE)


async def test_moving_while_playing(each_club: Club):
    """A turn and a move of the board at the same time both happen."""
    club = each_club
    match = await club.start()
    elsewhere = Place(SERVER, 73)
    await asyncio.gather(
        given(club, match, club.ann, "0"), posted(club, match, club.bob, elsewhere)
    )
    stored = await club.match(match.id)
    assert (stored.game.turns, stored.place, stored.version) == (("0",), elsewhere, 2)


async def test_taking_back_is_no_act(club: Club):
    """Drawing and taking back alone neither lengthen the time nor count as a turn."""
    match = await club.start(terms=SLOW)
    club.wait(HOUR)
    for _ in range(2):
        seen = await club.seen(match.id)
        await club.do(draw_step, match.id, club.ann, 0, seen=seen, now=club.now)
        seen = await club.seen(match.id)
        await club.do(take_back_step, match.id, club.ann, seen=seen, now=club.now)
    assert await club.match(match.id) == match
    assert await club.due() == {(DueKind.TURN_DEADLINE, match.id): DAY * 0.8 - HOUR}
