"""Uploads the commands to Discord, only when they have changed: creations are limited a day."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from matches.ports import Store

logger = logging.getLogger(__name__)


async def upload_commands(
    tree: app_commands.CommandTree[Any], store: Store, *, test_guild: int | None
) -> bool:
    """Upload the commands, to one server if a test server is named; False if nothing changed."""
    guild = None if test_guild is None else discord.Object(test_guild)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    digest = await _digest(tree, guild)
    name = upload_note(tree.client.application_id, test_guild)
    async with store.reading() as uow:
        if await uow.notes.get(name) == digest:
            logger.info("the commands are uploaded already")
            return False
    await tree.sync(guild=guild)
    async with store.writing() as uow:
        await uow.notes.put(name, digest)
        await uow.commit()
    logger.info("the commands were uploaded")
    return True


def upload_note(application: int | None, test_guild: int | None) -> str:
    """Under which name it is noted what was uploaded."""
    return f"commands:{application}:{test_guild or 'everywhere'}"


async def _digest(tree: app_commands.CommandTree[Any], guild: discord.abc.Snowflake | None) -> str:
    """A hash of what would be uploaded, translations included."""
    translator = tree.translator
    commands = tree.get_commands(guild=guild)
    payload = [
        await command.get_translated_payload(tree, translator)
        if translator is not None
        else command.to_dict(tree)
        for command in commands
    ]
    text = json.dumps(payload, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
