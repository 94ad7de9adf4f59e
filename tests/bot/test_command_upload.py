"""The upload of the commands: valid, and only when something has changed."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from discord import app_commands
from simcord.backend.errors import BackendError
from simcord.env import Env

from bot.actions.permissions import INVITED
from bot.app import PaperSoccer
from bot.config import ConfigError
from bot.reach import NEEDED
from bot.sync import TRY_AGAIN_AFTER, upload_note
from storage import SqlStore, open_store
from tests.support.clock import Clock
from tests.support.limits import command_problems
from tests.support.log_watch import LogWatch
from tests.support.simcord_seams import Rule, requests_of, running
from tests.support.stores import sqlite_with_tables
from tests.support.table import told


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """A fresh database."""
    opened = await open_store(sqlite_with_tables(tmp_path / "test.sqlite3"))
    yield opened
    await opened.close()


def new_bot(store: SqlStore, test_guild: int | None = None) -> PaperSoccer:
    """A process that starts on this database."""
    return PaperSoccer(store, now=Clock().now, rng=Random(1), test_guild=test_guild, shard_count=1)


@asynccontextmanager
async def started(bot: PaperSoccer, *rules: Rule) -> AsyncIterator[Env]:
    """The bot from its start to its end."""
    with LogWatch("discord", "bot"):
        async with running(bot, rules=rules, shard_count=1) as env:
            yield env
            await bot.announcer.stop()
            await bot.due.stop()


def uploads(env: Env) -> list[tuple[str, list[dict[str, Any]]]]:
    """The uploads so far: where to, and what."""
    return [(r.path, r.json) for r in requests_of(env) if r.method == "PUT"]


async def test_the_upload_is_what_discord_takes(store: SqlStore) -> None:
    """Names, descriptions, options and choices are within Discord's limits."""
    async with started(new_bot(store)) as env:
        [(path, commands)] = uploads(env)
    assert path.endswith("/commands")
    assert "/guilds/" not in path
    assert command_problems(commands) == []


async def test_no_command_is_for_people_without_the_server(store: SqlStore) -> None:
    """Commands come with a server's installation, and never where no board could be shown."""
    async with started(new_bot(store)) as env:
        [(_, commands)] = uploads(env)
    assert {tuple(command["integration_types"]) for command in commands} == {(0,)}
    contexts = {command["name"]: command["contexts"] for command in commands}
    in_private = {name for name, where in contexts.items() if where != [0]}
    assert in_private == {
        "play", "move", "board", "games", "resign", "leaderboard", "profile", "rules", "help",
        "soccer",
    }  # fmt: skip
    assert all(contexts[name] == [0, 1] for name in in_private)


async def test_every_command_says_what_it_belongs_to(store: SqlStore) -> None:
    """People search for *paper soccer*: each description begins with it, each option is told."""
    async with started(new_bot(store)) as env:
        [(_, commands)] = uploads(env)
    slash = [c for c in commands if c.get("type", 1) == 1]
    assert {c["name"] for c in slash} == {
        "play", "challenge", "move", "board", "games", "resign", "leaderboard", "profile",
        "rules", "help", "soccer",
    }  # fmt: skip
    nodes = [*slash, *(o for c in slash for o in c["options"] if o["type"] == 1)]
    for node in nodes:
        assert node["description"].startswith("Paper soccer: "), node["name"]
        for option in node.get("options", []):
            assert option["description"] not in ("", "…"), (node["name"], option["name"])
    assert [c["name"] for c in commands if c.get("type") == 2] == [
        "Challenge to paper soccer",
        "Paper soccer profile",
    ]


async def test_uploaded_once(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    """The next process uploads nothing: the database knows what is there."""
    async with started(new_bot(store)) as env:
        assert len(uploads(env)) == 1
    async with store.reading() as uow:
        noted = await uow.notes.get(upload_note(env.backend.application_id))
    assert noted is not None
    assert len(noted) == 64
    with caplog.at_level(logging.INFO, logger="bot"):
        async with started(new_bot(store)) as env:
            assert uploads(env) == []
    assert "the commands are uploaded already" in caplog.text


async def test_uploaded_again_when_something_has_changed(store: SqlStore) -> None:
    """A version with one command more uploads them all, once."""
    for changed, expected in ((False, 1), (True, 1), (True, 0), (False, 1)):
        bot = new_bot(store)
        if changed:
            bot.tree.add_command(one_more)
        async with started(bot) as env:
            assert len(uploads(env)) == expected


@app_commands.command(name="new", description="Paper soccer: something new")
async def one_more(interaction: discord.Interaction) -> None:
    """A command that the next version has."""


@pytest.mark.parametrize("trouble", [500, 429, 0])
async def test_an_upload_that_fails_is_tried_again(
    store: SqlStore, caplog: pytest.LogCaptureFixture, trouble: int
) -> None:
    """A server error, a limit, a lost connection: the bot runs, and uploads some minutes later."""
    async with started(new_bot(store)):
        pass
    bot = new_bot(store)
    bot.tree.add_command(one_more)
    failing = Failing(trouble)
    async with started(bot, failing) as env:
        assert bot.is_ready()
        assert "the commands are not up to date" in caplog.text
        await env.advance_time(TRY_AGAIN_AFTER)
        assert failing.tries == 2
        failing.status = None
        await env.advance_time(TRY_AGAIN_AFTER)
        assert "new" in names(env)
        await env.advance_time(2 * TRY_AGAIN_AFTER)
        assert failing.tries == 3
    async with started(bot := new_bot(store)) as env:
        assert "new" not in names(env)


async def test_an_upload_that_fails_is_tried_again_by_the_next_process(store: SqlStore) -> None:
    """What Discord did not take is not noted, and nothing is tried after the end."""
    bot = new_bot(store)
    async with started(bot, Failing(500)):
        pass
    await bot.close()
    async with started(new_bot(store)) as env:
        assert len(uploads(env)) == 1


async def test_commands_that_discord_refuses_are_a_fault(store: SqlStore) -> None:
    """No later try would help: the start fails, and the log says why."""
    with pytest.raises(discord.HTTPException):
        async with running(new_bot(store), rules=[Failing(400)], shard_count=1):
            pass


class Failing:
    """A rule: Discord does not take the commands, with this status; None takes them again."""

    def __init__(self, status: int | None, code: int = 0, path: str = "/commands") -> None:
        self.status = status
        self.tries = 0
        self._code = code
        self._path = path

    def __call__(self, backend: Any, request: Any, answer: Any) -> Any:
        if request.method != "PUT" or self._path not in request.path:
            return answer()
        self.tries += 1
        if self.status is None:
            return answer()
        if self.status == 0:
            raise ConnectionResetError
        raise BackendError(self.status, self._code, "no")


def names(env: Env, server: int | None = None) -> set[str]:
    """The commands that Discord has for a server, or for everybody."""
    return {command["name"] for command in env.backend.commands.get(server, {}).values()}


async def test_only_to_the_test_server_when_one_is_named(store: SqlStore) -> None:
    """With a test server named in the settings nothing is uploaded for everybody."""
    async with started(new_bot(store, test_guild=4321)) as env:
        [(path, commands)] = uploads(env)
        assert path.endswith("/guilds/4321/commands")
        assert command_problems(commands) == []
        assert {c["name"] for c in commands} >= {"challenge", "Challenge to paper soccer"}
    async with started(new_bot(store, test_guild=4321)) as env:
        assert uploads(env) == []


async def test_a_changed_setting_takes_the_commands_away_from_elsewhere(store: SqlStore) -> None:
    """To a test server, to another one, and back: they are in one place, once, each time."""
    previous: str | None = None
    for guild in (None, 4321, 5432, None, 4321):
        async with started(new_bot(store, test_guild=guild)) as env:
            here = "/commands" if guild is None else f"/guilds/{guild}/commands"
            sent = uploads(env)
            assert sent[0][0].endswith(here)
            assert sent[0][1] != []
            if previous is not None:
                [(elsewhere, nothing)] = sent[1:]
                assert elsewhere.endswith(previous)
                assert nothing == []
            previous = here
        async with started(new_bot(store, test_guild=guild)) as env:
            assert uploads(env) == []


async def test_commands_of_the_first_version_are_taken_away_too(
    store: SqlStore, tmp_path: Path
) -> None:
    """Which noted what it uploaded for everybody, but not where commands are."""
    other = await open_store(sqlite_with_tables(tmp_path / "other.sqlite3"))
    async with started(new_bot(other)) as env:
        application = env.backend.application_id
    await other.close()
    async with store.writing() as uow:
        await uow.notes.put(upload_note(application), "what was uploaded")
        await uow.commit()
    async with started(new_bot(store, test_guild=4321)) as env:
        assert [commands for _, commands in uploads(env)][1:] == [[]]


async def test_commands_that_cannot_be_taken_away_now_are_later(store: SqlStore) -> None:
    """The new place has them at once; the old one loses them when Discord works again."""
    async with started(new_bot(store)):
        pass
    async with started(new_bot(store, test_guild=4321)) as env:
        assert len(uploads(env)) == 2
    async with started(new_bot(store), Failing(500, path="/guilds/")) as env:
        assert len(uploads(env)) == 2
    async with started(new_bot(store)) as env:
        [(path, commands)] = uploads(env)
        assert path.endswith("/guilds/4321/commands")
        assert commands == []
    async with started(new_bot(store)) as env:
        assert uploads(env) == []


async def test_a_test_server_that_the_bot_has_left(store: SqlStore) -> None:
    """Discord lets nobody change its commands (50001): it has none any more, so that is done."""
    async with started(new_bot(store, test_guild=4321)):
        pass
    async with started(new_bot(store), Failing(403, 50001, path="/guilds/4321/")) as env:
        assert len(uploads(env)) == 2
    async with started(new_bot(store)) as env:
        assert uploads(env) == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10004)])
async def test_a_test_server_without_the_bot_is_a_wrong_setting(
    store: SqlStore, status: int, code: int
) -> None:
    """The sentence names the setting."""
    with pytest.raises(ConfigError, match="test_guild is 4321, but the bot is no member"):
        async with running(
            new_bot(store, test_guild=4321), rules=[Failing(status, code)], shard_count=1
        ):
            pass


async def test_the_commands_of_a_test_server_work(store: SqlStore) -> None:
    """They are answered although nothing is uploaded for everybody."""
    async with started(new_bot(store, test_guild=4321)) as env:
        server = env.create_guild(id=4321)
        alice = server.add_member(env.create_user("alice"))
        assert names(env) == set()
        assert "challenge" in names(env, 4321)
        result = await alice.slash(server.create_text_channel("games"), "help")
        assert "Paper soccer" in told(result)


async def test_the_invite_link_is_logged(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    """At the start stands the link with both scopes and the permissions that boards need."""
    with caplog.at_level(logging.INFO, logger="bot"):
        async with started(new_bot(store)) as env:
            application = env.backend.application_id
    [link] = [
        record.getMessage().removeprefix("invite the bot with ")
        for record in caplog.records
        if record.getMessage().startswith("invite the bot with ")
    ]
    query = parse_qs(urlsplit(link).query)
    assert query["client_id"] == [str(application)]
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}
    permissions = discord.Permissions(int(query["permissions"][0]))
    assert permissions == INVITED
    assert permissions >= NEEDED
    assert not permissions.administrator
