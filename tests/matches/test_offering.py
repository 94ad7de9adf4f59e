"""Draws and takebacks by consent: offered, answered, or passed over by the next turn."""

import asyncio
from dataclasses import replace

import pytest

from matches.errors import (
    MatchOver,
    MatchRefused,
    NotBegun,
    NothingToTakeBack,
    NotYourMatch,
    NotYourTurn,
    OfferedAlready,
    OfferOver,
    OnlyUnrated,
    OwnOffer,
    StaleMatch,
    UnknownMatch,
)
from matches.ids import MatchId, PlayerId
from matches.match import EndReason, Match, Result
from matches.offer import Offer, OfferKind, OfferStatus
from matches.offering import (
    SeenOffer,
    accept_offer,
    decline_offer,
    line_told,
    make_offer,
    offer_refusal,
)
from matches.outbox import DueKind, Telling
from matches.place import BoardMessage
from matches.playing import draw_step, play_turn, resign
from matches.update import Offered, Update
from rules import Player
from tests.support.people import (
    DAY,
    HOUR,
    LATER,
    LIVE,
    MINUTE,
    NOW,
    SLOW,
    Club,
    all_stored,
    unrated,
)

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK
SHOW, POST, EDIT, CLOSE = (
    Telling.SHOW_OFFER,
    Telling.POST_BOARD,
    Telling.EDIT_BOARD,
    Telling.CLOSE_PLACE,
)
FRIENDLY = unrated(SLOW)
LINE = BoardMessage(71, 1_000)


async def offer(
    club: Club,
    match: Match,
    by: PlayerId,
    kind: OfferKind = DRAW,
    seen_version: int | None = None,
) -> Offered:
    """Somebody offers, now."""
    return await club.do(make_offer, match.id, by, kind, seen_version=seen_version, now=club.now)


def seen(offered: Offer) -> SeenOffer:
    """What the buttons of an offer name."""
    return SeenOffer(offered.kind, offered.side, offered.version)


async def accept(club: Club, offered: Offer, by: PlayerId) -> Offered:
    """Somebody accepts, now."""
    return await club.do(accept_offer, offered.match, by, seen(offered), now=club.now)


async def decline(club: Club, offered: Offer, by: PlayerId) -> Offered:
    """Somebody declines, now."""
    return await club.do(decline_offer, offered.match, by, seen(offered), now=club.now)


async def begun(club: Club, *turns: str, terms=SLOW) -> Match:
    """A match of Ann and Bob after these turns, or after two of which all is told."""
    match = await club.play(await club.start(terms=terms), *(turns or ("0", "0")))
    await club.forget_told()
    return match


# --- draws


@pytest.mark.parametrize("by", Player)
async def test_a_draw_is_offered(club: Club, by: Player):
    """By either player, whosever turn it is: the match stays as it is, and a line is asked for."""
    match = await begun(club)
    club.wait(MINUTE)
    made = await offer(club, match, match.player(by))
    assert made.offer == Offer(match.id, DRAW, by, match.version, 2, club.now)
    assert made.offer.stands(match)
    assert await club.match(match.id) == match == made.match
    assert await club.offers(match.id) == [made.offer]
    assert await club.told() == [(SHOW, NOW)]


@pytest.mark.parametrize("turns", [0, 1])
async def test_no_draw_before_both_have_moved(club: Club, turns: int):
    """Until then the match can be aborted."""
    match = await club.play(await club.start(), *["0"] * turns)
    for by in (club.ann, club.bob):
        async with club.refused(NotBegun) as info:
            await offer(club, match, by)
        assert info.value.match == match


async def test_who_may_not_offer(club: Club):
    """Only who plays, in a match that goes on, and only what they have seen."""
    match = await begun(club)
    async with club.refused(NotYourMatch):
        await offer(club, match, club.cid)
    async with club.refused(UnknownMatch):
        await offer(club, replace(match, id=MatchId(99)), club.ann)
    async with club.refused(StaleMatch):
        await offer(club, match, club.ann, seen_version=match.version - 1)
    await club.do(resign, match.id, club.ann, seen_version=match.version, now=club.now)
    async with club.refused(MatchOver):
        await offer(club, match, club.bob)


@pytest.mark.parametrize("by", Player)
async def test_a_draw_is_accepted(club: Club, by: Player):
    """The match ends with half a point each, and only who offered learns of it by a new board."""
    match = await begun(club)
    made = await offer(club, match, match.player(by))
    await club.forget_told()
    now = club.wait(HOUR)
    other = by.opponent
    accepted = await accept(club, made.offer, match.player(other))
    assert accepted.match == replace(
        match,
        result=Result(None, EndReason.AGREED, ended_by=other),
        finished_at=now,
        deadline=None,
        acted_at={**match.acted_at, other: now},
        version=match.version + 1,
    )
    assert accepted.match.concerned == (by,)
    assert accepted.offer == replace(made.offer, status=OfferStatus.ACCEPTED)
    stored = await all_stored(club.store)
    assert stored.matches[match.id] == accepted.match
    assert [event.score for event in stored.history] == [0.5]
    assert stored.due == []
    assert await club.told() == [(SHOW, LATER), (CLOSE, NOW), (POST, NOW)]
    assert await club.offers(match.id) == [accepted.offer]


async def test_an_unrated_draw_changes_no_ratings(club: Club):
    """It ends in the same way."""
    match = await begun(club, terms=FRIENDLY)
    made = await offer(club, match, club.ann)
    await accept(club, made.offer, club.bob)
    assert (await club.match(match.id)).result == Result(None, EndReason.AGREED, Player.SECOND)
    assert (await all_stored(club.store)).history == []


async def test_a_draw_is_declined(club: Club):
    """Nothing happens to the match, and the line says so once the tap has failed to."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    await club.forget_told()
    declined = await decline(club, made.offer, club.bob)
    assert declined.offer == replace(made.offer, status=OfferStatus.DECLINED)
    assert await club.offers(match.id) == [declined.offer]
    assert await club.match(match.id) == match
    assert await club.told() == [(SHOW, LATER)]


async def test_an_offer_is_answered_once(club: Club):
    """What was declined cannot be accepted."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    await decline(club, made.offer, club.bob)
    for answer in (accept, decline):
        async with club.refused(OfferOver) as info:
            await answer(club, made.offer, club.bob)
        assert info.value.offer is not None
        assert info.value.offer.status is OfferStatus.DECLINED


async def test_who_may_not_answer(club: Club):
    """Only the other one answers an offer, and only one that was made."""
    match = await begun(club)
    made = (await offer(club, match, club.ann)).offer
    for answer in (accept, decline):
        async with club.refused(OwnOffer):
            await answer(club, made, club.ann)
        async with club.refused(NotYourMatch):
            await answer(club, made, club.cid)
        for wrong in (
            replace(made, version=made.version - 1),
            replace(made, kind=TAKEBACK),
        ):
            async with club.refused(OfferOver) as info:
                await answer(club, wrong, club.bob)
            assert info.value.offer is None
    async with club.refused(OfferOver):
        await accept(club, replace(made, side=Player.SECOND), club.ann)


async def test_an_offer_stands_while_who_made_it_plays_on(club: Club):
    """Only a turn of the other one passes it over."""
    match = await begun(club)
    assert match.player_to_move == club.ann
    made = await offer(club, match, club.ann)
    match = await club.play(match, "0")
    assert await club.offers(match.id) == [made.offer]
    await accept(club, made.offer, club.bob)
    assert (await club.match(match.id)).is_over


async def test_an_offer_lapses_by_a_turn(club: Club):
    """A turn of the other one passes it over: its line is told so at once."""
    match = await begun(club)
    made = await offer(club, match, club.bob)
    await club.forget_told()
    await club.play(match, "0")
    lapsed = replace(made.offer, status=OfferStatus.LAPSED)
    assert await club.offers(match.id) == [lapsed]
    assert (SHOW, NOW) in await club.told()
    async with club.refused(OfferOver) as info:
        await accept(club, made.offer, club.ann)
    assert info.value.offer == lapsed
    await club.forget_told()
    await club.play(await club.match(match.id), "0", "0")
    assert SHOW not in [telling for telling, _ in await club.told()]


async def test_an_offer_lapses_by_the_end(club: Club):
    """Whoever resigns has not accepted the draw."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    await club.do(resign, match.id, club.bob, seen_version=match.version, now=club.now)
    assert await club.offers(match.id) == [replace(made.offer, status=OfferStatus.LAPSED)]
    async with club.refused(MatchOver):
        await accept(club, made.offer, club.bob)


@pytest.mark.parametrize("declines", [True, False])
async def test_not_again_until_the_other_has_moved(club: Club, declines: bool):
    """Neither while an offer stands nor after it was declined; one's own turns do not count."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    if declines:
        await decline(club, made.offer, club.bob)
    for _ in range(2):
        async with club.refused(OfferedAlready) as info:
            await offer(club, match, club.ann)
        assert seen(info.value.offer) == seen(made.offer)
        if match.player_to_move == club.ann:
            match = await club.play(match, "0")
    match = await club.play(match, "0")
    again = await offer(club, match, club.ann)
    assert again.offer.turns == 4
    assert await club.offers(match.id) == [again.offer]


async def test_a_decline_does_not_keep_the_other_one_from_offering(club: Club):
    """Who declined may change their mind; whose offer was declined still has to wait."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    await decline(club, made.offer, club.bob)
    turned_round = await offer(club, match, club.bob)
    assert turned_round.offer.status is OfferStatus.OPEN
    await decline(club, turned_round.offer, club.ann)
    for by in (club.ann, club.bob):
        async with club.refused(OfferedAlready):
            await offer(club, match, by)


async def test_who_is_offered_a_draw_and_offers_one_accepts_it(club: Club):
    """Two who want the same agree; the line is changed by the bot, as no tap on it has."""
    match = await begun(club)
    await offer(club, match, club.ann)
    await club.forget_told()
    agreed = await offer(club, match, club.bob)
    assert agreed.offer.side is Player.FIRST
    assert agreed.offer.status is OfferStatus.ACCEPTED
    assert agreed.match.result == Result(None, EndReason.AGREED, ended_by=Player.SECOND)
    assert await club.told() == [(SHOW, NOW), (CLOSE, NOW), (POST, NOW)]


async def test_a_told_answer_leaves_nothing_to_tell(club: Club):
    """What the tap has shown is neither asked for again nor looked for."""
    match = await begun(club)
    made = await offer(club, match, club.ann)
    await club.forget_told()
    async with club.store.writing() as uow:
        await uow.offers.shown(made.offer, LINE)
        await uow.commit()
    declined = await decline(club, made.offer, club.bob)
    assert declined.offer.line == LINE
    await club.do(line_told, declined)
    assert await club.told() == []
    assert await club.offers(match.id) == [replace(declined.offer, line=None)]


# --- takebacks


async def test_no_takebacks_in_rated_matches(club: Club):
    """What is played for points stays."""
    match = await begun(club)
    assert match.rated
    async with club.refused(OnlyUnrated):
        await offer(club, match, club.ann, TAKEBACK)


async def test_nothing_to_take_back(club: Club):
    """Only who has played a turn can ask for it back."""
    match = await club.start(terms=FRIENDLY)
    async with club.refused(NothingToTakeBack):
        await offer(club, match, club.ann, TAKEBACK)
    match = await club.play(match, "0")
    async with club.refused(NothingToTakeBack):
        await offer(club, match, club.bob, TAKEBACK)
    await offer(club, match, club.ann, TAKEBACK)


@pytest.mark.parametrize("asks", Player)
async def test_a_takeback_is_accepted(club: Club, asks: Player):
    """The turn is played anew, with the whole time for it, by whoever asked for it back."""
    match = await begun(club, "0", "2", "0", terms=FRIENDLY)
    if asks is Player.SECOND:
        match = await club.play(match, "2")
    made = await offer(club, match, match.player(asks), TAKEBACK)
    await club.forget_told()
    now = club.wait(HOUR)
    accepted = await accept(club, made.offer, match.player(asks.opponent))
    game = replace(match.game, turns=match.game.turns[:-1])
    assert accepted.match == replace(
        match,
        game=game,
        version=match.version + 1,
        acted_at={**match.acted_at, asks.opponent: now},
        deadline=now + DAY,
    )
    assert accepted.match.concerned == (asks,)
    assert await club.match(match.id) == accepted.match
    assert await club.told() == [(SHOW, LATER), (POST, NOW)]
    assert await club.offers(match.id) == [replace(accepted.offer, turns=len(game.turns))]


async def test_a_takeback_takes_the_answer_too(club: Club):
    """On one's own turn two turns go, in the opponent's one."""
    match = await begun(club, "0", "2", "0", "2", terms=FRIENDLY)
    made = await offer(club, match, club.ann, TAKEBACK)
    assert (await accept(club, made.offer, club.bob)).match.game.turns == ("0", "2")
    match = await club.play(await club.match(match.id), "1")
    made = await offer(club, match, club.ann, TAKEBACK)
    assert (await accept(club, made.offer, club.bob)).match.game.turns == ("0", "2")


async def test_a_takeback_shown_to_whoever_looks(club: Club):
    """Who acted just now sees the board change in place."""
    match = await begun(club, "0", "0", terms=unrated(LIVE))
    made = await offer(club, match, club.bob, TAKEBACK)
    await club.forget_told()
    await accept(club, made.offer, club.ann)
    assert await club.told() == [(SHOW, LATER), (EDIT, NOW)]


async def test_the_draft_goes_with_the_turn(club: Club):
    """What was drawn after the turn has nothing to stand on; its buttons are stale."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    before = await club.seen(match.id)
    await club.do(draw_step, match.id, club.ann, 0, seen=before, now=club.now)
    made = await offer(club, match, club.bob, TAKEBACK)
    await accept(club, made.offer, club.ann)
    assert await club.draft(match.id) is None
    async with club.refused(NotYourTurn):
        await club.do(draw_step, match.id, club.ann, 0, seen=before, now=club.now)
    async with club.refused(StaleMatch):
        await club.do(draw_step, match.id, club.bob, 0, seen=before, now=club.now)


@pytest.mark.parametrize("by", Player)
async def test_a_takeback_lapses_by_any_turn(club: Club, by: Player):
    """Whoever plays it: it stands only while the match is as it was."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    made = await offer(club, match, match.player(by), TAKEBACK)
    await club.play(match, "0")
    assert await club.offers(match.id) == [replace(made.offer, status=OfferStatus.LAPSED)]
    async with club.refused(OfferOver):
        await accept(club, made.offer, match.player(by.opponent))


async def test_both_ask_for_a_takeback(club: Club):
    """Each is about something else; when one is accepted the other stands no more."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    of_ann = await offer(club, match, club.ann, TAKEBACK)
    of_bob = await offer(club, match, club.bob, TAKEBACK)
    await accept(club, of_bob.offer, club.ann)
    async with club.refused(OfferOver):
        await accept(club, of_ann.offer, club.bob)
    assert (await club.match(match.id)).game.turns == ("0",)


async def test_not_the_same_takeback_again(club: Club):
    """Whoever is refused asks again only about another turn."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    made = await offer(club, match, club.bob, TAKEBACK)
    await decline(club, made.offer, club.ann)
    async with club.refused(OfferedAlready):
        await offer(club, match, club.bob, TAKEBACK)
    match = await club.play(match, "0", "0")
    await offer(club, match, club.bob, TAKEBACK)


async def test_a_draw_offer_outlives_a_takeback(club: Club):
    """It stands until the other one plays a turn, whatever was taken back before."""
    match = await begun(club, "0", "2", "0", "2", terms=FRIENDLY)
    draw = await offer(club, match, club.bob)
    back = await offer(club, match, club.bob, TAKEBACK)
    match = (await accept(club, back.offer, club.ann)).match
    match = await club.play(match, "6")
    (stored, _) = await club.offers(match.id)
    assert stored.stands(match)
    async with club.refused(OfferedAlready):
        await offer(club, match, club.bob)
    await club.play(match, "0")
    async with club.refused(OfferOver):
        await accept(club, draw.offer, club.ann)


async def test_a_takeback_back_to_the_start(club: Club):
    """Then nobody has lost when leaving, and no draw can be offered."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    made = await offer(club, match, club.ann, TAKEBACK)
    match = (await accept(club, made.offer, club.bob)).match
    assert match.game.turns == ()
    assert isinstance(offer_refusal(match, Player.FIRST, DRAW, []), NotBegun)
    await club.do(resign, match.id, club.ann, seen_version=match.version, now=club.now)
    assert (await club.match(match.id)).result == Result(
        None, EndReason.ABORTED, ended_by=Player.FIRST
    )


async def test_the_clock_of_a_taken_back_turn(club: Club):
    """What happens by itself is set for the turn that begins anew."""
    match = await begun(club, "0", "0", terms=FRIENDLY)
    before = (await club.due())[DueKind.TURN_DEADLINE, match.id]
    club.wait(HOUR)
    made = await offer(club, match, club.bob, TAKEBACK)
    await accept(club, made.offer, club.ann)
    assert (await club.due())[DueKind.TURN_DEADLINE, match.id] == before


# --- two at once


async def race(*attempts) -> tuple[list[object], list[BaseException]]:
    """What those that counted came to, and the refusals of the others."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    refusals = [each for each in results if isinstance(each, BaseException)]
    return [each for each in results if not isinstance(each, BaseException)], refusals


async def test_an_offer_accepted_twice_at_once(each_club: Club):
    """The match ends once and is rated once."""
    club = each_club
    match = await begun(club)
    made = await offer(club, match, club.ann)
    counted, refusals = await race(*(accept(club, made.offer, club.bob) for _ in range(3)))
    assert len(counted) == 1
    assert {type(refusal) for refusal in refusals} <= {MatchOver, OfferOver, StaleMatch}
    stored = await all_stored(club.store)
    assert [event.score for event in stored.history] == [0.5]


async def test_accepting_against_a_turn_of_the_same_player(each_club: Club):
    """Either the match is a draw or the turn is played, and the offer has lapsed."""
    club = each_club
    match = await begun(club)
    made = await offer(club, match, club.bob)
    counted, (refusal,) = await race(
        club.do(play_turn, match.id, club.ann, "0", now=club.now),
        accept(club, made.offer, club.ann),
    )
    (done,) = counted
    assert isinstance(refusal, MatchRefused)
    after = await club.match(match.id)
    [stored] = await club.offers(match.id)
    if isinstance(done, Update):
        assert (after.game.turns, after.is_over) == (("0", "0", "0"), False)
        assert stored.status is OfferStatus.LAPSED
    else:
        assert after.result == Result(None, EndReason.AGREED, ended_by=Player.FIRST)
        assert stored.status is OfferStatus.ACCEPTED
    assert len((await all_stored(club.store)).history) == after.is_over


async def test_accepting_against_a_turn_of_who_offered(each_club: Club):
    """The offer stands while its maker plays on, so the match ends as a draw in any order."""
    club = each_club
    match = await begun(club)
    made = await offer(club, match, club.ann)
    counted, refusals = await race(
        accept(club, made.offer, club.bob),
        club.do(play_turn, match.id, club.ann, "0", now=club.now),
    )
    assert any(isinstance(each, Offered) for each in counted)
    assert all(isinstance(refusal, MatchOver | StaleMatch) for refusal in refusals)
    assert (await club.match(match.id)).result == Result(None, EndReason.AGREED, Player.SECOND)


async def test_both_offer_at_once(each_club: Club):
    """One offers, and the other one accepts by that."""
    club = each_club
    match = await begun(club)
    counted, refusals = await race(*(offer(club, match, by) for by in (club.ann, club.bob)))
    assert (len(counted), refusals) == (2, [])
    result = (await club.match(match.id)).result
    assert result is not None
    assert result.reason is EndReason.AGREED
    [stored] = await club.offers(match.id)
    assert (stored.status, stored.side.opponent) == (OfferStatus.ACCEPTED, result.ended_by)


@pytest.mark.parametrize("turn_first", [True, False])
@pytest.mark.parametrize("asks", Player)
async def test_a_takeback_against_a_turn_at_the_same_instant(
    each_club: Club, asks: Player, turn_first: bool
):
    """Either the turn is played or the one before is gone, never both."""
    club = each_club
    match = await begun(club, "0", "2", terms=FRIENDLY)
    made = await offer(club, match, match.player(asks), TAKEBACK)
    attempts = [
        club.do(play_turn, match.id, club.ann, "0", seen_version=match.version, now=club.now),
        accept(club, made.offer, match.player(asks.opponent)),
    ]
    counted, (refusal,) = await race(*(attempts if turn_first else attempts[::-1]))
    (done,) = counted
    after = await club.match(match.id)
    if isinstance(done, Update):
        assert after.game.turns == ("0", "2", "0")
        assert isinstance(refusal, OfferOver | StaleMatch)
    else:
        assert after.game.turns == (() if asks is Player.FIRST else ("0",))
        assert isinstance(refusal, NotYourTurn | StaleMatch)
    assert after.version == match.version + 1
