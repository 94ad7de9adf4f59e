"""Matches that nobody can see any more, or that nobody plays on."""

import asyncio

import pytest

from matches.clock import HELD
from matches.errors import MatchOver, NotYourMatch, UnknownMatch
from matches.ids import MatchId
from matches.match import EndReason, Match, Result
from matches.outbox import LEASE, Telling
from matches.pauses import Pause
from matches.playing import play_turn, resign
from matches.terms import Terms, TurnTime
from matches.timekeeping import (
    ask_if_played,
    close_unplayed,
    give_up,
    go_on,
    question_put,
    watch_clock,
)
from matches.update import Update
from tests.support.clocks import (
    ASK,
    CLOSE,
    DEADLINE,
    DOES,
    GIVE_UP,
    REASONS,
    UNLIMITED,
    be_down,
    begun,
    commit,
    pass_time,
    result,
    start,
    stop,
    work,
)
from tests.support.people import (
    DAY,
    FIRST_SCORES,
    HOUR,
    INSTANT,
    MINUTE,
    NOW,
    SLOW,
    SMALL,
    Club,
    all_stored,
)

# ------------------------------------------------------------- matches that nobody sees any more


@pytest.mark.parametrize("pause", [Pause.HIDDEN, Pause.SERVER_AWAY])
@pytest.mark.parametrize("terms", [SLOW, UNLIMITED])
async def test_month_out_of_reach(each_club: Club, pause: Pause, terms: Terms):
    """A match that nobody could see for a month is closed: nobody wins, no rating changes."""
    club = each_club
    match = await begun(club, terms)
    club.wait(HOUR)
    await stop(club, match, pause)
    await pass_time(club, 30 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    ended = await club.match(match.id)
    assert ended.result == Result(None, EndReason.OUT_OF_REACH)
    assert ended.version == match.version + 1
    assert (await club.due(), await club.changes(match.id)) == ({}, [])
    assert [t for t, _ in await club.told()] == [Telling.CLOSE_PLACE, Telling.POST_BOARD]


@pytest.mark.parametrize("pause", [Pause.HIDDEN, Pause.SERVER_AWAY])
async def test_match_that_was_out_of_reach_is_not_closed_later(each_club: Club, pause: Pause):
    """Once it can be seen again nothing is left of that month."""
    club = each_club
    match = await begun(club, Terms(SMALL, TurnTime.FOURTEEN_DAYS))
    await stop(club, match, pause)
    await pass_time(club, 29 * DAY)
    await start(club, match, pause)
    await pass_time(club, 2 * DAY)
    assert await result(club, match) is None
    assert [kind for kind, _ in await club.due()] == [DEADLINE]


async def test_two_reasons_out_of_reach_are_one_month(club: Club):
    """The month begins with the first reason, and is over only with the last."""
    match = await begun(club)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 10 * DAY)
    await stop(club, match, Pause.SERVER_AWAY)
    await start(club, match, Pause.HIDDEN)
    assert (await club.due())[GIVE_UP, match.id] == 20 * DAY
    await stop(club, match, Pause.HIDDEN)
    await start(club, match, Pause.SERVER_AWAY)
    assert (await club.due())[GIVE_UP, match.id] == 20 * DAY
    await pass_time(club, 20 * DAY)
    assert await result(club, match) == Result(None, EndReason.OUT_OF_REACH)


async def test_leave_does_not_count_as_out_of_reach(club: Club):
    """A leave before and after keeps the match; only the time out of reach gives it up."""
    match = await begun(club)
    await stop(club, match, Pause.FIRST_AWAY)
    await pass_time(club, 29 * DAY)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 10 * DAY)
    assert await result(club, match) is None
    await start(club, match, Pause.HIDDEN)
    await pass_time(club, 300 * DAY)
    assert await result(club, match) is None


@pytest.mark.parametrize("terms", [SLOW, UNLIMITED])
async def test_who_plays_without_a_board_keeps_the_match(club: Club, terms: Terms):
    """A turn by text in a match that is out of reach begins its month anew."""
    match = await begun(club, terms)
    await stop(club, match, Pause.HIDDEN)
    await pass_time(club, 29 * DAY)
    await club.play(match, "0")
    await pass_time(club, 30 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.OUT_OF_REACH)


async def test_board_shown_and_given_up_at_the_same_instant(each_club: Club):
    """The match ends or goes on, whole; a worker that was told earlier closes nothing."""
    club = each_club
    for reverse in (False, True):
        match = await begun(club)
        await stop(club, match, Pause.HIDDEN)
        club.wait(30 * DAY)
        tries = [club.do(give_up, match.id, now=club.now), start(club, match, Pause.HIDDEN)]
        if reverse:
            tries.reverse()
        await asyncio.gather(*tries)
        found = await club.match(match.id)
        mine = {kind for kind, subject in await club.due() if subject == match.id}
        assert mine == (set() if found.is_over else {DEADLINE})
        assert found.pauses is Pause.NONE
        if not found.is_over:
            await stop(club, match, Pause.HIDDEN)
            assert await club.do(give_up, match.id, now=club.now) is None


async def test_long_after_the_first_try(club: Club):
    """A board that could not be shown since before the bot was down has its month all the same."""
    match = await begun(club)
    since = club.now
    await be_down(club, 60 * DAY)
    await stop(club, match, Pause.HIDDEN, since)
    await work(club)
    assert await result(club, match) is None
    assert await club.due() == {(GIVE_UP, match.id): 30 * DAY}


# --------------------------------------------------------------------------- without a time limit


async def asked(club: Club) -> Match:
    """A match without a limit whose players were asked whether they go on."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY)
    await club.forget_told()
    await commit(club, question_put, match.id, now=club.now)
    return match


async def test_question_after_30_days_closed_a_week_later(each_club: Club):
    """Then, unless somebody plays or answers, the match is closed: no winner, no ratings."""
    club = each_club
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY - INSTANT)
    assert await club.told() == []
    await pass_time(club, INSTANT)
    assert await club.told() == [(Telling.ASK_IF_PLAYED, NOW)]
    assert await club.due() == {(CLOSE, match.id): 7 * DAY}
    await club.forget_told()
    await pass_time(club, 7 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.CLOSED)
    assert (await club.due(), await club.changes(match.id)) == ({}, [])


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_going_on_resets_the_question(club: Club, who: str):
    """Either may want to go on: the match is not closed, and asked about in a month."""
    match = await asked(club)
    await pass_time(club, 6 * DAY)
    assert await club.do(go_on, match.id, getattr(club, who), now=club.now) == match
    assert await club.due() == {(ASK, match.id): 30 * DAY}
    await pass_time(club, 30 * DAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]


async def test_turn_answers_the_question(club: Club):
    """Whoever plays goes on; a question that was not put yet is not put any more."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 31 * DAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]
    await club.play(match, "0")
    assert Telling.ASK_IF_PLAYED not in {t for t, _ in await club.told()}
    assert await club.due() == {(ASK, match.id): 30 * DAY}


async def test_only_players_of_a_running_match_go_on(club: Club):
    """A stranger's answer changes nothing, nor does one that comes too late."""
    match = await asked(club)
    async with club.refused(NotYourMatch):
        await club.do(go_on, match.id, club.cid, now=club.now)
    async with club.refused(UnknownMatch):
        await club.do(go_on, MatchId(99), club.ann, now=club.now)
    await pass_time(club, 7 * DAY)
    async with club.refused(MatchOver):
        await club.do(go_on, match.id, club.ann, now=club.now)


async def test_going_on_in_a_match_with_a_limit(club: Club):
    """Its clock goes on as it did."""
    match = await begun(club)
    before = await all_stored(club.store)
    club.wait(HOUR)
    await club.do(go_on, match.id, club.ann, now=club.now)
    assert await all_stored(club.store) == before


async def test_question_that_is_not_put_yet_delays_the_end(club: Club):
    """Nobody is closed out by a question they have not seen: the week begins with it."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY + 20 * DAY)
    assert await result(club, match) is None
    await club.forget_told()
    await commit(club, question_put, match.id, now=club.now)
    await pass_time(club, 7 * DAY - INSTANT)
    assert await result(club, match) is None
    await pass_time(club, INSTANT)
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_question_that_is_put_after_the_answer(club: Club):
    """A question that somebody has answered by a turn closes nothing."""
    match = await begun(club, UNLIMITED)
    await pass_time(club, 30 * DAY)
    await club.play(match, "0")
    for other in (match.id, MatchId(99)):
        await commit(club, question_put, other, now=club.now)
    assert await club.due() == {(ASK, match.id): 30 * DAY}


@pytest.mark.parametrize("pause", REASONS)
@pytest.mark.parametrize("days", [10, 29])
async def test_days_of_a_standstill_do_not_count(each_club: Club, pause: Pause, days: int):
    """The month and the week go on where they were, neither from the beginning nor at once."""
    club = each_club
    match = await begun(club, UNLIMITED)
    for kind, wait in ((ASK, 30 * DAY), (CLOSE, 7 * DAY)):
        await pass_time(club, DAY)
        await stop(club, match, pause)
        await pass_time(club, days * DAY)
        assert await result(club, match) is None
        await start(club, match, pause)
        assert await club.due() == {(kind, match.id): wait - DAY}
        await pass_time(club, wait - DAY)
        await club.forget_told()
    assert await result(club, match) == Result(None, EndReason.CLOSED)


async def test_short_outages_do_not_put_the_question_off(club: Club):
    """A server that is lost for a minute every day keeps nobody from being asked."""
    match = await begun(club, UNLIMITED)
    for _ in range(30):
        await pass_time(club, DAY)
        await stop(club, match, Pause.SERVER_AWAY)
        club.wait(MINUTE)
        await start(club, match, Pause.SERVER_AWAY)
    assert [t for t, _ in await club.told()] == [Telling.ASK_IF_PLAYED]


async def test_answers_while_time_stands_still(club: Club):
    """The month begins when time runs again; a question put meanwhile waits a week from then."""
    match = await asked(club)
    await stop(club, match, Pause.SECOND_AWAY)
    club.wait(DAY)
    await commit(club, question_put, match.id, now=club.now)
    assert await club.due() == {(CLOSE, match.id): 6 * DAY + HELD}
    club.wait(DAY)
    await club.do(go_on, match.id, club.bob, now=club.now)
    club.wait(DAY)
    await start(club, match, Pause.SECOND_AWAY)
    assert await club.due() == {(ASK, match.id): 30 * DAY}


@pytest.mark.parametrize("answer", ["turn", "go on"])
async def test_answer_and_end_at_the_same_instant(each_club: Club, answer: str):
    """A worker that was told of the end closes nothing that somebody has just gone on with."""
    club = each_club
    for reverse in (False, True):
        match = await asked(club)
        club.wait(7 * DAY)

        async def say(match: Match = match) -> object:
            if answer == "turn":
                return await club.do(play_turn, match.id, club.ann, "0", now=club.now)
            return await club.do(go_on, match.id, club.ann, now=club.now)

        tries = [say(), club.do(close_unplayed, match.id, now=club.now)]
        if reverse:
            tries.reverse()
        results = await asyncio.gather(*tries, return_exceptions=True)
        errors = [each for each in results if isinstance(each, BaseException)]
        assert [e for e in errors if not isinstance(e, MatchOver)] == []
        found = await club.match(match.id)
        assert found.is_over == bool(errors)
        due = {kind: time for (kind, subject), time in (await club.due()).items()}
        assert due == ({} if found.is_over else {ASK: 30 * DAY})
        if not found.is_over:
            await club.do(resign, found.id, club.ann, seen_version=found.version, now=club.now)
            await club.forget_told()


async def test_turn_after_the_question_was_claimed(club: Club):
    """A turn at the instant at which the question is due: nobody is asked."""
    match = await begun(club, UNLIMITED)
    club.wait(30 * DAY)
    async with club.store.writing() as uow:
        await uow.due.claim(club.now, club.now + LEASE, 50)
        await uow.commit()
    await club.play(match, "0")
    await club.forget_told()
    await club.do(ask_if_played, match.id, now=club.now)
    assert await club.told() == []
    assert await club.due() == {(ASK, match.id): 30 * DAY}


async def test_asked_and_closed_once(each_club: Club):
    """However many workers find the same row."""
    club = each_club
    match = await begun(club, UNLIMITED)
    club.wait(30 * DAY)
    await asyncio.gather(*(club.do(ask_if_played, match.id, now=club.now) for _ in range(3)))
    assert await club.told() == [(Telling.ASK_IF_PLAYED, NOW)]
    await club.forget_told()
    club.wait(7 * DAY)
    closed = await asyncio.gather(
        *(club.do(close_unplayed, match.id, now=club.now) for _ in range(3))
    )
    assert sum(isinstance(each, Update) for each in closed) == 1
    assert len(await club.told()) == 2


async def test_rows_of_no_match_go_away(club: Club):
    """What is due in a match that is over, or does not exist, is forgotten."""
    over = await club.play(await club.start(), *FIRST_SCORES)
    for match in (over.id, MatchId(99)):
        for kind in DOES:
            async with club.store.writing() as uow:
                await uow.due.set(kind, match, club.now)
                await uow.commit()
    before = await club.match(over.id)
    await work(club)
    assert await club.due() == {}
    assert await club.match(over.id) == before


async def test_rows_that_do_not_fit_the_match(club: Club):
    """A match that can be seen is not given up, one without a limit has no clock, and one with a
    limit is not asked about.
    """
    match, unlimited = await begun(club), await begun(club, UNLIMITED)
    before = await club.due()
    async with club.store.writing() as uow:
        for each in (match, unlimited):
            await uow.due.set(GIVE_UP, each.id, club.now)
        await uow.due.set(DEADLINE, unlimited.id, club.now)
        await uow.commit()
    for each in (match, unlimited):
        assert await club.do(give_up, each.id, now=club.now) is None
        assert await club.do(close_unplayed, each.id, now=club.now) is None
    await club.do(watch_clock, unlimited.id, now=club.now)
    await club.do(ask_if_played, match.id, now=club.now)
    assert await club.due() == before
    assert await club.told() == []
