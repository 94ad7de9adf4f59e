"""Alternative texts: whoever cannot see the picture, man or machine, has the position."""

import gettext
import re
from random import Random

import pytest
from hypothesis import given, settings

from bot.guide import LESSONS, pages_of
from bot.guide.example import Example
from bot.i18n import ENGLISH, LANGUAGES, Language, language
from bot.wording.alternative import LONGEST, MOST_STEPS, board_text
from bot.wording.guide import example_text
from bot.wording.turns import direction_name, step_words
from rules import VARIANTS, Game, Position, StepKind, Variant, draw_steps, read_record
from tests.bot.test_showing import long_game, state
from tests.rules.walks import Walk, any_walks, walked

MACHINE = re.compile(
    r"(?P<record>(?:\[[A-Za-z]+ \"[^\"]*\"\])(?: \[[A-Za-z]+ \"[^\"]*\"\])*(?: [0-7.]+)*)"
    r"(?: \{draft (?P<draft>[0-7.]+)\})?$"
)
PARTIAL = re.compile(r" … (?P<turns>[0-7. ]+)$")


class Elsewhere(gettext.NullTranslations):
    """A language with longer words and another alphabet, without which nothing is there."""

    def gettext(self, message: str) -> str:
        return f"Ęż ожидать {message}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"Ęż ожидать {msgid1 if n == 1 else msgid2}"


EVERY_LANGUAGE = [*{language(tag).tag: language(tag) for tag in LANGUAGES}.values()]
EVERY_LANGUAGE.append(Language("xx", Elsewhere()))


def rebuilt(text: str) -> Position:
    """The position that a machine reads out of an alternative text."""
    found = MACHINE.search(text)
    assert found is not None, text
    position = read_record(found["record"]).game.position
    return draw_steps(position, found["draft"])[0] if found["draft"] else position


def has_record(text: str) -> bool:
    """Whether the whole record fitted."""
    return MACHINE.search(text) is not None


def game_of(walk: Walk[Position]) -> Game:
    """The complete turns of a random game."""
    return Game(walk.positions[0].ruleset, walk.turns)


def assert_tells(text: str, walk: Walk[Position], reader: Language) -> None:
    """The ball, each legal direction and what it does, the last turn, and where the record is."""
    position = walk.last
    ball = position.ball
    assert reader.say("The ball is at {x}, {y}.", x=ball.x, y=ball.y) in text
    for direction in position.legal_directions():
        name, does = direction_name(direction, reader), step_words(position, direction, reader)
        assert name in text
        assert f": {does}" in text
    last = walk.turns[-1][-MOST_STEPS:]
    assert f"{last}." in text
    assert "/soccer export" in text
    ending = PARTIAL.search(text)
    if ending is not None:
        assert " ".join(walk.turns).endswith(f" {ending['turns']}")
    else:
        # There was no room for a single turn.
        assert text.endswith(reader.say("The whole record: /soccer export."))
        assert len(text) > LONGEST - 80


# --- the position is there


@settings(max_examples=150)
@given(any_walks())
def test_the_position_is_rebuilt_from_any_game(walk):
    """Custom games and Gridball, any options, with or without a draft, in every language."""
    board = state(game_of(walk), draft=walk.partial)
    for reader in EVERY_LANGUAGE:
        text = board_text(board, reader)
        assert len(text) <= LONGEST
        if has_record(text):
            assert rebuilt(text) == walk.last
        else:
            assert_tells(text, walk, reader)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_the_position_is_rebuilt_in_every_preset(variant: Variant) -> None:
    """In every position of some long games, and in every language with the same signs."""
    whole = 0
    for seed in range(4):
        rng = Random(seed)
        steps = walked(variant.ruleset.start(), [rng.randrange(8) for _ in range(150)]).steps
        for length in range(0, len(steps) + 1, 4):
            walk = walked_by(variant.ruleset.start(), steps[:length])
            board = state(game_of(walk), "W" * 32, "国" * 32, draft=walk.partial)
            texts = [board_text(board, reader) for reader in EVERY_LANGUAGE]
            signs = set()
            for text, reader in zip(texts, EVERY_LANGUAGE, strict=True):
                found = MACHINE.search(text)
                if found is None:
                    assert_tells(text, walk, reader)
                else:
                    signs.add(found.group())
                    assert rebuilt(text) == walk.last
            assert len(signs) <= 1
            whole += bool(signs)
    assert whole > 20


def walked_by(position: Position, steps: tuple[int, ...]) -> Walk[Position]:
    """The game in which exactly these directions are drawn."""
    positions = [position]
    for step in steps:
        positions.append(positions[-1].after(step))
    return Walk(tuple(positions), tuple(steps))


def test_the_examples_are_rebuilt_too() -> None:
    """The boards of lessons and of the pages of the rules are positions as well."""
    examples = [Example(lesson.game) for lesson in LESSONS]
    for variant in VARIANTS:
        examples += [page.example for page in pages_of(variant.ruleset)]
    assert len(examples) > 40
    for example in examples:
        for reader in EVERY_LANGUAGE:
            text = example_text(example, reader)
            assert len(text) <= LONGEST
            assert rebuilt(text) == example.position


def test_a_name_is_no_record() -> None:
    """Whoever calls themself one is not taken for it."""
    name = '[Variant "small"] 0 0 {draft 1}'
    game = Game(VARIANTS[0].ruleset, ("0", "2"))
    assert rebuilt(board_text(state(game, name, name), ENGLISH)) == game.position


# --- words first


def test_words_come_in_the_order_in_which_one_asks() -> None:
    """Who and where, the ball, the free directions, the last turn, the draft, time, the record."""
    game = Game(VARIANTS[0].ruleset, ("0", "2", "4"))
    text = board_text(state(game, draft="6"), ENGLISH)
    order = ["Bob is to move", "The ball is at", "Free:", "Last turn: 4.", "Drawn of this turn: 6."]
    places = [text.index(words) for words in (*order, "Time until", "Record: ")]
    assert places == sorted(places)


def test_a_record_that_does_not_fit_is_where_the_text_says() -> None:
    """By `/soccer export`, or in the file beside a board that was imported."""
    game = long_game(600)
    assert "The whole record: /soccer export. It ends with: … " in board_text(state(game), ENGLISH)
    text = board_text(state(game), ENGLISH, attached=True)
    assert "The whole record is in the attached file. It ends with: … " in text
    assert len(text) <= LONGEST


def test_of_a_very_long_turn_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record has all of it; the words that follow must not be pushed out."""
    game = Game(VARIANTS[0].ruleset, ("0", "2", "4", "617"))
    assert "Last turn: 617." in board_text(state(game), ENGLISH)
    monkeypatch.setattr("bot.wording.alternative.MOST_STEPS", 2)
    text = board_text(state(game), ENGLISH)
    assert "Last turn: …17." in text
    assert rebuilt(text) == game.position


@pytest.mark.parametrize("reader", EVERY_LANGUAGE, ids=lambda reader: str(reader.tag))
def test_what_is_told_of_a_position_whose_record_is_too_long(reader: Language) -> None:
    """The ball, each legal direction and what it does, the last turn, where the record is."""
    game = long_game(600)
    for turns in range(420, 600, 20):
        walk = walked_by(game.ruleset.start(), tuple(int(turn) for turn in game.turns[:turns]))
        text = board_text(state(game_of(walk), "W" * 32, "W" * 32), reader)
        assert len(text) <= LONGEST
        assert not has_record(text)
        assert_tells(text, walk, reader)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_no_sentence_is_left_out_in_any_preset(variant: Variant) -> None:
    """Under the longest names the clock, the last of them, is still told, and a due penalty."""
    rng = Random(11)
    walk = walked(variant.ruleset.start(), [rng.randrange(8) for _ in range(90)])
    for length in range(0, len(walk.steps) + 1, 3):
        part = walked_by(walk.positions[0], walk.steps[:length])
        text = board_text(state(game_of(part), "W" * 32, "W" * 32, draft=part.partial), ENGLISH)
        if part.last.outcome is None:
            assert "Time until" in text
            assert ("A penalty of" in text) == (part.last.next_step is StepKind.PENALTY)
