"""What cannot be read is named, whatever is wrong with it."""

import pytest
from sqlalchemy import text

from matches.ids import ChallengeId
from storage import CorruptRecord, SqlStore
from tests.storage.samples import (
    add_match,
    add_players,
    after,
    new_challenge,
    read,
    write,
)


async def spoil(store: SqlStore, statement: str) -> None:
    """Change the database behind the store's back."""
    async with store._engines.writer.begin() as connection:
        await connection.execute(text(statement))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE turns SET record = '4' WHERE number = 2", "do not replay"),
        ("UPDATE turns SET record = 'x' WHERE number = 2", "do not replay"),
        ("UPDATE turns SET record = '' WHERE number = 1", "do not replay"),
        ("DELETE FROM turns WHERE number = 1", "a turn is missing"),
        ("UPDATE matches SET game = 'chess'", "game: must be one of"),
        ("UPDATE matches SET options = '{\"width\": 7}'", "width: must be"),
        ("UPDATE matches SET options = '{\"wings\": 2}'", "unknown option"),
        ("UPDATE matches SET options = '[]'", "options: must be"),
        ("UPDATE matches SET options = '{'", "Expecting property name"),
        ("UPDATE matches SET turn_time = '5 days'", "not a valid TurnTime"),
        ("UPDATE matches SET reason = 'earthquake'", "not a valid EndReason"),
        ("UPDATE matches SET reason = 'goal', winner = 'third'", "not a valid Player"),
    ],
)
async def test_spoiled_match(sql_store: SqlStore, change: str, problem: str):
    """A match whose record is spoiled is named; the others can be read."""
    match = await add_match(sql_store)
    await write(sql_store, lambda uow: uow.matches.save(after(match, "0", "3", "64")))
    await spoil(sql_store, change)
    with pytest.raises(CorruptRecord) as corrupt:
        await read(sql_store, lambda uow: uow.matches.get(match.id))
    assert corrupt.value.subject == f"match {match.id}"
    assert problem in corrupt.value.problem
    assert str(corrupt.value).startswith(f"the stored record of match {match.id} cannot be read: ")
    other = await add_match(sql_store)
    assert await read(sql_store, lambda uow: uow.matches.get(other.id)) == other


async def test_spoiled_challenge(sql_store: SqlStore):
    """A challenge whose record is spoiled is named."""
    (ann,) = await add_players(sql_store, 1)
    added = await write(sql_store, lambda uow: uow.challenges.add(new_challenge(ann, None)))
    await spoil(sql_store, "UPDATE challenges SET status = 'forgotten'")
    with pytest.raises(CorruptRecord, match=f"challenge {added.id} .*not a valid ChallengeStatus"):
        await read(sql_store, lambda uow: uow.challenges.get(ChallengeId(added.id)))
