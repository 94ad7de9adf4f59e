"""Random people do random things: whatever they do, what is stored holds together."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from matches.challenge import ChallengeStatus
from matches.challenging import accept, counter, decline, expire, rematch, withdraw
from matches.clock import due_at
from matches.draft import drafted
from matches.errors import MatchesError
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import EndReason, Match
from matches.offer import OfferKind, OfferStatus
from matches.offering import SeenOffer, accept_offer, decline_offer, give_time, make_offer
from matches.outbox import LEASE, DueKind, Telling
from matches.place import Place
from matches.playing import (
    Seen,
    draw_step,
    play_draft,
    play_turn,
    play_typed,
    post_board,
    resign,
    take_back_step,
)
from matches.terms import Terms, TurnTime
from matches.timekeeping import watch_clock
from rules import Game, Player, RulesError
from tests.support.memory_store import MemoryStore
from tests.support.people import (
    CUSTOM,
    PLACE,
    SERVER,
    SMALL,
    Club,
    Stored,
    all_stored,
    fold,
    found_club,
)

TERMS = (
    Terms(SMALL, TurnTime.TWO_MINUTES),
    Terms(SMALL, TurnTime.ONE_HOUR),
    Terms(SMALL, TurnTime.UNLIMITED),
    Terms(CUSTOM, TurnTime.TEN_MINUTES, rated=False),
)
PLACES = (PLACE, Place(SERVER, 73), Place(SERVER, 71, 74))
TEXTS = ("0", "35", "n", "9", "00", "", "se sw", "4", "777")
WEIGHTS = {
    "draw": 40,
    "back": 8,
    "play": 15,
    "type": 10,
    "turn": 5,
    "post": 3,
    "resign": 1,
    "offer": 10,
    "answer": 8,
    "give": 1,
    "time": 2,
    "challenge": 3,
    "accept": 6,
    "rematch": 4,
    "counter": 2,
    "decline": 1,
    "withdraw": 1,
    "expire": 2,
}
WAITS = (0, 1, 20)

NO_BOARD = (Telling.CLOSE_PLACE, Telling.SHOW_OFFER)

Act = tuple[str, int, int, int]
"""What is done; by whom; a number that chooses how; and how old the button is."""


def any_act(rng: Random) -> Act:
    """What somebody does next: mostly who is to move, on the newest board."""
    (kind,) = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))
    (who,) = rng.choices((0, 1, 2), (12, 2, 1))
    (old,) = rng.choices((0, 1, 2), (12, 1, 1))
    return kind, who, rng.randrange(64), old


class Evening:
    """A club where people do one thing after the other."""

    def __init__(self, club: Club, rng: Random) -> None:
        self.club = club
        self.rng = rng
        self.stored: Stored
        self.seen: dict[int, list[Seen]] = {}

    async def begin(self, terms: Terms) -> None:
        """One match has begun."""
        await self.club.start(terms=terms)
        self.stored = await all_stored(self.club.store)
        self._look()

    async def go_on(self, act: Act) -> None:
        """Do it, and compare everything before with everything after."""
        self.club.wait(timedelta(seconds=self.rng.choice(WAITS)))
        before = self.stored
        if act[0] == "time" and act[2] % 2:
            self.club.now = max((row.due_at for row in before.due), default=self.club.now)
        try:
            await self._use_case(*act)
            refused = False
        except (MatchesError, RulesError):
            refused = True
        self.stored = after = await all_stored(self.club.store)
        if refused:
            assert after == before
        self._check_steps(before, after)
        check_stored(after)
        self._look()

    async def tell(self) -> None:
        """The announcer has told everything."""
        await self.club.forget_told()
        self.stored = await all_stored(self.club.store)

    def _use_case(self, kind: str, who: int, number: int, old: int) -> Awaitable[Any]:
        if kind in ("accept", "decline", "counter", "withdraw", "expire", "challenge"):
            return self._about_a_challenge(kind, who, number)
        return self._about_a_match(kind, who, number, old)

    def _about_a_match(self, kind: str, who: int, number: int, old: int) -> Awaitable[Any]:
        match = self._match(number)
        by = self._somebody(match, who)
        key, now, do = MatchId(1) if match is None else match.id, self.club.now, self.club.do
        shown = self.seen[key][-1 - old % len(self.seen[key])] if match else Seen(1)
        if match is None:
            key = MatchId(99)
        match kind:
            case "draw":
                return do(draw_step, key, by, self._direction(key, number), seen=shown, now=now)
            case "back":
                return do(take_back_step, key, by, seen=shown, now=now)
            case "play":
                return do(play_draft, key, by, seen=shown, now=now)
            case "type":
                return do(play_typed, key, by, TEXTS[number % len(TEXTS)], now=now)
            case "turn":
                turn = TEXTS[number % len(TEXTS)]
                return do(play_turn, key, by, turn, seen_version=shown.version, now=now)
            case "resign":
                return do(resign, key, by, seen_version=shown.version, now=now)
            case "offer":
                unrated = match is not None and not match.rated
                wish = OfferKind.TAKEBACK if unrated and number % 4 else OfferKind.DRAW
                return do(make_offer, key, by, wish, seen_version=shown.version, now=now)
            case "answer":
                return self._answer(key, by, number)
            case "give":
                return do(give_time, key, by, seen_version=shown.version, now=now)
            case "post":
                return do(post_board, key, by, PLACES[number % len(PLACES)], now=now)
            case "rematch":
                return do(rematch, key, by, now=now, rng=self.rng)
            case _:
                return do(watch_clock, key, now=now)

    def _about_a_challenge(self, kind: str, who: int, number: int) -> Awaitable[Any]:
        club, now, do = self.club, self.club.now, self.club.do
        people = (club.ann, club.bob, club.cid)
        challenges = list(self.stored.challenges)
        key = ChallengeId(challenges[-1 - number % min(3, len(challenges))])
        by, terms = people[(who + number) % 3], TERMS[number % len(TERMS)]
        match kind:
            case "accept":
                return do(accept, key, by, now=now, rng=self.rng)
            case "decline":
                return do(decline, key, by, now=now)
            case "counter":
                return do(counter, key, by, terms, now=now)
            case "withdraw":
                return do(withdraw, key, by, now=now)
            case "expire":
                return do(expire, key, now=now)
            case _:
                opponent = (*people, None)[number // 3 % 4]
                return club.challenge(by, opponent, terms)

    def _answer(self, key: MatchId, by: PlayerId, number: int) -> Awaitable[Any]:
        """Mostly by whom it was made for; now and then to one that never was."""
        do, now = self.club.do, self.club.now
        answer = accept_offer if number % 2 else decline_offer
        made = [offer for offer in self.stored.offers if offer.match == key]
        if not made:
            never = SeenOffer(OfferKind.DRAW, Player.FIRST, 1)
            return do(answer, key, by, never, now=now)
        offer = max(made, key=lambda offer: (offer.status is OfferStatus.OPEN, offer.made_at))
        if number % 8 > 1:
            by = self.stored.matches[key].player(offer.side.opponent)
        seen = SeenOffer(offer.kind, offer.side, offer.version)
        return do(answer, key, by, seen, now=now)

    def _match(self, number: int) -> Match | None:
        """Mostly one that is running, now and then one that is over or does not exist."""
        matches = list(self.stored.matches.values())
        running = [match for match in matches if not match.is_over]
        if number == 63:
            return None
        return self.rng.choice(running if running and number % 16 else matches[-3:])

    def _somebody(self, match: Match | None, who: int) -> PlayerId:
        """Who is to move, the opponent, or a stranger."""
        if match is None or who == 2:
            return self.club.dee
        mover = match.player_to_move or match.first
        return mover if who == 0 else match.opponent_of(mover)

    def _direction(self, key: MatchId, number: int) -> int:
        """Mostly one that may be drawn."""
        match = self.stored.matches.get(key)
        if match is None or number % 8 == 7:
            return number % 8
        so_far = drafted(match, self.stored.drafts.get(key))
        legal = so_far.position.legal_directions()
        return legal[number % len(legal)] if legal else number % 8

    def _look(self) -> None:
        """What the boards show now is what somebody may still tap later."""
        for key, match in self.stored.matches.items():
            draft = self.stored.drafts.get(key)
            shown = Seen(match.version, 0 if draft is None else draft.revision)
            known = self.seen.setdefault(key, [])
            if shown not in known:
                known.append(shown)
            assert known[-1] == shown, "what was seen once never comes back"

    def _check_steps(self, before: Stored, after: Stored) -> None:
        """Versions grow by one with every event; what has ended stays as it is."""
        assert set(before.matches) <= set(after.matches)
        for key, old in before.matches.items():
            new = after.matches[key]
            happened = (new.game.turns, new.result) != (old.game.turns, old.result)
            assert new.version == old.version + happened
            fewer, more = sorted((new.game.turns, old.game.turns), key=len)
            assert more[: len(fewer)] == fewer
            assert len(new.game.turns) <= len(old.game.turns) + 1
            assert len(new.game.turns) >= len(old.game.turns) - (0 if old.rated else 2)
            if happened:
                assert not old.is_over
                told = {row.id for row in before.outbox}
                rows = [row for row in after.outbox if row.id not in told]
                boards = [row for row in rows if row.telling not in NO_BOARD]
                assert [row.match for row in boards if row.match == key] == [key]
                assert all(row.due_at <= self.club.now + LEASE for row in rows)
            self._check_draft(before, after, key)
        for number, challenge in before.challenges.items():
            answered = after.challenges[number]
            assert answered.version == challenge.version + (answered != challenge)
            if challenge.status is not ChallengeStatus.OPEN:
                assert answered == challenge

    def _check_draft(self, before: Stored, after: Stored, key: int) -> None:
        old, new = before.drafts.get(key), after.drafts.get(key)
        if old is not None and new is not None and old != new:
            assert (old.version, old.revision) < (new.version, new.revision)


def check_stored(stored: Stored) -> None:
    """What must be true at any time."""
    due: dict[DueKind, dict[int, datetime | None]] = {kind: {} for kind in DueKind}
    for row in stored.due:
        assert row.subject not in due[row.kind]
        due[row.kind][row.subject] = row.due_at
    assert due[DueKind.CHALLENGE_ENDS] == {
        number: challenge.ends_at
        for number, challenge in stored.challenges.items()
        if challenge.status is ChallengeStatus.OPEN
    }
    running = {key: match for key, match in stored.matches.items() if not match.is_over}
    assert due[DueKind.TURN_DEADLINE] == {
        key: due_at(match) for key, match in running.items() if due_at(match) is not None
    }
    unlimited = {key for key, match in running.items() if match.deadline is None}
    assert unlimited == {*due[DueKind.ASK_IF_PLAYED], *due[DueKind.CLOSE_UNPLAYED]}
    for match in stored.matches.values():
        check_match(stored, match)
    for draft in stored.drafts.values():
        match = stored.matches[draft.match]
        assert (draft.player, draft.version) == (match.player_to_move, match.version)
        assert drafted(match, draft).steps == draft.steps
    for offer in stored.offers:
        match = stored.matches[offer.match]
        assert (offer.status is OfferStatus.OPEN) == offer.stands(match)
        assert offer.turns <= len(match.game.turns)
    rated = [m.id for m in stored.matches.values() if m.is_over and m.rated and not is_aborted(m)]
    assert sorted(event.match for event in stored.history) == rated
    assert stored.ratings == fold(stored.history)


def check_match(stored: Stored, match: Match) -> None:
    """A match replays, and everything about its end agrees."""
    replayed = Game(match.terms.ruleset, match.game.turns)
    assert replayed.position == match.game.position
    over = match.is_over
    assert (match.finished_at is not None) == over
    assert (match.player_to_move is None) == over
    assert (match.deadline is None) == (over or match.terms.turn_time is TurnTime.UNLIMITED)
    if replayed.outcome is not None:
        assert match.result is not None
        assert match.result.winner is replayed.outcome.winner
    if over:
        assert is_aborted(match) == (len(match.game.turns) < 2)
        assert match.id not in stored.drafts
    (challenge,) = [c for c in stored.challenges.values() if c.match == match.id]
    assert challenge.status is ChallengeStatus.ACCEPTED
    assert {match.first, match.second} >= {challenge.challenger}
    if challenge.rematch_of is not None:
        before = stored.matches[challenge.rematch_of]
        assert [match.player(side) for side in Player] == [before.second, before.first]


def is_aborted(match: Match) -> bool:
    return match.result is not None and match.result.reason is EndReason.ABORTED


@pytest.mark.parametrize("seed", range(16))
async def test_whatever_people_do(seed: int):
    """After each act, refused or not: matches replay, versions grow by one with every event, the
    only draft is that of who is to move, an end is an end, and what is due fits what runs.
    """
    rng = Random(seed)
    evening = Evening(await found_club(MemoryStore()), rng)
    await evening.begin(TERMS[seed % len(TERMS)])
    for number in range(400):
        await evening.go_on(any_act(rng))
        if number % 20 == 0:
            await evening.tell()
