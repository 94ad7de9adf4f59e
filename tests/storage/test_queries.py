"""No query reads a whole table to find a few rows."""

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import event

from matches.hints import Hint
from matches.ids import PlayerId, ServerId
from matches.leave import Leave
from matches.match import Draft
from matches.offer import Offer, OfferKind
from matches.outbox import LEASE, DueKind, Telling
from matches.place import BoardMessage
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings
from matches.ranking import LISTED_FOR
from matches.results import CUSTOM, Outcome, Wanted
from rules import Player
from storage import SqlStore, open_store
from tests.storage.samples import HOUR, NOW, PLACE, add_match, after, new_challenge, new_match
from tests.storage.test_ratings import changes_of, event_of

READS_EVERYTHING = (
    "FROM rating_events ORDER BY",  # the history, for a replay
    "FROM ratings",  # the same: all ratings
    "UPDATE /* many rows */ matches SET deadline",  # after an outage
    "FROM drafts JOIN boards",  # what is being drawn at this moment is never much either
    "FROM due WHERE due.kind !=",  # the first in the order of an index, but for some at its start
    "FROM outbox WHERE outbox.due_at",  # what is not told yet is never much
)

NO_TABLES = "mine|points|spans|steps"
"""What statements name of what they have found so far."""


async def _ask_everything(uow: UnitOfWork, match: Any) -> None:
    """Every method that reads or changes rows which it has to find."""
    ann, bob = match.first, match.second
    players = (ann, bob)
    await uow.players.find_or_add(1, "Renamed")
    await uow.players.people(players)
    await uow.players.computer(1)
    await uow.players.computer(1)
    await uow.players.lock(players)
    challenge = await uow.challenges.add(new_challenge(ann, bob, match=match.id))
    await uow.challenges.get(challenge.id)
    await uow.accounts.find(1)
    await uow.accounts.open_challenges(ann)
    await uow.personal.of_player(ann)
    await uow.personal.of_challenges(await uow.personal.challenges(ann))
    await uow.personal.of_matches(await uow.personal.matches(ann), ann)
    await uow.challenges.of_match(match.id)
    await uow.challenges.open_from(ann)
    await uow.challenges.last_declined(ann, bob)
    await uow.matches.get(match.id)
    await uow.matches.save(after(match, "0"))
    await uow.matches.running_of(ann)
    await uow.matches.count_running(ann)
    await uow.matches.waiting_for(ann)
    await uow.matches.newest_of(ann, 25)
    await uow.matches.last_computer(ann)
    await uow.matches.played_before(ann, match.id)
    await uow.matches.rated_between(ann, bob, NOW)
    draft = Draft(match.id, ann, 2, 1, "0")
    await uow.drafts.put(draft, None)
    await uow.drafts.put(draft, draft)
    await uow.drafts.get(match.id)
    await uow.drafts.remove(match.id)
    offer = Offer(match.id, OfferKind.DRAW, Player.FIRST, 2, 1, NOW)
    await uow.offers.put(offer)
    await uow.offers.of_match(match.id)
    await uow.offers.shown(offer, None)
    await uow.ratings.record(event_of(match), changes_of(match, None, PLACE.server))
    await uow.ratings.of(players, "standard", None)
    await uow.ratings.last_event_at(players)
    await uow.ratings.changes_of(match.id)
    ranked = await uow.leaderboards.row_of(ann, "standard", None, now=NOW)
    assert ranked is not None
    await uow.leaderboards.place_of(ranked, "standard", None)
    await uow.leaderboards.page("standard", None, 0, 11, now=NOW)
    await uow.leaderboards.count("standard", None)
    await uow.leaderboards.expire(NOW + 2 * LISTED_FOR, 50)
    await uow.leaderboards.next_expiry()
    await uow.voids.newest_in(ServerId(1), 25)
    await uow.voids.numbered_in(ServerId(1), match.id)
    await uow.leaderboards.has_left(ServerId(1), 1)
    await uow.leaderboards.leave(ServerId(1), players, NOW)
    await uow.leaderboards.join(ServerId(1), ann, NOW)
    for wanted in (
        Wanted(),
        Wanted(PLACE.server, "standard", bob, frozenset({Outcome.WON}), True),
        Wanted(variant=CUSTOM),
    ):
        await uow.profiles.results(ann, wanted, 3)
        await uow.profiles.by_variant(ann, wanted)
        await uow.profiles.past(ann, wanted, 10, 10)
    await uow.accounts.find(1)
    await uow.profiles.ratings(ann, None)
    await uow.profiles.curves(ann, None, 64)
    row = await uow.outbox.add(Telling.POST_BOARD, now=NOW, match=match.id, challenge=challenge.id)
    await uow.outbox.claim(NOW, NOW + LEASE, 50)
    await uow.outbox.of_match(match.id)
    await uow.outbox.of_challenge(challenge.id)
    await uow.outbox.postpone(row.id, NOW)
    await uow.outbox.hurry(row.id, NOW - HOUR)
    await uow.outbox.lease([row.id], NOW)
    await uow.outbox.next_due()
    await uow.outbox.close([row.id])
    await uow.due.set(DueKind.TURN_DEADLINE, match.id, NOW)
    await uow.due.claim(NOW, NOW + LEASE, 50)
    await uow.due.next_due()
    await uow.due.set(DueKind.COMPUTER_TURN, match.id, NOW)
    await uow.due.claim(NOW, NOW + LEASE, 50, computer=True)
    await uow.due.lease(DueKind.COMPUTER_TURN, match.id, NOW)
    await uow.due.next_due(computer=True)
    await uow.due.at(DueKind.TURN_DEADLINE, match.id)
    await uow.matches.save_clock(match)
    await uow.due.remove(DueKind.TURN_DEADLINE, match.id)
    await uow.heartbeats.beat(NOW)
    await uow.heartbeats.beat(NOW + HOUR)
    await uow.places.set_board(match.id, BoardMessage(1, 2))
    await uow.places.board_of(match.id)
    await uow.boards.get(match.id)
    await uow.boards.drawn_on(1)
    await uow.places.move(match.id, PLACE)
    await uow.places.settings(ServerId(1))
    await uow.preferences.of(ann)
    await uow.preferences.of_account(1)
    await uow.preferences.save(ann, PlayerSettings())
    await uow.leaves.of(ann, NOW)
    await uow.leaves.save(Leave(ann, NOW, NOW + HOUR))
    await uow.blocks.of(ann)
    await uow.blocks.between(ann, bob)
    await uow.blocks.add(ann, bob)
    await uow.blocks.remove(ann, bob)
    await uow.hints.tell(ann, Hint)
    await uow.notes.get("commands")
    await uow.accounts.delete(ann, NOW)


async def test_sqlite_finds_rows_by_indices(sqlite_url: str):
    """SQLite's plan of every statement searches; none scans a table."""
    store = await open_store(sqlite_url)
    statements: list[tuple[str, Any]] = []

    @event.listens_for(store._engines.writer.sync_engine, "before_cursor_execute")
    def note(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        statements.append((statement, parameters))

    try:
        match = await add_match(store)
        statements.clear()
        async with store.writing() as uow:
            await _ask_everything(uow, match)
        asked = [
            each
            for each in statements
            if each[0].startswith(("SELECT", "WITH", "UPDATE", "DELETE"))
        ]
        assert len(asked) > 30
        plans = await _plans(store, asked)
    finally:
        await store.close()
    scans = {
        statement: plan
        for statement, plan in plans
        if re.search(rf"\bSCAN (?!\(?subquery|anon|CONSTANT|{NO_TABLES})", plan)
        and not _may_scan(statement)
    }
    assert scans == {}


def _may_scan(statement: str) -> bool:
    return any(words in " ".join(statement.split()) for words in READS_EVERYTHING)


async def _plans(store: SqlStore, asked: Sequence[tuple[str, Any]]) -> list[tuple[str, str]]:
    plans = []
    async with store._engines.writer.connect() as connection:
        for statement, parameters in asked:
            explained = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", parameters
            )
            plans.append((statement, "; ".join(str(row[-1]) for row in explained)))
    return plans


async def test_match_of_strangers_is_not_read(sql_store: SqlStore):
    """What belongs to other people is not among a player's matches."""
    match = await add_match(sql_store)
    async with sql_store.writing() as uow:
        strangers = [await uow.players.find_or_add(n, "x") for n in (8, 9)]
        await uow.matches.add(new_match(*strangers))
        await uow.commit()
    async with sql_store.reading() as uow:
        assert await uow.matches.running_of(match.first) == [match]
        assert await uow.matches.running_of(PlayerId(10**9)) == []
