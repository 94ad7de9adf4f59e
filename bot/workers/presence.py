"""Where the bot is: which shards Discord reaches, and in which servers matches can be shown.

Discord tells of an outage of a server and of the bot's removal by events, but not of what happened
while the bot was away. So every event only asks for the whole to be compared with what is stored.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.workers.alarm import Alarm
from matches.ids import ServerId
from matches.timekeeping import (
    compare_servers,
    server_is_away,
    server_is_back,
    show_boards_in,
    show_hidden_boards,
)

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class Presence:
    """Notes which servers can be reached; their matches stand still meanwhile."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("presence", self._work)
        self._ready: set[int] = set()
        self._lost: set[int] = set()
        self._changed: set[ServerId] = set()
        self._gone: set[tuple[ServerId, int]] = set()
        self._look_at_channels = False

    @property
    def is_connected(self) -> bool:
        """Whether every shard is reached by Discord."""
        return len(self._ready) >= (self._bot.shard_count or 1) and not self._lost

    def start(self) -> None:
        """Begin to compare; starting twice changes nothing."""
        self._alarm.start()

    async def stop(self) -> None:
        """Finish what has been started."""
        await self._alarm.stop()

    def shard_is_back(self, shard: int) -> None:
        """A shard is ready, or goes on where it was."""
        self._ready.add(shard)
        self._lost.discard(shard)
        self._look_at_channels = True
        # If Discord was out of reach for long, that is noticed before anything else happens.
        self._bot.due.wake()
        self.look()

    def shard_is_lost(self, shard: int) -> None:
        """Discord does not reach this shard."""
        if shard in self._ready:
            self._lost.add(shard)

    def look(self, changed: int | None = None) -> None:
        """Servers may have come or gone; in one that has `changed` boards may be shown again."""
        if changed is not None:
            self._changed.add(ServerId(changed))
        self._alarm.wake()

    def channel_is_gone(self, server: int, channel: int) -> None:
        """Somebody deleted a channel or a thread."""
        self._gone.add((ServerId(server), channel))
        self._alarm.wake()

    async def _work(self) -> float | None:
        here = {ServerId(guild.id) for guild in self._bot.guilds if not guild.unavailable}
        store, now = self._bot.store, self._bot.now()
        async with store.reading() as uow:
            moved = await compare_servers(uow, here, self._knows)
            if self._look_at_channels:
                self._gone |= self._missing(await uow.outages.channels(), here)
        self._look_at_channels = False
        for server in sorted(moved.away):
            async with store.writing() as uow:
                await server_is_away(uow, server, now=now)
        for server in sorted(moved.back):
            async with store.writing() as uow:
                await server_is_back(uow, server, now=now)
        self._changed |= moved.back
        told = bool(self._changed or self._gone)
        for server in sorted(self._changed):
            async with store.writing() as uow:
                await show_hidden_boards(uow, server, now=now)
            self._changed.discard(server)
        for server, channel in sorted(self._gone):
            async with store.writing() as uow:
                await show_boards_in(uow, server, channel, now=now)
            self._gone.discard((server, channel))
        if told:
            self._bot.due.wake()
            self._bot.wake()
        return None

    def _missing(
        self, played_in: Collection[tuple[ServerId, int]], here: Collection[ServerId]
    ) -> set[tuple[ServerId, int]]:
        """The channels that are not there any more, of those where matches are played."""
        return {
            (server, channel)
            for server, channel in played_in
            if server in here and self._bot.get_channel(channel) is None
        }

    def _knows(self, server: ServerId) -> bool:
        """Whether Discord would have told us of this server, were the bot in it."""
        shard = (server >> 22) % (self._bot.shard_count or 1)
        return shard in self._ready and shard not in self._lost
