"""Draws, takebacks and more time: asked for under *⋯* or by a command, answered on a line."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import ChannelHandle

from matches.ids import MatchId, PlayerId
from matches.match import EndReason, Result
from matches.offer import Offer
from matches.playing import play_turn
from rules import Player
from tests.bot.test_i18n import assert_translated, languages, made_up
from tests.bot.test_restart import die_after_post
from tests.support.discord_rules import edits_of_old_messages_are_refused
from tests.support.simcord_seams import Click, pinged, race, requests_of, speak, world_of
from tests.support.simcord_trouble import thread_state
from tests.support.table import (
    Table,
    button_id,
    button_ids,
    buttons,
    laid_table,
    told,
    told_nothing,
)
from tests.support.table_agreement import assert_agrees

__all__ = ["languages", "made_up"]  # fixtures


LEASE = 31
"""Seconds after which a row that a dead process had claimed is told by another one."""
DOWN = [1, 600]
"""Seconds without a process: while Discord remembers nonces, and longer."""
AWAY = 181
"""Seconds after which nobody counts as looking at the board."""
STALE = "The match has moved on since that button was shown. Look at its newest board."
OVER = "This offer stands no more: look at the newest board."


async def begun(table: Table, *turns: str, rated: bool = False, time: str = "3d") -> None:
    """A match of Alice, who draws first, and Bob; unrated, after these turns or after two."""
    await table.start(time=time, rated=rated)
    await table.play(turns or ("0", "0"))
    assert (await table.seats())["first"] is table.alice


async def menu(table: Table, who: MemberActor) -> discord.Message:
    """What *⋯* on the newest board shows."""
    result = await table.tap(who, table.board(), "more")
    assert result.response is not None
    return result.response.message


async def ask(table: Table, who: MemberActor, act: str) -> InteractionResult:
    """Somebody asks, or gives, by the menu."""
    return await table.tap(who, await menu(table, who), act)


def lines(table: Table, where: ChannelHandle | None = None) -> list[discord.Message]:
    """The messages that tell of an offer."""
    started = ("offers a draw.", "offered a draw", "asks to take back", "asked for a takeback")
    return [m for m in table.messages(where) if any(words in m.content for words in started)]


def line(table: Table, where: ChannelHandle | None = None) -> discord.Message:
    """The newest of them."""
    return lines(table, where)[-1]


def notified(table: Table) -> list[int]:
    """Who was notified by each message so far, in order."""
    sent = [r for r in requests_of(table.env) if r.method == "POST"]
    sent = [r for r in sent if r.path.endswith("/messages")]
    return [int(user) for r in sent for user in r.json.get("allowed_mentions", {}).get("users", [])]


async def offers(table: Table) -> list[Offer]:
    """What is stored."""
    async with table.store.reading() as uow:
        return await uow.offers.of_match(MatchId(1))


async def everything(table: Table) -> tuple[Any, ...]:
    """What a refusal must not change."""
    return (*await table.everything(), await offers(table), await table.rows())


# --- draws


async def test_a_draw_offered_under_the_menu(table: Table) -> None:
    """Who offers reads so in private; one line where the match is played tells the other one."""
    await begun(table)
    result = await ask(table, table.alice, "draw")
    assert told(result) == (
        "You offered a draw. It stands until your opponent answers or plays a turn."
    )
    told_of = line(table)
    assert told_of.channel.id == table.thread.id
    assert told_of.content == f"<@{table.bob.id}>, Alice offers a draw."
    assert [button.label for button in buttons(told_of)] == ["Accept", "Decline"]
    assert pinged(table.env, told_of) == {table.bob.id}
    assert (await table.match()).result is None
    assert await table.rows() == []
    await assert_agrees(table)


@pytest.mark.parametrize("rated", [True, False])
async def test_a_draw_accepted(table: Table, rated: bool) -> None:
    """The line says so; the last board tells only who offered, and then the thread is closed."""
    await begun(table, rated=rated)
    await ask(table, table.alice, "draw")
    before = len(notified(table))
    result = await table.tap(table.bob, line(table), "accept")
    assert told_nothing(result)
    [told_of] = lines(table)
    assert told_of.content == "Alice offered a draw, and Bob accepted."
    assert button_ids(told_of) == []
    assert (await table.match()).result == Result(None, EndReason.AGREED, ended_by=Player.SECOND)
    last = table.messages()[-1]
    assert "the match is a draw: both agreed." in last.content
    assert notified(table)[before:] == [table.alice.id]
    assert pinged(table.env, last) == {table.alice.id}
    assert ("(1500?, 0)" in last.content) is rated
    assert thread_state(table.env, table.thread.id) == (True, False)
    assert await table.rows() == []
    async with table.store.reading() as uow:
        assert [e.score for e in await uow.ratings.history()] == ([0.5] if rated else [])
    await assert_agrees(table)


async def test_a_draw_declined(table: Table) -> None:
    """The line says so, nobody is notified, and the match goes on."""
    await begun(table)
    await ask(table, table.alice, "draw")
    before = notified(table)
    assert told_nothing(await table.tap(table.bob, line(table), "decline"))
    told_of = line(table)
    assert (told_of.content, button_ids(told_of)) == (
        "Alice offered a draw, and Bob declined.",
        [],
    )
    assert notified(table) == before
    assert not (await table.match()).is_over
    assert await table.rows() == []
    words = told(await table.alice.slash(table.place, "soccer offer-draw"))
    assert words == (
        "Your opponent declined a draw: you can offer one again when they have played a turn."
    )
    await assert_agrees(table)


async def test_a_draw_passed_over(table: Table) -> None:
    """A turn of the other one takes the buttons off; one of who offered leaves them."""
    await begun(table)
    await ask(table, table.alice, "draw")
    told_of = line(table)
    await table.draw("0")
    assert button_ids(line(table)) == button_ids(told_of) != []
    old = button_id(told_of, "accept")
    await table.draw("0")
    assert line(table).content == "Alice offered a draw, and Bob played on."
    assert button_ids(line(table)) == []
    before = await everything(table)
    assert told(await table.tap_old(table.bob, line(table), old)) == OVER
    assert await everything(table) == before
    await assert_agrees(table)


async def test_a_draw_offered_before_the_match_ends_otherwise(table: Table) -> None:
    """The line is brought up to date before the thread is closed."""
    await begun(table)
    await ask(table, table.bob, "draw")
    asked = await table.alice.slash(table.place, "resign")
    assert asked.response is not None
    await table.tap(table.alice, asked.response.message, "yes")
    assert line(table).content == "Bob offered a draw, but the match has ended otherwise."
    assert button_ids(line(table)) == []
    assert thread_state(table.env, table.thread.id) == (True, False)
    assert await table.rows() == []
    await assert_agrees(table)


async def test_who_is_offered_a_draw_sees_it_under_the_menu(table: Table) -> None:
    """And accepts it there, or by the command, as well."""
    await begun(table)
    await ask(table, table.alice, "draw")
    shown = await menu(table, table.bob)
    assert "Accept the draw" in [button.label for button in buttons(shown)]
    assert told(await table.tap(table.bob, shown, "draw")) == (
        "Your opponent had offered a draw: the match ends with it."
    )
    assert line(table).content == "Alice offered a draw, and Bob accepted."
    assert button_ids(line(table)) == []
    assert (await table.match()).result == Result(None, EndReason.AGREED, ended_by=Player.SECOND)
    assert await table.rows() == []
    await assert_agrees(table)


async def test_both_offer_a_draw_at_once(table: Table) -> None:
    """One of them has offered it, the other one has accepted it."""
    await begun(table)
    shown = [(who, await menu(table, who)) for who in (table.alice, table.bob)]
    taps = [Click(who, message, button_id(message, "draw")) for who, message in shown]
    answers = sorted(told(result) for result in await race(table.env, taps))
    assert [words.split(".")[0] for words in answers] == [
        "You offered a draw",
        "Your opponent had offered a draw: the match ends with it",
    ]
    result = (await table.match()).result
    assert result is not None
    assert result.reason is EndReason.AGREED
    assert [button_ids(message) for message in lines(table)] in ([], [[]])
    assert await table.rows() == []
    await assert_agrees(table)


async def test_accepting_twice_at_once(table: Table) -> None:
    """The match ends once, and the second tap is told that it is over."""
    await begun(table, rated=True)
    await ask(table, table.alice, "draw")
    told_of = line(table)
    tap = Click(table.bob, told_of, button_id(told_of, "accept"))
    results = await race(table.env, [tap, tap])
    assert sorted(told_nothing(result) for result in results) == [False, True]
    [words] = [told(result) for result in results if not told_nothing(result)]
    assert words == "This match is over."
    async with table.store.reading() as uow:
        assert len(await uow.ratings.history()) == 1
    assert await table.rows() == []
    await assert_agrees(table)


async def test_who_may_not_answer(table: Table) -> None:
    """A stranger, and who made the offer, are told so in private; nothing changes."""
    await begun(table)
    await ask(table, table.alice, "draw")
    before = await everything(table)
    for act in ("accept", "decline"):
        assert told(await table.tap(table.alice, line(table), act)) == (
            "This is for your opponent to answer. It ends by itself when they play a turn."
        )
        assert told(await table.tap(table.carol, line(table), act)) == (
            "You do not play in this match. Use `/challenge` to play yourself."
        )
    assert await everything(table) == before
    await assert_agrees(table)


async def test_an_offer_from_an_old_menu(table: Table) -> None:
    """Whoever has seen another position decides anew."""
    await begun(table)
    shown = await menu(table, table.alice)
    await table.draw("0")
    before = await everything(table)
    for act in ("draw", "takeback"):
        assert told(await table.tap(table.alice, shown, act)) == STALE
        assert (await offers(table), (await table.match()).version) == ([], before[0].version)
    await assert_agrees(table)


# --- takebacks


async def test_a_takeback_accepted(table: Table) -> None:
    """The turn is gone from board, record and draft; who asked for it is notified to play anew."""
    await begun(table, "0", "2", "0")
    await table.wait(AWAY)
    result = await ask(table, table.alice, "takeback")
    assert told(result).startswith("You asked for a takeback.")
    told_of = line(table)
    assert told_of.content == f"<@{table.bob.id}>, Alice asks to take back their last turn."
    assert pinged(table.env, told_of) == {table.bob.id}
    await table.tap(table.bob, table.board(), "0")
    assert await table.draft() == "0"
    before = len(notified(table))
    assert told_nothing(await table.tap(table.bob, told_of, "accept"))
    assert line(table).content == "Alice asked for a takeback: Bob accepted."
    assert button_ids(line(table)) == []
    assert (await table.match()).game.turns == ("0", "2")
    assert await table.draft() == ""
    assert table.board().content.startswith(f"<@{table.alice.id}>, your turn:")
    assert notified(table)[before:] == [table.alice.id]
    assert 'Record: `[Variant "standard"] 0 2`' in (await menu(table, table.bob)).content
    assert await table.rows() == []
    await table.draw("1")
    assert (await table.match()).game.turns == ("0", "2", "1")
    await assert_agrees(table)


async def test_a_takeback_of_the_answer_too(table: Table) -> None:
    """On one's own turn the question says that the answer goes with it."""
    await begun(table, "0", "2")
    await ask(table, table.alice, "takeback")
    assert line(table).content == (
        f"<@{table.bob.id}>, Alice asks to take back their last turn and your answer to it."
    )
    await table.tap(table.bob, line(table), "accept")
    assert (await table.match()).game.turns == ()
    await assert_agrees(table)


async def test_a_takeback_shown_in_place_to_who_looks(table: Table) -> None:
    """Who played a moment ago sees the same board change."""
    await begun(table, "0", "2", "0")
    board = table.board()
    await ask(table, table.alice, "takeback")
    await table.tap(table.bob, line(table), "accept")
    assert table.board().id == board.id
    assert table.board().content.startswith(f"<@{table.alice.id}>, your turn:")
    assert await table.rows() == []
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["0", "back", "play"])
@pytest.mark.parametrize("who", ["alice", "bob"])
async def test_a_takeback_followed_by_a_stale_button(table: Table, act: str, who: str) -> None:
    """A button from before changes nothing, whoever taps it, also once the turn is played anew."""
    await begun(table, "0", "2", "0")
    await table.tap(table.bob, table.board(), "1")
    board = table.board()
    old = button_id(board, act)
    await ask(table, table.alice, "takeback")
    await table.tap(table.bob, line(table), "accept")
    refusals = {"alice": STALE, "bob": "It is your opponent's turn."}
    actor = {"alice": table.alice, "bob": table.bob}[who]
    before = await everything(table)
    assert told(await table.tap_old(actor, board, old)) == refusals[who]
    assert (await table.everything())[:2] == before[:2]
    await table.draw("0")
    await table.tap(table.bob, table.board(), "1")
    before = await everything(table)
    refusals = {"alice": "It is your opponent's turn.", "bob": STALE}
    assert told(await table.tap_old(actor, board, old)) == refusals[who]
    assert (await table.everything())[:2] == before[:2]
    assert await table.draft() == "1"
    await assert_agrees(table)


async def test_a_takeback_declined_or_passed_over(table: Table) -> None:
    """The line says which of the two it was."""
    await begun(table, "0", "2", "0")
    await ask(table, table.alice, "takeback")
    await table.tap(table.bob, line(table), "decline")
    assert line(table).content == "Alice asked for a takeback: Bob declined."
    words = told(await table.alice.slash(table.place, "soccer takeback"))
    assert words == "Your opponent declined to have that turn taken back."
    await ask(table, table.bob, "takeback")
    await table.draw("0")
    assert line(table).content == "Bob asked for a takeback, but the match has gone on."
    assert [button_ids(message) for message in lines(table)] == [[], []]
    assert (await table.match()).game.turns == ("0", "2", "0", "0")
    await assert_agrees(table)


# --- commands and refusals


async def test_the_commands(table: Table) -> None:
    """`/soccer offer-draw` and `/soccer takeback` mean a match as `/resign` does."""
    await begun(table, "0", "2", "0")
    words = told(await table.alice.slash(table.place, "soccer offer-draw"))
    assert words.startswith("You offered a draw.")
    words = told(await table.bob.slash(table.channel, "soccer takeback", match=1))
    assert words.startswith("You asked for a takeback.")
    assert [len(button_ids(message)) for message in lines(table)] == [2, 2]
    for command in ("offer-draw", "takeback"):
        found = await table.alice.autocomplete(table.place, f"soccer {command}", "match", "")
        assert [choice["value"] for choice in found] == [1]
    again = told(await table.alice.slash(table.place, "soccer offer-draw"))
    assert again == "You have asked already: your opponent has not answered yet."
    await assert_agrees(table)


async def test_refusals_of_the_commands(table: Table) -> None:
    """Each says in private what is wrong, and nothing changes."""
    await table.start(rated=True)
    before = await everything(table)
    words = told(await table.alice.slash(table.place, "soccer offer-draw"))
    assert words.startswith("You can offer a draw once both have moved.")
    words = told(await table.alice.slash(table.place, "soccer takeback"))
    assert words.startswith("This match is rated: what is played stays.")
    assert await everything(table) == before
    await table.start(rated=False)
    words = told(await table.alice.slash(table.place, "soccer takeback", match=2))
    assert words == "You have not played a turn yet."
    await assert_agrees(table)


# --- the menu


@pytest.mark.parametrize(
    ("turns", "options", "alice", "bob"),
    [
        ([], {"rated": True}, [], ["time"]),
        (["0"], {"rated": False}, ["takeback", "time"], []),
        (["0", "0"], {"rated": True}, ["draw"], ["draw", "time"]),
        (["0", "0"], {"rated": False, "time": "none"}, ["draw", "takeback"], ["draw", "takeback"]),
    ],
)
async def test_the_menu_shows_what_can_work_now(
    table: Table, turns: list[str], options: dict[str, Any], alice: list[str], bob: list[str]
) -> None:
    """Beside the record and *Resign*; strangers see the record alone."""
    await table.start(**options)
    await table.play(turns)
    for who, acts in ((table.alice, alice), (table.bob, bob)):
        version = (await table.match()).version
        expected = [f"psa:1:{version}:{act}" for act in acts]
        assert button_ids(await menu(table, who)) == ["pse:1", *expected, f"psr:1:{version}:ask"]
    assert button_ids(await menu(table, table.carol)) == ["pse:1"]
    await assert_agrees(table)


async def test_the_menu_after_an_offer(table: Table) -> None:
    """What one has asked for is not offered again, and a match that is over has nothing to ask."""
    await begun(table)
    await ask(table, table.alice, "draw")
    version = (await table.match()).version
    assert f"psa:1:{version}:draw" not in button_ids(await menu(table, table.alice))
    await table.tap(table.bob, line(table), "accept")
    assert button_ids(await menu(table, table.alice)) == ["pse:1"]
    await assert_agrees(table)


# --- more time


async def test_more_time_for_the_opponent(table: Table) -> None:
    """One tap moves the end of their turn; the board says so and nobody is notified."""
    await begun(table)
    await table.tap(table.alice, table.board(), "0")
    before, told_before, board = await table.match(), notified(table), table.board()
    assert before.deadline is not None
    result = await ask(table, table.bob, "time")
    given = await table.match()
    assert given.deadline is not None
    assert (given.deadline - before.deadline).days == 3
    when = discord.utils.format_dt(given.deadline, "R")
    assert told(result) == f"You gave your opponent more time: their turn ends {when}."
    assert table.board().id == board.id
    assert when in table.board().content
    assert notified(table) == told_before
    assert await table.rows() == []
    assert told_nothing(await table.tap(table.alice, board, "play"))
    assert (await table.match()).game.turns == ("0", "0", "0")
    await assert_agrees(table)


async def test_no_more_than_three_times(table: Table) -> None:
    """The button that worked before says when it is enough, and when the turn has passed."""
    await begun(table)
    shown = await menu(table, table.bob)
    for _ in range(2):
        told(await table.tap(table.bob, shown, "time"))
    before = await table.match()
    words = told(await table.tap(table.bob, shown, "time"))
    assert words == "Your opponent has enough time: three times that of a turn is the most."
    assert await table.match() == before
    await table.draw("0")
    assert told(await table.tap(table.bob, shown, "time")) == STALE
    await assert_agrees(table)


# --- restarts, lost answers and closed places


@pytest.mark.parametrize("act", ["accept", "decline"])
async def test_an_offer_is_answered_after_a_restart(table: Table, act: str) -> None:
    """Its buttons carry all that the new process needs."""
    await begun(table)
    await ask(table, table.alice, "draw")
    await table.restart()
    assert told_nothing(await table.tap(table.bob, line(table), act))
    assert button_ids(line(table)) == []
    assert (await table.match()).is_over is (act == "accept")
    assert await table.rows() == []
    await assert_agrees(table)


async def test_the_menu_works_after_a_restart(table: Table) -> None:
    """So does what was asked for before."""
    await begun(table)
    shown = await menu(table, table.alice)
    await table.restart()
    assert told(await table.tap(table.alice, shown, "draw")).startswith("You offered a draw.")
    assert len(lines(table)) == 1
    await assert_agrees(table)


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_line_that_was_sent_but_not_noted_is_not_doubled(
    table: Table, seconds: int
) -> None:
    """Killed between the line and the note of it: the next process finds it, and it works."""
    await begun(table)
    shown = await menu(table, table.alice)
    die_after_post(table)
    await table.tap(table.alice, shown, "draw")
    assert len(lines(table)) == 1
    assert len(await table.rows()) == 1
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    assert len(lines(table)) == 1
    assert await table.rows() == []
    [offer] = await offers(table)
    assert offer.line is not None
    assert offer.line.message == line(table).id
    await table.tap(table.bob, line(table), "accept")
    assert button_ids(line(table)) == []
    await assert_agrees(table)


async def test_a_line_that_was_not_noted_before_it_lapsed(table: Table) -> None:
    """It loses its buttons although no process knew where it stands."""
    await begun(table)
    shown = await menu(table, table.bob)
    die_after_post(table)
    await table.tap(table.bob, shown, "draw")
    await table.wait(600)
    async with table.store.writing() as uow:
        await play_turn(uow, MatchId(1), PlayerId(1), "0", now=table.clock.now())
    await table.restart()
    await table.wait(LEASE)
    assert line(table).content == "Bob offered a draw, and Alice played on."
    assert button_ids(line(table)) == []
    assert await table.rows() == []
    await assert_agrees(table)


async def test_an_answer_that_does_not_arrive_is_told_by_the_outbox(table: Table) -> None:
    """The tap counted: the line is changed by the bot itself."""
    await begun(table)
    await ask(table, table.alice, "draw")
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500, code=0)
    await table.tap(table.bob, line(table), "decline")
    await table.wait(LEASE)
    assert line(table).content == "Alice offered a draw, and Bob declined."
    assert button_ids(line(table)) == []
    assert await table.rows() == []
    await assert_agrees(table)


async def test_an_offer_where_the_thread_is_closed_to_the_bot(table: Table) -> None:
    """It is told in the channel, and answered there."""
    await begun(table)
    shown = await menu(table, table.alice)
    path = f"/channels/{table.thread.id}/messages"
    table.env.inject_error("POST", path, status=403, code=50013, times=None)
    told(await table.tap(table.alice, shown, "draw"))
    assert lines(table) == []
    told_of = line(table, table.channel)
    assert pinged(table.env, told_of) == {table.bob.id}
    await table.tap(table.bob, told_of, "decline")
    assert button_ids(line(table, table.channel)) == []
    await assert_agrees(table)


async def test_an_old_line_stays_as_it_is(table: Table) -> None:
    """What Discord does not let the bot edit any more is left, and its buttons change nothing."""
    world_of(table.env.backend).rules.append(edits_of_old_messages_are_refused)
    await begun(table)
    await ask(table, table.bob, "draw")
    old = line(table)
    await table.wait(3700)
    await table.draw("0")
    assert button_ids(line(table)) == button_ids(old)
    assert told(await table.tap(table.alice, old, "accept")) == OVER
    assert await table.rows() == []
    await assert_agrees(table)


async def test_a_tapped_line_is_not_edited_twice(table: Table) -> None:
    """The answer to the tap is the only request that changes it."""
    await begun(table)
    await ask(table, table.alice, "draw")
    told_of = line(table)
    await table.tap(table.bob, told_of, "accept")
    path = f"/channels/{told_of.channel.id}/messages/{told_of.id}"
    assert [r for r in requests_of(table.env) if (r.method, r.path) == ("PATCH", path)] == []
    await assert_agrees(table)


async def test_offers_are_translated(tmp_path: Path, languages: None) -> None:
    """The line speaks the server's language, whatever is private the reader's."""
    async with laid_table(tmp_path, locale="pl") as table:
        for who in (table.alice, table.bob, table.carol):
            speak(who, "de")
        await begun(table, "0", "2", "0")
        for command in ("offer-draw", "takeback", "takeback"):
            told(await table.alice.slash(table.place, f"soccer {command}"))
        [draw, takeback] = [m for m in table.messages() if button_ids(m, "pso:")]
        await table.tap(table.alice, draw, "accept")
        for line_of_offer in (takeback, draw):
            await table.tap(table.bob, line_of_offer, "decline")
        told(await table.alice.slash(table.place, "soccer offer-draw"))
        shown = await menu(table, table.alice)
        for _ in range(3):
            told(await table.tap(table.alice, shown, "time"))
        await ask(table, table.bob, "draw")
        await ask(table, table.alice, "draw")
        assert assert_translated(table) > 40


async def test_a_line_in_doubt_whose_thread_has_closed_comes_in_the_channel(table: Table) -> None:
    """The first try failed, and the thread cannot be read any more: the offer is made all the
    same, where the match goes on.
    """
    await begun(table)
    path = f"/channels/{table.thread.id}/messages"
    table.env.inject_error("POST", path, status=503, code=0)
    table.env.inject_error("GET", path, status=403, code=50001, times=None)
    mover = await table.player_to_move()
    await ask(table, mover, "draw")
    await table.wait(31)
    assert lines(table, table.thread) == []
    assert len(lines(table, table.channel)) == 1
    assert await table.rows() == []
    await assert_agrees(table)
