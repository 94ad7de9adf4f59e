"""Boards in words: chosen in `/soccer settings`, for whoever cannot look at a picture."""

from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.guide import LESSONS, pages_of
from bot.guide.example import Example
from bot.i18n import ENGLISH
from bot.views.board import pad_buttons
from bot.wording.board import board_lines
from bot.wording.guide import guide_lines
from bot.wording.reading import LONGEST_DIAGRAM, board_in_words, diagram_size, example_in_words
from bot.wording.turns import MARKS
from matches.draft import drafted
from matches.ids import PlayerId
from matches.match import EndReason, Result
from rules import VARIANTS, Effect, Game, Player, Variant, draw_diagram, find_variant
from tests.bot.test_alternative import EVERY_LANGUAGE, rebuilt, walked_by
from tests.bot.test_custom_game import previewed
from tests.bot.test_showing import long_game, state
from tests.rules.walks import walked
from tests.support.simcord_seams import files_of
from tests.support.table import Table, buttons, told

STANDARD = find_variant("standard").ruleset
TO_THE_GOAL = ("0", "0", "0", "0", "17")


async def choose(table: Table, who: MemberActor, how: str) -> None:
    """Somebody chooses `words` or `pictures` in their settings."""
    result = await who.slash(table.channel, "soccer settings")
    told(result)
    assert result.response is not None
    await who.select(result.response.message, [how], custom_id="ps-self:boards")


def pad(message: discord.Message) -> dict[str, str | None]:
    """The labels of a board's pad, by what its buttons do."""
    return {str(b.custom_id).rpartition(":")[2]: b.label for b in buttons(message) if b.label}


def pictures(table: Table, message: Any) -> list[str]:
    """The names of a message's files."""
    return [file.filename for file in files_of(table.env, message)]


def private(result: InteractionResult) -> Any:
    """The private message with which somebody was answered."""
    told(result)
    assert result.response is not None
    return result.response


def now(table: Table, who: MemberActor, message: discord.Message) -> discord.Message:
    """A private message as it is now."""
    history = table.channel.history(viewer=who)
    return next(m for m in history if m.id == message.id)


# --- a match


async def test_one_reads_and_the_other_looks(table: Table) -> None:
    """The public board has both: the picture, and below its two lines the position in words."""
    await table.start(time="10m")
    await table.play(["0", "2"])
    reader = await table.player_to_move()
    await choose(table, reader, "words")
    await reader.slash(table.place, "board")
    board = table.board()
    lines = board.content.split("\n")
    name = "Alice" if reader is table.alice else "Bob"
    assert lines[2].startswith(f"{name} is to move and attacks the top goal. The ball is at 5, 4.")
    assert lines[3].startswith("Free: ")
    assert "down left (5): you draw again" in lines[3]
    assert lines[4:] == ["Last turn: 2.", "Nothing of this turn is drawn."]
    assert pictures(table, board) == ["board-1-3-0.png"]
    labels = pad(board)
    assert labels["5"] == "down left: bounces"
    assert labels["0"] == "up"
    assert labels["6"] == "left"
    assert labels["back"] == "take back"
    assert all(button.emoji is None for button in buttons(board)[:9])
    await table.play(["4"])
    assert "0" not in pad(table.board())
    assert "The ball is at" in table.board().content


async def test_both_read(table: Table) -> None:
    """Nobody looks at a picture, so there is none, but the diagram for fingers or large letters."""
    for who in (table.alice, table.bob):
        await choose(table, who, "words")
    await table.start(time="10m")
    await table.play(["0"])
    board = table.board()
    assert pictures(table, board) == []
    diagram = draw_diagram((await table.match()).game.position).rpartition("\n")[0]
    assert board.content.endswith(f"```\n{diagram}\n```")
    await table.tap(await table.player_to_move(), board, "2")
    # The board that is left behind has no picture either.
    assert not any(pictures(table, message) for message in table.messages())


async def test_a_whole_match_by_words(table: Table) -> None:
    """From the setting to the goal, over a restart, in as many lines from tap to tap."""
    for who in (table.alice, table.bob):
        await choose(table, who, "words")
    await table.start(time="3d")
    counts = set()
    for number, turn in enumerate(TO_THE_GOAL):
        if number == 2:
            await table.restart()
        who = await table.player_to_move()
        for digit in turn:
            board = table.board()
            assert pad(board)[digit] != "", digit
            await table.tap(who, board, digit)
            counts.add(table.board().content.count("\n"))
        assert f"Drawn of this turn: {turn}." in table.board().content
        assert "This turn is complete." in table.board().content
        await table.tap(who, table.board(), "play")
        if (await table.match()).result is None:
            counts.add(table.board().content.count("\n"))
    assert len(counts) == 1
    assert (await table.match()).result == Result(Player.FIRST, EndReason.GOAL)
    last = table.messages()[-1]
    assert "wins with a goal" in last.content
    assert "Free:" not in last.content
    assert "The ball is at 4, -1.\nLast turn: 17." in last.content
    assert "```" in last.content
    assert pictures(table, last) == []


async def test_the_next_board_follows_the_setting(table: Table) -> None:
    """It begins with the next board, `/board` shows it at once, and it ends as it began."""
    await table.start(time="10m")
    reader = await table.player_to_move()
    await choose(table, reader, "words")
    assert "The ball is at" not in table.board().content
    await reader.slash(table.place, "board")
    assert "The ball is at 4, 5." in table.board().content
    assert pad(table.board())["0"] == "up"
    await table.restart()
    await table.play(["0"])
    assert "The ball is at 4, 4." in table.board().content
    await choose(table, reader, "pictures")
    await table.play(["2"])
    assert "The ball is at" not in table.board().content
    assert "0" not in pad(table.board())
    assert pictures(table, table.board()) == ["board-1-3-0.png"]


async def test_the_setting_leaves_the_others(table: Table) -> None:
    """What was chosen about reminders stays, and the panel says what holds."""
    panel = private(await table.alice.slash(table.channel, "soccer settings")).message
    await table.alice.select(panel, ["off"], custom_id="ps-self:reminders")
    await table.alice.select(panel, ["words"], custom_id="ps-self:boards")
    content = now(table, table.alice, panel).content
    assert "is left: off." in content
    assert "**Boards:** in words." in content
    await table.alice.select(panel, ["pictures"], custom_id="ps-self:boards")
    content = now(table, table.alice, panel).content
    assert "is left: off." in content
    assert "**Boards:** as pictures." in content


# --- private boards


async def test_lessons_in_words(table: Table) -> None:
    """Whoever reads learns by words as well; everybody else has pictures."""
    for who, reads in ((table.carol, True), (table.bob, False)):
        if reads:
            await choose(table, who, "words")
        overview = private(await who.slash(table.channel, "help")).message
        opened = private(await table.tap(who, overview, "learn"))
        message = now(table, who, opened.message)
        assert bool(pictures(table, opened)) is not reads
        assert ("The ball is at" in message.content) is reads
        assert ("```" in message.content) is reads
        assert (pad(message).get("0") == "up") is reads
        await table.tap(who, message, "0")
        message = now(table, who, message)
        assert ("Drawn of this turn: 0." in message.content) is reads


async def test_rules_in_words(table: Table) -> None:
    """A page's example is told where its picture would be, on the first and on the next page."""
    await choose(table, table.carol, "words")
    opened = private(await table.carol.slash(table.channel, "rules"))
    assert pictures(table, opened) == []
    assert "You are to draw." in opened.content
    await table.tap(table.carol, opened.message, "next")
    page = now(table, table.carol, opened.message)
    assert "You are to draw." in page.content or "opponent's turn" in page.content
    assert "```" in page.content
    assert not page.attachments


async def test_imported_games_in_words(table: Table) -> None:
    """The message keeps its record, and shows each board as words and diagram."""
    await choose(table, table.carol, "words")
    file = ("game.txt", b"1. 0 2 2. 4")
    shown = await table.carol.slash(table.channel, "soccer import", file=file)
    answer = shown.followups[0] if shown.followups else shown.response
    assert answer is not None
    assert pictures(table, answer) == ["record.txt"]
    assert "Last turn: 4." in answer.content
    assert "```" in answer.content


async def test_a_match_looked_back_on_in_words(table: Table) -> None:
    """Each of its boards is told, with the buttons of the pictures."""
    await table.start(time="10m")
    await table.play(["0", "2", "4"])
    await choose(table, table.alice, "words")
    opened = private(await table.alice.slash(table.place, "soccer replay"))
    assert pictures(table, opened) == []
    assert "Last turn: 4." in opened.content
    await table.tap(table.alice, opened.message, "previous")
    [message] = [m for m in table.place.history(viewer=table.alice) if m.id == opened.message.id]
    assert "Last turn: 2." in message.content
    assert "```" in message.content
    assert not message.attachments


async def test_a_custom_game_in_words(table: Table) -> None:
    """The preview of a custom game tells its pitch."""
    await choose(table, table.alice, "words")
    preview = await previewed(table, size="12 x 16")
    assert pictures(table, preview) == []
    assert "An empty pitch for Custom, 12 × 16 squares" in preview.content
    assert len(buttons(preview)) == 3


async def test_reading_stores_nobody(table: Table) -> None:
    """Whoever only looks at the rules becomes no player by that."""
    dora = table.server.add_member(table.env.create_user("dora", global_name="Dora"))
    told(await dora.slash(table.channel, "rules"))
    async with table.store.reading() as uow:
        people = await uow.players.people(map(PlayerId, range(20)))
    assert len(people) == 3
    assert dora.id not in {person.account for person in people.values()}


# --- every position


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_words_fit_in_every_position(variant: Variant) -> None:
    """Two lines and four, or nine on a first board; never more than a message holds, and a diagram
    in every position of a pitch or in none.
    """
    rng = Random(5)
    steps = walked(variant.ruleset.start(), [rng.randrange(8) for _ in range(120)]).steps
    fits = diagram_size(variant.ruleset.pitch) <= LONGEST_DIAGRAM
    for length in range(0, len(steps) + 1, 6):
        walk = walked_by(variant.ruleset.start(), steps[:length])
        game = Game(variant.ruleset, walk.turns)
        board = state(game, "W" * 32, "*" * 32, draft=walk.partial)
        for introduces, lines in ((False, 6), (True, 9)):
            shown = replace(board, introduces=introduces, words=frozenset(Player))
            for reader in EVERY_LANGUAGE:
                above = board_lines(shown, reader)
                words = board_in_words(above, shown, reader, pictured=True)
                whole = board_in_words(above, shown, reader, pictured=False)
                assert len(whole) <= 2000
                assert whole.startswith(words)
                if game.outcome is None:
                    assert words.count("\n") + 1 == lines
                assert ("```" in whole) == fits
                if not fits:
                    assert whole.count("\n") == words.count("\n") + 1
                    added = whole.removeprefix(words + "\n")
                    assert "/soccer export" in added or rebuilt(added) == walk.last


def test_names_in_words_are_harmless() -> None:
    """They stand in a message, so they are escaped like everywhere in one."""
    shown = replace(state(Game(STANDARD), "**bold** <@123>", "<@&5>"), words=frozenset(Player))
    words = board_in_words("", shown, ENGLISH, pictured=True)
    assert "\\*\\*bold\\*\\* \\<@123> is to move" in words


def test_a_message_that_is_full_loses_whole_lines() -> None:
    """What would not fit is left out, the diagram first."""
    for game in (Game(STANDARD, ("0", "2")), long_game(300)):
        shown = replace(state(game), words=frozenset(Player))
        whole = board_in_words("", shown, ENGLISH, pictured=False).split("\n")
        for above in range(1500, 2001, 20):
            words = board_in_words("x" * above, shown, ENGLISH, pictured=False)
            assert len(words) <= 2000
            assert "```" not in words
            last = words.split("\n")[-1]
            assert last == "x" * above or last in whole or "The whole record" in last


def test_examples_in_words_fit() -> None:
    """Lessons and all pages of the rules."""
    for variant in VARIANTS:
        for page in pages_of(variant.ruleset):
            lines = guide_lines(variant.ruleset, page, ENGLISH)
            words = example_in_words(lines, page.example, ENGLISH)
            assert words.startswith(lines)
            assert len(words) <= 2000
            assert "The ball is at" in words
    for lesson in LESSONS:
        assert "```" in example_in_words("", Example(lesson.game), ENGLISH)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_the_pad_in_words_says_what_the_arrows_say(variant: Variant) -> None:
    """Nine places in their rows; what can be drawn says what it does, in a few characters."""
    rng = Random(3)
    walk = walked(variant.ruleset.start(), [rng.randrange(8) for _ in range(90)], trapping=False)
    seen = set()
    for length in range(0, len(walk.steps), 2):
        part = walked_by(walk.positions[0], walk.steps[:length])
        board = state(Game(variant.ruleset, part.turns), draft=part.partial)
        so_far = drafted(board.match, board.draft)
        legal = () if so_far.is_complete else so_far.position.legal_directions()
        plain = dict(pad_buttons(so_far))
        for act, button in pad_buttons(so_far, ENGLISH):
            assert button.emoji is None
            assert (button.row, button.disabled, button.style) == (
                plain[act].row,
                plain[act].disabled,
                plain[act].style,
            )
            assert button.label is not None
            assert 2 <= len(button.label) <= 22
            if act != "back":
                does = int(act) in legal and so_far.position.effect(int(act)) is not Effect.PASSES
                assert (":" in button.label) == does
                seen.add(button.label.partition(": ")[2])
    assert "" in seen
    many = variant.ruleset.start().steps_due > 1
    assert ("goes on" in seen) == many
    assert "bounces" not in seen or not many


@pytest.mark.parametrize(
    ("effect", "turns", "draft", "act", "label"),
    [
        (Effect.WINS, ("0", "0", "0", "0"), "1", "7", "up left: wins"),
        (Effect.LOSES, ("4", "4", "4", "4"), "3", "5", "down left: loses"),
    ],
)
def test_goals_in_words(effect: Effect, turns: Any, draft: str, act: str, label: str) -> None:
    """One sees a star and a cross; in words it is said."""
    board = state(Game(STANDARD, turns), draft=draft)
    assert effect in MARKS
    labels = {a: b.label for a, b in pad_buttons(drafted(board.match, board.draft), ENGLISH)}
    assert labels[act] == label
