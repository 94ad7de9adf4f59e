"""A small bot on which the socket fake is tried, in the test's process or as a child of its own."""

from __future__ import annotations

import asyncio
import io
import sys
from typing import Any

import aiohttp
import discord
from discord import app_commands

from tests.support.discord_address import point_at
from tests.support.fake_token import TOKEN


class SampleClient(discord.Client):
    """Answers `/ping`, posts on `/post` again and again until a post is known to have arrived."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0,
            **options,
        )
        self.events: list[str] = []
        self.posts = 0
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="ping", description="is it there")(ping)
        self.tree.command(name="post", description="post a picture")(post)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """discord.py sleeps 5 s here before it identifies again."""

    async def on_ready(self) -> None:
        self.events.append("ready")

    async def on_resumed(self) -> None:
        self.events.append("resumed")

    async def on_message(self, message: discord.Message) -> None:
        self.events.append(f"message {message.author.name}")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content=f"tapped {data['custom_id']}")
        elif interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("got the form", ephemeral=True)


async def ping(interaction: discord.Interaction[Any], who: discord.User | None = None) -> None:
    """Say that the bot is there."""
    await interaction.response.send_message(f"pong {who.name if who else 'you'}")


async def post(interaction: discord.Interaction[Any]) -> None:
    """Post a message of the bot's own, as often as it takes: the nonce makes that harmless."""
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel)
    while True:
        interaction.client.posts += 1
        picture = discord.File(io.BytesIO(b"picture"), "board.png", description="a board")
        try:
            await interaction.channel.send("board", nonce=str(interaction.id), file=picture)
            break
        except aiohttp.ClientError:
            await asyncio.sleep(0.01)
    await interaction.edit_original_response(content="posted")


if __name__ == "__main__":
    point_at(int(sys.argv[1]))
    asyncio.run(SampleClient().start(TOKEN))
