"""Turns drawn step by step: what is kept, what is played at once, and which taps are stale."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from matches.errors import (
    MatchOver,
    NotYourMatch,
    NotYourTurn,
    StaleMatch,
    TurnUnfinished,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId
from matches.match import Draft, EndReason, Match, Result
from matches.outbox import Telling
from matches.playing import Seen, draw_step, play_draft, play_typed, post_board, take_back_step
from matches.terms import Terms, TurnTime
from matches.update import Update
from rules import Direction, Game, IllegalTurnError, Player, Refusal
from tests.support.people import (
    CUSTOM,
    DAY,
    FIRST_SCORES,
    HOUR,
    LATER,
    LIVE,
    MINUTE,
    NOW,
    PLACE,
    SECOND_BLOCKED,
    SECONDS_OWN_GOAL,
    SLOW,
    SMALL,
    Club,
    unrated,
)

BEFORE_A_BOUNCE = ("2", "3")
"""Ann may draw 3, which bounces off the wall, and then 5, which passes."""

Tap = Callable[[Club, Match, PlayerId, Seen], Awaitable[Update]]


async def draw(
    club: Club, match: Match, by: PlayerId, direction: Direction, seen: Seen | None = None
) -> Update:
    """A tap on the pad, by default on the newest board."""
    seen = seen or await club.seen(match.id)
    return await club.do(draw_step, match.id, by, direction, seen=seen, now=club.now)


async def take_back(club: Club, match: Match, by: PlayerId, seen: Seen | None = None) -> Update:
    """A tap on the middle button."""
    seen = seen or await club.seen(match.id)
    return await club.do(take_back_step, match.id, by, seen=seen, now=club.now)


async def play_it(club: Club, match: Match, by: PlayerId, seen: Seen | None = None) -> Update:
    """A tap on *Play it*."""
    seen = seen or await club.seen(match.id)
    return await club.do(play_draft, match.id, by, seen=seen, now=club.now)


async def draw_south(club: Club, match: Match, by: PlayerId, seen: Seen | None = None) -> Update:
    """A tap that is legal wherever the tests use it."""
    return await draw(club, match, by, 3, seen)


async def draw_southwest(
    club: Club, match: Match, by: PlayerId, seen: Seen | None = None
) -> Update:
    """A tap that completes the turn after a bounce."""
    return await draw(club, match, by, 5, seen)


TAPS = [draw_south, take_back, play_it]


async def before_a_bounce(club: Club, terms: Terms = LIVE) -> Match:
    """A match in which Ann is to move and may bounce; everything has been told."""
    match = await club.play(await club.start(terms=terms), *BEFORE_A_BOUNCE)
    await club.forget_told()
    return match


# Drawing


async def test_step_is_drawn_for_everybody_to_see(club: Club):
    """A step that bounces is kept as the draft; the match stands as it was, nothing is told."""
    match = await before_a_bounce(club)
    club.wait(MINUTE)
    update = await draw(club, match, club.ann, 3)
    draft = Draft(match.id, club.ann, match.version, revision=1, steps="3")
    assert update == Update(match, draft, began=match.game.position)
    assert await club.draft(match.id) == draft
    assert await club.match(match.id) == match
    assert await club.told() == []


async def test_steps_add_up(club: Club):
    """Each step goes on from where the draft has come to."""
    match = await before_a_bounce(club, SLOW)
    await draw(club, match, club.ann, 3)
    update = await draw(club, match, club.ann, 5)
    assert update.draft == Draft(match.id, club.ann, match.version, revision=2, steps="35")
    assert await club.draft(match.id) == update.draft


@pytest.mark.parametrize("turn_time", TurnTime)
async def test_complete_turn(club: Club, turn_time: TurnTime):
    """A complete turn is played at once if the time per turn is under an hour; else it waits."""
    match = await before_a_bounce(club, Terms(SMALL, turn_time))
    await draw(club, match, club.ann, 3)
    update = await draw(club, match, club.ann, 5)
    if turn_time in (TurnTime.TWO_MINUTES, TurnTime.TEN_MINUTES):
        assert update.match.game.turns == (*BEFORE_A_BOUNCE, "35")
        assert update.draft is None
        assert update.played is not None
        assert (update.played.player, update.played.text) == (Player.FIRST, "35")
        assert await club.draft(match.id) is None
    else:
        assert update.match == match
        assert (await club.steps(match.id), update.played) == ("35", None)
        update = await play_it(club, match, club.ann)
    assert update.match.version == match.version + 1
    assert await club.match(match.id) == update.match


@pytest.mark.parametrize(
    ("turns", "reason"),
    [(SECONDS_OWN_GOAL, EndReason.OWN_GOAL), (SECOND_BLOCKED, EndReason.BLOCKED)],
)
@pytest.mark.parametrize("terms", [LIVE, SLOW])
async def test_losing_turn_is_confirmed(
    club: Club, terms: Terms, turns: tuple[str, ...], reason: EndReason
):
    """A turn that loses at once always waits for *Play it*."""
    match = await club.play(await club.start(terms=terms), *turns[:-1])
    for direction in turns[-1]:
        update = await draw(club, match, club.bob, int(direction))
    assert not (await club.match(match.id)).is_over
    assert update.draft is not None
    assert update.draft.steps == turns[-1]
    ended = (await play_it(club, match, club.bob)).match
    assert ended.result == Result(Player.FIRST, reason)


async def test_scoring_turn_is_played_at_once(club: Club):
    """Nobody needs to confirm a win in a live match."""
    match = await club.play(await club.start(), *FIRST_SCORES[:-1])
    update = await draw(club, match, club.ann, 0)
    assert update.match.result == Result(Player.FIRST, EndReason.GOAL)
    assert await club.draft(match.id) is None


async def test_nothing_follows_a_complete_turn(club: Club):
    """What waits for *Play it* takes no further step."""
    match = await club.start(terms=SLOW)
    await draw(club, match, club.ann, 0)
    async with club.refused(IllegalTurnError) as info:
        await draw(club, match, club.ann, 0)
    assert (info.value.at, info.value.refusal) == (1, Refusal.TOO_LONG)


async def test_nothing_follows_a_drafted_end(club: Club):
    """A drafted turn that would end the match takes no further step either."""
    match = await club.play(await club.start(), *SECONDS_OWN_GOAL[:-1])
    await draw(club, match, club.bob, 7)
    await draw(club, match, club.bob, 1)
    async with club.refused(IllegalTurnError) as info:
        await draw(club, match, club.bob, 4)
    assert info.value.refusal is Refusal.TOO_LONG


async def test_drawn_line_is_refused(club: Club):
    """A line that is drawn already is refused, from the draft's end too."""
    match = await before_a_bounce(club)
    async with club.refused(IllegalTurnError) as info:
        await draw(club, match, club.ann, 7)
    assert (info.value.at, info.value.refusal) == (0, Refusal.DRAWN)
    await draw(club, match, club.ann, 3)
    async with club.refused(IllegalTurnError) as info:
        await draw(club, match, club.ann, 7)
    assert (info.value.at, info.value.refusal) == (1, Refusal.DRAWN)


async def test_drafts_of_custom_games(club: Club):
    """A game that is no preset is drawn in the same way."""
    match = await club.start(terms=unrated(Terms(CUSTOM, TurnTime.TWO_MINUTES)))
    assert (await draw(club, match, club.ann, 0)).match.game == Game(CUSTOM, ("0",))


# Taking back


async def test_taking_back(club: Club):
    """The middle button takes the last step back, one by one, also from a complete turn."""
    match = await before_a_bounce(club, SLOW)
    for direction in (3, 5):
        await draw(club, match, club.ann, direction)
    for revision, steps in ((3, "3"), (4, "")):
        update = await take_back(club, match, club.ann)
        assert update == Update(match, Draft(match.id, club.ann, match.version, revision, steps))
        assert await club.draft(match.id) == update.draft
    assert await club.match(match.id) == match
    assert await club.told() == []


async def test_taking_back_nothing(club: Club):
    """With nothing drawn the middle button does nothing, as often as one likes."""
    match = await club.start()
    assert await take_back(club, match, club.ann) == Update(match)
    assert await club.draft(match.id) is None
    match = await before_a_bounce(club)
    await draw(club, match, club.ann, 3)
    emptied = await take_back(club, match, club.ann)
    assert await take_back(club, match, club.ann) == emptied


async def test_only_the_drafts_last_step(club: Club):
    """A played turn cannot be taken back by the middle button."""
    match = await club.start()
    match = (await draw(club, match, club.ann, 0)).match
    async with club.refused(NotYourTurn):
        await take_back(club, match, club.ann)
    assert await take_back(club, match, club.bob) == Update(match)


# Playing the draft


async def test_unfinished_turn_is_not_played(club: Club):
    """*Play it* needs a complete turn."""
    match = await before_a_bounce(club)
    async with club.refused(TurnUnfinished) as info:
        await play_it(club, match, club.ann)
    assert info.value.match == match
    await draw(club, match, club.ann, 3)
    async with club.refused(TurnUnfinished):
        await play_it(club, match, club.ann)


async def test_playing_the_draft(club: Club):
    """*Play it* plays what is drawn, counts as an act and begins the opponent's time."""
    match = await before_a_bounce(club, SLOW)
    for direction in (3, 5):
        await draw(club, match, club.ann, direction)
    now = club.wait(MINUTE)
    update = await play_it(club, match, club.ann)
    assert update.match == replace(
        match,
        game=match.game.play("35"),
        version=match.version + 1,
        acted_at={Player.FIRST: now, Player.SECOND: now - MINUTE},
        deadline=now + DAY,
    )
    assert await club.draft(match.id) is None
    assert await club.told() == [(Telling.EDIT_BOARD, LATER)]


async def test_each_turn_begins_without_a_draft(club: Club):
    """After a turn the board is clean; revisions begin again within the new version."""
    match = await before_a_bounce(club)
    await draw(club, match, club.ann, 3)
    match = (await draw(club, match, club.ann, 5)).match
    assert await club.seen(match.id) == Seen(match.version)
    update = await draw(club, match, club.bob, 5)
    assert update.draft == Draft(match.id, club.bob, match.version, revision=1, steps="5")


# Who may, and what is stale


@pytest.mark.parametrize("tap", TAPS)
async def test_who_may_not(club: Club, tap: Tap):
    """Only the player to move draws, in a match that runs and exists."""
    match = await before_a_bounce(club)
    for by, error in ((club.bob, NotYourTurn), (club.cid, NotYourMatch)):
        async with club.refused(error) as info:
            await tap(club, match, by, await club.seen(match.id))
        assert info.value.match == match
    async with club.refused(UnknownMatch):
        await tap(club, replace(match, id=MatchId(99)), club.ann, Seen(1))
    ended = await club.play(await club.start(), *FIRST_SCORES)
    for by in (club.ann, club.bob):
        async with club.refused(MatchOver) as info:
            await tap(club, ended, by, await club.seen(ended.id))
        assert info.value.match == ended


@pytest.mark.parametrize("tap", TAPS)
async def test_stale_tap(club: Club, tap: Tap):
    """A button that shows anything but the newest version and revision does nothing."""
    match = await before_a_bounce(club, SLOW)
    await draw(club, match, club.ann, 3)
    await draw(club, match, club.ann, 5)
    version = match.version
    for seen in (
        Seen(version),
        Seen(version, 1),
        Seen(version, 3),
        Seen(version - 1),
        Seen(version - 1, 2),
        Seen(version + 1),
        Seen(version + 1, 2),
    ):
        async with club.refused(StaleMatch) as info:
            await tap(club, match, club.ann, seen)
        assert info.value.match == match


@pytest.mark.parametrize("tap", TAPS)
async def test_what_comes_back_is_stale(club: Club, tap: Tap):
    """A button from before is stale although the same line was taken back and drawn again."""
    match = await before_a_bounce(club)
    await draw(club, match, club.ann, 3)
    seen = await club.seen(match.id)
    await take_back(club, match, club.ann)
    assert await club.steps(match.id) == ""
    async with club.refused(StaleMatch):
        await draw(club, match, club.ann, 3, Seen(match.version))
    await draw(club, match, club.ann, 3)
    assert await club.steps(match.id) == "3"
    async with club.refused(StaleMatch):
        await tap(club, match, club.ann, seen)


async def test_tap_after_a_typed_draft_is_stale(club: Club):
    """A typed beginning of a turn makes the buttons from before it stale."""
    match = await before_a_bounce(club)
    await draw(club, match, club.ann, 3)
    seen = await club.seen(match.id)
    await club.do(play_typed, match.id, club.ann, "3", now=club.now)
    async with club.refused(StaleMatch):
        await draw(club, match, club.ann, 5, seen)


async def test_tap_after_the_turn_is_stale(club: Club):
    """When one's own next turn comes, the buttons of the last one are stale."""
    match = await club.start()
    seen = await club.seen(match.id)
    await club.play(match, "0", "0")
    async with club.refused(StaleMatch):
        await draw(club, match, club.ann, 0, seen)


async def test_a_moved_board_is_not_stale(club: Club):
    """Posting the board elsewhere changes no version: the draft and its buttons stay good."""
    match = await before_a_bounce(club)
    await draw(club, match, club.ann, 3)
    seen = await club.seen(match.id)
    elsewhere = replace(PLACE, channel=73)
    await club.do(post_board, match.id, club.bob, elsewhere, now=club.now)
    update = await draw(club, match, club.ann, 5, seen)
    assert update.match.game.turns[-1] == "35"
    assert update.match.place == elsewhere


# Two taps at once


@pytest.mark.parametrize(
    ("steps", "rival"), [("3", draw_southwest), ("35", play_it), ("35", take_back)]
)
async def test_two_taps_at_once(each_club: Club, steps: str, rival: Tap):
    """Of taking back and another tap on the same board at the same time one counts."""
    club = each_club
    match = await before_a_bounce(club, SLOW)
    for direction in steps:
        await draw(club, match, club.ann, int(direction))
    seen = await club.seen(match.id)
    results = await asyncio.gather(
        rival(club, match, club.ann, seen),
        take_back(club, match, club.ann, seen),
        return_exceptions=True,
    )
    (update,) = [each for each in results if isinstance(each, Update)]
    (refusal,) = [each for each in results if not isinstance(each, Update)]
    assert isinstance(refusal, StaleMatch | NotYourTurn)
    assert await club.match(match.id) == update.match
    assert await club.draft(match.id) == update.draft


async def test_double_tap_on_a_step(each_club: Club):
    """A step tapped three times at once is drawn once."""
    club = each_club
    match = await before_a_bounce(club, SLOW)
    seen = await club.seen(match.id)
    taps = [draw(club, match, club.ann, 3, seen) for _ in range(3)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert sum(isinstance(each, Update) for each in results) == 1
    assert sum(isinstance(each, StaleMatch) for each in results) == 2
    assert await club.draft(match.id) == Draft(match.id, club.ann, match.version, 1, "3")


async def test_two_different_steps_at_once(each_club: Club):
    """Of two different turns tapped at once by one person one is played."""
    club = each_club
    match = await club.start()
    seen = await club.seen(match.id)
    taps = [draw(club, match, club.ann, direction, seen) for direction in (0, 4)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    (update,) = [each for each in results if isinstance(each, Update)]
    (refusal,) = [each for each in results if not isinstance(each, Update)]
    assert isinstance(refusal, NotYourTurn | StaleMatch)
    assert await club.match(match.id) == update.match
    assert len(update.match.game.turns) == 1


async def test_double_tap_on_play_it(each_club: Club):
    """*Play it* tapped twice at once plays one turn and tells of it once."""
    club = each_club
    match = await club.start(terms=SLOW)
    await draw(club, match, club.ann, 0)
    await club.forget_told()
    seen = await club.seen(match.id)
    taps = [play_it(club, match, club.ann, seen) for _ in range(2)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert sum(isinstance(each, Update) for each in results) == 1
    assert sum(isinstance(each, NotYourTurn | StaleMatch) for each in results) == 1
    assert (await club.match(match.id)).game.turns == ("0",)
    assert await club.told() == [(Telling.EDIT_BOARD, LATER)]


async def test_a_draft_stands_as_long_as_the_turn(club: Club):
    """Time passes, and the draft is still there."""
    match = await before_a_bounce(club, SLOW)
    await draw(club, match, club.ann, 3)
    club.wait(23 * HOUR)
    assert (await draw(club, match, club.ann, 5)).draft is not None
    assert await club.steps(match.id) == "35"
    assert await club.told() == []
    assert NOW not in (await club.due()).values()
