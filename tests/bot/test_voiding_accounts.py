"""All matches of a member are voided at once: they are told once, and boards say so in time."""

from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord import MemberActor

from matches.deleting import delete_account
from matches.ids import PlayerId, ServerId
from matches.outbox import Telling
from matches.place import ServerSettings
from matches.preferences import PlayerSettings, Reminders
from matches.voiding import Replay, void_some_of
from tests.bot.test_closed_direct_messages import account_of, direct
from tests.bot.test_profile import player_of
from tests.bot.test_voiding import REASON, admin, finished, voided
from tests.support.discord_rules import edits_of_old_messages_are_refused
from tests.support.simcord_seams import Request, pinged, world_of
from tests.support.simcord_trouble import (
    closed_dms,
    remove_bot,
    return_bot,
    set_permissions,
    set_thread_state,
    thread_state,
)
from tests.support.table import Table
from tests.support.table_agreement import assert_agrees

__all__ = ["admin"]


def notice(table: Table) -> str:
    """What a member of whom all matches were voided is told."""
    return (
        f"All your rated matches in **{table.env.backend.get_guild(table.server.id).name}** until "
        "now are void: ratings are as if they had not been played. They stay in your history. The "
        "reason, as those who manage the server gave it: Bob let a \\*program\\* play"
    )


def told_here(table: Table) -> list[discord.Message]:
    """The messages of the channel that tell somebody so."""
    return [m for m in table.messages(table.channel) if "All your rated matches" in m.content]


async def wish(table: Table, who: MemberActor, reminders: Reminders) -> None:
    """How somebody wants to be reminded."""
    async with table.store.writing() as uow:
        settings = PlayerSettings(reminders=reminders)
        await uow.preferences.save(await player_of(table, who), settings)
        await uow.commit()


@pytest.mark.parametrize("reminders", [Reminders.CHANNEL, Reminders.OFF])
async def test_the_member_is_told_where_they_played(
    table: Table, admin: MemberActor, reminders: Reminders
) -> None:
    """Once for all matches, in the channel and not in a thread, and nobody else is called."""
    await finished(table)
    await finished(table)
    await wish(table, table.bob, reminders)
    with patch("bot.actions.voiding.AT_ONCE", 1):
        await voided(table, admin, member=table.bob)
    await table.wait(300)
    [message] = told_here(table)
    assert message.content == f"<@{table.bob.id}> {notice(table)}"
    assert pinged(table.env, message) == {table.bob.id}
    assert direct(table, table.bob) == direct(table, table.alice) == []


async def test_the_member_is_told_directly(table: Table, admin: MemberActor) -> None:
    """If they agreed to get direct messages; then nobody else reads it."""
    await finished(table)
    await finished(table)
    await wish(table, table.bob, Reminders.DIRECT)
    await voided(table, admin, member=table.bob)
    await table.wait(300)
    assert direct(table, table.bob) == [notice(table)]
    assert told_here(table) == []


async def test_the_member_takes_no_direct_messages(table: Table, admin: MemberActor) -> None:
    """Then they are told where they played after all."""
    await finished(table)
    await wish(table, table.bob, Reminders.DIRECT)
    with closed_dms(table.env, account_of(table, table.bob)):
        await voided(table, admin, member=table.bob)
    assert [pinged(table.env, message) for message in told_here(table)] == [{table.bob.id}]
    assert direct(table, table.bob) == []
    await table.wait(60)
    await assert_agrees(table)


async def test_a_notice_whose_answer_is_lost_comes_once(table: Table) -> None:
    """It arrived, the connection broke: the next try finds it by its text."""
    await finished(table)
    tries = 0

    def loses_the_answer(_: Any, request: Request, answer: Any) -> Any:
        nonlocal tries
        result = answer()
        if (request.method, request.path) == ("POST", f"/channels/{table.channel.id}/messages"):
            tries += 1
            raise ConnectionResetError
        return result

    world_of(table.env.backend).rules.insert(0, loses_the_answer)
    await void_all_of(table, await player_of(table, table.bob))
    await table.wait(60)
    assert tries == 1
    assert len(told_here(table)) == 1
    await assert_agrees(table)


async def test_a_server_out_of_reach_is_told_later(table: Table) -> None:
    """The notice waits until the bot is there again."""
    await finished(table)
    bob = await player_of(table, table.bob)
    by = await player_of(table, table.alice)
    await remove_bot(table.env, table.server)
    await void_all_of(table, bob, by=by, server=ServerId(table.server.id))
    await table.wait(60)
    waiting = {row.telling for row in await table.rows()}
    assert waiting == {Telling.TELL_VOIDED, Telling.MARK_VOID}
    await return_bot(table.env, table.server)
    await table.wait(600)
    assert [pinged(table.env, message) for message in told_here(table)] == [{table.bob.id}]
    await assert_agrees(table)


async def test_somebody_who_is_gone_is_told_nothing(table: Table) -> None:
    """The operator's decision about an account that has been deleted calls nobody."""
    await finished(table)
    bob = await player_of(table, table.bob)
    async with table.store.writing() as uow:
        await delete_account(uow, bob, now=table.clock.now())
    await void_all_of(table, bob)
    await table.wait(300)
    assert told_here(table) == []
    assert await table.rows() == []


async def void_all_of(
    table: Table,
    player: PlayerId,
    *,
    by: PlayerId | None = None,
    server: ServerId | None = None,
) -> None:
    """Another process does it, as when whoever runs the bot decided, and makes all ratings good."""
    now = table.clock.now()
    async with table.store.writing() as uow:
        await void_some_of(uow, player, 99, by=by, reason=REASON, server=server, now=now)
    replay, more = Replay(), True
    while more:
        async with table.store.writing() as uow:
            more = await replay.portion(uow, 99, now=now)


async def test_the_member_is_told_of_what_the_operator_decided(table: Table) -> None:
    """By the bot, whatever process it was decided in, and who decided it."""
    await finished(table)
    await void_all_of(table, await player_of(table, table.bob))
    await table.wait(60)
    [message] = told_here(table)
    assert message.content == (
        f"<@{table.bob.id}> All your rated matches until now are void: ratings are as if they had "
        "not been played. They stay in your history. The reason, as whoever runs the bot gave it: "
        "Bob let a \\*program\\* play"
    )


async def test_boards_of_all_matches_of_a_member_say_so(table: Table, admin: MemberActor) -> None:
    """Where they stand, without a change of ratings; their threads are archived as before."""
    await finished(table)
    await finished(table)
    threads = sorted(table.channel.threads, key=lambda thread: thread.id)
    boards = [table.board(thread) for thread in threads]
    assert all("(1662?, +162)" in board.content for board in boards[:1])
    await voided(table, admin, member=table.bob)
    await table.wait(60)
    for number, (thread, board) in enumerate(zip(threads, boards, strict=True), 1):
        assert thread_state(table.env, thread.id) == (True, False)
        now = await assert_agrees(table, number)
        assert now.id == board.id
        assert "the match is void and counts for nothing" in now.content
        assert "+" not in now.content


async def test_old_boards_that_cannot_be_edited_stay(table: Table, admin: MemberActor) -> None:
    """Discord caps such edits: nothing is posted instead, and nothing waits for ever."""
    await finished(table)
    await table.wait(7200)
    [thread] = table.channel.threads
    before = [message.content for message in table.messages(thread)]
    world_of(table.env.backend).rules.insert(0, edits_of_old_messages_are_refused)
    await voided(table, admin, member=table.bob)
    await table.wait(60)
    assert [message.content for message in table.messages(thread)] == before
    assert thread_state(table.env, thread.id) == (True, False)
    assert await table.rows() == []


@pytest.mark.parametrize("locked", [True, False])
async def test_boards_in_threads_of_others_stay_closed(
    table: Table, admin: MemberActor, locked: bool
) -> None:
    """The bot opens only the threads that are its own, and none that somebody has locked."""
    await finished(table)
    [thread] = table.channel.threads
    if not locked:
        table.env.backend.channels[thread.id].owner_id = table.alice.id
        await table.restart()
    await set_thread_state(table.env, thread.id, archived=True, locked=locked)
    before = [message.content for message in table.messages(thread)]
    await voided(table, admin, member=table.bob)
    await table.wait(60)
    assert [message.content for message in table.messages(thread)] == before
    assert thread_state(table.env, thread.id) == (True, locked)
    assert await table.rows() == []


async def test_boards_that_are_out_of_sight_are_left(table: Table) -> None:
    """Where the channel is closed to the bot nothing is tried for ever; the notice waits for it."""
    await finished(table)
    me = table.env.backend.bot_user.id
    await set_permissions(table.env, table.channel, me, view_channel=False)
    await void_all_of(table, await player_of(table, table.bob))
    await table.wait(60)
    assert [row.telling for row in await table.rows()] == [Telling.TELL_VOIDED]
    await set_permissions(table.env, table.channel, me, view_channel=True)
    await table.wait(600)
    assert [pinged(table.env, message) for message in told_here(table)] == [{table.bob.id}]


async def test_boards_in_the_channel_itself_say_so(table: Table, admin: MemberActor) -> None:
    """Where a server wants no threads."""
    async with table.store.writing() as uow:
        await uow.places.save_settings(ServerId(table.server.id), ServerSettings(threads=False))
        await uow.commit()
    await finished(table)
    board = table.board()
    await voided(table, admin, member=table.bob)
    await table.wait(60)
    now = await assert_agrees(table)
    assert now.id == board.id
    assert "the match is void and counts for nothing" in now.content
