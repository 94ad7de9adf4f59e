"""The sandbox without a browser: its process, a database that is kept, its page's requests."""

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import simcord.preview
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.sandbox.looks import REPLACED
from bot.sandbox.session import open_world
from bot.sandbox.windows import Windows, open_windows
from bot.sandbox.world import World
from tests.browser.running import THIS_CODE, running_sandbox

# --- the process


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_its_page_until_it_is_told_to_stop(tmp_path, by):
    with running_sandbox(tmp_path) as sandbox:
        with urllib.request.urlopen(sandbox.url) as answer:
            assert answer.status == 200
            assert "<title>Paper soccer: sandbox</title>" in answer.read().decode()
        assert sandbox.end(by) == 0


def test_it_says_where_to_go_next(tmp_path):
    with running_sandbox(tmp_path) as sandbox:
        assert "https://discord.com/developers/applications" in sandbox.said
        assert "DISCORD_TOKEN" in sandbox.said
        assert "Nothing is kept" in sandbox.said
    assert not (tmp_path / "data").exists()


def test_a_named_database_lies_beside_the_configuration(tmp_path):
    with running_sandbox(tmp_path, "--sandbox-database", "demo") as sandbox:
        kept = tmp_path / "data" / "sandbox-demo.sqlite3"
        assert str(kept) in sandbox.said
        assert kept.exists()


def test_a_port_that_is_taken_ends_with_one_sentence_and_status_2(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (tmp_path / "config.toml").write_text(f"sandbox.port = {port}\n", encoding="utf-8")
        command = [sys.executable, "-m", "bot", "--sandbox"]
        ended = subprocess.run(
            command, cwd=tmp_path, env=THIS_CODE, capture_output=True, text=True, check=False
        )
    assert ended.returncode == 2
    assert f"cannot have port {port}" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


# --- a database that is kept


async def test_a_match_stands_in_the_channel_again_after_a_restart(tmp_path):
    """With the same people in the same channel, though Discord was made anew."""
    async with open_world(tmp_path / "kept.sqlite3") as world:
        await start_match(world)
        ids = ids_of(world)
        [before] = boards(world)
    async with open_world(tmp_path / "kept.sqlite3") as world:
        await world.env.settle()
        assert ids_of(world) == ids
        [after] = boards(world)
        assert after.id != before.id
        assert after.content == before.content
        mover = world.alice if f"<@{world.alice.id}>" in after.content else world.bob
        await mover.click(after, custom_id=after.components[0].children[1].custom_id)
        [drafted] = boards(world)
        assert "your turn is complete" in drafted.content


async def test_an_open_challenge_stands_there_again_too_and_can_be_accepted(tmp_path):
    async with open_world(tmp_path / "kept.sqlite3") as world:
        await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    async with open_world(tmp_path / "kept.sqlite3") as world:
        await world.env.settle()
        [challenge] = world.channel.history()
        await world.bob.click(challenge, label="Accept")
        assert len(boards(world)) == 1


async def start_match(world: World) -> None:
    challenged = await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    assert challenged.response is not None
    await world.bob.click(challenged.response, label="Accept")


def ids_of(world: World) -> tuple[int, ...]:
    return world.server.id, world.channel.id, world.alice.id, world.bob.id


def boards(world: World) -> list[Any]:
    """The messages with a pad."""
    return [m for m in world.channel.history() if len(m.components) == 4]


# --- windows


class Clock:
    """The time, which the test moves."""

    def __init__(self) -> None:
        self.time = datetime(2026, 6, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


class Window:
    """A window, by its requests."""

    def __init__(self, web: aiohttp.ClientSession, url: str) -> None:
        self._web = web
        self._base, _, capability = url.partition("/#")
        self._headers = {"X-Simcord-Capability": capability}
        self._numbers = count(1)
        self.seen: dict[str, Any] = {}

    async def open(self, viewer: int) -> None:
        self.seen = await self._ask("POST", "pages", {"viewer_id": str(viewer)})
        self._headers["X-Simcord-Context"] = self.seen["context"]["id"]

    async def look(self) -> str:
        """Poll; all the words in the window."""
        self.seen = await self._ask("GET", "state")
        return "\n".join(self._message(i)["content"] for i in self.seen["timeline"])

    async def tap(self, number: int) -> dict[str, Any]:
        """Tap a button of the newest message, as it was when this window last looked."""
        target = self.seen["timeline"][-1]
        buttons = [b for row in self._message(target)["components"] for b in row["components"]]
        key = buttons[number]["control_key"]
        return await self._act(kind="click", target_id=target, control_key=key)

    @property
    def presented_at(self) -> datetime:
        """From when the window counts remaining times."""
        return datetime.fromisoformat(self.seen["profile"]["presentationTime"])

    async def write(self, text: str) -> dict[str, Any]:
        return await self._act(kind="send_message", content=text)

    def _message(self, message: str) -> dict[str, Any]:
        found: dict[str, Any] = self.seen["messages"][message]
        return found

    async def run(self, command: str, **options: str) -> dict[str, Any]:
        """Send a slash command."""
        catalogue = await self._ask("GET", "commands")
        [entry] = [e for e in catalogue["entries"] if e["invocation"] == command]
        return await self._act(
            kind="run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def _act(self, **body: Any) -> dict[str, Any]:
        sequence = next(self._numbers)
        envelope = {
            "protocol_version": 3,
            "sequence": sequence,
            "request_id": f"request {sequence}",
            "generation": self.seen["context"]["generation"],
            "bot_generation": self.seen["botGeneration"],
            "published_revision": self.seen["publishedRevision"],
        }
        return await self._ask("POST", "action", envelope | body)

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        url = f"{self._base}/api/{path}"
        async with self._web.request(method, url, headers=self._headers, json=body) as answer:
            assert answer.status == 200, await answer.text()
            value: dict[str, Any] = await answer.json()
            return value


@dataclass
class Page:
    """A world, its two windows and its clock."""

    world: World
    windows: Windows
    alice: Window
    bob: Window
    clock: Clock

    async def passes(self, **time: float) -> None:
        """Let time pass."""
        self.clock.time += timedelta(**time)
        await self.windows.tick()


@asynccontextmanager
async def opened_page(folder: Path) -> AsyncIterator[Page]:
    clock = Clock()
    async with (
        open_world(folder / "sandbox.sqlite3", now=clock) as world,
        open_windows(world, 0, now=clock) as windows,
        aiohttp.ClientSession() as web,
    ):
        alice, bob = Window(web, windows.url), Window(web, windows.url)
        await alice.open(world.alice.id)
        await bob.open(world.bob.id)
        yield Page(world, windows, alice, bob, clock)


async def test_what_one_window_does_is_seen_in_the_other(tmp_path):
    async with opened_page(tmp_path) as page:
        answer = await page.alice.write("good luck!")
        assert answer["settlement"] == "settled"
        assert await page.bob.look() == "good luck!"


async def test_what_time_brings_is_seen_without_anybody_acting(tmp_path):
    async with opened_page(tmp_path) as page:
        await page.world.alice.slash(
            page.world.channel, "challenge", opponent=page.world.bob, time="10m"
        )
        await page.passes(minutes=14)
        assert "challenges you" in await page.bob.look()
        await page.passes(minutes=2)
        assert "challenges you" not in await page.bob.look()


async def test_a_tap_counts_though_something_else_has_changed_meanwhile(tmp_path):
    async with opened_page(tmp_path) as page:
        await page.world.alice.slash(page.world.channel, "challenge", opponent=page.world.bob)
        await page.passes(seconds=1)
        await page.bob.look()
        await page.alice.write("what do you say?")
        answer = await page.bob.tap(0)
        assert answer["settlement"] == "settled"
        assert len(boards(page.world)) == 1


async def test_a_tap_is_refused_if_its_button_has_changed(tmp_path):
    """The page knows a button by its place alone, where another one may stand by now."""
    async with opened_page(tmp_path) as page:
        await start_match(page.world)
        await page.passes(seconds=1)
        await page.alice.look()
        await page.bob.look()
        mine = f"<@{page.world.alice.id}>" in boards(page.world)[0].content
        mover, other = (page.alice, page.bob) if mine else (page.bob, page.alice)
        await mover.tap(1)
        drafted = boards(page.world)[0].content
        assert (await other.tap(7))["rejected"]
        assert boards(page.world)[0].content == drafted


async def test_a_refused_command_has_an_answer_and_is_no_failure(tmp_path):
    async with opened_page(tmp_path) as page:
        answer = await page.alice.run("challenge", opponent=str(page.world.alice.id))
        assert answer["settlement"] == "settled"
        assert answer["diagnostics"] == []
        assert "yourself" in await page.alice.look()


async def test_remaining_times_stay_right_while_nothing_happens(tmp_path):
    async with opened_page(tmp_path) as page:
        await page.passes(seconds=1)
        await page.alice.look()
        before = page.alice.presented_at
        await page.passes(seconds=40)
        await page.alice.look()
        assert page.alice.presented_at - before >= timedelta(seconds=40)


# --- canaries


def test_simcord_still_has_the_private_parts_that_windows_use():
    for part in ("_action", "_publish", "_advance_presentation_time"):
        assert callable(getattr(Preview, part)), part
    assert callable(PreviewServer._static)


def test_what_is_replaced_in_the_page_is_still_there_once():
    static = Path(simcord.preview.__file__).with_name("static")
    for path, replaced in REPLACED.items():
        text = (static / PreviewServer._STATIC_FILES[path]).read_text(encoding="utf-8")
        for old, _ in replaced:
            assert text.count(old) == 1, (path, old)
