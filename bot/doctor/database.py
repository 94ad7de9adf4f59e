"""The database, in words."""

from collections.abc import AsyncIterator

from bot.doctor.lines import MOST_NAMED, Line, Mark, note, ok, problem
from storage import StorageSetupError
from storage.checking import (
    CONTENTS,
    Check,
    Examined,
    Finding,
    Room,
    examine,
    foundations,
    room_of,
)
from storage.migrations import HEAD, Standing

LEAST_ROOM = 100_000_000
"""Bytes; with less, turns may soon find no room."""

_RESTORE = "`paper-soccer restore` puts a backup in its place"
_ADVICE = {
    "pages of the file": f"stop the bot; {_RESTORE}",
    "columns that refer to rows": f"another program may have changed the database; {_RESTORE}",
    "tables": f"another program may have changed the database; {_RESTORE}",
    "matches": "nobody can go on with a match that does not replay, and the others go on; "
    "a backup from before may have it sound",
    "challenges": "the others go on; whoever made such a challenge can make another",
    "outbox rows": "the others are told; a newer version of the program may know such a row",
    "due rows": "the others happen; a newer version of the program may know such a row",
    "ratings": "`paper-soccer recompute` makes them what the rated matches amount to",
    "deleted accounts": "such rows name nobody and harm nobody; a row that another program deletes "
    "here is not missed",
    "servers' settings": "set them again in that server with `/soccer setup`",
}
"""What to do about what a check finds, by the check's name."""


async def database_lines(url: str) -> AsyncIterator[Line]:
    """How the database of a URL stands."""
    try:
        room = room_of(url)
        if room is not None:
            yield _room(room)
        async with examine(url) as database:
            if database is None:
                yield note("database: there is none yet; the bot makes it when it starts")
                return
            async for line in _database(database):
                yield line
    except StorageSetupError as error:
        yield problem(f"database: {error}")


async def used_channels(url: str, server: int | None) -> frozenset[int]:
    """Where that server plays, as far as the database can tell."""
    try:
        async with examine(url) as database:
            if database is None or server is None or database.standing is not Standing.CURRENT:
                return frozenset()
            return await database.channels_in_use(server)
    except StorageSetupError:
        return frozenset()


def _room(room: Room) -> Line:
    free = f"{_size(room.free)} are free on the disk of {room.folder}"
    if room.free < LEAST_ROOM:
        return problem(f"disk: only {free}: make room before turns are refused")
    if room.free < 2 * room.size:
        return note(f"disk: {free}, too little for a copy of the database ({_size(room.size)})")
    return ok(f"disk: {free}")


def _size(count: int) -> str:
    for unit in ("kB", "MB", "GB"):
        count_in_unit = count / {"kB": 1e3, "MB": 1e6, "GB": 1e9}[unit]
        if count_in_unit < 1000:
            break
    return f"{count_in_unit:.3g} {unit}"


async def _database(database: Examined) -> AsyncIterator[Line]:
    yield _standing(database)
    if database.standing not in (Standing.CURRENT, Standing.OLDER):
        return
    *checks, tables = foundations(database)
    for check in checks:
        async for line in _checked(check, database):
            yield line
    if database.standing is Standing.OLDER:
        yield note("matches: they can be looked at once the tables are up to date")
        return
    are_there = True
    async for line in _checked(tables, database):
        are_there &= line.mark is Mark.OK
        yield line
    if are_there:
        for check in CONTENTS:
            async for line in _checked(check, database):
                yield line


def _standing(database: Examined) -> Line:
    is_file = database.file is not None
    words = f"database: its tables are of revision {database.revision}"
    match database.standing:
        case Standing.CURRENT:
            return ok(f"{words}, as this program has them")
        case Standing.OLDER if is_file:
            return note(f"{words}; the next start copies it and brings it to {HEAD}")
        case Standing.OLDER:
            return problem(f"{words}, the program's of {HEAD}: run `paper-soccer migrate`")
        case Standing.NEWER:
            return problem(f"{words}, which a newer version of this program made: update it")
        case Standing.EMPTY if is_file:
            return note("database: it is empty; the bot makes its tables when it starts")
        case Standing.EMPTY:
            return problem("database: it is empty: run `paper-soccer migrate`")
        case Standing.FOREIGN:
            return problem("database: it belongs to another program: name another one")


async def _checked(check: Check, database: Examined) -> AsyncIterator[Line]:
    looked_at = found = 0
    async for portion in check(database):
        looked_at += portion.looked_at
        for finding in portion.findings:
            found += 1
            if found <= MOST_NAMED:
                yield problem(_finding(finding))
    if found > MOST_NAMED:
        yield problem(f"{check.name}: {found - MOST_NAMED} more problems like these")
    if found:
        advice = _ADVICE.get(check.name, _RESTORE)
        yield note(f"{check.name}: what to do: {advice}")
    else:
        yield ok(f"{check.name}: {looked_at:,} looked at")


def _finding(finding: Finding) -> str:
    return f"{finding.subject}: {finding.problem}"
