"""Where everything stands on a profile card, in squares of its page.

From the top: the name; the ratings in two columns, each with its curve; all results as one bar; and
below it two columns of rows, on the left how the matches ended, on the right opponents and facts.
"""

from dataclasses import dataclass
from math import floor
from typing import NamedTuple

from renderer.lattice import Box
from renderer.page import COLUMNS, page_height, squares

HALF = (COLUMNS - 1) / 2
"""Squares across a column; one square lies between the two."""
RIGHT = HALF + 1
"""Where the right column begins."""

HEADING = 3
"""Squares of the name, and a line below it with a half free on both sides."""
RATING = 6
"""Squares of a rating: its name, the curve, the days below it, one free."""
CURVE = 3
"""Squares of a curve's height."""
WIDE_RATING, WIDE_CURVE = 8, 5
"""The same for somebody's only rating, which has both columns."""
VALUES = 2
"""Squares left of a curve, for the values of the paper's lines."""
BAR = 3
"""Squares of the results: what they are called, the bar, one free."""
GAP = 0.5
"""Squares below a table."""
NUMBER = 1.7
"""Squares of a number in a row of three."""


class RatingPlace(NamedTuple):
    """Where a rating stands: its line of text, its curve and how many squares that is high, the
    values left of it and the days below it.
    """

    line: Box
    curve: Box
    squares: int
    values: Box
    days: Box


class RowPlace(NamedTuple):
    """Where a row of a table stands: its label, and three numbers."""

    label: Box
    numbers: tuple[Box, Box, Box]

    @property
    def whole(self) -> Box:
        """The row."""
        return self.label._replace(right=self.numbers[-1].right)


@dataclass(frozen=True)
class CardLayout:
    """The numbers of one card; everything but `rows` is in pixels."""

    rows: int
    heading: Box
    ratings: tuple[RatingPlace, ...]
    legend: tuple[Box, Box, Box]
    bar: Box
    sides: tuple[RowPlace, ...]
    reasons: tuple[RowPlace, ...]
    opponents: tuple[RowPlace, ...]
    """The first one of each table is its heading; a table without rows has none."""
    facts: tuple[RowPlace, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return round((COLUMNS + 1) * squares(0, 0, 1, 1).width), page_height(self.rows)


def card_layout(
    ratings: int, played: bool, sides: int, reasons: int, opponents: int, facts: int
) -> CardLayout:
    """The layout of a card with so many rows of each kind."""
    rating_places, top = _ratings(ratings)
    bar_top = top
    if played:
        top += BAR
    side_places = _table(0, top, sides)
    reason_places = _table(0, top + _table_height(sides), reasons)
    opponent_places = _table(RIGHT, top, opponents)
    facts_top = top + _table_height(opponents)
    fact_places = tuple(_row(RIGHT, facts_top + at) for at in range(facts))
    left = top + _table_height(sides) + _table_height(reasons)
    right = facts_top + (facts + GAP if facts else 0)
    third = COLUMNS / 3
    return CardLayout(
        rows=floor(max(left, right)),
        heading=squares(0, 0, COLUMNS, 1.75),
        ratings=rating_places,
        legend=(
            squares(0, bar_top, third, bar_top + 1),
            squares(third, bar_top, 2 * third, bar_top + 1),
            squares(2 * third, bar_top, COLUMNS, bar_top + 1),
        ),
        bar=squares(0, bar_top + 1, COLUMNS, bar_top + 2),
        sides=side_places,
        reasons=reason_places,
        opponents=opponent_places,
        facts=fact_places,
    )


def _ratings(count: int) -> tuple[tuple[RatingPlace, ...], int]:
    """The places of the ratings, and where they end."""
    if count == 1:
        return (_rating(0, HEADING, COLUMNS, WIDE_CURVE),), HEADING + WIDE_RATING
    places = tuple(
        _rating(RIGHT * (at % 2), HEADING + RATING * (at // 2), HALF, CURVE) for at in range(count)
    )
    return places, HEADING + RATING * ((count + 1) // 2)


def _rating(left: float, top: int, wide: float, tall: int) -> RatingPlace:
    axis, right, above, below = left + VALUES, left + wide, top + 1, top + 1 + tall
    return RatingPlace(
        line=squares(left, top, right, above),
        curve=squares(axis, above, right, below),
        squares=tall,
        values=squares(left, above, axis, below),
        days=squares(axis, below, right, below + 1),
    )


def _table(left: float, top: float, rows: int) -> tuple[RowPlace, ...]:
    """The places of a heading and its rows."""
    return tuple(_row(left, top + at) for at in range(rows + 1)) if rows else ()


def _table_height(rows: int) -> float:
    """Squares of a table with its heading and the gap below it."""
    return 1 + rows + GAP if rows else 0


def _row(left: float, top: float) -> RowPlace:
    right = left + HALF
    numbers = tuple(
        squares(right - NUMBER * (3 - at), top, right - NUMBER * (2 - at), top + 1)
        for at in range(3)
    )
    return RowPlace(
        squares(left, top, right - 3 * NUMBER, top + 1), (numbers[0], numbers[1], numbers[2])
    )
