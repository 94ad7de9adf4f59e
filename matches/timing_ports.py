"""The ports about time, apart from the others: what holds for all is said in `matches.ports`.

What falls due, when a process was last there, and which servers cannot be reached.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Protocol

from matches.ids import ServerId
from matches.outbox import DueKind, DueRow
from matches.terms import TurnTime


class Due(Protocol):
    """What happens by itself at a time; one row for each kind and subject."""

    async def set(self, kind: DueKind, subject: int, due_at: datetime) -> None:
        """Set the time, in place of any other for the same kind and subject."""

    async def remove(self, kind: DueKind, subject: int) -> None:
        """Forget it, if it is there."""

    async def at(self, kind: DueKind, subject: int) -> datetime | None:
        """When it is due, or comes again if it was claimed; None if it is not there."""

    async def claim(
        self, now: datetime, until: datetime, limit: int, *, computer: bool = False
    ) -> list[DueRow]:
        """Take up to `limit` rows that are due; they come again at `until` unless removed.

        Either those of what the `computer` has to do, the longest due first, or all others.
        """

    async def lease(self, kind: DueKind, subject: int, until: datetime) -> None:
        """Nobody else gets this row before `until`; nothing happens if it is not there."""

    async def subjects(self, kind: DueKind) -> list[int]:
        """What rows of a kind are about, whenever they are due."""

    async def next_due(self, *, computer: bool = False) -> datetime | None:
        """When the earliest row of the same is due; None if there is none."""


class Heartbeats(Protocol):
    """When any process of the bot was last alive, so that time stands still while none is."""

    async def beat(self, now: datetime) -> timedelta | None:
        """Note that a process is alive; the time since the last beat, None for the first.

        It is negative if the clock was turned back, or differs from another process's.
        """

    async def shift_deadlines(self, by: timedelta, *, since: datetime) -> None:
        """Move what a match's clock asks for later by this much, the time lost after `since`: the
        deadline of every match whose time runs, and the due rows.

        A turn that began after `since` has lost only what came after its beginning, and one in
        which time has stood still meanwhile only what came before that.
        """

    async def resumed_at(self) -> datetime | None:
        """When the last time ended that deadlines were moved by; None if they never were."""


class Outages(Protocol):
    """Servers that cannot be reached, in which matches stand still (`Pause.SERVER_AWAY`)."""

    async def servers(self) -> frozenset[ServerId]:
        """The servers with a running match that does not stand still for this reason."""

    async def standing(self) -> frozenset[ServerId]:
        """The servers with one that does."""

    async def begin(self, server: ServerId, now: datetime, given_up_at: datetime) -> None:
        """Let time stand still in those of a server's running matches in which it does not yet;
        they are given up at `given_up_at`, unless they are earlier for being hidden.
        """

    async def end(self, server: ServerId, now: datetime) -> None:
        """Take that away: deadlines move where nothing else holds time, each match with a deadline
        is due now, and boards whose time is seen to have moved are asked for.
        """

    async def ask_for_boards_in(self, server: ServerId, channel: int, now: datetime) -> None:
        """Ask for the boards of a server's running matches in this channel or thread."""

    async def channels(self) -> frozenset[tuple[ServerId, int]]:
        """Where running matches are played: servers and their channels, without the threads."""

    async def hurry_boards(self, server: ServerId, now: datetime) -> None:
        """Make what waits to be told of a server's hidden boards (`Pause.HIDDEN`) due now."""

    async def ask_for_boards(self, times: Collection[TurnTime], now: datetime) -> None:
        """Ask for the boards of all running matches with these times per turn."""
