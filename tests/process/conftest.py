"""A fake Discord on a socket, and the bot as a process that talks to it."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from tests.process.child import House
from tests.support.agreement import Agreement
from tests.support.fake_rest import HttpRequest
from tests.support.socket_fake import FakeDiscord


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    """Discord on a loopback socket; at the end no child of it is left."""
    async with FakeDiscord() as running:
        yield running


@pytest.fixture
def house(fake: FakeDiscord, tmp_path: Path) -> House:
    """A server with a channel, Alice and Bob in it, and a folder for the bot's files."""
    return House(fake, tmp_path)


@pytest.fixture
async def agreement(house: House) -> AsyncIterator[Agreement]:
    """At the end, what is stored, what stands there and what was told agree; every picture that was
    sent is whole, however often it was sent; and nothing was a fault of the program.
    """
    watching = Agreement(house, house.folder)
    yield watching
    await house.until(lambda: not house.outbox(), "an empty outbox")
    assert await watching.findings() == []
    for place in (house.channel, *house.threads()):
        for message in house.fake.messages(place):
            for file in house.fake.files_of(message):
                assert_opens(file.data)
    assert_whole(house.fake.rest.requests)


def assert_opens(picture: bytes) -> None:
    """Pillow reads it to its end."""
    with Image.open(io.BytesIO(picture)) as opened:
        assert opened.format == "PNG"
        opened.load()


def assert_whole(requests: list[HttpRequest]) -> None:
    """A picture of one name has one size, in every try to send it."""
    sizes: dict[str, set[int]] = {}
    for request in requests:
        for file in request.files:
            sizes.setdefault(file.filename, set()).add(file.size)
    assert sizes
    assert [name for name, found in sizes.items() if len(found) > 1 or 0 in found] == []
