"""Clocks of matches: what stops and starts them, and the worker that looks at them."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from matches.ids import MatchId, ServerId
from matches.match import Match, Result
from matches.outbox import BOARD_TELLINGS, LEASE, DueKind
from matches.pauses import Pause
from matches.place import Place
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings, Reminders
from matches.terms import Terms, TurnTime
from matches.timekeeping import (
    ask_if_played,
    board_shown,
    close_unplayed,
    compare_servers,
    give_up,
    hide_board,
    pass_standstill,
    server_is_away,
    server_is_back,
    start_clock,
    stop_clock,
    watch_clock,
)
from tests.support.people import (
    FAR,
    PLACE,
    SERVER,
    SLOW,
    SMALL,
    Club,
)

UNLIMITED = Terms(SMALL, TurnTime.UNLIMITED)
DEADLINE, ASK, CLOSE, GIVE_UP = (
    DueKind.TURN_DEADLINE,
    DueKind.ASK_IF_PLAYED,
    DueKind.CLOSE_UNPLAYED,
    DueKind.GIVE_UP,
)
REASONS = (Pause.HIDDEN, Pause.SERVER_AWAY, Pause.FIRST_AWAY, Pause.SECOND_AWAY)
DOES = {DEADLINE: watch_clock, ASK: ask_if_played, CLOSE: close_unplayed, GIVE_UP: give_up}


async def work(club: Club, *, shown: bool = True) -> None:
    """What the worker does when it looks: claim what is due, and do it, until nothing is.

    The boards that were asked for a while ago are `shown` by then.
    """
    while True:
        if shown:
            await _show_boards(club)
        async with club.store.writing() as uow:
            rows = await uow.due.claim(club.now, club.now + LEASE, 50)
            await uow.commit()
        if not rows:
            return
        for row in rows:
            await club.do(DOES[row.kind], MatchId(row.subject), now=club.now)


async def _show_boards(club: Club) -> None:
    async with club.store.writing() as uow:
        rows = await uow.outbox.claim(FAR, FAR, 1000)
        asked = [
            r.id for r in rows if r.telling in BOARD_TELLINGS and r.made_at + LEASE <= club.now
        ]
        if asked:
            for row in rows:
                await uow.outbox.lease([row.id], row.due_at)
            await uow.outbox.close(asked)
            await uow.commit()


async def pass_time(club: Club, time: timedelta) -> None:
    """Time passes; the worker does what is due when it is due."""
    until = club.now + time
    while True:
        await work(club)
        async with club.store.reading() as uow:
            due = await uow.due.next_due()
        if due is None or due > until:
            break
        club.now = due
    club.now = until


async def stop(club: Club, match: Match, pause: Pause, since: datetime | None = None) -> None:
    """Time stands still for this reason, as what notices it does that."""
    if pause is Pause.HIDDEN:
        await commit(club, hide_board, match.id, since=since or club.now, now=club.now)
    elif pause is Pause.SERVER_AWAY:
        await servers(club)
    else:
        await _leave(club, match, pause, True)


async def start(club: Club, match: Match, pause: Pause) -> None:
    """That reason is gone."""
    if pause is Pause.HIDDEN:
        await commit(club, board_shown, match.id, now=club.now)
    elif pause is Pause.SERVER_AWAY:
        await servers(club, SERVER)
    else:
        await _leave(club, match, pause, False)


async def servers(club: Club, *here: ServerId) -> None:
    """Discord says in which servers the bot is."""
    await look_at_servers(club, here, lambda server: True)


async def look_at_servers(
    club: Club, here: Collection[ServerId], knows: Callable[[ServerId], bool]
) -> None:
    """What the bot does when servers may have come or gone."""
    async with club.store.reading() as uow:
        moved = await compare_servers(uow, here, knows)
    for server in sorted(moved.away):
        await club.do(server_is_away, server, now=club.now)
    for server in sorted(moved.back):
        await club.do(server_is_back, server, now=club.now)


async def commit(club: Club, part, *args, **kwargs) -> None:
    async with club.store.writing() as uow:
        await part(uow, *args, **kwargs)
        await uow.commit()


async def _leave(club: Club, match: Match, pause: Pause, begins: bool) -> None:
    async with club.store.writing() as uow:
        found = await uow.matches.get(match.id)
        assert found is not None
        if begins:
            await stop_clock(uow, found, pause, since=club.now)
        else:
            await start_clock(uow, found, pause, now=club.now)
        await uow.commit()


async def be_down(club: Club, gap: timedelta) -> None:
    """No process is there for so long; then one finds that."""
    club.wait(gap)
    await commit(club, pass_standstill, gap, now=club.now)


async def wish(club: Club, player, reminders: Reminders) -> None:
    async def save(uow: UnitOfWork) -> None:
        await uow.preferences.save(player, PlayerSettings(reminders=reminders))

    await commit(club, save)


async def begun(club: Club, terms: Terms = SLOW, place: Place = PLACE) -> Match:
    """A match in which both have moved, and of which all was told."""
    match = await club.play(await club.start(terms=terms, place=place), "0", "0")
    await club.forget_told()
    return match


async def result(club: Club, match: Match) -> Result | None:
    return (await club.match(match.id)).result
