"""Answering in time, by a private message or by changing the message that was tapped."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds until an answer that waits is acknowledged: Discord wants a sign within three."""
LONGEST_ANSWER = 5.0
"""Seconds for one answer: discord.py sleeps out a rate limit of any length, and repeats requests
after server errors for half a minute."""


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
        await briefly(interaction.response.defer())
        await showing.acquire()
    try:
        yield
    finally:
        showing.release()


async def in_time(
    interaction: discord.Interaction[Any],
    work: Coroutine[Any, Any, T],
    *,
    anew: bool = False,
    private: bool = True,
) -> T:
    """What the work comes to. While it takes long the interaction is acknowledged: with a message,
    private or not as the answer will be, that says so if the answer is a message `anew`, else
    without a word.

    Raises what Discord raises if it does not take that.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done and not interaction.response.is_done():
            await briefly(interaction.response.defer(ephemeral=anew and private, thinking=anew))
        return await task
    finally:
        task.cancel()


async def edit_tapped(
    interaction: discord.Interaction[Any],
    *,
    content: str,
    view: discord.ui.View | None,
    attachments: Sequence[discord.Attachment | discord.File],
) -> None:
    """Edit the tapped message, with the answer itself or after an acknowledgement."""
    answer = (
        interaction.edit_original_response
        if interaction.response.is_done()
        else interaction.response.edit_message
    )
    await briefly(answer(content=content, view=view, attachments=attachments))


async def briefly(answer: Coroutine[Any, Any, T]) -> T:
    """Wait for an answer as long as somebody waits for it; what holds it up must not hold up the
    outbox, which shows the same. Raises TimeoutError, and what Discord raises.
    """
    async with asyncio.timeout(LONGEST_ANSWER):
        return await answer
