"""The gateway half of the socket fake: sessions, resuming, heartbeats, and ways to break them."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord.backend import Backend

from tests.support.discord_address import gateway_url
from tests.support.simcord_model import guild_payloads, needs_intent, ready_payload

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
AUTHENTICATION_FAILED, DISALLOWED_INTENTS = 4004, 4014
PRIVILEGED = discord.Intents(members=True, presences=True, message_content=True)


class _Connection:
    """One open socket; what is sent goes through a queue, so its order is kept."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self.ready = False
        self._queue: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    def send(self, message: Mapping[str, Any]) -> None:
        """Queue a message."""
        self._queue.put_nowait(message)

    def abort(self) -> None:
        """Lose the connection without a closing handshake."""
        self.writer.cancel()
        if self.request.transport is not None:
            self.request.transport.abort()

    async def _write(self) -> None:
        with suppress(ConnectionError):
            while (message := await self._queue.get()) is not None:
                await self.socket.send_str(json.dumps(message))

    async def close(self, code: int) -> None:
        """Close it after all that is queued: a message cut short would hide the code."""
        self._queue.put_nowait(None)
        await self.writer
        await self.socket.close(code=code)


class FakeGateway:
    """One session at a time, as one shard has it. The attributes are switches of the test."""

    def __init__(self, backend: Backend, token: str) -> None:
        self._backend = backend
        self._token = token
        self._intents = discord.Intents.none()
        self._session: str | None = None
        self._sequence = 0
        self._sent: deque[dict[str, Any]] = deque(maxlen=1000)
        self._connections: list[_Connection] = []
        self.port = 0
        self.heartbeat_seconds = 41.25
        self.acknowledges = True  # False: a zombie connection
        self.resumable = True  # False: every RESUME is answered by an invalid session
        self.privileged_intents = False  # True: the application has them all
        self.refuses_intents = False  # True: it may not even have the ordinary ones
        self.received: list[tuple[int, Any]] = []
        backend.subscribers.append(self.event)

    def count(self, op: int) -> int:
        """How many messages with this op the bot has sent."""
        return sum(1 for received, _ in self.received if received == op)

    @property
    def connected(self) -> bool:
        """Whether the bot has a connection with a running session."""
        return any(connection.ready for connection in self._connections)

    def event(self, name: str, payload: Mapping[str, Any]) -> None:
        """Send an event to the session, or keep it for the session to resume."""
        needed = needs_intent(name, payload)
        if self._session is None or (needed is not None and not getattr(self._intents, needed)):
            return
        self._sequence += 1
        data = json.loads(json.dumps(payload))
        message = {"op": DISPATCH, "s": self._sequence, "t": name, "d": data}
        self._sent.append(message)
        for connection in self._connections:
            if connection.ready:
                connection.send(message)

    def repeat(self, name: str, object_id: int) -> None:
        """Send an event about this object again, under its old number, as a resume may."""
        wanted = (name, str(object_id))
        for message in [m for m in self._sent if (m["t"], m["d"].get("id")) == wanted]:
            for connection in self._connections:
                connection.send(message)

    def drop(self) -> None:
        """Lose every connection abruptly; the session lives on."""
        for connection in self._take_all():
            connection.abort()

    async def close(self, code: int) -> None:
        """Close every connection with a code; the session lives on."""
        for connection in self._take_all():
            await connection.close(code)

    def send(self, op: int, data: Any = None) -> None:
        """Send any op to the bot: RECONNECT, INVALID_SESSION with True or False, HEARTBEAT, …"""
        if op == INVALID_SESSION and not data:
            self._session = None
        for connection in self._connections:
            connection.send({"op": op, "d": data, "s": None, "t": None})

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = _Connection(socket, request)
        self._connections.append(connection)
        interval = round(self.heartbeat_seconds * 1000)
        connection.send({"op": HELLO, "d": {"heartbeat_interval": interval}, "s": None, "t": None})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._received(connection, json.loads(message.data))
        finally:
            connection.writer.cancel()
            if connection in self._connections:
                self._connections.remove(connection)
        return socket

    def _take_all(self) -> list[_Connection]:
        taken, self._connections = self._connections, []
        for connection in taken:
            connection.ready = False
        return taken

    async def _received(self, connection: _Connection, message: Mapping[str, Any]) -> None:
        op, data = message["op"], message.get("d")
        self.received.append((op, data))
        if op == HEARTBEAT and self.acknowledges:
            connection.send({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
        elif op == IDENTIFY:
            await self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)

    async def _identify(self, connection: _Connection, data: Any) -> None:
        self._intents = discord.Intents._from_value(int(data["intents"]))
        if data["token"] != self._token:
            await connection.socket.close(code=AUTHENTICATION_FAILED)
        elif self.refuses_intents or (
            self._intents.value & PRIVILEGED.value and not self.privileged_intents
        ):
            await connection.socket.close(code=DISALLOWED_INTENTS)
        else:
            self._begin(connection)

    def _begin(self, connection: _Connection) -> None:
        self._session, self._sequence = f"session-{len(self.received)}", 0
        self._sent.clear()
        connection.ready = True
        url = gateway_url(self.port)
        extra = {"session_id": self._session, "resume_gateway_url": url, "shard": [0, 1]}
        self.event("READY", {**ready_payload(self._backend), **extra})
        for payload in guild_payloads(self._backend):
            self.event("GUILD_CREATE", payload)

    def _resume(self, connection: _Connection, data: Any) -> None:
        if not self.resumable or data["session_id"] != self._session:
            self._session = None
            connection.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        for message in self._sent:
            if message["s"] > data["seq"]:
                connection.send(message)
        connection.ready = True
        self.event("RESUMED", {})
