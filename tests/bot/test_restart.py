"""The process ends and another one goes on: nothing is lost, nothing is told twice."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend import Backend

from bot.i18n import ENGLISH
from bot.wording.board import board_lines
from matches import playing
from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, MatchId
from matches.match import EndReason, Result
from matches.playing import Seen
from matches.ports import Store, UnitOfWork
from matches.standings import board_state
from rules import Player
from tests.support.simcord_seams import (
    Click,
    Request,
    Submit,
    perform,
    pinged,
    requests_of,
    world_of,
)
from tests.support.table import Table, button_id, button_ids, told, told_nothing
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

LEASE = 31
"""Seconds after which a row that a dead process had claimed is told by another one."""
DOWN = [1, 600]
"""Seconds without a process: while Discord remembers nonces, and longer."""
STALE = "The match has moved on since that button was shown. Look at its newest board."


async def status(table: Table, challenge: int = 1) -> ChallengeStatus:
    """How a challenge stands."""
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(challenge))
    assert found is not None
    return found.status


async def shown_as_stored(table: Table) -> bool:
    """Whether the newest board's lines are those of the match as it is stored."""
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(1), now=table.clock.now())
    return table.messages()[-1].content == board_lines(state, ENGLISH)


def posts(table: Table) -> list[Request]:
    """Every message that the bot itself sent."""
    sent = [r for r in requests_of(table.env) if r.method == "POST"]
    return [r for r in sent if r.path.startswith("/channels/") and r.path.endswith("/messages")]


# --- a challenge


@pytest.mark.parametrize(
    ("act", "becomes"),
    [("accept", ChallengeStatus.ACCEPTED), ("decline", ChallengeStatus.DECLINED)],
)
async def test_a_challenge_is_answered_after_a_restart(
    table: Table, act: str, becomes: ChallengeStatus
) -> None:
    """Its buttons carry all that the new process needs."""
    message = await table.challenge()
    await table.restart()
    await table.tap(table.bob, message, act)
    assert await status(table) is becomes
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert button_ids(shown) == []
    await assert_challenge_agrees(table)


async def test_a_challenge_is_withdrawn_after_a_restart(table: Table) -> None:
    """Also by the one who made it, and nobody else."""
    message = await table.challenge()
    await table.restart()
    assert told(await table.tap(table.bob, message, "withdraw"))
    assert await status(table) is ChallengeStatus.OPEN
    await table.tap(table.alice, message, "withdraw")
    assert await status(table) is ChallengeStatus.WITHDRAWN
    await assert_challenge_agrees(table)


async def test_an_accepted_challenge_gets_its_match_after_a_restart(table: Table) -> None:
    """The whole match can be played by the process that did not see the challenge."""
    message = await table.challenge(time="10m")
    await table.restart()
    await table.tap(table.bob, message, "accept")
    await table.play(["0", "0", "0", "0", "17"])
    assert (await table.match()).result == Result(Player.FIRST, EndReason.GOAL)
    await assert_agrees(table)


async def test_a_form_from_before_the_restart_changes_nothing(table: Table) -> None:
    """discord.py forgets forms and would drop it without a word: the reader is told to open it
    again.
    """
    message = await table.challenge()
    modal = (await table.tap(table.bob, message, "terms")).modal
    assert modal is not None
    await table.restart()
    form = Submit(table.bob, table.channel, modal["custom_id"], {"variant": "small"}, message)
    answer = await perform(table.env, form)
    assert told(answer) == ("This form is too old, so nothing has changed. Please open it again.")
    assert await status(table) is ChallengeStatus.OPEN
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(2)) is None
    await assert_challenge_agrees(table)


async def test_the_form_opens_again_after_the_restart(table: Table) -> None:
    """The button that opened it still does."""
    message = await table.challenge()
    await table.restart()
    modal = (await table.tap(table.bob, message, "terms")).modal
    assert modal is not None
    assert modal["title"] == "Other terms"
    await assert_challenge_agrees(table)


# --- a draft


async def test_a_draft_survives(table: Table) -> None:
    """What was drawn of a turn is still there, and the next tap goes on from it."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    await table.tap(table.alice, table.board(), "1")
    before = await table.everything()
    await table.restart()
    assert await table.everything() == before
    assert await table.draft() == "1"
    await table.tap(table.alice, table.board(), "6")
    assert (await table.match()).game.turns[-1] == "16"
    await assert_agrees(table)


@pytest.mark.parametrize(("act", "turns"), [("back", ()), ("play", ("0",))])
async def test_a_complete_draft_is_played_or_taken_back_after_a_restart(
    table: Table, act: str, turns: tuple[str, ...]
) -> None:
    """The buttons of the draft work as they stand there."""
    await table.start()
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    await table.restart()
    result = await table.tap(first, table.board(), act)
    assert told_nothing(result)
    assert (await table.match()).game.turns == turns
    assert await table.draft() == ""
    assert await shown_as_stored(table)
    await assert_agrees(table)


async def test_a_stale_button_is_stale_after_a_restart(table: Table) -> None:
    """Nothing of it was in the memory of the process that is gone."""
    await table.start(time="10m")
    board, button = table.board(), button_id(table.board(), "1")
    await table.play(["0", "0"])
    await table.restart()
    before = await table.everything()
    first = await table.player_to_move()
    assert told(await table.tap_old(first, board, button)) == STALE
    lost = Click(first, board, button, as_seen=False)
    assert told(await perform(table.env, lost)) == STALE
    assert await table.everything() == before
    await assert_agrees(table)


# --- a match


async def test_a_match_goes_on(table: Table) -> None:
    """Restarted after every turn, a match ends as if nothing had happened."""
    await table.start(time="10m")
    for turn in ["0", "0", "0", "0", "17"]:
        await table.restart()
        await table.draw(turn)
    assert (await table.match()).result == Result(Player.FIRST, EndReason.GOAL)
    assert [m.id for m in table.messages() if button_ids(m, "ps:")] == [table.messages()[-1].id]
    assert await table.rows() == []
    await assert_agrees(table)


async def test_a_question_about_resigning_is_answered_after_a_restart(table: Table) -> None:
    """The private question's buttons work in the new process too."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    asked = await table.bob.slash(table.place, "resign")
    assert asked.response is not None
    await table.restart()
    await table.bob.click(asked.response, label="Resign")
    assert (await table.match()).result == Result(Player.FIRST, EndReason.RESIGNED)
    await assert_agrees(table)


async def test_time_stands_still_while_no_process_is_there(table: Table) -> None:
    """After an hour without the bot nobody has lost a match of ten minutes a turn."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    deadline = (await table.match()).deadline
    assert deadline is not None
    await table.bot.due.stop()
    table.clock.advance(3600)
    await table.restart()
    match = await table.match()
    assert not match.is_over
    assert match.deadline is not None
    assert (match.deadline - deadline).total_seconds() == pytest.approx(3600, abs=60)
    await assert_agrees(table)


# --- what was not told yet


async def test_a_board_that_was_never_sent_is_posted_once(table: Table) -> None:
    """The process dies after the turn was stored: the next one posts the board and mentions who
    must move.
    """
    await table.start()
    seats = await table.seats()
    await table.wait(181)
    await table.bot.announcer.stop()
    await seats["first"].slash(table.place, "move", turn="0")
    sent = len(posts(table))
    await table.restart()
    assert len(posts(table)) == sent + 1
    assert pinged(table.env, table.board()) == {seats["second"].id}
    assert await shown_as_stored(table)
    await table.wait(120)
    assert len(posts(table)) == sent + 1
    assert await table.rows() == []
    await assert_agrees(table)


async def test_the_first_board_that_was_never_sent_gets_its_thread(table: Table) -> None:
    """Accepted in a process that died: the next one opens the thread and posts the board in it."""
    message = await table.challenge()
    await table.bot.announcer.stop()
    await table.tap(table.bob, message, "accept")
    assert table.channel.threads == []
    await table.restart()
    assert table.thread.id == message.id
    assert len(button_ids(table.board(table.thread))) == 13
    await assert_agrees(table)


async def test_a_match_that_ended_unsent_is_told_once(table: Table) -> None:
    """Result, parent channel and archive: all of it by the process that comes after."""
    await table.start()
    await table.play(["0", "0", "0", "0"])
    await table.wait(181)
    for act in ("1", "7"):
        await table.tap(table.alice, table.board(), act)
    await table.bot.announcer.stop()
    await table.tap(table.alice, table.board(), "play")
    await table.restart()
    await table.wait(LEASE)
    assert "**Alice** wins with a goal!" in table.messages()[-1].content
    lines = [m.content for m in table.messages(table.channel) if "wins" in m.content]
    assert lines == [f"Alice against Bob: **Alice** wins with a goal! <#{table.thread.id}>"]
    assert await table.rows() == []
    await assert_agrees(table)


class StoreThatDies:
    """The bot's store, until the process is dead: then whoever wants to write goes no further."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.dead = False

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[UnitOfWork]:
        """A unit that may change things."""
        if self.dead:
            raise asyncio.CancelledError
        async with self._store.writing() as uow:
            yield uow

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[UnitOfWork]:
        """A unit that only looks."""
        async with self._store.reading() as uow:
            yield uow

    async def erase_traces(self) -> bool:
        """Nothing of what was deleted can be found."""
        return await self._store.erase_traces()


def die_after_post(table: Table, path: str = "/messages") -> None:
    """From now on the process dies as soon as Discord has taken a message of it."""
    store = StoreThatDies(table.store)
    table.bot.store = store

    def rule(_: Backend, request: Request, answer: Callable[[], Any]) -> Any:
        message = answer()
        if request.method == "POST" and request.path.endswith(path):
            store.dead = True
        return message

    world_of(table.env.backend).rules.append(rule)


def watched(table: Table) -> list[int]:
    """Everybody whom a new message notifies from now on, once for each; edits notify nobody."""
    found: list[int] = []

    def note(event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_CREATE":
            backend = table.env.backend
            message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            found.extend(message.ping_user_ids)

    table.env.backend.subscribers.append(note)
    return found


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_board_that_was_sent_but_not_noted_is_not_doubled(
    table: Table, seconds: float
) -> None:
    """Killed between the message and the note of it: the next process finds the message by its
    buttons.
    """
    await table.start()
    first = await table.player_to_move()
    await table.wait(181)
    await table.tap(first, table.board(), "0")
    die_after_post(table)
    await table.tap(first, table.board(), "play")
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    boards = [m for m in table.messages() if button_ids(m, "ps:")]
    assert len(boards) == 1
    assert len([m for m in table.messages() if "your turn" in m.content]) == 1
    async with table.store.reading() as uow:
        noted = await uow.places.board_of(MatchId(1))
    assert noted is not None
    assert noted.message == boards[0].id
    assert await table.rows() == []
    await assert_agrees(table)


async def die_at_work(table: Table) -> None:
    """The process that died had claimed what it was telling; another one is there soon."""
    async with table.store.writing() as uow:
        rows = [row.id for row in await uow.outbox.of_match(MatchId(1))]
        await uow.outbox.lease(rows, table.clock.now() + timedelta(seconds=30))
        await uow.commit()
    await table.wait(1)
    await table.restart()


async def play_unnoted(table: Table) -> discord.Message:
    """A turn passed to somebody who looked away, and the process died after the new board stood
    there; that board.
    """
    await table.start(time="10m")
    first = await table.player_to_move()
    await table.wait(181)
    die_after_post(table)
    await table.tap(first, table.board(), "0")
    await die_at_work(table)
    return table.board()


@pytest.mark.parametrize("turn", ["0", "1"])
async def test_a_tap_on_a_board_that_was_not_noted(table: Table, turn: str) -> None:
    """Before anybody has looked for it: the tap counts, the board stays the match's, and whoever it
    notified is not notified again.
    """
    board = await play_unnoted(table)
    notified = watched(table)
    await table.tap(await table.player_to_move(), board, turn)
    await table.wait(LEASE)
    assert (await table.match()).game.turns == ("0", turn)
    assert table.board().id == board.id
    assert await shown_as_stored(table)
    assert [m.id for m in table.messages() if button_ids(m, "ps:")] == [board.id]
    assert notified == []
    assert await table.rows() == []
    await assert_challenge_agrees(table)


async def test_a_draft_on_a_board_that_was_not_noted(table: Table) -> None:
    """The same for a tap that only draws."""
    await table.start(time="3d")
    first, board = await table.player_to_move(), table.board()
    await table.wait(181)
    await table.tap(first, board, "0")
    die_after_post(table)
    await table.tap(first, table.board(), "play")
    await die_at_work(table)
    board, notified = table.board(), watched(table)
    await table.tap(await table.player_to_move(), board, "1")
    await table.wait(LEASE)
    assert await table.draft() == "1"
    assert table.board().id == board.id
    assert await shown_as_stored(table)
    assert notified == []
    await assert_agrees(table)


async def test_the_board_again_after_one_that_was_not_noted(table: Table) -> None:
    """Somebody asks for it before anybody has looked for the lost one: nobody is notified again."""
    await play_unnoted(table)
    notified = watched(table)
    await table.alice.slash(table.thread, "board")
    await table.wait(LEASE)
    assert notified == []
    assert len([m.id for m in table.messages() if button_ids(m, "ps:")]) == 1
    await assert_challenge_agrees(table)


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_challenge_that_was_not_noted_stands_once(table: Table, seconds: float) -> None:
    """Killed between the answer to the command and the note of it: the answer has no nonce, and is
    found by its buttons.
    """
    notified = watched(table)
    die_after_post(table, "/callback")
    await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    [message] = table.messages(table.channel)
    assert notified == [table.bob.id]
    await table.tap(table.bob, message, "accept")
    assert await status(table) is ChallengeStatus.ACCEPTED
    await assert_agrees(table)


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_first_board_that_was_sent_but_not_noted_is_not_doubled(
    table: Table, seconds: float
) -> None:
    """The same in the thread that was made for it."""
    message = await table.challenge(time="10m")  # so that a moved deadline is shown at once
    die_after_post(table)
    await table.tap(table.bob, message, "accept")
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    assert len(table.channel.threads) == 1
    assert len([m for m in table.messages() if button_ids(m, "ps:")]) == 1
    assert await table.rows() == []
    await assert_agrees(table)


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_line_in_the_parent_channel_is_not_doubled(table: Table, seconds: float) -> None:
    """The end of a match is told once in the channel, whenever the process died."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    await table.tap(table.alice, table.board(), "1")
    die_after_post(table)
    await table.tap(table.alice, table.board(), "7")
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    lines = [m.content for m in table.messages(table.channel) if "wins" in m.content]
    assert len(lines) == 1
    assert await table.rows() == []
    await assert_agrees(table)


@pytest.mark.parametrize("seconds", DOWN)
async def test_a_declined_challenge_is_told_once(table: Table, seconds: float) -> None:
    """The challenger hears of it once, whenever the process died."""
    message = await table.challenge()
    die_after_post(table)
    await table.tap(table.bob, message, "decline")
    await table.wait(seconds)
    await table.restart()
    await table.wait(LEASE)
    told_about = [m for m in table.messages(table.channel) if "declined your" in m.content]
    assert len(told_about) == 1
    await assert_challenge_agrees(table)


# --- between the commit and the answer


async def test_a_turn_that_was_never_answered_is_shown(table: Table) -> None:
    """Stored, but the process died before the board was edited: the next one edits it."""
    await table.start(time="10m")
    board = table.board()
    match = await table.match()
    async with table.store.writing() as uow:
        await playing.draw_step(
            uow, match.id, match.first, 0, seen=Seen(match.version), now=table.clock.now()
        )
    await table.restart()
    await table.wait(LEASE)
    assert table.board().id == board.id
    assert "your turn: the ball stopped in your half" in table.board().content
    assert await shown_as_stored(table)
    await table.draw("0")
    await assert_agrees(table)


async def draw_unanswered(table: Table) -> None:
    """Somebody drew a step, and the process died before it could answer the tap."""
    match = await table.match()
    async with table.store.writing() as uow:
        await playing.draw_step(
            uow, match.id, match.first, 0, seen=Seen(match.version), now=table.clock.now()
        )


async def test_a_draft_that_was_never_answered_is_shown_by_the_next_process(table: Table) -> None:
    """A draft has no row to be told: whoever starts looks for boards that are being drawn on."""
    await table.start()
    board = table.board()
    await draw_unanswered(table)
    await table.restart()
    await table.wait(1)
    assert table.board().id == board.id
    assert await shown_as_stored(table)
    await table.draw("")
    assert (await table.match()).game.turns == ("0",)
    await assert_agrees(table)


async def test_a_draft_on_an_old_board_is_shown_at_the_next_tap(table: Table) -> None:
    """Discord caps edits of such a message, and nothing is worth a new one: the button that is
    stale now brings the board up to date.
    """
    await table.start()
    await table.wait(3600)
    content = table.board().content
    await draw_unanswered(table)
    await table.restart()
    await table.wait(1)
    assert table.board().content == content
    first = await table.player_to_move()
    assert told(await table.tap(first, table.board(), "1")) == STALE
    assert await table.draft() == "0"
    assert "your turn is complete" in table.board().content
    await table.tap(first, table.board(), "play")
    assert (await table.match()).game.turns == ("0",)
    await assert_agrees(table)
