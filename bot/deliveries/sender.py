"""What every delivery needs: the channel, a line in it, and closing what was told."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import discord

from bot.channels import Postable, find_channel, is_old, was_said
from bot.i18n import ENGLISH
from bot.reach import lacking_in, obstacle_to
from bot.trouble import describe, is_closed, may_pass, takes_no_messages
from bot.wording.reach import permission_names
from matches.outbox import LEASE, OutboxRow
from matches.people import Person
from matches.place import Place

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Sender:
    """The base of the deliveries. They raise what Discord raises; the row then comes again."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self.bot = bot

    async def channel(self, place: Place) -> Postable:
        """Where to post. Raises UnreachablePlace while there is nowhere."""
        channel = await find_channel(self.bot, place.target)
        if channel is None and place.thread is not None:
            # The thread is gone; its channel is the next best place.
            channel = await find_channel(self.bot, place.channel)
        if channel is None:
            raise UnreachablePlace(place, "it cannot be seen")
        return channel

    async def where_possible(
        self, place: Place, send: Callable[[Postable], Awaitable[T]], *, files: bool = False
    ) -> tuple[Postable, T]:
        """Send in the match's thread, or in its channel if the thread is gone, locked or closed to
        the bot; where, and what `send` returned. `files` says whether it sends any.

        Raises UnreachablePlace, without a request if the bot knows that Discord would refuse it.
        """
        obstacle = obstacle_to(self.bot, place, files=files)
        if obstacle is not None and obstacle.missing.value:
            raise UnreachablePlace(place, f"{_named(obstacle.missing)} missing")
        refusals = []
        for target in dict.fromkeys((place.target, place.channel)):
            channel = await find_channel(self.bot, target)
            if channel is None:
                refusals.append(f"{target} cannot be seen")
                continue
            missing = lacking_in(channel, files=files)
            if missing.value:
                refusals.append(f"{target} is closed ({_named(missing)} missing)")
                continue
            try:
                return channel, await send(channel)
            except discord.HTTPException as error:
                if not is_closed(error):
                    raise
                refusals.append(f"{target} is closed ({describe(error)})")
        raise UnreachablePlace(place, ", ".join(refusals))

    async def send_line(
        self, channel: Postable, line: str, row: OutboxRow, *, to: Sequence[Person] = ()
    ) -> None:
        """Send a line, unless an earlier try of the row sent it and nobody noted that."""
        if self.may_have_been_sent(row) and await was_said(self.bot, channel, line, row.made_at):
            return
        await channel.send(line, nonce=f"ps{row.id}", allowed_mentions=only(to))

    async def send_directly(self, account: int, line: str, row: OutboxRow) -> bool:
        """Send a line as a direct message, unless an earlier try of the row sent it; False if that
        person takes none.
        """
        try:
            channel = await self.bot.create_dm(discord.Object(account))
            if self.may_have_been_sent(row) and await was_said(
                self.bot, channel, line, row.made_at
            ):
                return True
            await channel.send(line, nonce=f"ps{row.id}", suppress_embeds=True)
        except discord.HTTPException as error:
            if not takes_no_messages(error):
                raise
            return False
        return True

    async def at_best(self, change: Awaitable[object], what: str, *, message: int = 0) -> None:
        """Do something that may as well be left if Discord refuses it; raises what may pass.

        `message` is the one that is edited: for a capped one discord.py may wait, or give up.
        """
        try:
            await change
        except discord.RateLimited as error:
            if not message or not is_old(message, self.bot.now()):
                raise
            logger.info("%s is left as it is: %s", what, describe(error))
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            logger.info("%s is left as it is: %s", what, describe(error))

    def may_have_been_sent(self, row: OutboxRow) -> bool:
        """Whether to look for what the row asks for: an earlier try may have sent it, with the
        nonce of this row or of another, or an interaction's answer, which has none.
        """
        was_left = row.made_at < self.bot.started_at or self.bot.now() - row.made_at >= LEASE
        return row.attempts > 0 or was_left

    async def close(self, rows: Sequence[OutboxRow]) -> None:
        async with self.bot.store.writing() as uow:
            await uow.outbox.close(row.id for row in rows)
            await uow.commit()


class UnreachablePlace(OSError):
    """Neither in the thread nor in its channel anything can be posted; that may change."""

    def __init__(self, place: Place, why: str) -> None:
        where = f"channel {place.channel} of server {place.server}"
        if place.thread is not None:
            where = f"thread {place.thread} and {where}"
        super().__init__(f"nothing can be posted in {where}: {why}")
        self.place = place


def _named(permissions: discord.Permissions) -> str:
    return ", ".join(permission_names(permissions, ENGLISH))


def only(people: Sequence[Person]) -> discord.AllowedMentions:
    mentions = discord.AllowedMentions.none()
    mentions.users = [discord.Object(p.account) for p in people if p.account is not None]
    return mentions
