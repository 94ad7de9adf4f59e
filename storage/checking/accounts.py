"""Whether anything is left of accounts that were deleted."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Select, Table, func, literal, or_, select, union, union_all

from matches.challenge import ChallengeStatus
from storage.checking.examined import Examined
from storage.checking.findings import Finding, Portion
from storage.repositories.accounts import ABOUT_ONE_PERSON
from storage.tables import accounts, challenges, computers, matches

_KNOWN = select(accounts.c.player)
# Behind the computer's players there is nobody.
_PLAYING = union(_KNOWN, select(computers.c.player))
_PLURALS = {
    "player_settings": "settings",
    "leaves": "leaves",
    "hints": "hints that were told",
    "blocks": "blocks",
}


async def deleted_accounts_in_order(database: Examined) -> AsyncIterator[Portion]:
    """What is about a person alone belongs to somebody who has an account; nobody else has a match
    that runs or a challenge that stands.
    """
    for table in ABOUT_ONE_PERSON:
        if table is accounts:
            continue
        async with database.looking() as connection:
            count = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            left = (await connection.execute(_left_in(table))).scalars().all()
        problem = f"has {_PLURALS[table.name]}, but no account"
        found = [Finding(f"player {player}", problem) for player in left]
        yield Portion(count, tuple(found))
    async with database.looking() as connection:
        rows = (await connection.execute(_UNDER_WAY)).all()
    problem = "goes on, although the account of one of the two was deleted"
    yield Portion(0, tuple(Finding(f"{row.kind} {row.id}", problem) for row in rows))


def _left_in(table: Table) -> Select[Any]:
    player = table.c.player
    return select(player).where(player.not_in(_KNOWN)).distinct().order_by(player)


_UNDER_WAY = union_all(
    select(literal("match").label("kind"), matches.c.id).where(
        matches.c.reason.is_(None),
        or_(matches.c.first.not_in(_PLAYING), matches.c.second.not_in(_PLAYING)),
    ),
    select(literal("challenge"), challenges.c.id).where(
        challenges.c.status == ChallengeStatus.OPEN.value,
        or_(challenges.c.challenger.not_in(_KNOWN), challenges.c.opponent.not_in(_KNOWN)),
    ),
)
