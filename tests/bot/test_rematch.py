"""Rematch: the same again with the sides swapped."""

import pytest

from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, MatchId, ServerId
from matches.match import EndReason
from matches.place import ServerSettings
from tests.support.simcord_seams import pinged
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

GOAL = ["0", "0", "0", "0", "17"]


async def finished(table: Table, **options: object) -> None:
    """A match that has ended with a goal; its board offers a rematch."""
    await table.start(**{"time": "10m", **options})
    await table.play(GOAL)


async def test_offered_and_taken_by_pressing_rematch_too(table: Table) -> None:
    """One presses *Rematch*, the other too: a new match, on the same terms, sides swapped."""
    await finished(table, variant="standard", rated=False)
    board = table.board()
    before = await table.match()
    offered = await table.tap(table.alice, board, "rematch")
    assert told(offered) == f"Your offer of a rematch is in <#{table.channel.id}>."
    offer = table.messages(table.channel)[-1]
    assert offer.content.startswith(f"{table.bob.mention}, **Alice** offers a rematch")
    assert pinged(table.env, offer) == {table.bob.id}
    taken = await table.tap(table.bob, board, "rematch")
    assert told(taken) == f"The rematch is on: its board comes in <#{table.channel.id}>."
    match = await table.match(2)
    assert (match.first, match.second) == (before.second, before.first)
    assert match.terms == before.terms
    assert not match.is_over
    offer = next(m for m in table.messages(table.channel) if m.id == offer.id)
    assert offer.content.startswith("**Alice**: the challenge was accepted, the match is on.")
    assert button_ids(offer) == []
    assert table.thread.id == offer.id
    assert button_ids(table.board(), "ps:2:")
    await assert_agrees(table)


@pytest.mark.parametrize("who", ["alice", "bob"])
async def test_the_offer_can_be_accepted_as_any_challenge(table: Table, who: str) -> None:
    """*Accept* under the offer does the same, whoever of the two made it."""
    await finished(table)
    before = await table.match()
    one = getattr(table, who)
    other = table.bob if one is table.alice else table.alice
    await table.tap(one, table.board(), "rematch")
    await table.tap(other, table.messages(table.channel)[-1], "accept")
    match = await table.match(2)
    assert (match.first, match.second) == (before.second, before.first)
    await assert_agrees(table)


async def test_pressed_twice_by_the_same_person(table: Table) -> None:
    """The second press of the same player offers nothing more."""
    await finished(table)
    await table.tap(table.alice, table.board(), "rematch")
    again = await table.tap(table.alice, table.board(), "rematch")
    assert told(again) == (
        "You have offered a rematch already: your opponent has not answered yet."
    )
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(3)) is None
        assert await uow.matches.get(MatchId(2)) is None
    await assert_challenge_agrees(table)


async def test_a_stranger_gets_no_rematch(table: Table) -> None:
    """Whoever did not play is told how to play, and nothing is offered."""
    await finished(table)
    result = await table.tap(table.carol, table.board(), "rematch")
    assert told(result) == "You do not play in this match. Use `/challenge` to play yourself."
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(2)) is None
    await assert_challenge_agrees(table)


async def test_no_rematch_of_a_running_match(table: Table) -> None:
    """A button that was never shown changes nothing."""
    await table.start()
    result = await table.tap_old(table.alice, table.board(), "ps:1:1:0:rematch")
    assert told(result) == "This match is still being played."
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(2)) is None
    await assert_agrees(table)


async def test_a_declined_rematch(table: Table) -> None:
    """An offer can be declined; then an hour passes before the next."""
    await finished(table)
    board = table.board()
    await table.tap(table.alice, board, "rematch")
    await table.tap(table.bob, table.messages(table.channel)[-1], "decline")
    assert table.messages(table.channel)[-1].content == (
        f"{table.alice.mention}, Bob declined your challenge."
    )
    again = await table.tap(table.alice, board, "rematch")
    assert told(again).startswith("This player declined a challenge of yours; you can ask again")
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(2))
    assert found is not None
    assert found.status is ChallengeStatus.DECLINED
    await assert_challenge_agrees(table)


async def test_a_rematch_after_a_restart(table: Table) -> None:
    """The buttons of a finished board work on the next process too."""
    await finished(table)
    board = table.board()
    await table.restart()
    await table.tap(table.alice, board, "rematch")
    await table.restart()
    await table.tap(table.bob, board, "rematch")
    assert not (await table.match(2)).is_over
    await assert_challenge_agrees(table)


async def test_an_aborted_match_offers_a_rematch(table: Table) -> None:
    """Also a match that never began can be played after all."""
    await table.start(time="10m")
    question = await table.alice.slash(table.thread, "resign")
    assert question.response is not None
    await table.tap(table.alice, question.response.message, "yes")
    result = (await table.match()).result
    assert result is not None
    assert result.reason is EndReason.ABORTED
    await table.tap(table.bob, table.board(), "rematch")
    assert table.messages(table.channel)[-1].content.startswith(
        f"{table.alice.mention}, **Bob** offers a rematch"
    )
    await assert_agrees(table)


async def test_a_rematch_in_a_games_channel(table: Table) -> None:
    """Without threads the offer and the new board are in the channel itself."""

    async with table.store.writing() as uow:
        await uow.places.save_settings(
            ServerId(table.server.id), ServerSettings(frozenset({table.channel.id}))
        )
        await uow.commit()
    await finished(table)
    assert table.channel.threads == []
    board = table.board()
    for who in (table.bob, table.alice):
        await table.tap(who, board, "rematch")
    assert button_ids(table.board(), "ps:2:")
    assert table.channel.threads == []
    await assert_challenge_agrees(table)
