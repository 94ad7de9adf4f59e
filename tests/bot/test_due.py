"""What happens by itself: turns whose time runs out, and time that stands still."""

import logging
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.workers import due
from bot.workers.alarm import LONGEST_SLEEP
from matches.match import EndReason, Match, Result
from matches.outbox import DueKind
from matches.timekeeping import watch_clock
from tests.support.simcord_seams import pinged
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import assert_agrees

A_MOMENT = 2.0


async def begun(table: Table, time: str = "10m") -> Match:
    """A match in which both have moved."""
    await table.start(time=time)
    await table.play(["0", "0"])
    return await table.match()


async def test_whoever_lets_the_time_run_out_loses(table: Table) -> None:
    """The player to move loses; both are told, and ratings change."""
    match = await begun(table)
    loser = match.side_to_move
    assert loser is not None
    name = "Alice" if (await table.seats())[loser.value].id == table.alice.id else "Bob"
    await table.wait(600 - 5)
    assert not (await table.match()).is_over
    await table.wait(5 + A_MOMENT)
    ended = await table.match()
    assert ended.result == Result(loser.opponent, EndReason.TIME)
    last = table.messages()[-1]
    assert f"{name} ran out of time." in last.content
    assert "(1662?, +162)" in last.content
    assert [i.rpartition(":")[2] for i in button_ids(last)] == ["rematch", "replay", "more"]
    assert pinged(table.env, last) == {table.alice.id, table.bob.id}
    with_buttons = [m for m in table.messages() if button_ids(m)]
    assert with_buttons == [last]
    await assert_agrees(table)


async def test_before_both_have_moved_the_match_is_aborted(table: Table) -> None:
    """Nobody loses a match that has not begun."""
    await table.start(time="10m")
    await table.draw("0")
    await table.wait(600 + A_MOMENT)
    assert (await table.match()).result == Result(None, EndReason.ABORTED)
    last = table.messages()[-1]
    assert "the match was aborted before both had moved." in last.content
    assert pinged(table.env, last) == {table.alice.id, table.bob.id}
    await assert_agrees(table)


async def test_each_turn_has_the_whole_time(table: Table) -> None:
    """A turn gives the opponent the full time, whatever was left."""
    await begun(table)
    await table.wait(590)
    await table.draw("0")
    await table.wait(590)
    assert not (await table.match()).is_over
    await assert_agrees(table, reminded=1)


async def test_a_turn_after_the_time(table: Table) -> None:
    """A tap on the last board after the end changes nothing and says that it is over."""
    await begun(table)
    board = table.board()
    mover = await table.player_to_move()
    await table.wait(600 + A_MOMENT)
    ended = await table.match()
    up = f"ps:1:{ended.version - 1}:0:0"
    assert told(await table.tap_old(mover, board, up)) == "This match is over."
    assert await table.match() == ended
    await assert_agrees(table)


async def test_without_a_limit_nothing_runs_out(table: Table) -> None:
    """A match without a time limit has no due row."""
    await begun(table, time="none")
    async with table.store.writing() as uow:
        rows = await uow.due.claim(
            table.clock.now() + timedelta(days=9999), table.clock.now(), limit=10
        )
    assert [row for row in rows if row.kind is DueKind.TURN_DEADLINE] == []
    await assert_agrees(table)


async def test_time_stands_still_while_the_bot_is_down(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """A pause of more than a minute moves deadlines by as much; nobody loses by it."""
    before = await begun(table)
    assert before.deadline is not None
    await table.bot.due.stop()
    await table.bot.announcer.stop()
    table.clock.advance(3 * 3600)
    with caplog.at_level(logging.INFO, logger="bot"):
        await table.restart()
        await table.env.settle()
    match = await table.match()
    assert not match.is_over
    assert match.deadline is not None
    moved = match.deadline - before.deadline
    assert abs(moved - timedelta(hours=3)) <= timedelta(seconds=LONGEST_SLEEP)
    assert "no process was there for" in caplog.text
    await table.wait(600 + LONGEST_SLEEP + A_MOMENT)
    ended = await table.match()
    assert ended.result is not None
    assert ended.result.reason is EndReason.TIME
    await assert_agrees(table)


async def test_a_short_restart_moves_nothing(table: Table) -> None:
    """A pause of less than a minute is as long as any answer may take."""
    before = await begun(table)
    await table.bot.due.stop()
    table.clock.advance(20)
    await table.restart()
    await table.env.settle()
    assert (await table.match()).deadline == before.deadline
    await assert_agrees(table)


async def test_a_board_shows_the_moved_deadline(table: Table) -> None:
    """After a pause the board's countdown is that of the moved deadline."""
    await begun(table)
    await table.bot.due.stop()
    table.clock.advance(3 * 3600)
    await table.restart()
    await table.env.settle()
    match = await table.match()
    assert match.deadline is not None
    await table.alice.slash(table.thread, "board")
    assert f"<t:{int(match.deadline.timestamp())}:R>" in table.board().content
    await assert_agrees(table)


async def test_time_that_ran_out_just_before_the_bot_went_down(table: Table) -> None:
    """Deadlines move before anything is called late: the turn has its time when the bot returns."""
    await begun(table)
    await table.wait(590)
    await table.bot.due.stop()
    table.clock.advance(3600)
    await table.restart()
    await table.env.settle()
    assert not (await table.match()).is_over
    await table.draw("0")
    assert (await table.match()).game.turns == ("0", "0", "0")
    await assert_agrees(table)


async def test_one_row_that_fails_keeps_no_other_waiting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in one match is logged and comes again; other matches end in time."""

    async def faulty(uow, match, *, now):
        if match == 1:
            raise ZeroDivisionError("match 1 is cursed")
        return await watch_clock(uow, match, now=now)

    await table.start(time="10m")
    await table.start(time="10m")
    with monkeypatch.context() as patch:
        patch.setattr(due, "watch_clock", faulty)
        table.logs.expect("match 1 is cursed")
        await table.wait(600 + A_MOMENT)
        assert (await table.match(2)).is_over
        assert not (await table.match(1)).is_over
    await table.wait(60)
    assert (await table.match(1)).result == Result(None, EndReason.ABORTED)
    await assert_agrees(table, 1)
    await assert_agrees(table, 2, reminded=1)


async def test_a_match_that_cannot_be_read_is_called_late_once_a_day(table: Table) -> None:
    """It is logged in a line that names it, and keeps neither others nor its players waiting."""
    await table.start(time="10m")
    await table.start(time="10m")
    async with table.store._engines.writer.begin() as connection:
        await connection.execute(text("UPDATE matches SET options = '[]' WHERE id = 1"))
    _heading, *lines = told(await table.alice.slash(table.channel, "games")).splitlines()
    assert len(lines) == 1
    table.logs.expect("due row turn_deadline of 1 rests: .*match 1 cannot be read")
    await table.wait(600 + 10 * LONGEST_SLEEP)
    assert (await table.match(2)).is_over
    assert len(table.logs.records) == 1
    async with table.store.reading() as uow:
        due_at = await uow.due.next_due()
    assert due_at is not None
    assert timedelta(hours=23) < due_at - table.clock.now() < timedelta(days=1)
    await assert_agrees(table, 2, reminded=1)


async def test_a_resigned_match_does_not_run_out(table: Table) -> None:
    """What has ended otherwise stays as it ended."""
    await begun(table)
    question = await table.alice.slash(table.thread, "resign")
    assert question.response is not None
    await table.tap(table.alice, question.response.message, "yes")
    ended = await table.match()
    await table.wait(600 + LONGEST_SLEEP)
    assert await table.match() == ended
    await assert_agrees(table)


async def test_who_leaves_a_match_that_has_not_begun_is_not_told(table: Table) -> None:
    """An end notifies whoever did not cause it, and an abort by hand has a cause."""
    await table.start(time="10m")
    question = await table.bob.slash(table.thread, "resign")
    assert question.response is not None
    await table.wait(300)
    await table.tap(table.bob, question.response.message, "yes")
    assert pinged(table.env, table.messages()[-1]) == {table.alice.id}
    await assert_agrees(table)
