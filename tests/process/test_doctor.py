"""What the doctor says, as a process beside the bot."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.process.child import DATABASE, Child, House


def lines(child: Child, mark: str) -> list[str]:
    """What it said with that mark."""
    cut = [line.split(None, 1) for line in child.log.splitlines()]
    return [text for found, text in cut if found == mark]


async def doctor(house: House, *arguments: str, token: bool = True) -> Child:
    """The doctor's visit; every line has a mark."""
    env = None if token else {"DISCORD_TOKEN": ""}
    child = await house.command("doctor", *arguments, env=env)
    marks = {line.split(None, 1)[0] for line in child.log.splitlines()}
    assert marks <= {"ok", "note", "PROBLEM"}, child.log
    assert child.status == (1 if "PROBLEM" in marks else 0), child.log
    return child


def change(house: House, statement: str) -> None:
    """Change the database behind the bot's back."""
    with closing(sqlite3.connect(house.folder / DATABASE)) as opened, opened:
        opened.execute(statement)


async def test_all_is_sound(house: House) -> None:
    """While the bot runs, everything is looked at and nothing is wrong."""
    await house.start()
    await house.begun()
    child = await doctor(house, "--server", str(house.guild.id))
    assert child.status == 0
    said = lines(child, "ok")
    for words in (
        "settings: all of them can be used",
        "disk: ",
        "database: its tables are of revision ",
        "matches: 1 looked at",
        "challenges: 1 looked at",
        "due rows: 1 looked at",
        "token: Discord knows it as ",
        "invitations: the bot is public, so everybody may invite it",
        "privileged intents: none, as it should be",
        "interactions: they come to the bot",
        "commands: all ",
        f"servers: the bot is in 1: Chess club ({house.guild.id})",
        "#games: the bot may do all that it needs",
    ):
        assert any(line.startswith(words) for line in said), (words, said)
    assert house.fake.token not in child.log


async def test_without_a_token(house: House) -> None:
    """The database is looked at, also before there is one, and Discord is not."""
    child = await doctor(house, token=False)
    assert lines(child, "note") == [
        "database: there is none yet; the bot makes it when it starts",
        "Discord: no token is set, so Discord was not looked at",
    ]
    assert not (house.folder / DATABASE).exists()
    child = await doctor(house, "--server", "5", token=False)
    assert lines(child, "PROBLEM") == [
        "server 5: no token is set, so Discord was not looked at",
    ]


async def test_settings_that_are_wrong(house: House) -> None:
    """Without them nothing can be looked at: one line, and the status of a start."""
    house.settings += "[logging]\ncolour = true\n"
    child = await house.command("doctor")
    assert child.status == 2
    [line] = child.log.splitlines()
    assert line.startswith("PROBLEM  settings: ")
    assert "[logging] colour is unknown" in line


async def test_usage(house: House) -> None:
    """A server is named by its number."""
    child = await house.command("doctor", "--server", "chess")
    assert child.status == 2
    assert "--server" in child.log


async def test_matches_that_do_not_replay(house: House) -> None:
    """Each is named with the reason, many are counted, and what to do follows."""
    await house.start()
    await house.begun()
    await house.tap("0")
    change(house, "UPDATE turns SET record = 'x'")
    child = await doctor(house, token=False)
    [found] = lines(child, "PROBLEM")
    assert found.startswith("match 1: its turns do not replay (")
    assert any(line.startswith("matches: what to do: ") for line in lines(child, "note"))
    change(
        house,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) "
        "INSERT INTO outbox (telling, attempts, due_at, made_at, notifies) "
        "SELECT 'sing', 0, 9000000000000000, 0, 0 FROM n",
    )
    child = await doctor(house, token=False)
    assert "outbox rows: 10 more problems like these" in lines(child, "PROBLEM")
    assert len(lines(child, "PROBLEM")) == 22


async def test_a_database_that_cannot_be_used(house: House) -> None:
    """A newer one, another program's, a text."""
    with closing(sqlite3.connect(house.folder / DATABASE)) as opened, opened:
        opened.execute("CREATE TABLE alembic_version (version_num TEXT)")
        opened.execute("INSERT INTO alembic_version VALUES ('9999')")
    [found] = lines(await doctor(house, token=False), "PROBLEM")
    assert "9999, which a newer version of this program made: update it" in found
    change(house, "ALTER TABLE alembic_version RENAME TO recipes")
    [found] = lines(await doctor(house, token=False), "PROBLEM")
    assert found == "database: it belongs to another program: name another one"
    (house.folder / DATABASE).write_text("just a text\n" * 100)
    [found] = lines(await doctor(house, token=False), "PROBLEM")
    assert "is not a database" in found


# Discord


async def test_a_refused_token(house: House) -> None:
    """It says where to get another one."""
    child = await house.command("doctor", env={"DISCORD_TOKEN": "MTA.wrong.token"})
    assert child.status == 1
    assert lines(child, "PROBLEM") == [
        "token: Discord refuses it: copy it again on the page Bot of the application"
    ]
    assert "wrong" not in child.log


@pytest.mark.parametrize("trouble", [{"status": 503}, {"drop": "before"}])
async def test_discord_out_of_reach(house: House, trouble: dict[str, Any]) -> None:
    """It says where to look."""
    house.fake.rest.fault("GET", "/users/@me/guilds$", times=None, **trouble)
    [found] = [
        line for line in lines(await doctor(house), "PROBLEM") if not line.startswith("commands")
    ]
    assert found.startswith("Discord: it cannot be asked")
    assert "discordstatus.com" in found


def application(house: House, **settings: Any) -> None:
    """Discord tells these settings of the application."""
    user = {"id": "1", "username": "owner", "discriminator": "0", "avatar": None}
    body = {
        "id": str(house.fake.backend.application_id),
        "name": "Paper\nsoccer",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0",
        "owner": user,
        "flags": 0,
        **settings,
    }
    house.fake.rest.fault("GET", "/oauth2/applications/@me$", status=200, body=body, times=None)


async def test_settings_of_the_application(house: House) -> None:
    """What keeps taps or invitations away is a problem, what is not needed is told."""
    application(
        house,
        interactions_endpoint_url="https://example.org/taps",
        bot_require_code_grant=True,
        flags=1 << 15 | 1 << 18,
    )
    child = await doctor(house)
    problems = "\n".join(lines(child, "PROBLEM"))
    assert "Discord sends all taps and commands to https://example.org/taps instead" in problems
    assert "nobody can invite the bot while Requires OAuth2 Code Grant is on" in problems
    assert "commands: not uploaded everywhere are " in problems
    assert any(
        "the bot needs none, but has Server Members, Message Content" in line
        for line in lines(child, "note")
    )
    assert any("Paper?soccer" in line for line in lines(child, "ok"))
    application(house, bot_public=False)
    house.fake.rest.faults.pop(0)
    child = await doctor(house)
    assert "invitations: the bot is not public, so only its owner may invite it" in lines(
        child, "ok"
    )


async def test_commands_of_another_program(house: House) -> None:
    """Once the bot has run its commands are there; others are told."""
    bot = await house.start()
    body = [
        {**command, "version": "1", "application_id": "1", "default_member_permissions": None}
        for command in house.fake.backend_commands()
    ]
    assert await bot.stop() == 0
    extra = {**body[0], "id": "99", "name": "dance"}
    house.fake.rest.fault("GET", "/commands$", status=200, body=[*body, extra], times=None)
    child = await doctor(house)
    assert any(line.startswith("commands: dance, which are") for line in lines(child, "note"))


async def test_a_server_without_the_bot(house: House) -> None:
    """It gives the link that invites it; so it does for the test server."""
    house.settings += "discord.test_guild = 4321\n"
    house.fake.rest.fault(
        "GET", "/guilds/4321/commands", status=403, body={"code": 50001}, times=None
    )
    child = await doctor(house, "--server", "1234")
    problems = "\n".join(lines(child, "PROBLEM"))
    assert "test_guild: the bot is not in server 4321: invite it with https://" in problems
    assert "server 1234: the bot is not in it, or there is none: invite it with " in problems
    assert "commands: they cannot be uploaded in server 4321, where the bot is not" in problems


def deny(house: House, channel: int, *names: str) -> None:
    """The bot may not do this in a channel."""
    import discord

    bits = discord.Permissions(**dict.fromkeys(names, True)).value
    place = house.fake.backend.channels[channel]
    place.overwrites[house.guild.id] = Overwrite(
        house.guild.id, OverwriteType.ROLE, allow=0, deny=bits
    )


async def test_permissions_in_a_server(house: House) -> None:
    """What is missing where: a problem where matches are played, to be told elsewhere."""
    names = ("silent", "hidden", "flat", "blind")
    channels = {name: house.fake.create_channel(house.guild, name) for name in names}
    deny(house, channels["silent"].id, "send_messages", "attach_files")
    deny(house, channels["hidden"].id, "view_channel")
    deny(house, channels["flat"].id, "create_public_threads")
    deny(house, channels["blind"].id, "read_message_history")
    await house.start()
    await house.begun()
    server = ("--server", str(house.guild.id))
    child = await doctor(house, *server)
    assert child.status == 0
    notes = lines(child, "note")
    assert "#silent: no board can be shown without Send Messages, Attach Files" in notes
    assert "#flat: Create Public Threads missing: matches get no threads of their own" in notes
    assert (
        "#blind: Read Message History missing: after trouble with Discord a board may come twice"
        in notes
    )
    assert any("hidden from the bot are #hidden" in line for line in notes)

    deny(house, house.channel.id, "view_channel")
    for name in ("flat", "blind"):
        deny(house, channels[name].id, "attach_files")
    child = await doctor(house, *server)
    assert lines(child, "PROBLEM") == [
        "#games: no board can be shown without View Channel, although matches are played there: "
        "allow that",
        "server Chess club: boards can be shown in no channel: allow the bot's role View Channel, "
        "Send Messages, Attach Files",
    ]
