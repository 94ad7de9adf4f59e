"""Values for the tests to store, and the units of work that most of them need."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from matches.challenge import Challenge
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.match import Match
from matches.place import Place
from matches.ports import Store, UnitOfWork
from matches.terms import Terms, TurnTime
from rules import Bounce, Game, OwnGoal, PaperSoccer, Player

NOW = datetime(2026, 3, 29, 0, 59, 59, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
LARGEST = 2**63 - 1
"""The largest id that Discord can ever give, and the first that a float cannot hold:"""
BEYOND_FLOATS = 2**53 + 1

PLACE = Place(ServerId(LARGEST), BEYOND_FLOATS, LARGEST - 1)
CUSTOM = PaperSoccer(
    width=12,
    height=16,
    goal_width=3,
    bounce=Bounce.ONCE,
    wall_bounce=False,
    own_goal=OwnGoal.FORBIDDEN,
    crossing_diagonals=False,
)

T = TypeVar("T")


async def write(store: Store, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Do something in a writing unit and commit it."""
    async with store.writing() as uow:
        result = await work(uow)
        await uow.commit()
    return result


async def read(store: Store, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Look at something in a reading unit."""
    async with store.reading() as uow:
        return await work(uow)


async def add_players(store: Store, count: int = 2) -> list[PlayerId]:
    """New players with the accounts 1, 2, …"""
    async with store.writing() as uow:
        ids = [await uow.players.find_or_add(n, f"Player {n}") for n in range(1, count + 1)]
        await uow.commit()
    return ids


def new_challenge(challenger: PlayerId, opponent: PlayerId | None, **changes: Any) -> Challenge:
    """A challenge that is not stored yet."""
    challenge = Challenge(
        id=ChallengeId(0),
        challenger=challenger,
        opponent=opponent,
        terms=Terms(PaperSoccer()),
        place=PLACE,
        made_at=NOW,
        ends_at=NOW + timedelta(days=7),
    )
    return replace(challenge, **changes)


def new_match(first: PlayerId, second: PlayerId, **changes: Any) -> Match:
    """A match that is not stored yet."""
    match = Match(
        id=MatchId(0),
        game=Game(PaperSoccer()),
        first=first,
        second=second,
        terms=Terms(PaperSoccer(), TurnTime.THREE_DAYS),
        place=PLACE,
        rated=True,
        started_at=NOW,
        acted_at={Player.FIRST: NOW - HOUR, Player.SECOND: NOW},
        deadline=NOW + timedelta(days=3),
    )
    return replace(match, **changes)


async def add_match(store: Store, **changes: Any) -> Match:
    """A stored match of two players who may be new."""
    first, second = await add_players(store)
    return await write(store, lambda uow: uow.matches.add(new_match(first, second, **changes)))


def after(match: Match, *turns: str, **changes: Any) -> Match:
    """The match after more turns, its version one higher."""
    game = match.game.play_all(turns)
    return replace(match, game=game, version=match.version + 1, **changes)
