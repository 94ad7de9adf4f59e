"""The one file of the tests that touches the private parts of simcord and of discord.py.

simcord plays Discord for a bot in memory. This file adds what its public interface does not offer:
several actions in flight at once, clicks on a message as it was, workers that wait, the reader's
language, the bytes of a picture. `tests/discord/test_simcord_seams.py` has a canary for
each seam: it fails when simcord changes.
"""

from __future__ import annotations

import asyncio
import random
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import (
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Literal

import discord
from simcord import InteractionResult, MemberActor, _dpy_internals, _settlement
from simcord import interactions as simcord_interactions
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env
from simcord.gateway import ShardRouter
from simcord.http import client as simcord_http
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401 - importing it registers the routes
from simcord.results import ResponseMessage

from tests.support.simcord_model import (
    Event,
    Shown,
    click_event,
    command_event,
    modal_data,
    modal_event,
    stored_files,
)

Actor = MemberActor | UserHandle
MessageLike = discord.Message | ResponseMessage
Rule = Callable[[Backend, "Request", Callable[[], Any]], Any]

# --- the world around one simulated Discord


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request: what Discord would see of it."""

    filename: str
    description: str | None
    size: int


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the bot, with its files (simcord's own log leaves them out)."""

    method: str
    path: str
    json: Any
    files: tuple[Upload, ...] = ()


@dataclass
class _World:
    """What this file knows about one backend besides what simcord keeps."""

    locales: dict[int, str] = field(default_factory=dict)
    user_installs: set[int] = field(default_factory=set)
    requests: list[Request] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)


_worlds: weakref.WeakKeyDictionary[Backend, _World] = weakref.WeakKeyDictionary()


def world_of(backend: Backend) -> _World:
    """The extra knowledge about a backend, made on first use."""
    return _worlds.setdefault(backend, _World())


@asynccontextmanager
async def running(
    bot: discord.Client,
    *,
    rules: Sequence[Rule] = (),
    start: datetime | None = None,
    **options: Any,
) -> AsyncIterator[Env]:
    """`simcord.run` with the seams of this file: fast settling, waiting workers, owners and
    languages in interactions, a request log. It works in a fixture too.

    `rules` are asked before each request (see `tests/support/discord_rules.py`); `start` is
    Discord's time at the beginning, by default 2026-01-01; `options` are simcord's.
    """
    install()
    env = Env(bot, **options)
    if start is not None:
        env.backend.clock._epoch = start
    world_of(env.backend).rules.extend(rules)
    await env.start()
    clock = env.time_context()
    clock.__enter__()
    try:
        yield env
    finally:
        await env.shutdown()
        # `simcord.run` fails in a fixture: pytest-asyncio tears it down in another context.
        with suppress(ValueError):
            clock.__exit__(None, None, None)
    if env.check_errors:
        env._raise_errors_since(env._errors_acknowledged)


def install() -> None:
    """Put the hooks into simcord, once for the process; worlds that nobody changed behave as
    before.
    """
    if getattr(router.dispatch, "is_seam", False):
        return
    defaults = Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001  # instead of 50 ms
    _settlement._park_reason = _hook_park_reason(_settlement._park_reason)
    _settlement._recognized_wait = _hook_recognized_wait(_settlement._recognized_wait)
    simcord_interactions.base_payload = _hook_payload(simcord_interactions.base_payload)
    router.dispatch = _hook_dispatch(router.dispatch)


# --- another process of the same bot


@asynccontextmanager
async def another_process(
    env: Env, bot: discord.Client, *, hears_actions: bool = False
) -> AsyncIterator[None]:
    """Within: a second client of the same application is connected to the same shards.

    Discord tells it everything that it tells the first one; what people do only with
    `hears_actions`, as for the moments in which one process takes over from another.
    """
    http = simcord_http.FakeHTTPClient(env.backend, asyncio.get_running_loop())
    _dpy_internals.install_http(bot, http)
    _dpy_internals.set_guild_ready_timeout(bot, 0.0)
    state = _dpy_internals.get_state(bot)
    state.shard_count, state.shard_ids = env._shard_count, list(env._shard_ids)
    router = ShardRouter(env.backend, state, bot.dispatch, env._shard_count, env._shard_ids)

    def feed(event: str, payload: Mapping[str, Any]) -> None:
        if hears_actions or event != "INTERACTION_CREATE":
            with env._bot_scope():
                router.feed(event, payload)

    sharded = bot if isinstance(bot, discord.AutoShardedClient) else None
    with env._bot_scope():
        await bot.login("simcord.fake.token")
        if sharded is not None:
            sharded.shard_count = env._shard_count
            _dpy_internals.install_shards(sharded, router.shards)
        for shard_id in env._shard_ids:
            router.identify(shard_id)
        for guild in env.backend.guilds.values():
            router.feed("GUILD_CREATE", serializers.guild_create_payload(env.backend, guild))
    env.backend.subscribers.append(feed)
    await env.settle()
    try:
        yield
    finally:
        env.backend.subscribers.remove(feed)
        if sharded is not None:
            _dpy_internals.clear_shards(sharded)


@contextmanager
def as_the_bot(env: Env) -> Iterator[None]:
    """Within: what is begun is the bot's own work, which settles and whose timers are Discord's."""
    with env._bot_scope():
        yield


def tell_of_itself(env: Env, bot: discord.Client, guild_id: int) -> None:
    """Discord tells the bot how it is a member of this guild now, which needs no intent; simcord
    wants one.
    """
    guild = env.backend.get_guild(guild_id)
    payload: dict[str, Any] = dict(
        serializers.member_payload(env.backend, guild, guild.members[env.backend.bot_user.id])
    )
    payload["guild_id"] = str(guild_id)
    with as_the_bot(env):
        _dpy_internals.get_state(bot).parsers["GUILD_MEMBER_UPDATE"](payload)


# --- workers that wait to be woken


_IDLE = {
    function.__code__
    for function in (asyncio.Event.wait, asyncio.Queue.get, asyncio.Condition.wait)
}


@contextmanager
def lines_are_waits() -> Iterator[None]:
    """Within: a task that waits in line for a lock has settled too, and its time limit is Discord's
    time. For tests in which whoever holds the lock takes long in that time.
    """
    code = asyncio.Lock.acquire.__code__
    _IDLE.add(code)
    try:
        yield
    finally:
        _IDLE.discard(code)


def _hook_park_reason(original: Callable[..., str | None]) -> Callable[..., str | None]:
    """Let a worker wait on an Event, Queue or Condition: to simcord it is work without end."""

    @wraps(original)
    def park_reason(state: Any, task: asyncio.Task[Any], *rest: Any) -> str | None:
        reason = original(state, task, *rest)
        return "waits to be woken" if reason is None and _is_idle(task) else reason

    return park_reason


def _hook_recognized_wait(original: Callable[..., bool]) -> Callable[..., bool]:
    """Let only `advance_time` run out the time limit of such a wait."""

    @wraps(original)
    def recognized_wait(state: Any, task: asyncio.Task[Any], waiter: Any) -> bool:
        return original(state, task, waiter) or _is_idle(task)

    return recognized_wait


def _is_idle(task: asyncio.Task[Any]) -> bool:
    waiter = getattr(task, "_fut_waiter", None)
    if task.done() or waiter is None or waiter.done():
        return False
    coroutine: Any = task.get_coro()
    while (frame := getattr(coroutine, "cr_frame", None)) is not None:
        if frame.f_code in _IDLE:
            return True
        inner = frame.f_locals.get("fut") if frame.f_code is asyncio.wait_for.__code__ else None
        if isinstance(inner, asyncio.Task):  # Python 3.11 waits in a task of its own
            return _is_idle(inner)
        coroutine = coroutine.cr_await
    return False


# --- requests


def _hook_dispatch(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def dispatch(backend: Backend, method: str, path: str, **parts: Any) -> Any:
        files = tuple(_upload(file) for file in parts.get("files") or ())
        request = Request(method, path, parts.get("json"), files)
        world = world_of(backend)
        world.requests.append(request)

        def answer(rest: tuple[Rule, ...] = tuple(world.rules)) -> Any:
            if not rest:
                return original(backend, method, path, **parts)
            return rest[0](backend, request, lambda: answer(rest[1:]))

        return answer()

    dispatch.is_seam = True  # type: ignore[attr-defined]
    return dispatch


def _upload(file: Any) -> Upload:
    at = file.fp.tell()
    size = file.fp.seek(0, 2) - at
    file.fp.seek(at)
    return Upload(file.filename, file.description, size)


def requests_of(env: Env) -> list[Request]:
    """Every request of the bot since the start or since `forget_logs`, with the files sent."""
    return world_of(env.backend).requests


def forget_logs(env: Env) -> None:
    """Empty what simcord only ever adds to: for load and soak tests. Interactions still in flight
    lose their token.
    """
    backend = env.backend
    for log in (backend.http_requests, backend.transcript, world_of(backend).requests):
        log.clear()
    backend.interactions.clear()
    backend.interaction_tokens.clear()
    backend.cdn._blobs.clear()
    _forget_ids(backend)


def _forget_ids(backend: Backend) -> None:
    """Ids of earlier moments cannot be given again: only those of this one must be remembered."""
    present = backend.snowflake() >> 22
    backend._reserved_ids = {each for each in backend._reserved_ids if each >> 22 >= present}
    backend._sequences = {at: n for at, n in backend._sequences.items() if at >= present}


def forget_messages(env: Env, channel: ChannelHandle) -> None:
    """Drop a channel's messages from the simulator without telling the bot: for soak tests."""
    env.backend.messages[channel.id].clear()


def forget_threads(env: Env, channel: ChannelHandle) -> None:
    """Drop a channel's archived threads and what was said in them, without telling the bot, which
    has forgotten them too: for soak tests.
    """
    backend = env.backend
    for thread in [each for each in backend.channels.values() if each.parent_id == channel.id]:
        if thread.thread_metadata is not None and thread.thread_metadata.archived:
            del backend.channels[thread.id]
            backend.messages.pop(thread.id, None)


# --- pictures


def files_of(env: Env, message: MessageLike) -> list[Shown]:
    """The files of a message, private answers and follow-ups included, with their bytes and
    alternative texts.
    """
    return stored_files(env.backend, _stored(env, message))


def pinged(env: Env, message: MessageLike) -> set[int]:
    """The ids of the people whom the message notified (`message.mentions` has more)."""
    return set(_stored(env, message).ping_user_ids)


def _stored(env: Env, message: MessageLike) -> Message:
    channel_id = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
    return env.backend.get_message(channel_id, message.id)


# --- what an interaction says about its reader


def speak(who: Actor, locale: str) -> None:
    """From now on this person's Discord is in `locale` (`"pl"`, `"no"`, …; simcord alone: always
    en-US).
    """
    install()
    world_of(who._env.backend).locales[who.id] = locale


def _hook_payload(original: Callable[..., Event]) -> Callable[..., Event]:
    @wraps(original)
    def base_payload(backend: Backend, **parts: Any) -> Event:
        record, payload = original(backend, **parts)
        _complete(backend, payload, user_id=parts["user_id"], guild_id=parts["guild_id"])
        return record, payload

    return base_payload


def _complete(
    backend: Backend, payload: dict[str, Any], *, user_id: int, guild_id: int | None
) -> None:
    """Add what Discord sends and simcord does not: language, owners of the install, the guild in
    short.
    """
    world = world_of(backend)
    payload["locale"] = world.locales.get(user_id, "en-US")
    if guild_id is None:
        payload["authorizing_integration_owners"] = {"0": "0"}
        return
    locale = backend.get_guild(guild_id).preferred_locale or "en-US"
    payload["guild_locale"] = locale
    payload["guild"] = {"id": str(guild_id), "locale": locale, "features": []}
    by_user = guild_id in world.user_installs
    payload["authorizing_integration_owners"] = (
        {"1": str(user_id)} if by_user else {"0": str(guild_id)}
    )


# --- actions that the public actors refuse


@dataclass(frozen=True, slots=True)
class Click:
    """A tap on a button, checked by nobody: it may be old, disabled, gone or somebody else's.

    A custom_id that the message no longer has is delivered as Discord does for a tap that crossed
    an edit: with the message as the reader saw it. With `as_seen=False` the message comes as it is
    now, without the button.
    """

    actor: Actor
    message: MessageLike
    custom_id: str
    as_seen: bool = True


@dataclass(frozen=True, slots=True)
class Slash:
    """A slash command as `MemberActor.slash` takes it."""

    actor: Actor
    channel: ChannelHandle
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submit:
    """A form sent by hand, whether or not the running bot ever opened it; `values` by the inputs'
    custom_id.
    """

    actor: Actor
    channel: ChannelHandle
    custom_id: str
    values: Mapping[str, str]
    message: MessageLike | None = None
    layout: Literal["label", "row"] = "label"


Action = Click | Slash | Submit


async def race(
    env: Env, actions: Sequence[Action], *, rng: random.Random | None = None
) -> list[InteractionResult]:
    """Let all actions reach the bot before it can answer any; the results are in the order of the
    actions.

    simcord answers a request without giving way to other tasks; with `rng` each request gives way a
    random number of times, so that the same race runs differently for each seed.
    """
    env._begin_operation("race")
    try:
        with interleaved(rng) if rng is not None else nullcontext():
            events = [_event(env, action) for action in actions]
            for _, payload in events:
                env.backend.emit("INTERACTION_CREATE", payload)
            await env._settle_internal(dispatch="INTERACTION_CREATE")
        return [InteractionResult(env, record) for record, _ in events]
    finally:
        env._end_operation()


async def perform(env: Env, action: Action) -> InteractionResult:
    """One action, unchecked, to its end."""
    return (await race(env, [action]))[0]


async def click_by_id(actor: Actor, message: MessageLike, custom_id: str) -> InteractionResult:
    """Tap a button by its custom_id, also one that the message does not have any more."""
    return await perform(actor._env, Click(actor, message, custom_id))


@contextmanager
def interleaved(rng: random.Random, most: int = 4) -> Iterator[None]:
    """Within: each request of the bot gives way to other tasks up to `most` times, before and after
    it is handled.
    """
    saved = [
        (owner, owner.request)
        for owner in (simcord_http.FakeHTTPClient, simcord_http.FakeWebhookAdapter)
    ]

    def yielding(original: Callable[..., Any]) -> Callable[..., Any]:
        async def request(self: Any, *args: Any, **kwargs: Any) -> Any:
            await _give_way(rng, most)
            try:
                return await original(self, *args, **kwargs)
            finally:
                await _give_way(rng, most)

        return request

    for owner, original in saved:
        setattr(owner, "request", yielding(original))  # noqa: B010 - mypy refuses the assignment
    try:
        yield
    finally:
        for owner, original in saved:
            setattr(owner, "request", original)  # noqa: B010


async def _give_way(rng: random.Random, most: int) -> None:
    for _ in range(rng.randint(0, most)):
        await asyncio.sleep(0)


def event_of(env: Env, action: Action) -> dict[str, Any]:
    """What Discord sends for an action: for an action in the middle of another one."""
    _, payload = _event(env, action)
    return payload


def _event(env: Env, action: Action) -> Event:
    if isinstance(action, Click):
        stored = _stored(env, action.message)
        return click_event(
            env.backend, action.actor.id, stored, action.custom_id, as_seen=action.as_seen
        )
    if isinstance(action, Slash):
        return _slash_event(action)
    source = _stored(env, action.message) if action.message is not None else None
    data = modal_data(action.custom_id, action.values, layout=action.layout)
    return modal_event(env.backend, action.actor.id, action.channel.id, data, source)


def _slash_event(action: Slash) -> Event:
    actor, backend = action.actor, action.actor._env.backend
    root_name, *path = action.name.split()
    root = backend.find_command(root_name, backend.get_channel(action.channel.id).guild_id)
    assert root is not None, f"/{root_name} was never uploaded"
    leaf, nesting = simcord_interactions.walk_to_subcommand(root, path)
    options, resolved = simcord_interactions.build_options(
        actor, action.name, leaf, dict(action.options), channel_id=action.channel.id
    )
    nested = simcord_interactions.nest_options(root, nesting, options)
    return command_event(backend, actor.id, action.channel.id, root, nested, resolved)


# --- for the socket fake


def new_backend(clock: Any, *rules: Rule) -> Backend:
    """simcord's model of Discord on another clock, without an Env."""
    install()
    backend = Backend(clock=clock)
    world_of(backend).rules.extend(rules)
    return backend


def rest(backend: Backend, method: str, path: str, **parts: Any) -> tuple[int, Any]:
    """Answer a request from the model: the HTTP status and the body (`None` for none)."""
    try:
        body = router.dispatch(backend, method, path, **parts)
    except BackendError as error:
        return error.status, error.to_json()
    return (204, None) if body is None else (200, body)
