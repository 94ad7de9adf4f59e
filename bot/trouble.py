"""What can go wrong between the bot and Discord, as one group of exceptions."""

import aiohttp
import discord

TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refuses, fails, or cannot be reached. discord.py retries some of it and raises the rest;
a dropped connection comes as aiohttp's own error, a long rate limit as one of discord.py's."""

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
CANNOT_MESSAGE_USER = 50007
UNKNOWN_USER = 10013
_CLOSED = {UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED}

UNKNOWN_MESSAGE = 10008
TOO_MANY_EDITS = 30046
NOT_OUR_MESSAGE = 50005
_UNCHANGEABLE = {*_CLOSED, UNKNOWN_MESSAGE, TOO_MANY_EDITS, NOT_OUR_MESSAGE}


def takes_no_messages(error: discord.HTTPException) -> bool:
    """Whether somebody takes no direct messages of the bot, or is not there any more.

    Discord says so with many codes, and every refusal there comes to the same.
    """
    refused = isinstance(error, discord.Forbidden | discord.NotFound)
    return refused or error.code in (CANNOT_MESSAGE_USER, UNKNOWN_USER)


def is_closed(error: discord.HTTPException) -> bool:
    """Whether nothing can be posted there, now or a little later; anything else may pass."""
    return error.code in _CLOSED


def is_unchangeable(error: discord.HTTPException) -> bool:
    """Whether that message cannot be edited, now or a little later; anything else may pass."""
    return error.code in _UNCHANGEABLE


def may_pass(error: discord.HTTPException) -> bool:
    """Whether Discord fails or is busy; anything else it will refuse the next time too.

    Too many edits of an old message come as a rate limit, but no pause is known to help.
    """
    busy = error.status == 429 and error.code != TOO_MANY_EDITS
    return busy or error.status >= 500


def describe(error: BaseException) -> str:
    """The trouble in a few words for the log."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return repr(error)
