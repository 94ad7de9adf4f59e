"""Answering a tap by changing the message that was tapped, one answer at a time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord

PATIENCE = 1.0
"""Seconds until a tap that waits is acknowledged: Discord wants a sign within three."""


@asynccontextmanager
async def in_turn(
    interaction: discord.Interaction[Any], showing: asyncio.Lock
) -> AsyncIterator[None]:
    """Within: nobody else shows the same. A tap that has to wait long is acknowledged meanwhile.

    Raises what Discord raises if it does not take that.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await showing.acquire()
    except TimeoutError:
        await interaction.response.defer()
        await showing.acquire()
    try:
        yield
    finally:
        showing.release()


async def edit_tapped(
    interaction: discord.Interaction[Any],
    *,
    content: str,
    view: discord.ui.View | None,
    attachments: Sequence[discord.Attachment | discord.File],
) -> None:
    """Edit the tapped message, with the answer itself or after an acknowledgement."""
    if interaction.response.is_done():
        await interaction.edit_original_response(
            content=content, view=view, attachments=attachments
        )
    else:
        await interaction.response.edit_message(content=content, view=view, attachments=attachments)
