"""`paper-soccer void`: whoever runs the bot takes matches of any place out of the ratings."""

import argparse
from datetime import UTC, datetime
from typing import Any

from bot.config import Config, SetupError
from matches.errors import MatchRefused
from matches.ids import MatchId, PlayerId
from matches.ports import Store, UnitOfWork
from matches.voiding import Replay, void_match, void_some_of
from storage import open_store

AT_ONCE = 500


async def void(config: Config, arguments: argparse.Namespace) -> int:
    """Void, make all ratings good, and return how many matches were voided.

    Raises SetupError if there is none to void.
    """
    store = await open_store(config.storage.url, backups=config.storage.backups)
    try:
        voided = await _void(store, arguments)
        if not voided:
            raise SetupError("nothing was voided: there is no rated match to void")
        await _make_good(store)
    finally:
        await store.close()
    return voided


async def _void(store: Store, arguments: argparse.Namespace) -> int:
    by_operator: dict[str, Any] = {"by": None, "reason": arguments.reason, "server": None}
    async with store.writing() as uow:
        now = datetime.now(UTC)
        if arguments.match is not None:
            try:
                await void_match(uow, MatchId(arguments.match), **by_operator, now=now)
            except MatchRefused:
                return 0
            return 1
        player = await _player(uow, arguments)
    voided, more = 0, AT_ONCE
    while player is not None and more == AT_ONCE:
        async with store.writing() as uow:
            more = len(await void_some_of(uow, player, AT_ONCE, **by_operator, now=now))
        voided += more
    return voided


async def _player(uow: UnitOfWork, arguments: argparse.Namespace) -> PlayerId | None:
    if arguments.player is not None:
        return PlayerId(arguments.player)
    person = await uow.accounts.find(arguments.account)
    return None if person is None else person.id


async def _make_good(store: Store) -> None:
    replay, more = Replay(), True
    while more:
        async with store.writing() as uow:
            more = await replay.portion(uow, AT_ONCE, now=datetime.now(UTC))
