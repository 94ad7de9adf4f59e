"""What a player's card and history are read from, on the fake and on both databases."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from matches.computer import Computer
from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason, Match, Result
from matches.place import BoardMessage, Place
from matches.ports import Store
from matches.rating import Rating
from matches.results import CUSTOM, DatedRating, Ended, Met, Outcome, Results, Run, Tally, Wanted
from matches.terms import Terms
from matches.void import Void
from rules import Game, PaperSoccer, Player, Ruleset, find_variant
from storage import SqlStore
from tests.storage.samples import HOUR, NOW, add_players, new_match, read, write

HERE, ELSEWHERE = ServerId(700), ServerId(800)
SMALL = find_variant("small").ruleset
NO_BOUNCE = find_variant("no-bounce").ruleset
OWN = PaperSoccer(width=4, height=4)
WON = {Player.FIRST: Outcome.WON, Player.SECOND: Outcome.LOST, None: Outcome.DRAWN}


@dataclass
class League:
    """People whose matches end one hour after the other."""

    store: Store
    people: Sequence[PlayerId]
    ended: int = 0
    stored: list[Match] = field(default_factory=list)

    async def play(
        self,
        first: int,
        second: int,
        winner: Player | None = Player.FIRST,
        reason: EndReason = EndReason.RESIGNED,
        ruleset: Ruleset = SMALL,
        turns: Sequence[str] = (),
        server: ServerId | None = HERE,
        rated: bool = True,
        computer: Computer | None = None,
    ) -> Match:
        """A match that has ended, an hour after the last one."""
        self.ended += 1
        match = new_match(
            self.people[first],
            self.people[second],
            game=Game(ruleset, tuple(turns)),
            terms=Terms(ruleset, rated=rated),
            rated=rated,
            computer=computer,
            place=Place(server, 71),
            started_at=NOW + self.ended * HOUR,
            deadline=None,
            result=Result(winner, reason),
            finished_at=NOW + self.ended * HOUR + HOUR / 2,
        )
        stored = await write(self.store, lambda uow: uow.matches.add(match))
        self.stored.append(stored)
        return stored

    async def rate(self, match: Match, *changes: RatingChange) -> RatingEvent:
        """What a match did to ratings."""
        assert match.finished_at is not None
        assert match.terms.variant is not None
        event = RatingEvent(
            0, match.id, match.terms.variant, match.place.server, match.first, match.second, 1.0,
            match.finished_at,
        )  # fmt: skip
        return await write(self.store, lambda uow: uow.ratings.record(event, changes))

    async def results(
        self, who: int = 0, wanted: Wanted | None = None, opponents: int = 0
    ) -> Results:
        """What can be counted."""
        player, meant = self.people[who], wanted or Wanted()
        return await read(self.store, lambda uow: uow.profiles.results(player, meant, opponents))

    async def past(
        self, wanted: Wanted | None = None, offset: int = 0, limit: int = 50, who: int = 0
    ) -> list[MatchId]:
        """The matches of a history."""
        player, meant = self.people[who], wanted or Wanted()
        found = await read(self.store, lambda uow: uow.profiles.past(player, meant, offset, limit))
        return [match.id for match in found]


@pytest.fixture
async def league(store: Store) -> League:
    """Four people."""
    return League(store, await add_players(store, 4))


async def test_whoever_never_played_has_no_results(league: League):
    """Nothing is counted, and no run is under way."""
    running = new_match(league.people[0], league.people[1])
    await write(league.store, lambda uow: uow.matches.add(running))
    assert await league.results() == Results()
    assert await league.past() == []


async def test_what_ended_alike_is_counted_together(league: League):
    """By side, outcome, reason, and whether the matches were rated."""
    await league.play(0, 1, turns=("0", "1", "1", "1"))
    await league.play(0, 2, turns=("0",), ruleset=NO_BOUNCE)
    await league.play(1, 0)
    await league.play(0, 1, rated=False)
    alike = Ended(Player.FIRST, Outcome.WON, EndReason.RESIGNED, True, 2, 1)
    others = {
        replace(alike, side=Player.SECOND, outcome=Outcome.LOST, count=1, longest=None),
        replace(alike, rated=False, count=1, longest=None),
    }
    assert set((await league.results()).ended) == {alike, *others}


async def test_sums(league: League):
    """Everything that a card counts follows from the groups."""
    await league.play(0, 1, Player.FIRST, EndReason.GOAL, turns=("0", "0", "0", "0", "0"))
    await league.play(2, 0, Player.FIRST, EndReason.TIME, turns=("2", "3", "35"))
    await league.play(0, 2, None, EndReason.AGREED, rated=False)
    await league.play(0, 3, Player.SECOND, EndReason.BLOCKED, ruleset=OWN, rated=False)
    await league.play(0, 2, Player.FIRST, EndReason.GOAL, ruleset=NO_BOUNCE)
    results = await league.results(opponents=24)
    _, bob, cid, dee = league.people
    assert results.total == Tally(2, 1, 2)
    assert results.rated == 3
    assert results.since == NOW + 1.5 * HOUR
    assert Results().since is None
    assert results.longest == 1
    assert (await league.results(2)).longest == 2
    assert results.by_side() == {Player.FIRST: Tally(2, 1, 1), Player.SECOND: Tally(0, 0, 1)}
    assert list(results.by_reason().items()) == [
        (EndReason.GOAL, Tally(2, 0, 0)),
        (EndReason.AGREED, Tally(0, 1, 0)),
        (EndReason.BLOCKED, Tally(0, 0, 1)),
        (EndReason.TIME, Tally(0, 0, 1)),
    ]
    assert results.opponents == (
        Met(cid, Tally(1, 1, 1)),
        Met(dee, Tally(0, 0, 1)),
        Met(bob, Tally(1, 0, 0)),
    )
    assert (await league.results(opponents=1)).opponents == results.opponents[:1]
    assert (await league.results()).opponents == ()
    async with league.store.reading() as uow:
        by_variant = await uow.profiles.by_variant(league.people[0], Wanted())
    assert list(by_variant.items()) == [
        ("small", Tally(1, 1, 1)),
        (None, Tally(0, 0, 1)),
        ("no-bounce", Tally(1, 0, 0)),
    ]


@pytest.mark.parametrize("reason", [reason for reason in EndReason if not reason.counts])
async def test_what_does_not_count_is_not_counted(league: League, reason: EndReason):
    """Matches that nobody won or drew are in no sum and in no history."""
    await league.play(0, 1)
    await league.play(0, 1, None, reason)
    assert (await league.results()).total == Tally(1, 0, 0)
    assert await league.past() == [league.stored[0].id]


async def test_games_against_the_computer_are_not_counted(league: League):
    """A card is about playing against people."""
    await league.play(0, 1, computer=Computer(Player.SECOND, 3), rated=False)
    assert await league.results() == Results()
    assert await league.past() == []


async def test_void_matches_are_listed_and_not_counted(league: League):
    """They break no run and count for nobody, and say what they are, without a change of ratings;
    what is chosen holds for them as well.
    """
    ann, bob = league.people[:2]
    for first, second, winner in ((0, 1, Player.FIRST), (1, 0, Player.FIRST), (0, 1, Player.FIRST)):
        match = await league.play(first, second, winner)
        await league.rate(match, _changed(ann, None, 1500, 1510), _changed(bob, None, 1500, 1490))
    only = await league.play(0, 2, ruleset=NO_BOUNCE)
    await league.rate(only, _changed(ann, None, 1500, 1510))
    gone = [league.stored[1].id, only.id]
    void = Void(MatchId(0), None, "a program", NOW)
    await write(league.store, lambda uow: uow.voids.add(gone, void))
    results = await league.results(opponents=9)
    assert (results.total, results.run, results.void) == (Tally(2, 0, 0), Run(Outcome.WON, 2), 2)
    assert results.opponents == (Met(bob, Tally(2, 0, 0)),)
    async with league.store.reading() as uow:
        assert await uow.profiles.by_variant(ann, Wanted()) == {"small": Tally(2, 0, 0)}
        past = await uow.profiles.past(ann, Wanted(), 0, 9)
    assert [(match.id, match.void, match.change) for match in past] == [
        (only.id, True, None),
        (league.stored[2].id, False, 10),
        (league.stored[1].id, True, None),
        (league.stored[0].id, False, 10),
    ]
    lost = Wanted(outcomes=frozenset({Outcome.LOST}))
    assert await league.past(lost) == [league.stored[1].id]
    assert ((await league.results(wanted=lost)).total, (await league.results(0, lost)).void) == (
        Tally(),
        1,
    )


@pytest.mark.parametrize(
    ("ends", "run", "most"),
    [
        ("w", Run(Outcome.WON, 1), 1),
        ("l", Run(Outcome.LOST, 1), 0),
        ("wwwlww", Run(Outcome.WON, 2), 3),
        ("wwdww", Run(Outcome.WON, 2), 2),
        ("wwlll", Run(Outcome.LOST, 3), 2),
        ("lwdd", Run(Outcome.DRAWN, 2), 1),
        ("wlwlwl", Run(Outcome.LOST, 1), 1),
    ],
)
async def test_runs(league: League, ends: str, run: Run, most: int):
    """Draws and defeats end a run of wins; sides and opponents do not."""
    for at, end in enumerate(ends):
        first, second = ((0, 1), (2, 0))[at % 2]
        mine, other = (Player.FIRST, Player.SECOND)[:: 1 if first == 0 else -1]
        winner = {"w": mine, "l": other, "d": None}[end]
        await league.play(first, second, winner, EndReason.TURN_LIMIT)
    results = await league.results()
    assert (results.run, results.most_wins) == (run, most)


async def _mixed(league: League) -> None:
    await league.play(0, 1)
    await league.play(2, 0, Player.FIRST, server=ELSEWHERE)
    await league.play(0, 2, None, EndReason.AGREED, ruleset=OWN, rated=False)
    await league.play(1, 0, Player.SECOND, EndReason.TIME, ruleset=NO_BOUNCE)
    await league.play(1, 2)
    await league.play(0, 1, Player.SECOND, rated=False, server=None)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Wanted(), [5, 3, 2, 1, 0]),
        (Wanted(HERE), [3, 2, 0]),
        (Wanted(ELSEWHERE), [1]),
        (Wanted(variant="small"), [5, 1, 0]),
        (Wanted(variant=CUSTOM), [2]),
        (Wanted(variant="texas"), []),
        (Wanted(outcomes=frozenset({Outcome.WON})), [3, 0]),
        (Wanted(outcomes=frozenset({Outcome.DRAWN, Outcome.LOST})), [5, 2, 1]),
        (Wanted(rated=True), [3, 1, 0]),
        (Wanted(rated=False), [5, 2]),
        (Wanted(HERE, "small", outcomes=frozenset({Outcome.WON}), rated=True), [0]),
    ],
)
async def test_only_what_is_wanted_is_there(league: League, wanted: Wanted, expected: list[int]):
    """The newest end first; the sums are those of the same matches."""
    await _mixed(league)
    assert await league.past(wanted) == [league.stored[at].id for at in expected]
    results = await league.results(wanted=wanted)
    assert results.total.played == len(expected)
    async with league.store.reading() as uow:
        by_variant = await uow.profiles.by_variant(league.people[0], wanted)
    assert sum(by_variant.values(), Tally()) == results.total


async def test_an_opponent_may_be_wanted(league: League):
    """Whichever side they had."""
    await _mixed(league)
    wanted = Wanted(opponent=league.people[1])
    assert await league.past(wanted) == [league.stored[at].id for at in (5, 3, 0)]
    assert (await league.results(wanted=wanted)).total == Tally(2, 0, 1)


@pytest.mark.parametrize(("offset", "limit"), [(0, 2), (1, 3), (4, 2), (5, 2)])
async def test_pages(league: League, offset: int, limit: int):
    """Parts of the same order, on both sides at once."""
    await _mixed(league)
    whole = await league.past()
    assert await league.past(offset=offset, limit=limit) == whole[offset : offset + limit]


def _changed(player: PlayerId, scope: ServerId | None, before: float, after: float) -> RatingChange:
    return RatingChange(player, scope, Rating(before), Rating(after))


async def test_a_past_match_has_its_board_and_what_it_changed(league: League):
    """In the server that is asked for, or overall; the difference is that of what is shown."""
    ann, bob = league.people[:2]
    rated, unrated = await league.play(0, 1), await league.play(1, 0, rated=False)
    board = BoardMessage(71, 2**60)
    await write(league.store, lambda uow: uow.places.set_board(rated.id, board))
    await league.rate(
        rated,
        _changed(ann, None, 1500.4, 1512.6),
        _changed(bob, None, 1500.4, 1490),
        _changed(ann, HERE, 1600, 1609.5),
        _changed(bob, HERE, 1600, 1590),
    )
    async with league.store.reading() as uow:
        overall = await uow.profiles.past(ann, Wanted(), 0, 9)
        here = await uow.profiles.past(ann, Wanted(HERE), 0, 9)
    assert [match.change for match in overall] == [None, 13]
    assert [match.change for match in here] == [None, 10]
    newest, oldest = overall
    assert (oldest.board, newest.board) == (board, None)
    assert (oldest.id, oldest.opponent, oldest.outcome) == (rated.id, bob, Outcome.WON)
    assert (newest.id, newest.opponent, newest.outcome) == (unrated.id, bob, Outcome.LOST)
    assert (oldest.reason, oldest.variant) == (EndReason.RESIGNED, "small")
    assert (oldest.rated, newest.rated) == (True, False)
    assert (oldest.finished_at, oldest.place) == (rated.finished_at, rated.place)


async def test_ratings_by_variant(league: League):
    """Those of one player in one scope."""
    ann, bob = league.people[:2]
    small, other = await league.play(0, 1), await league.play(0, 1, ruleset=NO_BOUNCE)
    await league.rate(small, _changed(ann, None, 1500, 1510), _changed(ann, HERE, 1500, 1520))
    await league.rate(other, _changed(ann, None, 1500, 1530), _changed(bob, None, 1500, 1470))
    async with league.store.reading() as uow:
        assert await uow.profiles.ratings(ann, None) == {
            "small": StoredRating(Rating(1510), small.finished_at, 1),
            "no-bounce": StoredRating(Rating(1530), other.finished_at, 1),
        }
        assert await uow.profiles.ratings(ann, HERE) == {
            "small": StoredRating(Rating(1520), small.finished_at, 1)
        }
        assert await uow.profiles.ratings(ann, ELSEWHERE) == {}


async def _curve(league: League, moments: int, scope: ServerId | None = None) -> list[DatedRating]:
    ann = league.people[0]
    curves = await read(league.store, lambda uow: uow.profiles.curves(ann, scope, moments))
    assert set(curves) <= {"small"}
    return list(curves.get("small", ()))


async def test_a_curve_has_all_changes_that_are_far_enough_from_each_other(league: League):
    """In the order of time, and those of nobody and nowhere else."""
    ann, bob = league.people[:2]
    for at in range(4):
        match = await league.play(0, 1)
        await league.rate(
            match,
            _changed(ann, None, 1500, 1500 + at),
            _changed(bob, None, 1500, 1400),
            _changed(ann, HERE, 1500, 1300),
        )
    for moments in (4, 7, 64):
        found = await _curve(league, moments)
        assert [point.value for point in found] == [1500, 1501, 1502, 1503]
    assert [point.at for point in found] == [match.finished_at for match in league.stored]
    assert found[0].deviation == Rating().deviation
    assert [point.value for point in await _curve(league, 9, HERE)] == [1300] * 4
    assert await _curve(league, 9, ELSEWHERE) == []


async def test_each_preset_has_its_curve(league: League):
    """With a beginning and an end of its own."""
    ann = league.people[0]
    for at, ruleset in enumerate((SMALL, NO_BOUNCE, SMALL, SMALL, NO_BOUNCE)):
        match = await league.play(0, 1, ruleset=ruleset)
        await league.rate(match, _changed(ann, None, 1500, 1500 + at))
    async with league.store.reading() as uow:
        curves = await uow.profiles.curves(ann, None, 4)
    found = {key: [point.value - 1500 for point in curve] for key, curve in curves.items()}
    assert found == {"small": [0, 2, 3], "no-bounce": [1, 4]}


async def test_a_long_curve_is_thinned_in_time(league: League):
    """Its ends are there, and between them what stood at moments as far apart as each other."""
    ann = league.people[0]
    for at in range(21):
        if at == 11:
            league.ended += 10  # nobody plays for a while
        match = await league.play(0, 1)
        await league.rate(match, _changed(ann, None, 1500, 1500 + at))
    found = await _curve(league, 7)
    # Thirty hours in six parts: the pause, from the tenth to the twentieth, has one point.
    assert [point.value - 1500 for point in found] == [0, 5, 10, 15, 20]


async def test_a_curve_may_stand_on_one_moment(league: League):
    """Many matches that ended in the same instant, as after an outage, are one point."""
    ann = league.people[0]
    matches = [await league.play(0, 1) for _ in range(5)]
    for at, match in enumerate(matches):
        at_once = replace(match, finished_at=NOW)
        await league.rate(at_once, _changed(ann, None, 1500, 1500 + at))
    assert await _curve(league, 9) == [DatedRating(NOW, 1504, Rating().deviation)]


async def test_a_rating_without_its_changes_has_no_curve(league: League):
    """As a database has it whose history was lost: the rating is there all the same."""
    ann = league.people[0]
    stored: dict[RatingKey, StoredRating] = {
        (None, "small", ann): StoredRating(Rating(1600), NOW, 1)
    }
    await write(league.store, lambda uow: uow.ratings.rewrite([], {}, stored, now=NOW))
    async with league.store.reading() as uow:
        assert await uow.profiles.curves(ann, None, 9) == {}
        assert set(await uow.profiles.ratings(ann, None)) == {"small"}


async def test_a_year_of_curve_ends_when_it_ended(league: League):
    """Whatever is rounded, the first and the last change are points."""
    ann = league.people[0]
    for at in range(9):
        match = await league.play(0, 1)
        odd = replace(match, finished_at=NOW + at * timedelta(days=41, microseconds=7))
        await league.rate(odd, _changed(ann, None, 1500, 1500 + at))
    for moments in range(2, 9):
        found = await _curve(league, moments)
        assert (found[0].value, found[-1].value) == (1500, 1508)


async def test_an_end_that_only_a_newer_version_knows_is_left_out(sql_store: SqlStore):
    """The rest of the history is there."""
    league = League(sql_store, await add_players(sql_store))
    for _ in range(2):
        await league.play(0, 1)
    async with sql_store._engines.writer.begin() as connection:
        await connection.exec_driver_sql(
            f"UPDATE matches SET reason = 'moonlight' WHERE id = {league.stored[0].id}"
        )
    assert await league.past() == [league.stored[1].id]
    assert (await league.results()).total == Tally(1, 0, 0)
