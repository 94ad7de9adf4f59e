"""The picture of a player: ratings with their curves, results, opponents, records.

Every word is handed in as it is to be read, and with them how numbers are written.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PIL import Image

from renderer.card_layout import CardLayout, RatingPlace, RowPlace, card_layout
from renderer.curve import Curve, Plot, draw_curve, plot_of
from renderer.lattice import Box
from renderer.page import SOFT_PENCIL, Align, common_size, page, rule, write
from renderer.png import encode
from renderer.sprites import disc
from renderer.text import drawable, line_height, text_width
from renderer.theme import (
    FIRST_INK,
    GRID_ENTRY,
    PAPER,
    PAPER_ENTRY,
    PENCIL,
    SECOND_INK,
    Theme,
    palette,
)

NAME_SIZES = (44, 38, 32, 27, 24)
SINCE_SIZES = (22, 20, 18)
LABEL_SIZES = (23, 21, 19, 18)
RATING_SIZES = (26, 24, 22)
NUMBER_SIZES = (22, 20, 18, 16, 14)
VALUE_SIZES = (19, 17, 15)
DAY_SIZES = (19, 18, 17, 16, 15, 14)

TICK = 6
"""Pixels left of a curve's axis that point to a value."""

INSET = 10
"""Pixels between the edge of a curve's place and its first and last point."""
LINE = 3.2
"""Pixels across a curve's line."""
SINCE_LOWER = 8
"""Pixels that "since when" stands lower than the name, which is written larger."""
RULE = 5
"""Pixels across the line under the name, and above it."""
BAR_EDGE = 3
"""Pixels across the outline of a bar's hollow part."""
SWATCH = 18
"""Pixels to a side of the signs that stand for won, drawn and lost."""
GAP = 8


@dataclass(frozen=True, slots=True)
class CardRating:
    """One preset's rating: its name, the rating as a text, whether it is provisional, and the days
    of the curve's first and last point as texts.
    """

    label: str
    rating: str
    provisional: bool
    curve: Curve
    began: str = ""
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something ended how: by a side, for a reason, or against somebody."""

    label: str
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to be proud of: the longest chain, a streak."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ResultWords:
    """What the three parts of all results are called, with their numbers: "12 won"."""

    won: str
    drawn: str
    lost: str


@dataclass(frozen=True, slots=True)
class CardScene:
    """A player's card. Headings stand above their rows and are left out with them."""

    name: str
    since: str
    ratings: tuple[CardRating, ...] = ()
    total: Tally = Tally("", 0, 0, 0)
    words: ResultWords = ResultWords("", "", "")
    sides_heading: str = ""
    sides: tuple[Tally, ...] = ()
    reasons_heading: str = ""
    reasons: tuple[Tally, ...] = ()
    opponents_heading: str = ""
    opponents: tuple[Tally, ...] = ()
    facts: tuple[Fact, ...] = ()
    number: Callable[[int], str] = str
    """How the numbers in the tables are written."""


def render_card(scene: CardScene, theme: Theme = PAPER) -> bytes:
    """The picture of a scene: the bytes of a PNG file, the same for the same scene and theme."""
    return encode(draw_card(scene, theme), palette(theme))


def layout_of_card(scene: CardScene) -> CardLayout:
    """Where everything stands."""
    return card_layout(
        ratings=len(scene.ratings),
        played=scene.total.played > 0,
        sides=len(scene.sides),
        reasons=len(scene.reasons),
        opponents=len(scene.opponents),
        facts=len(scene.facts),
    )


def draw_card(scene: CardScene, theme: Theme) -> Image.Image:
    """The picture as palette entries (mode L)."""
    layout = layout_of_card(scene)
    entries = page(layout.rows).copy()
    _draw_heading(entries, layout, scene)
    for place, rating in zip(layout.ratings, scene.ratings, strict=True):
        _draw_rating(entries, place, rating)
    if scene.total.played:
        _draw_total(entries, layout, scene, theme)
    for places, heading, rows in (
        (layout.sides, scene.sides_heading, scene.sides),
        (layout.reasons, scene.reasons_heading, scene.reasons),
        (layout.opponents, scene.opponents_heading, scene.opponents),
    ):
        _draw_table(entries, places, heading, rows, scene.number, theme)
    _draw_facts(entries, layout.facts, scene.facts)
    return entries


def _draw_heading(entries: Image.Image, layout: CardLayout, scene: CardScene) -> None:
    """The name over a strong line, and since when they play at its other end."""
    box = layout.heading
    half = box._replace(top=box.top + SINCE_LOWER, left=box.right - box.width * 11 // 20)
    since = write(entries, scene.since, half, SINCE_SIZES, align=Align.RIGHT, ramp=SOFT_PENCIL)
    room = box.right - (since.width + 3 * GAP if since else 0)
    write(entries, scene.name, box._replace(right=room), NAME_SIZES, bold=True)
    rule(entries, box.bottom + RULE, box.left, box.right, RULE, PENCIL.full)


def _draw_rating(entries: Image.Image, place: RatingPlace, rating: CardRating) -> None:
    """What is provisional is written in the soft pencil."""
    line, box = place.line, place.curve
    ramp = SOFT_PENCIL if rating.provisional else PENCIL
    number = write(
        entries,
        rating.rating,
        line._replace(left=line.right - line.width // 2),
        RATING_SIZES,
        align=Align.RIGHT,
        bold=True,
        ramp=ramp,
    )
    room = line.right - (number.width + 2 * GAP if number else 0)
    write(entries, rating.label, line._replace(right=room), LABEL_SIZES)
    plot = plot_of(rating.curve, box, place.squares, INSET)
    draw_curve(entries, plot, rating.curve, LINE)
    rule(entries, box.bottom, box.left, box.right, 2, PENCIL.full)
    entries.paste(PENCIL.full, (box.left - 1, box.top, box.left + 1, box.bottom))
    if rating.curve.points:
        _write_values(entries, place.values, plot)
        _write_days(entries, place.days, rating)


def _write_values(entries: Image.Image, box: Box, plot: Plot) -> None:
    """The round ones among the paper's lines, each beside its line, or just inside the first and
    the last one, where the name stands above it and a day below it.
    """
    half = line_height(VALUE_SIZES[0]) // 2
    for value in plot.scale.round_values():
        y = round(plot.y(value))
        rule(entries, y, box.right - TICK, box.right, 2, PENCIL.full)
        middle = min(max(y, box.top + half), box.bottom - half)
        room = Box(box.left, middle - half, box.right - TICK - 4, middle + half)
        # A rating is written without anything between its thousands, in every language.
        write(entries, str(value), room, VALUE_SIZES, align=Align.RIGHT, ramp=SOFT_PENCIL)


def _write_days(entries: Image.Image, box: Box, rating: CardRating) -> None:
    """Below the first and the last point; a single one in the middle."""
    days = dict.fromkeys(day for day in (rating.began, rating.ended) if day)
    room = (box.width - GAP) // max(1, len(days))
    sizes = common_size(days, room, DAY_SIZES)
    aligns = (Align.LEFT, Align.RIGHT) if len(days) > 1 else (Align.MIDDLE,)
    for day, align in zip(days, aligns, strict=False):
        left = box.left + round((box.width - room) * align.value)
        place = box._replace(left=left, right=left + room)
        write(entries, day, place, sizes, align=align, ramp=SOFT_PENCIL)


# -------------------------------------------------------------------------------------- results


def _draw_total(entries: Image.Image, layout: CardLayout, scene: CardScene, theme: Theme) -> None:
    """What is drawn how, in words, and all results as one bar."""
    words = (scene.words.won, scene.words.drawn, scene.words.lost)
    aligns = (Align.LEFT, Align.MIDDLE, Align.RIGHT)
    for at, (box, text, align) in enumerate(zip(layout.legend, words, aligns, strict=True)):
        room = Box(box.left + SWATCH + GAP, box.top, box.right, box.bottom)
        if align is Align.MIDDLE:
            room = room._replace(right=room.right - SWATCH - GAP)
        tile = write(entries, text, room, LABEL_SIZES, align=align)
        if tile:
            left = room.left + round((room.width - tile.width) * align.value) - SWATCH - GAP
            _draw_swatch(entries, left, (box.top + box.bottom - SWATCH) // 2, at, theme)
    _draw_bar(entries, layout.bar, scene.total, theme)


def _draw_bar(entries: Image.Image, box: Box, tally: Tally, theme: Theme) -> None:
    """Three parts as wide as there are matches; what happened at all can be seen."""
    parts = (tally.won, tally.drawn, tally.lost)
    for at, (left, right) in enumerate(bar_parts(box, parts)):
        if right > left:
            _fill(entries, box._replace(left=left, right=right), at, theme)


def bar_parts(box: Box, parts: tuple[int, int, int]) -> list[tuple[int, int]]:
    """The left and right edges of three parts of a bar, of which none that counts is too thin."""
    least = 4 * BAR_EDGE
    shown = sum(1 for part in parts if part)
    free = box.width - shown * least
    whole = sum(parts) or 1
    edges: list[tuple[int, int]] = []
    left = box.left
    so_far = thin = 0
    for part in parts:
        so_far += part
        thin += least if part else 0
        right = box.left + thin + round(free * so_far / whole)
        edges.append((left, right))
        left = right
    return edges


def _fill(entries: Image.Image, box: Box, at: int, theme: Theme) -> None:
    """Won in the first ink, drawn in pencil, lost in the second ink; a hollow ink is outlined."""
    ink, ramp = (
        (theme.first, FIRST_INK),
        (None, SOFT_PENCIL),
        (theme.second, SECOND_INK),
    )[at]
    entries.paste(ramp.full, box)
    if ink is None:
        entries.paste(GRID_ENTRY, box.grown(-BAR_EDGE).within(box))
    elif ink.hollow:
        entries.paste(ramp.entry(1), box.grown(-BAR_EDGE).within(box))


def _draw_swatch(entries: Image.Image, left: int, top: int, at: int, theme: Theme) -> None:
    box = Box(left, top, left + SWATCH, top + SWATCH)
    entries.paste(PAPER_ENTRY, box.grown(2))
    _fill(entries, box, at, theme)


# --------------------------------------------------------------------------------------- tables


def _draw_table(
    entries: Image.Image,
    places: tuple[RowPlace, ...],
    heading: str,
    rows: tuple[Tally, ...],
    written: Callable[[int], str],
    theme: Theme,
) -> None:
    """A heading with the three signs, a line under it, and a row for each."""
    if not rows:
        return
    head, *below = places
    write(entries, heading, head.label, LABEL_SIZES, bold=True)
    for at, box in enumerate(head.numbers):
        top = (box.top + box.bottom - SWATCH) // 2
        _draw_swatch(entries, box.right - SWATCH, top, at, theme)
    sizes = _common_size((row.label for row in rows), head.label.width)
    for place, row in zip(below, rows, strict=True):
        write(entries, row.label, place.label, sizes)
        for box, number in zip(place.numbers, (row.won, row.drawn, row.lost), strict=True):
            ramp = PENCIL if number else SOFT_PENCIL
            write(entries, written(number), box, NUMBER_SIZES, align=Align.RIGHT, ramp=ramp)
    rule(entries, head.whole.bottom, head.whole.left, head.whole.right, 2, PENCIL.full)


def _common_size(labels: Iterable[str], width: int) -> tuple[int, ...]:
    """One size for labels below each other; one that fits in none is shortened in that of the
    others, and makes no other one smaller.
    """
    least = LABEL_SIZES[-1]
    fitting = [text for text in labels if text_width(drawable(text), least, bold=False) <= width]
    return common_size(fitting, width, LABEL_SIZES)


def _draw_facts(
    entries: Image.Image, places: tuple[RowPlace, ...], facts: tuple[Fact, ...]
) -> None:
    """Each label with its value at the other end of the row; all labels in one size."""
    values = []
    for place, fact in zip(places, facts, strict=True):
        half = place.whole._replace(left=place.whole.left + place.whole.width // 2)
        sizes = (*RATING_SIZES[1:], 20, 18)
        values.append(write(entries, fact.value, half, sizes, align=Align.RIGHT, bold=True))
    rooms = []
    for place, value in zip(places, values, strict=True):
        right = place.whole.right - (value.width + 2 * GAP if value else 0)
        rooms.append(place.whole._replace(left=place.whole.left + 12 + GAP, right=right))
    fitting = [
        common_size((fact.label,), room.width, LABEL_SIZES)
        for fact, room in zip(facts, rooms, strict=True)
    ]
    for fact, room in zip(facts, rooms, strict=True):
        disc(5, FIRST_INK).paste(entries, room.left - GAP - 6, (room.top + room.bottom) // 2)
        write(entries, fact.label, room, min(fitting))
