"""The page's windows, kept in step: the one place that touches private parts of simcord's preview.

The preview is made for tests that act one step at a time. People in several windows, and a clock
that runs, need more; `tests/bot/test_sandbox.py` has a canary for what is used of it here:

- one lock for what windows do and for what happens by itself, as simcord refuses to do two things
  at once;
- a change made in one window, or by a timer, is shown in all others, which only ever see what was
  published to them;
- a tap counts if its button still stands where the window showed it, whatever else has changed
  in the meantime. On Discord it would; the preview refuses every tap that crosses a change;
- the page looks as `looks` wants it.
"""

import asyncio
import importlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.preview import Preview

from bot.sandbox.looks import STYLE, TITLE

for _package in ("linkify_it", "markdown_it", "regex"):
    # The preview looks for them when it starts; the command line can name what is missing now.
    importlib.import_module(_package)

SIGHT = 50
"""Messages that a window shows, and therefore can tap."""
REMEMBERED = 8
"""States of a window whose taps are still understood."""
REPUBLISHED = timedelta(seconds=30)
"""How old the remaining times on the page become while nothing happens."""
SEEN = ("MESSAGE_", "CHANNEL_", "THREAD_", "GUILD_")
"""Events that change what windows show; an interaction alone does not."""

Buttons = Mapping[int, str]
"""What can be tapped in a window: the components of each message, by its id."""


class Windows:
    """The windows of one preview, on a clock that runs."""

    def __init__(
        self, env: Env, preview: Preview, channel: ChannelHandle, now: Callable[[], datetime]
    ) -> None:
        self._env = env
        self._preview = preview
        self._channel = channel
        self._now = now
        self._lock = asyncio.Lock()
        self._published_at = now()
        self._shown: OrderedDict[tuple[str, int], Buttons] = OrderedDict()
        self._admit, self._send = preview._action, preview._publish
        setattr(preview, "_action", self._act)  # noqa: B010 - mypy refuses the assignment
        setattr(preview, "_publish", self._publish)  # noqa: B010

    @property
    def url(self) -> str:
        """The address of the page; whoever has it can play."""
        return self._preview.url

    async def closed(self) -> None:
        """Wait until somebody ends the preview on the page."""
        await self._preview.wait_closed()

    async def tick(self) -> None:
        """Let time pass up to now: timers fire, and the windows show what they changed."""
        async with self._lock:
            catch_up(self._env, self._now())
            await self._env.settle()
            stale = self._now() - self._published_at > REPUBLISHED
            if self._take_changes() or stale:
                self._show_all()

    async def _act(self, window: str | None, body: Any) -> dict[str, Any]:
        """What a window asks for, in its turn."""
        async with self._lock:
            catch_up(self._env, self._now())
            self._preview._advance_presentation_time()
            answer = await self._admit(window, self._as_meant(window, body))
            if self._take_changes():
                self._show_all(but=window)
            return answer

    def _show_all(self, but: str | None = None) -> None:
        self._published_at = self._now()
        self._preview._advance_presentation_time()
        for page in tuple(self._preview._pages.values()):
            if page.id != but and page.id in self._preview._pages:
                self._preview._publish(page, reason="refresh")

    def _take_changes(self) -> bool:
        """Whether anything happened that windows show. Empties the logs, which only ever grow."""
        backend = self._env.backend
        changed = any(
            kind == "GATEWAY" and name.startswith(SEEN) for kind, name, _ in backend.transcript
        )
        backend.transcript.clear()
        backend.http_requests.clear()
        return changed

    def _publish(self, page: Any, **reason: Any) -> None:
        self._send(page, **reason)
        self._shown[page.id, page.revision] = self._buttons()
        mine = [key for key in self._shown if key[0] == page.id]
        for old in mine[:-REMEMBERED]:
            del self._shown[old]
        self._forget_closed_windows()

    def _forget_closed_windows(self) -> None:
        known = {*self._preview._pages}
        newest = next(reversed(self._shown))[0]  # not registered yet while it opens
        for key in [key for key in self._shown if key[0] not in known | {newest}]:
            del self._shown[key]

    def _buttons(self) -> Buttons:
        messages = self._env.backend.messages[self._channel.id]
        return {id_: repr(messages[id_].components) for id_ in list(messages)[-SIGHT:]}

    def _as_meant(self, window: str | None, body: Any) -> Any:
        """The request with the window's present revision, if what it means is still there."""
        page = self._preview._pages.get(window or "")
        if page is None or not isinstance(body, dict):
            return body
        seen = self._shown.get((page.id, _number(body.get("published_revision"))))
        if seen is None or body.get("sequence") != page.last_sequence + 1:
            return body
        target = _number(body.get("target_id")) if "target_id" in body else None
        if target is not None and seen.get(target) != self._buttons().get(target):
            return body
        return {**body, "published_revision": page.revision}


def _number(value: object) -> int:
    """The number in a request; 0, which names nothing, for whatever is none."""
    try:
        return int(value) if isinstance(value, int | str) else 0
    except ValueError:
        return 0


def catch_up(env: Env, now: datetime) -> None:
    """Set Discord's clock to now; what falls due meanwhile runs when the environment settles.

    After a long sleep of the machine all of it runs once, not once for every half minute slept.
    """
    behind = (now - env.now()).total_seconds()
    if behind > 0:
        env.backend.advance_clock(behind)


def _restyle(preview: Preview) -> None:
    """Change two of the page's files as they are served."""
    server = preview._server
    serve = server._static

    async def static(request: Any) -> Any:
        response = await serve(request)
        if request.path == "/preview.css":
            response.text += STYLE
        elif request.path == "/":
            response.text = response.text.replace("<title>SimCord Preview", f"<title>{TITLE}")
        return response

    setattr(server, "_static", static)  # noqa: B010 - mypy refuses the assignment


@asynccontextmanager
async def open_windows(
    env: Env, channel: ChannelHandle, viewers: list[Any], *, port: int, now: Callable[[], datetime]
) -> AsyncIterator[Windows]:
    """Serve the page. Raises simcord's SetupError, caused by an OSError, if the port is taken."""
    preview = env.preview(channel, viewers=viewers, layout="channel", port=port)
    _restyle(preview)
    async with preview:
        yield Windows(env, preview, channel, now)
