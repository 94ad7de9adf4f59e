"""The profile card: everything in its place, however much or little there is to say."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import PAPER, THEMES
from renderer.card import (
    CardRating,
    CardScene,
    Fact,
    ResultWords,
    Tally,
    bar_parts,
    draw_card,
    layout_of_card,
    render_card,
)
from renderer.card_layout import CardLayout, RatingPlace, card_layout
from renderer.curve import Curve, CurvePoint, plot_of, scale_of
from renderer.lattice import Box
from renderer.page import page
from renderer.theme import ENTRIES, FIRST_INK, PENCIL, SECOND_INK
from tests.renderer.boards import decoded

CURVE = Curve(tuple(CurvePoint(at, 1500 + 40 * (at % 3), 80) for at in range(9)))
PLAIN = CardScene("", "")


def card(rows: int, text: str = "Text", count: int = 7) -> CardScene:
    """A card with so many rows of each kind, all of the same text."""
    tallies = tuple(Tally(text, count, count, count) for _ in range(rows))
    return CardScene(
        name=text,
        since=text,
        ratings=tuple(
            CardRating(text, text, bool(at % 2), CURVE, text, f"{text}.") for at in range(rows)
        ),
        total=Tally("", rows, rows, rows),
        words=ResultWords(text, text, text),
        sides_heading=text,
        sides=tallies,
        reasons_heading=text,
        reasons=tallies,
        opponents_heading=text,
        opponents=tallies,
        facts=tuple(Fact(text, text) for _ in range(rows)),
    )


def scene_with(**changes: Any) -> CardScene:
    """A card with nothing else on it."""
    return replace(PLAIN, **changes)


def drawn(scene: CardScene) -> Image.Image:
    """The card as palette entries."""
    return draw_card(scene, PAPER)


def places(layout: CardLayout) -> list[Box]:
    """Every place of a card on which something stands."""
    tables = (*layout.sides, *layout.reasons, *layout.opponents, *layout.facts)
    ratings = [
        box
        for place in layout.ratings
        for box in (place.line, place.curve, place.values, place.days)
    ]
    return [layout.heading, *ratings, *layout.legend, layout.bar, *(row.whole for row in tables)]


# --- the layout


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        ({}, (720, 120)),
        ({"ratings": 1}, (720, 360)),
        ({"ratings": 2}, (720, 300)),
        ({"ratings": 8}, (720, 840)),
        ({"ratings": 3, "played": True, "sides": 2, "reasons": 5, "opponents": 3}, (720, 870)),
        ({"ratings": 8, "played": True, "sides": 2, "reasons": 7, "opponents": 5}, (720, 1290)),
    ],
)
def test_the_card_is_as_high_as_it_must_be(rows, size):
    """A page's width, and whole squares of height."""
    none = {"ratings": 0, "played": False, "sides": 0, "reasons": 0, "opponents": 0, "facts": 0}
    assert card_layout(**{**none, **rows}).size == size


def test_where_things_stand():
    """Two columns with a square between them, their lines on those of the paper."""
    layout = card_layout(ratings=2, played=True, sides=2, reasons=0, opponents=1, facts=1)
    assert layout.heading == (15, 15, 705, 68)
    assert [place.line for place in layout.ratings] == [(15, 105, 345, 135), (375, 105, 705, 135)]
    assert [place.curve for place in layout.ratings] == [(75, 135, 345, 225), (435, 135, 705, 225)]
    assert [place.values for place in layout.ratings] == [(15, 135, 75, 225), (375, 135, 435, 225)]
    assert [place.days for place in layout.ratings] == [(75, 225, 345, 255), (435, 225, 705, 255)]
    assert layout.bar == (15, 315, 705, 345)
    assert [row.whole for row in layout.sides] == [
        (15, 375, 345, 405),
        (15, 405, 345, 435),
        (15, 435, 345, 465),
    ]
    assert layout.sides[1].numbers == (
        (192, 405, 243, 435),
        (243, 405, 294, 435),
        (294, 405, 345, 435),
    )
    assert layout.facts[0].whole == (375, 450, 705, 480)


counts = st.integers(0, 9)


@given(counts, st.booleans(), counts, counts, counts, counts)
def test_nothing_overlaps(ratings, played, sides, reasons, opponents, facts):
    """Whatever there is, every place lies inside the card and on no other one."""
    layout = card_layout(ratings, played, sides, reasons, opponents, facts)
    width, height = layout.size
    found = places(layout)
    if not played:
        found = [box for box in found if box not in (*layout.legend, layout.bar)]
    for at, box in enumerate(found):
        assert 0 < box.left < box.right < width
        assert 0 < box.top < box.bottom < height
        for other in found[:at]:
            common = box.within(other)
            assert common.width == 0 or common.height == 0


# --- the picture


@pytest.mark.parametrize("rows", [1, 2, 5, 8])
@pytest.mark.parametrize("text", ["W" * 64, "國" * 40, "Brzęczyszczykiewicz-Ω", "x"])
def test_the_longest_texts_stay_in_their_places(rows, text):
    """Outside of the places, a finger's breadth around, the page is bare."""
    scene = card(rows, text, 123_456)
    layout = layout_of_card(scene)
    image, bare = drawn(scene), page(layout.rows).copy()
    assert image.tobytes() != bare.tobytes()
    for box in places(layout):
        for picture in (image, bare):
            # The line under the heading, a curve's dot, and the paper around a text.
            picture.paste(0, box.grown(9))
    assert image.tobytes() == bare.tobytes()


@pytest.mark.parametrize("what", ["sides", "reasons", "opponents"])
def test_a_long_label_leaves_the_numbers_whole(what):
    """The columns of numbers are the same whatever stands before them."""
    rows = {text: {what: (Tally(text, 12, 3, 45),)} for text in ("x", "W" * 64)}
    short, long = (scene_with(**changes) for changes in rows.values())
    row = getattr(layout_of_card(short), what)[1]
    for box in row.numbers[1:]:
        assert drawn(short).crop(box).tobytes() == drawn(long).crop(box).tobytes()


def test_a_curve_passes_where_its_values_say():
    """The same curve as in a picture of its own, three squares high."""
    scene = replace(PLAIN, ratings=(CardRating("", "", False, CURVE),) * 2)
    image = drawn(scene)
    for place in layout_of_card(scene).ratings:
        plot = plot_of(CURVE, place.curve, place.squares, 10)
        for point in CURVE.points[1:-1]:
            x, y = round(plot.x(point.at)), round(plot.y(point.value))
            near = image.crop((x - 1, y - 1, x + 2, y + 2)).tobytes()
            assert set(near) & {PENCIL.start, PENCIL.full}
        last = CURVE.points[-1]
        dot = round(plot.x(last.at)), round(plot.y(last.value))
        assert image.getpixel(dot) == FIRST_INK.full


def axes(*points: CurvePoint, began: str = "", ended: str = "") -> tuple[Image.Image, RatingPlace]:
    """A card with one curve among two, and where that stands."""
    rating = CardRating("", "", False, Curve(points), began, ended)
    scene = replace(PLAIN, ratings=(rating, CardRating("", "", False, Curve(()))))
    return drawn(scene), layout_of_card(scene).ratings[0]


def ink_in(image: Image.Image, box: Box) -> bool:
    """Whether anything is written there."""
    return bool(set(image.crop(box).tobytes()) & {PENCIL.start, PENCIL.full})


curve_points = st.lists(
    st.builds(CurvePoint, st.floats(0, 4000), st.floats(0, 4000), st.floats(0, 350)),
    min_size=1,
    max_size=30,
).map(sorted)


@given(curve_points, st.sampled_from([3, 5]))
def test_the_axis_has_two_or_three_round_numbers(points, tall):
    """Whatever the ratings are: every second line of the paper has one."""
    values = scale_of(points, tall).round_values()
    assert len(values) in (2, 3)
    assert all(value % 10 == 0 for value in values)


@pytest.mark.parametrize(
    ("low", "values"), [(1450, (1500, 1600)), (1400, (1400, 1500))], ids=["top", "bottom"]
)
def test_values_stand_at_their_lines(low: int, values: tuple[int, int]):
    """With a tick that points at the line; at the edges a number stands just inside."""
    points = CurvePoint(0, low), CurvePoint(9, low + 140)
    image, place = axes(*points)
    plot = plot_of(Curve(points), place.curve, place.squares, 10)
    assert plot.scale.round_values() == values
    column = place.values.right - 3
    ticks = {
        y
        for y in range(place.values.top - 1, place.values.bottom + 1)
        if image.getpixel((column, y)) == PENCIL.full
    }
    lines = [round(plot.y(value)) for value in plot.scale.round_values()]
    assert ticks == {row for line in lines for row in (line - 1, line)}
    for line in lines:
        beside = Box(place.values.left, line - 12, column - 4, line + 12).within(place.values)
        assert ink_in(image, beside)


def test_the_days_stand_below_the_first_and_the_last_point():
    """At both ends of the axis; one day alone in the middle, and none without a curve."""
    points = (CurvePoint(0, 1500), CurvePoint(9, 1540))
    for began, ended, expected in (
        ("3 Mar 2026", "20 Nov 2026", (True, False, True)),
        ("3 Mar 2026", "3 Mar 2026", (False, True, False)),
        ("", "", (False, False, False)),
    ):
        image, place = axes(*points, began=began, ended=ended)
        left, _, right, _ = place.days
        middle = (left + right) // 2
        below = place.days._replace(top=place.days.top + 3)
        parts = (
            below._replace(right=left + 60),
            below._replace(left=middle - 10, right=middle + 10),
            below._replace(left=right - 60),
        )
        assert tuple(ink_in(image, part) for part in parts) == expected
    bare, place = axes(began="3 Mar 2026", ended="20 Nov 2026")
    assert not ink_in(bare, place.days._replace(top=place.days.top + 3))
    assert not ink_in(bare, place.values._replace(right=place.values.right - 2))


def test_what_is_provisional_is_written_softer():
    """Nothing of its number is as dark as that of a settled rating."""
    box = layout_of_card(replace(PLAIN, ratings=(CardRating("", "", True, Curve(())),))).ratings[0]
    entries = {}
    for provisional in (True, False):
        rating = CardRating("", "1512", provisional, Curve(()))
        line = drawn(replace(PLAIN, ratings=(rating,))).crop(box.line)
        entries[provisional] = set(line.tobytes())
    assert PENCIL.full in entries[False]
    assert PENCIL.full not in entries[True]
    assert PENCIL.start in entries[True]


def test_the_bar_shows_the_results():
    """A part of it for each result, in the first ink, in pencil, and in the second ink."""
    scene = replace(PLAIN, total=Tally("", 50, 0, 50))
    box = layout_of_card(scene).bar
    image = drawn(scene)
    middle = (box.top + box.bottom) // 2
    assert image.getpixel((box.left + 20, middle)) == FIRST_INK.full
    assert image.getpixel((box.right - 20, middle)) == SECOND_INK.entry(1)
    assert image.getpixel((box.right - 20, box.top)) == SECOND_INK.full
    assert [right - left for left, right in bar_parts(box, (50, 0, 50))] == [345, 0, 345]


numbers = st.integers(0, 100_000)


@given(numbers, numbers, numbers)
def test_a_bar_is_full_and_shows_what_happened_at_all(won, drawn, lost):
    """Its parts follow each other to the end, and the rarest result is still seen."""
    box = Box(15, 0, 705, 30)
    parts = bar_parts(box, (won, drawn, lost))
    edges = [edge for part in parts for edge in part]
    assert edges == sorted(edges)
    assert edges[0] == 15
    for (left, right), count in zip(parts, (won, drawn, lost), strict=True):
        assert (right - left >= 11) if count else (right == left)
    if won + drawn + lost:
        assert edges[-1] == 705


def test_somebody_who_has_played_nothing():
    """A name and a sentence are a card as well."""
    image = decoded(render_card(CardScene("Carol", "has not played yet")))
    assert image.size == (720, 120)


def test_the_file_is_a_picture_of_few_colours():
    """A PNG with the theme's palette, the same each time."""
    image = decoded(render_card(card(4)))
    assert image.size == layout_of_card(card(4)).size
    assert image.mode == "P"
    assert max(image.tobytes()) < ENTRIES
    assert render_card(card(4)) == render_card(card(4))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
def test_a_theme_is_a_palette(theme):
    """Where lines and letters are is the same in each; only the hollow ink's middle differs."""
    scene = card(3)
    assert drawn(scene).size == draw_card(scene, theme).size
    colours = decoded(render_card(scene, theme)).convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) <= 16
    assert max(colours)[1] == theme.paper
