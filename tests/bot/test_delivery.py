"""Where boards stand, when they are edited and when posted anew, and what Discord may refuse."""

from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle

from bot.actions.permissions import INVITED
from bot.deliveries.threads import Threads
from bot.i18n import ENGLISH
from bot.wording.board import board_lines
from matches.ids import MatchId
from matches.match import EndReason, Result
from matches.standings import board_state
from rules import Player
from tests.support.discord_rules import edits_of_old_messages_are_refused
from tests.support.simcord_seams import Request, pinged, requests_of, world_of
from tests.support.simcord_trouble import set_permissions, set_thread_state, thread_state
from tests.support.table import Table, button_id, button_ids, told
from tests.support.table_agreement import assert_agrees

TO_THE_GOAL = ["0", "0", "0", "0"]
OUTDATED = "An older board of this match: the newest is below."
AWAY = 181
"""Seconds after which nobody counts as looking at the board."""


def boards(table: Table, where: ChannelHandle | None = None) -> list[discord.Message]:
    """The messages with a board's buttons."""
    return [m for m in table.messages(where) if button_ids(m, "ps:")]


def posts(table: Table) -> list[Request]:
    """Every message that the bot itself sent, tries included."""
    sent = [r for r in requests_of(table.env) if r.method == "POST"]
    return [r for r in sent if r.path.startswith("/channels/") and r.path.endswith("/messages")]


async def me(table: Table, **permissions: bool | None) -> None:
    """An administrator changes what the bot may do in the channel."""
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, **permissions)


async def make_games_channel(table: Table) -> None:
    """An administrator marks the channel for games."""
    admin = table.server.create_role("admin", permissions=discord.Permissions(manage_guild=True))
    user = table.env.create_user("dora")
    dora = table.server.add_member(user, roles=[admin])
    opened = await dora.slash(table.channel, "soccer setup")
    assert opened.response is not None
    await dora.select(opened.response.message, [table.channel], custom_id="ps-server:games")


def edits(table: Table, message: discord.Message) -> list[Request]:
    """Every edit of this message that the bot tried with its own token."""
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    return [r for r in requests_of(table.env) if (r.method, r.path) == ("PATCH", path)]


async def leave(
    table: Table, who: MemberActor, label: str, where: ChannelHandle | None = None
) -> None:
    """Somebody gives the match up, and says so again when asked."""
    asked = await who.slash(where or table.place, "resign", match=1)
    assert asked.response is not None
    await who.click(asked.response, label=label)


async def noted(table: Table, match: int = 1) -> tuple[int, int]:
    """Channel and message of the board as it is stored."""
    async with table.store.reading() as uow:
        board = await uow.places.board_of(MatchId(match))
    assert board is not None
    return board.channel, board.message


async def assert_shown_once(table: Table, where: ChannelHandle | None = None) -> None:
    """One message has buttons, it shows what is stored, and nothing waits to be told."""
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(1), now=table.clock.now())
    [board] = boards(table, where)
    assert board.content == board_lines(state, ENGLISH)
    assert (await noted(table))[1] == board.id
    assert await table.rows() == []


# --- where a match lives


async def test_a_match_gets_a_thread_on_its_challenge(table: Table) -> None:
    """The thread hangs at the challenge's message and is named after the players."""
    message = await table.challenge()
    await table.tap(table.bob, message, "accept")
    assert [thread.id for thread in table.channel.threads] == [message.id]
    assert table.thread.name == "Alice against Bob · Standard"
    assert boards(table, table.channel) == []
    await assert_shown_once(table, table.thread)
    await assert_agrees(table)


async def test_a_games_channel_has_boards_and_no_threads(table: Table) -> None:
    """Where administrators want games, the board stands in the channel itself."""
    await make_games_channel(table)
    await table.start()
    assert table.channel.threads == []
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


async def test_a_games_channel_keeps_one_board(table: Table) -> None:
    """The old board is deleted once the new one stands."""
    await make_games_channel(table)
    await table.start()
    old = table.board()
    await table.wait(AWAY)
    await table.draw("0")
    assert old.id not in [m.id for m in table.messages(table.channel)]
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_without_threads_the_match_is_played_in_the_channel(
    table: Table, missing: str
) -> None:
    """A bot that may not open threads posts its board where the challenge is."""
    await me(table, **{missing: False})
    await table.start()
    assert table.channel.threads == []
    await assert_shown_once(table, table.channel)
    await table.wait(AWAY)
    old = table.board()
    await table.draw("0")
    await assert_shown_once(table, table.channel)
    assert old.id in [m.id for m in table.messages(table.channel)]
    await assert_agrees(table)


async def test_a_thread_refused_by_discord_leaves_the_match_in_the_channel(table: Table) -> None:
    """As with a thousand active threads in a server (160006)."""
    table.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160006)
    await table.start()
    assert table.channel.threads == []
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


async def test_a_thread_that_exists_already_is_used(table: Table) -> None:
    """A member made it: the board goes there (160004), and the thread stays open at the end."""
    message = await table.challenge(time="10m")
    thread = table.env.backend.create_thread(
        table.channel.id, "Talk", owner_id=table.bob.id, message_id=message.id
    )
    table.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await table.tap(table.bob, message, "accept")
    assert (await noted(table))[0] == thread.id
    assert len(table.channel.threads) == 1
    await table.play([*TO_THE_GOAL, "17"])
    await assert_shown_once(table, table.thread)
    assert thread_state(table.env, thread.id) == (False, False)
    assert "wins with a goal" in table.messages(table.channel)[-1].content
    await assert_agrees(table)


async def test_a_thread_whose_answer_was_lost_is_used_and_closed(table: Table) -> None:
    """The bot made it at the first try: it finds that out, and it is the match's own."""
    lost = 0

    def loses_the_answer(_: Any, request: Request, answer: Any) -> Any:
        nonlocal lost
        if not request.path.endswith("/threads"):
            return answer()
        lost += 1
        if lost > 1:
            raise BackendError(400, 160004, "A thread has already been created for this message")
        answer()
        raise ConnectionResetError

    world_of(table.env.backend).rules.insert(0, loses_the_answer)
    await table.start(time="10m")
    await table.wait(31)
    await assert_shown_once(table, table.thread)
    await table.play([*TO_THE_GOAL, "17"])
    assert thread_state(table.env, table.thread.id) == (True, False)
    await assert_agrees(table)


async def test_a_match_that_is_over_gets_no_thread(table: Table) -> None:
    """The thread could not be made at once, and meanwhile the match was aborted."""
    path = "/channels/*/messages/*/threads"
    table.env.inject_error("POST", path, status=500, times=2)
    await table.start()
    await table.wait(6)
    assert table.channel.threads == []
    await leave(table, table.alice, "Abort the match")
    await table.wait(31)
    assert table.channel.threads == []
    assert "aborted" in table.board(table.channel).content
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


async def test_a_thread_that_nobody_noted_is_closed(table: Table) -> None:
    """It was made, the answer was lost, and the match was aborted before the next try."""

    def loses_the_answer(_: Any, request: Request, answer: Any) -> Any:
        if not request.path.endswith("/threads"):
            return answer()
        if not table.channel.threads:
            answer()
        raise ConnectionResetError

    world_of(table.env.backend).rules.insert(0, loses_the_answer)
    await table.start()
    await table.wait(6)
    assert thread_state(table.env, table.thread.id) == (False, False)
    await leave(table, table.alice, "Abort the match")
    await table.wait(31)
    assert thread_state(table.env, table.thread.id) == (True, False)
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


async def test_a_match_that_was_moved_meanwhile_is_not_moved_back(table: Table) -> None:
    """While its thread was being made somebody asked for the board in another channel."""
    table.env.inject_error("POST", "/channels/*/messages/*/threads", status=500)
    await table.start()
    async with table.store.reading() as uow:
        seen = await board_state(uow, MatchId(1), now=table.clock.now())
    other = table.server.create_text_channel("elsewhere")
    told(await table.alice.slash(other, "board", match=1))
    found = await Threads(table.bot).with_thread(seen)
    assert found.match.place == (await table.match()).place
    assert found.match.place.target == other.id
    await leave(table, table.alice, "Abort the match", other)
    assert [thread_state(table.env, each.id) for each in table.channel.threads] == [(True, False)]
    await assert_shown_once(table, other)
    await assert_agrees(table)


async def test_a_thread_that_the_match_has_left_is_closed_with_it(table: Table) -> None:
    """The bot made it for a match that was then played elsewhere."""
    await table.start(time="10m")
    thread = table.thread
    other = table.server.create_text_channel("elsewhere")
    told(await table.alice.slash(other, "board"))
    assert thread_state(table.env, thread.id) == (False, False)
    await leave(table, table.alice, "Abort the match", other)
    assert thread_state(table.env, thread.id) == (True, False)
    await assert_shown_once(table, other)
    await assert_agrees(table)


async def test_a_challenge_in_a_thread_is_played_there(table: Table) -> None:
    """No thread can be made in a thread; the talk in it is not closed with the match."""
    channel = table.channel
    data = table.env.backend.create_thread(channel.id, "Talk", owner_id=table.bob.id)
    talk = ChannelHandle(table.env, table.server, data)
    result = await table.alice.slash(talk, "challenge", opponent=table.bob, time="10m")
    assert result.response is not None
    await table.tap(table.bob, result.response.message, "accept")
    assert [thread.id for thread in channel.threads] == [talk.id]
    await assert_shown_once(table, talk)
    await table.play([*TO_THE_GOAL, "17"])
    assert thread_state(table.env, talk.id) == (False, False)
    await assert_agrees(table)


async def test_board_moves_the_match_to_another_channel(table: Table) -> None:
    """`/board` elsewhere: the board stands there, the old one loses its buttons."""
    await table.start()
    old = table.board()
    other = table.server.create_text_channel("elsewhere")
    await table.alice.slash(other, "board")
    assert (await noted(table))[0] == other.id
    [left] = [m for m in table.messages(table.thread) if m.id == old.id]
    assert button_ids(left) == []
    assert left.content == OUTDATED
    await assert_shown_once(table, other)
    await assert_agrees(table)


# --- new message or edit


@pytest.mark.parametrize(("seconds", "messages"), [(0, 1), (179, 1), (AWAY, 2)])
async def test_a_board_is_edited_for_three_minutes(
    table: Table, seconds: float, messages: int
) -> None:
    """In place while the player to move acted within 3 minutes, a new message afterwards."""
    await table.start()
    await table.wait(seconds)
    await table.draw("0")
    boards_so_far = [m for m in table.messages() if m.attachments]
    assert len(boards_so_far) == messages
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_the_board_left_behind_tells_its_turn(table: Table) -> None:
    """The tapped board keeps its picture, says what was played, and has no buttons."""
    await table.start()
    old = table.board()
    await table.wait(AWAY)
    await table.draw("0")
    [left] = [m for m in table.messages() if m.id == old.id]
    assert left.content == "Turn 1, 🔵 Alice: `0`"
    assert len(left.attachments) == 1
    assert button_ids(left) == []
    await assert_agrees(table)


async def test_a_typed_turn_retires_the_board_that_nobody_tapped(table: Table) -> None:
    """It shows an older position then, and says that the newest is below."""
    await table.start()
    old = table.board()
    await table.wait(AWAY)
    first = await table.player_to_move()
    told(await first.slash(table.place, "move", turn="0"))
    [left] = [m for m in table.messages() if m.id == old.id]
    assert left.content == OUTDATED
    assert button_ids(left) == []
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_a_typed_turn_edits_the_board_of_somebody_who_looks(table: Table) -> None:
    """Typing is no reason for a new message."""
    await table.start()
    board = table.board()
    first = await table.player_to_move()
    told(await first.slash(table.place, "move", turn="0"))
    assert table.board().id == board.id
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_a_refused_edit_becomes_a_new_message(table: Table) -> None:
    """Discord caps edits of messages older than an hour (30046): the board is posted anew, and the
    buttons that stay on the old one change nothing.
    """
    world_of(table.env.backend).rules.append(edits_of_old_messages_are_refused)
    await table.start()
    await table.play(TO_THE_GOAL)
    old = table.board()
    await table.wait(3700)
    told(await table.alice.slash(table.place, "move", turn="1"))
    new = table.board()
    assert new.id != old.id
    # Alice has only drawn: nobody has anything to learn.
    assert pinged(table.env, new) == set()
    # The old message is not tried as a board: only once, to take its buttons off.
    assert [edit.json["content"] for edit in edits(table, old)] == [OUTDATED]
    assert (await noted(table))[1] == new.id
    assert await table.rows() == []
    before = await table.everything()
    told(await table.tap_old(table.alice, old, button_id(old, "7")))
    assert await table.everything() == before
    await table.tap(table.alice, new, "7")
    await table.tap(table.alice, table.board(), "play")
    assert (await table.match()).is_over
    await assert_agrees(table, kept=[old])


async def test_a_deleted_board_comes_again(table: Table) -> None:
    """A moderator deleted it: the next turn posts it anew, as an edit is refused (10008); as a turn
    that has passed it notifies.
    """
    await table.start()
    old = table.board()
    table.env.backend.delete_message(table.place.id, old.id)
    seats = await table.seats()
    told(await seats["first"].slash(table.place, "move", turn="0"))
    assert table.board().id != old.id
    assert pinged(table.env, table.board()) == {seats["second"].id}
    await assert_shown_once(table)
    await assert_agrees(table)


@pytest.mark.parametrize("status", [429, 500])
async def test_an_edit_that_fails_for_now_is_tried_again(table: Table, status: int) -> None:
    """That is no refusal: the board stays where it is and is edited a little later."""
    await table.start()
    board = table.board()
    table.env.inject_error("PATCH", f"/channels/*/messages/{board.id}", status=status, times=2)
    first = await table.player_to_move()
    told(await first.slash(table.place, "move", turn="0"))
    assert "you draw first" in table.board().content
    await table.wait(30)
    assert table.board().id == board.id
    await assert_shown_once(table)
    await assert_agrees(table)


# --- answers that fail


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10062), (404, 10015), (400, 40060)])
async def test_an_answer_that_fails_is_made_good(table: Table, status: int, code: int) -> None:
    """The turn counts; the board is edited with the bot's own token instead."""
    await table.start(time="10m")
    board = table.board()
    first = await table.player_to_move()
    table.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
    await table.tap(first, board, "0")
    assert (await table.match()).game.turns == ("0",)
    await table.wait(31)
    assert table.board().id == board.id
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_a_draft_whose_answer_fails_is_shown(table: Table) -> None:
    """Also what only the draft changed."""
    await table.start()
    board = table.board()
    first = await table.player_to_move()
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    await table.tap(first, board, "0")
    assert await table.draft() == "0"
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_a_failed_farewell_leaves_no_buttons(table: Table) -> None:
    """If the tapped board could not be changed by the answer, it is changed afterwards."""
    await table.start()
    old = table.board()
    await table.wait(AWAY)
    first = await table.player_to_move()
    await table.tap(first, old, "0")
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    await table.tap(first, table.board(), "play")
    assert table.board().id != old.id
    await assert_shown_once(table)
    await assert_agrees(table)


# --- posts that fail


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 0), (429, 0)])
async def test_a_post_that_fails_is_tried_again_and_posted_once(
    table: Table, status: int, code: int
) -> None:
    """Whatever the reason: nothing is lost, and the next player is told once."""
    await table.start()
    seats = await table.seats()
    await table.wait(AWAY)
    path = f"/channels/{table.place.id}/messages"
    table.env.inject_error("POST", path, status=status, code=code, times=3)
    await table.draw("0")
    assert (await table.match()).game.turns == ("0",)
    await table.wait(120)
    await assert_shown_once(table)
    assert pinged(table.env, table.board()) == {seats["second"].id}
    assert len([m for m in table.messages() if m.attachments]) == 2
    await assert_agrees(table)


async def test_every_post_has_a_nonce(table: Table) -> None:
    """A repeated send with the same nonce is harmless, and no two rows share one."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    sent = posts(table)
    assert len(sent) == 2
    assert all(post.json["enforce_nonce"] for post in sent)
    assert len({post.json["nonce"] for post in sent}) == len(sent)
    assert all(len(post.json["nonce"]) <= 25 for post in sent)
    await assert_agrees(table)


async def test_a_post_whose_answer_is_lost_is_not_doubled(table: Table) -> None:
    """Discord took the message, the connection broke: the next try finds it by its nonce."""
    await table.start()
    await table.wait(AWAY)
    lost = 0

    def loses_the_answer(_: Any, request: Request, answer: Any) -> Any:
        nonlocal lost
        result = answer()
        if request.method == "POST" and request.path == f"/channels/{table.place.id}/messages":
            lost += 1
            if lost <= 2:
                raise ConnectionResetError
        return result

    world_of(table.env.backend).rules.insert(0, loses_the_answer)
    await table.draw("0")
    await table.wait(60)
    await assert_shown_once(table)
    assert len([m for m in table.messages() if m.attachments]) == 2
    await assert_agrees(table)


async def test_one_match_that_cannot_be_told_does_not_hold_up_another(table: Table) -> None:
    """Rows are told match by match."""
    await table.start()
    stuck = table.thread
    table.env.inject_error("POST", f"/channels/{stuck.id}/messages", status=500, times=None)
    await table.wait(AWAY)
    await table.draw("0")
    await table.start()
    assert len(boards(table, table.thread)) == 1
    assert table.thread.id != stuck.id
    await assert_agrees(table, 2)


# --- places that change


async def test_a_deleted_thread_moves_the_board_to_its_channel(table: Table) -> None:
    """The match goes on in the channel, and the list of games links to it there."""
    await table.start()
    thread = table.thread
    first = await table.player_to_move()
    await table.wait(AWAY)
    table.env.backend.delete_channel(thread.id)
    told(await first.slash(table.channel, "move", turn="0", match=1))
    await table.wait(31)
    await assert_shown_once(table, table.channel)
    channel, message = await noted(table)
    assert channel == table.channel.id
    listed = told(await table.bob.slash(table.channel, "games"))
    assert f"/{channel}/{message}" in listed
    await table.draw("0")
    await assert_agrees(table)


async def test_a_deleted_channel_loses_no_match(table: Table) -> None:
    """There is nowhere to post; `/board` in another channel goes on with the match."""
    await table.start()
    first = await table.player_to_move()
    other = table.server.create_text_channel("elsewhere")
    thread = table.thread
    await table.wait(AWAY)
    table.env.backend.delete_channel(thread.id)
    table.env.backend.delete_channel(table.channel.id)
    words = told(await first.slash(other, "move", turn="0", match=1))
    assert words.startswith("You played `0`. I cannot show the board: the channel where this match")
    assert words.endswith("No match waits for you.")
    assert (await table.match()).game.turns == ("0",)
    await table.wait(31)
    assert await table.rows()
    told(await first.slash(other, "board", match=1))
    await assert_shown_once(table, other)
    await assert_agrees(table)


async def test_an_archived_thread_opens_again(table: Table) -> None:
    """After a quiet week Discord archives it; it refuses edits (50083), so the board comes anew."""
    await table.start()
    await set_thread_state(table.env, table.thread.id, archived=True)
    first = await table.player_to_move()
    old = table.board(table.thread)
    told(await first.slash(table.channel, "move", turn="0", match=1))
    await table.wait(31)
    assert table.board(table.thread).id != old.id
    assert thread_state(table.env, table.thread.id) == (False, False)
    assert [b.id for b in boards(table)] == [(await noted(table))[1]]
    assert await table.rows() == []
    await assert_agrees(table)


async def goes_on_in_the_channel(table: Table) -> None:
    """The next turn is told in the channel; the match is played there, and ends there."""
    seats = await table.seats()
    told(await seats["first"].slash(table.channel, "move", turn="0", match=1))
    assert pinged(table.env, table.board(table.channel)) == {seats["second"].id}
    channel, message = await noted(table)
    assert (channel, message) == (table.channel.id, table.board(table.channel).id)
    assert (await table.match()).place.target == table.channel.id
    assert [row.telling for row in await table.rows()] == []
    await table.tap(seats["second"], table.board(table.channel), "0")
    await leave(table, seats["first"], "Resign", table.channel)
    assert "resigned" in table.board(table.channel).content
    assert len([m for m in table.messages(table.channel) if "resigned" in m.content]) == 1


async def test_a_locked_thread_moves_the_match_to_its_channel(table: Table) -> None:
    """Without Manage Threads nothing can be posted there (50083)."""
    await me(table, manage_threads=False)
    await table.start(time="10m")
    await table.wait(AWAY)
    await set_thread_state(table.env, table.thread.id, archived=True, locked=True)
    left = table.board()
    await goes_on_in_the_channel(table)
    await assert_agrees(table, kept=[left])


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (400, 160005)])
async def test_a_closed_thread_moves_the_match_to_its_channel(
    table: Table, status: int, code: int
) -> None:
    """Whatever Discord calls it."""
    await table.start(time="10m")
    await table.wait(AWAY)
    path = f"/channels/{table.thread.id}/messages"
    table.env.inject_error("POST", path, status=status, code=code, times=None)
    await goes_on_in_the_channel(table)
    await assert_agrees(table)


async def test_threads_forbidden_in_the_middle_move_the_match_to_its_channel(table: Table) -> None:
    """An administrator takes Send Messages in Threads away."""
    await table.start(time="10m")
    await table.wait(AWAY)
    await me(table, send_messages_in_threads=False)
    await goes_on_in_the_channel(table)
    await assert_agrees(table)


async def test_a_permission_taken_away_in_the_middle(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Turns still count; the operator is warned once of each match, and the board comes, once, when
    the permission is back.
    """
    await table.start()
    await table.wait(AWAY)
    for _ in range(2):
        await me(table, attach_files=False)
        await table.draw("0")
        await table.wait(60)
        assert await table.rows()
        assert (await table.match()).place.target == table.thread.id
        await me(table, attach_files=None)
        await table.wait(240)
        await assert_shown_once(table, table.thread)
    warned = [r.getMessage() for r in caplog.records if "nobody sees" in r.getMessage()]
    assert len(warned) == 2
    assert all(f"match 1: nothing can be posted in thread {table.thread.id}" in w for w in warned)
    assert not [r for r in caplog.records if "outbox row" in r.getMessage()]
    await assert_agrees(table)


async def test_accepting_where_boards_are_forbidden_is_refused(table: Table) -> None:
    """Better no match than one that cannot be shown; the challenge stays open."""
    message = await table.challenge()
    await me(table, attach_files=False)
    before = [(m.id, m.content) for m in table.messages(table.channel)]
    answer = await table.tap(table.bob, message, "accept")
    assert "Attach Files" in told(answer)
    after = [(m.id, m.content) for m in table.messages(table.channel)]
    assert after[: len(before)] == before
    await me(table, attach_files=None)
    await table.tap(table.bob, message, "accept")
    await assert_shown_once(table)
    await assert_agrees(table)


async def test_the_invited_permissions_are_enough_for_a_whole_match(table: Table) -> None:
    """Nothing more than what the invite link asks for is needed, from challenge to archive."""
    everyone = table.server.default_role
    denied = {name: False for name, value in discord.Permissions.all() if value}
    wanted = {name: True for name, value in INVITED if value}
    keep = {"use_application_commands": True}
    await set_permissions(table.env, table.channel, everyone, **keep)
    await me(table, **{**denied, **wanted})
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    assert thread_state(table.env, table.thread.id)[0]
    await assert_shown_once(table, table.thread)
    await assert_agrees(table)


# --- who is notified


async def test_asking_for_the_board_notifies_nobody(table: Table) -> None:
    """`/board` is no way to make somebody's phone ring: while the match goes on and after it."""
    await table.start(time="10m")
    first = table.board()
    assert pinged(table.env, first) == {(await table.seats())["first"].id}
    for who in (table.alice, table.bob):
        told(await who.slash(table.place, "board"))
        assert pinged(table.env, table.board()) == set()
    await table.play([*TO_THE_GOAL, "17"])
    archived = table.board()
    told(await table.alice.slash(table.channel, "board", match=1))
    assert "wins with a goal" in table.board(table.channel).content
    assert pinged(table.env, table.board(table.channel)) == set()
    await assert_agrees(table, kept=[archived])


async def test_a_turn_that_was_not_told_yet_still_notifies(table: Table) -> None:
    """Discord fails; meanwhile somebody asks for the board, which tells the turn too."""
    await table.start()
    seats = await table.seats()
    await table.wait(AWAY)
    path = f"/channels/{table.place.id}/messages"
    table.env.inject_error("POST", path, status=500, times=1)
    await table.draw("0")
    told(await seats["first"].slash(table.place, "board"))
    assert pinged(table.env, table.board()) == {seats["second"].id}
    await assert_shown_once(table)
    await assert_agrees(table)


# --- the end


async def test_the_end_shows_result_ratings_and_rematch(table: Table) -> None:
    """Result and reason, both ratings with their change, *Rematch*; the thread is archived and
    the channel told in one line that mentions nobody.
    """
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    last = table.messages()[-1]
    assert last.content == (
        f"<@{table.alice.id}> <@{table.bob.id}>: **Alice** wins with a goal!\n"
        "🔵 Alice (1662?, +162) ↑ · 🟠 Bob (1338?, -162) ↓ · 5 turns"
    )
    assert [i.rpartition(":")[2] for i in button_ids(last)] == ["rematch", "replay", "more"]
    line = table.messages(table.channel)[-1]
    assert line.content == f"Alice against Bob: **Alice** wins with a goal! <#{table.thread.id}>"
    assert pinged(table.env, line) == set()
    assert thread_state(table.env, table.thread.id) == (True, False)
    await assert_agrees(table)


async def test_the_end_notifies_whoever_did_not_cause_it(table: Table) -> None:
    """The loser, who was away, is mentioned by a new message; the winner knows."""
    await table.start()
    await table.play(TO_THE_GOAL)
    await table.wait(AWAY)
    await table.draw("17")
    last = table.messages()[-1]
    assert "**Alice** wins with a goal!" in last.content
    assert pinged(table.env, last) == {table.bob.id}
    assert [b.id for b in boards(table)] == [last.id]
    await assert_agrees(table)


async def test_resigning_notifies_the_winner(table: Table) -> None:
    """Whoever gives up knows it; old boards lose their buttons before the thread is closed."""
    await table.start()
    await table.play(["0", "0"])
    await table.wait(AWAY)
    asked = await table.bob.slash(table.place, "resign")
    assert asked.response is not None
    await table.bob.click(asked.response, label="Resign")
    last = table.messages()[-1]
    assert "**Alice** wins: Bob resigned." in last.content
    assert pinged(table.env, last) == {table.alice.id}
    assert [b.id for b in boards(table)] == [last.id]
    assert thread_state(table.env, table.thread.id)[0]
    await assert_agrees(table)


async def test_running_out_of_time_notifies_both(table: Table) -> None:
    """Nobody did anything: both learn of it."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(601)
    assert (await table.match()).result == Result(Player.SECOND, EndReason.TIME)
    last = table.messages()[-1]
    assert "**Bob** wins: Alice ran out of time." in last.content
    assert pinged(table.env, last) == {table.alice.id, table.bob.id}
    assert [b.id for b in boards(table)] == [last.id]
    await assert_agrees(table)


async def test_an_aborted_match_is_told_without_a_line_in_the_channel(table: Table) -> None:
    """Nobody has lost: the channel hears nothing of it, ratings stay."""
    await table.start()
    await table.wait(AWAY)
    asked = await table.alice.slash(table.place, "resign")
    assert asked.response is not None
    await table.alice.click(asked.response, label="Abort the match")
    last = table.messages()[-1]
    assert "the match was aborted before both had moved." in last.content
    assert "(1500?)" in last.content
    assert pinged(table.env, last) == {table.bob.id}
    assert not [m for m in table.messages(table.channel) if "abort" in m.content]
    assert thread_state(table.env, table.thread.id)[0]
    await assert_agrees(table)


async def test_the_end_in_a_plain_channel_closes_nothing(table: Table) -> None:
    """Without a thread there is no second line, and nothing to archive."""
    await me(table, create_public_threads=False)
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    assert len([m for m in table.messages(table.channel) if "wins" in m.content]) == 1
    await assert_shown_once(table, table.channel)
    await assert_agrees(table)


async def test_an_archive_that_is_refused_does_not_repeat_the_line(table: Table) -> None:
    """The line in the channel is sent once, however often the archiving fails."""
    await table.start(time="10m")
    await table.play(TO_THE_GOAL)
    path = f"/channels/{table.thread.id}"
    table.env.inject_error("PATCH", path, status=500, times=8)
    await table.draw("17")
    await table.wait(1500)
    assert len([m for m in table.messages(table.channel) if "wins" in m.content]) == 1
    assert thread_state(table.env, table.thread.id)[0]
    assert await table.rows() == []
    await assert_agrees(table)


async def test_the_rematch_comes_in_the_channel_with_a_thread_of_its_own(table: Table) -> None:
    """The old thread is closed: the offer stands in the channel, the match in a new thread."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    old = table.thread
    last = table.messages()[-1]
    told(await table.tap(table.alice, last, "rematch"))
    told(await table.tap(table.bob, last, "rematch"))
    assert table.thread.id != old.id
    assert len(boards(table, table.thread)) == 1
    assert thread_state(table.env, old.id)[0]
    await assert_agrees(table)
