"""What people read when something goes wrong: private, in plain words; our faults are logged."""

import logging
import re
from typing import Any

import pytest
from simcord import InteractionResult

from bot.actions import games as games_actions
from bot.actions import moving
from bot.commands import playing as commands
from bot.failures import GONE
from bot.i18n import ENGLISH
from bot.wording.refusals import refusal_words
from matches import challenging, errors, playing
from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, PlayerId
from rules import IllegalTurnError, InvalidTurnError, Refusal, RulesError
from tests.support.simcord_seams import Slash, perform
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    assert_nothing_begun,
)

APOLOGY = re.compile(
    r"Something went wrong on my side, and it is noted \(number \d+\)\. "
    r"Your matches are safe: `/board` shows how things stand\."
)


async def broken(*_: Any, **__: Any) -> Any:
    """A fault of the program."""
    raise ZeroDivisionError("the fault")


def apologised(table: Table, result: InteractionResult) -> None:
    """A plain sentence with a number was the answer, and that number stands once in the log."""
    words = told(result)
    assert APOLOGY.fullmatch(words)
    [number] = re.findall(r"\d+", words)
    assert len(table.logs.records) == 1
    assert number in table.logs.records[0].getMessage()
    assert table.logs.records[0].exc_info is not None


@pytest.fixture
def fault(table: Table) -> None:
    """A fault that the log must name."""
    table.logs.expect("ZeroDivisionError: the fault")


@pytest.mark.usefixtures("fault")
async def test_a_fault_in_a_command(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that fails answers privately, and one error is logged."""
    monkeypatch.setattr(games_actions, "games_of", broken)
    apologised(table, await table.alice.slash(table.channel, "games"))
    await assert_nothing_begun(table)


@pytest.mark.usefixtures("fault")
async def test_a_fault_in_a_menu(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the context menu of a member."""
    monkeypatch.setattr(challenging, "challenge", broken)
    name = "Challenge to paper soccer"
    apologised(table, await table.alice.context_menu(table.channel, name, table.bob))
    assert table.messages(table.channel) == []
    await assert_nothing_begun(table)


@pytest.mark.usefixtures("fault")
async def test_a_fault_in_a_button(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py would only log it: the base class of the buttons answers."""
    await table.start()
    mover = await table.player_to_move()
    before = await table.everything()
    monkeypatch.setattr(playing, "draw_step", broken)
    apologised(table, await table.tap(mover, table.board(), "0"))
    assert await table.everything() == before
    await assert_agrees(table)


@pytest.mark.usefixtures("fault")
async def test_a_fault_in_a_challenge_button(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge whose acceptance fails stays open."""
    message = await table.challenge()
    with monkeypatch.context() as patch:
        patch.setattr(challenging, "accept", broken)
        apologised(table, await table.tap(table.bob, message, "accept"))
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(1))
    assert found is not None
    assert found.status is ChallengeStatus.OPEN
    await table.tap(table.bob, message, "accept")
    assert not (await table.match()).is_over
    await assert_challenge_agrees(table)


@pytest.mark.usefixtures("fault")
async def test_a_fault_in_a_form(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that fails answers too."""
    message = await table.challenge()
    opened = await table.tap(table.bob, message, "terms")
    assert opened.modal is not None
    fields = [label["component"] for label in opened.modal["components"]]
    values = {
        field["custom_id"]: [o["value"] for o in field["options"] if o.get("default")]
        for field in fields
    }
    monkeypatch.setattr(challenging, "counter", broken)
    apologised(table, await table.bob.submit_modal(opened, values))
    await assert_challenge_agrees(table)


@pytest.mark.usefixtures("fault")
async def test_a_fault_after_the_answer_has_begun(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If something was answered already, the apology follows it."""

    async def answer_then_break(interaction: Any) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await broken()

    monkeypatch.setattr(commands, "list_games", answer_then_break)
    apologised(table, await table.alice.slash(table.channel, "games"))
    await assert_nothing_begun(table)


async def test_a_fault_in_completion_offers_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Completion has nobody to answer; the command itself still works."""
    await table.start()
    mover = await table.player_to_move()
    with monkeypatch.context() as patch:
        patch.setattr(moving, "meant_match", broken)
        table.logs.expect("ZeroDivisionError: the fault")
        assert await mover.autocomplete(table.thread, "move", "turn", "") == []
    assert len(table.logs.records) == 1
    assert (
        told(await mover.slash(table.thread, "move", turn="0"))
        == "You played `0`. No match waits for you."
    )
    await assert_agrees(table)


@pytest.mark.parametrize("code", sorted(GONE))
async def test_an_interaction_that_expired_is_no_fault(
    table: Table, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord does not take the answer any more: noted quietly, and what was done stands."""
    await table.start()
    mover = await table.player_to_move()
    status = 400 if code == 40060 else 404
    for action in ("command", "button"):
        caplog.clear()
        table.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
        with caplog.at_level(logging.DEBUG, logger="bot"):
            if action == "command":
                await mover.slash(table.thread, "move", turn="0")
            else:
                await table.tap(await table.player_to_move(), table.board(), "0")
        assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []
        assert str(code) in caplog.text
    assert (await table.match()).game.turns == ("0",)
    assert await table.draft() == "0"
    await assert_agrees(table)


async def test_what_was_typed_is_shown_although_the_answer_expired(table: Table) -> None:
    """The board does not depend on the answer."""
    await table.start(time="10m")
    mover = await table.player_to_move()
    table.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await table.tap(mover, table.board(), "0")
    await table.env.settle()
    assert (await table.match()).game.turns == ("0",)
    await table.wait(40)
    assert "turn 2" in table.board().content
    await assert_agrees(table)


async def test_a_challenge_whose_answer_expired_is_posted_all_the_same(table: Table) -> None:
    """The outbox posts it as a message of the bot's own, once."""
    table.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await perform(
        table.env, Slash(table.alice, table.channel, "challenge", {"opponent": table.bob})
    )
    await table.env.settle()
    [message] = table.messages(table.channel)
    assert message.content.startswith(table.bob.mention)
    await table.wait(120)
    assert len(table.messages(table.channel)) == 1
    await table.tap(table.bob, message, "accept")
    assert button_ids(table.board(), "ps:1:")
    await assert_challenge_agrees(table)


# --- the words themselves


def leaves(kind: type[Exception]) -> list[type[Exception]]:
    """The classes below, without those that only group others."""
    below = kind.__subclasses__()
    return [leaf for each in below for leaf in leaves(each)] if below else [kind]


REFUSALS = [
    kind
    for kind in leaves(errors.MatchesError)
    if kind not in (errors.OfferedAlready, errors.RecentlyDeclined, errors.WhichMatch)
    and kind.__module__ == errors.__name__
]


def made(kind: type[errors.MatchesError]) -> errors.MatchesError:
    """Such a refusal, with the number that it has if it has one."""
    if issubclass(kind, errors.LimitReached | errors.LeaveTooLong):
        return kind(3)
    if issubclass(kind, errors.AccountGone | errors.OpponentGone):
        return kind(PlayerId(3))
    return kind()


@pytest.mark.parametrize("kind", REFUSALS)
def test_every_refusal_has_words_of_its_own(kind: type[errors.MatchesError]) -> None:
    """No refusal falls back on *That is not possible*."""
    words = refusal_words(made(kind), ENGLISH)
    assert words.endswith(".")
    assert not words.startswith("That is not possible")
    assert kind.__name__ not in words


@pytest.mark.parametrize("refusal", [r for r in Refusal if r is not Refusal.BAD_NOTATION])
def test_every_reason_of_the_rules_has_words(refusal: Refusal) -> None:
    """Each reason why a turn is illegal is told, with the segment that it is about."""
    single = refusal_words(IllegalTurnError("0", 0, refusal), ENGLISH)
    assert single.endswith(".")
    assert single != "That is not a legal turn."
    longer = refusal_words(IllegalTurnError("07", 1, refusal), ENGLISH)
    numbered = single if refusal is Refusal.INCOMPLETE else f"Step 2 of `07`: {single}"
    assert longer == numbered


@pytest.mark.parametrize("text", ["x" * 500, "`code`", "\n\n", "@everyone", "a\u202eb", ""])
def test_typed_text_is_quoted_harmlessly(text: str) -> None:
    """Whatever was typed stays inside its code marks, short, in one line."""
    words = refusal_words(InvalidTurnError(text, 0), ENGLISH)
    assert len(words) < 200
    assert "\n" not in words
    quoted = words[1 : words.index("` is not a turn")]
    assert "`" not in quoted
    assert quoted.isprintable()


def test_an_unknown_refusal_is_told_in_general() -> None:
    """A class that nobody has worded yet does not show its name."""

    class Newer(errors.MatchRefused):
        pass

    class NewerRule(RulesError):
        pass

    assert refusal_words(Newer(), ENGLISH) == "That is not possible in this match."
    assert refusal_words(NewerRule(), ENGLISH) == "That is not possible."
