"""Where discord.py in this process looks for Discord.

It imports nothing of simcord, so that the process of a bot under test stays as small as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL


def point_at(port: int) -> None:
    """From now on Discord is a socket fake on this port of the loopback interface."""
    Route.BASE = rest_url(port)
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url(port))


@contextmanager
def pointed_at(port: int) -> Iterator[None]:
    """`point_at` for a while.

    A simulated Discord of an earlier test may have left its own way of answering interactions in
    this context: here they are answered over the socket.
    """
    saved = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    left = async_context.get()
    async_context.set(AsyncWebhookAdapter())
    point_at(port)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = saved
        async_context.set(left)


def rest_url(port: int) -> str:
    """The root of the REST routes."""
    return f"http://127.0.0.1:{port}/api/v10"


def gateway_url(port: int) -> str:
    """The gateway's address."""
    return f"ws://127.0.0.1:{port}/gateway-socket"
