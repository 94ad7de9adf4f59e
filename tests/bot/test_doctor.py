"""What the doctor says of a database and of the bot on Discord."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.backend.models import Channel, Overwrite
from simcord.enums import OverwriteType

from bot import doctor
from bot.__main__ import main
from bot.commands import add_commands
from bot.doctor.lines import ok
from matches.ids import ServerId
from matches.match import Match
from matches.outbox import DueKind
from matches.place import Place
from matches.ports import UnitOfWork
from storage import open_store
from tests.storage.samples import NOW, add_match, after, write
from tests.support.simcord_seams import rest
from tests.support.socket_fake import FakeDiscord


@dataclass
class Practice:
    """A bot's folder, the Discord that it is on, and what the doctor says of them."""

    folder: Path
    fake: FakeDiscord
    capsys: pytest.CaptureFixture[str]
    settings: str = 'storage.url = "sqlite:///matches.sqlite3"\n'
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def database(self) -> Path:
        """The bot's file."""
        return self.folder / "matches.sqlite3"

    async def visit(self, server: int | None = None) -> dict[str, list[str]]:
        """What it says, by mark; the exit status must fit."""
        config = self.folder / "config.toml"
        config.write_text(self.settings, encoding="utf-8")
        status = await doctor.run(config, self.environ, server=server)
        said = self.capsys.readouterr().out.splitlines()
        by_mark: dict[str, list[str]] = {"ok": [], "note": [], "PROBLEM": []}
        for line in said:
            mark, text = line.split(None, 1)
            by_mark[mark].append(text)
        assert status == (1 if by_mark["PROBLEM"] else 0), said
        return by_mark

    def change(self, statement: str) -> None:
        """Change the database behind the bot's back."""
        with closing(sqlite3.connect(self.database)) as opened, opened:
            opened.execute(statement)

    async def match(self, *turns: str, place: Place) -> Match:
        """A match with these turns in a new database."""
        store = await open_store(f"sqlite:///{self.database.as_posix()}")
        started = await add_match(store, place=place)

        async def work(uow: UnitOfWork) -> None:
            await uow.due.set(DueKind.TURN_DEADLINE, started.id, NOW)
            if turns:
                await uow.matches.save(after(started, *turns))

        await write(store, work)
        await store.close()
        return started

    def application(self, **settings: Any) -> None:
        """From now on Discord tells these settings of the application."""
        backend = self.fake.backend
        status, body = rest(backend, "GET", "/oauth2/applications/@me")
        assert status == 200
        self.fake.rest.faults.clear()
        self.fake.rest.fault(
            "GET",
            "/oauth2/applications/@me$",
            status=200,
            body={**body, **settings},
            times=None,
        )

    async def upload(self) -> None:
        """A bot has been started: its commands are there."""
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(self.fake.token)
            tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
            add_commands(tree)
            await tree.sync()


@pytest.fixture
async def practice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Practice]:
    """A folder without a database, and a token that Discord takes."""
    monkeypatch.setattr("bot.doctor.visit.configure_logging", lambda *_, **__: None)
    async with FakeDiscord() as fake:
        yield Practice(tmp_path, fake, capsys, environ={"DISCORD_TOKEN": fake.token})


@pytest.fixture
def offline(practice: Practice) -> Practice:
    """The same without a token."""
    practice.environ.clear()
    return practice


ELSEWHERE = Place(ServerId(5), 6)


async def test_without_a_token_and_a_database(offline: Practice) -> None:
    """Neither is wrong, and nothing is made; a server cannot be looked at."""
    said = await offline.visit()
    assert said["note"] == [
        "database: there is none yet; the bot makes it when it starts",
        "Discord: no token is set, so Discord was not looked at",
    ]
    assert not offline.database.exists()
    said = await offline.visit(5)
    assert said["PROBLEM"] == ["server 5: no token is set, so Discord was not looked at"]


def test_server_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Anything else is a wrong argument."""
    with pytest.raises(SystemExit) as end:
        main(["doctor", "--server", "chess"])
    assert end.value.code == 2
    assert "--server" in capsys.readouterr().err


def test_lines_are_lines() -> None:
    """A name breaks no line and rings no bell."""
    assert str(ok("name: \n\x1b[31m\a")) == "ok       name: ??[31m?"


# The database


async def test_sound_database(offline: Practice) -> None:
    """Everything is counted."""
    await offline.match("0", place=ELSEWHERE)
    said = await offline.visit()
    assert said["PROBLEM"] == []
    assert {"matches: 1 looked at", "due rows: 1 looked at", "challenges: 0 looked at"} <= set(
        said["ok"]
    )


async def test_matches_that_do_not_replay(offline: Practice) -> None:
    """Each is named with the reason, many are counted, and what to do follows."""
    await offline.match("0", place=ELSEWHERE)
    offline.change("UPDATE turns SET record = 'x'")
    said = await offline.visit()
    [found] = said["PROBLEM"]
    assert found.startswith("match 1: its turns do not replay (")
    assert any(line.startswith("matches: what to do: ") for line in said["note"])
    offline.change(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) "
        "INSERT INTO outbox (telling, attempts, due_at, made_at, notifies) "
        "SELECT 'sing', 0, 9000000000000000, 0, 0 FROM n"
    )
    said = await offline.visit()
    assert "outbox rows: 10 more problems like these" in said["PROBLEM"]
    assert len(said["PROBLEM"]) == 22


async def test_database_that_cannot_be_used(offline: Practice) -> None:
    """A newer one, another program's, a text."""
    with closing(sqlite3.connect(offline.database)) as opened, opened:
        opened.execute("CREATE TABLE alembic_version (version_num TEXT)")
        opened.execute("INSERT INTO alembic_version VALUES ('9999')")
    [found] = (await offline.visit())["PROBLEM"]
    assert "9999, which a newer version of this program made: update it" in found
    offline.change("UPDATE alembic_version SET version_num = '0001'")
    said = await offline.visit()
    assert said["PROBLEM"] == []
    assert "matches: they can be looked at once the tables are up to date" in said["note"]
    offline.change("ALTER TABLE alembic_version RENAME TO recipes")
    [found] = (await offline.visit())["PROBLEM"]
    assert found == "database: it belongs to another program: name another one"
    offline.database.write_text("just a text\n" * 100)
    [found] = (await offline.visit())["PROBLEM"]
    assert "is not a database" in found
    offline.database.write_bytes(b"")
    said = await offline.visit()
    assert "database: it is empty; the bot makes its tables when it starts" in said["note"]


async def test_missing_table(offline: Practice) -> None:
    """It is named, and nothing that needs it is tried."""
    await offline.match(place=ELSEWHERE)
    offline.change("DROP TABLE hints")
    said = await offline.visit()
    assert said["PROBLEM"] == ["table hints: is missing"]
    assert not any(line.startswith("matches:") for line in said["ok"])


async def test_postgres(offline: Practice, postgres_url: str) -> None:
    """It is looked at as well, without a disk of its own; out of reach, it is named."""
    offline.settings = f'storage.url = "{postgres_url}"\n'
    said = await offline.visit()
    assert said["PROBLEM"] == []
    assert "matches: 0 looked at" in said["ok"]
    assert not any(line.startswith("disk") for line in said["ok"])
    offline.settings = 'storage.url = "postgresql://bot:hush@127.0.0.1:1/soccer"\n'
    [found] = (await offline.visit())["PROBLEM"]
    assert found.startswith("database: no PostgreSQL server answers")
    assert "hush" not in found


def grow(path: Path, size: int) -> None:
    """A file of that size, which takes no room."""
    with path.open("wb") as file:
        file.truncate(size)


@pytest.mark.parametrize(
    ("free", "mark", "words"),
    [
        (10**11, "ok", "disk: 100 GB are free on the disk of "),
        (99_000_000, "PROBLEM", "disk: only 99 MB are free on the disk of "),
        (300_000_000, "note", "too little for a copy of the database (200 MB)"),
    ],
)
async def test_room_on_the_disk(
    offline: Practice, monkeypatch: pytest.MonkeyPatch, free: int, mark: str, words: str
) -> None:
    """Too little of it is a problem before turns are refused."""

    @dataclass
    class Usage:
        free: int

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(free))
    grow(offline.database, 200_000_000)
    said = await offline.visit()
    assert any(words in line for line in said[mark]), said


# Discord


async def test_everything_is_sound(practice: Practice) -> None:
    """A line for each thing that was looked at."""
    guild = practice.fake.create_guild("Chess\nclub")
    practice.fake.create_channel(guild, "games")
    await practice.upload()
    said = await practice.visit(guild.id)
    assert said["PROBLEM"] == []
    for words in (
        "token: Discord knows it as ",
        "invitations: the bot is public, so everybody may invite it",
        "privileged intents: none, as it should be",
        "interactions: they come to the bot",
        "commands: all ",
        f"servers: the bot is in 1: Chess?club ({guild.id})",
        "#games: the bot may do all that it needs",
    ):
        assert any(line.startswith(words) for line in said["ok"]), (words, said)


async def test_refused_token(practice: Practice) -> None:
    """It says where to get another one, and does not show this one."""
    practice.environ["DISCORD_TOKEN"] = "MTA.wrong.token"
    assert (await practice.visit())["PROBLEM"] == [
        "token: Discord refuses it: copy it again on the page Bot of the application"
    ]


async def test_discord_out_of_reach(practice: Practice) -> None:
    """It says where to look."""
    practice.fake.rest.fault("GET", "/users/@me/guilds$", status=403, body={"code": 50001})
    found = (await practice.visit())["PROBLEM"][-1]
    assert found.startswith("Discord: it cannot be asked (status 403")
    assert "discordstatus.com" in found


async def test_settings_of_the_application(practice: Practice) -> None:
    """What keeps taps or invitations away is a problem, what is not needed is told."""
    practice.application(
        interactions_endpoint_url="https://example.org/taps",
        bot_require_code_grant=True,
        flags=1 << 15 | 1 << 18,
    )
    said = await practice.visit()
    problems = "\n".join(said["PROBLEM"])
    assert "Discord sends all taps and commands to https://example.org/taps instead" in problems
    assert "nobody can invite the bot while Requires OAuth2 Code Grant is on" in problems
    assert "commands: not uploaded everywhere are " in problems
    notes = "\n".join(said["note"])
    assert "the bot needs none, but has Server Members, Message Content: better turn" in notes
    assert "servers: the bot is in none; invite it with https://" in notes
    practice.application(bot_public=False)
    words = "invitations: the bot is not public, so only its owner may invite it"
    assert words in (await practice.visit())["ok"]


async def test_commands_of_another_program(practice: Practice) -> None:
    """Others than the bot's are told."""
    await practice.upload()
    backend = practice.fake.backend
    status, body = rest(backend, "GET", f"/applications/{backend.application_id}/commands")
    assert status == 200
    extra = {**body[0], "id": "99", "name": "dance"}
    practice.fake.rest.fault("GET", "/commands$", status=200, body=[*body, extra])
    said = await practice.visit()
    assert any(line.startswith("commands: dance, which are uploaded") for line in said["note"])


async def test_server_without_the_bot(practice: Practice) -> None:
    """It gives the link that invites it; so it does for the test server."""
    practice.settings += "discord.test_guild = 4321\n"
    practice.fake.rest.fault("GET", "/guilds/4321/commands", status=403, body={"code": 50001})
    problems = "\n".join((await practice.visit(1234))["PROBLEM"])
    assert "test_guild: the bot is not in server 4321: invite it with https://" in problems
    assert "server 1234: the bot is not in it, or there is none: invite it with " in problems
    assert "commands: they cannot be uploaded in server 4321, where the bot is not" in problems


def deny(practice: Practice, channel: Channel, *names: str) -> None:
    """In this channel nobody may do this, nor the bot."""
    bits = discord.Permissions(**dict.fromkeys(names, True)).value
    everybody = Overwrite(channel.guild_id or 0, OverwriteType.ROLE, allow=0, deny=bits)
    practice.fake.backend.set_overwrite(channel.id, everybody)


async def test_permissions_in_a_server(practice: Practice) -> None:
    """What is missing where: a problem where matches are played, to be told elsewhere."""
    guild = practice.fake.create_guild("Chess club")
    names = ("games", "silent", "hidden", "flat", "blind")
    games, silent, hidden, flat, blind = (
        practice.fake.create_channel(guild, name) for name in names
    )
    await practice.match(place=Place(ServerId(guild.id), games.id))
    await practice.upload()
    deny(practice, silent, "send_messages", "attach_files")
    deny(practice, hidden, "view_channel")
    deny(practice, flat, "create_public_threads")
    deny(practice, blind, "read_message_history")
    said = await practice.visit(guild.id)
    assert said["PROBLEM"] == []
    assert said["note"] == [
        "#silent: no board can be shown without Send Messages, Attach Files",
        "#flat: Create Public Threads missing: matches get no threads of their own",
        "#blind: Read Message History missing: after trouble with Discord a board may come twice",
        "server Chess club: hidden from the bot are #hidden: where matches are to be played, "
        "allow View Channel",
    ]
    for channel in (games, flat, blind):
        deny(practice, channel, "attach_files")
    assert (await practice.visit(guild.id))["PROBLEM"] == [
        "#games: no board can be shown without Attach Files, although matches are played there: "
        "allow that",
        "server Chess club: boards can be shown in no channel: allow the bot's role View Channel, "
        "Send Messages, Attach Files",
    ]
