"""Reminders: in the channel, by direct message, or off; and where direct messages are closed."""

from datetime import timedelta
from typing import Any

import pytest
from simcord import MemberActor
from simcord.builders import UserHandle

from bot.channels import message_link
from matches.outbox import Telling
from matches.place import BoardMessage
from matches.preferences import PlayerSettings, Reminders
from tests.support.simcord_seams import Request, pinged, requests_of, world_of
from tests.support.simcord_trouble import closed_dms, set_permissions, set_thread_state
from tests.support.table import Table
from tests.support.table_agreement import Notice, assert_agrees

TURN = 600
REMINDED_AT = 480
"""Seconds after which 80 % of ten minutes have passed."""


def account_of(table: Table, who: MemberActor) -> UserHandle:
    """The person outside the server, to whom direct messages go."""
    return UserHandle(table.env, table.env.backend.users[who.id])


async def begun(table: Table, wish: Reminders) -> MemberActor:
    """A match in which both have moved; whoever is to move wants to be reminded like that."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    player = (await table.match()).player_to_move
    assert player is not None
    async with table.store.writing() as uow:
        await uow.preferences.save(player, PlayerSettings(reminders=wish))
        await uow.commit()
    return await table.player_to_move()


def direct(table: Table, who: MemberActor) -> list[str]:
    """What the bot wrote to somebody directly."""
    account = account_of(table, who)
    channel = account.dm_channel
    return [message.content for message in channel.history()]


async def test_a_reminder_in_the_channel_is_the_board_again(table: Table) -> None:
    """Posted anew with the mention, once in a turn; the old board loses its buttons."""
    mover = await begun(table, Reminders.CHANNEL)
    old = table.board()
    await table.wait(REMINDED_AT - 5)
    assert table.board().id == old.id
    await table.wait(10)
    board = await assert_agrees(table)
    assert board.id != old.id
    assert pinged(table.env, board) == {mover.id}
    await table.wait(60)
    assert (await assert_agrees(table)).id == board.id


async def test_a_reminder_by_direct_message(table: Table) -> None:
    """It names the opponent and the end of the time and leads to the board, which stays."""
    mover = await begun(table, Reminders.DIRECT)
    old = table.board()
    await table.wait(REMINDED_AT + 5)
    board = await assert_agrees(table)
    assert board.id == old.id
    match = await table.match()
    assert match.deadline is not None
    [line] = direct(table, mover)
    other = "Bob" if mover is table.alice else "Alice"
    link = message_link(match.place.server, BoardMessage(board.channel.id, board.id))
    time = f"<t:{int(match.deadline.timestamp())}:R>"
    assert line == f"It is your turn against {other}: your time ends {time}. {link}"
    await table.wait(60)
    assert len(direct(table, mover)) == 1
    await assert_agrees(table)


async def test_who_wants_no_reminder_gets_none(table: Table) -> None:
    """Off is off."""
    mover = await begun(table, Reminders.OFF)
    told = table.notices.of(1)
    await table.wait(REMINDED_AT + 60)
    assert table.notices.of(1) == told
    assert direct(table, mover) == []
    await assert_agrees(table)


async def test_closed_direct_messages_are_made_good_in_the_channel(table: Table) -> None:
    """Who takes no messages of the bot (50007) is reminded where the match is played."""
    mover = await begun(table, Reminders.DIRECT)
    version = (await table.match()).version
    old = table.board()
    with closed_dms(table.env, account_of(table, mover)):
        await table.wait(REMINDED_AT + 5)
    board = await assert_agrees(table)
    assert board.id != old.id
    assert table.notices.of(1)[-1] == Notice(1, version, frozenset({mover.id}))
    assert direct(table, mover) == []
    await table.draw("0")
    await assert_agrees(table)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50007), (403, 50278), (404, 10013), (404, 0), (400, 50007)]
)
async def test_somebody_to_whom_no_channel_can_be_opened(
    table: Table, status: int, code: int
) -> None:
    """The account is gone, or shares no server with the bot."""
    mover = await begun(table, Reminders.DIRECT)
    path = "/users/@me/channels"
    table.env.inject_error("POST", path, status=status, code=code, times=None)
    await table.wait(REMINDED_AT + 5)
    assert pinged(table.env, await assert_agrees(table)) == {mover.id}


async def test_the_next_reminder_is_direct_again(table: Table) -> None:
    """Closed doors are no wish: whoever opens them is reminded directly."""
    mover = await begun(table, Reminders.DIRECT)
    with closed_dms(table.env, account_of(table, mover)):
        await table.wait(REMINDED_AT + 5)
    await table.play(["0", "0"])
    assert await table.player_to_move() is mover
    await table.wait(REMINDED_AT + 5)
    assert len(direct(table, mover)) == 1
    await assert_agrees(table)


async def test_a_reminder_whose_answer_is_lost_comes_once(table: Table) -> None:
    """The message arrived, the connection broke: the next try finds it by its text."""
    mover = await begun(table, Reminders.DIRECT)
    channel = account_of(table, mover).dm_channel
    tries = 0

    def loses_the_answer(_: Any, request: Request, answer: Any) -> Any:
        nonlocal tries
        result = answer()
        if (request.method, request.path) == ("POST", f"/channels/{channel.id}/messages"):
            tries += 1
            raise ConnectionResetError
        return result

    world_of(table.env.backend).rules.insert(0, loses_the_answer)
    await table.wait(REMINDED_AT + 60)
    assert tries == 1
    assert len(direct(table, mover)) == 1
    await assert_agrees(table)


async def test_nobody_is_reminded_of_a_turn_that_was_played_meanwhile(table: Table) -> None:
    """The reminder could not be sent, and then the turn was played."""
    mover = await begun(table, Reminders.DIRECT)
    path = "/users/@me/channels"
    table.env.inject_error("POST", path, status=500, times=4)
    await table.wait(REMINDED_AT + 1)
    assert [row.telling for row in await table.rows()] == [Telling.REMIND_PRIVATELY]
    await table.draw("0")
    await table.wait(60)
    assert direct(table, mover) == []
    await assert_agrees(table)


async def held_up(table: Table) -> MemberActor:
    """Somebody is to be reminded directly, and Discord fails until half a minute later."""
    mover = await begun(table, Reminders.DIRECT)
    table.env.inject_error("POST", "/users/@me/channels", status=500, times=3)
    await table.wait(REMINDED_AT + 1)
    assert [row.telling for row in await table.rows()] == [Telling.REMIND_PRIVATELY]
    return mover


async def test_a_reminder_never_goes_to_somebody_else(table: Table) -> None:
    """It failed, the turn was played, and then the opponent is reminded in the channel, as they
    wished: neither of them gets a direct message.
    """
    mover = await begun(table, Reminders.DIRECT)
    other = table.bob if mover is table.alice else table.alice
    table.env.inject_error("POST", "/users/@me/channels", status=500, times=None)
    await table.wait(REMINDED_AT + 1)
    await put_off(table, Telling.REMIND_PRIVATELY, REMINDED_AT + 10)
    await table.draw("0")
    assert [row.telling for row in await table.rows()] == [Telling.REMIND_PRIVATELY]
    await table.wait(REMINDED_AT + 1)
    assert pinged(table.env, table.board()) == {other.id}
    table.env.backend.faults.clear()
    await table.wait(40)
    assert direct(table, mover) == direct(table, other) == []
    await assert_agrees(table, reminded=1)


async def put_off(table: Table, telling: Telling, seconds: float) -> None:
    """The next try of what could not be told comes so much later."""
    async with table.store.writing() as uow:
        for row in await table.rows():
            if row.telling is telling:
                until = table.clock.now() + timedelta(seconds=seconds)
                await uow.outbox.postpone(row.id, until)
        await uow.commit()


@pytest.mark.parametrize("wish", [Reminders.OFF, Reminders.CHANNEL])
async def test_who_wishes_for_it_no_more_gets_no_direct_message(
    table: Table, wish: Reminders
) -> None:
    """What counts is the wish when the message is sent, not when it fell due."""
    mover = await held_up(table)
    player = (await table.match()).player_to_move
    assert player is not None
    old = table.board()
    async with table.store.writing() as uow:
        await uow.preferences.save(player, PlayerSettings(reminders=wish))
        await uow.commit()
    await table.wait(60)
    assert direct(table, mover) == []
    board = await assert_agrees(table)
    assert (board.id != old.id) is (wish is Reminders.CHANNEL)
    if wish is Reminders.CHANNEL:
        assert pinged(table.env, board) == {mover.id}


async def test_a_reminder_whose_thread_is_locked_comes_in_the_channel(table: Table) -> None:
    """Neither a direct message nor the thread: the channel is left, and the match moves there."""
    mover = await begun(table, Reminders.DIRECT)
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, manage_threads=False)
    await set_thread_state(table.env, table.thread.id, archived=True, locked=True)
    left = table.board()
    with closed_dms(table.env, account_of(table, mover)):
        await table.wait(REMINDED_AT + 5)
    assert pinged(table.env, table.board(table.channel)) == {mover.id}
    assert (await table.match()).place.target == table.channel.id
    await assert_agrees(table, reminded=1, kept=[left])


async def test_who_never_asked_for_it_gets_no_direct_message(table: Table) -> None:
    """Reminders, the end of the time, everything: none of it opens a channel to a person."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    await table.wait(TURN + 5)
    assert (await table.match()).is_over
    assert [r for r in requests_of(table.env) if r.path == "/users/@me/channels"] == []
    await assert_agrees(table, reminded=1)
