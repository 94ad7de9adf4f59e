"""What the bot may do in a channel: it names what is missing and promises nothing there."""

import discord
import pytest

from bot.actions.permissions import INVITED
from matches.ids import ChallengeId, MatchId, ServerId
from matches.place import ServerSettings
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    assert_nothing_begun,
)

MISSING = "I cannot show boards in this channel. Ask somebody who manages it to allow me: {}."
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}


async def take_away(table: Table, *permissions: str, **more: bool) -> None:
    """An administrator takes something away from the bot in the channel."""
    assert table.bot.user is not None
    denied = dict.fromkeys(permissions, False)
    await set_permissions(table.env, table.channel, table.bot.user.id, **denied, **more)


@pytest.mark.parametrize("permission", NAMES)
async def test_no_challenge_where_no_board_can_be_shown(table: Table, permission: str) -> None:
    """Each permission that a board needs is asked for before anything is promised."""
    await take_away(table, permission)
    for command, options in (("challenge", {}), ("play", {"opponent": table.bob})):
        words = told(await table.alice.slash(table.channel, command, **options))
        assert NAMES[permission] in words
        assert words.startswith("I cannot show boards in this channel.")
    menu = await table.alice.context_menu(table.channel, "Challenge to paper soccer", table.bob)
    assert NAMES[permission] in told(menu)
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None
    assert table.messages(table.channel) == []
    await assert_nothing_begun(table)


async def test_all_that_is_missing_is_named_at_once(table: Table) -> None:
    """Nobody wants to ask an administrator twice."""
    await take_away(table, "send_messages", "attach_files")
    words = told(await table.alice.slash(table.channel, "challenge"))
    assert words == MISSING.format("Send Messages, Attach Files")
    await assert_nothing_begun(table)


async def test_permissions_taken_away_before_the_answer(table: Table) -> None:
    """*Accept* asks again; the challenge stays open until somebody may show its board."""
    message = await table.challenge()
    await take_away(table, "attach_files")
    refused = await table.tap(table.bob, message, "accept")
    assert told(refused) == MISSING.format("Attach Files")
    async with table.store.reading() as uow:
        assert await uow.matches.get(MatchId(1)) is None
    await take_away(table, attach_files=True)
    await table.tap(table.bob, message, "accept")
    assert not (await table.match()).is_over
    await assert_agrees(table)


async def test_declining_needs_no_permission(table: Table) -> None:
    """Who does not want to play is not kept from saying so."""
    message = await table.challenge()
    await take_away(table, "attach_files")
    await table.tap(table.bob, message, "decline")
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(1))
    assert found is not None
    assert found.ended_at is not None
    await assert_challenge_agrees(table)


async def test_board_where_it_cannot_be_shown(table: Table) -> None:
    """`/board` in such a channel moves nothing."""
    await table.start()
    other = table.server.create_text_channel("other")
    assert table.bot.user is not None
    await set_permissions(table.env, other, table.bot.user.id, attach_files=False)
    words = told(await table.alice.slash(other, "board"))
    assert words == MISSING.format("Attach Files")
    assert (await table.match()).place.channel == table.channel.id
    assert table.messages(other) == []
    await assert_agrees(table)


async def test_in_a_thread_other_permissions_count(table: Table) -> None:
    """A thread asks for Send Messages in Threads instead of Send Messages."""
    thread = await table.open_thread(table.alice, "our evening")
    await take_away(table, "send_messages_in_threads")
    words = told(await table.alice.slash(thread, "challenge"))
    assert words == MISSING.format("Send Messages in Threads")
    await take_away(table, "send_messages", send_messages_in_threads=True)
    result = await table.alice.slash(thread, "challenge")
    assert not result.ephemeral
    await assert_challenge_agrees(table)


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_without_threads_the_channel_itself_is_the_place(
    table: Table, permission: str
) -> None:
    """Where the bot may make no thread, or not write in one, boards stand in the channel."""
    await take_away(table, permission)
    await table.start()
    assert table.channel.threads == []
    assert button_ids(table.board(table.channel), "ps:1:")
    await assert_agrees(table)


async def test_a_match_without_the_history_of_the_channel(table: Table) -> None:
    """What only finds lost messages again is not needed for a whole match."""
    await take_away(table, "read_message_history")
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    assert "wins with a goal" in table.messages()[-1].content
    await assert_agrees(table)


def test_no_more_is_asked_for_than_is_used() -> None:
    """A server trusts a bot with what it does: to show boards, in threads of its own."""
    assert (
        discord.Permissions(
            **dict.fromkeys(NAMES, True),
            create_public_threads=True,
            send_messages_in_threads=True,
            read_message_history=True,
        )
        == INVITED
    )


async def test_the_invited_permissions_are_enough_in_a_games_channel(table: Table) -> None:
    """Old boards are the bot's own: it may delete them without Manage Messages."""
    everything = {name: False for name, value in discord.Permissions.all() if value}
    await take_away(table, **{**everything, **{name: True for name, value in INVITED if value}})
    async with table.store.writing() as uow:
        channels = frozenset({table.channel.id})
        await uow.places.save_settings(
            ServerId(table.server.id), ServerSettings(games_channels=channels)
        )
        await uow.commit()
    await table.start(time="10m")
    for turn in ("0", "0", "0", "0", "17"):
        await table.wait(300)
        await table.play([turn])
    await table.wait(60)
    boards = [message for message in table.messages(table.channel) if message.attachments]
    assert len(boards) == 1
    assert "wins with a goal" in boards[0].content
    await assert_agrees(table)


async def test_a_game_in_direct_messages_asks_for_no_permissions(table: Table) -> None:
    """A turn can be typed to the bot in private: the board is changed where it stands."""
    await table.start()
    mover = await table.player_to_move()
    assert (
        told(await mover.user.slash("move", turn="0")) == "You played `0`. No match waits for you."
    )
    assert (await table.match()).game.turns == ("0",)
    await assert_agrees(table)
