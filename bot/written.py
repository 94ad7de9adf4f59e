"""How languages write whole numbers and days: Unicode's CLDR has the same, as the tests compare.

`Language.number`, `Language.signed` and `Language.day` are the way here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Written:
    """One language's way."""

    thousands: str
    """What stands between groups of three digits."""
    day: str
    """A day, with places for `{day}` and `{month}` (names or numbers) and `{year}`."""
    months: tuple[str, ...] = tuple(f"{month:02d}" for month in range(1, 13))
    grouped_from: int = 1_000
    """The least number that is divided into groups."""

    def number(self, number: int) -> str:
        """A whole number."""
        digits = f"{number:,}" if abs(number) >= self.grouped_from else str(number)
        return digits.replace(",", self.thousands)

    def signed(self, number: int) -> str:
        """A change: with its sign also where it is positive."""
        return f"+{self.number(number)}" if number > 0 else self.number(number)

    def date(self, day: date) -> str:
        """A day, as short as it can be read without a doubt."""
        return self.day.format(day=day.day, month=self.months[day.month - 1], year=day.year)


WRITTEN: Mapping[str, Written] = {
    "en": Written(
        ",",
        "{day} {month} {year}",
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ),
    "pl": Written(
        NO_BREAK,
        "{day} {month} {year}",
        ("sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"),
        grouped_from=10_000,
    ),
    "de": Written(".", "{day:02d}.{month}.{year}"),
    "es": Written(
        ".",
        "{day} {month} {year}",
        ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"),
        grouped_from=10_000,
    ),
    "ru": Written(
        NO_BREAK,
        "{day} {month} {year} \N{CYRILLIC SMALL LETTER GHE}.",
        (
            "янв.", "февр.", "мар.", "апр.", "мая", "июн.",
            "июл.", "авг.", "сент.", "окт.", "нояб.", "дек.",
        ),
    ),
    "no": Written(
        NO_BREAK,
        "{day}. {month} {year}",
        (
            "jan.", "feb.", "mars", "apr.", "mai", "juni",
            "juli", "aug.", "sep.", "okt.", "nov.", "des.",
        ),
    ),
    "hu": Written(
        NO_BREAK,
        "{year}. {month} {day}.",
        (
            "jan.", "febr.", "márc.", "ápr.", "máj.", "jún.",
            "júl.", "aug.", "szept.", "okt.", "nov.", "dec.",
        ),
    ),
}  # fmt: skip
"""By the catalogue's tag; English is for all others."""


def written(tag: str) -> Written:
    """The way of a language."""
    return WRITTEN.get(tag, WRITTEN["en"])
