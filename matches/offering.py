"""Draws and takebacks that one player proposes and the other accepts, and time given as a present.

Each use case is one unit of work and one commit, and changes nothing if it raises. Whoever decides
about an offer has locked its match, so that an offer is answered once and in the match it is about.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from matches.clock import turned
from matches.errors import (
    AgainstComputer,
    EnoughTime,
    MatchRefused,
    NotBegun,
    NothingToTakeBack,
    NoTimeLimit,
    OfferedAlready,
    OfferOver,
    OnlyUnrated,
    OwnOffer,
    OwnTurn,
    StaleMatch,
)
from matches.finishing import end_match
from matches.ids import MatchId, PlayerId
from matches.lapsing import lapse_offers
from matches.match import EndReason, Match, Result
from matches.offer import Offer, OfferKind, OfferStatus
from matches.outbox import LEASE, OutboxRow, Telling
from matches.ports import UnitOfWork
from matches.running import running_match, show_turn
from matches.timekeeping import await_turn, set_due
from matches.update import Offered, Update
from rules import Game, Player

logger = logging.getLogger(__name__)

MOST_TIMES_AHEAD = 3
"""Times per turn that may lie ahead of the player to move after a present."""


@dataclass(frozen=True, slots=True)
class SeenOffer:
    """What the buttons of an offer name: the one of this kind that this side made then."""

    kind: OfferKind
    side: Player
    version: int


async def make_offer(
    uow: UnitOfWork,
    match_id: MatchId,
    by: PlayerId,
    kind: OfferKind,
    *,
    seen_version: int | None = None,
    now: datetime,
) -> Offered:
    """Offer a draw, or ask for a takeback; who is offered a draw and offers one accepts it.

    `seen_version` None trusts the caller. Raises UnknownMatch, NotYourMatch, MatchOver, StaleMatch
    and what `offer_refusal` gives.
    """
    match, side = await running_match(uow, match_id, by)
    if seen_version not in (None, match.version):
        raise StaleMatch(match)
    offers = await uow.offers.of_match(match.id)
    if refusal := offer_refusal(match, side, kind, offers):
        raise refusal
    if kind is OfferKind.DRAW and (standing := offered_draw(match, side, offers)):
        return await _accept(uow, match, standing, now, shown_by_caller=False)
    offer = Offer(match.id, kind, side, match.version, len(match.game.turns), now)
    await uow.offers.put(offer)
    row = await _ask_for_line(uow, match, now, shown_by_caller=False)
    await uow.commit()
    logger.info("match %s: %s asks for a %s", match.id, side.value, kind.value)
    return Offered(match, offer, row)


def offer_refusal(
    match: Match, side: Player, kind: OfferKind, offers: Iterable[Offer]
) -> MatchRefused | None:
    """Why this side cannot offer this in the running match now; None if it can.

    AgainstComputer, NotBegun, OnlyUnrated, NothingToTakeBack, OfferedAlready.
    """
    if match.computer is not None:
        return AgainstComputer(match)
    if kind is OfferKind.DRAW and not match.has_begun:
        return NotBegun(match)
    if kind is OfferKind.TAKEBACK and match.rated:
        return OnlyUnrated(match)
    if kind is OfferKind.TAKEBACK and kept_turns(match, side) is None:
        return NothingToTakeBack(match)
    if kind is OfferKind.DRAW and offered_draw(match, side, offers):
        return None
    for offer in offers:
        if (offer.kind, offer.side) == (kind, side) and not offer.may_follow(match):
            return OfferedAlready(match, offer)
    return None


def offered_draw(match: Match, side: Player, offers: Iterable[Offer]) -> Offer | None:
    """The draw that this side is offered and can accept."""
    draws = (offer for offer in offers if offer.kind is OfferKind.DRAW)
    return next((o for o in draws if o.side is side.opponent and o.stands(match)), None)


async def accept_offer(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, seen: SeenOffer, *, now: datetime
) -> Offered:
    """End the match as a draw, or take the turns back that the opponent asked for.

    Raises UnknownMatch, NotYourMatch, MatchOver, OwnOffer, OfferOver.
    """
    match, offer = await _standing(uow, match_id, by, seen)
    return await _accept(uow, match, offer, now, shown_by_caller=True)


async def decline_offer(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, seen: SeenOffer, *, now: datetime
) -> Offered:
    """Let everything be as it is.

    Raises UnknownMatch, NotYourMatch, MatchOver, OwnOffer, OfferOver.
    """
    match, offer = await _standing(uow, match_id, by, seen)
    declined = replace(offer, status=OfferStatus.DECLINED)
    await uow.offers.put(declined)
    row = await _ask_for_line(uow, match, now, shown_by_caller=True)
    await uow.commit()
    return Offered(match, declined, row)


async def line_told(uow: UnitOfWork, offered: Offered) -> None:
    """The answer to a tap has said on the offer's line what became of it."""
    await uow.offers.shown(offered.offer, None)
    await uow.outbox.close([offered.row.id])
    await uow.commit()


async def give_time(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, *, seen_version: int, now: datetime
) -> Match:
    """Give the opponent, whose turn it is, the time of one more turn; drafts and buttons stay.

    Raises UnknownMatch, NotYourMatch, MatchOver, StaleMatch and what `time_refusal` gives.
    """
    match, side = await running_match(uow, match_id, by)
    if seen_version != match.version:
        raise StaleMatch(match)
    if refusal := time_refusal(match, side, now):
        raise refusal
    given = _with_more_time(match)
    await uow.matches.save_clock(given)
    await set_due(uow, given)
    await uow.outbox.add(Telling.EDIT_BOARD, now=now, match=match.id)
    await uow.commit()
    logger.info("match %s: %s gives time", match.id, side.value)
    return given


def time_refusal(match: Match, side: Player, now: datetime) -> MatchRefused | None:
    """Why this side cannot give time in the running match now; None if it can.

    NoTimeLimit, OwnTurn, EnoughTime.
    """
    duration = match.terms.turn_time.duration
    deadline = _with_more_time(match).deadline
    if duration is None or deadline is None:
        return NoTimeLimit(match)
    if match.side_to_move is side:
        return OwnTurn(match)
    # While time stands still it is as late as when it stopped.
    if deadline - (match.stands_since or now) > MOST_TIMES_AHEAD * duration:
        return EnoughTime(match)
    return None


def _with_more_time(match: Match) -> Match:
    duration = match.terms.turn_time.duration
    if duration is None or match.deadline is None:
        return match
    return replace(match, deadline=match.deadline + duration)


async def _standing(
    uow: UnitOfWork, match_id: MatchId, by: PlayerId, seen: SeenOffer
) -> tuple[Match, Offer]:
    """The match, and the offer in it if `by` can answer it."""
    match, side = await running_match(uow, match_id, by)
    if seen.side is side:
        raise OwnOffer(match)
    for offer in await uow.offers.of_match(match.id):
        if SeenOffer(offer.kind, offer.side, offer.version) == seen:
            if offer.stands(match):
                return match, offer
            raise OfferOver(match, offer)
    raise OfferOver(match)


async def _accept(
    uow: UnitOfWork, match: Match, offer: Offer, now: datetime, *, shown_by_caller: bool
) -> Offered:
    accepted = replace(offer, status=OfferStatus.ACCEPTED)
    await uow.offers.put(accepted)
    row = await _ask_for_line(uow, match, now, shown_by_caller=shown_by_caller)
    by = offer.side.opponent
    acted = replace(match, version=match.version + 1, acted_at={**match.acted_at, by: now})
    if offer.kind is OfferKind.DRAW:
        result = Result(None, EndReason.AGREED, ended_by=by)
        changed = (await end_match(uow, acted, result, now)).match
    else:
        changed = (await taken_back(uow, acted, offer.side, now)).match
    return Offered(changed, accepted, row)


async def taken_back(uow: UnitOfWork, match: Match, side: Player, now: datetime) -> Update:
    """Let this side play its last turn anew, with the whole time for it, and commit; `match` has
    its version already counted up and is not stored yet.
    """
    kept = kept_turns(match, side) or 0
    game = Game(match.game.ruleset, match.game.turns[:kept])
    shorter = turned(replace(match, game=game), now)
    await uow.matches.save(shorter)
    await uow.drafts.remove(match.id)
    for offer in await uow.offers.of_match(match.id):
        if offer.turns > kept:
            # What was played since it was made has not happened any more.
            await uow.offers.put(replace(offer, turns=kept))
    await lapse_offers(uow, shorter, now)
    await await_turn(uow, shorter, now)
    row = await show_turn(uow, shorter, side, now, shown_by_caller=False)
    await uow.commit()
    logger.info("match %s: back to turn %s", match.id, kept)
    return Update(shorter, board=row)


def kept_turns(match: Match, side: Player) -> int | None:
    """How many turns are left when this side takes its last one back; None if it has none."""
    history = match.game.history
    return next((at for at in reversed(range(len(history))) if history[at].player is side), None)


async def _ask_for_line(
    uow: UnitOfWork, match: Match, now: datetime, *, shown_by_caller: bool
) -> OutboxRow:
    """Ask for the offer's line; if the answer to a tap changes it, only should that fail."""
    due_at = now + LEASE if shown_by_caller else now
    return await uow.outbox.add(Telling.SHOW_OFFER, now=now, due_at=due_at, match=match.id)
