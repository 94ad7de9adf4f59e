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

from bot.actions.permissions import INVITED, NEEDED
from bot.app import PaperSoccer
from bot.sync import upload_note
from storage import SqlStore, open_store
from tests.support.clock import Clock
from tests.support.limits import command_problems
from tests.support.log_watch import LogWatch
from tests.support.simcord_seams import requests_of, running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """A fresh database."""
    opened = await open_store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
    yield opened
    await opened.close()


def new_bot(store: SqlStore, test_guild: int | None = None) -> PaperSoccer:
    """A process that starts on this database."""
    return PaperSoccer(store, now=Clock().now, rng=Random(1), test_guild=test_guild, shard_count=1)


@asynccontextmanager
async def started(bot: PaperSoccer) -> AsyncIterator[Env]:
    """The bot from its start to its end."""
    with LogWatch("discord", "bot"):
        async with running(bot, shard_count=1) as env:
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


async def test_every_command_says_what_it_belongs_to(store: SqlStore) -> None:
    """People search for *paper soccer*: each description begins with it, each option is told."""
    async with started(new_bot(store)) as env:
        [(_, commands)] = uploads(env)
    slash = [c for c in commands if c.get("type", 1) == 1]
    assert {c["name"] for c in slash} == {
        "play", "challenge", "move", "board", "games", "resign", "rules", "help", "soccer",
    }  # fmt: skip
    nodes = [*slash, *(o for c in slash for o in c["options"] if o["type"] == 1)]
    for node in nodes:
        assert node["description"].startswith("Paper soccer: "), node["name"]
        for option in node.get("options", []):
            assert option["description"] not in ("", "…"), (node["name"], option["name"])
    assert [c["name"] for c in commands if c.get("type") == 2] == ["Challenge to paper soccer"]


async def test_uploaded_once(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    """The next process uploads nothing: the database knows what is there."""
    async with started(new_bot(store)) as env:
        assert len(uploads(env)) == 1
    async with store.reading() as uow:
        noted = await uow.notes.get(upload_note(env.backend.application_id, None))
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


async def test_an_upload_that_failed_is_not_noted(store: SqlStore) -> None:
    """A start whose upload Discord refused uploads at the next start."""
    bot = new_bot(store)
    with pytest.raises(discord.HTTPException):
        async with failing_start(bot):
            pass
    async with started(new_bot(store)) as env:
        assert len(uploads(env)) == 1


@asynccontextmanager
async def failing_start(bot: PaperSoccer) -> AsyncIterator[None]:
    """A start at which Discord cannot take the commands."""

    def refuse(backend: Any, request: Any, answer: Any) -> Any:
        if request.method == "PUT":
            raise BackendError(500, 0, "no")
        return answer()

    async with running(bot, rules=[refuse], shard_count=1):
        yield


async def test_only_to_the_test_server_when_one_is_named(store: SqlStore) -> None:
    """With a test server named in the settings nothing is uploaded for everybody."""
    async with started(new_bot(store, test_guild=4321)) as env:
        [(path, commands)] = uploads(env)
        assert path.endswith("/guilds/4321/commands")
        assert command_problems(commands) == []
        assert {c["name"] for c in commands} >= {"challenge", "Challenge to paper soccer"}
    async with started(new_bot(store)) as env:
        [(path, _)] = uploads(env)
        assert "/guilds/" not in path
    async with started(new_bot(store, test_guild=4321)) as env:
        assert uploads(env) == []


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
