"""Games against the computer, as their player sees them; who thinks is handed a turn."""

import asyncio
import os
import signal
from dataclasses import replace

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import UserHandle
from sqlalchemy import text

from bot.computer.pool import ThinkingPool
from bot.computer.question import Question
from bot.i18n import ENGLISH
from bot.wording.computer import hint_words
from matches.computer import Computer
from matches.ids import MatchId
from matches.match import EndReason
from matches.outbox import LEASE, DueKind
from matches.pauses import Pause
from matches.preferences import PlayerSettings
from rules import DrawnStep, DrawnTurn, Player, StepKind
from tests.support.simcord_seams import click_by_id, files_of, pinged
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_id, button_ids, buttons, told
from tests.support.table_agreement import assert_private_agrees, everything_public
from tests.support.thinking import Plays

LONG_ENOUGH = 61.0
"""Seconds after which the computer has answered."""
BOARD = "ps:"
ANSWER = "/webhooks/*/*/messages/@original"


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


async def no_files(table: Table) -> None:
    """The bot may attach no files in the channel any more."""
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)


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
    await assert_private_agrees(table)


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
    await assert_private_agrees(table)


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
    await assert_private_agrees(table, 2)


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
    await assert_private_agrees(table)


# --- under the menu


async def menu(table: Table) -> discord.Message:
    """What stands under *⋯* on Carol's board."""
    result = await tap(table, "more")
    assert result.response is not None
    return result.response.message


async def test_menu(table: Table, plays: Plays):
    """*Hint*, *Take back*, *Share*, the record and the end; nothing to agree on with a computer."""
    await play(table)
    assert list(shown(await menu(table))) == ["1", "hint", "share", "ask"]
    await tap(table, "0")
    assert list(shown(await menu(table))) == ["1", "takeback", "share", "ask"]
    await table.wait(LONG_ENOUGH)
    opened = await menu(table)
    assert list(shown(opened)) == ["1", "hint", "takeback", "share", "ask"]
    assert "It is Carol's turn" in opened.content or "it is Carol's turn" in opened.content


async def test_hint(table: Table, plays: Plays):
    """The strongest level says what it would draw, in digits, arrows and words, for some time."""
    await play(table, variant="small")
    plays.will_play(["1"])
    words = told(await table.tap(table.carol, await menu(table), "hint"))
    assert words == "I would draw `1` ↗\nup right."
    [question] = plays.asked
    assert (question.level, question.seconds, question.drawn) == (8, 1.5, "")
    assert (await table.match()).game.turns == ()
    assert_nothing_public(table)


async def test_hint_in_the_middle_of_a_turn(table: Table, plays: Plays):
    """It goes on from what is drawn."""
    await play(table, variant="small")
    plays.will_play(["2", "5"])
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    # Down left leads back to the centre, where the ball bounces.
    await tap(table, "5")
    words = told(await table.tap(table.carol, await menu(table), "hint"))
    assert words.startswith("I would draw on with `5`")
    assert plays.asked[-1].drawn == "5"
    assert await table.draft() == "5"


async def test_no_hint(table: Table, plays: Plays):
    """Neither while the computer thinks, nor when nobody can say."""
    await play(table)
    opened = await menu(table)
    plays.will_play([None])
    assert "no hint at the moment" in told(await table.tap(table.carol, opened, "hint"))
    await tap(table, "0")
    assert told(await table.tap(table.carol, opened, "hint")) == "It is your opponent's turn."
    table.bot.thinking = Plays(processes=0)
    assert "does not play here" in told(await table.tap(table.carol, opened, "hint"))


async def test_one_hint_at_a_time(table: Table, plays: Plays):
    """Who asks again while one is thought about is told so."""
    await play(table)
    opened = await menu(table)
    table.bot.hinting.add((await table.match()).id)
    assert "still thinking" in told(await table.tap(table.carol, opened, "hint"))


async def test_take_back(table: Table, plays: Plays):
    """The turn and the answer are gone at once, on the board where it stands."""
    await play(table)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    result = await table.tap(table.carol, await menu(table), "takeback")
    assert "taken back" in told(result)
    assert (await table.match()).game.turns == ()
    assert "you draw first" in board(table).content
    assert len(private_boards(table)) == 1
    assert await table.rows() == []


async def test_take_back_while_it_thinks(table: Table, plays: Plays):
    """An answer to a turn that was taken back is dropped; the next turn gets its own."""
    await play(table, variant="small")
    await tap(table, "0")
    await table.wait(30)
    await table.tap(table.carol, await menu(table), "takeback")
    await tap(table, "1")
    plays.will_play(["0"])
    await table.wait(2 * LONG_ENOUGH)
    match = await table.match()
    assert match.game.turns == ("1", "0")
    assert len(plays.asked) == 2
    assert ", your turn" in board(table).content
    await assert_private_agrees(table)


async def test_take_back_by_command(table: Table, plays: Plays):
    """`/soccer takeback` asks nobody in such a game, and no draw is offered."""
    await play(table)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    words = told(await table.carol.slash(table.channel, "soccer offer-draw"))
    assert "agrees to nothing" in words
    await table.carol.slash(table.channel, "soccer takeback")
    assert (await table.match()).game.turns == ()


async def test_share(table: Table, plays: Plays):
    """*Share* posts the picture with its text and one line, without buttons or a mention."""
    await play(table)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    await table.tap(table.carol, await menu(table), "share")
    [message] = everything_public(table)
    assert message.content.startswith("Carol shows a game, Carol against Beginner (level 1)")
    assert buttons(message) == []
    [file] = files_of(table.env, message)
    assert "Carol" in (file.description or "")
    assert pinged(table.env, message) == set()


async def test_share_where_nobody_may(table: Table, plays: Plays):
    """Without the permission there is no button, and an old one is refused."""
    await play(table)
    opened = await menu(table)
    await no_files(table)
    assert "share" not in shown(await menu(table))
    result = await table.tap(table.carol, opened, "share")
    assert "only where you and I may send files" in told(result)
    assert_nothing_public(table)


# --- other ways to play


async def test_typed_turn(table: Table, plays: Plays):
    """`/move` answers with the board, which shows the computer's turn too."""
    plays.will_play(["3"])
    await play(table)
    await table.carol.slash(table.channel, "move", turn="n")
    assert "You drew `0`" in board(table).content
    await table.wait(LONG_ENOUGH)
    assert "your turn" in board(table).content
    assert len(private_boards(table)) == 2
    await assert_private_agrees(table)


async def test_games_and_resigning(table: Table, plays: Plays):
    """The game is in the list by the computer's name, and can be given up."""
    await play(table)
    words = told(await table.carol.slash(table.channel, "games"))
    assert "**your turn** · against Beginner (level 1) · Standard" in words
    result = await table.carol.slash(table.channel, "resign")
    assert result.response is not None
    await table.tap(table.carol, result.response.message, "yes")
    assert (await table.match()).is_over
    assert "again" in shown(board(table))
    assert_nothing_public(table)


async def test_replay_and_record(table: Table, plays: Plays):
    """Its player can look back on it and have its record; nobody else can."""
    await play(table)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    assert "Beginner (level 1)" in told(await tap(table, "replay"))
    exported = await table.carol.slash(table.channel, "soccer export", match=1)
    assert "The record of match 1" in told(exported)
    for command in ("soccer export", "soccer replay"):
        words = told(await table.alice.slash(table.channel, command, match=1))
        assert "no match of that number" in words
    assert "do not play in this match" in told(
        await table.alice.slash(table.channel, "board", match=1)
    )


async def test_in_direct_messages(table: Table, plays: Plays):
    """The same in a conversation with the bot; a person cannot be challenged there."""
    result = await table.carol.user.slash("play")
    assert result.response is not None
    assert result.response.ephemeral
    assert "you draw first" in result.response.content
    message = result.response.message
    await table.carol.user.click(message, custom_id=button_id(message, "0"))
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    words = told(await table.carol.user.slash("play", opponent=table.alice.user))
    assert "challenge members of a server" in words
    again = await table.carol.user.slash("board")
    assert again.response is not None
    assert ", your turn" in again.response.content


async def test_words_alone(table: Table, plays: Plays):
    """Who reads gets the board in words, without a picture, and a pad of words."""
    async with table.store.writing() as uow:
        carol = await uow.players.find_or_add(table.carol.id, "Carol")
        await uow.preferences.save(carol, PlayerSettings(words=True))
        await uow.commit()
    await play(table)
    assert files_of(table.env, board(table)) == []
    assert "```" in board(table).content
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    assert ", your turn" in board(table).content
    await assert_private_agrees(table)


async def test_where_no_files_may_be_sent(table: Table, plays: Plays):
    """The board comes in words: nobody is kept from playing by a picture."""
    await no_files(table)
    await play(table)
    assert files_of(table.env, board(table)) == []
    assert "```" in board(table).content


# --- what goes wrong


async def test_computer_that_fails(table: Table, plays: Plays):
    """A turn that nobody could choose comes a little later, in the end at the weakest level."""
    table.logs.expect("the computer has no turn yet")
    plays.will_play([None, "44", "3"])
    await play(table, level=6)
    await tap(table, "0")
    await table.wait(3 * LEASE.total_seconds() + LONG_ENOUGH)
    assert (await table.match()).game.turns == ("0", "3")
    assert [question.level for question in plays.asked] == [6, 6, 1]
    await assert_private_agrees(table)


async def test_answer_after_a_quarter_of_an_hour(table: Table, plays: Plays):
    """Discord lets nobody change the message then: it is shown by the next tap, and not posted."""
    plays.answers.clear()
    await play(table)
    await tap(table, "0")
    old = board(table)
    await table.wait(16 * 60)
    plays.answers.set()
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    assert "is thinking" in board(table).content
    assert await table.rows() == []
    await click_by_id(table.carol, old, "ps:1:2:0:0")
    assert ", your turn" in board(table).content
    assert_nothing_public(table)
    await assert_private_agrees(table)


async def test_ten_games_wait(table: Table, plays: Plays):
    """One process thinks about one turn at a time; all are answered, none twice."""
    plays.answers.clear()
    for _ in range(10):
        await play(table, variant="small")
    for each in private_boards(table):
        # The computer draws first in every other one.
        if shown(each)["0"]:
            await table.tap(table.carol, each, "0")
    assert len(plays.asked) == 1
    plays.answers.set()
    await table.wait(LONG_ENOUGH)
    await table.wait(LONG_ENOUGH)
    matches = [await table.match(number) for number in range(1, 11)]
    assert [len(match.game.turns) for match in matches] == [2, 1] * 5
    assert (len(plays.asked), plays.most_at_once) == (10, 1)
    assert all(", your turn" in each.content for each in private_boards(table))
    assert_nothing_public(table)
    for number in range(1, 11):
        await assert_private_agrees(table, number)


async def test_two_tap_same_again_at_once(table: Table, plays: Plays):
    """The second tap of two begins nothing."""
    await finished(table, plays)
    over = board(table)
    again = button_id(over, "again")
    await table.tap(table.carol, over, "again")
    await click_by_id(table.carol, over, again)
    async with table.store.reading() as uow:
        carol = (await table.match()).first
        assert await uow.matches.count_running(carol) == 1


async def test_limit_of_matches(table: Table, plays: Plays):
    """Games against the computer count, and the refusal says so."""
    table.bot.limits = replace(table.bot.limits, running_matches=1)
    await play(table)
    assert "which is the most here" in told(await play(table))


async def test_real_process_that_is_killed(table: Table):
    """The turn comes all the same, from another process."""
    pool = ThinkingPool(1)
    table.bot.thinking = pool
    await pool.think(Question('[Variant "small"]', level=1, seed=1))
    [first] = pool.ids
    os.kill(first, signal.SIGKILL)
    await play(table, variant="small")
    await tap(table, "0")
    async with asyncio.timeout(None):
        while len((await table.match()).game.turns) < 2:
            await table.env.settle()
            await table.wait(1)
    assert pool.ids != [first]
    assert ", your turn" in board(table).content
    await assert_private_agrees(table)


async def test_dismissed_board(table: Table, plays: Plays):
    """Its player may have dismissed the message: nothing is posted, and `/board` shows the game."""
    await play(table)
    await tap(table, "0")
    table.env.inject_error("PATCH", ANSWER, status=404, code=10008)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    assert await table.rows() == []
    assert not table.bot.private_boards.can_change((await table.match()).id)
    await table.carol.slash(table.channel, "board")
    assert ", your turn" in board(table).content
    assert_nothing_public(table)
    await assert_private_agrees(table)


async def test_discord_fails_for_a_while(table: Table, plays: Plays):
    """A change of the private board that fails comes again, and stops no clock."""
    await play(table)
    await tap(table, "0")
    table.env.inject_error("PATCH", ANSWER, status=429, code=0)
    await table.wait(LONG_ENOUGH)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    assert ", your turn" in board(table).content
    assert await table.rows() == []
    assert (await table.match()).pauses == Pause.NONE


async def test_tap_whose_answer_fails(table: Table, plays: Plays):
    """The turn counts; the computer's answer brings the board up to date."""
    await play(table)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await tap(table, "0")
    assert (await table.match()).game.turns == ("0",)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    await table.carol.slash(table.channel, "board")
    assert ", your turn" in board(table).content


async def test_take_back_without_a_board(table: Table, plays: Plays):
    """Where no message can be changed any more the board comes anew."""
    await play(table)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    opened = await menu(table)
    table.bot.private_boards.forget((await table.match()).id)
    await table.tap(table.carol, opened, "takeback")
    assert len(private_boards(table)) == 2
    assert "you draw first" in board(table).content


async def test_share_that_discord_refuses(table: Table, plays: Plays):
    """Who shares learns that nobody has seen it."""
    await play(table)
    opened = await menu(table)
    table.env.inject_error("POST", "/webhooks/*/*", status=400, code=50035)
    result = await table.tap(table.carol, opened, "share")
    private = [each.content for each in result.followups]
    assert any("nobody has seen it" in words for words in private)
    assert_nothing_public(table)


async def test_many_private_boards(table: Table, plays: Plays, monkeypatch: pytest.MonkeyPatch):
    """Only so many are remembered; the oldest is shown by the next tap on it."""
    monkeypatch.setattr("bot.private_boards.MOST_REMEMBERED", 1)
    await play(table)
    await play(table)
    boards = table.bot.private_boards
    assert [boards.can_change(MatchId(number)) for number in (1, 2)] == [False, True]


async def test_row_about_nothing(table: Table, plays: Plays):
    """A row of a game in which it is not the computer's turn is taken away."""
    await play(table)
    async with table.store.writing() as uow:
        await uow.due.set(DueKind.COMPUTER_TURN, 1, table.clock.now())
        await uow.commit()
    table.bot.computer.wake()
    await table.wait(1)
    async with table.store.reading() as uow:
        assert await uow.due.at(DueKind.COMPUTER_TURN, 1) is None
    assert plays.asked == []


async def test_same_again_whose_answer_fails(table: Table, plays: Plays):
    """The next game has begun: the computer's turn brings it, and `/board` shows it."""
    await finished(table, plays)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=None)
    await tap(table, "again")
    assert (await table.match(2)).computer == Computer(Player.FIRST, 1)
    await table.wait(LONG_ENOUGH)
    assert len((await table.match(2)).game.turns) == 1
    assert await table.rows(2) == []
    assert_nothing_public(table)


async def test_hint_for_nobody(table: Table, plays: Plays):
    """Not in a match of people, not in somebody else's game, not after the end."""
    await table.start()
    opened = await table.tap(table.alice, table.board(), "more")
    assert opened.response is not None
    result = await click_by_id(table.alice, opened.response.message, "psx:1:1:hint")
    assert "do not play in this match" in told(result)
    await play(table)
    menu_of_carol = await menu(table)
    result = await table.carol.slash(table.channel, "resign", match=2)
    assert result.response is not None
    await table.tap(table.carol, result.response.message, "yes")
    assert told(await table.tap(table.carol, menu_of_carol, "hint")) == "This match is over."
    assert plays.asked == []


async def test_hint_after_a_whole_turn(table: Table, plays: Plays):
    """A turn that waits for *Play it* since it loses needs no more segments."""
    await play(table, variant="small")
    plays.will_play(["4", "4"])
    for _ in range(2):
        await tap(table, "4")
        await table.wait(LONG_ENOUGH)
    await table.carol.slash(table.channel, "move", turn="4")
    assert not (await table.match()).is_over
    assert "Your turn is complete" in told(await table.tap(table.carol, await menu(table), "hint"))


async def test_long_hint_has_no_words():
    """Nobody reads twenty directions: digits and arrows are enough."""
    steps = tuple(DrawnStep((), StepKind.SEGMENT) for _ in range(21))
    words = hint_words(DrawnTurn(Player.FIRST, "0" * 21, steps), goes_on=False, language=ENGLISH)
    assert words == f"I would draw `{'0' * 21}` {'↑' * 21}"


async def test_thinker_that_breaks(table: Table, plays: Plays):
    """Whatever it is, the turn comes later."""
    table.logs.expect("the computer has no turn yet")
    await play(table)
    think = plays.think

    async def break_once(question: Question) -> str:
        plays.think = think  # type: ignore[method-assign]  # only the first one breaks
        raise RuntimeError("broken")

    plays.think = break_once  # type: ignore[method-assign]  # the same
    await tap(table, "0")
    await table.wait(LEASE.total_seconds() + LONG_ENOUGH)
    assert len((await table.match()).game.turns) == 2
    await assert_private_agrees(table)


async def test_game_that_cannot_be_read(table: Table, plays: Plays):
    """It rests for a day, and is named once."""
    table.logs.expect("the computer's turn rests")
    await play(table)
    async with table.store._engines.writer.begin() as connection:
        await connection.execute(text("UPDATE matches SET computer_level = 9"))
    async with table.store.writing() as uow:
        await uow.due.set(DueKind.COMPUTER_TURN, 1, table.clock.now())
        await uow.commit()
    table.bot.computer.wake()
    await table.wait(1)
    async with table.store.reading() as uow:
        due_at = await uow.due.at(DueKind.COMPUTER_TURN, 1)
    assert due_at is not None
    assert due_at - table.clock.now() > 10 * LEASE
    assert plays.asked == []


async def test_computer_that_was_switched_off(table: Table, plays: Plays):
    """Games that have begun wait; nothing is claimed."""
    await play(table)
    table.bot.thinking = Plays(processes=0)
    await tap(table, "0")
    await table.wait(LONG_ENOUGH)
    async with table.store.reading() as uow:
        assert await uow.due.next_due(computer=True) is not None
    assert len((await table.match()).game.turns) == 1
    await assert_private_agrees(table)
