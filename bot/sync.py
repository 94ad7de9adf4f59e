"""Uploads the commands to Discord, only when they have changed: creations are limited a day."""

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.config import ConfigError
from bot.trouble import TROUBLE, describe, may_pass
from matches.ports import Store, UnitOfWork

logger = logging.getLogger(__name__)

TRY_AGAIN_AFTER = 600.0
"""Seconds until an upload that Discord could not take is tried again."""
EVERYWHERE = "everywhere"
NO_MEMBER = (discord.Forbidden, discord.NotFound)
"""How Discord answers for a server where the bot is no member."""


class CommandUpload:
    """Keeps the commands on Discord as they are here, in one place: everywhere, or one server.

    Notes in the database say what was uploaded where. What an earlier setting left elsewhere is
    taken away.
    """

    def __init__(
        self, tree: app_commands.CommandTree[Any], store: Store, *, test_guild: int | None
    ) -> None:
        self._tree = tree
        self._store = store
        self._test_guild = test_guild
        self._place = EVERYWHERE if test_guild is None else str(test_guild)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Upload what has changed. What Discord cannot take now is tried again later.

        Raises ConfigError if the bot is no member of the test server, and what Discord raises for
        commands that it refuses.
        """
        if self._test_guild is not None:
            self._tree.copy_global_to(guild=discord.Object(self._test_guild))
            self._tree.clear_commands(guild=None)
        await self._try()

    def stop(self) -> None:
        """Try nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _try(self) -> None:
        try:
            await self._bring_up_to_date()
        except Exception as error:
            if not passes(error):
                raise
            logger.warning(
                "the commands are not up to date, which is tried again in %d minutes: %s",
                TRY_AGAIN_AFTER / 60,
                describe(error),
            )
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(TRY_AGAIN_AFTER, self._begin_again)

    def _begin_again(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._try_again())

    async def _try_again(self) -> None:
        try:
            await self._try()
        except Exception:
            logger.exception("the commands are not up to date")

    async def _bring_up_to_date(self) -> None:
        digest = await self._digest()
        async with self._store.reading() as uow:
            uploaded = await uow.notes.get(self._note(self._place)) == digest
            places = await self._places(uow)
        if uploaded:
            logger.info("the commands are uploaded already")
        else:
            # Noted before, so that they are found wherever this process may end.
            await self._put({self._list: _written(places | {self._place})})
            await self._upload()
            await self._put({self._note(self._place): digest})
            logger.info("the commands were uploaded")
        left = places - {self._place}
        while left:
            await self._take_away(left.pop(), left | {self._place})

    async def _upload(self) -> None:
        try:
            await self._tree.sync(guild=_server(self._place))
        except NO_MEMBER as error:
            if self._test_guild is None:
                raise
            raise ConfigError(
                f"test_guild is {self._test_guild}, but the bot is no member of that server: "
                "invite it with the link above, or change the setting"
            ) from error

    async def _take_away(self, place: str, left: set[str]) -> None:
        """This place gets an empty list, as the tree has no commands for it."""
        try:
            await self._tree.sync(guild=_server(place))
        except NO_MEMBER as error:
            # Without the bot the server does not have its commands either.
            logger.info("no commands are left in server %s: %s", place, describe(error))
        await self._put({self._note(place): "", self._list: _written(left)})
        logger.info("the commands were taken away from where they were: %s", place)

    async def _places(self, uow: UnitOfWork) -> set[str]:
        """Where commands were uploaded to and not taken away."""
        noted = await uow.notes.get(self._list)
        if noted is not None:
            return set(noted.split())
        # The first versions noted no places.
        return {EVERYWHERE} if await uow.notes.get(self._note(EVERYWHERE)) else set()

    async def _put(self, notes: dict[str, str]) -> None:
        async with self._store.writing() as uow:
            for name, text in notes.items():
                await uow.notes.put(name, text)
            await uow.commit()

    @property
    def _list(self) -> str:
        return f"commands:{self._tree.client.application_id}:places"

    def _note(self, place: str) -> str:
        return upload_note(self._tree.client.application_id, place)

    async def _digest(self) -> str:
        """A hash of what would be uploaded, translations included."""
        tree, translator = self._tree, self._tree.translator
        payload = [
            await command.get_translated_payload(tree, translator)
            if translator is not None
            else command.to_dict(tree)
            for command in tree.get_commands(guild=_server(self._place))
        ]
        text = json.dumps(payload, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def upload_note(application: int | None, place: str = EVERYWHERE) -> str:
    """Under which name it is noted what was uploaded to a place."""
    return f"commands:{application}:{place}"


def passes(error: BaseException) -> bool:
    """Whether Discord fails, is busy, or cannot be reached: what may succeed later."""
    if isinstance(error, discord.HTTPException):
        return may_pass(error)
    return isinstance(error, (*TROUBLE, discord.GatewayNotFound))


def _server(place: str) -> discord.Object | None:
    return None if place == EVERYWHERE else discord.Object(int(place))


def _written(places: set[str]) -> str:
    return " ".join(sorted(places))
