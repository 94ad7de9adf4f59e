"""A page of a leaderboard, and where whoever looks at it stands."""

from dataclasses import dataclass
from datetime import datetime

from matches.ids import PlayerId, ServerId
from matches.ports import UnitOfWork
from matches.ranking import Ranked, Standing

PAGE = 10
"""Rows of a page."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player with the place they have."""

    ranked: Ranked
    before: int | None
    """How many listed rows stand before it; None if it is not listed."""

    @property
    def place(self) -> int | None:
        """1 for the first; None below the line, where nobody has one."""
        is_placed = self.before is not None and self.ranked.standing is Standing.SETTLED
        return None if self.before is None or not is_placed else self.before + 1

    @property
    def page(self) -> int | None:
        """The page it is on, the first being 0; None if it is on none."""
        return None if self.before is None else self.before // PAGE


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of the leaderboard of a variant; `scope` is a server, or None for everywhere."""

    variant: str
    scope: ServerId | None
    page: int
    rows: tuple[Row, ...]
    has_more: bool
    own: Row | None
    """The reader's row, wherever it is; None if they were never rated there."""

    @property
    def shows_own(self) -> bool:
        """Whether the reader's row is on the page."""
        own = None if self.own is None else self.own.ranked.person.id
        return any(row.ranked.person.id == own for row in self.rows)


async def leaderboard(
    uow: UnitOfWork,
    reader: PlayerId | None,
    variant: str,
    scope: ServerId | None,
    page: int,
    *,
    now: datetime,
) -> Leaderboard:
    """The page as it is now; the last one that there is if it ends before that page.

    A reader who has never played is None.
    """
    board = await _page(uow, reader, variant, scope, page, now)
    if not board.rows and page:
        last = await uow.leaderboards.count(variant, scope)
        return await _page(uow, reader, variant, scope, max(last - 1, 0) // PAGE, now)
    return board


async def _page(
    uow: UnitOfWork,
    reader: PlayerId | None,
    variant: str,
    scope: ServerId | None,
    page: int,
    now: datetime,
) -> Leaderboard:
    offset = page * PAGE
    found = await uow.leaderboards.page(variant, scope, offset, PAGE + 1, now=now)
    rows = tuple(Row(ranked, offset + at) for at, ranked in enumerate(found[:PAGE]))
    own = next((row for row in rows if row.ranked.person.id == reader), None)
    if own is None and reader is not None:
        own = await own_row(uow, reader, variant, scope, now=now)
    return Leaderboard(variant, scope, page, rows, len(found) > PAGE, own)


async def own_row(
    uow: UnitOfWork, player: PlayerId, variant: str, scope: ServerId | None, *, now: datetime
) -> Row | None:
    """Where a player stands; None if they were never rated there."""
    ranked = await uow.leaderboards.row_of(player, variant, scope, now=now)
    if ranked is None:
        return None
    is_listed = ranked.standing is not Standing.UNLISTED
    return Row(
        ranked, await uow.leaderboards.place_of(ranked, variant, scope) if is_listed else None
    )
