"""The board message: its two lines, its picture with the alternative text, and its buttons."""

import discord
import pytest

import renderer
from bot.i18n import ENGLISH
from bot.scenes import scene_of
from matches.ids import MatchId
from matches.standings import board_state
from rules import Player
from tests.support.simcord_seams import files_of, pinged, requests_of
from tests.support.table import Table, button_ids, buttons
from tests.support.table_agreement import assert_agrees

UPDATE_MESSAGE = 7
"""The type of an answer that edits the message of a button."""
TO_THE_GOAL = ["0", "0", "0", "0"]
"""The first player stands before the goal at the top and is to move."""
TO_THE_OWN_GOAL = ["2", "0", "0", "7", "0"]
"""The second player stands before the goal at the top, which is the own one, and is to move."""


def alternative(table: Table, message: discord.Message) -> str:
    """What a screen reader says of the picture of a message."""
    [picture] = files_of(table.env, message)
    assert picture.description is not None
    return picture.description


def size(table: Table, message: discord.Message) -> tuple[int, int]:
    """Width and height of the picture of a message, as its PNG header says."""
    [picture] = files_of(table.env, message)
    return int.from_bytes(picture.data[16:20], "big"), int.from_bytes(picture.data[20:24], "big")


def shape(table: Table, message: discord.Message) -> tuple[object, ...]:
    """Whatever would move under the thumb: lines, picture size, rows and what the buttons are."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return (
        message.content.count("\n"),
        size(table, message),
        [len(row.children) for row in rows],
        [(b.label, str(b.emoji), (b.custom_id or "").rpartition(":")[2]) for b in buttons(message)],
    )


def by_act(message: discord.Message) -> dict[str, discord.Button]:
    """The buttons of a board by what they do."""
    return {(b.custom_id or "").rpartition(":")[2]: b for b in buttons(message)}


# --- the lines


async def test_the_first_board_says_who_draws_first_and_notifies_only_them(table: Table) -> None:
    """Line 1 speaks to whoever draws first; nobody else is notified."""
    await table.start()
    board, first = table.board(), (await table.seats())["first"]
    assert board.content.split("\n")[0] == (
        f"<@{first.id}>, you draw first: the ball is in the centre."
    )
    assert pinged(table.env, board) == {first.id}
    await assert_agrees(table)


async def test_the_second_line_names_both_players(table: Table) -> None:
    """Line 2 has both inks, names, ratings and arrows, the turn's number and the time left."""
    await table.start(time="10m")
    second_line = table.board().content.split("\n")[1]
    assert second_line == ("🔵 Alice (1500?) ↑ · 🟠 Bob (1500?) ↓ · turn 1 · ⏳ <t:1767226200:R>")
    await assert_agrees(table)


async def test_a_match_without_a_time_limit_shows_no_time(table: Table) -> None:
    """There is nothing to count down then."""
    await table.start(time="none")
    assert table.board().content.endswith("· turn 1")
    await assert_agrees(table)


async def test_a_turn_is_told_to_the_other_player(table: Table) -> None:
    """After a turn line 1 speaks to the opponent and says what the ball did."""
    await table.start(time="10m")
    seats = await table.seats()
    await table.draw("0")
    assert table.board().content.split("\n")[0] == (
        f"<@{seats['second'].id}>, your turn: the ball stopped in your half."
    )
    await assert_agrees(table)


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("16", "your turn: one bounce, and the ball stopped in front of your goal."),
        ("0", "your turn: the ball stopped in front of your goal."),
        ("2", "your turn: the ball stopped in front of your goal."),
        ("13", "your turn: one bounce, and the ball stopped right of your goal."),
    ],
)
async def test_bounces_and_the_place_of_the_ball_are_told(
    table: Table, turn: str, words: str
) -> None:
    """How often the ball bounced and where it is, as the reader's side calls it."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, turn])
    assert words in table.board().content.split("\n")[0]
    await assert_agrees(table)


async def test_a_board_after_three_minutes_notifies_who_must_move(table: Table) -> None:
    """A turn that passes to somebody who is away is a new message with their mention alone."""
    await table.start()
    seats = await table.seats()
    await table.wait(181)
    await table.draw("0")
    assert pinged(table.env, table.board()) == {seats["second"].id}
    await assert_agrees(table)


async def test_an_edited_board_notifies_nobody(table: Table) -> None:
    """Each edit allows no mention, as edits would never notify anyway."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    assert pinged(table.env, table.board()) == set()
    answers = [r for r in requests_of(table.env) if r.path.endswith("/callback")]
    edits = [r.json["data"] for r in answers if r.json["type"] == UPDATE_MESSAGE]
    assert len(edits) == 3  # the challenge's end, and two turns
    assert all(edit["allowed_mentions"]["parse"] == [] for edit in edits)
    await assert_agrees(table)


async def test_every_message_of_the_bot_mentions_nobody_unless_it_says_whom(table: Table) -> None:
    """Without `allowed_mentions` Discord would notify everybody whose name stands there."""
    await table.start()
    await table.wait(181)
    await table.draw("0")
    posts = [r for r in requests_of(table.env) if r.path.endswith("/messages")]
    posts = [r for r in posts if r.method == "POST"]
    assert len(posts) == 2
    for post in posts:
        assert post.json["allowed_mentions"]["parse"] == []
        assert len(post.json["allowed_mentions"]["users"]) == 1
    await assert_agrees(table)


# --- the picture


@pytest.mark.parametrize("turns", [[], ["0"], TO_THE_GOAL, [*TO_THE_GOAL, "16"]])
async def test_the_picture_is_that_of_the_position(table: Table, turns: list[str]) -> None:
    """What is attached is what the renderer draws for the match, draft and all."""
    await table.start()
    await table.play(turns)
    for _ in range(2):
        async with table.store.reading() as uow:
            state = await board_state(uow, MatchId(1), now=table.clock.now())
        [picture] = files_of(table.env, table.board())
        assert picture.data == renderer.render(scene_of(state, ENGLISH))
        assert picture.filename.endswith(".png")
        if not await table.draft():
            free = [b for b in buttons(table.board())[:9] if not b.disabled]
            await (await table.player_to_move()).click(table.board(), custom_id=free[0].custom_id)
    await assert_agrees(table)


async def test_the_picture_never_doubles(table: Table) -> None:
    """An edit replaces the picture, under a new name so that no client shows the old one."""
    await table.start(time="10m")
    names = set()
    for turn in TO_THE_GOAL:
        [attachment] = table.board().attachments
        names.add(attachment.filename)
        await table.draw(turn)
    assert len(names) == len(TO_THE_GOAL)
    await assert_agrees(table)


async def test_the_alternative_text_of_a_new_board(table: Table) -> None:
    """Who is to move and attacks where, the ball, and all eight directions with what they do."""
    await table.start()
    text = alternative(table, table.board())
    first = (await table.seats())["first"]
    assert first is table.alice
    assert text.startswith(
        "Alice is to move and attacks the top goal. The ball is at 4, 5. The posts of that goal "
        "are at 3, 0 and 5, 0. Free: "
    )
    for free in (
        "up (0): the turn passes",
        "up right (1): the turn passes",
        "right (2): the turn passes",
        "down right (3): the turn passes",
        "down (4): the turn passes",
        "down left (5): the turn passes",
        "left (6): the turn passes",
        "up left (7): the turn passes",
    ):
        assert free in text
    await assert_agrees(table)


async def test_the_alternative_text_says_what_each_direction_does(table: Table) -> None:
    """A blind player hears of bounces, goals and losses exactly as others see them."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    text = alternative(table, table.board())
    assert "Bob is to move and attacks the bottom goal. The ball is at 4, 1." in text
    assert "up right (1): you draw again" in text
    assert "up (0): the turn passes" in text
    assert "down (4)" not in text
    assert "Last turn: 0. " in text
    assert text.endswith('Record: [Variant "standard"] 2 0 0 7 0')
    await table.tap(table.bob, table.board(), "1")
    text = alternative(table, table.board())
    assert "The ball is at 5, 0." in text
    assert "up left (7): loses at once" in text
    assert "Drawn of this turn: 1." in text
    await assert_agrees(table)


async def test_the_alternative_text_says_what_wins(table: Table) -> None:
    """The goal is announced one segment ahead."""
    await table.start(time="10m")
    await table.play(TO_THE_GOAL)
    await table.tap(table.alice, table.board(), "1")
    assert "up left (7): wins" in alternative(table, table.board())
    await assert_agrees(table)


async def test_the_alternative_text_says_when_time_runs_out(table: Table) -> None:
    """The clock is part of the position, as a moment: the text does not count down."""
    await table.start(time="10m")
    assert "Time until 2026-01-01 00:10 UTC." in alternative(table, table.board())
    await assert_agrees(table)


async def test_the_alternative_text_of_a_finished_board(table: Table) -> None:
    """It says the result in place of who is to move."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    text = alternative(table, table.messages()[-1])
    assert text.startswith("Alice wins: goal.")
    assert 'Last turn: 17. Record: [Variant "standard"] 0 0 0 0 17' in text
    assert "to move" not in text
    await assert_agrees(table)


async def test_the_challenge_has_a_picture_of_its_pitch(table: Table) -> None:
    """The empty pitch, with an alternative text of its own."""
    message = await table.challenge(variant="small")
    assert alternative(table, message).startswith("An empty pitch for Small, 6 × 8 squares")


# --- the buttons


async def test_the_pad_is_three_rows_of_three_and_a_row_below(table: Table) -> None:
    """The directions lie around the middle as they lie around the ball."""
    await table.start()
    rows = [row for row in table.board().components if isinstance(row, discord.ActionRow)]
    acts = [[str(b.custom_id).rpartition(":")[2] for b in row.children] for row in rows]
    assert acts == [
        ["7", "0", "1"],
        ["6", "back", "2"],
        ["5", "4", "3"],
        ["play", "replay", "rules", "more"],
    ]
    emoji = [str(b.emoji) for b in buttons(table.board())[:9]]
    assert emoji == ["↖️", "⬆️", "↗️", "⬅️", "↩️", "➡️", "↙️", "⬇️", "↘️"]
    await assert_agrees(table)


async def test_illegal_directions_are_disabled(table: Table) -> None:
    """The line that was just drawn cannot be drawn again; its button stays, grey and dead."""
    await table.start(time="10m")
    await table.draw("0")
    pad = by_act(table.board())
    assert [act for act, button in pad.items() if button.disabled] == ["back", "4", "play"]
    await assert_agrees(table)


async def test_the_colours_say_what_one_segment_does(table: Table) -> None:
    """Grey passes, blue bounces, green scores, red loses at once; never deeper."""
    await table.start(time="10m")
    await table.play(TO_THE_GOAL)
    pad = by_act(table.board())
    assert pad["0"].style is discord.ButtonStyle.secondary
    assert pad["1"].style is discord.ButtonStyle.primary
    assert pad["7"].style is discord.ButtonStyle.primary
    await table.tap(table.alice, table.board(), "1")
    assert by_act(table.board())["7"].style is discord.ButtonStyle.success
    await assert_agrees(table)


async def test_red_loses_at_once(table: Table) -> None:
    """The own goal is red for whoever defends it."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    await table.tap(table.bob, table.board(), "1")
    assert by_act(table.board())["7"].style is discord.ButtonStyle.danger
    await assert_agrees(table)


async def test_nothing_moves_from_tap_to_tap(table: Table) -> None:
    """The same lines, picture size, rows and buttons, whatever is drawn, taken back or played."""
    await table.start()
    shapes = [shape(table, table.board())]
    for act in ("0", "back", "1", "play"):
        await table.tap(await table.player_to_move(), table.board(), act)
        shapes.append(shape(table, table.board()))
    await table.wait(600)
    await table.play(["0", "6", "0"])
    for act in ("7", "back", "4", "play"):
        if not by_act(table.board())[act].disabled:
            await table.tap(await table.player_to_move(), table.board(), act)
            shapes.append(shape(table, table.board()))
    assert len(shapes) > 6
    assert all(found == shapes[0] for found in shapes)
    await assert_agrees(table)


async def test_nothing_moves_when_a_losing_turn_asks(table: Table) -> None:
    """The question stands in line 1, where the turn's news stood before."""
    await table.start(time="10m")
    await table.play(TO_THE_OWN_GOAL)
    before = shape(table, table.board())
    for act in ("1", "7", "back", "back"):
        await table.tap(table.bob, table.board(), act)
        assert shape(table, table.board()) == before
    await assert_agrees(table)


# --- the end


async def test_a_finished_board_offers_a_rematch_the_replay_and_the_menu(table: Table) -> None:
    """The pad is gone, the picture stays and says who won."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    last = table.messages()[-1]
    assert list(by_act(last)) == ["rematch", "replay", "more"]
    assert last.content.count("\n") == 1
    assert last.content.startswith(
        f"<@{table.alice.id}> <@{table.bob.id}>: **Alice** wins with a goal!\n"
    )
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(1), now=table.clock.now())
    assert state.match.result is not None
    assert state.match.result.winner is Player.FIRST
    assert files_of(table.env, last)[0].data == renderer.render(scene_of(state, ENGLISH))
    await assert_agrees(table)


async def test_the_menu_of_a_finished_match_has_the_record_and_no_way_to_resign(
    table: Table,
) -> None:
    """Under *⋯* only what is still possible is offered."""
    await table.start(time="10m")
    await table.play([*TO_THE_GOAL, "17"])
    result = await table.tap(table.bob, table.messages()[-1], "more")
    assert result.response is not None
    assert result.response.ephemeral
    assert 'Record: `[Variant "standard"] 0 0 0 0 17`' in result.response.content
    assert button_ids(result.response.message) == ["pse:1"]
    await assert_agrees(table)
