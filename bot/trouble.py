"""What can go wrong between the bot and Discord, as one group of exceptions."""

import aiohttp
import discord

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses, fails, or cannot be reached. discord.py retries some of it and raises the rest;
a dropped connection comes as aiohttp's own error."""


def describe(error: BaseException) -> str:
    """The trouble in a few words for the log."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return repr(error)
