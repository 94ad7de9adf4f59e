"""Who is a member of a server, for its leaderboards: seen from what people do, and asked for whom a
page shows.

That needs no privileged intent: Discord tells at any time which of these people are members.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.trouble import TROUBLE, describe
from matches.ids import ServerId
from matches.people import Person
from storage import StoreUnavailable

if TYPE_CHECKING:
    from matches.ports import Store

logger = logging.getLogger(__name__)

FRESH_FOR = timedelta(hours=1)
"""For so long nobody is asked for again in the same server."""
MOST_REMEMBERED = 20_000
PATIENCE = 5.0
"""Seconds for Discord's answer; an orderly end does not wait longer."""
RETURN_PATIENCE = 1.0
"""Seconds for which an answer waits until whoever asks is listed again."""


class Membership:
    """Keeps the leaderboards of servers to their members, beside whatever is being answered."""

    def __init__(self, store: "Store", now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._known: OrderedDict[tuple[int, int], datetime] = OrderedDict()
        """When somebody was last known to be a member, by server and account."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._returns: dict[tuple[int, int], asyncio.Task[None]] = {}
        """Of those who may just have come back, by server and account."""

    def saw(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever acts in a server is a member of it."""
        if interaction.guild_id is None or not interaction.is_guild_integration():
            return
        key = interaction.guild_id, interaction.user.id
        if not self._is_fresh(key):
            self._remember(key)
            task = self._begin(self._come_back(ServerId(key[0]), key[1]))
            self._returns[key] = task
            task.add_done_callback(lambda _: self._returns.pop(key, None))

    async def is_listed_again(self, interaction: discord.Interaction[Any]) -> None:
        """Wait until whoever has come back to a server, and acts in it, is listed there; not for
        long, since the answer is due.
        """
        self.saw(interaction)
        task = self._returns.get((interaction.guild_id or 0, interaction.user.id))
        if task is not None:
            await asyncio.wait({task}, timeout=RETURN_PATIENCE)

    def look_for(self, guild: discord.Guild, people: Iterable[Person]) -> None:
        """These people are shown as members of a server: find out whether they are."""
        unsure = {
            person.account: person
            for person in people
            if person.account is not None and not self._is_fresh((guild.id, person.account))
        }
        if unsure:
            self._begin(self._look_for(guild, unsure))

    async def stop(self) -> None:
        """Finish what has begun."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _come_back(self, server: ServerId, account: int) -> None:
        async with self._store.reading() as uow:
            player = await uow.leaderboards.has_left(server, account)
        if player is not None:
            async with self._store.writing() as uow:
                await uow.leaderboards.join(server, player, self._now())
                await uow.commit()

    async def _look_for(self, guild: discord.Guild, people: dict[int, Person]) -> None:
        asked_at = self._now()
        try:
            async with asyncio.timeout(PATIENCE):
                members = await guild.query_members(
                    user_ids=list(people), limit=len(people), cache=False
                )
        except (*TROUBLE, TimeoutError) as error:
            logger.warning("members of server %s are not known: %s", guild.id, describe(error))
            return
        found = {member.id for member in members}
        for account in found & people.keys():
            self._remember((guild.id, account))
        gone = [
            person
            for account, person in people.items()
            if account not in found and not self._was_seen((guild.id, account), asked_at)
        ]
        if gone:
            await self._leave(ServerId(guild.id), gone)

    async def _leave(self, server: ServerId, gone: Iterable[Person]) -> None:
        """Take people off; whoever acts at the same moment is put back, whichever came first."""
        keys = {person.id: (server, person.account or 0) for person in gone}
        for key in keys.values():
            self._known.pop(key, None)
        async with self._store.writing() as uow:
            await uow.leaderboards.leave(server, keys, self._now())
            await uow.commit()
        for key in keys.values():
            if key in self._known:
                await self._come_back(server, key[1])

    def _was_seen(self, key: tuple[int, int], since: datetime) -> bool:
        known = self._known.get(key)
        return known is not None and known >= since

    def _is_fresh(self, key: tuple[int, int]) -> bool:
        known = self._known.get(key)
        return known is not None and self._now() - known < FRESH_FOR

    def _remember(self, key: tuple[int, int]) -> None:
        self._known[key] = self._now()
        self._known.move_to_end(key)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """Nobody waits for it: what goes wrong is for the log, and it is tried again another time."""
    try:
        await work
    except StoreUnavailable:
        pass  # Storage has told the operator.
    except Exception:
        logger.exception("the members of a server could not be noted")
