"""Names as other people see them: one rule for texts and pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import ENGLISH
from bot.wording.names import LONGEST, plain, shown_name
from matches.ids import PlayerId
from matches.people import Person
from renderer.text import drawable


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("  a \n b\t", "a b"),
        ("two\nlines\u2028more", "two lines more"),
        ("a\u202eb\u200bc\u0000", "abc"),
        ("x" * 40, "x" * 31 + "…"),
        ("Łódź 日本 😀", "Łódź 日本 😀"),
        ("\ufdfd\u200d\ufe0f", "\ufdfd\ufe0f"),
        ("a" + "\u200b" * 198 + "bc", "ab"),
        ("a" + "\u0301" * 400_000 + "b", "á\u0301\u0301"),
    ],
)
def test_names_are_one_plain_line(name: str, shown: str) -> None:
    """Nothing in a name turns, hides or breaks the line."""
    assert plain(name) == shown


@pytest.mark.parametrize(
    "sign",
    "\u3164\u115f\u1160\uffa0\u2800\u17b4\u17b5\u034f\U0001d159\u180b\ufe00\ufe0f\U000e0100"
    "\u200c\u200d\u00ad",
    ids=ascii,
)
def test_a_letter_that_nobody_sees_is_left_out(sign: str) -> None:
    """Nobody can look like somebody else, or like nobody, by letters that show nothing."""
    assert plain(f"a{sign}b") == "ab"
    assert shown_name(Person(PlayerId(1), 1, f" {sign}{sign} {sign}"), ENGLISH) == "nameless player"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("Z" + "\u0335\u0489" * 40 + "a", "Z\u0335\u0489a"),
        ("\u0301a \u0489 b", "a b"),
        ("\u0301\u0489", ""),
        ("שָׁלוֹם ไม้เอก हिन्दी", "שָׁלוֹם ไม้เอก हिन्दी"),
    ],
)
def test_marks_do_not_pile_up(name: str, shown: str) -> None:
    """A letter keeps the two marks that languages need, and none stands on nothing."""
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("❤\ufe0f 1\ufe0f\u20e3", "❤\ufe0f 1\ufe0f\u20e3"),
        ("👨\u200d👩\u200d👧 👍🏽", "👨\u200d👩\u200d👧 👍🏽"),
        ("👨\u200d", "👨"),
        ("\u200d👨", "👨"),
        ("y" * 30 + "👨\u200d👩", "y" * 30 + "👨…"),
        ("y" * 29 + "👨\u200d👩", "y" * 29 + "👨\u200d👩"),
        ("🙂\u200d\u2194\ufe0f", "🙂\u200d\u2194\ufe0f"),
    ],
)
def test_an_emoji_of_several_stays_one(name: str, shown: str) -> None:
    """What joins emoji is kept between them."""
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("y" * 30 + "🇵🇱🇩🇪", "y" * 30 + "…"),
        ("y" * 29 + "🇵🇱🇩🇪", "y" * 29 + "🇵🇱…"),
        ("y" * 30 + "x\u0335yz", "y" * 30 + "…"),
        ("ש\u05b8" * 17, "ש\u05b8" * 15 + "…"),
    ],
)
def test_a_long_name_is_cut_between_letters(name: str, shown: str) -> None:
    """What is left of a name is whole letters and whole flags."""
    assert plain(name) == shown


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e"])
def test_a_name_of_nothing(name: str) -> None:
    """A name without anything to see is called that."""
    assert shown_name(Person(PlayerId(1), 1, name), ENGLISH) == "nameless player"


SIGNS = st.sampled_from(
    "aeZ 😀❤👍🏽\u200d\ufe0f\u0301\u0335\u0489\u3164\u2800\u20e3\u202e\u1160\u0e35\n"
)


@given(st.text(max_size=60) | st.text(SIGNS, max_size=60))
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    """Whatever a name holds, there is nothing more to take out of it."""
    once = plain(name)
    assert plain(once) == once == once.strip()
    assert len(once) <= LONGEST


@pytest.mark.parametrize(
    "name",
    [
        "Zażółć",
        "Z" + "\u0335\u0300" * 40,
        "a\u3164b",
        "e\u0301",
        "two\nlines",
        "x\u200by",
        "Ωμέγα Жанна",
        "שָׁלוֹם (a) 12",
        "\u202eمُحَمَّد\u202c",
        "王小明 太郎\u3099 김민준",
        "⚽🔥🇵🇱 🎉",
        "🇵🇱" * 20,
    ],
)
def test_the_picture_has_the_same_name(name: str) -> None:
    """What the text says is what the picture says, in every script that its fonts have."""
    shown = plain(name)
    assert drawable(shown) == shown


@given(st.text(max_size=60) | st.text(SIGNS, max_size=60))
def test_the_picture_takes_nothing_more_for_a_sign(name: str) -> None:
    """A name with something to see in it is drawn as something, and an empty one as nothing."""
    assert bool(drawable(plain(name))) == bool(plain(name))
