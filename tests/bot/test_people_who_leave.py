"""Players leave the server, are banned, delete their account, come back; matches stay whole."""

from collections.abc import Callable

import pytest
from simcord import MemberActor
from simcord.builders import ChannelHandle, UserHandle

from matches.challenge import ChallengeStatus
from matches.match import EndReason, Result
from matches.preferences import PlayerSettings, Reminders
from rules import Player
from tests.support.simcord_seams import pinged
from tests.support.table import Table, told
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

Going = Callable[[Table, MemberActor], None]


def leaves(table: Table, who: MemberActor) -> None:
    """Somebody leaves the server."""
    table.server.remove_member(who)


def is_banned(table: Table, who: MemberActor) -> None:
    """A moderator bans somebody."""
    guild = table.env.backend.get_guild(table.server.id)
    guild.bans[who.id] = "spam"
    table.server.remove_member(who)


def deletes_the_account(table: Table, who: MemberActor) -> None:
    """Discord keeps the id and calls whoever had it a deleted user; nothing can be sent to them."""
    table.server.remove_member(who)
    account = table.env.backend.users[who.id]
    account.name, account.global_name = f"deleted_user_{who.id % 10_000}", None
    for path in ("/users/@me/channels", f"/channels/{dm(table, who).id}/messages"):
        table.env.inject_error("POST", path, status=400, code=50007, times=None)


def dm(table: Table, who: MemberActor) -> ChannelHandle:
    """Where the bot would write to somebody directly."""
    return UserHandle(table.env, table.env.backend.users[who.id]).dm_channel


goings = pytest.mark.parametrize("go", [leaves, is_banned, deletes_the_account])


async def begun(table: Table, time: str = "10m") -> None:
    """A match in which both have moved and Alice is to move."""
    await table.start(time=time)
    await table.play(["0", "0"])
    assert await table.player_to_move() is table.alice


@goings
async def test_who_is_gone_loses_on_time(table: Table, go: Going) -> None:
    """The match ends like any other, in the names of then, and is rated; whoever stayed learns of
    it.
    """
    await begun(table)
    go(table, table.alice)
    await table.wait(605)
    assert (await table.match()).result == Result(Player.SECOND, EndReason.TIME)
    board = await assert_agrees(table)
    assert "**Bob** wins: Alice ran out of time." in board.content
    assert table.bob.id in pinged(table.env, board)
    async with table.store.reading() as uow:
        assert len(await uow.ratings.history()) == 1


@goings
async def test_whoever_stays_plays_on(table: Table, go: Going) -> None:
    """The opponent's turn is theirs to take; the board goes on to the one who is gone."""
    await begun(table)
    await table.draw("0")
    go(table, table.alice)
    await table.draw("0")
    await assert_agrees(table)
    await table.wait(605)
    assert (await table.match()).result == Result(Player.SECOND, EndReason.TIME)
    await assert_agrees(table)


@goings
async def test_whoever_stays_may_resign(table: Table, go: Going) -> None:
    """Leaving a match with somebody who has left."""
    await begun(table)
    go(table, table.alice)
    asked = await table.bob.slash(table.place, "resign")
    assert asked.response is not None
    await table.bob.click(asked.response, label="Resign")
    assert (await table.match()).result == Result(Player.FIRST, EndReason.RESIGNED)
    await assert_agrees(table)


@pytest.mark.parametrize("go", [leaves, is_banned])
async def test_who_comes_back_plays_on(table: Table, go: Going) -> None:
    """Neither the leave nor the return changes the match: the same board, the same seat."""
    await begun(table, time="1d")
    before = await table.everything()
    go(table, table.alice)
    await table.wait(3600)
    table.env.backend.get_guild(table.server.id).bans.pop(table.alice.id, None)
    account = UserHandle(table.env, table.env.backend.users[table.alice.id])
    table.alice = table.server.add_member(account)
    assert await table.everything() == before
    await table.draw("0")
    assert (await table.match()).game.turns == ("0", "0", "0")
    await assert_agrees(table)


async def test_who_comes_back_under_another_name(table: Table) -> None:
    """Who plays is the account: the board has the new name from the next turn on."""
    await begun(table, time="1d")
    leaves(table, table.alice)
    account = UserHandle(table.env, table.env.backend.users[table.alice.id])
    table.env.backend.users[table.alice.id].global_name = "Alina"
    table.alice = table.server.add_member(account)
    await table.draw("0")
    await table.tap(table.alice, table.board(), "rules")
    board = await assert_agrees(table)
    assert "Alina" in board.content
    assert "Alice" not in board.content


@goings
async def test_the_challenger_is_gone(table: Table, go: Going) -> None:
    """The challenge can be accepted all the same: the match is aborted on time, and nobody loses
    by it.
    """
    message = await table.challenge(time="10m")
    go(table, table.alice)
    await table.tap(table.bob, message, "accept")
    await assert_agrees(table)
    await table.wait(605)
    assert (await table.match()).result == Result(None, EndReason.ABORTED)
    async with table.store.reading() as uow:
        assert await uow.ratings.history() == []
    await assert_agrees(table, reminded=1)


@goings
async def test_the_challenged_one_is_gone(table: Table, go: Going) -> None:
    """Nobody answers: the challenge ends by itself, and can be withdrawn before."""
    message = await table.challenge(time="10m")
    await table.alice.slash(table.channel, "challenge", opponent=table.bob, time="10m")
    go(table, table.bob)
    await table.tap(table.alice, message, "withdraw")
    assert (await assert_challenge_agrees(table, 1)).status is ChallengeStatus.WITHDRAWN
    await table.wait(15 * 60 + 1)
    assert (await assert_challenge_agrees(table, 2)).status is ChallengeStatus.EXPIRED


@goings
async def test_a_rematch_with_somebody_who_is_gone(table: Table, go: Going) -> None:
    """It is offered, and ends without an answer."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    go(table, table.alice)
    told(await table.tap(table.bob, table.messages()[-1], "rematch"))
    assert (await assert_challenge_agrees(table, 2)).status is ChallengeStatus.OPEN
    await table.wait(15 * 60 + 1)
    assert (await assert_challenge_agrees(table, 2)).status is ChallengeStatus.EXPIRED


@goings
async def test_reminders_to_somebody_who_is_gone(table: Table, go: Going) -> None:
    """Who wished for direct messages and takes none any more is reminded in the channel."""
    await begun(table)
    player = (await table.match()).player_to_move
    assert player is not None
    async with table.store.writing() as uow:
        await uow.preferences.save(player, PlayerSettings(reminders=Reminders.DIRECT))
        await uow.commit()
    go(table, table.alice)
    await table.wait(485)
    board = await assert_agrees(table)
    in_the_channel = go is deletes_the_account
    assert pinged(table.env, board) == ({table.alice.id} if in_the_channel else set())
    assert len(dm(table, table.alice).history()) == (not in_the_channel)
    await table.wait(120)
    assert (await table.match()).is_over
    await assert_agrees(table)


@goings
async def test_lists_name_somebody_who_is_gone(table: Table, go: Going) -> None:
    """One's games and records are there."""
    await begun(table)
    go(table, table.alice)
    assert "against Alice" in told(await table.bob.slash(table.place, "games"))
    offered = await table.bob.autocomplete(table.place, "soccer export", "match", "")
    assert any("against Alice" in choice["name"] for choice in offered)
    words = told(await table.tap(table.carol, table.board(), "0"))
    assert words.startswith("This is a match between Alice and Bob. It is Alice's turn.")
    await assert_agrees(table)
