"""Turns as people type them: digits, compass words, arrows, and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    ARROWS,
    COMPASS,
    ENGLISH,
    Game,
    IllegalTurnError,
    InvalidTurnError,
    PaperSoccer,
    Position,
    read_turn,
    write_arrows,
    write_compass,
    write_digits,
)
from tests.rules.walks import Walk, any_walks

START = PaperSoccer().start()

POLISH = {
    "n": 0,
    "pn": 0,
    "północ": 0,
    "pn-wsch": 1,
    "e": 2,
    "wsch": 2,
    "wschód": 2,
    "s": 4,
    "pd": 4,
    "południe": 4,
    "w": 6,
    "zach": 6,
    "zachód": 6,
    "pn-zach": 7,
}


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("67", "67"),
        ("6 7", "67"),
        ("6-7", "67"),
        ("6,7", "67"),
        ("  6 ,\t7\n", "67"),
        ("w nw", "67"),
        ("W NW", "67"),
        ("w,nw", "67"),
        ("w-nw", "67"),
        ("west north-west", "67"),
        ("West, Northwest", "67"),
        ("left up-left", "67"),
        ("north-east", "1"),
        ("north east", "02"),
        ("n-e", "02"),
        ("south-south-east", "43"),
        ("←↖", "67"),
        ("← ↖", "67"),
        ("⬅️↖️", "67"),
        ("⬅ ↖", "67"),
        ("⬆️↗️➡️↘️⬇️↙️⬅️↖️", "01234567"),
        ("↑↗→↘↓↙←↖", "01234567"),
        ("⬆\N{VARIATION SELECTOR-15}6", "06"),
        ("6 nw ←", "676"),
    ],
)
def test_a_turn_is_read_in_any_form(typed, turn):
    """Digits, words and arrows, with whatever people put between them."""
    assert read_turn(typed, START) == turn


@pytest.mark.parametrize("direction", range(8))
def test_every_word_of_english_is_read(direction):
    """In lower case, upper case and as a sentence begins."""
    words = [word for word, meaning in ENGLISH.items() if meaning == direction]
    assert len(words) >= 3
    for word in words:
        for typed in (word, word.upper(), word.title()):
            assert read_turn(typed, START) == str(direction)


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("", 0),
        ("  ", 2),
        ("8", 0),
        ("67x", 2),
        ("6 7 8", 4),
        ("w nx nw", 2),
        ("w  northish", 3),
        ("wnw", 0),
        ("6/7", 1),
        ("6_7", 1),
        ("6.7", 1),
        ("67.", 2),
        ("6..7", 2),
        (".", 0),
        ("6\N{VARIATION SELECTOR-16}", 1),
        ("⬅️️7", 2),
        ("6\N{ARABIC-INDIC DIGIT ZERO}", 1),
        ("\N{FULLWIDTH DIGIT SEVEN}", 0),
        ("6\N{SUPERSCRIPT TWO}", 1),
        ("↔", 0),
        ("6⬅️🙂", 3),
    ],
)
def test_what_does_not_belong_is_told_by_its_place(typed, at):
    """The index is that of the text as it was typed."""
    with pytest.raises(InvalidTurnError) as caught:
        read_turn(typed, START)
    assert (caught.value.text, caught.value.at) == (typed, at)


def test_a_turn_that_is_read_need_not_be_legal():
    """The rules refuse it, in their own words."""
    turn = read_turn("w e", START)
    with pytest.raises(IllegalTurnError):
        Game(PaperSoccer()).play(turn)


def test_a_turn_can_be_read_when_the_game_is_over():
    """Then it is the game's end that refuses it, not the notation."""
    over = Game(PaperSoccer(width=4, height=4)).play_all(["4", "53"]).position
    assert read_turn("w nw", over) == "67"


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("północ", "0"),
        ("PÓŁNOC pn-zach", "07"),
        ("zacho\N{COMBINING ACUTE ACCENT}d", "6"),
        ("pn-wsch, wsch", "12"),
        ("pn-pd", "04"),
    ],
)
def test_words_of_another_language_are_an_argument(typed, turn):
    """Their letters may come composed or not, in either case."""
    assert read_turn(typed, START, POLISH) == turn


def test_a_words_language_is_the_only_one_read():
    """What is no word there is no word."""
    with pytest.raises(InvalidTurnError):
        read_turn("north", START, POLISH)


def test_turns_are_written_in_words_and_arrows():
    """As a reader expects to see them."""
    assert write_compass("67") == "w nw"
    assert write_compass("067", ["góra", *"1234", "5", "lewo", "7"]) == "góra lewo 7"
    assert write_arrows("67") == "←↖"
    assert write_arrows("67", emoji=True) == "⬅️↖️"
    assert write_digits(START, [6, 7]) == "67"


@given(any_walks())
def test_every_form_is_read_back(walk: Walk[Position]):
    """Written and read again, each turn is the same."""
    game = Game(walk.last.ruleset)
    for turn in walk.turns:
        for written in (
            turn,
            write_compass(turn),
            write_arrows(turn),
            write_arrows(turn, emoji=True),
            write_digits(game.position, map(int, turn.replace(".", ""))),
            "-".join(turn),
            write_compass(turn).replace(" ", ", ").upper(),
        ):
            assert read_turn(written, game.position) == turn
        game = game.play(turn)


@given(st.text() | st.text("01234567.-, nesw⬅️↖\N{VARIATION SELECTOR-15}"))
def test_any_text_is_read_or_refused(text):
    """Never another error; the place is in the text, or just behind it."""
    read = attempt(text)
    if isinstance(read, InvalidTurnError):
        assert 0 <= read.at <= len(text)
        assert read.text == text
    else:
        assert read_turn(read, START) == read


def attempt(text: str) -> str | InvalidTurnError:
    """The turn, or why there is none."""
    try:
        return read_turn(text, START)
    except InvalidTurnError as error:
        return error


def test_a_long_text_is_refused_quickly():
    """Whoever pastes a book gets an answer."""
    for text in ("n" * 100_000, "n-" * 50_000 + "x", "6" * 100_000 + "x", "north-" * 20_000):
        with pytest.raises(InvalidTurnError):
            read_turn(text + "?", START)


# ------------------------------------------------------------------ games that write some dots


class Dotted:
    """A position of a game in which the fourth and later steps of a turn have a dot before them."""

    to_move = "first"

    def __init__(self, drawn: int = 0) -> None:
        self.drawn = drawn

    def legal_directions(self) -> tuple[int, ...]:
        return tuple(range(8))

    def after(self, direction: int) -> "Dotted":
        return Dotted(self.drawn + 1)

    def write_step(self, direction: int) -> str:
        return f".{direction}" if self.drawn >= 3 else str(direction)

    def read_steps(self, text: str) -> tuple[int, ...]:
        if text.startswith("."):
            raise InvalidTurnError(text, 0)
        if len(text) < 3:
            raise InvalidTurnError(text, len(text))
        return tuple(int(character) for character in text if character != ".")


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("345.0.7", "345.0.7"),
        ("3 4 5 .0 .7", "345.0.7"),
        ("34507", "345.0.7"),
        ("se s sw .n .nw", "345.0.7"),
        ("se s sw n nw", "345.0.7"),
        ("↘↓↙.↑.↖", "345.0.7"),
        ("345. 0", "345.0"),
        ("34.5", "34.5"),
    ],
)
def test_dots_are_kept_or_added_as_the_game_writes_them(typed, turn):
    """Typed dots pass through; without any, the position says which steps have one."""
    position: Any = Dotted()
    assert read_turn(typed, position) == turn


def test_a_dot_that_the_game_refuses_is_told_by_its_place():
    """In the text as it was typed."""
    position: Any = Dotted()
    with pytest.raises(InvalidTurnError) as caught:
        read_turn("  .n s", position)
    assert caught.value.at == 2
    with pytest.raises(InvalidTurnError) as caught:
        read_turn("n  s", position)  # too short, says this game
    assert caught.value.at == 4


def test_dotted_turns_are_written_in_every_form():
    """Each dot stays before its step."""
    position: Any = Dotted()
    assert write_compass("345.0.7") == "se s sw .n .nw"
    assert write_arrows(".2.2") == ".→.→"
    assert write_digits(position, [3, 4, 5, 0, 7]) == "345.0.7"


def test_names_and_arrows_stand_in_the_digits_order():
    """Clockwise from up."""
    assert [ENGLISH[name] for name in COMPASS] == list(range(8))
    assert [read_turn(arrow, START) for arrow in ARROWS] == list("01234567")
