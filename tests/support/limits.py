"""Discord's limits that its OpenAPI document does not state, checked on request bodies.

Each function returns sentences that say what is wrong; an empty list means that all is well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import discord

Body = Mapping[str, Any]

SUBCOMMAND, GROUP, CHAT_INPUT = 1, 2, 1
COMMANDS_OF_A_KIND = {1: 100, 2: 15, 3: 15}
COMMAND_TEXT = 8000
LOCALES = {locale.value for locale in discord.Locale}
MENTION = re.compile(r"<@[!&]?\d+>|@everyone|@here")
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
COMPONENTS_V2 = 1 << 15
EMBED_LIMITS = {"title": 256, "description": 4096}
EMBED_TEXT = 6000


# --- commands


def command_problems(commands: Sequence[Body]) -> list[str]:
    """A whole upload of commands."""
    kinds = Counter(command.get("type", CHAT_INPUT) for command in commands)
    problems = [
        f"{count} commands of type {kind}, {COMMANDS_OF_A_KIND[kind]} are allowed"
        for kind, count in kinds.items()
        if count > COMMANDS_OF_A_KIND[kind]
    ]
    names = [f"{command['name']} (type {command.get('type', CHAT_INPUT)})" for command in commands]
    problems += [f"command {name} stands twice" for name in _twice(names)]
    for command in commands:
        problems += _one_command(command)
    return problems


def _one_command(command: Body) -> list[str]:
    where = f"/{command['name']}"
    if command.get("type", CHAT_INPUT) == CHAT_INPUT:
        problems = _node(command, where)
    else:
        problems = _length(where, "name", command["name"], 1, 32) + _locales(command, where)
    if (total := _text_length(command)) > COMMAND_TEXT:
        problems.append(f"{where}: {total} characters in all, {COMMAND_TEXT} are allowed")
    return problems


def _node(node: Body, where: str) -> list[str]:
    """A command, subcommand or option, and all below it."""
    problems = _locales(node, where) + _length(
        where, "description", node.get("description"), 1, 100
    )
    for name in (node["name"], *(node.get("name_localizations") or {}).values()):
        if not _is_command_name(name):
            problems.append(f"{where}: {name!r} is no command or option name")
    for text in (node.get("description_localizations") or {}).values():
        problems += _length(where, "localised description", text, 1, 100)
    return problems + _options(node.get("options") or [], where) + _choices(node, where)


def _options(options: Sequence[Body], where: str) -> list[str]:
    problems = [
        f"{where}: option {name} stands twice" for name in _twice(o["name"] for o in options)
    ]
    if len(options) > 25:
        problems.append(f"{where}: {len(options)} options, 25 are allowed")
    values = [option for option in options if option["type"] not in (SUBCOMMAND, GROUP)]
    needed = [bool(option.get("required")) for option in values]
    if needed != sorted(needed, reverse=True):
        problems.append(f"{where}: a required option stands after an optional one")
    for option in options:
        problems += _node(option, f"{where} {option['name']}")
    return problems


def _choices(option: Body, where: str) -> list[str]:
    choices = option.get("choices") or []
    problems = [
        f"{where}: choice {name} stands twice" for name in _twice(c["name"] for c in choices)
    ]
    if len(choices) > 25:
        problems.append(f"{where}: {len(choices)} choices, 25 are allowed")
    for choice in choices:
        problems += _choice(choice, where)
    return problems


def _choice(choice: Body, where: str) -> list[str]:
    problems = _length(where, "choice", choice["name"], 1, 100)
    for text in (choice.get("name_localizations") or {}).values():
        problems += _length(where, "localised choice", text, 1, 100)
    if isinstance(choice["value"], str):
        problems += _length(where, "choice value", choice["value"], 1, 100)
    return problems


def _is_command_name(name: str) -> bool:
    letters = all(char in "-_'" or char.isalnum() for char in name)
    return 1 <= len(name) <= 32 and letters and name == name.lower()


def _locales(node: Body, where: str) -> list[str]:
    keys = {*(node.get("name_localizations") or {}), *(node.get("description_localizations") or {})}
    return [f"{where}: Discord has no locale {key!r}" for key in sorted(keys - LOCALES)]


def _text_length(node: Body) -> int:
    """What Discord counts of a command: the longest localisation of each of its texts."""
    total = 0
    for key in ("name", "description"):
        texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    if isinstance(value := node.get("value"), str):
        total += len(value)
    return total + sum(
        _text_length(child) for key in ("options", "choices") for child in node.get(key) or []
    )


# --- messages


def message_problems(body: Body, *, creates: bool) -> list[str]:
    """The body of a message that is created or edited."""
    problems = _length("message", "content", body.get("content"), 0, 2000)
    problems += component_problems(body.get("components") or [])
    problems += embed_problems(body.get("embeds") or [])
    for attachment in body.get("attachments") or []:
        name = f"attachment {attachment.get('filename') or attachment.get('id')}"
        least = 0 if name.endswith((".txt", ".json", ".gz")) else 1  # a text needs none
        description = attachment.get("description") or ""
        problems += _length(name, "alternative text", description, least, 1024)
    if creates:
        problems += _mentions(body)
    return problems


def _mentions(body: Body) -> list[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        found = MENTION.search(" ".join(_texts(body)))
        return [f"a mention ({found[0]}) without allowed_mentions"] if found else []
    if parse := allowed.get("parse"):
        return [f"allowed_mentions lets everybody of {parse} be mentioned"]
    return []


def _texts(body: Body) -> Iterator[str]:
    yield body.get("content") or ""
    for component in walk(body.get("components") or []):
        yield component.get("content") or ""


def component_problems(components: Sequence[Body]) -> list[str]:
    """The components of a message: their number, their custom_id, their texts."""
    everything = list(walk(components))
    problems = _custom_ids(everything)
    if len(everything) > 40:
        problems.append(f"{len(everything)} components, 40 are allowed")
    rows = [component for component in components if component.get("type") == ACTION_ROW]
    if len(rows) == len(components) > 5:
        problems.append(f"{len(rows)} rows, 5 are allowed")
    for row in rows:
        problems += _row(row["components"])
    for component in everything:
        problems += _component(component)
    return problems


def _row(inside: Sequence[Body]) -> list[str]:
    if len(inside) > 5 or not inside:
        return [f"{len(inside)} components in a row, 1 to 5 are allowed"]
    if len(inside) > 1 and any(component["type"] != BUTTON for component in inside):
        return ["a select shares its row"]
    return []


def _component(component: Body) -> list[str]:
    if component.get("type") == BUTTON:
        named = component.get("label") or component.get("emoji")
        problems = [] if named else [f"button {component.get('custom_id')} shows nothing"]
        return problems + _length("button", "label", component.get("label"), 0, 80)
    if component.get("type") == STRING_SELECT:
        return _select(component)
    return []


def _select(component: Body) -> list[str]:
    options = component["options"]
    problems = [
        f"select: value {value} stands twice" for value in _twice(o["value"] for o in options)
    ]
    if not 1 <= len(options) <= 25:
        problems.append(f"select: {len(options)} options, 1 to 25 are allowed")
    problems += _length("select", "placeholder", component.get("placeholder"), 0, 150)
    for option in options:
        for key in ("label", "value", "description"):
            problems += _length("select option", key, option.get(key), 0, 100)
    return problems


def _custom_ids(components: Iterable[Body]) -> list[str]:
    ids = [component["custom_id"] for component in components if "custom_id" in component]
    problems = [f"custom_id {custom_id!r} stands twice" for custom_id in _twice(ids)]
    for custom_id in ids:
        problems += _length("component", f"custom_id {custom_id!r}", custom_id, 1, 100)
    return problems


def embed_problems(embeds: Sequence[Body]) -> list[str]:
    """The embeds of one message."""
    problems = [] if len(embeds) <= 10 else [f"{len(embeds)} embeds, 10 are allowed"]
    for embed in embeds:
        problems += _embed(embed)
    if (total := sum(len(text) for embed in embeds for text in _embed_texts(embed))) > EMBED_TEXT:
        problems.append(f"embeds: {total} characters in all, {EMBED_TEXT} are allowed")
    return problems


def _embed(embed: Body) -> list[str]:
    problems = []
    for key, most in EMBED_LIMITS.items():
        problems += _length("embed", key, embed.get(key), 0, most)
    problems += _length("embed", "footer", (embed.get("footer") or {}).get("text"), 0, 2048)
    problems += _length("embed", "author", (embed.get("author") or {}).get("name"), 0, 256)
    fields = embed.get("fields") or []
    if len(fields) > 25:
        problems.append(f"embed: {len(fields)} fields, 25 are allowed")
    for field in fields:
        problems += _length("embed", "field name", field["name"], 1, 256)
        problems += _length("embed", "field value", field["value"], 1, 1024)
    return problems


def _embed_texts(embed: Body) -> Iterator[str]:
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    yield (embed.get("footer") or {}).get("text") or ""
    yield (embed.get("author") or {}).get("name") or ""
    for field in embed.get("fields") or []:
        yield field["name"]
        yield field["value"]


# --- forms and completion


def modal_problems(body: Body) -> list[str]:
    """A form: its title, its fields and their texts."""
    components = body.get("components") or []
    problems = _length("form", "title", body.get("title") or "", 1, 45)
    problems += _length("form", "custom_id", body.get("custom_id") or "", 1, 100)
    if not 1 <= len(components) <= 5:
        problems.append(f"form: {len(components)} fields, 1 to 5 are allowed")
    inputs = list(walk(components))
    problems += _custom_ids(inputs)
    for component in inputs:
        problems += _length("form", "label", component.get("label"), 1, 45)
        if component.get("type") == TEXT_INPUT:
            problems += _length("form", "placeholder", component.get("placeholder"), 0, 100)
            problems += _length("form", "prefilled text", component.get("value"), 0, 4000)
    return problems


def autocomplete_problems(body: Body) -> list[str]:
    """What completion offers."""
    choices = body.get("choices") or []
    problems = [] if len(choices) <= 25 else [f"{len(choices)} completions, 25 are allowed"]
    for choice in choices:
        problems += _choice(choice, "completion")
    return problems


# --- small parts


def walk(components: Iterable[Body]) -> Iterator[Body]:
    """Every component, those inside others too."""
    for component in components:
        yield component
        inside = [component[key] for key in ("component", "accessory") if component.get(key)]
        yield from walk([*(component.get("components") or []), *inside])


def _length(where: str, what: str, text: str | None, least: int, most: int) -> list[str]:
    if text is None or least <= len(text) <= most:
        return []
    return [f"{where}: {what} has {len(text)} characters, {least} to {most} are allowed"]


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]
