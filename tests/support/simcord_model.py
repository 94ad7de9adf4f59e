"""simcord's model of Discord without a running bot: events for what happens, files that are kept.

`simcord_seams` and the socket fake both build on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from simcord import intents as simcord_intents
from simcord import interactions as simcord_interactions
from simcord.backend import Backend, serializers
from simcord.backend.models import Interaction, Message
from simcord.enums import InteractionType

Event = tuple[Interaction, dict[str, Any]]

BUTTON = 2
TEXT_INPUT = 4
ACTION_ROW = 1
LABEL = 18


# --- interactions


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


# --- what the gateway says


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


# --- files


@dataclass(frozen=True, slots=True)
class Shown:
    """A file as a reader of the message gets it; `description` is the alternative text."""

    filename: str
    description: str | None
    data: bytes


def stored_files(backend: Backend, message: Message) -> list[Shown]:
    """The same for a message of simcord's model."""
    return [_shown(backend, attachment) for attachment in message.attachments]


def _shown(backend: Backend, attachment: Mapping[str, Any]) -> Shown:
    data = backend.cdn.get(attachment["url"])
    assert data is not None, f"simcord has no bytes for {attachment['url']}"
    return Shown(attachment["filename"], attachment["description"], data)
