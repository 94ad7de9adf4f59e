"""What the operator reads."""

import json

import pytest

from tests.process.child import POSTS, House


@pytest.mark.parametrize("as_json", [True, False])
async def test_a_log_at_its_most_talkative(house: House, as_json: bool) -> None:
    """One event a line, JSON on request; neither the bot's token nor those of interactions."""
    house.settings += f'[logging]\nlevel = "debug"\njson = {str(as_json).lower()}\n'
    child = await house.start()
    house.fake.rest.rate_limit("POST", POSTS, 0.1)
    await house.begun()
    await house.tap("0")
    house.fake.rest.rate_limit("POST", r"/callback$", 0.1)
    await house.tap("1")
    tokens = [each.token for each in house.fake.backend.interactions.values()]
    assert len(tokens) >= 4
    assert await child.stop() == 0
    lines = child.log.splitlines()
    assert len(lines) > 20
    for secret in (house.fake.token, *tokens):
        assert secret not in child.log
    for line in lines:
        if as_json:
            assert json.loads(line).keys() >= {"time", "level", "logger", "event"}
        else:
            assert line[:4].isdigit(), line
