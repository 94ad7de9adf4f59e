"""People who play: short ways to a challenge, a match or its end, and all that a store holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest

from matches.challenge import Challenge
from matches.challenging import accept, challenge
from matches.draft import drafted
from matches.history import RatingChange, RatingEvent, StoredRating
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.match import Draft, Match
from matches.offer import Offer
from matches.outbox import LEASE, DueKind, DueRow, OutboxRow, Telling
from matches.place import Place
from matches.playing import Seen, play_turn
from matches.ports import Store, UnitOfWork
from matches.rating import Rating, aged, rate_match
from matches.terms import Terms, TurnTime
from rules import PaperSoccer, Player, find_variant

START = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
FAR = datetime(9999, 1, 1, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

SERVER = ServerId(700)
PLACE = Place(SERVER, 71)
SMALL = find_variant("small").ruleset
CUSTOM = PaperSoccer(width=4, height=4)

LIVE = Terms(SMALL, TurnTime.TEN_MINUTES)
"""A complete turn is played at once."""
SLOW = Terms(SMALL, TurnTime.ONE_DAY)
"""A complete turn waits for *Play it*."""

# Games on the small pitch.
FIRST_SCORES = ("0", "0", "0", "0", "0")
SECOND_SCORES = ("2", "3", "35", "55")
SECONDS_OWN_GOAL = ("0", "0", "0", "71")
SECOND_BLOCKED = ("0", "1", "1", "1")

RatingKey = tuple[ServerId | None, str, PlayerId]
Ratings = dict[RatingKey, Rating]

P = ParamSpec("P")
T = TypeVar("T")


class Lot(Random):
    """A lot that gives the challenger this side."""

    def __init__(self, side: Player) -> None:
        super().__init__(0)
        self._side = side

    def choice(self, seq: Any) -> Any:
        assert list(seq) == list(Player)
        return self._side


@dataclass(frozen=True)
class Stored:
    """All that a store holds, to see whether anything has changed."""

    challenges: dict[int, Challenge]
    matches: dict[int, Match]
    drafts: dict[int, Draft]
    offers: list[Offer]
    outbox: list[OutboxRow]
    due: list[DueRow]
    history: list[RatingEvent]
    ratings: Ratings


async def all_stored(store: Store) -> Stored:
    """All that it holds. The unit is left without a commit: what it claims stays as it is."""
    async with store.writing() as uow:
        outbox = await uow.outbox.claim(FAR, FAR, 1000)
        due = await uow.due.claim(FAR, FAR, 1000)
        due += await uow.due.claim(FAR, FAR, 1000, computer=True)
        challenges = await _numbered(lambda n: uow.challenges.get(ChallengeId(n)))
        matches = await _numbered(lambda n: uow.matches.get(MatchId(n)))
        drafts = {n: await uow.drafts.get(MatchId(n)) for n in matches}
        return Stored(
            challenges,
            matches,
            {number: draft for number, draft in drafts.items() if draft is not None},
            [offer for number in matches for offer in await uow.offers.of_match(MatchId(number))],
            outbox,
            due,
            await uow.ratings.history(),
            {key: each.rating for key, each in (await uow.ratings.stored()).items()},
        )


async def _numbered(get: Callable[[int], Awaitable[T | None]]) -> dict[int, T]:
    """Rows by their ids; PostgreSQL leaves out the ids of units that failed."""
    found, missing, number = {}, 0, 0
    while missing < 8:
        number += 1
        row = await get(number)
        missing = missing + 1 if row is None else 0
        if row is not None:
            found[number] = row
    return found


def fold(history: Iterable[RatingEvent]) -> Ratings:
    """The ratings that the history amounts to, computed from nothing."""
    ratings: dict[RatingKey, tuple[Rating, datetime]] = {}
    for event in history:
        for scope in {None, event.server}:
            keys = [(scope, event.variant, player) for player in (event.first, event.second)]
            before = []
            for key in keys:
                rating, changed_at = ratings.get(key, (Rating(), event.finished_at))
                before.append(aged(rating, event.finished_at - changed_at))
            after = rate_match(before[0], before[1], event.score)
            ratings |= {
                key: (rating, event.finished_at) for key, rating in zip(keys, after, strict=True)
            }
    return {key: rating for key, (rating, _) in ratings.items()}


async def assert_is_the_fold(store: Store) -> Stored:
    """What is stored is what the history amounts to, to the last bit; all that is stored."""
    stored = await all_stored(store)
    assert stored.ratings == fold(stored.history)
    for event in stored.history:
        assert stored.matches[event.match].finished_at == event.finished_at
    return stored


class Club:
    """Four people who meet in one channel, and the hour on its wall."""

    def __init__(self, store: Store, people: Sequence[PlayerId]) -> None:
        self.store = store
        self.now = START
        self.ann, self.bob, self.cid, self.dee = people

    def wait(self, time: timedelta) -> datetime:
        """Time passes."""
        self.now += time
        return self.now

    async def do(
        self,
        use_case: Callable[Concatenate[UnitOfWork, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Call a use case in a unit of its own."""
        async with self.store.writing() as uow:
            return await use_case(uow, *args, **kwargs)

    @asynccontextmanager
    async def refused(self, error: type[Exception]) -> AsyncIterator[pytest.ExceptionInfo[Any]]:
        """What happens within raises exactly this error and changes nothing."""
        before = await all_stored(self.store)
        with pytest.raises(error) as info:
            yield info
        assert info.type is error
        assert await all_stored(self.store) == before

    # What people do

    async def challenge(
        self,
        by: PlayerId,
        opponent: PlayerId | None,
        terms: Terms = LIVE,
        place: Place = PLACE,
    ) -> Challenge:
        """A challenge, now."""
        return await self.do(challenge, by, opponent, terms, place, now=self.now)

    async def start(
        self,
        first: PlayerId | None = None,
        second: PlayerId | None = None,
        terms: Terms = LIVE,
        place: Place = PLACE,
    ) -> Match:
        """A match that has just begun, of Ann and Bob unless others are named."""
        first, second = first or self.ann, second or self.bob
        made = await self.challenge(first, second, terms, place)
        lot = Lot(Player.FIRST)
        return (await self.do(accept, made.id, second, now=self.now, rng=lot)).match

    async def play(self, match: Match, *turns: str) -> Match:
        """The match after these turns, each played by whoever is to move, now."""
        for turn in turns:
            mover = match.player_to_move
            assert mover is not None
            match = (await self.do(play_turn, match.id, mover, turn, now=self.now)).match
        return match

    # What is stored

    async def match(self, match: MatchId) -> Match:
        """A match as it stands."""
        async with self.store.reading() as uow:
            found = await uow.matches.get(match)
        assert found is not None
        return found

    async def challenge_of(self, number: ChallengeId) -> Challenge:
        """A challenge as it stands."""
        async with self.store.reading() as uow:
            found = await uow.challenges.get(number)
        assert found is not None
        return found

    async def draft(self, match: MatchId) -> Draft | None:
        """A match's draft as it stands."""
        async with self.store.reading() as uow:
            return await uow.drafts.get(match)

    async def seen(self, match: MatchId) -> Seen:
        """What the newest board of a match shows."""
        found, draft = await self.match(match), await self.draft(match)
        return Seen(found.version, 0 if draft is None else draft.revision)

    async def offers(self, match: MatchId) -> list[Offer]:
        """What is or was offered in a match."""
        async with self.store.reading() as uow:
            return await uow.offers.of_match(match)

    async def steps(self, match: MatchId) -> str:
        """What is drafted, as it is written."""
        return drafted(await self.match(match), await self.draft(match)).steps

    async def told(self, **subject: Any) -> list[tuple[Telling, timedelta]]:
        """What is to be told and how long from now on, the oldest first."""
        rows = (await all_stored(self.store)).outbox
        return [
            (row.telling, row.due_at - self.now)
            for row in rows
            if all(getattr(row, name) == value for name, value in subject.items())
        ]

    async def forget_told(self) -> None:
        """Everything has been told."""
        async with self.store.writing() as uow:
            await uow.outbox.close(row.id for row in (await uow.outbox.claim(FAR, FAR, 1000)))
            await uow.commit()

    async def due(self) -> dict[tuple[DueKind, int], timedelta]:
        """What is due and how long from now on."""
        rows = (await all_stored(self.store)).due
        return {(row.kind, row.subject): row.due_at - self.now for row in rows}

    async def changes(self, match: MatchId) -> list[RatingChange]:
        """What a match changed."""
        async with self.store.reading() as uow:
            return await uow.ratings.changes_of(match)

    async def rating(
        self, player: PlayerId, variant: str = "small", scope: ServerId | None = None
    ) -> StoredRating:
        """A player's rating as of its last change."""
        async with self.store.reading() as uow:
            return (await uow.ratings.of([player], variant, scope))[player]


async def found_club(store: Store) -> Club:
    """A club in an empty store."""
    async with store.writing() as uow:
        people = [
            await uow.players.find_or_add(account, name)
            for account, name in ((11, "Ann"), (12, "Bob"), (13, "Cid"), (14, "Dee"))
        ]
        await uow.commit()
    return Club(store, people)


def unrated(terms: Terms) -> Terms:
    """The same for no points."""
    return replace(terms, rated=False)


LATER = LEASE
"""When a row is due that is for when the caller fails."""
NOW = timedelta()
"""When a row is due that the announcer sends at once."""
