"""An orderly end: what was begun is finished, and nothing is half told."""

import signal

import pytest

from tests.process.child import POSTS, House

ANSWERS = r"/interactions/\d+/[^/]+/callback$"


async def test_asked_to_stop_it_ends_with_status_0(house: House) -> None:
    """Soon, and without a complaint."""
    child = await house.start()
    assert await child.stop() == 0
    assert "stopping" in child.log
    assert not child.complaints()


async def test_asked_to_stop_before_it_is_connected(house: House) -> None:
    """While Discord is slow with the login it stops all the same."""
    slow = house.fake.rest.fault("GET", "/users/@me$", delay=5.0)
    child = await house.spawn()
    await house.until(lambda: slow.hits, "the login")
    assert await child.stop() == 0
    assert not child.complaints()


@pytest.mark.usefixtures("agreement")
async def test_a_tap_under_way_is_answered_before_the_end(house: House) -> None:
    """A turn whose answer Discord takes slowly is stored, shown and noted."""
    child = await house.start()
    await house.begun()
    slow = house.fake.rest.fault("POST", ANSWERS, delay=1.0)
    answer = await house.tap("0", wait=False)
    await house.until(lambda: slow.hits, "the answer")
    assert await child.stop() == 0
    assert answer.complete
    assert house.turns() == ["0"]
    assert "turn 2" in house.board.content
    assert house.outbox() == []
    assert not child.complaints()


@pytest.mark.usefixtures("agreement")
async def test_asked_twice_it_still_finishes(house: House) -> None:
    """A second signal, as of somebody who has no patience, changes nothing."""
    child = await house.start()
    await house.begun()
    slow = house.fake.rest.fault("POST", ANSWERS, delay=1.0)
    await house.tap("0", wait=False)
    await house.until(lambda: slow.hits, "the answer")
    child.process.send_signal(signal.SIGTERM)
    await house.until(lambda: "stopping" in child.log, "the beginning of the end")
    child.process.send_signal(signal.SIGINT)
    assert await child.stop() == 0
    assert house.turns() == ["0"]
    assert "turn 2" in house.board.content
    assert house.outbox() == []
    assert not child.complaints()


@pytest.mark.usefixtures("agreement")
async def test_a_command_under_way_is_answered_before_the_end(house: House) -> None:
    """A challenge whose answer Discord takes slowly is there, and its message is known."""
    child = await house.start()
    slow = house.fake.rest.fault("POST", ANSWERS, delay=1.0)
    answer = await house.fake.slash(
        house.alice, house.channel, "challenge", opponent=house.bob, wait=False
    )
    await house.until(lambda: slow.hits, "the answer")
    assert await child.stop() == 0
    assert answer.message is not None
    assert house.stored("SELECT message FROM challenges") == [(answer.message.id,)]
    assert house.outbox() == []


@pytest.mark.usefixtures("agreement")
async def test_a_board_under_way_is_noted_before_the_end(house: House) -> None:
    """A board that Discord takes slowly is posted, and the next process does not post it again."""
    child = await house.start()
    slow = house.fake.rest.fault("POST", POSTS, delay=1.0)
    await house.begin()
    await house.until(lambda: slow.hits, "the board")
    assert await child.stop() == 0
    assert len(house.boards()) == 1
    assert house.outbox() == []
    assert house.stored("SELECT message FROM boards") == [(house.board.id,)]


@pytest.mark.usefixtures("agreement")
async def test_what_discord_keeps_waiting_is_left_to_the_next_process(house: House) -> None:
    """A rate limit of ten minutes does not hold up the end; the next process posts the board."""
    child = await house.start()
    limit = house.fake.rest.rate_limit("POST", POSTS, 600.0)
    limit.times = None
    await house.begin()
    await house.until(lambda: limit.hits, "the board")
    assert await child.stop() == 0
    await house.gone()
    assert [telling for telling, _ in house.outbox()] == ["post_board"]
    house.fake.rest.faults.remove(limit)
    house.pass_time(1)
    await house.start()
    await house.until(lambda: not house.outbox(), "an empty outbox")
    assert len(house.boards()) == 1
