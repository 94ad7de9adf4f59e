"""The page's windows, kept in step: the one place that touches private parts of simcord.

The preview is made for tests that act one step at a time. People in several windows, and a clock
that runs, need more; `tests/bot/test_sandbox.py` has a canary for what is used of it here:

- one lock for what windows do and for what happens by itself, as simcord refuses to do two things
  at once;
- a change made in one window, or by a timer, is shown in all others, which only ever see what was
  published to them;
- a tap counts if its button still stands where the window showed it, whatever else has changed
  in the meantime. On Discord it would; the preview refuses every tap that crosses a change;
- a refusal that the bot has answered is no failure;
- the page looks as `looks` wants it.
"""

import asyncio
import importlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from simcord import SetupError as SimcordError
from simcord.preview import Preview

from bot.app import utc_now
from bot.config import ConfigError
from bot.sandbox.looks import RESTYLED, restyled
from bot.sandbox.world import World, catch_up

for _package in ("linkify_it", "markdown_it", "regex"):
    # The preview looks for them when it starts; the command line can name what is missing now.
    importlib.import_module(_package)

SIGHT = 50
"""Messages that a window shows, and therefore can tap."""
REMEMBERED = 100
"""States of windows in which a tap is still understood; 16 windows can be open."""
REPUBLISHED = timedelta(seconds=30)
"""How old the remaining times on the page become while nothing happens."""
SEEN = ("MESSAGE_", "CHANNEL_", "THREAD_", "GUILD_")
"""Events that change what windows show; an interaction alone does not."""

Buttons = Mapping[int, str]
"""What can be tapped in a window: the components of each message, by its id."""


class Windows:
    """The windows of one preview, on a clock that runs."""

    def __init__(self, world: World, preview: Preview, now: Callable[[], datetime]) -> None:
        self._env = world.env
        self._channel = world.channel
        self._preview = preview
        self._now = now
        self._lock = asyncio.Lock()
        self._published_at = now()
        self._shown: OrderedDict[tuple[str, int], Buttons] = OrderedDict()
        # Here simcord collects what commands raise, and the page calls it a failure. The tree's own
        # method answers for it and logs what is a fault.
        vars(world.bot.tree).pop("on_error", None)
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
        if len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

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


def _restyle(preview: Preview) -> None:
    """Change some of the page's files as they are served."""
    server = preview._server
    serve = server._static

    async def static(request: Any) -> Any:
        response = await serve(request)
        if request.path in RESTYLED:
            response.text = restyled(request.path, response.text)
        return response

    setattr(server, "_static", static)  # noqa: B010 - mypy refuses the assignment


@asynccontextmanager
async def open_windows(
    world: World, port: int, *, now: Callable[[], datetime] = utc_now
) -> AsyncIterator[Windows]:
    """Serve the page of a world. Raises ConfigError if the port is taken."""
    preview = world.env.preview(world.channel, viewers=world.players, layout="channel", port=port)
    _restyle(preview)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(preview)
        except SimcordError as error:
            if not isinstance(error.__cause__, OSError):
                raise
            raise ConfigError(
                f"the sandbox cannot have port {port}: end the program that uses it, or set "
                "another port under [sandbox] in config.toml, 0 for any free one"
            ) from error
        yield Windows(world, preview, now)
