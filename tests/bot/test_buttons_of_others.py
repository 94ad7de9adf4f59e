"""Buttons that are stale, of something that is over, or somebody else's: nothing changes, and
whoever taps is told why.
"""

import pytest
from simcord import InteractionResult

from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId
from matches.timekeeping import ASKED_AFTER, CLOSED_AFTER
from tests.support.simcord_seams import Click, perform, race
from tests.support.table import Table, button_id, button_ids, told
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

STALE = "The match has moved on since that button was shown. Look at its newest board."
OVER = "This match is over."
ACTS = ["0", "1", "2", "3", "4", "5", "6", "7", "back", "play"]


async def refused(table: Table, result: InteractionResult, before: object) -> str:
    """The private reason; nothing has changed, and everything agrees."""
    words = told(result)
    assert await table.everything() == before
    await assert_agrees(table)
    return words


@pytest.mark.parametrize("act", ACTS)
async def test_a_stranger_taps(table: Table, act: str) -> None:
    """They read whose match and whose turn it is."""
    await table.start(time="1d")
    await table.tap(await table.player_to_move(), table.board(), "0")
    before = await table.everything()
    board = table.board()
    tap = Click(table.carol, board, button_id(board, act))
    words = await refused(table, await perform(table.env, tap), before)
    assert words.startswith("This is a match between Alice and Bob. It is ")
    await assert_agrees(table)


@pytest.mark.parametrize("act", ACTS)
async def test_the_opponent_taps(table: Table, act: str) -> None:
    """It is not their turn, also for taking back what the other has drawn."""
    await table.start(time="1d")
    mover = await table.player_to_move()
    other = table.bob if mover is table.alice else table.alice
    await table.tap(mover, table.board(), "0")
    before = await table.everything()
    board = table.board()
    tap = Click(other, board, button_id(board, act))
    words = await refused(table, await perform(table.env, tap), before)
    assert words == "It is your opponent's turn."
    await assert_agrees(table)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("who", ["alice", "bob", "carol"])
async def test_a_match_that_is_over(table: Table, act: str, who: str) -> None:
    """A client that still shows the last board but one."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    await table.tap(table.alice, table.board(), "1")
    board = table.board()
    button = button_id(board, act)
    await table.tap(table.alice, board, "7")
    before = await table.everything()
    result = await table.tap_old(getattr(table, who), board, button)
    words = await refused(table, result, before)
    between = "This is a match between Alice and Bob."
    assert words.startswith(between) if who == "carol" else words == OVER
    await assert_agrees(table)


async def test_a_button_of_no_match(table: Table) -> None:
    """Of a database that was restored from an older copy, or made up."""
    await table.start(time="10m")
    before = await table.everything()
    for made_up in ("ps:99:1:0:0", "psk:99", "psr:99:1:yes", "psc:99:accept"):
        result = await table.tap_old(table.alice, table.board(), made_up)
        words = await refused(table, result, before)
        assert "does not exist any more" in words
    await assert_agrees(table)


async def test_a_rematch_of_others(table: Table) -> None:
    """A stranger cannot offer one."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    before = await table.everything()
    result = await table.tap(table.carol, table.messages()[-1], "rematch")
    words = await refused(table, result, before)
    assert words == "You do not play in this match. Use `/challenge` to play yourself."
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["accept", "decline", "terms", "withdraw"])
async def test_a_challenge_that_has_ended(table: Table, act: str) -> None:
    """Whoever taps a button that an old client still shows reads how it ended."""
    message = await table.challenge()
    button = button_id(message, act)
    await table.tap(table.alice, message, "withdraw")
    before = [(m.id, m.content) for m in table.messages(table.channel)]
    result = await table.tap_old(table.bob, message, button)
    assert told(result) == "This challenge has been withdrawn."
    assert [(m.id, m.content) for m in table.messages(table.channel)] == before
    await assert_challenge_agrees(table)


async def test_two_forms_for_other_terms(table: Table) -> None:
    """Open on two devices: the first that is sent counts, and the other one is told so."""
    message = await table.challenge()
    forms = [await table.tap(table.bob, message, "terms") for _ in range(2)]
    sent = [await table.bob.submit_modal(form, values_of(form)) for form in forms]
    assert told(sent[1]) == "This challenge was answered with other terms."
    await table.wait(31)
    await assert_challenge_agrees(table, 1)
    assert (await assert_challenge_agrees(table, 2)).status is ChallengeStatus.OPEN
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(3)) is None


def values_of(opened: InteractionResult) -> dict[str, list[str]]:
    """The values of a form that is sent as it was opened."""
    assert opened.modal is not None
    fields = [label["component"] for label in opened.modal["components"]]
    return {
        field["custom_id"]: [o["value"] for o in field["options"] if o.get("default")]
        for field in fields
    }


# --- whether a match goes on


async def asked(table: Table) -> None:
    """A match without a limit about which the bot has just asked."""
    await table.start(time="none")
    await table.play(["0", "0"])
    await table.skip(ASKED_AFTER.total_seconds())
    assert button_ids(table.messages()[-1]) == ["psk:1"]


async def test_a_stranger_does_not_go_on(table: Table) -> None:
    """The question stays for those whom it concerns."""
    await asked(table)
    before = await table.everything()
    result = await table.carol.click(table.messages()[-1], custom_id="psk:1")
    assert told(result) == "You do not play in this match. Use `/challenge` to play yourself."
    assert await table.everything() == before
    await assert_agrees(table)


async def test_both_go_on_at_once(table: Table) -> None:
    """One answer is enough, and a second one harms nothing."""
    await asked(table)
    question = table.messages()[-1]
    taps = [Click(who, question, "psk:1") for who in (table.alice, table.bob)]
    for result in await race(table.env, taps):
        assert result.acknowledged
    assert button_ids(next(m for m in table.messages() if m.id == question.id)) == []
    await assert_agrees(table)
    await table.skip(CLOSED_AFTER.total_seconds() + 60)
    assert not (await table.match()).is_over
    await assert_agrees(table)


async def test_going_on_after_the_end(table: Table) -> None:
    """The match was resigned meanwhile: the answer says that it is over."""
    await asked(table)
    question = table.messages()[-1]
    told(await table.alice.slash(table.place, "resign", match=1))
    version = (await table.match()).version
    await table.tap_old(table.alice, question, f"psr:1:{version}:yes")
    assert (await table.match()).is_over
    before = await table.everything()
    result = await table.tap_old(table.bob, question, "psk:1")
    assert await refused(table, result, before) == OVER
    await assert_agrees(table)
