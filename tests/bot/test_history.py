"""What a player's card opens: the history with its filters, head to head, and replays."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import ENGLISH
from bot.views.profile import Asked, history_view, versus_view
from bot.wording.clock import relative_time
from bot.wording.history import LONGEST, history_lines, versus_lines
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason
from matches.people import Person
from matches.place import BoardMessage, Place
from matches.profile import PAGE, HeadToHead, History, Rival
from matches.results import Outcome, PastMatch, Results, Run, Tally, Wanted
from matches.voiding import void_match
from rules import Player, find_variant
from tests.bot.test_alternative import EVERY_LANGUAGE
from tests.bot.test_profile import ELSEWHERE, answer, asked, ended, player_of
from tests.bot.test_voiding import newest
from tests.storage.test_ratings import changes_of, event_of
from tests.support.clock import START
from tests.support.simcord_seams import Click, perform, requests_of
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, told

NO_BOUNCE = find_variant("no-bounce").ruleset
GONE = "You have moved on already: use the buttons as they are now."


async def opened(table: Table, who: MemberActor, whose: MemberActor, act: str) -> Any:
    """The private message that a button of somebody's card opens."""
    card = (await asked(table, who, member=whose)).message
    found = answer(await table.tap(who, card, act))
    assert found.ephemeral
    return found.message


def now(table: Table, message: discord.Message) -> Any:
    """A message as it is now."""
    return table.env.backend.get_message(message.channel.id, message.id)


def lines(table: Table, message: discord.Message) -> list[str]:
    """Its lines."""
    return str(now(table, message).content).splitlines()


def numbers(table: Table, message: discord.Message) -> list[int]:
    """The matches that it lists."""
    return [int(line.split("`")[1]) for line in lines(table, message)[1:]]


def menu(table: Table, message: discord.Message, name: str) -> dict[str, Any]:
    """One of its menus."""
    found = [
        item
        for row in now(table, message).components
        for item in row["components"]
        if item["custom_id"].rpartition(":")[2] == name
    ]
    return dict(found[0]) if found else {}


def labels(table: Table, message: discord.Message, name: str) -> list[str]:
    """What a menu offers."""
    return [option["label"] for option in menu(table, message, name).get("options", [])]


async def choose(
    table: Table, who: MemberActor, message: discord.Message, name: str, *values: str
) -> InteractionResult:
    """Choose in a menu of a message as it is now."""
    custom_id = menu(table, message, name)["custom_id"]
    return await who.select(fresh(table, who, message), list(values), custom_id=custom_id)


def fresh(table: Table, who: MemberActor, message: discord.Message) -> discord.Message:
    """The message with the buttons that it has now."""
    return next(m for m in table.channel.history(viewer=who) if m.id == message.id)


async def void(table: Table, match: int) -> None:
    """Whoever runs the bot decides that a match counts for nothing."""
    now = table.clock.now()
    async with table.store.writing() as uow:
        await void_match(uow, MatchId(match), by=None, reason="a program", server=None, now=now)


# --- the history


async def test_a_history_has_the_newest_first(table: Table):
    """With result, opponent, variant, end and time; for who asks alone."""
    await ended(table, table.alice, table.bob, reason=EndReason.GOAL)
    await ended(table, table.carol, table.alice, ruleset=NO_BOUNCE)
    last = await ended(table, table.alice, table.bob, None, EndReason.AGREED)
    assert last.finished_at is not None
    message = await opened(table, table.bob, table.alice, "history")
    heading, *rows = lines(table, message)
    assert heading == "**Matches of Alice**, in this server: 1 won, 1 drawn, 1 lost."
    at = [relative_time(last.finished_at - timedelta(seconds=60 * ago)) for ago in range(3)]
    assert rows == [
        f"\N{HEAVY MINUS SIGN} `3` drew with Bob · Small · Agreed draw · unrated · {at[0]}",
        f"❌ `2` lost to Carol · No bounce · Resigned · unrated · {at[1]}",
        f"✅ `1` won against Bob · Small · Goal · unrated · {at[2]}",
    ]


async def test_a_rated_match_says_what_it_changed_and_leads_to_its_board(table: Table):
    """The address is told to whoever may look at it."""
    await table.start(time="10m")
    await table.play(("0", "0", "0", "0", "17"))
    winner = (await table.seats())["first"]
    message = await opened(table, table.carol, winner, "history")
    [row] = lines(table, message)[1:]
    assert "· +162 ·" in row
    board = table.board()
    address = f"https://discord.com/channels/{table.server.id}/{board.channel.id}/{board.id}"
    assert row.endswith(f"· [board](<{address}>)")


async def test_a_history_has_pages(table: Table):
    """Ten matches each; what leads nowhere is disabled."""
    for _ in range(23):
        await ended(table, table.alice, table.bob)
    message = await opened(table, table.alice, table.alice, "history")
    assert numbers(table, message) == list(range(23, 13, -1))
    for act, expected in (
        ("next", range(13, 3, -1)),
        ("next", range(3, 0, -1)),
        ("previous", range(13, 3, -1)),
        ("last", range(3, 0, -1)),
        ("first", range(23, 13, -1)),
    ):
        result = await table.tap(table.alice, fresh(table, table.alice, message), act)
        assert result.followups == []
        assert numbers(table, message) == list(expected)
    assert labels(table, message, "match")[0] == "23: won against Bob"
    buttons = [item for row in now(table, message).components for item in row["components"]]
    assert [item["label"] for item in buttons[:5]] == ["«", "‹", "1/3", "›", "»"]
    disabled = [bool(item.get("disabled")) for item in buttons[:5]]
    assert disabled == [True, True, True, False, False]


async def test_a_history_is_filtered(table: Table):
    """By variant, opponent, results, and whether matches were rated; what is chosen stays so."""
    await ended(table, table.alice, table.bob)
    await ended(table, table.alice, table.carol, Player.SECOND)
    await ended(table, table.bob, table.alice, ruleset=NO_BOUNCE)
    await ended(table, table.bob, table.alice, None, EndReason.AGREED, ruleset=NO_BOUNCE)
    message = await opened(table, table.alice, table.alice, "history")
    assert labels(table, message, "opponent") == ["All opponents", "Bob", "Carol"]
    assert labels(table, message, "kinds") == ["Won", "Drawn", "Lost", "rated", "unrated"]
    bob = str(await player_of(table, table.bob))
    for name, values, expected in (
        ("variant", ["no-bounce"], [4, 3]),
        ("kinds", ["l"], [3]),
        ("kinds", ["d", "l"], [4, 3]),
        ("variant", ["all"], [4, 3, 2]),
        ("opponent", [bob], [4, 3]),
        ("kinds", ["u"], [4, 3, 1]),
        ("kinds", [], [4, 3, 1]),
        ("opponent", ["all"], [4, 3, 2, 1]),
        ("variant", ["custom"], []),
    ):
        await choose(table, table.alice, message, name, *values)
        assert numbers(table, message) == expected, (name, values)
        chosen = [o["value"] for o in menu(table, message, name)["options"] if o.get("default")]
        assert chosen == values
    assert lines(table, message) == ["No finished match is as chosen below."]
    await choose(table, table.alice, message, "variant", "small")
    heading = lines(table, message)[0]
    assert heading == "**Matches of Alice**, as chosen below: 1 won, 1 lost."


async def test_matches_elsewhere_are_for_their_players(table: Table):
    """Others see those of this server, whichever card they come from."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    await ended(table, table.alice, table.bob)
    for who, expected in ((table.alice, [2, 1]), (table.carol, [2])):
        card = (await asked(table, who, member=table.alice)).message
        everywhere = answer(await table.tap(who, card, "card")).message
        message = answer(await table.tap(who, everywhere, "history")).message
        assert numbers(table, message) == expected
    assert lines(table, message)[0] == "**Matches of Alice**, in this server: 1 won."


async def test_matches_of_others_are_not_told_in_direct_messages(table: Table):
    """There nobody can be asked what they see."""
    await ended(table, table.alice, table.bob)
    card = answer(await table.alice.user.slash("profile")).message
    bob = await player_of(table, table.bob)
    for act in ("history", "replays"):
        result = await table.tap_old(table.alice.user, card, f"psp:{bob}:h:{act}")  # type: ignore[arg-type]
        assert told(result) == "Look at the matches of others in a server, with `/profile`."
    result = await table.tap(table.alice.user, card, "history")  # type: ignore[arg-type]
    assert told(result).startswith("**Matches of Alice**, everywhere: 1 won.")


async def test_a_private_channel_is_not_shown_round(table: Table):
    """Its matches are counted, but there is no way to their boards for who cannot see it."""
    secret = table.server.create_text_channel("secret")
    await set_permissions(table.env, secret, table.carol.id, view_channel=False)
    match = await ended(table, table.alice, table.bob, channel=secret.id)
    async with table.store.writing() as uow:
        await uow.places.set_board(match.id, BoardMessage(secret.id, 5))
        await uow.commit()
    for who, seen in ((table.carol, False), (table.bob, True)):
        message = await opened(table, who, table.alice, "history")
        assert ("[board]" in lines(table, message)[1]) == seen
        assert bool(menu(table, message, "match")) == seen
        replays = await opened(table, who, table.alice, "replays")
        assert bool(menu(table, replays, "match")) == seen
    nothing = await opened(table, table.carol, table.alice, "replays")
    assert lines(table, nothing) == ["Alice has finished no match that you can look back on here."]


@pytest.mark.parametrize(
    ("scope", "where"), [("h", "in this server yet. "), ("e", "yet. ")], ids=["here", "everywhere"]
)
async def test_replays_of_ones_own_card_without_matches(table: Table, scope: str, where: str):
    """Nothing is hidden from its owner, so that what is missing has not been played; everywhere is
    not called here.
    """
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    if scope == "e":
        await ended(table, table.alice, table.carol, None, EndReason.ABORTED)
    who = table.alice if scope == "h" else table.carol
    card = (await asked(table, table.bob)).message
    player = await player_of(table, who)
    result = await table.tap_old(who, card, f"psp:{player}:{scope}:replays")
    assert told(result) == (
        f"You have not finished a match {where}`/play` challenges a friend, and `/help` shows how "
        "the game goes."
    )


async def test_replays_of_somebody_who_finished_nothing_here(table: Table):
    """It is not said that there is something which one may not see."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    card = (await asked(table, table.alice)).message
    player = await player_of(table, table.alice)
    result = await table.tap_old(table.carol, card, f"psp:{player}:h:replays")
    assert told(result) == "Alice has not finished a match in this server yet."


async def test_a_void_match_stays_in_the_history(table: Table):
    """Marked in words, without a change of the rating, and uncounted; it can be looked back on."""
    for _ in range(2):
        await table.start(time="10m")
        await table.play(("0", "0", "0", "0", "17"), match=await newest(table))
    await void(table, 1)
    winner = (await table.seats(1))["first"]
    result = "won" if winner is (await table.seats(2))["first"] else "lost"
    other = table.bob if winner is table.alice else table.alice
    against, name = other.user.global_name, winner.user.global_name
    message = await opened(table, table.carol, winner, "history")
    heading, counting, voided = lines(table, message)
    assert heading == f"**Matches of {name}**, in this server: 1 {result}, 1 void."
    assert re.search(r" · [+-]\d+ · ", counting)
    assert not re.search(r" · [+-]\d+ · ", voided)
    beginning = f"🚫 `1` **void**: won against {against} · Standard · Goal · counts for nothing · "
    assert voided.startswith(beginning)
    assert voided.endswith(">)")
    assert f"1: void, won against {against}" in labels(table, message, "match")
    await choose(table, table.carol, message, "kinds", "w", "r")
    assert 1 in numbers(table, message)
    versus = await opened(table, winner, other, "versus")
    assert lines(table, versus)[0] == (
        f"**You against {against}**, in this server: 1 {result}, 1 void."
    )


async def test_a_page_is_full_of_what_is_listed(table: Table):
    """Void matches have their places on it, and no page is missing for them."""
    for _ in range(11):
        await ended(table, table.alice, table.bob)
    async with table.store.writing() as uow:
        for match in range(1, 12):
            found = await uow.matches.get(MatchId(match))
            assert found is not None
            await uow.ratings.record(event_of(found), changes_of(found, None))
        await uow.commit()
    for match in (3, 7, 9):
        await void(table, match)
    message = await opened(table, table.alice, table.alice, "history")
    assert lines(table, message)[0].endswith(": 8 won, 3 void.")
    assert numbers(table, message) == list(range(11, 1, -1))
    await table.tap(table.alice, fresh(table, table.alice, message), "last")
    assert numbers(table, message) == [1]


async def test_all_matches_are_void(table: Table):
    """The card says so, and its history is there to be looked at."""
    await table.start(time="10m")
    await table.play(("0", "0", "0", "0", "17"))
    await void(table, 1)
    shown = await asked(table, table.alice)
    assert shown.content == "No match of Alice counts in this server: 1 is void."
    history = answer(await table.tap(table.alice, shown.message, "history"))
    assert lines(table, history.message)[0] == "**Matches of Alice**, in this server: 1 void."
    everywhere = answer(await table.tap(table.alice, shown.message, "card"))
    assert now(table, everywhere.message).content == "No match of Alice counts: 1 is void."
    versus = await opened(table, table.alice, table.bob, "versus")
    assert lines(table, versus)[0] == "**You against Bob**, in this server: 1 void."
    alone = await opened(table, table.alice, table.alice, "versus")
    assert lines(table, alone) == [
        "You have not finished a match here that counts, so there is no score to show."
    ]


async def test_a_history_without_matches(table: Table):
    """As under a card from before they became void, or of another server's."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    card = (await asked(table, table.alice)).message
    alice = await player_of(table, table.alice)
    result = await table.tap_old(table.carol, card, f"psp:{alice}:h:history")
    assert told(result) == "Alice has not finished a match here yet."


@pytest.mark.parametrize(
    "old", ["psq:1:h:-:0:wu:7:previous", "psq:1:h:-:0:w:0:kinds", "psw:h:opponent", "psp:1:h:card"]
)
async def test_what_the_message_has_no_more(table: Table, old: str):
    """Whoever taps or chooses faster than it changes is told so."""
    await ended(table, table.alice, table.bob)
    message = await opened(table, table.alice, table.alice, "history")
    before = lines(table, message)
    tap = Click(table.alice, message, old, as_seen=False)
    assert told(await perform(table.env, tap)) == GONE
    assert lines(table, message) == before


async def test_the_button_of_an_older_page_leads_to_its_neighbour(table: Table):
    """Two taps that crossed each other end on a page, and what was chosen for the first holds."""
    for _ in range(21):
        await ended(table, table.alice, table.bob)
    message = await opened(table, table.alice, table.alice, "history")
    for old, expected in (("psq:1:h:-:0:wu:2:previous", 11), ("psq:1:h:-:0::7:here", 1)):
        await table.tap_old(table.alice, message, old)
        assert numbers(table, message)[0] == expected


async def test_lists_outlive_the_process(table: Table):
    """All that they need stands in their ids."""
    for _ in range(11):
        await ended(table, table.alice, table.bob)
    message = await opened(table, table.alice, table.alice, "history")
    versus = await opened(table, table.alice, table.bob, "versus")
    replays = await opened(table, table.alice, table.bob, "replays")
    await table.restart()
    await table.tap(table.alice, message, "next")
    assert numbers(table, message) == [1]
    await choose(table, table.alice, message, "kinds", "w")
    assert numbers(table, message) == list(range(11, 1, -1))
    bob = str(await player_of(table, table.bob))
    await choose(table, table.alice, versus, "opponent", bob)
    assert lines(table, versus)[0] == "**You against Bob**, in this server: 11 won."
    chosen = answer(await choose(table, table.alice, replays, "match", "3"))
    assert chosen.content.startswith("Alice against Bob: **Alice** wins: Bob resigned.")


# --- head to head


async def test_two_peoples_score(table: Table):
    """As whoever taps sees it: results, variants, the present run, the last matches."""
    await ended(table, table.alice, table.bob, Player.SECOND)
    await ended(table, table.bob, table.alice, Player.SECOND, ruleset=NO_BOUNCE)
    await ended(table, table.alice, table.bob)
    await ended(table, table.alice, table.carol)
    message = await opened(table, table.alice, table.bob, "versus")
    found = lines(table, message)
    assert found[:4] == [
        "**You against Bob**, in this server: 2 won, 1 lost.",
        "Small: 1 won, 1 lost",
        "No bounce: 1 won",
        "You won the last 2 matches.",
    ]
    assert [line.split("`")[1] for line in found[4:]] == ["3", "2", "1"]
    assert labels(table, message, "opponent") == ["Bob", "Carol"]
    assert labels(table, message, "match") == [
        "3: won against Bob", "2: won against Bob", "1: lost to Bob",
    ]  # fmt: skip
    other = await opened(table, table.bob, table.alice, "versus")
    assert lines(table, other)[0] == "**You against Alice**, in this server: 1 won, 2 lost."
    assert lines(table, other)[3] == "You lost the last 2 matches."


async def test_a_run_of_draws(table: Table):
    """Is told as well."""
    for _ in range(2):
        await ended(table, table.alice, table.bob, None, EndReason.AGREED)
    message = await opened(table, table.alice, table.bob, "versus")
    assert lines(table, message)[:2] == [
        "**You against Bob**, in this server: 2 drawn.",
        "You drew the last 2 matches.",
    ]


async def test_against_oneself_somebody_is_chosen(table: Table):
    """Among those whom one has played."""
    await ended(table, table.alice, table.bob)
    message = await opened(table, table.alice, table.alice, "versus")
    assert lines(table, message) == ["You against whom? Choose somebody whom you have played."]
    bob = str(await player_of(table, table.bob))
    await choose(table, table.alice, message, "opponent", bob)
    assert lines(table, message)[0] == "**You against Bob**, in this server: 1 won."


async def test_people_who_never_met(table: Table):
    """Also for somebody who has never played at all."""
    await ended(table, table.alice, table.bob)
    await ended(table, table.carol, table.bob)
    dora = table.server.add_member(table.env.create_user("dora", global_name="Dora"))
    for who in (table.carol, dora):
        message = await opened(table, who, table.alice, "versus")
        assert lines(table, message) == [
            "You and Alice have not finished a match here yet. `/play` challenges them."
        ]
    async with table.store.reading() as uow:
        assert await uow.accounts.find(dora.id) is None


async def test_a_score_everywhere(table: Table):
    """Under a card of that scope."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    await ended(table, table.alice, table.bob)
    card = (await asked(table, table.alice, member=table.bob)).message
    everywhere = answer(await table.tap(table.alice, card, "card")).message
    message = answer(await table.tap(table.alice, everywhere, "versus")).message
    assert lines(table, message)[0] == "**You against Bob**, everywhere: 2 won."


async def test_nobody_to_compare_with(table: Table):
    """As on one's own card of a server in which nothing is left."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    card = (await asked(table, table.alice)).message
    alice = await player_of(table, table.alice)
    result = await table.tap_old(table.alice, card, f"psp:{alice}:h:versus")
    assert (
        told(result)
        == "You have not finished a match here that counts, so there is no score to show."
    )


def test_everywhere_is_not_here():
    """What is missing everywhere is not called missing in this place."""

    def nowhere(_: PastMatch) -> None:
        return None

    ann, bob = Person(PlayerId(1), 11, "Ann"), Person(PlayerId(2), 12, "Bob")
    history = History(ann, Wanted(), 0, Tally(), (), {}, ())
    assert history_lines(history, nowhere, ENGLISH) == "Ann has not finished a match yet."
    versus = HeadToHead(None, None, Results(), {}, (), ())
    assert versus_lines(versus, nowhere, ENGLISH) == (
        "You have not finished a match that counts, so there is no score to show."
    )
    assert versus_lines(replace(versus, opponent=bob), nowhere, ENGLISH) == (
        "You and Bob have not finished a match yet. `/play` challenges them."
    )


# --- replays


async def test_a_replay_is_chosen_from_a_list(table: Table):
    """It opens as `/soccer replay` shows it, in a message of its own."""
    await table.start(time="10m")
    await table.play(("0", "0", "0", "0", "17"))
    winner = (await table.seats())["first"]
    message = await opened(table, table.carol, winner, "replays")
    name = winner.user.global_name
    assert lines(table, message) == [
        f"The latest matches of {name}: choose one, and look back on it turn by turn."
    ]
    [option] = menu(table, message, "match")["options"]
    assert option["description"] == f"Standard, Goal, {ENGLISH.day(table.clock.now())}"
    found = answer(await choose(table, table.carol, message, "match", "1"))
    assert found.ephemeral
    assert f"**{name}** wins with a goal!" in found.content


async def test_a_match_that_one_may_not_see_is_not_replayed(table: Table):
    """Nor by an id that somebody made up."""
    await ended(table, table.alice, table.bob)
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    message = await opened(table, table.carol, table.alice, "replays")
    menu(table, message, "match")
    shown = fresh(table, table.carol, message)
    stored = now(table, message)
    stored.components[0]["components"][0]["options"].append({"label": "2", "value": "2"})
    result = await table.carol.select(shown, ["2"], custom_id="psx:match")
    assert told(result) == (
        "There is no match of that number in this server, nor one of yours elsewhere."
    )


# --- limits


def past(key: int, name_of: int, outcome: Outcome = Outcome.WON, rated: bool = True) -> PastMatch:
    """A match of long ago, with a long address."""
    return PastMatch(
        MatchId(10**9 + key), PlayerId(name_of), outcome, EndReason.OWN_GOAL, "gridball-classic",
        rated, START, Place(ServerId(2**63 - 1), 2**63 - 1), BoardMessage(2**63 - 1, 2**63 - 1),
        -1_234,
    )  # fmt: skip


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
@pytest.mark.parametrize("name", ["W" * 32, "*" * 32, "אב" * 16, "Bo"])
def test_the_longest_page_fits(language: Any, name: str):
    """Ten matches, each with its time, whatever people are called."""
    person = Person(PlayerId(2), 2, name)
    matches = tuple(past(key, 2) for key in range(PAGE))
    rivals = tuple(Rival(person, Tally(10**6, 10**6, 10**6)) for _ in range(24))
    wanted = Wanted(ServerId(1), "small", PlayerId(2), frozenset({Outcome.WON}), True)
    history = History(person, wanted, 99, Tally(10**6), matches, {PlayerId(2): person}, rivals)
    text = history_lines(history, lambda _: "https://discord.com/" + "9" * 70, language)
    assert len(text) <= LONGEST
    assert text.count(relative_time(START)) == PAGE
    asked_for = Asked(PlayerId(1), "h", "small", PlayerId(2), page=99)
    view = history_view(asked_for, history, matches, language)
    assert len(view.to_components()) == 5
    versus = HeadToHead(
        None, person, Results((), None, (), Run(Outcome.DRAWN, 10**6), 0),
        {None: Tally(1, 2, 3), "small": Tally(10**6, 10**6, 10**6)}, matches[:5], rivals,
    )  # fmt: skip
    assert len(versus_lines(versus, lambda _: "https://" + "9" * 80, language)) <= LONGEST
    shown = versus_view(versus, "e", matches[:5], language)
    assert shown is not None
    assert len(shown.to_components()) == 2


def test_links_go_before_reasons():
    """What does not fit is left out from the least to the most important."""
    person = Person(PlayerId(2), 2, "Bo")
    history = History(
        person, Wanted(), 0, Tally(10), tuple(past(key, 2) for key in range(PAGE)),
        {PlayerId(2): person}, (),
    )  # fmt: skip
    texts = [history_lines(history, link, ENGLISH) for link in (lambda _: "x", lambda _: "x" * 200)]
    assert ["[board]" in text for text in texts] == [True, False]
    assert all("Own goal" in text for text in texts)
    crowded = replace(history, person=replace(person, name="*" * 32))
    crowded = replace(crowded, people={PlayerId(2): crowded.person})
    assert "Own goal" in history_lines(crowded, lambda _: None, ENGLISH)


async def test_nothing_of_it_is_public(table: Table):
    """Whatever is looked at, the channel sees the cards alone."""
    await ended(table, table.alice, table.bob)
    for act in ("history", "versus", "replays"):
        await opened(table, table.bob, table.alice, act)
    posted = [r for r in requests_of(table.env) if r.path.endswith("/messages")]
    assert posted == []
    public = [m for m in table.messages(table.channel) if not m.flags.ephemeral]
    assert len(public) == 3
