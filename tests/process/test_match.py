"""Matches and drafts outlive the process that keeps them."""

import pytest

from tests.process.child import POSTS, House


async def test_a_slash_command_is_answered(house: House) -> None:
    """The bot as a process answers through sockets."""
    await house.start()
    answer = await house.fake.slash(house.alice, house.channel, "help")
    assert "/challenge" in answer.content


@pytest.mark.usefixtures("agreement")
async def test_a_match_survives_a_sudden_end(house: House) -> None:
    """Killed in the middle of a match and started again: the board shows what is stored, nobody is
    told anything twice, and the next turns work.
    """
    child = await house.start()
    await house.begun()
    for turn in "0123":
        await house.tap(turn)
    await child.kill()
    await house.gone()
    assert house.turns() == ["0", "1", "2", "3"]
    assert "turn 5" in house.board.content
    messages = house.everything_said()
    await house.start()
    for turn in "45":
        await house.tap(turn)
    assert house.turns() == ["0", "1", "2", "3", "4", "5"]
    assert "turn 7" in house.board.content
    assert house.everything_said() == messages


@pytest.mark.usefixtures("agreement")
async def test_a_draft_survives_a_sudden_end(house: House) -> None:
    """What was drawn but not played is still drawn after a restart, and can be played."""
    child = await house.start()
    await house.begun(time="3d")
    await house.tap("1")
    drawn = house.board.content
    assert "Play it" in drawn
    await child.kill()
    await house.gone()
    await house.start()
    assert house.board.content == drawn
    await house.tap("play")
    assert house.turns() == ["1"]


@pytest.mark.usefixtures("agreement")
async def test_a_board_that_was_posted_in_the_last_moment_is_not_doubled(house: House) -> None:
    """Killed after Discord took the boards and before that was noted: the next process knows them
    by their buttons, while Discord knows the nonces and later.
    """
    child = await house.start()
    lost = house.fake.rest.fault("POST", POSTS, drop="after", times=None)
    await house.begin()
    carol = house.fake.create_user("carol", house.guild)
    await house.accept(carol, await house.challenge(house.alice, carol))
    await house.until(lambda: lost.hits == 2, "two boards")
    await child.kill()
    await house.gone()
    house.fake.rest.faults.remove(lost)
    house.pass_time(1, match=1)
    house.pass_time(10, match=2)
    await house.start()
    await house.until(lambda: not house.outbox(), "an empty outbox")
    for thread in house.threads():
        assert len(house.boards(thread.id)) == 1
    assert house.stored("SELECT message FROM boards ORDER BY match") == [
        (house.boards(thread.id)[0].id,) for thread in house.threads()
    ]
