"""The REST half of the socket fake: real HTTP in front of simcord's model, with faults."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import BodyPartReader, web
from simcord.backend import Backend

from tests.support.discord_address import gateway_url
from tests.support.simcord_seams import Upload, rest

Drop = Literal["before", "after"]
Scope = Literal["user", "shared", "global"]
Moment = Literal["arrived", "answered"]
PREFIX = "/api/v10"
_WITHOUT_TOKEN = re.compile(r"/(interactions|webhooks)/")
_UNAUTHORIZED = {"message": "401: Unauthorized", "code": 0}


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request as it arrived; `status` is what was answered, None for a dropped connection."""

    method: str
    path: str
    json: Any
    files: tuple[Upload, ...]
    status: int | None


@dataclass
class Fault:
    """Trouble for the requests that match, `times` times (None: until removed)."""

    method: str
    path: re.Pattern[str]
    status: int | None = None
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    drop: Drop | None = None
    delay: float = 0.0
    times: int | None = 1
    hits: int = 0

    def takes(self, method: str, path: str) -> bool:
        """Whether this fault meets the request; it then counts as hit."""
        spent = self.times is not None and self.hits >= self.times
        if spent or self.method not in ("*", method) or not self.path.search(path):
            return False
        self.hits += 1
        return True


@dataclass(slots=True)
class _File:
    """A file of a multipart body, in the shape that simcord's routes read."""

    filename: str
    description: str | None
    fp: io.BytesIO


class FakeRest:
    """Answers requests from the model; `requests` is the log, `faults` the trouble to come.

    `watchers` are told of each request twice: before anything is done with it, when a fault may
    still be prepared for it, and when its answer is about to be sent.
    """

    def __init__(self, backend: Backend, token: str) -> None:
        self._backend = backend
        self._token = token
        self.port = 0
        self.requests: list[HttpRequest] = []
        self.faults: list[Fault] = []
        self.watchers: list[Callable[[Moment], None]] = []

    def fault(self, method: str, path: str, **trouble: Any) -> Fault:
        """Prepare trouble for a method (or "*") and a path (a regex, searched).

        The trouble is `status`, `body`, `headers`, `delay`, `drop`, and `times` (None: for good).
        `drop="before"` loses the request; `drop="after"` carries it out and loses the answer.
        """
        fault = Fault(method, re.compile(path), **trouble)
        self.faults.append(fault)
        return fault

    def rate_limit(
        self, method: str, path: str, retry_after: float, *, scope: Scope = "user", times: int = 1
    ) -> Fault:
        """Prepare a 429 as Discord words it."""
        body = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": scope == "global",
        }
        headers = {
            "Via": "1.1 google",
            "Retry-After": str(retry_after),
            "X-RateLimit-Scope": scope,
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": str(retry_after),
            "X-RateLimit-Bucket": "fake",
        }
        if scope == "global":
            headers["X-RateLimit-Global"] = "true"
        return self.fault(method, path, status=429, body=body, headers=headers, times=times)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One HTTP request."""
        path = request.path.removeprefix(PREFIX)
        try:
            body, files = await _read(request)
        except ConnectionError:
            # Whoever sent it died before it was here.
            return web.Response(status=400)
        sizes = tuple(Upload(f.filename, f.description, len(f.fp.getvalue())) for f in files)
        self._tell("arrived")
        fault = next((each for each in self.faults if each.takes(request.method, path)), None)
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault is not None and fault.drop == "before":
            return self._dropped(request, path, body, sizes)
        status, answer = self._answer(request, path, body, files, fault)
        if fault is not None and fault.drop == "after":
            return self._dropped(request, path, body, sizes)
        self.requests.append(HttpRequest(request.method, path, body, sizes, status))
        self._tell("answered")
        return _response(status, answer, fault.headers if fault is not None else {})

    def _answer(
        self, request: web.Request, path: str, body: Any, files: list[_File], fault: Fault | None
    ) -> tuple[int, Any]:
        if fault is not None and fault.status is not None:
            return fault.status, fault.body or {"code": 0, "message": "a fault of the test"}
        if not self._authorized(request, path):
            return 401, _UNAUTHORIZED
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
            return 200, {"url": gateway_url(self.port), "shards": 1, "session_start_limit": limit}
        params = dict(request.query)
        reason = request.headers.get("X-Audit-Log-Reason")
        return rest(
            self._backend,
            request.method,
            path,
            json=body,
            params=params,
            files=files,
            reason=reason,
        )

    def _tell(self, moment: Moment) -> None:
        for watcher in tuple(self.watchers):
            watcher(moment)

    def _authorized(self, request: web.Request, path: str) -> bool:
        given = request.headers.get("Authorization")
        if given is None:
            return _WITHOUT_TOKEN.match(path) is not None
        return given == f"Bot {self._token}"

    def _dropped(
        self, request: web.Request, path: str, body: Any, sizes: tuple[Upload, ...]
    ) -> web.StreamResponse:
        self.requests.append(HttpRequest(request.method, path, body, sizes, None))
        if request.transport is not None:
            request.transport.abort()
        return web.Response()


async def _read(request: web.Request) -> tuple[Any, list[_File]]:
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else None), []
    parts: dict[str, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):  # a multipart inside the multipart
            raise web.HTTPBadRequest
        parts[part.name or ""] = part.filename or "", bytes(await part.read())
    body = json.loads(parts.pop("payload_json")[1])
    return body, _files(body, parts)


def _files(body: Mapping[str, Any], parts: Mapping[str, tuple[str, bytes]]) -> list[_File]:
    described = (body.get("data") or body).get("attachments") or []
    texts = {str(each["id"]): each.get("description") for each in described}
    return [
        _File(filename, texts.get(name.removeprefix("files[").removesuffix("]")), io.BytesIO(data))
        for name, (filename, data) in parts.items()
    ]


def _response(status: int, body: Any, headers: Mapping[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # discord.py reads a body as JSON only if the type is exactly this, without a charset.
    typed = {**headers, "Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=typed)
