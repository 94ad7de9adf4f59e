"""What cannot be read is named, whatever is wrong with it."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from matches.ids import ChallengeId
from matches.match import Match
from matches.outbox import LEASE, DueKind, DueRow, OutboxRow, Telling
from matches.ports import UnitOfWork
from matches.preferences import PlayerSettings, Reminders
from storage import RESTS, CorruptRecord, SqlStore
from tests.storage.samples import (
    NOW,
    add_match,
    add_players,
    after,
    new_challenge,
    new_match,
    read,
    write,
)


async def spoil(store: SqlStore, statement: str) -> None:
    """Change the database behind the store's back."""
    async with store._engines.writer.begin() as connection:
        await connection.execute(text(statement))


async def test_spoiled_settings_of_a_player(sql_store: SqlStore, caplog: pytest.LogCaptureFixture):
    """What is unknown is as if never chosen, since nobody's clock may wait for them."""
    (ann,) = await add_players(sql_store, 1)
    chosen = PlayerSettings(Reminders.OFF, words=True)
    await write(sql_store, lambda uow: uow.preferences.save(ann, chosen))
    await spoil(sql_store, "UPDATE player_settings SET reminders = 'pigeon'")
    assert await read(sql_store, lambda uow: uow.preferences.of(ann)) == PlayerSettings(words=True)
    assert f"player {ann} has chosen reminders 'pigeon', which is unknown" in caplog.text


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


async def two_matches(store: SqlStore) -> tuple[Match, Match]:
    """Two running matches of the same players, of which the first is spoiled then."""
    spoiled = await add_match(store)
    sound = await write(
        store, lambda uow: uow.matches.add(new_match(spoiled.first, spoiled.second))
    )
    await spoil(store, f"UPDATE matches SET options = '[]' WHERE id = {spoiled.id}")
    return spoiled, sound


async def test_spoiled_match_locks_nobody_out(
    sql_store: SqlStore, caplog: pytest.LogCaptureFixture
):
    """Lists leave a spoiled match out and say so once; whoever asks for it by itself is told."""
    spoiled, sound = await two_matches(sql_store)
    for _ in range(3):
        assert await read(sql_store, lambda uow: uow.matches.running_of(sound.first)) == [sound]
    assert [(entry.levelname, entry.getMessage()) for entry in caplog.records] == [
        (
            "ERROR",
            f"the stored record of match {spoiled.id} cannot be read: "
            "options: must be an object; it is left out",
        )
    ]
    with pytest.raises(CorruptRecord, match=f"match {spoiled.id} "):
        await read(sql_store, lambda uow: uow.matches.get(spoiled.id))


async def test_spoiled_match_is_left_out_of_the_newest(sql_store: SqlStore):
    """Who chooses a match to export still sees the others."""
    spoiled, sound = await two_matches(sql_store)
    await spoil(sql_store, f"UPDATE matches SET reason = 'unheard of' WHERE id = {spoiled.id}")
    newest = await read(sql_store, lambda uow: uow.matches.newest_of(sound.first, 5))
    assert [listed.id for listed in newest] == [sound.id]


async def test_match_without_one_of_its_turns_is_left_out(sql_store: SqlStore):
    """What is spoiled may be the turns as well."""
    match = await add_match(sql_store)
    await write(sql_store, lambda uow: uow.matches.save(after(match, "0", "3", "64")))
    await spoil(sql_store, "DELETE FROM turns WHERE number = 1")
    assert await read(sql_store, lambda uow: uow.matches.running_of(match.first)) == []


async def test_spoiled_challenge_is_left_out(sql_store: SqlStore, caplog: pytest.LogCaptureFixture):
    """Who has an open challenge that cannot be read still has the others."""
    (ann,) = await add_players(sql_store, 1)
    spoiled, sound = [
        await write(sql_store, lambda uow: uow.challenges.add(new_challenge(ann, None)))
        for _ in range(2)
    ]
    await spoil(sql_store, f"UPDATE challenges SET turn_time = 'x' WHERE id = {spoiled.id}")
    for _ in range(2):
        assert await read(sql_store, lambda uow: uow.challenges.open_from(ann)) == [sound]
    assert len(caplog.records) == 1


async def test_outbox_row_of_an_unknown_kind(sql_store: SqlStore, caplog: pytest.LogCaptureFixture):
    """What only a newer version can tell rests for a day at a time; all else is told."""
    match = await add_match(sql_store)
    challenge = await write(
        sql_store, lambda uow: uow.challenges.add(new_challenge(match.first, None))
    )

    async def add(uow: UnitOfWork) -> OutboxRow:
        return await uow.outbox.add(
            Telling.POST_BOARD, now=NOW, match=match.id, challenge=challenge.id
        )

    unknown, known = [await write(sql_store, add) for _ in range(2)]
    await spoil(sql_store, f"UPDATE outbox SET telling = 'sing' WHERE id = {unknown.id}")
    assert await write(sql_store, lambda uow: uow.outbox.claim(NOW, NOW + LEASE, 1)) == []
    assert await write(sql_store, lambda uow: uow.outbox.claim(NOW, NOW + LEASE, 1)) == [known]
    assert len(await read(sql_store, lambda uow: uow.outbox.of_match(match.id))) == 1
    assert len(await read(sql_store, lambda uow: uow.outbox.of_challenge(challenge.id))) == 1
    await write(sql_store, lambda uow: uow.outbox.close([known.id]))
    assert await read(sql_store, lambda uow: uow.outbox.next_due()) == NOW + RESTS
    assert [entry.getMessage() for entry in caplog.records] == [
        f"the stored record of outbox row {unknown.id} cannot be read: "
        "'sing' is not a valid Telling; it is left out"
    ]
    await spoil(sql_store, "UPDATE outbox SET telling = 'post_board'")
    later = await write(sql_store, lambda uow: uow.outbox.claim(NOW + RESTS, NOW + 2 * RESTS, 9))
    assert later == [replace(unknown, due_at=NOW + RESTS)]


async def test_due_row_of_an_unknown_kind(sql_store: SqlStore, caplog: pytest.LogCaptureFixture):
    """What only a newer version can do rests for a day at a time; all else happens."""
    await write(sql_store, lambda uow: uow.due.set(DueKind.TURN_DEADLINE, 1, NOW))
    await write(sql_store, lambda uow: uow.due.set(DueKind.TURN_DEADLINE, 2, NOW))
    await spoil(sql_store, "UPDATE due SET kind = 'birthday' WHERE subject = 1")
    claimed = await write(sql_store, lambda uow: uow.due.claim(NOW, NOW + LEASE, 9))
    assert claimed == [DueRow(DueKind.TURN_DEADLINE, 2, NOW)]
    await write(sql_store, lambda uow: uow.due.remove(DueKind.TURN_DEADLINE, 2))
    assert await read(sql_store, lambda uow: uow.due.next_due()) == NOW + RESTS
    assert await write(sql_store, lambda uow: uow.due.claim(NOW + RESTS, NOW + 2 * RESTS, 9)) == []
    assert [entry.getMessage() for entry in caplog.records] == [
        "the stored record of due row birthday of 1 cannot be read: "
        "'birthday' is not a valid DueKind; it is left out"
    ]
