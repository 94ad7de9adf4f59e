"""A server without the bot, where somebody has installed it for themself: nothing is promised."""

import pytest

from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, MatchId
from tests.support.simcord_seams import Slash, perform
from tests.support.simcord_trouble import return_bot, user_install
from tests.support.table import Table, button_id, told

REFUSED = (
    "I am not in this server, so no board can be shown here. Ask somebody who manages it to "
    "invite me."
)


@pytest.mark.parametrize("command", ["challenge", "play"])
async def test_no_challenge_without_the_bot(table: Table, command: str) -> None:
    """Refused at once, by whatever command."""
    await user_install(table.env, table.server)
    action = Slash(table.alice, table.channel, command, {"opponent": table.bob})
    assert told(await perform(table.env, action)) == REFUSED
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None


@pytest.mark.parametrize("act", ["accept", "terms"])
async def test_no_match_without_the_bot(table: Table, act: str) -> None:
    """A challenge from before stays open until the bot is back."""
    message = await table.challenge()
    await user_install(table.env, table.server)
    answer = await table.tap_old(table.bob, message, button_id(message, act))
    assert told(answer) == REFUSED
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(1))
        assert await uow.matches.get(MatchId(1)) is None
    assert found is not None
    assert found.status is ChallengeStatus.OPEN
    await return_bot(table.env, table.server)
    await table.tap(table.bob, message, "accept")
    assert not (await table.match()).is_over


async def test_no_answer_with_other_terms_without_the_bot(table: Table) -> None:
    """Also if the form was opened before."""
    message = await table.challenge()
    opened = await table.tap(table.bob, message, "terms")
    assert opened.modal is not None
    await user_install(table.env, table.server)
    fields = [label["component"] for label in opened.modal["components"]]
    values = {
        field["custom_id"]: [o["value"] for o in field["options"] if o.get("default")]
        for field in fields
    }
    assert told(await table.bob.submit_modal(opened, values)) == REFUSED
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(2)) is None


async def test_no_board_without_the_bot(table: Table) -> None:
    """`/board` moves no match to where it could not be shown."""
    await table.start()
    before = (await table.match()).place
    await user_install(table.env, table.server)
    assert told(await perform(table.env, Slash(table.alice, table.channel, "board"))) == REFUSED
    assert (await table.match()).place == before


async def test_declining_and_withdrawing_need_no_board(table: Table) -> None:
    """Nobody is kept from saying no."""
    message = await table.challenge()
    await user_install(table.env, table.server)
    await table.tap_old(table.bob, message, button_id(message, "decline"))
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(1))
    assert found is not None
    assert found.status is ChallengeStatus.DECLINED
