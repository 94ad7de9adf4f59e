"""How fast somebody may act: whoever is faster is told so once a minute, and nothing changes.

Taps on buttons, forms and commands count, what is offered while somebody types does not.
"""

import logging
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.failures import say_privately
from bot.i18n import reader_language
from bot.trouble import TROUBLE, describe
from bot.wording.clock import relative_time

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)

WINDOW = timedelta(minutes=1)
MOST_REMEMBERED = 10_000
"""Accounts; whoever has not acted within the window is forgotten anyway."""


@dataclass(frozen=True, slots=True)
class TooFast:
    """Why an act does not count."""

    again_at: datetime
    """When the next one does."""
    is_news: bool
    """Whether it is time to say so: for the first one within a window."""


@dataclass(slots=True)
class _Lately:
    """What one account has done within the window."""

    seen_at: datetime
    counted: deque[datetime] = field(default_factory=deque)
    told_at: datetime | None = None


class Pace:
    """Counts what each account does within the last minute.

    What it remembers is bounded by what happens in a minute, and each act costs the same however
    much that is: whatever is forgotten was counted once.
    """

    def __init__(self, most: int) -> None:
        """`most` within a minute; 0 sets no limit."""
        self._most = most
        self._lately: OrderedDict[int, _Lately] = OrderedDict()

    def __len__(self) -> int:
        """How many accounts it remembers."""
        return len(self._lately)

    def act(self, account: int, now: datetime) -> TooFast | None:
        """Count an act that happens now; why it does not count, if so."""
        if self._most == 0:
            return None
        lately = self._of(account, now)
        counted = lately.counted
        while counted and counted[0] <= now - WINDOW:
            counted.popleft()
        if len(counted) < self._most:
            counted.append(now)
            return None
        is_news = lately.told_at is None or lately.told_at <= now - WINDOW
        if is_news:
            lately.told_at = now
        return TooFast(counted[0] + WINDOW, is_news)

    def _of(self, account: int, now: datetime) -> _Lately:
        lately = self._lately.setdefault(account, _Lately(now))
        lately.seen_at = now
        self._lately.move_to_end(account)
        while len(self._lately) > MOST_REMEMBERED or self._first().seen_at <= now - WINDOW:
            self._lately.popitem(last=False)
        return lately

    def _first(self) -> _Lately:
        """Whoever has been silent for longest."""
        return next(iter(self._lately.values()))


async def keeps_pace(interaction: "discord.Interaction[PaperSoccer]") -> bool:
    """Whether whoever acts is slow enough; otherwise they have been answered.

    Only the first refusal of a minute says why, so that a burst costs Discord little.
    """
    bot = interaction.client
    too_fast = bot.pace.act(interaction.user.id, bot.now())
    if too_fast is None:
        return True
    if too_fast.is_news:
        logger.info("account %s acts too fast", interaction.user.id)
    if too_fast.is_news or interaction.type is discord.InteractionType.application_command:
        # A command can only be acknowledged by an answer.
        await say_privately(
            interaction,
            reader_language(interaction).say(
                "That was faster than I can follow, so nothing has changed. Go on {when}.",
                when=relative_time(too_fast.again_at),
            ),
        )
        return False
    try:
        await interaction.response.defer()
    except TROUBLE as error:
        logger.info("interaction %s is not acknowledged: %s", interaction.id, describe(error))
    return False
