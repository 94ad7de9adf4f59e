"""A fake Discord on a socket, and the bot as a process that talks to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.process.child import House
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
