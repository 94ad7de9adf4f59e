"""Connections to the gateway that break, sessions that end, and what Discord refuses for good.

A tap that was made meanwhile is played once, whatever discord.py has to do to hear of it.
"""

import pytest

from tests.process.child import House
from tests.process.test_refusals import refusal
from tests.support.fake_gateway import HEARTBEAT, IDENTIFY, INVALID_SESSION, RECONNECT, RESUME


async def played_once(house: House) -> None:
    """Two taps are played, each once, on one board."""
    await house.tap("0")
    await house.tap("1")
    assert house.turns() == ["0", "1"]
    assert len(house.boards()) == 1
    assert "turn 3" in house.board.content
    await house.until(lambda: not house.outbox(), "an empty outbox")


@pytest.mark.parametrize("way", ["a close code", "a wish to reconnect", "a session to resume"])
@pytest.mark.usefixtures("agreement")
async def test_what_happens_while_it_reconnects_comes_once(house: House, way: str) -> None:
    """The session is resumed, and what was missed is replayed."""
    child = await house.start()
    await house.begun()
    gateway = house.fake.gateway
    if way == "a close code":
        await gateway.close(4000)
    elif way == "a wish to reconnect":
        gateway.send(RECONNECT)
    else:
        gateway.send(INVALID_SESSION, True)
    await played_once(house)
    assert (gateway.count(IDENTIFY), gateway.count(RESUME)) == (1, 1)
    assert "Traceback" not in child.log


@pytest.mark.usefixtures("agreement")
async def test_a_replayed_tap_is_played_once(house: House) -> None:
    """Discord sends an event again that the bot has dealt with: the second time changes nothing,
    and the board stays as it is.
    """
    child = await house.start()
    await house.begun()
    answer = await house.tap("0")
    shown = house.board.content
    house.fake.gateway.repeat("INTERACTION_CREATE", answer.record.id)
    await played_after_repeat(house, shown)
    assert "Traceback" not in child.log


async def played_after_repeat(house: House, shown: str) -> None:
    """Another command is answered after the repeated event; nothing has changed by then."""
    await house.fake.slash(house.alice, house.channel, "help")
    assert house.turns() == ["0"]
    assert house.board.content == shown
    await house.until(lambda: not house.outbox(), "an empty outbox")
    await house.tap("1")
    assert house.turns() == ["0", "1"]


@pytest.mark.usefixtures("agreement")
async def test_a_session_that_cannot_be_resumed(house: House) -> None:
    """A new one begins, and the match goes on where it was."""
    await house.start()
    await house.begun()
    house.fake.gateway.resumable = False
    house.fake.gateway.drop()
    await house.until(lambda: house.fake.gateway.count(IDENTIFY) == 2, "a new session")
    await played_once(house)


@pytest.mark.usefixtures("agreement")
async def test_heartbeats_that_nobody_answers(house: House) -> None:
    """The connection counts as dead: another one resumes the session."""
    house.fake.gateway.heartbeat_seconds = 0.2
    child = await house.spawn({"HEARTBEAT_TIMEOUT": "2"})
    await house.until(lambda: house.fake.gateway.connected, "the connection")
    await house.begun()
    house.fake.gateway.acknowledges = False
    await house.until(lambda: house.fake.gateway.count(RESUME), "the resume")
    house.fake.gateway.acknowledges = True
    await played_once(house)
    assert house.fake.gateway.count(HEARTBEAT) > 1
    assert house.fake.gateway.count(IDENTIFY) == 1
    assert "Traceback" not in child.log


async def test_an_application_without_the_intents(house: House) -> None:
    """Whoever starts the bot is told in one sentence."""
    house.fake.gateway.refuses_intents = True
    assert "intents" in await refusal(await house.spawn())


@pytest.mark.usefixtures("agreement")
@pytest.mark.parametrize(
    ("code", "words"),
    [(4011, "start it again"), (4012, "update"), (4013, "intents"), (4014, "intents")],
)
async def test_connections_that_are_closed_for_good(house: House, code: int, words: str) -> None:
    """While it runs: one sentence that says what to do, not a fault of the program."""
    child = await house.start()
    # A connection that closes while it is still being made looks like any lost one.
    await house.begun()
    await house.tap("0")
    await house.fake.gateway.close(code)
    assert words in await refusal(child)
    assert house.turns() == ["0"]
