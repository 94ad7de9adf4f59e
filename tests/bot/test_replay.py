"""A match looked back on: board by board in a private message, and as a moving picture."""

from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor

import renderer
from bot.i18n import ENGLISH
from bot.replays import Replays
from bot.scenes import scene_of
from bot.wording.alternative import board_text
from bot.wording.records import moving_text
from matches.ids import MatchId, ServerId
from matches.place import BoardTheme, ServerSettings
from matches.replaying import board_after
from matches.standings import BoardState, board_state
from rules import Game, find_variant, read_record
from tests.bot.test_alternative import EVERY_LANGUAGE
from tests.bot.test_records import NOT_HERE, private_answer, random_game, stored_match
from tests.bot.test_showing import long_game, state
from tests.support.simcord_seams import Click, files_of, perform, pinged
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, buttons, told

GOAL = ("0", "0", "0", "0", "17")
OPENED = "psv:1"


async def state_of(table: Table, match: int = 1) -> BoardState:
    """What the match's board shows now."""
    async with table.store.reading() as uow:
        return await board_state(uow, MatchId(match), now=table.clock.now())


async def opened(table: Table, who: MemberActor, **options: Any) -> discord.Message:
    """The private message that `/soccer replay` answers with."""
    result = await who.slash(table.channel, "soccer replay", **options)
    message: discord.Message = private_answer(result).message
    return message


async def step(
    table: Table, who: MemberActor, message: discord.Message, act: str
) -> discord.Message:
    """Tap a button under a board: nothing but the message changes, which is returned."""
    result = await table.tap(who, now(table, message), act)
    assert result.followups == []
    return now(table, message)


def now(table: Table, message: discord.Message) -> discord.Message:
    """A message as it is now, whoever of the three it was private to."""
    return next(
        found
        for who in (table.alice, table.bob, table.carol)
        for place in (table.channel, *table.channel.threads)
        for found in place.history(viewer=who)
        if found.id == message.id
    )


def turn_of(message: discord.Message) -> int:
    """After how many turns the board is that is shown."""
    return int(button_ids(message, "psv:")[0].split(":")[2])


def enabled(message: discord.Message) -> list[str]:
    """What the buttons do that can be tapped."""
    return [b.custom_id.rpartition(":")[2] for b in buttons(message) if not b.disabled]


def moving(gif: bytes) -> tuple[int, bytes]:
    """How many frames a GIF has, and its last one in RGB."""
    image = Image.open(BytesIO(gif))
    frames = int(getattr(image, "n_frames", 1))
    image.seek(frames - 1)
    return frames, image.convert("RGB").tobytes()


def rgb(picture: bytes) -> bytes:
    """The pixels of a picture."""
    return Image.open(BytesIO(picture)).convert("RGB").tobytes()


# --- what is shown


async def test_a_match_is_looked_back_on_board_by_board(table: Table) -> None:
    """Each board has its picture, its alternative text and its line; only who asked sees it."""
    await table.start(time="10m")
    await table.play(GOAL)
    before = await table.everything()
    message = await opened(table, table.carol, match=1)
    shown = 5
    for act, number in [("", 5), ("previous", 4), ("first", 0), ("next", 1), ("last", 5)]:
        if act:
            message = await step(table, table.carol, message, act)
        shown = number
        assert turn_of(message) == shown
        board = board_after(await state_of(table), number)
        [picture] = files_of(table.env, message)
        assert picture.data == renderer.render(scene_of(board, ENGLISH))
        assert picture.description == board_text(board, ENGLISH)
        assert picture.filename == f"match-1-{number}.png"
        words = message.content.splitlines()
        assert words[0] == "Alice against Bob: **Alice** wins with a goal!"
        assert words[1] == "Standard, 8 × 10 · 5 turns"
        assert (f"Turn {number}, " in words[2]) if number else "before the first turn" in words[2]
    assert await table.everything() == before
    assert pinged(table.env, message) == set()


async def test_an_earlier_board_has_no_clock_no_draft_and_no_result(table: Table) -> None:
    """It is the board as it stood, and its time is over."""
    await table.start()
    for turn in ("0", "3"):
        await table.draw(turn)
    await table.tap(await table.player_to_move(), table.board(), "6")
    state = await state_of(table)
    assert state.draft is not None
    last = board_after(state, 2)
    assert (last.draft, last.deadline, last.match.deadline) == (None, None, None)
    assert "Time" not in board_text(last, ENGLISH)
    await table.alice.slash(table.place, "soccer replay")
    await table.play(["7"])
    ended = board_after(await state_of(table), 1)
    assert ended.match.result is None
    assert ended.match.game == Game(state.match.game.ruleset, ("0",))


async def test_an_earlier_board_does_not_tell_what_the_end_did_to_the_ratings(
    table: Table,
) -> None:
    """Both have the ratings with which they went into the match."""
    await table.start(time="10m")
    await table.play(GOAL)
    whole = await state_of(table)
    last, earlier = (scene_of(board_after(whole, number), ENGLISH) for number in (5, 4))
    assert (last.first.rating, last.second.rating) == ("1662?, +162", "1338?, -162")
    assert (earlier.first.rating, earlier.second.rating) == ("1500?", "1500?")


async def test_what_leads_nowhere_is_disabled(table: Table) -> None:
    """The ends of a finished match; in one that goes on, forward may lead further."""
    await table.start(time="10m")
    await table.play(["0", "3"])
    running = await opened(table, table.alice, match=1)
    assert enabled(running) == ["first", "previous", "here", "next", "last", "gif"]
    running = await step(table, table.alice, running, "first")
    assert enabled(running) == ["here", "next", "last", "gif"]
    asked = await table.bob.slash(table.place, "resign")
    assert asked.response is not None
    await table.bob.click(asked.response, label="Resign")
    over = await opened(table, table.alice, match=1)
    assert enabled(over) == ["first", "previous", "here", "gif"]
    assert [b.label for b in buttons(over)] == ["«", "‹", "2/2", "›", "»", "As GIF"]


async def test_a_match_without_turns_has_one_board(table: Table) -> None:
    """There is nothing to go to yet, nor anything that moves."""
    await table.start()
    message = await opened(table, table.alice, match=1)
    assert enabled(message) == ["next", "last"]
    assert len(message.content.splitlines()) == 2
    replay = next(b for b in buttons(table.board()) if b.label == "Replay")
    assert replay.disabled


async def test_gridball_with_penalties_is_looked_back_on(table: Table) -> None:
    """On a pitch that is shown in two sizes, turns of several steps and dots in them."""
    game = random_game(find_variant("gridball").ruleset)
    await stored_match(table, game)
    message = await opened(table, table.alice)
    for number in range(len(game.turns) - 1, len(game.turns) - 4, -1):
        message = await step(table, table.alice, message, "previous")
        assert turn_of(message) == number
        [picture] = files_of(table.env, message)
        assert picture.description == board_text(
            board_after(await state_of(table), number), ENGLISH
        )
    result = await table.tap(table.alice, message, "gif")
    [file] = files_of(table.env, private_answer(result))
    assert moving(file.data)[0] > len(game.turns)


# --- for years


async def test_buttons_work_after_a_restart(table: Table) -> None:
    """All of their state is in their ids and in the database."""
    await table.start(time="10m")
    await table.play(["0", "3", "0"])
    message = await opened(table, table.carol, match=1)
    await table.restart()
    message = await step(table, table.carol, message, "previous")
    assert turn_of(message) == 2
    result = await table.tap(table.carol, message, "gif")
    await table.restart()
    shared = await table.carol.click(private_answer(result).message, label="Share")
    assert [f.filename for f in files_of(table.env, shared.followups[0])] == ["match-1-3.gif"]


async def test_forward_leads_to_what_was_played_meanwhile(table: Table) -> None:
    """The message knew two turns; there are four by now."""
    await table.start(time="10m")
    await table.play(["0", "3"])
    message = await opened(table, table.carol, match=1)
    assert buttons(message)[2].label == "2/2"
    await table.play(["0", "3"])
    message = await step(table, table.carol, message, "next")
    assert buttons(message)[2].label == "3/4"
    message = await step(table, table.carol, message, "last")
    assert buttons(message)[2].label == "4/4"
    message = await step(table, table.carol, message, "next")
    assert buttons(message)[2].label == "4/4"


async def test_turns_that_were_taken_back_lead_to_the_last_one(table: Table) -> None:
    """The message may show more turns than the match has now."""
    await table.start(time="10m")
    await table.play(["0"])
    message = await opened(table, table.carol, match=1)
    late = await table.tap_old(table.carol, message, "psv:1:9:next")
    assert late.followups == []
    assert buttons(now(table, message))[2].label == "1/1"


async def test_a_match_that_is_gone_says_so(table: Table) -> None:
    """As after a database was lost, and for a number that somebody made up."""
    await table.start(time="10m")
    await table.play(["0"])
    message = await opened(table, table.carol, match=1)
    before = message.content
    for act in ("first", "previous", "here", "next", "last", "gif", "share"):
        answer = await table.tap_old(table.carol, message, f"psv:99:1:{act}")
        assert told(answer) == NOT_HERE
    assert told(await table.tap_old(table.carol, message, "psv:99")) == NOT_HERE
    assert now(table, message).content == before


async def test_a_button_that_the_message_has_no_more_says_so(table: Table) -> None:
    """Somebody taps faster than boards change."""
    await table.start(time="10m")
    await table.play(["0", "3"])
    message = await opened(table, table.carol, match=1)
    message = await step(table, table.carol, message, "first")
    lost = Click(table.carol, message, "psv:1:2:previous", as_seen=False)
    assert told(await perform(table.env, lost)).startswith("You have moved on already")


# --- jumping


async def jump(table: Table, message: discord.Message, typed: str) -> InteractionResult:
    """Carol taps the number and types another one."""
    asked = await table.tap(table.carol, message, "here")
    assert asked.modal is not None
    return await table.carol.submit_modal(asked, {"turn": typed})


async def test_a_typed_number_leads_to_its_turn(table: Table) -> None:
    """In the same message."""
    await table.start(time="10m")
    await table.play(GOAL)
    message = await opened(table, table.carol, match=1)
    asked = await table.tap(table.carol, message, "here")
    assert asked.modal is not None
    assert asked.modal["title"] == "Go to a turn"
    assert asked.modal["components"][0]["description"] == "A number from 0 to 5"
    for typed, number in [("3", 3), (" 0 ", 0), ("05", 5)]:
        assert (await jump(table, message, typed)).followups == []
        message = now(table, message)
        assert turn_of(message) == number


@pytest.mark.parametrize("typed", ["6", "-1", "x", "٣", "1.5", "`1`"])
async def test_what_is_no_turn_is_refused(table: Table, typed: str) -> None:
    """With what could be typed; the board stays."""
    await table.start(time="10m")
    await table.play(GOAL)
    message = await opened(table, table.carol, match=1)
    refused = told(await jump(table, message, typed))
    assert refused.startswith("There is no turn `")
    assert refused.endswith("type a number from 0 to 5.")
    assert turn_of(now(table, message)) == 5


# --- where it is reached


async def test_every_board_leads_to_its_replay(table: Table) -> None:
    """For players and strangers, while the match runs and at its end."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    for who in (table.alice, table.carol):
        answer = private_answer(await table.tap(who, table.board(), "replay"))
        assert turn_of(answer.message) == 2
    await table.play(["0", "0", "17"])
    answer = private_answer(await table.tap(table.carol, table.messages()[-1], "replay"))
    assert turn_of(answer.message) == 5


async def test_a_stranger_opens_the_replay(table: Table) -> None:
    """From the answer to a tap that is not theirs to make."""
    await table.start(time="10m")
    await table.play(["0"])
    answer = private_answer(await table.tap(table.carol, table.board(), "0"))
    result = await table.carol.click(answer.message, custom_id=OPENED)
    assert turn_of(private_answer(result).message) == 1


async def test_without_a_number_the_match_here_is_meant(table: Table) -> None:
    """The newest in this channel; nobody's is refused, and completion offers one's own."""
    await table.start(time="10m")
    thread = table.thread
    await table.play(GOAL)
    await table.start(variant="small")
    here = private_answer(await table.alice.slash(thread, "soccer replay"))
    assert button_ids(here.message)[0].startswith("psv:1:")
    newest = await opened(table, table.alice)
    assert button_ids(newest)[0].startswith("psv:2:")
    offered = await table.bob.autocomplete(table.channel, "soccer replay", "match", "")
    assert [choice["value"] for choice in offered] == [2, 1]
    assert told(await table.carol.slash(table.channel, "soccer replay")) == (
        "You have not played a match yet. `/challenge` finds you an opponent."
    )


async def test_a_match_in_a_hidden_channel_is_for_who_sees_it(table: Table) -> None:
    """Others are answered as for a number that nobody has; its players always see it."""
    hidden = table.server.create_text_channel("hidden")
    await table.env.settle()
    await set_permissions(table.env, hidden, table.carol, view_channel=False)
    await set_permissions(table.env, hidden, table.bob, view_channel=False)
    await stored_match(table, random_game(find_variant("small").ruleset), channel=hidden.id)
    for match in (1, 99):
        refused = await table.carol.slash(table.channel, "soccer replay", match=match)
        assert told(refused) == NOT_HERE
        assert private_answer(refused).attachments == []
    own = await opened(table, table.bob, match=1)
    stolen = button_ids(own)
    menu = private_answer(
        await table.carol.slash(table.channel, "soccer import", file=("g.txt", b"1. 0"))
    )
    for custom_id in stolen:
        lost = await table.tap_old(table.carol, menu.message, custom_id)
        assert told(lost) == NOT_HERE


async def test_a_direct_message_shows_own_matches(table: Table) -> None:
    """No server is there: one's own, nobody else's, and nothing to share it with."""
    await table.start(time="10m")
    await table.play(["0"])
    answer = private_answer(await table.alice.user.slash("soccer replay", match=1))
    assert turn_of(answer.message) == 1
    gif = await table.alice.user.click(answer.message, label="As GIF")
    assert button_ids(private_answer(gif).message) == []
    assert told(await table.carol.user.slash("soccer replay", match=1)) == NOT_HERE


async def test_without_the_right_to_attach_files_there_are_words(table: Table) -> None:
    """And what is missing."""
    await table.start(time="10m")
    await table.play(["0"])
    assert table.bot.user is not None
    before = await opened(table, table.carol, match=1)
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    answer = private_answer(await table.carol.slash(table.channel, "soccer replay", match=1))
    assert "I may not attach files in this channel" in answer.content
    assert "Alice against Bob" in answer.content
    assert answer.message.attachments == []
    refused = await table.tap(table.carol, before, "gif")
    assert "I may not attach files in this channel" in told(refused)


# --- what moves


@pytest.mark.parametrize("turns", [1, 100, 340, 360, 380, 400, 600])
def test_the_text_of_a_moving_picture_is_never_cut_short(turns: int) -> None:
    """It is that of the board behind a sentence: whole turns, up to the last one."""
    whole = state(long_game(turns))
    for language in EVERY_LANGUAGE:
        text = moving_text(whole, language)
        assert len(text) <= 1024
        assert text.endswith(f" {whole.match.game.turns[-1]}")
        if "[" in text:
            assert read_record(text[text.index("[") :]).game.turns == whole.match.game.turns


@pytest.mark.parametrize("theme", list(BoardTheme))
async def test_the_moving_picture_ends_with_the_board(table: Table, theme: BoardTheme) -> None:
    """A private GIF with a frame for each segment, worded for who cannot see; as the server's
    boards look, and so does the board that it is opened from.
    """
    async with table.store.writing() as uow:
        await uow.places.save_settings(ServerId(table.server.id), ServerSettings(theme=theme))
        await uow.commit()
    await table.start(time="10m")
    await table.play(GOAL)
    [board] = files_of(table.env, table.messages()[-1])
    message = await opened(table, table.carol, match=1)
    assert files_of(table.env, message)[0].data == board.data
    result = await table.tap(table.carol, message, "gif")
    answer = private_answer(result)
    assert answer.content == "Match 1, turn by turn."
    [file] = files_of(table.env, answer)
    frames, last = moving(file.data)
    assert frames == 1 + 6
    assert last == rgb(board.data)
    assert file.filename == "match-1-5.gif"
    assert file.description is not None
    assert file.description.startswith("A moving picture of 5 turns, one after the other.")
    state = board_after(await state_of(table), 5)
    assert board_text(state, ENGLISH) in file.description
    assert len(file.description) <= 1024


async def test_sharing_posts_it_for_everybody_once(table: Table) -> None:
    """In the channel, by name, without notifying anybody; the private one says so."""
    await table.start(time="10m")
    await table.play(GOAL)
    message = await opened(table, table.carol, match=1)
    private = private_answer(await table.tap(table.carol, message, "gif")).message
    result = await table.carol.click(private, label="Share")
    private = now(table, private)
    assert private.content == "Match 1, turn by turn: shared."
    assert button_ids(private) == []
    assert [f.filename for f in files_of(table.env, private)] == ["match-1-5.gif"]
    [public] = [m for m in table.messages(table.channel) if "shows match" in m.content]
    assert public.content == "Carol shows match 1: Alice against Bob."
    assert not public.flags.ephemeral
    assert pinged(table.env, public) == set()
    [file] = files_of(table.env, public)
    assert file.data == files_of(table.env, private)[0].data
    assert result.followups[0].message.id == public.id


@pytest.mark.parametrize("whose", ["member", "bot"])
async def test_who_may_not_send_pictures_cannot_share_them(table: Table, whose: str) -> None:
    """Neither through the bot nor with its help: there is no button, and an old one refuses."""
    await table.start(time="10m")
    await table.play(["0"])
    message = await opened(table, table.carol, match=1)
    private = private_answer(await table.tap(table.carol, message, "gif")).message
    assert button_ids(private) == ["psv:1:1:share"]
    assert table.bot.user is not None
    who = table.carol if whose == "member" else table.bot.user.id
    await set_permissions(table.env, table.channel, who, send_messages=False)
    again = private_answer(await table.tap(table.carol, message, "gif")).message
    assert button_ids(again) == []
    refused = await table.carol.click(private, label="Share")
    assert told(refused) == "A picture can be shared only where you and I may send files."
    assert [m for m in table.messages(table.channel) if "shows match" in m.content] == []


async def test_a_moving_picture_is_drawn_once(table: Table, monkeypatch) -> None:
    """For everybody who asks for it, and the newest are kept."""
    drawn = []
    real = renderer.render_replay

    def counted(frames: Any, *rest: Any) -> bytes:
        drawn.append(len(frames))
        return real(frames, *rest)

    monkeypatch.setattr(renderer, "render_replay", counted)
    monkeypatch.setattr("bot.replays.MOST_KEPT", 1)
    await stored_match(table, random_game(find_variant("small").ruleset))
    await stored_match(table, Game(find_variant("small").ruleset, ("0", "3")))
    replays = Replays()
    first, second = await state_of(table, 1), await state_of(table, 2)
    one = await replays.draw(first, ENGLISH)
    assert await replays.draw(first, ENGLISH) == one
    assert len(drawn) == 1
    await replays.draw(second, ENGLISH)
    assert await replays.draw(first, ENGLISH) == one
    assert len(drawn) == 3


# --- playing oneself


async def test_a_stranger_plays_the_same_game(table: Table) -> None:
    """One tap to ask, one to send: an open challenge on the usual terms."""
    await table.start(variant="texas", time="10m")
    answer = private_answer(await table.tap(table.carol, table.board(), "0"))
    asked = private_answer(await table.carol.click(answer.message, label="Play yourself"))
    assert asked.content.startswith("An open challenge, which anybody here may accept: Texas")
    assert "rated" in asked.content
    before = len(table.messages(table.channel))
    await table.carol.click(asked.message, label="Send challenge")
    sent = now(table, asked.message)
    assert sent.content.startswith("Your challenge is sent")
    assert button_ids(sent) == []
    new = table.messages(table.place)[-1]
    assert "Carol" in new.content
    assert "psc:2:accept" in button_ids(new)
    assert len(table.messages(table.channel)) >= before
    twice = await table.tap_old(table.carol, asked.message, "psy:texas:send")
    assert told(twice).startswith("This challenge was sent")


async def test_a_stranger_plays_the_same_custom_game(table: Table) -> None:
    """Its rules are those of the match; it is not rated."""
    match = await stored_match(table, Game(find_variant("small").ruleset, ("0",)))
    assert match.id == 1
    await table.start()
    answer = private_answer(await table.tap(table.carol, table.board(), "0"))
    asked = await table.tap_old(table.carol, answer.message, "psy:m1")
    assert "Small" in told(asked)
    lost = await table.tap_old(table.carol, answer.message, "psy:m99")
    assert told(lost) == "This match does not exist any more."
