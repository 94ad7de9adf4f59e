"""What was done counts, whatever becomes of the answer; and no answer shows what is past."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.actions import answering
from bot.failures import Refused
from bot.views.form import Form
from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId
from matches.match import EndReason
from tests.support.simcord_seams import Click, event_of, perform, race, requests_of
from tests.support.table import Table, button_id, button_ids, told, told_nothing
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    assert_nothing_begun,
)

CALLBACK = "/interactions/*/*/callback"
TROUBLES = [(500, 0), (404, 10062)]
AWAY = 181
"""Seconds after which nobody counts as looking at the board."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits is acknowledged at once."""
    monkeypatch.setattr(answering, "PATIENCE", 0)


@asynccontextmanager
async def held(table: Table, lock: asyncio.Lock, seconds: float = 0.2) -> AsyncIterator[None]:
    """Something else is being shown for so long; afterwards everything has come to its end."""
    released = asyncio.Event()

    def release() -> None:
        lock.release()
        released.set()

    await lock.acquire()
    asyncio.get_running_loop().call_later(seconds, release)
    yield
    await released.wait()
    await table.env.settle()


def said(result: InteractionResult) -> list[str]:
    """What only whoever acted was told."""
    answers = [result.response, *result.followups]
    return [each.content for each in answers if each is not None and each.ephemeral]


def callbacks(table: Table) -> list[int]:
    """The types of the answers to interactions so far."""
    return [r.json["type"] for r in requests_of(table.env) if r.path.endswith("/callback")]


# --- taps on a board


async def test_a_tap_that_waits_is_acknowledged(table: Table) -> None:
    """While Discord is slow with the board it gets a sign, and the board afterwards."""
    await table.start()
    mover = await table.player_to_move()
    requests_of(table.env).clear()
    async with held(table, table.bot.announcer.showing(1)):
        result = await table.tap(mover, table.board(), "0")
    assert told_nothing(result)
    assert callbacks(table) == [discord.InteractionResponseType.deferred_message_update.value]
    assert "*Play it*" in table.board().content
    await assert_agrees(table)


async def test_a_tap_that_waits_a_moment_is_answered_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told to wait for what comes within a second."""
    monkeypatch.setattr(answering, "PATIENCE", 1.0)
    await table.start()
    mover = await table.player_to_move()
    requests_of(table.env).clear()
    async with held(table, table.bot.announcer.showing(1), 0.02):
        await table.tap(mover, table.board(), "0")
    assert callbacks(table) == [discord.InteractionResponseType.message_update.value]
    await assert_agrees(table)


async def test_a_tap_that_waits_in_line_is_acknowledged(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the board seems free, as in the moment between two who show it."""
    await table.start()
    mover = await table.player_to_move()
    requests_of(table.env).clear()
    monkeypatch.setattr(asyncio.Lock, "locked", lambda _: False)
    async with held(table, table.bot.announcer.showing(1)):
        await table.tap(mover, table.board(), "0")
    assert callbacks(table) == [discord.InteractionResponseType.deferred_message_update.value]
    await assert_agrees(table)


@pytest.mark.parametrize(("status", "code"), TROUBLES)
async def test_a_draft_that_cannot_be_acknowledged_is_shown(
    table: Table, status: int, code: int
) -> None:
    """What was drawn counts: the board shows it, and nobody reads of a fault."""
    await table.start()
    mover = await table.player_to_move()
    table.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    async with held(table, table.bot.announcer.showing(1)):
        result = await table.tap(mover, table.board(), "0")
    assert said(result) == []
    assert await table.draft() == "0"
    assert "*Play it*" in table.board().content
    assert await table.rows() == []
    await assert_agrees(table)


@pytest.mark.parametrize(("status", "code"), TROUBLES)
@pytest.mark.parametrize("seconds", [0, AWAY])
async def test_a_turn_that_cannot_be_acknowledged_is_shown(
    table: Table, status: int, code: int, seconds: int
) -> None:
    """In place or as a new message, without waiting for a lease to end."""
    await table.start(time="10m")
    mover = await table.player_to_move()
    await table.wait(seconds)
    table.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    async with held(table, table.bot.announcer.showing(1)):
        result = await table.tap(mover, table.board(), "0")
    assert said(result) == []
    assert (await table.match()).game.turns == ("0",)
    assert "turn 2" in table.board().content
    assert [m.id for m in table.messages() if button_ids(m, "ps:")] == [table.board().id]
    assert await table.rows() == []
    await assert_agrees(table)


# --- pictures that take long


ANEW = discord.InteractionResponseType.deferred_channel_message.value
IN_PLACE = discord.InteractionResponseType.deferred_message_update.value


def be_busy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whatever is drawn waits in a queue first."""
    draw = table.bot.pictures.draw

    async def slow(*scene: Any) -> bytes:
        await asyncio.sleep(0.1)
        return await draw(*scene)

    monkeypatch.setattr(table.bot.pictures, "draw", slow)
    monkeypatch.setattr(answering, "PATIENCE", 0.02)


@pytest.fixture
def busy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same from the beginning."""
    be_busy(table, monkeypatch)


def shown_to(table: Table, who: MemberActor) -> discord.Message:
    """The newest private message to somebody, as it is now."""
    return [m for m in table.channel.history(viewer=who) if m.flags.ephemeral][-1]


@pytest.mark.usefixtures("busy")
async def test_pages_that_take_long_are_acknowledged(table: Table) -> None:
    """The first in a message of its own, another in the same one."""
    await table.carol.slash(table.channel, "rules")
    assert callbacks(table)[-1] == ANEW
    message = shown_to(table, table.carol)
    assert message.content.startswith("**Standard: the pitch**")
    assert len(message.attachments) == 1
    await table.tap(table.carol, message, "next")
    assert callbacks(table)[-1] == IN_PLACE
    assert shown_to(table, table.carol).content.startswith("**Standard: a segment**")
    assert len(shown_to(table, table.carol).attachments) == 1
    await assert_nothing_begun(table)


@pytest.mark.usefixtures("busy")
async def test_lessons_that_take_long_are_acknowledged(table: Table) -> None:
    """The same for what is opened below the overview."""
    await table.carol.slash(table.channel, "help")
    await table.tap(table.carol, shown_to(table, table.carol), "learn")
    assert callbacks(table)[-1] == ANEW
    message = shown_to(table, table.carol)
    assert message.content.startswith("**Lesson 1 of 3")
    await table.tap(table.carol, message, "0")
    assert callbacks(table)[-1] == IN_PLACE
    assert "Well drawn!" in shown_to(table, table.carol).content
    await assert_nothing_begun(table)


@pytest.mark.usefixtures("busy")
async def test_a_preview_that_takes_long_is_acknowledged(table: Table) -> None:
    """Opened by a command in a message of its own, changed in that one."""
    sizes = {"goal_width": "1", "bounce": "once", "allowed": []}
    form = await table.alice.slash(table.channel, "challenge", variant="custom")
    await table.alice.submit_modal(form, {"size": "6x12", **sizes})
    assert callbacks(table)[-1] == ANEW
    message = shown_to(table, table.alice)
    assert "Custom, 6 × 12" in message.content
    [change] = [i for i in button_ids(message) if i.startswith("psn:change:")]
    form = await table.alice.click(message, custom_id=change)
    await table.alice.submit_modal(form, {"size": "8x12", **sizes})
    assert callbacks(table)[-1] == IN_PLACE
    assert shown_to(table, table.alice).id == message.id
    assert "Custom, 8 × 12" in shown_to(table, table.alice).content
    assert len(shown_to(table, table.alice).attachments) == 1
    await assert_nothing_begun(table)


async def test_a_board_that_takes_long_is_acknowledged(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And shown afterwards."""
    await table.start()
    be_busy(table, monkeypatch)
    mover = await table.player_to_move()
    requests_of(table.env).clear()
    assert told_nothing(await table.tap(mover, table.board(), "0"))
    assert callbacks(table) == [IN_PLACE]
    assert "*Play it*" in table.board().content
    await assert_agrees(table)


async def test_what_fails_after_it_was_acknowledged_is_answered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is left with a message that thinks for ever."""

    async def fail(*_: Any) -> bytes:
        await asyncio.sleep(0.1)
        raise Refused("No picture today.")

    monkeypatch.setattr(table.bot.pictures, "draw", fail)
    result = await table.carol.slash(table.channel, "rules")
    assert callbacks(table)[-1] == ANEW
    assert said(result)[-1] == "No picture today."
    await assert_nothing_begun(table)


# --- answers to challenges


async def challenge_status(table: Table) -> ChallengeStatus:
    """How the challenge stands."""
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(1))
    assert found is not None
    return found.status


async def test_an_older_answer_never_lands_on_a_newer_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Other terms* for an open challenge, and *Withdraw* before that answer is shown: it stays
    withdrawn, without buttons.
    """
    result = await table.alice.slash(table.channel, "challenge")
    assert result.response is not None
    message = result.response.message
    opened = await table.tap(table.bob, message, "terms")
    edit = discord.InteractionResponse.edit_message
    withdrawn = asyncio.Event()

    async def slow_edit(self: Any, **parts: Any) -> Any:
        if self._parent.type is discord.InteractionType.modal_submit:
            withdrawn.set()
            # For as long as the withdrawal needs, however fast the store is.
            for _ in range(100_000):
                if await challenge_status(table) is ChallengeStatus.WITHDRAWN:
                    break
                await asyncio.sleep(0)
            assert await challenge_status(table) is ChallengeStatus.WITHDRAWN
        return await edit(self, **parts)

    async def withdraw() -> None:
        await withdrawn.wait()
        table.env.backend.emit("INTERACTION_CREATE", event_of(table.env, withdrawing))

    withdrawing = Click(table.alice, message, button_id(message, "withdraw"))
    monkeypatch.setattr(discord.InteractionResponse, "edit_message", slow_edit)
    meanwhile = asyncio.get_running_loop().create_task(withdraw())
    await table.bob.submit_modal(opened, unchanged(opened))
    await meanwhile
    await table.env.settle()
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert "the challenge was withdrawn." in shown.content
    assert button_ids(shown) == []
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.WITHDRAWN
    # Whether Discord takes an edit that comes too late must not matter.
    assert "withdrawn" in shown_last(table)
    await assert_challenge_agrees(table)


def shown_last(table: Table) -> str:
    """What the bot last asked to be shown in a challenge's message."""
    bodies = [r.json for r in requests_of(table.env) if isinstance(r.json, dict)]
    contents = [(body.get("data") or body).get("content") or "" for body in bodies]
    return [content for content in contents if "Alice**" in content][-1]


def unchanged(opened: InteractionResult) -> dict[str, list[str]]:
    """The values of a form that is sent as it was opened."""
    assert opened.modal is not None
    fields = [label["component"] for label in opened.modal["components"]]
    return {
        field["custom_id"]: [o["value"] for o in field["options"] if o.get("default")]
        for field in fields
    }


async def test_an_answer_to_a_challenge_that_waits_is_acknowledged(table: Table) -> None:
    """As with boards."""
    message = await table.challenge()
    async with held(table, table.bot.announcer.showing_challenge(1)):
        result = await table.tap(table.alice, message, "withdraw")
    assert said(result) == []
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert "the challenge was withdrawn." in shown.content
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.WITHDRAWN


@pytest.mark.parametrize(("status", "code"), TROUBLES)
@pytest.mark.parametrize("wait", [False, True])
async def test_an_end_whose_answer_fails_is_shown(
    table: Table, status: int, code: int, wait: bool
) -> None:
    """The message says how the challenge ended all the same, and nobody reads of a fault."""
    message = await table.challenge()
    table.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    async with held(table, table.bot.announcer.showing_challenge(1), 0.2 if wait else 0):
        result = await table.tap(table.bob, message, "decline")
    assert said(result) == []
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert "Bob declined the challenge." in shown.content
    assert button_ids(shown) == []
    assert (await assert_challenge_agrees(table)).status is ChallengeStatus.DECLINED


async def test_two_answers_to_a_challenge_at_once(table: Table) -> None:
    """One counts, and the message shows that one."""
    message = await table.challenge()
    taps = [
        Click(table.bob, message, button_id(message, "decline")),
        Click(table.alice, message, button_id(message, "withdraw")),
    ]
    await race(table.env, taps)
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    status = (await assert_challenge_agrees(table)).status
    words = {ChallengeStatus.DECLINED: "declined", ChallengeStatus.WITHDRAWN: "withdrawn"}[status]
    assert words in shown.content
    assert button_ids(shown) == []


# --- resigning


async def question(table: Table) -> Any:
    """Bob is asked whether he resigns."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    asked = await table.bob.slash(table.thread, "resign")
    assert asked.response is not None
    return asked.response.message


async def test_a_resignation_whose_answer_fails_counts(table: Table) -> None:
    """It is told below the question then, and not as a fault."""
    message = await question(table)
    table.env.inject_error("POST", CALLBACK, status=500)
    result = await table.tap(table.bob, message, "yes")
    assert told(result) == "You resigned."
    match = await table.match()
    assert match.result is not None
    assert match.result.reason is EndReason.RESIGNED
    await assert_agrees(table)


@pytest.mark.parametrize(("status", "code"), TROUBLES)
@pytest.mark.parametrize("act", ["yes", "no"])
async def test_a_question_that_cannot_be_answered_is_no_fault(
    table: Table, status: int, code: int, act: str
) -> None:
    """Nothing is logged as an error, and what was tapped counts."""
    message = await question(table)
    table.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    result = await table.tap(table.bob, message, act)
    assert said(result) == []
    assert (await table.match()).is_over == (act == "yes")
    await assert_agrees(table)


# --- forms


async def test_a_form_that_never_opened_is_forgotten(table: Table) -> None:
    """What Discord did not take nobody sends back."""
    message = await table.challenge()
    table.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await table.tap(table.bob, message, "terms")
    assert table.bot.open_forms == set()
    await perform(table.env, Click(table.bob, message, button_id(message, "terms")))
    assert len(table.bot.open_forms) == 1
    await assert_challenge_agrees(table)


def test_every_form_has_the_same_base() -> None:
    """Nobody forgets what happens when one fails or is left open."""
    assert Form in discord.ui.Modal.__subclasses__()
    made_here = [c for c in discord.ui.Modal.__subclasses__() if c.__module__.startswith("bot.")]
    assert made_here == [Form]
    for form in Form.__subclasses__():
        assert not {"on_submit", "on_error", "on_timeout"} & set(vars(form))
    assert len(Form.__subclasses__()) >= 3
