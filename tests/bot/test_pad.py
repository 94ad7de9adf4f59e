"""Drawing on the board: taps, bounces, *Play it*, taking back, and taps that change nothing."""

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import ENGLISH
from bot.taps.every import TAPS
from bot.views.board import board_view
from matches.challenge import ChallengeStatus
from matches.ids import MatchId
from matches.match import EndReason, Result
from matches.standings import BoardState, board_state
from rules import Player
from tests.support.simcord_seams import Click, perform, pinged
from tests.support.table import Table, button_id, button_ids, buttons, told, told_nothing
from tests.support.table_agreement import assert_agrees, assert_challenge_agrees

TO_THE_GOAL = ["0", "0", "0", "0"]
TO_THE_OWN_GOAL = ["2", "0", "0", "7", "0"]
STALE = "The match has moved on since that button was shown. Look at its newest board."
NOT_YOUR_TURN = "It is your opponent's turn."
LARGEST = 2**63 - 1
"""The largest id that a database gives."""


# --- drawing


async def test_a_tap_draws_for_everybody_to_see(table: Table) -> None:
    """The board itself is the answer: one message, edited, with the segment as a draft."""
    await table.start()
    board = table.board()
    result = await table.tap(await table.player_to_move(), board, "0")
    assert told_nothing(result)
    assert table.board().id == board.id
    assert await table.draft() == "0"
    assert (await table.match()).game.turns == ()
    assert "your turn is complete: *Play it*, or take it back?" in table.board().content
    await assert_agrees(table)


async def test_a_bounce_goes_on(table: Table) -> None:
    """A segment that bounces waits for the next one of the same player."""
    await table.start(time="10m")
    await table.play(TO_THE_GOAL)
    await table.tap(table.alice, table.board(), "1")
    assert await table.draft() == "1"
    bounces = f"<@{table.alice.id}>, the ball bounces: draw on."
    assert table.board().content.startswith(bounces)
    assert await table.player_to_move() is table.alice
    await assert_agrees(table)


@pytest.mark.parametrize("time", ["2m", "10m"])
async def test_a_complete_turn_is_played_at_once_in_a_live_match(table: Table, time: str) -> None:
    """Who plays with minutes to a turn is not asked."""
    await table.start(time=time)
    await table.tap(await table.player_to_move(), table.board(), "0")
    assert (await table.match()).game.turns == ("0",)
    assert await table.draft() == ""
    await assert_agrees(table)


@pytest.mark.parametrize("time", ["1h", "8h", "1d", "3d", "7d", "14d", "none"])
async def test_a_complete_turn_waits_for_play_it_in_a_slow_match(table: Table, time: str) -> None:
    """With an hour or more for a turn there is time to look twice."""
    await table.start(time=time)
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    assert (await table.match()).game.turns == ()
    await table.tap(first, table.board(), "play")
    assert (await table.match()).game.turns == ("0",)
    assert await table.draft() == ""
    await assert_agrees(table)


@pytest.mark.parametrize("time", ["2m", "3d"])
async def test_a_losing_turn_always_asks_in_words(table: Table, time: str) -> None:
    """Nobody loses by a slip of the thumb: the board asks, and *Play it* is red."""
    await table.start(time=time)
    await table.play(TO_THE_OWN_GOAL)
    for act in "17":
        await table.tap(table.bob, table.board(), act)
    board = table.board()
    assert not (await table.match()).is_over
    assert board.content.startswith(
        f"<@{table.bob.id}>, this turn **loses at once**. *Play it* anyway, or take it back?\n"
    )
    await table.tap(table.bob, board, "play")
    assert (await table.match()).result == Result(Player.FIRST, EndReason.OWN_GOAL)
    assert "**Alice** wins: an own goal by Bob." in table.messages()[-1].content
    await assert_agrees(table)


async def test_a_losing_turn_can_be_taken_back(table: Table) -> None:
    """After the question the middle button leads back to the pad, and the match goes on."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    for act in ("1", "7", "back", "6"):
        await table.tap(table.bob, table.board(), act)
    assert (await table.match()).game.turns[-1] == "16"
    assert not (await table.match()).is_over
    await assert_agrees(table)


async def test_the_middle_takes_segments_back_one_by_one(table: Table) -> None:
    """Back through a chain to nothing, where the button is dead."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    for act in ("1", "7"):
        await table.tap(table.bob, table.board(), act)
    drafts = []
    for _ in range(2):
        await table.tap(table.bob, table.board(), "back")
        drafts.append(await table.draft())
    assert drafts == ["1", ""]
    [middle] = [b for b in _buttons(table) if b.custom_id.endswith(":back")]
    assert middle.disabled
    await assert_agrees(table)


async def test_the_record_keeps_a_whole_chain_as_one_turn(table: Table) -> None:
    """What was drawn segment by segment is one turn of the record."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "16"])
    assert (await table.match()).game.turns == (*TO_THE_GOAL, "16")
    result = await table.tap(table.bob, table.board(), "more")
    assert 'Record: `[Variant "standard"] 0 0 0 0 16`' in told(result)
    await assert_agrees(table)


async def test_a_draft_is_forgotten_when_another_turn_is_typed(table: Table) -> None:
    """The typed turn is played in place of what was drawn."""
    await table.start()
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    result = await first.slash(table.place, "move", turn="1")
    assert told(result) == "You played `1`. No match waits for you."
    assert (await table.match()).game.turns == ("1",)
    assert await table.draft() == ""
    await assert_agrees(table)


def _buttons(table: Table) -> list[Any]:
    rows: list[Any] = list(table.board().components)
    return [item for row in rows for item in row.children]


# --- the same button twice


@pytest.mark.parametrize("act", ["7", "0", "1", "6", "2", "5", "4", "3"])
async def test_a_direction_tapped_twice_draws_once(table: Table, act: str) -> None:
    """The second tap of an impatient thumb changes nothing and is told why."""
    await table.start()
    first = await table.player_to_move()
    board = table.board()
    tapped = button_id(board, act)
    await table.tap(first, board, act)
    before = await table.everything()
    assert told(await table.tap_old(first, board, tapped)) == STALE
    assert await table.everything() == before
    assert await table.draft() == act
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["7", "0", "1", "6", "2", "5", "4", "3"])
async def test_a_direction_tapped_twice_plays_once(table: Table, act: str) -> None:
    """In a live match the first tap plays the turn; the second one belongs to nobody's turn."""
    await table.start(time="10m")
    first = await table.player_to_move()
    board = table.board()
    tapped = button_id(board, act)
    await table.tap(first, board, act)
    before = await table.everything()
    assert told(await table.tap_old(first, board, tapped)) == NOT_YOUR_TURN
    assert await table.everything() == before
    assert (await table.match()).game.turns == (act,)
    await assert_agrees(table)


@pytest.mark.parametrize("steps", ["1", "17"])
async def test_the_middle_tapped_twice_takes_one_segment_back(table: Table, steps: str) -> None:
    """The second tap does not reach the segment before."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    for step in steps:
        await table.tap(table.bob, table.board(), step)
    board = table.board()
    tapped = button_id(board, "back")
    await table.tap(table.bob, board, "back")
    before = await table.everything()
    assert told(await table.tap_old(table.bob, board, tapped)) == STALE
    assert await table.everything() == before
    assert await table.draft() == steps[:-1]
    await assert_agrees(table)


async def test_play_it_tapped_twice_plays_once(table: Table) -> None:
    """The second tap does not play a turn of the opponent."""
    await table.start()
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    board = table.board()
    tapped = button_id(board, "play")
    await table.tap(first, board, "play")
    before = await table.everything()
    assert told(await table.tap_old(first, board, tapped)) == NOT_YOUR_TURN
    assert await table.everything() == before
    assert (await table.match()).game.turns == ("0",)
    await assert_agrees(table)


async def test_accept_tapped_twice_starts_one_match(table: Table) -> None:
    """The second tap is told that the challenge was accepted."""
    message = await table.challenge()
    tapped = button_id(message, "accept")
    await table.tap(table.bob, message, "accept")
    before = await table.everything()
    answer = await table.tap_old(table.bob, message, tapped)
    assert told(answer) == "This challenge has been accepted already."
    assert await table.everything() == before
    await assert_agrees(table)


# --- dead buttons, tapped all the same


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("4", "That line is already drawn."),
        ("play", "Your turn is not complete yet: draw on."),
    ],
)
async def test_a_dead_button_says_why(table: Table, act: str, words: str) -> None:
    """A client that lets a disabled button be tapped gets the reason."""
    await table.start(time="10m")
    await table.draw("0")
    before = await table.everything()
    second = await table.player_to_move()
    assert told(await table.tap_old(second, table.board(), button_id(table.board(), act))) == words
    assert await table.everything() == before
    await assert_agrees(table)


async def test_the_dead_middle_changes_nothing(table: Table) -> None:
    """There is nothing to take back."""
    await table.start()
    before = await table.everything()
    first = await table.player_to_move()
    await table.tap_old(first, table.board(), button_id(table.board(), "back"))
    assert await table.everything() == before
    await assert_agrees(table)


async def test_a_direction_after_a_complete_draft_says_why(table: Table) -> None:
    """A turn that is complete takes no further segment."""
    await table.start()
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    before = await table.everything()
    answer = await table.tap_old(first, table.board(), button_id(table.board(), "0"))
    assert "The turn is complete before that: it has passed." in told(answer)
    assert await table.everything() == before
    await assert_agrees(table)


# --- the wrong person


@pytest.mark.parametrize("act", ["0", "back", "play"])
async def test_the_opponent_is_told_whose_turn_it_is(table: Table, act: str) -> None:
    """A tap out of turn answers privately and changes nothing."""
    await table.start()
    seats = await table.seats()
    await table.tap(seats["first"], table.board(), "1")
    before = await table.everything()
    answer = await table.tap_old(seats["second"], table.board(), button_id(table.board(), act))
    assert told(answer) == NOT_YOUR_TURN
    assert await table.everything() == before
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["0", "back", "play"])
async def test_a_stranger_learns_whose_match_it_is(table: Table, act: str) -> None:
    """A stranger's tap answers with the players, whose turn it is, and what they can do."""
    await table.start()
    await table.tap(await table.player_to_move(), table.board(), "1")
    before = await table.everything()
    answer = await table.tap_old(table.carol, table.board(), button_id(table.board(), act))
    assert told(answer) == "This is a match between Alice and Bob. It is Alice's turn."
    assert answer.response is not None
    assert [(b.label, b.custom_id) for b in buttons(answer.response.message)] == [
        ("Replay", "psv:1"),
        ("Rules", "psg:standard"),
        ("Play yourself", "psy:standard"),
    ]
    assert await table.everything() == before
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["rules", "more"])
async def test_a_stranger_may_read_rules_and_record(table: Table, act: str) -> None:
    """What changes nothing is open to everybody, in private, without a way to resign."""
    await table.start(time="10m")
    await table.draw("0")
    before = await table.everything()
    result = await table.tap(table.carol, table.board(), act)
    assert told(result)
    assert result.response is not None
    assert not button_ids(result.response.message, "psr:")
    assert await table.everything() == before
    await assert_agrees(table)


# --- old buttons


async def test_a_button_of_an_older_turn_changes_nothing(table: Table) -> None:
    """It would be a legal step, but of a position that is gone."""
    await table.start(time="10m")
    old_board, old_button = table.board(), button_id(table.board(), "1")
    await table.play(["0", "0"])
    before = await table.everything()
    first = await table.player_to_move()
    assert told(await table.tap_old(first, old_board, old_button)) == STALE
    assert await table.everything() == before
    await assert_agrees(table)


async def test_a_button_of_an_older_draft_changes_nothing(table: Table) -> None:
    """Also when the draft looks the same again: the thumb saw another board."""
    await table.start()
    first = await table.player_to_move()
    old_board, old_button = table.board(), button_id(table.board(), "0")
    for act in ("1", "back"):
        await table.tap(first, table.board(), act)
    before = await table.everything()
    assert told(await table.tap_old(first, old_board, old_button)) == STALE
    assert await table.everything() == before
    assert await table.draft() == ""
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["0", "back", "play"])
async def test_a_button_of_a_finished_match_changes_nothing(table: Table, act: str) -> None:
    """Whoever taps the pad that another client still shows learns that it is over."""
    await table.start(time="10m")
    await table.play(TO_THE_GOAL)
    old_board, old_button = table.board(), button_id(table.board(), act)
    await table.draw("17")
    before = await table.everything()
    for player in (table.alice, table.bob):
        assert told(await table.tap_old(player, old_board, old_button)) == "This match is over."
    assert await table.everything() == before
    await assert_agrees(table)


@pytest.mark.parametrize("match", [999, LARGEST])
@pytest.mark.parametrize("act", ["0", "play", "more", "rules", "rematch"])
async def test_a_button_of_an_unknown_match_changes_nothing(
    table: Table, match: int, act: str
) -> None:
    """As after a database was lost: a sentence, and nothing breaks."""
    await table.start()
    before = await table.everything()
    button = f"ps:{match}:{LARGEST}:{LARGEST}:{act}"
    answer = await table.tap_old(table.alice, table.board(), button)
    assert told(answer) == "This match does not exist any more."
    assert await table.everything() == before
    await assert_agrees(table)


@pytest.mark.parametrize("act", ["accept", "decline", "terms", "withdraw", "rules"])
async def test_a_button_of_an_unknown_challenge_changes_nothing(table: Table, act: str) -> None:
    """The same for challenges."""
    message = await table.challenge()
    answer = await table.tap_old(table.bob, message, f"psc:{LARGEST}:{act}")
    assert told(answer) == "This challenge does not exist any more."
    await assert_challenge_agrees(table)


@pytest.mark.parametrize(
    "button",
    [
        "ps:1",
        "ps:1:1:0",
        "ps:one:1:0:7",
        "ps:1:1:0:dance",
        "psr:1:1:later",
        "psc:1:dance",
        f"ps:{10**30}:1:0:7",
        f"psc:{10**30}:accept",
    ],
)
async def test_a_button_that_this_version_does_not_know_changes_nothing(
    table: Table, button: str
) -> None:
    """Buttons outlive versions of the bot: one that is read no more still gets an answer."""
    await table.start()
    before = await table.everything()
    answer = await table.tap_old(table.alice, table.board(), button)
    assert "button" in told(answer)
    assert await table.everything() == before
    await assert_agrees(table)


async def test_a_button_that_is_on_no_message_any_more_is_answered(table: Table) -> None:
    """discord.py drops a tap whose button is gone from the message; the reader waits all the
    same.
    """
    await table.start(time="10m")
    board, button = table.board(), button_id(table.board(), "1")
    await table.play(["0", "0"])
    before = await table.everything()
    for click in (
        Click(table.alice, board, button, as_seen=False),
        Click(table.bob, board, button, as_seen=False),
    ):
        assert told(await perform(table.env, click)) == STALE
    assert await table.everything() == before
    await assert_agrees(table)


async def test_a_button_of_an_ended_challenge_is_answered(table: Table) -> None:
    """The words speak of the challenge, not of a match."""
    message = await table.challenge()
    button = button_id(message, "accept")
    await table.tap(table.alice, message, "withdraw")
    before = [(m.id, m.content) for m in table.messages(table.channel)]
    answer = await perform(table.env, Click(table.bob, message, button, as_seen=False))
    assert "match" not in told(answer)
    after = [(m.id, m.content) for m in table.messages(table.channel)]
    assert after[: len(before)] == before
    await assert_challenge_agrees(table)


async def test_an_old_board_still_draws_but_the_newest_shows_it(table: Table) -> None:
    """A tap that is not stale counts, wherever it comes from: the newest board shows it, the old
    one loses its buttons.
    """
    await table.start()
    first = await table.player_to_move()
    old_board, old_button = table.board(), button_id(table.board(), "0")
    await first.slash(table.place, "board")
    new_board = table.board()
    assert new_board.id != old_board.id
    result = await table.tap_old(first, old_board, old_button)
    assert told_nothing(result)
    assert await table.draft() == "0"
    assert table.board().id == new_board.id
    assert "your turn is complete" in table.board().content
    [old] = [m for m in table.messages() if m.id == old_board.id]
    assert button_ids(old) == []
    await assert_agrees(table)


async def test_an_old_board_of_an_older_turn_says_so(table: Table) -> None:
    """After the new board was posted the old one's buttons are stale."""
    await table.start()
    first = await table.player_to_move()
    await table.tap(first, table.board(), "0")
    old_board, old_button = table.board(), button_id(table.board(), "play")
    await table.wait(200)
    await table.tap(first, old_board, "play")
    new_board = table.board()
    assert new_board.id != old_board.id
    before = await table.everything()
    assert told(await table.tap_old(first, old_board, old_button)) == NOT_YOUR_TURN
    second = await table.player_to_move()
    assert told(await table.tap_old(second, old_board, old_button)) == STALE
    assert await table.everything() == before
    await assert_agrees(table)


# --- the finished board


async def test_the_rematch_of_a_finished_match_swaps_the_sides(table: Table) -> None:
    """One offers, the other taps the same button, and the match is on."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    last = table.messages()[-1]
    assert told(await table.tap(table.alice, last, "rematch")).startswith("Your offer of a rematch")
    offer = table.messages(table.channel)[-1]
    assert pinged(table.env, offer) == {table.bob.id}
    answer = await table.tap(table.bob, last, "rematch")
    assert told(answer).startswith("The rematch is on")
    rematch = await table.match(2)
    match = await table.match(1)
    assert (rematch.first, rematch.second) == (match.second, match.first)
    await assert_agrees(table)


async def test_a_rematch_offered_twice_is_one_offer(table: Table) -> None:
    """The second tap says that the first one counts."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    last = table.messages()[-1]
    await table.tap(table.alice, last, "rematch")
    before = await table.everything()
    answer = await table.tap(table.alice, last, "rematch")
    assert told(answer) == (
        "You have offered a rematch already: your opponent has not answered yet."
    )
    assert await table.everything() == before
    await assert_agrees(table)


async def test_a_stranger_gets_no_rematch(table: Table) -> None:
    """A stranger's tap on a finished board changes nothing."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    before = await table.everything()
    answer = await table.tap(table.carol, table.messages()[-1], "rematch")
    assert told(answer) == ("You do not play in this match. Use `/challenge` to play yourself.")
    assert await table.everything() == before
    await assert_agrees(table)


# --- ids


async def test_ids_fit_at_their_largest(table: Table) -> None:
    """With the largest ids of a database no button has more than 100 characters."""
    await table.start(time="10m")
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(1), now=table.clock.now())
    largest = replace(state.match, id=MatchId(LARGEST), version=LARGEST)
    over = replace(largest, result=Result(None, EndReason.ABORTED))
    views: list[Any] = [
        board_view(BoardState(m, None, state.seats), ENGLISH) for m in (largest, over)
    ]
    ids = [item.custom_id for view in views for item in view.children]
    ids += [f"ps:{LARGEST}:{LARGEST}:{LARGEST}:rematch", f"psc:{LARGEST}:withdraw"]
    ids += [f"psr:{LARGEST}:{LARGEST}:ask", table.bot.new_form_id()]
    assert all(1 <= len(each) <= 100 for each in ids)
    taken = [each for each in ids if any(tap.takes(each) for tap in TAPS)]
    assert set(ids) - set(taken) == {ids[-1]}  # the form's
    await assert_agrees(table)


async def test_a_challenge_that_ended_keeps_its_status(table: Table) -> None:
    """A refused tap on it is a refusal only."""
    message = await table.challenge()
    button = button_id(message, "decline")
    await table.tap(table.bob, message, "accept")
    told(await table.tap_old(table.bob, message, button))
    async with table.store.reading() as uow:
        found = await uow.challenges.of_match(MatchId(1))
    assert found is not None
    assert found.status is ChallengeStatus.ACCEPTED
    await assert_agrees(table)
