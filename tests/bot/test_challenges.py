"""Challenges as people make and answer them."""

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import ChannelHandle

from bot.workers.alarm import LONGEST_SLEEP
from matches.challenge import Challenge, ChallengeStatus
from matches.ids import ChallengeId, MatchId
from matches.terms import TurnTime
from rules import find_variant
from tests.support.simcord_seams import Submit, files_of, perform, pinged
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

ACTS = ["accept", "decline", "terms", "withdraw", "rules"]
DAY = 24 * 3600


async def stored(table: Table, number: int = 1) -> Challenge | None:
    """A challenge as it is stored."""
    async with table.store.reading() as uow:
        return await uow.challenges.get(ChallengeId(number))


async def status(table: Table, number: int = 1) -> ChallengeStatus:
    """How a challenge stands."""
    found = await stored(table, number)
    assert found is not None
    return found.status


async def no_match(table: Table) -> bool:
    """Whether no match has ever begun."""
    async with table.store.reading() as uow:
        return await uow.matches.get(MatchId(1)) is None


def acts(message: Any) -> list[str]:
    """What the buttons of a challenge do, in order."""
    return [custom_id.rpartition(":")[2] for custom_id in button_ids(message)]


def again(table: Table, message: Any, where: ChannelHandle | None = None) -> Any:
    """The message as it is now."""
    return next(m for m in table.messages(where or table.channel) if m.id == message.id)


def ended(table: Table, message: Any, words: str) -> None:
    """The challenge's message says how it ended, without a picture and buttons."""
    now = again(table, message)
    assert now.content.splitlines()[0] == words
    assert len(now.content.splitlines()) == 3
    assert button_ids(now) == []
    assert files_of(table.env, now) == []


# --- accepting


async def test_an_accepted_challenge_becomes_a_match_in_its_own_thread(table: Table) -> None:
    """*Accept*: the message says so, and the board waits in a thread on it."""
    message = await table.challenge()
    assert acts(message) == ACTS
    result = await table.tap(table.bob, message, "accept")
    assert result.acknowledged
    ended(table, message, "**Alice**: the challenge was accepted, the match is on.")
    assert table.thread.id == message.id
    board = table.board()
    mover = await table.player_to_move()
    assert pinged(table.env, board) == {mover.id}
    assert {table.alice.id, table.bob.id} == {a.id for a in (await table.seats()).values()}
    await assert_agrees(table)


async def test_an_open_challenge_is_taken_by_whoever_comes_first(table: Table) -> None:
    """Without an opponent anybody may accept, and nobody can decline."""
    result = await table.alice.slash(table.channel, "challenge")
    assert result.response is not None
    message = result.response.message
    assert message.content.startswith(
        "**Alice** challenges anybody to paper soccer; the offer ends <t:"
    )
    assert acts(message) == ["accept", "terms", "withdraw", "rules"]
    assert pinged(table.env, message) == set()
    assert (await table.tap(table.carol, message, "accept")).acknowledged
    assert {table.alice.id, table.carol.id} == {a.id for a in (await table.seats()).values()}
    late = await table.tap_old(table.bob, message, "psc:1:accept")
    assert told(late) == "This challenge has been accepted already."
    await assert_agrees(table)


async def test_the_challenger_does_not_accept_an_open_challenge(table: Table) -> None:
    """Nobody plays themself, by *Accept* or by *Other terms*."""
    result = await table.alice.slash(table.channel, "challenge")
    assert result.response is not None
    for act in ("accept", "terms"):
        refused = await table.tap(table.alice, result.response.message, act)
        assert told(refused).startswith("This is your own challenge")
    assert await status(table) is ChallengeStatus.OPEN
    assert await no_match(table)
    await assert_challenge_agrees(table)


# --- declining, withdrawing


async def test_the_challenger_learns_of_a_decline(table: Table) -> None:
    """*Decline*: the challenger, and nobody else, is told below the challenge."""
    message = await table.challenge()
    await table.tap(table.bob, message, "decline")
    ended(table, message, "**Alice**: Bob declined the challenge.")
    told_so = table.messages(table.channel)[-1]
    assert told_so.content == f"{table.alice.mention}, Bob declined your challenge."
    assert pinged(table.env, told_so) == {table.alice.id}
    assert await no_match(table)
    await assert_challenge_agrees(table)


async def test_a_withdrawn_challenge(table: Table) -> None:
    """*Withdraw*: it is over, quietly, and the opponent cannot accept any more."""
    message = await table.challenge()
    await table.tap(table.alice, message, "withdraw")
    ended(table, message, "**Alice**: the challenge was withdrawn.")
    assert len(table.messages(table.channel)) == 1
    late = await table.tap_old(table.bob, message, "psc:1:accept")
    assert told(late) == "This challenge has been withdrawn."
    assert await no_match(table)
    await assert_challenge_agrees(table)


@pytest.mark.parametrize(
    ("who", "act", "why"),
    [
        ("carol", "accept", "others"),
        ("carol", "decline", "others"),
        ("carol", "terms", "others"),
        ("carol", "withdraw", "others"),
        ("bob", "withdraw", "challenged"),
        ("alice", "decline", "self"),
        ("alice", "accept", "self"),
        ("alice", "terms", "self"),
    ],
)
async def test_the_wrong_person(table: Table, who: str, act: str, why: str) -> None:
    """Each button is for one side; to everybody else it says so and does nothing."""
    message = await table.challenge()
    result = await table.tap(getattr(table, who), message, act)
    assert (
        told(result)
        == {
            "others": "This challenge is between others. Use `/challenge` for one of your own.",
            "challenged": "Only the challenger can withdraw this challenge. You can *Decline* it.",
            "self": "This is your own challenge: wait for an answer, or *Withdraw* it.",
        }[why]
    )
    assert await status(table) is ChallengeStatus.OPEN
    assert acts(again(table, message)) == ACTS
    await assert_challenge_agrees(table)


async def test_anybody_may_ask_how_to_play(table: Table) -> None:
    """*How to play* opens the rules of the challenge's variant, privately."""
    message = await table.challenge(variant="no-bounce")
    for who in (table.alice, table.bob, table.carol):
        words = told(await table.tap(who, message, "rules"))
        assert words.startswith("**No bounce: the pitch**\n")
        assert "A turn is one segment, always: nothing bounces." in words
    assert await status(table) is ChallengeStatus.OPEN
    await assert_challenge_agrees(table)


# --- other terms


async def form_of(result: InteractionResult) -> dict[str, tuple[str, str]]:
    """The fields of the form that was opened: id and chosen value by label."""
    assert result.modal is not None
    return {
        label["label"]: (
            label["component"]["custom_id"],
            next(o["value"] for o in label["component"]["options"] if o.get("default")),
        )
        for label in result.modal["components"]
    }


async def send_terms(
    who: MemberActor, opened: InteractionResult, **changed: str
) -> InteractionResult:
    """Send the form with some of its fields changed."""
    fields = await form_of(opened)
    values = {
        custom_id: [changed.get(label, value)] for label, (custom_id, value) in fields.items()
    }
    return await who.submit_modal(opened, values)


async def test_the_form_for_other_terms_is_prefilled(table: Table) -> None:
    """*Other terms* opens a form with the terms as they are."""
    message = await table.challenge(variant="texas", time="8h", rated=False)
    opened = await table.tap(table.bob, message, "terms")
    assert opened.modal is not None
    assert opened.modal["title"] == "Other terms"
    chosen = {label: value for label, (_, value) in (await form_of(opened)).items()}
    assert chosen == {"Variant": "texas", "Time": "8h", "Ratings": "no"}
    assert await status(table) is ChallengeStatus.OPEN
    await assert_challenge_agrees(table)


async def test_other_terms_are_a_challenge_the_other_way_round(table: Table) -> None:
    """Sent, the old challenge is over and a new one mentions who made it."""
    message = await table.challenge()
    opened = await table.tap(table.bob, message, "terms")
    await send_terms(table.bob, opened, Variant="small", Time="10m", Ratings="no")
    ended(table, message, "**Alice**: Bob answered with other terms.")
    answer = table.messages(table.channel)[-1]
    assert answer.content.startswith(
        f"{table.alice.mention}, **Bob** challenges you to paper soccer"
    )
    assert "Small, 6 × 8, 10 minutes a turn, unrated" in answer.content
    assert pinged(table.env, answer) == {table.alice.id}
    await table.tap(table.alice, answer, "accept")
    match = await table.match()
    assert match.terms.turn_time is TurnTime.TEN_MINUTES
    assert match.terms.ruleset == find_variant("small").ruleset
    assert not match.rated
    await assert_agrees(table)


async def test_other_terms_for_an_open_challenge_leave_it_open(table: Table) -> None:
    """An answer to an open challenge is one more offer; others may still accept the first."""
    result = await table.alice.slash(table.channel, "challenge")
    assert result.response is not None
    opened = await table.tap(table.bob, result.response.message, "terms")
    await send_terms(table.bob, opened, Time="1d")
    assert await status(table) is ChallengeStatus.OPEN
    assert acts(again(table, result.response)) == ["accept", "terms", "withdraw", "rules"]
    answer = table.messages(table.channel)[-1]
    assert answer.content.startswith(f"{table.alice.mention}, **Bob** challenges you")
    await assert_challenge_agrees(table)


async def test_other_terms_for_a_challenge_that_has_ended_meanwhile(table: Table) -> None:
    """A form that was open too long changes nothing and says why."""
    message = await table.challenge()
    opened = await table.tap(table.bob, message, "terms")
    await table.tap(table.alice, message, "withdraw")
    result = await send_terms(table.bob, opened)
    assert told(result) == "This challenge has been withdrawn."
    assert await stored(table, 2) is None
    await assert_challenge_agrees(table)


async def test_a_form_from_before_a_restart(table: Table) -> None:
    """discord.py drops it without a word; its sender is told to open it again."""
    message = await table.challenge()
    opened = await table.tap(table.bob, message, "terms")
    assert opened.modal is not None
    await table.restart()
    result = await perform(
        table.env, Submit(table.bob, table.channel, opened.modal["custom_id"], {"x": "y"})
    )
    assert told(result) == "This form is too old, so nothing has changed. Please open it again."
    assert await status(table) is ChallengeStatus.OPEN
    await assert_challenge_agrees(table)


# --- the end by itself


async def test_a_live_challenge_ends_after_a_quarter_of_an_hour(table: Table) -> None:
    """A challenge to a live match ends by itself; its message says so and has no buttons."""
    message = await table.challenge(time="2m")
    await table.wait(14 * 60)
    assert acts(again(table, message)) == ACTS
    await table.wait(60 + LONGEST_SLEEP)
    ended(table, message, "**Alice**: the challenge ended without an answer.")
    assert await status(table) is ChallengeStatus.EXPIRED
    late = await table.tap_old(table.bob, message, "psc:1:accept")
    assert told(late) == "This challenge has ended. Make a new one."
    assert await no_match(table)
    await assert_challenge_agrees(table)


async def test_a_challenge_ends_to_the_second(table: Table) -> None:
    """Time up, it cannot be accepted even before anything has noted its end."""
    message = await table.challenge()
    table.clock.advance(7 * DAY)
    for who, act in ((table.bob, "accept"), (table.bob, "terms"), (table.alice, "withdraw")):
        result = await table.tap(who, message, act)
        assert told(result) == "This challenge has ended. Make a new one."
    assert await no_match(table)
    await assert_challenge_agrees(table)


async def test_a_challenge_ends_while_the_bot_is_down(table: Table) -> None:
    """What fell due without a process happens when the next one starts."""
    message = await table.challenge()
    table.clock.advance(7 * DAY + 1)
    await table.restart()
    await table.env.settle()
    ended(table, message, "**Alice**: the challenge ended without an answer.")
    await assert_challenge_agrees(table)


async def test_a_challenge_survives_a_restart(table: Table) -> None:
    """Its buttons work on the next process."""
    message = await table.challenge()
    await table.restart()
    assert (await table.tap(table.bob, message, "accept")).acknowledged
    assert not await no_match(table)
    await assert_agrees(table)


# --- limits


async def test_at_most_two_unanswered_to_one_person(table: Table) -> None:
    """The third challenge to the same person is refused until one is withdrawn."""
    first = await table.challenge()
    await table.challenge()
    refused = await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert told(refused) == (
        "You have 2 unanswered challenges to this player: wait, or withdraw one."
    )
    assert await stored(table, 3) is None
    await table.tap(table.alice, first, "withdraw")
    assert (await table.challenge()).content.startswith(table.bob.mention)
    await assert_challenge_agrees(table)


async def test_at_most_three_unanswered(table: Table) -> None:
    """The fourth unanswered challenge is refused, open or not."""
    await table.challenge()
    await table.challenge()
    await table.alice.slash(table.channel, "challenge", opponent=table.carol)
    for options in ({}, {"opponent": table.carol}):
        refused = await table.alice.slash(table.channel, "challenge", **options)
        assert told(refused) == (
            "You have 3 unanswered challenges: wait for an answer or withdraw one."
        )
    assert await stored(table, 4) is None
    await assert_challenge_agrees(table)


async def test_not_again_for_an_hour_after_a_decline(table: Table) -> None:
    """Who was declined waits an hour before asking the same person, and is told until when."""
    message = await table.challenge()
    await table.tap(table.bob, message, "decline")
    declined = table.clock.now()
    refused = await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert told(refused) == (
        "This player declined a challenge of yours; you can ask again "
        f"<t:{int(declined.timestamp()) + 3600}:R>."
    )
    other = await table.alice.slash(table.channel, "challenge", opponent=table.carol)
    assert not other.ephemeral
    table.clock.advance(3600)
    assert (await table.challenge()).content.startswith(table.bob.mention)
    await assert_challenge_agrees(table)


async def test_the_other_one_may_ask_after_a_decline(table: Table) -> None:
    """Declining does not bind whoever declined."""
    await table.tap(table.bob, await table.challenge(), "decline")
    result = await table.bob.slash(table.channel, "challenge", opponent=table.alice)
    assert not result.ephemeral
    await assert_challenge_agrees(table)


# --- in a thread


async def test_a_challenge_in_a_thread_is_played_there(table: Table) -> None:
    """In somebody's thread the match, other terms and the end stay in it, and it is not closed."""
    thread = await table.open_thread(table.alice, "our evening")
    result = await table.alice.slash(thread, "challenge", opponent=table.bob, time="10m")
    assert result.response is not None
    opened = await table.tap(table.bob, result.response.message, "terms")
    await send_terms(table.bob, opened, Time="2m")
    answer = table.messages(thread)[-1]
    assert answer.content.startswith(f"{table.alice.mention}, **Bob** challenges you")
    await table.tap(table.alice, answer, "accept")
    assert [t.id for t in table.channel.threads] == [thread.id]
    assert (await table.match()).place.thread == thread.id
    await table.play(["0", "0", "0", "0", "17"])
    assert "wins with a goal" in table.messages(thread)[-1].content
    assert [m for m in table.messages(table.channel) if m.author.id != table.alice.id] == []
    await assert_agrees(table)


# --- names


async def test_a_name_harms_nothing(table: Table) -> None:
    """A name with formatting, a mention and a line break is shown as it is, on one line."""
    evil = table.server.add_member(
        table.env.create_user("evil", global_name="**x** @everyone\n<@1> ||y||")
    )
    result = await evil.slash(table.channel, "challenge", opponent=table.bob)
    assert result.response is not None
    assert pinged(table.env, result.response) == {table.bob.id}
    lines = result.response.content.splitlines()
    assert len(lines) == 3
    assert "\\*\\*x\\*\\*" in lines[0]
    assert "@everyone" not in lines[0]
    assert "\\<@1>" in lines[0]
    await assert_challenge_agrees(table)


async def test_a_nickname_stays_in_its_server(table: Table) -> None:
    """What one server calls somebody is not told in another: names are those of the accounts."""
    nicknamed = table.env.create_user("dora", global_name="Dora")
    nameless = table.env.create_user("emil_42")
    for user, shown in ((nicknamed, "Dora"), (nameless, "emil\\_42")):
        member = table.server.add_member(user, nick="the boss of us all")
        result = await member.slash(table.channel, "challenge")
        assert result.response is not None
        assert result.response.content.startswith(f"**{shown}** challenges anybody")
    await assert_challenge_agrees(table)
