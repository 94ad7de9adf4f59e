"""Games against the computer, as their player sees them; who thinks is handed a turn."""

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import UserHandle

from matches.computer import Computer
from matches.match import EndReason
from matches.outbox import LEASE
from rules import Player
from tests.support.simcord_seams import click_by_id, files_of
from tests.support.table import Table, button_ids, buttons, told
from tests.support.table_agreement import everything_public
from tests.support.thinking import Plays

LONG_ENOUGH = 61.0
"""Seconds after which the computer has answered."""
BOARD = "ps:"


@pytest.fixture
def plays(table: Table) -> Plays:
    """Who chooses the computer's turns at the table."""
    thinking = Plays(env=table.env)
    table.bot.thinking = thinking
    return thinking


async def play(table: Table, **options: object) -> InteractionResult:
    """Carol asks for a game."""
    return await table.carol.slash(table.channel, "play", **options)


def private_boards(table: Table, who: MemberActor | None = None) -> list[discord.Message]:
    """The private boards that somebody sees, the oldest first."""
    seen = table.channel.history(viewer=who or table.carol)
    boards = [m for m in seen if m.flags.ephemeral and button_ids(m, BOARD)]
    return sorted(boards, key=lambda message: message.id)


def board(table: Table) -> discord.Message:
    """Carol's newest private board."""
    return private_boards(table)[-1]


async def tap(table: Table, act: str) -> InteractionResult:
    """Carol taps on it."""
    return await table.tap(table.carol, board(table), act)


def shown(message: discord.Message) -> dict[str, bool]:
    """What the buttons of a message do, and whether each is open."""
    return {b.custom_id.rpartition(":")[2]: not b.disabled for b in buttons(message)}


def assert_nothing_public(table: Table) -> None:
    """Nobody else has seen anything."""
    assert everything_public(table) == []


async def test_first_game_begins_at_once(table: Table, plays: Plays):
    """`/play` answers in private with a board on which its player draws first, at level 1."""
    result = await play(table)
    assert result.response is not None
    assert result.response.ephemeral
    content = board(table).content
    assert f"<@{table.carol.id}>, you draw first" in content
    assert "Beginner (level 1)" in content
    assert len(files_of(table.env, board(table))) == 1
    match = await table.match()
    assert match.computer == Computer(Player.SECOND, 1)
    assert not match.rated
    assert_nothing_public(table)


async def test_computer_answers_in_place(table: Table, plays: Plays):
    """A turn is played by one tap; while the computer thinks the pad rests; then it is one's turn
    again, all in one message.
    """
    plays.will_play(["3"])
    await play(table)
    first = board(table).id
    await tap(table, "0")
    assert "You drew `0`. Beginner (level 1) is thinking" in board(table).content
    open_ones = {act for act, is_open in shown(board(table)).items() if is_open}
    assert open_ones == {"replay", "rules", "more"}
    await table.wait(LONG_ENOUGH)
    assert (await table.match()).game.turns == ("0", "3")
    assert f"<@{table.carol.id}>, your turn" in board(table).content
    assert [m.id for m in private_boards(table)] == [first]
    assert await table.rows() == []
    assert_nothing_public(table)


async def test_human_pace(table: Table, plays: Plays):
    """However soon the turn is chosen, it is not drawn before its time."""
    await play(table)
    await tap(table, "0")
    await table.wait(59)
    assert (len(plays.asked), (await table.match()).game.turns) == (1, ("0",))
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2


@pytest.mark.parametrize("level", [1, 5, 8])
async def test_level_that_was_asked_for(table: Table, plays: Plays, level: int):
    """The computer is asked to think at the level that was chosen; the next game keeps it."""
    await play(table, level=level)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    assert [question.level for question in plays.asked] == [level]
    await play(table)
    assert (await table.match(2)).computer == Computer(Player.FIRST, level)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match(2)).game.turns) == 1


async def test_play_the_bot(table: Table, plays: Plays):
    """The bot as opponent is the computer."""
    assert table.bot.user is not None
    me = UserHandle(table.env, table.env.backend.users[table.bot.user.id])
    await play(table, opponent=me, variant="small", level=2)
    match = await table.match()
    assert (match.computer, match.terms.variant) == (Computer(Player.SECOND, 2), "small")


async def test_custom_game(table: Table, plays: Plays):
    """Its rules are asked for in a challenge only."""
    result = await play(table, variant="custom")
    assert "needs a person as opponent" in told(result)


async def test_computer_is_off(table: Table):
    """Who runs the bot may not want it: `/play` says so, and nothing begins."""
    table.bot.thinking = Plays(processes=0)
    assert "does not play here" in told(await play(table))
    assert private_boards(table) == []


@pytest.mark.parametrize(("level", "has_stronger"), [(1, True), (8, False)])
async def test_end_of_a_game(table: Table, plays: Plays, level: int, has_stronger: bool):
    """It ends in the same message with the sequels; *Stronger* only where there is one."""
    await play(table, variant="small", level=level)
    plays.will_play(["0", "0"])
    for _ in range(3):
        await tap(table, "0")
        await table.wait(LONG_ENOUGH)
    match = await table.match()
    assert match.result is not None
    assert match.result.reason is EndReason.GOAL
    acts = shown(board(table))
    assert ("stronger" in acts) == has_stronger
    assert {"again", "replay", "more"} <= set(acts)
    assert "rematch" not in acts
    assert f"<@{table.carol.id}>: **Carol** wins" in board(table).content
    assert len(private_boards(table)) == 1
    assert await table.rows() == []
    assert_nothing_public(table)


async def finished(table: Table, plays: Plays) -> None:
    """Carol has won a game at level 1."""
    await play(table, variant="small")
    plays.will_play(["0", "0"])
    for _ in range(3):
        await tap(table, "0")
        await table.wait(LONG_ENOUGH)


@pytest.mark.parametrize(("act", "level"), [("again", 1), ("stronger", 2)])
async def test_sequel(table: Table, plays: Plays, act: str, level: int):
    """The next game takes the place of the last in the same message; the computer begins."""
    await finished(table, plays)
    await tap(table, act)
    assert len(private_boards(table)) == 1
    assert "draws first, and is thinking" in board(table).content
    match = await table.match(2)
    assert match.computer == Computer(Player.FIRST, level)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match(2)).game.turns) == 1
    assert ", your turn" in board(table).content


async def test_stale_private_board(table: Table, plays: Plays):
    """An older private message shows the present board as soon as somebody taps on it."""
    await play(table)
    old = board(table)
    await table.carol.slash(table.channel, "board")
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    new = board(table)
    assert new.id != old.id
    await table.tap(table.carol, old, "2")
    seen = {m.id: m.content for m in private_boards(table)}
    assert seen[old.id] == seen[new.id]
    assert len((await table.match()).game.turns) == 2


async def test_restart_while_the_computer_thinks(table: Table, plays: Plays):
    """The next process plays the turn; the next tap on the old message shows it."""
    plays.answers.clear()
    await play(table)
    await tap(table, "0")
    old = board(table)
    await table.restart(Plays("3"))
    await table.wait(LEASE.total_seconds() + LONG_ENOUGH)
    assert (await table.match()).game.turns == ("0", "3")
    assert await table.rows() == []
    assert "is thinking" in board(table).content
    await click_by_id(table.carol, old, "ps:1:1:0:2")
    assert ", your turn" in board(table).content
    assert len((await table.match()).game.turns) == 2
    assert_nothing_public(table)
