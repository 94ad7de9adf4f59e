"""Challenges."""

import asyncio
from dataclasses import replace

import pytest

from matches.challenge import Challenge, ChallengeStatus
from matches.errors import ChallengeOver
from matches.ids import ChallengeId, MatchId
from matches.place import Place
from matches.ports import Store, UnitOfWork
from matches.terms import Terms, TurnTime
from rules import PaperSoccer, Player
from tests.storage.samples import (
    BEYOND_FLOATS,
    CUSTOM,
    HOUR,
    LARGEST,
    NOW,
    add_match,
    add_players,
    new_challenge,
    read,
    write,
)


async def test_challenge_comes_back_as_it_was(store: Store):
    """Everything about a challenge is stored; its id is given by the store."""
    ann, bob = await add_players(store)
    added = await write(store, lambda uow: uow.challenges.add(new_challenge(ann, bob)))
    assert added == new_challenge(ann, bob, id=added.id)
    assert added.id > 0
    assert await read(store, lambda uow: uow.challenges.get(added.id)) == added


@pytest.mark.parametrize("turn_time", TurnTime)
async def test_open_challenge_on_custom_rules(store: Store, turn_time: TurnTime):
    """An open challenge in a direct message, on rules that are no preset, is stored as well."""
    (ann,) = await add_players(store, 1)
    challenge = new_challenge(
        ann,
        None,
        terms=Terms(CUSTOM, turn_time, rated=False),
        place=Place(None, LARGEST),
        side=Player.SECOND,
        message=BEYOND_FLOATS,
    )
    added = await write(store, lambda uow: uow.challenges.add(challenge))
    assert await read(store, lambda uow: uow.challenges.get(added.id)) == replace(
        challenge, id=added.id
    )


async def test_unknown_challenge(store: Store):
    """There is no challenge of an id that was never given."""
    assert await read(store, lambda uow: uow.challenges.get(ChallengeId(LARGEST))) is None


@pytest.mark.parametrize("status", ChallengeStatus)
async def test_challenge_is_saved(store: Store, status: ChallengeStatus):
    """A changed challenge takes the place of the one before."""
    match = await add_match(store)
    added = await write(
        store, lambda uow: uow.challenges.add(new_challenge(match.first, match.second))
    )
    changed = replace(
        added,
        status=status,
        ended_at=NOW + HOUR,
        match=match.id,
        rematch_of=match.id,
        message=LARGEST,
        version=2,
    )
    await write(store, lambda uow: uow.challenges.save(changed))
    assert await read(store, lambda uow: uow.challenges.get(added.id)) == changed


async def test_challenge_of_a_match(store: Store):
    """A match leads back to the challenge that it came from, if there was one."""
    match = await add_match(store)
    challenge = new_challenge(match.first, match.second, match=match.id)
    added = await write(store, lambda uow: uow.challenges.add(challenge))
    assert await read(store, lambda uow: uow.challenges.of_match(match.id)) == added
    assert await read(store, lambda uow: uow.challenges.of_match(MatchId(match.id + 1))) is None


async def test_reading_a_challenge_waits_for_its_writer(store: Store):
    """Of two units that answer a challenge at once, the second one sees the first one's answer."""
    ann, bob = await add_players(store)
    added = await write(store, lambda uow: uow.challenges.add(new_challenge(ann, bob)))

    async def answer(status: ChallengeStatus) -> ChallengeStatus:
        async with store.writing() as uow:
            found = await uow.challenges.get(added.id)
            assert found is not None
            await asyncio.sleep(0.01)
            if found.status is ChallengeStatus.OPEN:
                await uow.challenges.save(replace(found, status=status, version=found.version + 1))
                await uow.commit()
        return found.status

    seen = await asyncio.gather(answer(ChallengeStatus.ACCEPTED), answer(ChallengeStatus.DECLINED))
    stored = await read(store, lambda uow: uow.challenges.get(added.id))
    assert stored is not None
    assert sorted(status.value for status in seen) == sorted(["open", stored.status.value])


async def test_saving_what_has_changed_is_refused(store: Store):
    """Two saves of the same version: the first one stands, the second one changes nothing."""
    ann, bob = await add_players(store)
    added = await write(store, lambda uow: uow.challenges.add(new_challenge(ann, bob)))
    accepted = replace(added, status=ChallengeStatus.ACCEPTED, version=2)
    declined = replace(added, status=ChallengeStatus.DECLINED, version=2)
    outcomes = await asyncio.gather(
        write(store, lambda uow: uow.challenges.save(accepted)),
        write(store, lambda uow: uow.challenges.save(declined)),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, ChallengeOver)]
    assert len(refusals) == 1
    stored = await read(store, lambda uow: uow.challenges.get(added.id))
    assert refusals[0].challenge == stored
    assert stored == (accepted if outcomes[0] is None else declined)


async def test_open_challenges_of_one_person(store: Store):
    """Only what this person asked and nobody answered, the oldest first."""
    ann, bob = await add_players(store)

    async def make(uow: UnitOfWork) -> list[Challenge]:
        made = [
            await uow.challenges.add(new_challenge(ann, opponent)) for opponent in (bob, None, bob)
        ]
        await uow.challenges.add(new_challenge(bob, ann))
        for status in ChallengeStatus:
            if status is not ChallengeStatus.OPEN:
                await uow.challenges.add(new_challenge(ann, bob, status=status))
        return made

    made = await write(store, make)
    assert await read(store, lambda uow: uow.challenges.open_from(ann)) == made


async def test_last_declined(store: Store):
    """The newest time at which this opponent declined this challenger, whatever else happened."""
    ann, bob, cat = await add_players(store, 3)
    declined = ChallengeStatus.DECLINED
    challenges = [
        new_challenge(ann, bob, status=declined, ended_at=NOW),
        new_challenge(ann, bob, status=declined, ended_at=NOW + HOUR),
        new_challenge(ann, bob, status=declined, ended_at=NOW - HOUR),
        new_challenge(bob, ann, status=declined, ended_at=NOW + 2 * HOUR),
        new_challenge(ann, cat, status=declined, ended_at=NOW + 3 * HOUR),
        new_challenge(ann, bob, status=ChallengeStatus.WITHDRAWN, ended_at=NOW + 4 * HOUR),
    ]
    assert await read(store, lambda uow: uow.challenges.last_declined(ann, bob)) is None
    async with store.writing() as uow:
        for challenge in challenges:
            await uow.challenges.add(challenge)
        await uow.commit()
    assert await read(store, lambda uow: uow.challenges.last_declined(ann, bob)) == NOW + HOUR


async def test_ids_never_return(store: Store):
    """A challenge that was not committed leaves no trace, and no stored id is given twice."""
    (ann,) = await add_players(store, 1)
    first = await write(store, lambda uow: uow.challenges.add(new_challenge(ann, None)))
    async with store.writing() as uow:
        lost = await uow.challenges.add(new_challenge(ann, None, terms=Terms(PaperSoccer())))
    assert await read(store, lambda uow: uow.challenges.get(lost.id)) is None
    second = await write(store, lambda uow: uow.challenges.add(new_challenge(ann, None)))
    assert second.id > first.id
