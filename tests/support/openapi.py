"""Is every request of the bot one that Discord would take?

`request_problems(method, path, json)` and `env_problems(env)` say what is wrong with requests: by
Discord's own OpenAPI document, whose path stands in the environment variable DISCORD_OPENAPI, and
by `tests/support/limits.py` for what the document leaves out. Without the document only the limits
are checked; `required()` skips a test that needs it, or fails it under `CI`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from simcord.env import Env

from tests.support import limits

VARIABLE = "DISCORD_OPENAPI"
SCHEMAS = "urn:discord#/components/schemas/"
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, COMPLETION, MODAL = 1, 4, 5, 6, 7, 8, 9
CALLBACKS = {
    PONG: "PongInteractionCallbackRequest",
    MESSAGE: "CreateMessageInteractionCallbackRequest",
    DEFERRED: "CreateMessageInteractionCallbackRequest",
    DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    UPDATE: "UpdateMessageInteractionCallbackRequest",
    COMPLETION: "ApplicationCommandAutocompleteCallbackRequest",
    MODAL: "ModalInteractionCallbackRequest",
}
_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_CREATE = re.compile(r"/channels/\d+/messages|/webhooks/\d+/[^/]+")
_EDIT = re.compile(r"/channels/\d+/messages/\d+|/webhooks/\d+/[^/]+/messages/(\d+|@original)")
_COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")


class OpenApi:
    """Discord's document, with a validator for each operation, compiled when first needed."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._paths: dict[str, dict[str, Any]] = document["paths"]
        self._schemas: dict[str, Any] = document["components"]["schemas"]
        self._components = document["components"]
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def problems(self, method: str, path: str, body: Any) -> list[str]:
        """What the document says against a request; `body` is its JSON."""
        template = self._template(method.lower(), path)
        if template is None:
            return [f"{method} {path}: Discord has no such route"]
        operation = self._paths[template][method.lower()]
        schema = self._schema(operation, template, body)
        if schema is None:
            return [] if body is None else [f"{method} {path}: a body where none is expected"]
        if body is None:
            needed = operation["requestBody"].get("required")
            return [f"{method} {path}: the body is missing"] if needed else []
        errors = self._validator(schema).iter_errors(normalised(body))
        return [_sentence(method, template, error) for error in errors]

    def _template(self, method: str, path: str) -> str | None:
        """The most literal route that matches."""
        for pattern, template in self._routes:
            if pattern.fullmatch(path) and method in self._paths[template]:
                return template
        return None

    @cached_property
    def _routes(self) -> list[tuple[re.Pattern[str], str]]:
        templates = sorted(self._paths, key=lambda template: template.count("{"))
        return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", each)), each) for each in templates]

    def _schema(self, operation: Mapping[str, Any], template: str, body: Any) -> str | None:
        """The schema as JSON; for a callback only the branch of its type, for readable messages."""
        if template.endswith("/callback") and isinstance(body, Mapping):
            return json.dumps({"$ref": SCHEMAS + CALLBACKS[body["type"]]})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return None if schema is None else json.dumps(schema).replace('"#/', '"urn:discord#/')

    def _validator(self, schema: str) -> jsonschema_rs.Draft202012Validator:
        if schema not in self._validators:
            self._validators[schema] = jsonschema_rs.Draft202012Validator(
                json.loads(schema), registry=self._registry, validate_formats=True
            )
        return self._validators[schema]

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        dialect = "https://json-schema.org/draft/2020-12/schema"
        return jsonschema_rs.Registry(
            [("urn:discord", {"$schema": dialect, "components": self._components})]
        )


def _sentence(method: str, template: str, error: jsonschema_rs.ValidationError) -> str:
    error = _deepest(error)
    place = "/".join(str(part) for part in error.instance_path)
    return f"{method} {template} at {place or 'the top'}: {error.message[-300:]}"


def _deepest(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """Of a value that fits none of several schemas: the error in the schema that it nearly fits."""
    branches: list[list[jsonschema_rs.ValidationError]] = getattr(error.kind, "context", [])
    inside = [_deepest(each) for branch in branches for each in branch]
    return max([error, *inside], key=lambda each: len(each.instance_path))


def normalised(value: Any, key: str = "") -> Any:
    """discord.py sends some ids as numbers, which Discord takes and its document does not."""
    if isinstance(value, Mapping):
        return {name: _id_as_text(key, name, inside) for name, inside in value.items()}
    if isinstance(value, list):
        return [normalised(inside, key) for inside in value]
    return value


def _id_as_text(parent: str, name: str, value: Any) -> Any:
    is_id = name.endswith("_id") or (name == "id" and parent in ("attachments", "default_values"))
    if is_id and type(value) is int:
        return str(value)
    if parent == "allowed_mentions" and name in ("users", "roles"):
        return [str(inside) for inside in value]
    return normalised(value, name)


@cache
def loaded() -> OpenApi | None:
    """The document, read once a process; `None` if DISCORD_OPENAPI does not name it."""
    path = os.environ.get(VARIABLE)
    return OpenApi(json.loads(Path(path).read_text(encoding="utf-8"))) if path else None


def required() -> OpenApi:
    """The document; without it the test is skipped, and under `CI` fails, with that reason."""
    document = loaded()
    if document is None:
        sentence = f"{VARIABLE} does not name Discord's OpenAPI document"
        if os.environ.get("CI"):
            pytest.fail(sentence, pytrace=False)
        pytest.skip(sentence)
    return document


def limit_problems(method: str, path: str, body: Any) -> list[str]:
    """What `limits` says against a request."""
    if body is None:
        return []
    if method == "POST" and _CALLBACK.fullmatch(path):
        return _callback_problems(body)
    if method == "POST" and _CREATE.fullmatch(path):
        return limits.message_problems(body, creates=True)
    if method == "PATCH" and _EDIT.fullmatch(path):
        return limits.message_problems(body, creates=False)
    if method == "PUT" and _COMMANDS.fullmatch(path):
        return limits.command_problems(body)
    return []


def _callback_problems(body: Mapping[str, Any]) -> list[str]:
    kind, data = body["type"], body.get("data") or {}
    if kind in (MESSAGE, UPDATE):
        return limits.message_problems(data, creates=kind == MESSAGE)
    if kind == MODAL:
        return limits.modal_problems(data)
    return limits.autocomplete_problems(data) if kind == COMPLETION else []


def request_problems(method: str, path: str, body: Any) -> list[str]:
    """Everything that is wrong with one request."""
    document = loaded()
    problems = document.problems(method, path, body) if document is not None else []
    found = limit_problems(method, path, body)
    return problems + [f"{method} {path}: {problem}" for problem in found]


def env_problems(env: Env) -> list[str]:
    """Everything that is wrong with the requests that a simcord bot has made so far."""
    requests = env.http_requests
    return all_problems((request.method, request.path, request.json) for request in requests)


def all_problems(requests: Iterable[tuple[str, str, Any]]) -> list[str]:
    """Everything that is wrong with any of the requests (method, path, JSON body)."""
    return [problem for request in requests for problem in request_problems(*request)]


def assert_valid(env: Env) -> None:
    """For the teardown of a fixture: every request so far is one that Discord would take."""
    problems = env_problems(env)
    assert not problems, "Discord would refuse:\n" + "\n".join(problems)
