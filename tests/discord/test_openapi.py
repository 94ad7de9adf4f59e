"""The checker of requests finds what Discord would refuse, and lets pass what it takes."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.support import limits, openapi

MESSAGES = "/channels/123456789012345678/messages"
CALLBACK = "/interactions/123456789012345678/token/callback"
COMMANDS = "/applications/123456789012345678/commands"
NONE: dict[str, Any] = {"parse": []}


def command(**parts: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Paper soccer: play", "type": 1, **parts}


def option(name: str = "turn", **parts: Any) -> dict[str, Any]:
    return {"name": name, "description": "what to draw", "type": 3, **parts}


def button(custom_id: str = "a", **parts: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, **parts}


def rows(*buttons: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(buttons)}]}


def test_good_requests_pass() -> None:
    """Ordinary requests have no problem, by the limits and by the document if it is there."""
    good = [
        ("POST", MESSAGES, {"content": "hi <@1>", "allowed_mentions": {"parse": [], "users": [1]}}),
        ("POST", MESSAGES, {"content": "x", "nonce": "7", "enforce_nonce": True, "tts": False}),
        ("POST", CALLBACK, {"type": 4, "data": {"content": "x", "flags": 64, **rows(button())}}),
        ("POST", CALLBACK, {"type": 6}),
        ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "6 up", "value": "6"}]}}),
        ("PUT", COMMANDS, [command(options=[option(required=True), option("match")])]),
        ("GET", MESSAGES, None),
    ]
    assert openapi.all_problems(good) == []


BAD_MESSAGES: dict[str, dict[str, Any]] = {
    "content has 2001": {"content": "x" * 2001},
    "without allowed_mentions": {"content": "hello @everyone"},
    "lets everybody": {"content": "x", "allowed_mentions": {"parse": ["users"]}},
    "alternative text has 0": {"attachments": [{"id": 0, "filename": "board.png"}]},
    "alternative text has 1025": {"attachments": [{"id": 0, "description": "x" * 1025}]},
    "stands twice": rows(button("a"), button("a")),
    "has 101 characters": rows(button("a" * 101)),
    "has 0 characters": rows(button("")),
    "6 components in a row": rows(*(button(str(n)) for n in range(6))),
    "6 rows": {"components": [rows(button(str(n)))["components"][0] for n in range(6)]},
    "shows nothing": rows(button(label=None)),
    "label has 81": rows(button(label="x" * 81)),
    "title has 257": {"embeds": [{"title": "x" * 257}]},
    "26 fields": {"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]},
    "6001 characters in all": {
        "embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]
    },
}


@pytest.mark.parametrize("problem", BAD_MESSAGES)
def test_bad_message_is_found(problem: str) -> None:
    """Each broken limit of a message is named, in a post and in an answer."""
    body = BAD_MESSAGES[problem]
    assert problem in " ".join(openapi.limit_problems("POST", MESSAGES, body))
    answer = {"type": 4, "data": body}
    assert problem in " ".join(openapi.limit_problems("POST", CALLBACK, answer))


def test_edits_need_no_allowed_mentions() -> None:
    """An edit notifies nobody; its other limits hold."""
    assert openapi.limit_problems("PATCH", f"{MESSAGES}/1", {"content": "<@1>"}) == []
    assert openapi.limit_problems("PATCH", f"{MESSAGES}/1", {"content": "x" * 2001})


BAD_COMMANDS: dict[str, list[dict[str, Any]]] = {
    "is no command or option name": [command(name="Play")],
    "'two words' is no": [command(options=[option("two words")])],
    "no locale 'nb'": [command(description_localizations={"nb": "x"})],
    "after an optional one": [command(options=[option("a"), option("b", required=True)])],
    "command play (type 1) stands twice": [command(), command()],
    "option a stands twice": [command(options=[option("a"), option("a")])],
    "choice x stands twice": [command(options=[option(choices=[{"name": "x", "value": "1"}] * 2)])],
    "description has 101": [command(description="x" * 101)],
    "localised description has 101": [command(description_localizations={"pl": "x" * 101})],
    "16 commands of type 2": [{"name": f"a {n}", "type": 2} for n in range(16)],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "characters in all": [
        command(
            options=[
                option(
                    f"o{n}",
                    choices=[
                        {"name": f"{m}", "name_localizations": {"pl": "x" * 99}, "value": f"{m}"}
                        for m in range(25)
                    ],
                )
                for n in range(4)
            ]
        )
    ],
}


@pytest.mark.parametrize("problem", BAD_COMMANDS)
def test_bad_command_is_found(problem: str) -> None:
    """Each broken rule of an upload of commands is named."""
    assert problem in " ".join(limits.command_problems(BAD_COMMANDS[problem]))


def test_bad_form_and_completion_are_found() -> None:
    """A form with a long title and a completion with 26 choices."""
    form = {"title": "x" * 46, "custom_id": "f", "components": []}
    problems = openapi.limit_problems("POST", CALLBACK, {"type": 9, "data": form})
    assert len(problems) == 2
    choices = [{"name": f"{n}", "value": f"{n}"} for n in range(26)]
    assert openapi.limit_problems("POST", CALLBACK, {"type": 8, "data": {"choices": choices}})


BAD_BY_DOCUMENT: dict[str, tuple[str, str, Any]] = {
    "no such route": ("POST", "/channels/1/massages", {}),
    "at content": ("POST", MESSAGES, {"content": 5}),
    "at data/content:": ("POST", CALLBACK, {"type": 4, "data": {"content": ["x"]}}),
    "at 0": ("PUT", COMMANDS, [{"description": "no name"}]),
    "body where none is expected": ("DELETE", f"{MESSAGES}/1", {"x": 1}),
    "at data": ("POST", CALLBACK, {"type": 9, "data": {"title": "x"}}),
}


@pytest.mark.parametrize("problem", BAD_BY_DOCUMENT)
def test_document_finds_bad_requests(problem: str) -> None:
    """What the document forbids is found and the place is named."""
    document = openapi.required()
    assert problem in " ".join(document.problems(*BAD_BY_DOCUMENT[problem]))


def test_without_the_document_a_test_skips_but_under_ci_it_fails(monkeypatch) -> None:
    """A green run of CI means that every request was checked."""
    monkeypatch.setattr(openapi, "loaded", lambda: None)
    ends = (pytest.skip.Exception, pytest.fail.Exception)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(ends, match="DISCORD_OPENAPI") as elsewhere:
        openapi.required()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(ends, match="DISCORD_OPENAPI") as under_ci:
        openapi.required()
    assert (elsewhere.type, under_ci.type) == ends


def test_a_check_is_cheap() -> None:
    """Well under a millisecond a request, once the validator is there."""
    document = openapi.required()
    body = {"type": 4, "data": {"content": "x", **rows(*(button(str(n)) for n in range(5)))}}
    document.problems("POST", CALLBACK, body)
    start = time.perf_counter()
    for _ in range(200):
        document.problems("POST", CALLBACK, body)
    assert (time.perf_counter() - start) / 200 < 0.005


def test_numeric_ids_are_no_problem() -> None:
    """discord.py's numeric ids are turned to text, other numbers stay."""
    body = {"attachments": [{"id": 0, "size": 3}], "channel_id": 5, "position": 6}
    assert openapi.normalised(body) == {
        "attachments": [{"id": "0", "size": 3}],
        "channel_id": "5",
        "position": 6,
    }
