"""Where the bot is: which shards Discord reaches, and in which servers matches can be shown.

Discord tells of an outage of a server and of the bot's removal by events, but not of what happened
while the bot was away. So every event only asks for the whole to be compared with what is stored.
"""

import logging
from typing import TYPE_CHECKING

from bot.workers.alarm import Alarm
from matches.ids import ServerId
from matches.timekeeping import note_servers, show_hidden_boards

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


class Presence:
    """Notes which servers can be reached; their matches stand still meanwhile."""

    def __init__(self, bot: "PaperSoccer") -> None:
        self._bot = bot
        self._alarm = Alarm("presence", self._work)
        self._ready: set[int] = set()
        self._lost: set[int] = set()
        self._changed: set[ServerId] = set()

    @property
    def is_connected(self) -> bool:
        """Whether every shard that was ready once is reached by Discord."""
        return bool(self._ready) and not self._lost

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
        self.look()
        # If Discord was out of reach for long, that is noticed before anything else happens.
        self._bot.due.wake()

    def shard_is_lost(self, shard: int) -> None:
        """Discord does not reach this shard."""
        if shard in self._ready:
            self._lost.add(shard)

    def look(self, changed: int | None = None) -> None:
        """Servers may have come or gone; in one that has `changed` boards may be shown again."""
        if changed is not None:
            self._changed.add(ServerId(changed))
        self._alarm.wake()

    async def _work(self) -> float | None:
        bot = self._bot
        here = {ServerId(guild.id) for guild in bot.guilds if not guild.unavailable}
        changed, self._changed = self._changed, set()
        async with bot.store.writing() as uow:
            back = await note_servers(uow, here, self._knows, now=bot.now())
        if hopeful := back | changed:
            async with bot.store.writing() as uow:
                await show_hidden_boards(uow, hopeful, now=bot.now())
            bot.due.wake()
            bot.wake()
        return None

    def _knows(self, server: ServerId) -> bool:
        """Whether Discord would have told us of this server, were the bot in it."""
        shard = (server >> 22) % (self._bot.shard_count or 1)
        return shard in self._ready and shard not in self._lost
