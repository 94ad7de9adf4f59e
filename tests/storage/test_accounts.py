"""Accounts: who is behind one, and deleting it with all that is about one person alone."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Table, insert, select

from matches.challenge import ChallengeStatus
from matches.hints import Hint
from matches.leave import Leave
from matches.people import Person
from matches.ports import Store, UnitOfWork
from matches.preferences import PlayerSettings
from matches.ranking import Standing
from storage import SqlStore
from storage.repositories.accounts import ABOUT_ONE_PERSON
from storage.tables import metadata, players
from tests.storage.samples import (
    NOW,
    PLACE,
    add_match,
    add_players,
    after,
    new_challenge,
    read,
    write,
)
from tests.storage.test_ratings import changes_of, event_of

DAY = timedelta(days=1)

STAYS = {
    "computers": "players of the bot's own, behind whom nobody is",
    "challenges": "they are the other one's as well, as are matches and what changed ratings",
    "matches": "",
    "drafts": "a match that is over has none, and every match of a deleted player is over",
    "ratings": "what the rated matches amount to, by which the opponents' are checked",
    "rating_events": "",
    "rating_changes": "",
    "voids": "ratings follow from them; a number alone says who decided that",
}
"""The tables with rows of a player that stay when the account is deleted, and why."""


async def test_finding_an_account_makes_nobody(store: Store):
    """Whoever is no player yet is not found, however often one looks."""
    [ann] = await add_players(store, 1)
    assert await read(store, lambda uow: uow.accounts.find(1)) == Person(ann, 1, "Player 1")
    for _ in range(2):
        assert await read(store, lambda uow: uow.accounts.find(2)) is None


async def test_open_challenges_are_those_from_and_to_a_player(store: Store):
    """Both sides count, ended ones and those of others do not."""
    ann, bob, cid = await add_players(store, 3)

    async def challenge(uow: UnitOfWork) -> list[int]:
        ended = {"status": ChallengeStatus.DECLINED, "ended_at": NOW}
        made = [
            new_challenge(bob, ann),
            new_challenge(ann, None),
            new_challenge(ann, cid),
            new_challenge(ann, bob, **ended),
            new_challenge(bob, ann, **ended),
            new_challenge(bob, cid),
        ]
        return [(await uow.challenges.add(each)).id for each in made]

    ids = await write(store, challenge)
    assert await read(store, lambda uow: uow.accounts.open_challenges(ann)) == ids[:3]
    assert await read(store, lambda uow: uow.accounts.open_challenges(cid)) == [ids[2], ids[5]]


async def test_what_is_about_a_person_alone_goes_with_the_account(store: Store):
    """Whoever asks for the player finds nobody behind it; others keep what is theirs."""
    ann, bob = await add_players(store)

    async def decide(uow: UnitOfWork) -> None:
        for player, other in ((ann, bob), (bob, ann)):
            await uow.preferences.save(player, PlayerSettings(words=True))
            await uow.leaves.save(Leave(player, NOW, NOW + DAY))
            await uow.hints.tell(player, Hint)
            await uow.blocks.add(player, other)

    await write(store, decide)
    await write(store, lambda uow: uow.accounts.delete(ann, NOW))
    async with store.writing() as uow:
        people = await uow.players.people([ann, bob])
        assert people == {ann: Person(ann, None, ""), bob: Person(bob, 2, "Player 2")}
        assert await uow.accounts.find(1) is None
        assert await uow.preferences.of(ann) == PlayerSettings()
        assert await uow.preferences.of(bob) == PlayerSettings(words=True)
        assert await uow.leaves.of(ann, NOW - DAY) == []
        assert await uow.leaves.of(bob, NOW - DAY) == [Leave(bob, NOW, NOW + DAY)]
        assert await uow.blocks.between(ann, bob) == frozenset()
        assert await uow.hints.tell(ann, Hint) == frozenset(Hint)
        assert await uow.hints.tell(bob, Hint) == frozenset()


async def test_the_account_comes_back_as_somebody_else(store: Store):
    """Whoever plays again is a new player; the former one stays nobody's."""
    [ann] = await add_players(store, 1)
    await write(store, lambda uow: uow.accounts.delete(ann, NOW))
    [new] = await add_players(store, 1)
    assert new != ann
    people = await read(store, lambda uow: uow.players.people([ann, new]))
    assert [people[ann].account, people[new].account] == [None, 1]


async def test_ratings_stay_and_no_leaderboard_lists_them(store: Store):
    """What the rated matches amount to is what it was; the opponent's row stands where it did."""
    match = await add_match(store)
    over = after(match, "0")
    event = replace(event_of(over), finished_at=NOW)
    await write(store, lambda uow: uow.ratings.record(event, changes_of(over, None, PLACE.server)))
    before = await read(store, lambda uow: uow.ratings.stored())
    await write(store, lambda uow: uow.accounts.delete(match.first, NOW + DAY))
    assert await read(store, lambda uow: uow.ratings.stored()) == before
    async with store.reading() as uow:
        for scope in (None, PLACE.server):
            page = await uow.leaderboards.page(event.variant, scope, 0, 9, now=NOW + DAY)
            assert [row.person.id for row in page] == [match.second]
            gone = await uow.leaderboards.row_of(match.first, event.variant, scope, now=NOW + DAY)
            assert gone is not None
            assert gone.standing is Standing.UNLISTED
            assert gone.person == Person(match.first, None, "")


def _refers_to_players(table: Table) -> bool:
    return any(key.column is players.c.id for key in table.foreign_keys)


def test_no_table_about_people_is_forgotten():
    """Each table that refers to players either goes with the account or is said to stay."""
    referring = {table.name for table in metadata.sorted_tables if _refers_to_players(table)}
    going = {table.name for table in ABOUT_ONE_PERSON}
    assert referring == going | STAYS.keys()
    assert not going & STAYS.keys()


async def test_no_row_of_what_goes_is_left(sql_store: SqlStore):
    """Whatever refers to the player in such a table, by any column, is gone."""
    ann, bob = await add_players(sql_store)
    rows = {
        "player_settings": {"player": ann, "reminders": "off", "words": False},
        "leaves": {"player": ann, "began_at": NOW, "ends_at": NOW},
        "hints": {"player": ann, "hint": "from a newer version"},
    }
    async with sql_store._engines.writer.begin() as connection:
        for table in ABOUT_ONE_PERSON:
            if table.name in rows:
                await connection.execute(insert(table).values(rows[table.name]))
            elif table.name == "blocks":
                pairs = [{"player": ann, "blocked": bob}, {"player": bob, "blocked": ann}]
                await connection.execute(insert(table), pairs)
            else:
                assert table.name == "accounts"
    await write(sql_store, lambda uow: uow.accounts.delete(ann, NOW))
    async with sql_store._engines.readers.connect() as connection:
        for table in ABOUT_ONE_PERSON:
            left = (await connection.execute(select(table))).all()
            columns = [key.parent.name for key in table.foreign_keys]
            assert not any(row._mapping[column] == ann for row in left for column in columns)
