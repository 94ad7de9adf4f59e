"""What Discord does and simcord leaves out, as rules asked before each request of the bot.

    async with running(bot, rules=standard_rules()) as env: ...

A rule gets the backend, the request and `answer`, which goes on to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError, missing_permissions

from tests.support.simcord_seams import Request, Rule

NONCE_LIFE = timedelta(minutes=5)
EDIT_CAP_AGE = timedelta(hours=1)
_POST = re.compile(r"/channels/(\d+)/messages")
_EDIT = re.compile(r"/channels/(\d+)/messages/(\d+)")
_CHANNEL = re.compile(r"/channels/(\d+)")
_THREAD_STATE = ("archived", "locked", "auto_archive_duration", "invitable")
Answer = Callable[[], Any]


def standard_rules() -> list[Rule]:
    """Every rule that holds always, with fresh memories."""
    return [OncePerNonce(), archived_threads, thread_edits, attachment_permission]


class OncePerNonce:
    """With `enforce_nonce`, a nonce that the bot used in the channel some minutes ago returns the
    message of then.
    """

    def __init__(self) -> None:
        self._sent: dict[tuple[str, str], tuple[datetime, int]] = {}
        self.repeats = 0

    def __call__(self, backend: Backend, request: Request, answer: Answer) -> Any:
        posted = request.method == "POST" and _POST.fullmatch(request.path)
        if (
            not posted
            or not isinstance(request.json, dict)
            or not request.json.get("enforce_nonce")
        ):
            return answer()
        key = posted[1], str(request.json["nonce"])
        if old := self._known(backend, key):
            self.repeats += 1
            return {**old, "nonce": key[1]}
        message: dict[str, Any] = answer()
        self._sent[key] = backend.clock.now(), int(message["id"])
        return {**message, "nonce": key[1]}

    def _known(self, backend: Backend, key: tuple[str, str]) -> dict[str, Any] | None:
        since = backend.clock.now() - NONCE_LIFE
        self._sent = {sent: entry for sent, entry in self._sent.items() if entry[0] >= since}
        if key not in self._sent:
            return None
        stored = backend.messages.get(int(key[0]), {}).get(self._sent[key][1])
        return dict(serializers.message_payload(backend, stored)) if stored is not None else None


def archived_threads(backend: Backend, request: Request, answer: Answer) -> Any:
    """An archived thread refuses edits (50083); a message opens it again, unless it is locked."""
    edit = request.method == "PATCH" and _EDIT.fullmatch(request.path)
    post = request.method == "POST" and _POST.fullmatch(request.path)
    target = edit or post
    thread = backend.channels.get(int(target[1])) if target else None
    state = thread.thread_metadata if thread is not None else None
    if thread is None or state is None or not state.archived:
        return answer()
    if edit or (state.locked and not _bot_may(backend, thread.id, "manage_threads")):
        raise BackendError(400, 50083, "Thread is archived")
    message = answer()
    backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})
    return message


def thread_edits(backend: Backend, request: Request, answer: Answer) -> Any:
    """Whoever opened a thread may rename, archive and reopen it; locking needs Manage Threads.

    simcord asks for Manage Channels, which Discord does not want for threads.
    """
    edit = request.method == "PATCH" and _CHANNEL.fullmatch(request.path)
    thread = backend.channels.get(int(edit[1])) if edit else None
    if thread is None or thread.thread_metadata is None:
        return answer()
    locks = "locked" in request.json or thread.thread_metadata.locked
    owns = thread.owner_id == backend.bot_user.id
    if (locks or not owns) and not _bot_may(backend, thread.id, "manage_threads"):
        raise missing_permissions()
    names = {key: value for key, value in request.json.items() if key == "name"}
    state = {key: value for key, value in request.json.items() if key in _THREAD_STATE}
    backend.edit_channel(thread.id, names, thread_metadata=state)
    return dict(serializers.channel_payload(backend, thread))


def attachment_permission(backend: Backend, request: Request, answer: Answer) -> Any:
    """A file in a message of the bot's own needs Attach Files (50013); answers to interactions do
    not.
    """
    posted = _POST.fullmatch(request.path) or _EDIT.fullmatch(request.path)
    if posted and request.files and not _bot_may(backend, int(posted[1]), "attach_files"):
        raise missing_permissions()
    return answer()


def edits_of_old_messages_are_refused(backend: Backend, request: Request, answer: Answer) -> Any:
    """The hardest case of the unpublished cap: every edit of a message older than an hour is
    refused (30046).
    """
    edit = request.method == "PATCH" and _EDIT.fullmatch(request.path)
    if edit and backend.clock.now() - discord.utils.snowflake_time(int(edit[2])) > EDIT_CAP_AGE:
        raise BackendError(
            429, 30046, "Maximum number of edits to messages older than 1 hour reached."
        )
    return answer()


def _bot_may(backend: Backend, channel_id: int, permission: str) -> bool:
    channel = backend.channels.get(channel_id)
    if channel is None or channel.guild_id is None:
        return True
    value = backend.compute_permissions(channel.guild_id, backend.bot_user.id, channel_id)
    return bool(getattr(discord.Permissions(value), permission))
