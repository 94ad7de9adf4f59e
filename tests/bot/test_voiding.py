"""`/soccer void`: administrators take matches out of the ratings, and everybody can see why."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import ENGLISH
from bot.wording.board import caption
from matches.history import Fold
from matches.ids import MatchId, ServerId
from matches.match import Match
from matches.ports import Store
from matches.standings import board_state
from tests.bot.test_profile import ended
from tests.storage.test_ratings import changes_of, event_of
from tests.support.limits import autocomplete_problems
from tests.support.people import FIRST_SCORES
from tests.support.simcord_seams import pinged
from tests.support.table import Table, told
from tests.support.table_agreement import assert_agrees

REASON = "Bob let a *program* play"


@pytest.fixture
def admin(table: Table) -> MemberActor:
    """Somebody who manages the server."""
    role = table.server.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    account = table.env.create_user("dora", global_name="Dora")
    return table.server.add_member(account, roles=[role])


async def finished(table: Table, **options: Any) -> None:
    """A rated match that the first player won."""
    await table.start(variant="small", **options)
    await table.play(FIRST_SCORES, match=await newest(table))


async def rated(table: Table, first: MemberActor, second: MemberActor, **place: Any) -> Match:
    """A rated match that has just ended, without a board."""
    match = await ended(table, first, second, **place)
    assert match.finished_at is not None
    event = event_of(
        match, variant="small", server=match.place.server, finished_at=match.finished_at
    )
    async with table.store.writing() as uow:
        await uow.ratings.record(event, changes_of(match, None, match.place.server))
        await uow.commit()
    return match


async def newest(table: Table) -> int:
    """The number of the newest match."""
    async with table.store.reading() as uow:
        number = 1
        while await uow.matches.get(MatchId(number + 1)) is not None:
            number += 1
    return number


async def asked(table: Table, who: MemberActor, **options: Any) -> InteractionResult:
    """The command."""
    return await who.slash(table.channel, "soccer void", **options)


async def voided(table: Table, who: MemberActor, **options: Any) -> str:
    """The command and its form; what whoever decided is told. All ratings are good then."""
    form = await asked(table, who, **options)
    assert form.modal is not None
    answer = told(await who.submit_modal(form, {"reason": REASON}))
    await table.bot.replaying.stop()
    table.bot.replaying.start()
    await table.env.settle()
    return answer


async def assert_as_if_never_played(store: Store) -> None:
    """Ratings are what the rest of the history makes them."""
    fold = Fold()
    async with store.reading() as uow:
        for event in await uow.ratings.history():
            fold.rate(event)
        assert await uow.ratings.stored() == fold.ratings
        assert await uow.voids.pending() == []


async def test_match_counts_for_nothing(table: Table, admin: MemberActor) -> None:
    """Ratings are as before it, and both learn of it where they played, with the reason."""
    await finished(table)
    await finished(table)
    answer = await voided(table, admin, match=1)
    assert answer == "1 match is void. Ratings are worked out again, which takes some seconds."
    await assert_as_if_never_played(table.store)
    async with table.store.reading() as uow:
        assert [event.match for event in await uow.ratings.history()] == [2]
    thread = min(table.channel.threads, key=lambda thread: thread.id)
    board = table.messages(thread)[-1]
    note = "the match is void and counts for nothing: Bob let a \\*program\\* play"
    assert f"{note} (It had ended so: " in board.content
    assert pinged(table.env, board) != set()


async def test_all_matches_of_a_member(table: Table, admin: MemberActor) -> None:
    """Those of the server, at once; nobody is called for each of them."""
    await finished(table)
    await finished(table)
    before = [len(table.messages(thread)) for thread in table.channel.threads]
    notices = table.notices.of(1) + table.notices.of(2)
    answer = await voided(table, admin, member=table.bob)
    assert answer == "2 matches are void. Ratings are worked out again, which takes some seconds."
    await assert_as_if_never_played(table.store)
    async with table.store.reading() as uow:
        assert await uow.ratings.stored() == {}
        void = await uow.voids.of(MatchId(2))
    assert void is not None
    assert void.reason == REASON
    await table.wait(300)
    assert [len(table.messages(thread)) for thread in table.channel.threads] == before
    assert table.notices.of(1) + table.notices.of(2) == notices


async def test_form_says_what_it_means(table: Table, admin: MemberActor) -> None:
    """Before anybody types a reason."""
    await finished(table)
    one = await asked(table, admin, match=1)
    assert one.modal is not None
    assert "against" in _words(one.modal)
    assert "cannot be undone" in _words(one.modal)
    all_of = await asked(table, admin, member=table.bob)
    assert all_of.modal is not None
    assert "1 rated match of Bob in this server" in _words(all_of.modal)


def _words(modal: Mapping[str, Any]) -> str:
    return str(modal["title"]) + str(modal["components"][0]["content"])


@pytest.mark.parametrize("options", [{"match": 1}, {"member": "bob"}])
async def test_only_managers_void(table: Table, options: dict[str, Any]) -> None:
    """Whoever may not manage the server changes nothing."""
    await finished(table)
    options = {"member": table.bob} if "member" in options else options
    result = await asked(table, table.alice, **options)
    assert told(result) == "This is for members who may manage the server."
    async with table.store.reading() as uow:
        assert len(await uow.ratings.history()) == 1


async def test_manager_who_is_none_any_more(table: Table, admin: MemberActor) -> None:
    """The form that was opened before decides nothing."""
    await finished(table)
    form = await asked(table, admin, match=1)
    guild = table.env.backend.get_guild(table.server.id)
    guild.members[admin.id].role_ids.clear()
    refused = await admin.submit_modal(form, {"reason": REASON})
    assert told(refused) == "This is for members who may manage the server."
    async with table.store.reading() as uow:
        assert await uow.voids.of(MatchId(1)) is None


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({}, "Choose either a match"),
        ({"match": 1, "member": "bob"}, "Choose either a match"),
        ({"match": 99}, "There is no match of that number in this server."),
        ({"match": 2}, "There is no rated match to void"),
        ({"member": "carol"}, "There is no rated match to void"),
    ],
)
async def test_nothing_to_void(
    table: Table, admin: MemberActor, options: dict[str, Any], answer: str
) -> None:
    """Told before anybody types a reason."""
    await finished(table)
    await table.start(rated=False)
    people = {"bob": table.bob, "carol": table.carol}
    options = {key: people.get(value, value) for key, value in options.items()}
    assert answer in told(await asked(table, admin, **options))


async def test_match_of_another_server(table: Table, admin: MemberActor) -> None:
    """An administrator decides about the own server."""
    await finished(table)
    async with table.store.writing() as uow:
        match = await uow.matches.get(MatchId(1))
        assert match is not None
        await uow.matches.add(
            replace(match, place=replace(match.place, server=ServerId(5)), version=1)
        )
        await uow.commit()
    assert "There is no match of that number" in told(await asked(table, admin, match=2))


async def test_match_that_is_void_already(table: Table, admin: MemberActor) -> None:
    """Told at once, without a form."""
    await finished(table)
    await voided(table, admin, match=1)
    assert told(await asked(table, admin, match=1)) == "This match is void already."


async def test_whoever_is_named_and_never_played_becomes_no_player(
    table: Table, admin: MemberActor
) -> None:
    """Nobody is stored for that."""
    stranger = table.server.add_member(table.env.create_user("stranger"))
    told(await asked(table, admin, member=stranger))
    async with table.store.reading() as uow:
        assert await uow.accounts.find(stranger.id) is None


async def offered(table: Table, who: MemberActor, typed: str = "") -> list[int]:
    """The matches that are offered to be chosen."""
    found = await who.autocomplete(table.channel, "soccer void", "match", typed)
    assert autocomplete_problems({"choices": found}) == []
    return [choice["value"] for choice in found]


async def test_matches_are_offered_to_be_chosen(table: Table, admin: MemberActor) -> None:
    """The newest rated ones of this server that are not void: number, both names, game and day."""
    await finished(table)
    await finished(table)
    await ended(table, table.alice, table.bob)
    await rated(table, table.carol, table.bob)
    assert await offered(table, admin) == [4, 2, 1]
    found = await admin.autocomplete(table.channel, "soccer void", "match", "")
    day = ENGLISH.day(table.clock.now())
    assert found[0]["name"] == f"4: Carol against Bob, Small, {day}"
    await voided(table, admin, match=2)
    assert await offered(table, admin) == [4, 1]


async def test_what_is_offered_contains_what_is_typed(table: Table, admin: MemberActor) -> None:
    """The beginning of a number, or a part of either name."""
    await rated(table, table.alice, table.bob)
    await rated(table, table.carol, table.alice)
    for typed, expected in (
        ("car", [2]), ("AROL", [2]), ("alice", [2, 1]), (" bob ", [1]),
        ("2", [2]), ("1", [1]), ("20", []), ("9" * 30, []), ("dora", []), ("small", []),
    ):  # fmt: skip
        assert await offered(table, admin, typed) == expected, typed


async def test_no_more_is_offered_than_discord_shows(table: Table, admin: MemberActor) -> None:
    """An old match is still found by its number, and stands first."""
    for _ in range(31):
        await rated(table, table.alice, table.bob)
    assert await offered(table, admin) == list(range(31, 6, -1))
    assert await offered(table, admin, "bob") == list(range(31, 6, -1))
    assert await offered(table, admin, "3") == [3, 31, 30]
    with patch("bot.actions.voiding.LOOKED_THROUGH", 5):
        assert await offered(table, admin, "2") == [2, 29, 28, 27]


async def test_nothing_is_offered_to_who_may_void_nothing(table: Table, admin: MemberActor) -> None:
    """Nor are matches of another server."""
    await rated(table, table.alice, table.bob)
    await rated(table, table.alice, table.bob, server=ServerId(5))
    assert await offered(table, table.alice) == []
    assert await offered(table, admin) == [1]
    assert await offered(table, admin, "2") == []


async def test_two_managers_decide_at_once(table: Table, admin: MemberActor) -> None:
    """The second form is told that it is done."""
    await finished(table)
    form = await asked(table, admin, match=1)
    await voided(table, admin, match=1)
    assert told(await admin.submit_modal(form, {"reason": "again"})) == (
        "This match is void already."
    )
    async with table.store.reading() as uow:
        void = await uow.voids.of(MatchId(1))
    assert void is not None
    assert void.reason == REASON


async def test_process_that_ends_before_ratings_are_good(table: Table, admin: MemberActor) -> None:
    """The next one goes on by itself."""
    await finished(table)
    form = await asked(table, admin, match=1)
    await table.bot.replaying.stop()
    told(await admin.submit_modal(form, {"reason": REASON}))
    async with table.store.reading() as uow:
        assert len(await uow.voids.pending()) == 1
    await table.restart()
    await table.wait(1)
    await assert_as_if_never_played(table.store)
    await assert_agrees(table)


async def test_picture_says_that_it_is_void(table: Table, admin: MemberActor) -> None:
    """The last picture has no winner on it any more."""
    await finished(table)
    await voided(table, admin, match=1)
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(1), now=table.clock.now())
    assert caption(state, ENGLISH) == "Void"


async def test_two_managers_decide_about_one_member(table: Table, admin: MemberActor) -> None:
    """Who comes second is told that nothing is left, and nothing is decided twice."""
    await finished(table)
    form = await asked(table, admin, member=table.bob)
    await voided(table, admin, member=table.bob)
    late = await admin.submit_modal(form, {"reason": "again"})
    assert "There is no rated match to void" in told(late)
    async with table.store.reading() as uow:
        void = await uow.voids.of(MatchId(1))
    assert void is not None
    assert void.reason == REASON
