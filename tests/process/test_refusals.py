"""What keeps the bot from starting ends with one sentence and status 2."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.process.child import DATABASE, Child, House

WRONG = "MTA.wrong.token"


async def refusal(child: Child) -> str:
    """The one sentence with which it ended."""
    assert await child.end() == 2, child.log
    [sentence] = [line for line in child.log.splitlines() if line.startswith("paper-soccer: ")]
    assert child.log.endswith(sentence + "\n")
    assert "Traceback" not in child.log
    return sentence


async def test_a_refused_token(house: House) -> None:
    """It says where to get another one, and never shows the token."""
    child = await house.spawn({"DISCORD_TOKEN": WRONG})
    assert "token" in await refusal(child)
    assert WRONG not in child.log


@pytest.mark.usefixtures("agreement")
async def test_a_token_that_is_taken_back_while_it_runs(house: House) -> None:
    """The gateway refuses it: the same sentence, not a fault of the program; a match is as it was
    shown.
    """
    child = await house.start()
    await house.begun()
    await house.tap("0")
    await house.fake.gateway.close(4004)
    assert "token" in await refusal(child)
    assert house.fake.token not in child.log
    assert house.turns() == ["0"]


async def test_a_test_server_without_the_bot(house: House) -> None:
    """It names the setting, and the invitation stands above."""
    house.settings += "discord.test_guild = 4321\n"
    house.fake.rest.fault(
        "PUT", "/guilds/4321/commands$", status=403, body={"code": 50001, "message": "no"}
    )
    child = await house.spawn()
    sentence = await refusal(child)
    assert "test_guild is 4321" in sentence
    assert "invite the bot with https://discord.com/" in child.log.partition(sentence)[0]


@pytest.mark.parametrize("trouble", [{"status": 503}, {"drop": "before"}])
@pytest.mark.parametrize("path", ["/users/@me$", "/gateway/bot$"])
async def test_discord_out_of_reach(house: House, path: str, trouble: dict[str, Any]) -> None:
    """A server error or no network at the start: it says where to look."""
    house.fake.rest.fault("GET", path, times=None, **trouble)
    sentence = await refusal(await house.spawn())
    assert sentence.startswith("paper-soccer: Discord cannot be reached: ")


async def test_no_token(house: House) -> None:
    """It names the two places for one."""
    sentence = await refusal(await house.spawn({"DISCORD_TOKEN": ""}))
    assert "DISCORD_TOKEN" in sentence
    assert "config.toml" in sentence


async def test_an_unknown_setting(house: House) -> None:
    """It names the setting."""
    house.settings += "[logging]\ncolour = true\n"
    assert "colour" in await refusal(await house.spawn())


async def test_a_second_process_on_the_same_file(house: House) -> None:
    """The second one ends, the first one goes on."""
    first = await house.start()
    assert "in use" in await refusal(await house.spawn())
    answer = await house.fake.slash(house.alice, house.channel, "help")
    assert answer.complete
    assert first.process.returncode is None


async def test_a_database_of_a_newer_version(house: House) -> None:
    """It is left as it is."""
    with closing(sqlite3.connect(house.folder / DATABASE)) as opened, opened:
        opened.execute("CREATE TABLE alembic_version (version_num TEXT)")
        opened.execute("INSERT INTO alembic_version VALUES ('9999')")
    before = (house.folder / DATABASE).read_bytes()
    assert "newer version" in await refusal(await house.spawn())
    assert (house.folder / DATABASE).read_bytes() == before


@pytest.mark.parametrize("name", ["a-file/matches.sqlite3", "."])
async def test_a_place_where_no_database_can_be(house: House, name: str) -> None:
    """It names the place."""
    (house.folder / "a-file").write_text("")
    house.settings = f'storage.url = "sqlite:///{name}"\n'
    assert str(house.folder) in await refusal(await house.spawn())
