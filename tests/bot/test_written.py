"""Numbers and days as the languages write them, compared with Unicode's CLDR by Babel."""

from datetime import UTC, date, datetime, timedelta

import pytest
from babel.dates import format_date
from babel.numbers import format_decimal

from bot.i18n import ENGLISH, Language
from bot.wording.settings import language_name
from bot.written import WRITTEN, written

LOCALES = {tag: "en_GB" if tag == "en" else tag for tag in WRITTEN}


def same(text: str) -> str:
    """CLDR breaks no line at some spaces; which ones is all the same here."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("tag", WRITTEN)
@pytest.mark.parametrize("number", [0, 7, 999, 10_000, 123_456, 1_234_567, -12, -98_765])
def test_whole_numbers(tag: str, number: int) -> None:
    """Groups of three digits, and the sign."""
    assert same(written(tag).number(number)) == same(format_decimal(number, locale=LOCALES[tag]))


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("en", "1,234"), ("pl", "1234"), ("es", "1234"), ("de", "1.234"),
        ("ru", "1\xa0234"), ("no", "1\xa0234"), ("hu", "1\xa0234"),
    ],
)  # fmt: skip
def test_four_digits(tag: str, text: str) -> None:
    """Polish and Spanish leave them together."""
    assert written(tag).number(1234) == text


@pytest.mark.parametrize("tag", WRITTEN)
def test_changes_have_their_sign(tag: str) -> None:
    """Nothing has none."""
    assert written(tag).signed(12) == "+12"
    assert written(tag).signed(0) == "0"
    assert written(tag).signed(-3) == written(tag).number(-3)


@pytest.mark.parametrize("tag", WRITTEN)
def test_days(tag: str) -> None:
    """Every day of a year; the British shorten September to four letters and everybody else to
    three.
    """
    for at in range(366):
        day = date(2028, 1, 1) + timedelta(days=at)
        expected = format_date(day, "medium", locale=LOCALES[tag])
        if tag == "en":
            expected = expected.replace("Sept", "Sep")
        assert same(written(tag).date(day)) == same(expected)


def test_every_language_to_come_is_written() -> None:
    """Those that have a name of their own have a way of writing; any other one is English."""
    assert all(language_name(tag) != tag for tag in WRITTEN)
    assert written("xx") is WRITTEN["en"]


def test_a_language_writes() -> None:
    """Through the object that says everything else; a moment is a day in UTC."""
    german = Language("de", ENGLISH._catalogue)
    late = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert (german.number(1234), german.signed(1234)) == ("1.234", "+1.234")
    assert german.day(late) == "31.12.2026"
    assert ENGLISH.day(late) == "31 Dec 2026"
