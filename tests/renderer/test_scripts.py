"""Names in every script that the project has fonts for, as they stand on the picture."""

import unicodedata
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw, ImageFont

from renderer.fonts import FINAL, INITIAL, MEDIAL, flag_glyph, joined_glyph
from renderer.text import UNKNOWN, drawable
from renderer.typefaces import ink, typeface_of
from renderer.typesetting import set_line

SIZE = 24
"""Of a line, in pixels."""

NAMES = {
    "Latin": "Łukasz Þór Ñandú Đặng",
    "Greek": "Ωμέγα Ζήνων",
    "Cyrillic": "Жанна Ёлкина Їжак",
    "Hebrew": "שָׁלוֹם עולם",
    "Arabic": "مُحَمَّد لاعب كرة",
    "Persian": "پژمان گچی",
    "Urdu": "ہاشم ٹھیک ہے",
    "Kurdish": "گەڕێ ڵۆ",
    "Chinese": "王小明 龍 龙",
    "Japanese": "日本太郎 サッカー がﾊﾝ",
    "Korean": "김민준 ㅋㅋ",
    "wide": "Ａｌｉｃｅ！",
    "emoji": "⚽🔥😀🎉👍⭐🥅",
    "flags": "🇵🇱🇩🇪🇯🇵🇧🇷",
    "other styles": "𝓕𝓪𝓷𝓬𝔂 𝕬𝖑𝖎𝖈𝖊 𝟙𝟚",
    "mixed": "Anna 王 محمد 김 שלום ⚽",
}

# Where in Unicode the characters are, and of how many one is looked at.
BLOCKS = {
    "Latin to Arabic": (range(0x20, 0x900), 1),
    "Indian, Thai, Lao, Tibetan": (range(0x900, 0x10A0), 3),
    "Georgian to Mongolian": (range(0x10A0, 0x1E00), 5),
    "more Latin and Greek": (range(0x1E00, 0x2000), 1),
    "signs": (range(0x2000, 0x2E80), 2),
    "kana and letters of Korean": (range(0x2E80, 0x3400), 2),
    "ideographs": (range(0x3400, 0xA000), 37),
    "Yi to syllables of Korean": (range(0xA000, 0xD7B0), 23),
    "surrogates and private": (range(0xD800, 0xF900), 97),
    "forms": (range(0xF900, 0x10000), 2),
    "ancient": (range(0x10000, 0x1D400), 71),
    "mathematical": (range(0x1D400, 0x1D800), 3),
    "emoji": (range(0x1F000, 0x1FB00), 5),
    "rare ideographs": (range(0x20000, 0x32000), 997),
    "end": (range(0xE0000, 0x110000), 4999),
}


def drawn(text, *, bold=False):
    """Each character that reaches a font, after the font, from the left to the right."""
    line = set_line(drawable(text), SIZE, bold=bold)
    return [(piece.typeface, character) for piece in line.pieces for character in piece.text]


def touched(typeface, character, size=SIZE):
    """Left, top, right and bottom of the ink of a glyph that shows something."""
    box = ink(typeface, character, size)
    assert box is not None
    return box


def picture(typeface, character):
    """The glyph on an empty picture, at the place that the font gives it."""
    font: ImageFont.FreeTypeFont = typeface.font(SIZE)
    image = Image.new("L", (3 * SIZE, 3 * SIZE))
    ImageDraw.Draw(image).text((SIZE, 2 * SIZE), character, 255, font, anchor="ls")
    return image.tobytes()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_is_drawn_as_it_is_written(name):
    """Nothing in a name of these scripts is replaced."""
    assert drawable(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(("codes", "every"), BLOCKS.values(), ids=BLOCKS.keys())
def test_no_character_becomes_a_box(codes, every):
    """Whatever the character, no font ever draws its sign for a missing glyph."""
    seen = {
        glyph
        for code in codes[::every]
        for bold in (False, True)
        for glyph in drawn(chr(code), bold=bold)
    }
    boxes = {typeface: picture(typeface, "\U0010ffff") for typeface, _ in seen}
    for typeface, character in seen:
        assert picture(typeface, character) != boxes[typeface], f"U+{ord(character):04X}"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
@pytest.mark.parametrize("bold", [False, True])
def test_a_line_is_as_wide_as_what_is_drawn(name, bold):
    """Nothing is drawn outside the width that is used to fit a name."""
    line = set_line(drawable(name), SIZE, bold=bold)
    image = Image.new("L", (line.width + 40, 2 * SIZE))
    line.draw(ImageDraw.Draw(image), baseline=SIZE)
    left, _, right, _ = image.getbbox() or (-1, 0, 0, 0)
    assert left >= 0
    assert line.width - SIZE < right <= line.width


def test_a_whole_basic_block_of_ideographs_is_there():
    """Chinese, Japanese and Korean names lack no character of Unicode's basic blocks."""
    wanted = [*range(0x4E00, 0x9FF0), *range(0x3041, 0x3097), *range(0x30A1, 0x3100)]
    wanted += [*range(0xAC00, 0xD7A4), *range(0xFF01, 0xFFBF)]
    lacking = [f"U+{code:04X}" for code in wanted if typeface_of(chr(code), False) is None]
    assert lacking == []


# ------------------------------------------------------------------------- from right to left


def order(text):
    """The characters from the left to the right as they are drawn."""
    return "".join(character for _, character in drawn(text))


@pytest.mark.parametrize(
    ("name", "from_left"),
    [
        ("שלום", "םולש"),
        ("abc שלום", "abc םולש"),
        ("שלום abc 12", "abc 12 םולש"),
        ("שלום 12", "12 םולש"),
        ("(שלום)", "(םולש)"),
        ("שלום (abc) x", "x (abc) םולש"),
        ("שלום: a<b", "a<b :םולש"),
        ("12 ٣٤", "12 ٣٤"),
    ],
)
def test_hebrew_is_written_from_the_right(name, from_left):
    """The first letter that is read stands on the right; numbers and Latin keep their order."""
    assert order(name) == from_left


def test_arabic_letters_join():
    """Letters have the forms that they have within a word."""
    meem, hah, dal = "م", "ح", "د"
    forms = [
        joined_glyph(meem, INITIAL),
        joined_glyph(hah, MEDIAL),
        joined_glyph(meem, MEDIAL),
        joined_glyph(dal, FINAL),
    ]
    assert order("محمد") == "".join(reversed(forms))
    assert order("د م") == "م د"


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("letters", ["ہے", "گڕ", "بێ", "ٹھ", "ڵۆ"])
def test_letters_of_other_languages_join_too(letters, bold):
    """Urdu and Kurdish letters, which Unicode has no forms of, join as well as Arabic ones."""
    first, second = letters
    glyphs = [character for _, character in drawn(letters, bold=bold)]
    assert glyphs[1] == joined_glyph(first, INITIAL)
    assert glyphs[0] == joined_glyph(second, FINAL)


@pytest.mark.parametrize(
    ("name", "glyph"), [("لا", "\ufefb"), ("بلا", "\ufefc"), ("لأ", "\ufef7"), ("بلإ", "\ufefa")]
)
def test_lam_and_alef_are_one(name, glyph):
    """The two letters are written as one sign, by itself or joined to what comes before."""
    assert order(name)[0] == glyph
    assert len(order(name)) == len(name) - 1


# ---------------------------------------------------------------------------- marks, emoji, style


@pytest.mark.parametrize(
    ("text", "mark", "above"),
    [
        ("ab́q̇cd", "\u0307", True),
        ("Q̈", "\u0308", True),
        ("aḅz̤y", "\u0324", False),
        ("מלִך", "\u05b4", False),
        ("محمّد", "\u0651", True),
        ("بِت", "\u0650", False),
    ],
)
def test_a_mark_stays_on_its_letter(text, mark, above):
    """A mark is drawn over or under the middle of the letter that it belongs to."""
    pieces = set_line(drawable(text), SIZE, bold=False).pieces
    at = next(at for at, piece in enumerate(pieces) if piece.text == mark)
    over, letter = pieces[at], pieces[at - 1]
    box, base = (touched(piece.typeface, piece.text) for piece in (over, letter))
    middle = over.left + (box[0] + box[2]) / 2
    assert abs(middle - letter.left - (base[0] + base[2]) / 2) <= 1
    if above:
        assert box[3] + over.lower <= base[1]
    else:
        assert box[1] + over.lower >= base[3]


def test_marks_on_one_letter_do_not_cover_each_other():
    """The second mark stands above the first."""
    _, first, second = set_line("q\u0307\u0302", SIZE, bold=False).pieces
    lower = touched(first.typeface, first.text)
    upper = touched(second.typeface, second.text)
    assert upper[3] + second.lower < lower[1] + first.lower


def test_a_flag_is_one_glyph():
    """Two regional indicators are drawn as the flag that they mean."""
    assert order("🇵🇱") == flag_glyph("🇵", "🇱")
    assert order("🇵🇱🇵") == flag_glyph("🇵", "🇱") + UNKNOWN


def test_bold_is_bold_in_every_script():
    """The name of the player to move has more ink in it, whatever it is written in."""
    for name in ("Alice", "Жанна", "שלום", "محمد", "王小明", "太郎", "김민준"):
        amounts = []
        for bold in (False, True):
            line = set_line(name, SIZE, bold=bold)
            image = Image.new("L", (line.width, 2 * SIZE))
            line.draw(ImageDraw.Draw(image), baseline=SIZE)
            amounts.append(sum(image.tobytes()))
        assert amounts[1] > 1.1 * amounts[0], name


def test_letters_of_all_scripts_are_about_as_large():
    """Scripts beside each other look like one line: their letters differ by less than a third."""
    heights = {}
    for name in ("H", "Ж", "ל", "ك", "国", "カ", "한", "⚽"):
        typeface = typeface_of(name, False)
        _, top, _, bottom = touched(typeface, name, 60)
        assert top >= -60, name
        assert bottom <= 15, name
        heights[name] = bottom - top
    assert max(heights.values()) / min(heights.values()) < 1.4, heights


def test_pieces_stand_side_by_side():
    """Parts in different fonts neither overlap nor leave a gap wider than a letter."""
    line = set_line("Anna王Anna김⚽", SIZE, bold=False)
    for before, after in pairwise(line.pieces):
        right = before.left + before.typeface.font(SIZE).getlength(before.text)
        assert abs(after.left - right) <= 1


def test_every_font_is_laid_out_plainly():
    """A picture does not depend on whether the machine has a library for layout."""
    for character in "Aم王🔥𝓕":
        typeface = typeface_of(character, False)
        assert typeface is not None
        font = typeface.font(SIZE)
        assert font.layout_engine == ImageFont.Layout.BASIC
