"""Names are other people's: whatever is written in them, they stay one line in their box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from renderer import Side, empty_scene
from renderer.layout import layout_of
from renderer.text import ELLIPSIS, UNKNOWN, drawable, fitted, text_tile, text_width
from renderer.theme import PENCIL
from tests.renderer.boards import CORNERS, STANDARD, pixels

SIZES = (27, 24, 20, 18)

HOSTILE = {
    "newlines": "two\nlines\r\nand\u2028more\u2029",
    "controls": "\x00bell\x07\x1b[31mred\x7f",
    "right to left": "\u202eevil\u202c \u2066isolated\u2069",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe",
    "accents without end": "Z" + "\u0300\u0335\u0489" * 40 + "algo",
    "emoji": "⚽🇵🇱👨‍👩‍👧‍👦👍🏽",
    "other scripts": "日本語 한국어 שלום مرحبا ไทย",
    "wide letters": "W" * 32,
    "very long": "ﷺ" * 2000,
    "alone in a pair": "\ud83d tail \udc00",
    "private": "\ue000\uf8ff\U0010fffd",
    "markup": "**bold** <@123> @everyone `x`",
    "blank": " \u00a0\u3000\u2800\u3164\t",
    "nothing visible": "\u200b\u200e",
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Alice", "Alice"),
        ("  two\n lines ", "two lines"),
        ("a\u200bb\u202ec\x07d", "abcd"),
        ("Zażółć", "Zażółć"),
        ("e\u0301", "é"),
        ("x\u0335y", "x\u0335y"),
        ("日本", "日本"),
        ("日\u0e35", "日"),
        ("ที่", UNKNOWN),
        ("กขค", UNKNOWN * 3),
        ("हिन्दी", UNKNOWN * 3),
        ("👍🏽❤\ufe0f", "👍❤"),
        ("👨\u200d👩\u200d👧!", "👨!"),
        ("🏴\u200d☠\ufe0f", "🏴"),
        ("🙂\u200d\u2194\ufe0f a", "🙂 a"),
        ("🇵🇱🇩🇪", "🇵🇱🇩🇪"),
        ("🇵a", UNKNOWN + "a"),
        ("🇽🇽", UNKNOWN),
        ("1\ufe0f\u20e3", "1"),
        ("\ue000\U000f0003\U000f2000", UNKNOWN * 3),
        ("\u3164\u2800", UNKNOWN),
        ("\u200b", UNKNOWN),
        ("", ""),
    ],
)
def test_a_text_becomes_drawable(text, shown):
    """What cannot be shown goes or becomes one plain sign; everything else stays as it is."""
    assert drawable(text) == shown


@given(st.text(max_size=80))
def test_drawable_text_stays_as_it_is(text):
    """A drawable text has no blank at either end, and nothing only if there was nothing."""
    once = drawable(text)
    assert once == once.strip()
    assert "\n" not in once
    assert bool(once) == bool(text)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("bold", [False, True])
def test_any_text_fits_its_width(name, bold):
    """No text is wider than its room, and a tile is as high as its size alone demands."""
    line, size = fitted(name, 160, SIZES, bold=bold)
    assert text_width(line, size, bold=bold) <= 160
    tile = text_tile(name, 160, (20,), PENCIL, bold=bold)
    assert tile.width <= 160
    assert tile.height == 25


def test_a_long_name_first_becomes_smaller_then_shorter():
    """A name that is a little too long is written smaller; a much longer one is shortened."""
    assert fitted("Alice", 200, SIZES, bold=False) == ("Alice", 27)
    assert fitted("Maximilian der Große", 200, SIZES, bold=False) == ("Maximilian der Große", 18)
    line, size = fitted("W" * 32, 200, SIZES, bold=False)
    assert size == 18
    assert line.endswith("W" + ELLIPSIS)
    assert 8 < len(line) < 32


@pytest.mark.parametrize(
    ("name", "letters"),
    [("x\u0335" * 40, 2), ("🇵🇱" * 40, 2), ("ש\u05b8" * 40, 2), ("김민준" * 20, 1)],
    ids=["marks", "flags", "points", "syllables"],
)
def test_a_name_is_cut_between_letters(name, letters):
    """A shortened name ends with a whole letter, a whole flag or a whole syllable."""
    line, _ = fitted(name, 160, SIZES, bold=False)
    kept = line.removesuffix(ELLIPSIS)
    assert kept != line
    assert name.startswith(kept)
    assert len(kept) % letters == 0
    assert len(kept) > 3 * letters


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("ruleset", [STANDARD, CORNERS[0], CORNERS[3]], ids=str)
def test_a_name_changes_nothing_outside_its_box(name, ruleset):
    """A hostile name and rating leave every pixel outside the two nameplates as it is."""
    layout = layout_of(ruleset.pitch)
    bare = pixels(empty_scene(ruleset))
    named = pixels(empty_scene(ruleset, Side(name, "1500?"), Side(name, name)))
    changed = ImageChops.difference(bare, named)
    for goal in ruleset.pitch.goals:
        left, top, right, bottom = layout.nameplate(goal).text
        changed.paste((0, 0, 0), (left - 5, top, right + 5, bottom))
    assert changed.getbbox() is None
