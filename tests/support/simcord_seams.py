"""The one file of the tests that touches the private parts of simcord and of discord.py.

simcord plays Discord for a bot in memory. This file adds what its public interface does not offer:
several actions in flight at once, clicks on a message as it was, the reader's language, a user
install, outages, the bytes of a picture. `tests/discord/test_simcord_seams.py` has a canary for
each seam: it fails when simcord changes.
"""

from __future__ import annotations

import asyncio
import random
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Literal

import discord
from simcord import InteractionResult, MemberActor, _settlement
from simcord import intents as simcord_intents
from simcord import interactions as simcord_interactions
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message, Overwrite, Role
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.enums import InteractionType, OverwriteType
from simcord.env import Env
from simcord.http import client as simcord_http
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401 - importing it registers the routes
from simcord.results import ResponseMessage

Actor = MemberActor | UserHandle
MessageLike = discord.Message | ResponseMessage
Event = tuple[Interaction, dict[str, Any]]
Rule = Callable[[Backend, "Request", Callable[[], Any]], Any]

BUTTON = 2
TEXT_INPUT = 4
ACTION_ROW = 1
LABEL = 18


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


# --- workers that wait to be woken


_IDLE = {
    function.__code__
    for function in (asyncio.Event.wait, asyncio.Queue.get, asyncio.Condition.wait)
}


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


def forget_messages(env: Env, channel: ChannelHandle) -> None:
    """Drop a channel's messages from the simulator without telling the bot: for soak tests."""
    env.backend.messages[channel.id].clear()


# --- pictures


@dataclass(frozen=True, slots=True)
class Shown:
    """A file as a reader of the message gets it; `description` is the alternative text."""

    filename: str
    description: str | None
    data: bytes


def files_of(env: Env, message: MessageLike) -> list[Shown]:
    """The files of a message, private answers and follow-ups included, with their bytes and
    alternative texts.
    """
    return stored_files(env.backend, _stored(env, message))


def stored_files(backend: Backend, message: Message) -> list[Shown]:
    """The same for a message of simcord's model."""
    return [_shown(backend, attachment) for attachment in message.attachments]


def _shown(backend: Backend, attachment: Mapping[str, Any]) -> Shown:
    data = backend.cdn.get(attachment["url"])
    assert data is not None, f"simcord has no bytes for {attachment['url']}"
    return Shown(attachment["filename"], attachment["description"], data)


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


async def user_install(env: Env, guild: GuildHandle) -> None:
    """Make the bot absent from `guild`: its members reach it only through their own install of the
    app.
    """
    install()
    world_of(env.backend).user_installs.add(guild.id)
    await remove_bot(env, guild)


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


# --- raw events, also for the socket fake


def command_event(
    backend: Backend,
    user_id: int,
    channel_id: int,
    command: Mapping[str, Any],
    options: Sequence[Mapping[str, Any]],
    resolved: Mapping[str, Any] | None = None,
) -> Event:
    """A slash command or context menu command as Discord sends it."""
    data: dict[str, Any] = {
        "id": command["id"],
        "name": command["name"],
        "type": command.get("type", 1),
    }
    data["options"] = list(options)
    if resolved:
        data["resolved"] = dict(resolved)
    return _interaction(backend, InteractionType.APPLICATION_COMMAND, user_id, channel_id, data)


def click_event(
    backend: Backend, user_id: int, stored: Message, custom_id: str, *, as_seen: bool = True
) -> Event:
    """A tap on a button; see `Click` for `as_seen`."""
    data = {"custom_id": custom_id, "component_type": BUTTON}
    event = _interaction(
        backend, InteractionType.MESSAGE_COMPONENT, user_id, stored.channel_id, data
    )
    message: dict[str, Any] = dict(serializers.message_payload(backend, stored))
    if as_seen and custom_id not in str(message["components"]):
        button = {
            "type": BUTTON,
            "style": 2,
            "label": "old",
            "custom_id": custom_id,
            "disabled": False,
        }
        message["components"] = [
            {"type": ACTION_ROW, "components": [button]},
            *message["components"][:4],
        ]
    return _with_source(event, stored, message)


def modal_event(
    backend: Backend, user_id: int, channel_id: int, data: dict[str, Any], source: Message | None
) -> Event:
    """A form that somebody sent; `source` is the message whose button opened it."""
    event = _interaction(backend, InteractionType.MODAL_SUBMIT, user_id, channel_id, data)
    if source is None:
        return event
    return _with_source(event, source, dict(serializers.message_payload(backend, source)))


def modal_data(
    custom_id: str, values: Mapping[str, str], *, layout: Literal["label", "row"] = "label"
) -> dict[str, Any]:
    """The data of a form with text inputs, each in a label (new forms) or in an action row (old
    ones).
    """
    nodes: list[dict[str, Any]] = []
    for number, (name, value) in enumerate(values.items()):
        text = {"type": TEXT_INPUT, "id": 2 * number + 2, "custom_id": name, "value": value}
        inside: dict[str, Any] = (
            {"component": text} if layout == "label" else {"components": [text]}
        )
        nodes.append(
            {"type": LABEL if layout == "label" else ACTION_ROW, "id": 2 * number + 1, **inside}
        )
    return {"custom_id": custom_id, "components": nodes}


def _interaction(
    backend: Backend, kind: InteractionType, user_id: int, channel_id: int, data: dict[str, Any]
) -> Event:
    guild_id = backend.get_channel(channel_id).guild_id
    return simcord_interactions.base_payload(
        backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
    )


def _with_source(event: Event, stored: Message, message: dict[str, Any]) -> Event:
    record, payload = event
    record.source_message_id = stored.id
    return record, {**payload, "message": message}


# --- trouble


@contextmanager
def closed_dms(user: UserHandle) -> Iterator[None]:
    """Within: this person takes no direct messages of the bot (50007); opening the channel still
    works.
    """
    env, path = user._env, f"/channels/{user.dm_channel.id}/messages"
    env.inject_error(
        "POST",
        path,
        status=403,
        code=50007,
        message="Cannot send messages to this user",
        times=None,
    )
    fault = env.backend.faults[-1]
    try:
        yield
    finally:
        env.backend.faults.remove(fault)


async def outage(env: Env, guild: GuildHandle) -> None:
    """Discord reports the guild unavailable: the bot is still a member."""
    await _tell(env, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})


async def outage_over(env: Env, guild: GuildHandle) -> None:
    """The guild is available again."""
    await _tell(env, "GUILD_CREATE", serializers.guild_create_payload(env.backend, guild._guild))


async def remove_bot(env: Env, guild: GuildHandle) -> None:
    """Somebody removes the bot from the guild; the guild lives on, so `return_bot` finds its
    channels and messages.
    """
    guild._guild.members.pop(env.backend.bot_user.id)
    await _tell(env, "GUILD_DELETE", {"id": str(guild.id)})


async def return_bot(env: Env, guild: GuildHandle) -> None:
    """Somebody invites the bot into the guild again."""
    world_of(env.backend).user_installs.discard(guild.id)
    env.backend.add_member(guild.id, env.backend.bot_user.id, roles=[_bot_role(env, guild).id])
    payload = dict(serializers.guild_create_payload(env.backend, guild._guild))
    payload.pop("unavailable")  # its absence tells discord.py that this is a join
    await _tell(env, "GUILD_CREATE", payload)


async def invite_bot_with(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot's role exactly these permissions; simcord's has all but administrator.

    The bot also has what @everyone has. To take one away in a channel use `set_permissions`.
    """
    env.backend.edit_role(guild.id, _bot_role(env, guild).id, {"permissions": permissions.value})
    await env.settle()


def _bot_role(env: Env, guild: GuildHandle) -> Role:
    return next(role for role in guild._guild.roles.values() if role.managed)


async def set_permissions(
    channel: ChannelHandle,
    target: UserHandle | MemberActor | RoleHandle | int,
    **permissions: bool | None,
) -> None:
    """An administrator changes what a member or role may do in a channel; an id alone is a member's
    (the bot's own).
    """
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    kind = OverwriteType.ROLE if isinstance(target, RoleHandle) else OverwriteType.MEMBER
    target_id = target if isinstance(target, int) else target.id
    channel._env.backend.set_overwrite(
        channel.id, Overwrite(target_id, kind, allow.value, deny.value)
    )
    await channel._env.settle()


def thread_state(env: Env, thread_id: int) -> tuple[bool, bool]:
    """Whether a thread is archived, and whether it is locked."""
    data = env.backend.get_channel(thread_id).thread_metadata
    assert data is not None
    return data.archived, data.locked


async def set_thread_state(
    env: Env, thread_id: int, *, archived: bool, locked: bool = False
) -> None:
    """A moderator (or the passing of time) archives, opens or locks a thread; the bot is told."""
    changes = {"archived": archived, "locked": locked}
    env.backend.edit_channel(thread_id, {}, thread_metadata=changes)
    await env.settle()


async def _tell(env: Env, event: str, payload: Mapping[str, Any]) -> None:
    env.backend.emit(event, payload)
    await env.settle()


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


def named_command_event(
    backend: Backend, user_id: int, channel_id: int, name: str, values: Mapping[str, Any]
) -> Event:
    """A slash command by its name; a value with an `id` is a person or a channel."""
    root_name, *path = name.split()
    root = backend.find_command(root_name, backend.get_channel(channel_id).guild_id)
    assert root is not None, f"/{root_name} was never uploaded"
    leaf, nesting = simcord_interactions.walk_to_subcommand(root, path)
    types = {option["name"]: option["type"] for option in leaf.get("options") or []}
    options = [
        {"name": key, "type": types[key], "value": str(value.id) if hasattr(value, "id") else value}
        for key, value in values.items()
    ]
    nested = simcord_interactions.nest_options(root, nesting, options)
    people = [value.id for value in values.values() if getattr(value, "id", None) in backend.users]
    resolved = resolved_people(backend, channel_id, people)
    return command_event(backend, user_id, channel_id, root, nested, resolved)


def resolved_people(backend: Backend, channel_id: int, user_ids: Sequence[int]) -> dict[str, Any]:
    """What an interaction says about the people whom its options name."""
    guild_id = backend.get_channel(channel_id).guild_id
    users = {str(each): serializers.user_payload(backend.get_user(each)) for each in user_ids}
    if guild_id is None or not user_ids:
        return {"users": users} if users else {}
    guild = backend.get_guild(guild_id)
    members = {
        str(each): serializers.member_payload(backend, guild, guild.members[each], with_user=False)
        for each in user_ids
        if each in guild.members
    }
    return {"users": users, "members": members}


def ready_payload(backend: Backend) -> dict[str, Any]:
    """What READY says about the bot and its guilds."""
    return {
        "v": 10,
        "user": dict(serializers.user_payload(backend.bot_user)),
        "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in backend.guilds],
        "application": {"id": str(backend.application_id), "flags": 0},
    }


def guild_payloads(backend: Backend) -> list[dict[str, Any]]:
    """A GUILD_CREATE for each guild."""
    guilds = backend.guilds.values()
    return [dict(serializers.guild_create_payload(backend, guild)) for guild in guilds]


def needs_intent(event: str, payload: Mapping[str, Any]) -> str | None:
    """The intent without which Discord does not send an event."""
    return simcord_intents.required_intent(event, payload)
