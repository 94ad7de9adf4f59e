"""A Discord that is slow, refuses, or loses connections."""

from collections.abc import Callable

import pytest

from tests.process.child import House
from tests.support.agreement import Agreement
from tests.support.fake_gateway import IDENTIFY, INVALID_SESSION, RESUME
from tests.support.fake_rest import Fault


@pytest.mark.usefixtures("agreement")
async def test_a_tap_during_a_dropped_connection_is_played_after_the_resume(house: House) -> None:
    """The session is resumed, and what happened meanwhile comes once."""
    await house.start()
    await house.begun()
    house.fake.gateway.drop()
    await house.tap("0")
    await house.tap("1")
    assert house.turns() == ["0", "1"]
    assert house.fake.gateway.count(IDENTIFY) == 1
    assert house.fake.gateway.count(RESUME) == 1
    assert len(house.boards()) == 1


async def test_a_new_session_starts_nothing_twice(house: House, agreement: Agreement) -> None:
    """The bot is ready a second time: there are still one upload and one board."""
    child = await house.start()
    await house.begun()
    house.fake.gateway.send(INVALID_SESSION, False)
    await house.until(lambda: house.fake.gateway.count(IDENTIFY) == 2, "a new session")
    said = len(house.everything_said())
    await house.fake.slash(house.alice, house.channel, "board")
    agreement.is_moved(1)
    await house.until(lambda: not house.outbox(), "the board in the channel")
    assert len(house.everything_said()) == said + 1
    uploads = [r for r in house.fake.rest.requests if r.path.endswith("/commands")]
    assert [upload.method for upload in uploads] == ["PUT"]
    assert child.log.count("the commands were uploaded") == 1
    assert child.log.count("invite the bot") == 1


@pytest.mark.usefixtures("agreement")
async def test_boards_in_trouble_are_posted_once(house: House) -> None:
    """A rate limit, a server error, a lost request and a lost answer: whatever happens to the
    request for a board, in the end there is one, and nothing is left to tell.
    """
    child = await house.start()
    rest = house.fake.rest
    troubles: dict[str, Callable[[str], Fault]] = {
        "a rate limit": lambda path: rest.rate_limit("POST", path, 0.3),
        "a server error": lambda path: rest.fault("POST", path, status=503),
        "a lost request": lambda path: rest.fault("POST", path, drop="before"),
        "a lost answer": lambda path: rest.fault("POST", path, drop="after"),
    }
    faults: dict[int, Fault] = {}
    for name, trouble in troubles.items():
        one, other = (house.fake.create_user(f"{name} {n}", house.guild) for n in (1, 2))
        challenge = await house.challenge(one, other)
        # The thread of a match has the id of its challenge's message.
        faults[challenge.id] = trouble(rf"/channels/{challenge.id}/messages$")
        await house.accept(other, challenge)
    await house.until(lambda: all(fault.hits for fault in faults.values()), "every trouble")
    await house.until(lambda: not house.outbox(), "an empty outbox")
    for thread in faults:
        assert len(house.boards(thread)) == 1
    assert [fault.hits for fault in faults.values()] == [1] * len(faults)
    assert "Traceback" not in child.log


@pytest.mark.usefixtures("agreement")
async def test_a_slow_board_holds_up_no_other(house: House) -> None:
    """While Discord is slow to take one board, the next match gets its own."""
    await house.start()
    first = await house.challenge(house.alice, house.bob)
    slow = house.fake.rest.fault("POST", rf"/channels/{first.id}/messages$", delay=8.0)
    await house.accept(house.bob, first)
    await house.until(lambda: slow.hits, "the slow board")
    carol = house.fake.create_user("carol", house.guild)
    second = await house.challenge(house.alice, carol)
    await house.accept(carol, second)
    await house.until(lambda: house.boards(second.id), "the other board")
    assert house.boards(first.id) == []
    await house.until(lambda: not house.outbox(), "an empty outbox")
    assert len(house.boards(first.id)) == len(house.boards(second.id)) == 1


@pytest.mark.usefixtures("agreement")
async def test_a_long_rate_limit_waits_in_the_outbox(house: House) -> None:
    """The board is not waited for: it is noted when to try it again, and others are sent."""
    child = await house.start()
    first = await house.challenge(house.alice, house.bob)
    limit = house.fake.rest.rate_limit("POST", rf"/channels/{first.id}/messages$", 600.0)
    await house.accept(house.bob, first)
    await house.until(lambda: ("post_board", 1) in house.outbox(), "a note of the try")
    assert limit.hits == 1
    [(waits,)] = house.stored("SELECT (due_at - made_at) / 1000000 FROM outbox")
    assert 600 <= waits < 700
    carol = house.fake.create_user("carol", house.guild)
    second = await house.challenge(house.alice, carol)
    await house.accept(carol, second)
    await house.until(lambda: house.boards(second.id), "the other board")
    assert await child.stop() == 0
    await house.gone()
    house.pass_time(11, match=1)
    await house.start()
    await house.until(lambda: house.boards(first.id), "the board in the end")
    assert "Traceback" not in child.log
