"""Leaderboards: who stands where, until when, and who has left."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from matches.history import RatingChange, RatingEvent
from matches.ids import PlayerId, ServerId
from matches.leaderboard import PAGE, Leaderboard, leaderboard
from matches.ports import Store
from matches.ranking import LISTED_FOR, Standing
from matches.rating import Rating
from tests.storage.samples import HOUR, NOW, new_match, read, write

SERVER = ServerId(2**63 - 1)
DAY = timedelta(days=1)
SURE = 60.0
"""A deviation that stays below the line's for longer than anybody is listed."""


class Season:
    """Players of a server and what they were rated."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._names: dict[PlayerId, str] = {}

    async def player(self, name: str, account: int) -> PlayerId:
        """A player of that name."""
        player = await write(self.store, lambda uow: uow.players.find_or_add(account, name))
        self._names[player] = name
        return player

    async def rate(
        self,
        player: PlayerId,
        value: float,
        deviation: float = SURE,
        *,
        against: Sequence[PlayerId],
        before: float = 1500.0,
        at: datetime = NOW,
        variant: str = "standard",
        server: ServerId | None = SERVER,
    ) -> None:
        """One match against each of these, all in that moment, after which it is this value."""
        for opponent in against:
            async with self.store.writing() as uow:
                match = await uow.matches.add(new_match(player, opponent))
                event = RatingEvent(0, match.id, variant, server, player, opponent, 1.0, at)
                changes = [
                    RatingChange(player, scope, Rating(before), Rating(value, deviation))
                    for scope in event.scopes
                ]
                await uow.ratings.record(event, changes)
                await uow.commit()

    async def page(
        self,
        reader: PlayerId,
        page: int = 0,
        *,
        scope: ServerId | None = SERVER,
        variant: str = "standard",
        now: datetime = NOW,
    ) -> Leaderboard:
        """A page as a reader sees it."""
        return await read(
            self.store, lambda uow: leaderboard(uow, reader, variant, scope, page, now=now)
        )

    def names(self, board: Leaderboard) -> list[tuple[int | None, str]]:
        """The page's places and names."""
        return [(row.place, self._names[row.ranked.person.id]) for row in board.rows]

    async def has_left(self, account: int) -> PlayerId | None:
        """Whoever has left the server, by their account."""
        return await read(self.store, lambda uow: uow.leaderboards.has_left(SERVER, account))

    async def expire(self, now: datetime) -> int:
        """What time alone changes."""
        return await write(self.store, lambda uow: uow.leaderboards.expire(now, 100))


@pytest.fixture
async def season(store: Store) -> Season:
    return Season(store)


@pytest.fixture
async def crowd(season: Season) -> list[PlayerId]:
    """Three players who are only there to be met."""
    return [await season.player(f"Crowd {n}", 100 + n) for n in range(3)]


async def test_settled_players_stand_above_everybody_else(season: Season, crowd: list[PlayerId]):
    """By rating, the settled ones first; provisional ones and those who met too few have no place,
    however high their rating is.
    """
    ann, bob, cid, dot = [await season.player(n, i) for i, n in enumerate("ABCD", 1)]
    await season.rate(ann, 1600, against=crowd)
    await season.rate(bob, 1700, against=crowd)
    await season.rate(cid, 1900, deviation=120, against=crowd)
    await season.rate(dot, 2000, against=crowd[:2])
    board = await season.page(ann)
    assert season.names(board) == [(1, "B"), (2, "A"), (None, "D"), (None, "C")]
    assert board.own is not None
    assert (board.own.place, board.shows_own, board.has_more) == (2, True, False)


async def test_equal_ratings_keep_their_order(season: Season, crowd: list[PlayerId]):
    """Whoever was here first stands first, on every page alike."""
    players = [await season.player(n, i) for i, n in enumerate("ABC", 1)]
    for player in reversed(players):
        await season.rate(player, 1600, against=crowd)
    board = await season.page(players[1])
    assert season.names(board) == [(1, "A"), (2, "B"), (3, "C")]
    async with season.store.reading() as uow:
        places = [
            await uow.leaderboards.place_of(row.ranked, "standard", SERVER) for row in board.rows
        ]
    assert places == [0, 1, 2]


async def test_pages(season: Season, crowd: list[PlayerId]):
    """Every page goes on where the one before ended; beyond the last comes the last."""
    players = [await season.player(f"P{n:02}", n) for n in range(1, PAGE + 3)]
    for number, player in enumerate(players):
        await season.rate(player, 2000 - number, against=crowd)
    first, second = await season.page(players[-1]), await season.page(players[0], 1)
    assert [place for place, _ in season.names(first)] == list(range(1, PAGE + 1))
    assert season.names(second) == [(11, "P11"), (12, "P12")]
    assert (first.has_more, second.has_more) == (True, False)
    assert first.own is not None
    assert second.own is not None
    assert (first.own.place, first.own.page, first.shows_own) == (12, 1, False)
    assert (second.own.place, second.own.page) == (1, 0)
    assert await season.page(players[0], 7) == second


async def test_scopes_and_variants_have_boards_of_their_own(season: Season, crowd: list[PlayerId]):
    """What was played outside a server stands only in the list of everywhere."""
    ann, bob = [await season.player(n, i) for i, n in enumerate("AB", 1)]
    await season.rate(ann, 1600, against=crowd)
    await season.rate(bob, 1700, against=crowd, server=None)
    await season.rate(bob, 1800, against=crowd, variant="texas")
    assert season.names(await season.page(ann)) == [(1, "A")]
    assert season.names(await season.page(ann, scope=None)) == [(1, "B"), (2, "A")]
    assert season.names(await season.page(ann, variant="texas")) == [(1, "B")]
    nobody = await season.page(ann, variant="large")
    assert (nobody.rows, nobody.own) == ((), None)


async def test_change_within_the_last_week(season: Season, crowd: list[PlayerId]):
    """Against the rating before the first match of the week; what is older does not count."""
    ann, bob = [await season.player(n, i) for i, n in enumerate("AB", 1)]
    await season.rate(ann, 1600, against=crowd, at=NOW - 8 * DAY)
    await season.rate(ann, 1630, against=crowd[:1], before=1600, at=NOW - 6 * DAY)
    await season.rate(ann, 1620, against=crowd[:1], before=1630, at=NOW - HOUR)
    await season.rate(bob, 1550, against=crowd, at=NOW - 7 * DAY)
    for scope in (SERVER, None):
        board = await season.page(ann, scope=scope)
        assert [row.ranked.change for row in board.rows] == [20.0, 0.0]


async def test_nobody_is_listed_for_ever(season: Season, crowd: list[PlayerId]):
    """After ninety days without a rated match a player is off the list; the own row remains."""
    ann, bob = [await season.player(n, i) for i, n in enumerate("AB", 1)]
    await season.rate(ann, 1600, against=crowd)
    await season.rate(bob, 1500, against=crowd, at=NOW + DAY)
    assert await season.expire(NOW + LISTED_FOR - HOUR) == 0
    assert await season.expire(NOW + LISTED_FOR) == 2  # in the server and everywhere
    board = await season.page(ann)
    assert season.names(board) == [(1, "B")]
    assert board.own is not None
    assert (board.own.place, board.own.page) == (None, None)
    assert board.own.ranked.standing is Standing.UNLISTED
    assert await season.expire(NOW + LISTED_FOR) == 0


async def test_rating_grows_uncertain(season: Season, crowd: list[PlayerId]):
    """A settled player who does not play falls below the line once the deviation is too large."""
    ann = await season.player("A", 1)
    await season.rate(ann, 1600, deviation=109.5, against=crowd)
    until = await read(season.store, lambda uow: uow.leaderboards.next_expiry())
    assert until is not None
    assert NOW < until < NOW + LISTED_FOR
    assert await season.expire(until - HOUR) == 0
    assert season.names(await season.page(ann)) == [(1, "A")]
    assert await season.expire(until) == 2
    assert season.names(await season.page(ann)) == [(None, "A")]
    assert await read(season.store, lambda uow: uow.leaderboards.next_expiry()) == NOW + LISTED_FOR


async def test_members_who_leave_and_come_back(season: Season, crowd: list[PlayerId]):
    """Who has left a server is off its lists alone, until they are seen there again."""
    ann, bob = [await season.player(n, i) for i, n in enumerate("AB", 1)]
    for player in (ann, bob):
        await season.rate(player, 1600, against=crowd)
        await season.rate(player, 1600, against=crowd, variant="texas")
    before = await season.page(ann)
    await write(season.store, lambda uow: uow.leaderboards.leave(SERVER, [ann], NOW))
    for variant in ("standard", "texas"):
        assert season.names(await season.page(bob, variant=variant)) == [(1, "B")]
    assert len((await season.page(bob, scope=None)).rows) == 2
    assert [await season.has_left(account) for account in (1, 2, 77)] == [ann, None, None]
    await write(season.store, lambda uow: uow.leaderboards.join(SERVER, ann, NOW + HOUR))
    assert await season.page(ann) == before
    assert await season.has_left(1) is None


async def test_who_left_long_ago_stays_off(season: Season, crowd: list[PlayerId]):
    """Coming back does not list anybody for longer than staying would have."""
    ann = await season.player("A", 1)
    await season.rate(ann, 1600, against=crowd)
    await write(season.store, lambda uow: uow.leaderboards.leave(SERVER, [ann], NOW + DAY))
    late = NOW + LISTED_FOR + DAY
    await write(season.store, lambda uow: uow.leaderboards.join(SERVER, ann, late))
    assert (await season.page(ann, now=late)).rows == ()


async def test_playing_again_lists_again(season: Season, crowd: list[PlayerId]):
    """A rated match in the server proves that somebody is there."""
    ann = await season.player("A", 1)
    await season.rate(ann, 1600, against=crowd)
    await write(season.store, lambda uow: uow.leaderboards.leave(SERVER, [ann], NOW))
    await season.rate(ann, 1650, against=crowd[:1], at=NOW + HOUR)
    assert season.names(await season.page(ann)) == [(1, "A")]


async def test_rewriting_keeps_who_has_left(season: Season, crowd: list[PlayerId]):
    """Ratings made again from their history list nobody who is gone."""
    ann, bob = [await season.player(n, i) for i, n in enumerate("AB", 1)]
    for player in (ann, bob):
        await season.rate(player, 1600, against=crowd)
    await write(season.store, lambda uow: uow.leaderboards.leave(SERVER, [ann], NOW + HOUR))
    async with season.store.writing() as uow:
        history, changes = await uow.ratings.history(), await uow.ratings.all_changes()
        await uow.ratings.rewrite(history, changes, await uow.ratings.stored(), now=NOW + HOUR)
        await uow.commit()
    assert season.names(await season.page(bob)) == [(1, "B")]
    assert len((await season.page(bob, scope=None)).rows) == 2
