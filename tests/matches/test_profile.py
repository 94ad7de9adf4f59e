"""A player's card, history and score against another, as the use cases put them together."""

from dataclasses import replace
from datetime import timedelta

import pytest

from matches.deleting import delete_account
from matches.errors import UnknownPlayer
from matches.ids import PlayerId
from matches.match import Match
from matches.place import Place
from matches.profile import (
    OPPONENTS_OFFERED,
    OPPONENTS_SHOWN,
    PAGE,
    History,
    head_to_head,
    history_of,
    latest_of,
    profile_of,
)
from matches.results import Outcome, Results, Run, Tally, Wanted
from rules import Player
from tests.support.people import DAY, FIRST_SCORES, LIVE, SERVER, Club

NOBODY = PlayerId(10**6)


async def beat(club: Club, winner: PlayerId, loser: PlayerId, place: Place | None = None) -> Match:
    """A rated match that the first one wins by a goal, a day after the last one."""
    club.wait(DAY)
    started = await club.start(winner, loser, LIVE, place or Place(SERVER, 71))
    return await club.play(started, *FIRST_SCORES)


async def store_won(club: Club, winner: PlayerId, losers: list[PlayerId]) -> None:
    """Many matches at once that nobody has to play."""
    ended = await beat(club, winner, losers[0])
    async with club.store.writing() as uow:
        for at, loser in enumerate(losers[1:], 1):
            time = club.now + at * timedelta(minutes=1)
            await uow.matches.add(replace(ended, second=loser, started_at=time, finished_at=time))
        await uow.commit()


async def history(club: Club, player: PlayerId, wanted: Wanted, number: int = 0) -> History:
    """A page."""
    async with club.store.reading() as uow:
        return await history_of(uow, player, wanted, number)


async def test_a_card_has_ratings_results_and_opponents(each_club: Club):
    """Of the scope that is asked for."""
    club = each_club
    await beat(club, club.ann, club.bob)
    await beat(club, club.ann, club.cid)
    await beat(club, club.bob, club.ann)
    await beat(club, club.ann, club.dee, Place(None, 5))
    async with club.store.reading() as uow:
        here = await profile_of(uow, club.ann, SERVER, now=club.now)
        everywhere = await profile_of(uow, club.ann, None, now=club.now)
    assert (here.person.name, here.scope, everywhere.scope) == ("Ann", SERVER, None)
    assert (here.results.total, everywhere.results.total) == (Tally(2, 0, 1), Tally(3, 0, 1))
    assert [(each.person.name, each.tally) for each in everywhere.rivals] == [
        ("Bob", Tally(1, 0, 1)),
        ("Dee", Tally(1)),
        ("Cid", Tally(1)),
    ]
    assert (here.results.wins_now, here.results.most_wins) == (0, 2)
    assert everywhere.results.wins_now == 1
    [rating] = everywhere.ratings
    assert rating.variant == "small"
    assert len(rating.curve) == 4
    assert rating.curve[-1].value == rating.rating.value
    assert here.ratings[0].rating.value < rating.rating.value


async def test_a_card_names_the_most_frequent_opponents(club: Club):
    """And no more of them than it has room for."""
    for other in (club.bob, club.cid, club.dee):
        await beat(club, club.ann, other)
    async with club.store.writing() as uow:
        eve = await uow.players.find_or_add(15, "Eve")
        await uow.commit()
    await beat(club, club.ann, eve)
    await beat(club, club.bob, club.ann)
    async with club.store.reading() as uow:
        card = await profile_of(uow, club.ann, None, now=club.now)
    assert [each.person.name for each in card.rivals] == ["Bob", "Eve", "Dee"]
    assert len(card.rivals) == OPPONENTS_SHOWN


async def test_a_rating_ages_on_a_card(club: Club):
    """What was certain is provisional after a long time without a match."""
    for _ in range(6):
        for other in (club.bob, club.cid, club.dee):
            await beat(club, club.ann, other)
            await beat(club, other, club.ann)
    async with club.store.reading() as uow:
        cards = [
            await profile_of(uow, club.ann, None, now=club.now + days * DAY) for days in (0, 2000)
        ]
    now, then = (card.ratings[0].rating for card in cards)
    assert not now.provisional
    assert then.provisional
    assert now.value == then.value


async def test_nobody_has_no_card(club: Club):
    """Nor anything else."""
    async with club.store.reading() as uow:
        with pytest.raises(UnknownPlayer):
            await profile_of(uow, NOBODY, None, now=club.now)
        with pytest.raises(UnknownPlayer):
            await history_of(uow, NOBODY, Wanted(), 0)
        with pytest.raises(UnknownPlayer):
            await latest_of(uow, NOBODY, None, 5)
        with pytest.raises(UnknownPlayer):
            await head_to_head(uow, club.ann, NOBODY, None)


@pytest.mark.parametrize(
    ("asked", "number", "count"), [(0, 0, PAGE), (2, 2, 3), (9, 2, 3), (-1, 0, PAGE)]
)
async def test_pages_of_a_history(club: Club, asked: int, number: int, count: int):
    """A page that does not exist is the nearest one that does."""
    await store_won(club, club.ann, [club.bob] * (2 * PAGE + 3))
    page = await history(club, club.ann, Wanted(), asked)
    assert (page.number, page.pages, len(page.matches)) == (number, 3, count)
    assert page.tally == Tally(23)
    assert page.people[club.bob].name == "Bob"


async def test_an_empty_history_has_one_page(club: Club):
    """Whatever page is asked for."""
    page = await history(club, club.ann, Wanted(rated=True), 3)
    assert (page.number, page.pages, page.matches, page.rivals) == (0, 1, (), ())


async def test_what_is_filtered_is_counted(club: Club):
    """While everybody whom one has played can be chosen."""
    await beat(club, club.ann, club.bob)
    await beat(club, club.cid, club.ann)
    page = await history(club, club.ann, Wanted(SERVER, outcomes=frozenset({Outcome.LOST})))
    assert page.tally == Tally(lost=1)
    assert [match.opponent for match in page.matches] == [club.cid]
    assert {rival.person.name for rival in page.rivals} == {"Bob", "Cid"}


async def test_who_is_chosen_is_among_those_to_choose_from(club: Club):
    """Also if others were played more often, or they were never played at all."""
    async with club.store.writing() as uow:
        crowd = [
            await uow.players.find_or_add(account, f"P{account}")
            for account in range(100, 100 + OPPONENTS_OFFERED)
        ]
        await uow.commit()
    await store_won(club, club.ann, [club.bob, *crowd, *crowd])
    for chosen in (club.bob, club.dee, crowd[0]):
        page = await history(club, club.ann, Wanted(opponent=chosen))
        names = [rival.person.id for rival in page.rivals]
        assert chosen in names
        assert len(names) == len(set(names)) == OPPONENTS_OFFERED


async def test_the_latest_matches(club: Club):
    """With who played them."""
    await beat(club, club.ann, club.bob)
    last = await beat(club, club.cid, club.ann)
    async with club.store.reading() as uow:
        matches, people = await latest_of(uow, club.ann, SERVER, 1)
    assert [match.id for match in matches] == [last.id]
    assert {person.name for person in people.values()} == {"Cid"}


async def test_two_people(each_club: Club):
    """Their score as each of them sees it."""
    club = each_club
    await beat(club, club.bob, club.ann)
    await beat(club, club.ann, club.bob)
    await beat(club, club.ann, club.bob)
    await beat(club, club.cid, club.ann)
    async with club.store.reading() as uow:
        anns = await head_to_head(uow, club.ann, club.bob, SERVER)
        bobs = await head_to_head(uow, club.bob, club.ann, SERVER)
    assert (anns.results.total, bobs.results.total) == (Tally(2, 0, 1), Tally(1, 0, 2))
    assert anns.by_variant == {"small": Tally(2, 0, 1)}
    assert (anns.results.run, bobs.results.run) == (Run(Outcome.WON, 2), Run(Outcome.LOST, 2))
    assert [match.outcome for match in anns.latest] == [Outcome.WON, Outcome.WON, Outcome.LOST]
    assert anns.opponent is not None
    assert anns.opponent.name == "Bob"


async def test_a_deleted_player_is_an_opponent_of_those_who_met_them(each_club: Club):
    """The menu offers them, and choosing them shows the score; to all others they are nobody."""
    club = each_club
    await beat(club, club.bob, club.ann)
    await club.do(delete_account, club.bob, now=club.now)
    async with club.store.reading() as uow:
        offered = await head_to_head(uow, club.ann, None, SERVER)
        [bob] = [rival.person for rival in offered.rivals]
        versus = await head_to_head(uow, club.ann, bob.id, SERVER)
        with pytest.raises(UnknownPlayer):
            await head_to_head(uow, club.cid, bob.id, SERVER)
        with pytest.raises(UnknownPlayer):
            await head_to_head(uow, None, bob.id, SERVER)
    assert versus.opponent == bob
    assert bob.account is None
    assert versus.results.total == Tally(0, 0, 1)
    assert len(versus.latest) == 1


async def test_whom_to_compare_with_is_still_to_be_chosen(club: Club):
    """Nobody plays themself; who has never played has nobody to choose from."""
    await beat(club, club.ann, club.bob)
    async with club.store.reading() as uow:
        own = await head_to_head(uow, club.ann, club.ann, None)
        nobodys = await head_to_head(uow, None, club.ann, None)
    assert (own.opponent, own.results, own.latest) == (None, Results(), ())
    assert [rival.person.name for rival in own.rivals] == ["Bob"]
    assert nobodys.opponent is not None
    assert (nobodys.results, nobodys.rivals) == (Results(), ())


def test_outcomes_are_seen_from_a_side():
    """A result is one thing to one and another to the other."""
    assert Outcome.of(None, Player.FIRST) is Outcome.DRAWN
    assert Outcome.of(Player.FIRST, Player.FIRST) is Outcome.WON
    assert Outcome.of(Player.FIRST, Player.SECOND) is Outcome.LOST
