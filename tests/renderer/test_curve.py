"""The rating curve: a pencil line through its values, on a scale of round numbers."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer.chart import (
    AxisLabel,
    CurveScene,
    chart_box,
    chart_plot,
    chart_size,
    chart_values,
    draw_chart,
    render_curve,
)
from renderer.curve import Curve, CurvePoint, Spot, plot_of, scale_of, thinned
from renderer.lattice import Box
from renderer.page import page
from renderer.theme import ENTRIES, FIRST_INK, PENCIL
from tests.renderer.boards import decoded

PENCILS = {PENCIL.start, PENCIL.full}

days = st.floats(0, 4000)
values = st.floats(0, 4000)
points = st.lists(
    st.builds(CurvePoint, days, values, st.floats(0, 350)), min_size=1, max_size=60
).map(lambda found: tuple(sorted(found)))


def chart(curve: Curve, **texts: Any) -> Image.Image:
    """The picture of a curve without labels, as palette entries."""
    return draw_chart(replace(CurveScene("", "", curve), **texts))


def bare(*values: float, pause: float = 30) -> Curve:
    """A curve with a value a day, of which each is certain."""
    return Curve(tuple(CurvePoint(at, value) for at, value in enumerate(values)), pause)


def entry_at(image: Image.Image, curve: Curve, at: float, value: float) -> Any:
    """The palette entry where a value lies."""
    plot = chart_plot(curve)
    return image.getpixel((round(plot.x(at)), round(plot.y(value))))


# --- the scale


@pytest.mark.parametrize(
    ("curve", "low", "step", "labels"),
    [
        (bare(1500), 1475, 5, (1480, 1490, 1500, 1510, 1520, 1530)),
        (bare(1500, 1500, 1500), 1475, 5, (1480, 1490, 1500, 1510, 1520, 1530)),
        (bare(1450, 1562, 1520), 1375, 25, (1400, 1450, 1500, 1550, 1600, 1650)),
        (bare(1203, 1688), 1200, 50, (1200, 1300, 1400, 1500, 1600, 1700)),
        (Curve((CurvePoint(0, 1500, 350),)), 1000, 100, (1000, 1200, 1400, 1600, 1800, 2000)),
    ],
)
def test_the_paper_has_round_numbers(curve, low, step, labels):
    """Eleven squares hold every value, and every second line is a round one."""
    scale = scale_of(curve.points, 11)
    assert (scale.low, scale.step, scale.squares) == (low, step, 11)
    assert chart_values(curve) == labels


@given(points, st.sampled_from([3, 5, 11]))
def test_every_value_is_on_the_paper(found, squares):
    """Whatever the values, they and how far the last one may be wrong lie between the edges."""
    scale = scale_of(found, squares)
    last = found[-1]
    seen = [*(point.value for point in found), last.value - last.deviation]
    assert scale.low <= min(seen)
    assert max(*seen, last.value + last.deviation) <= scale.high
    assert all(scale.low <= value <= scale.high for value in scale.round_values())


def test_where_times_and_values_lie():
    """The first and the last time are 12 pixels from the edges, the values on their squares."""
    assert chart_size() == (720, 480)
    assert chart_box() == Box(105, 75, 705, 405)
    plot = chart_plot(bare(1450, 1562, 1520))
    assert [plot.x(at) for at in (0, 1, 2)] == [117, 405, 693]
    assert [plot.y(value) for value in (1375, 1400, 1650)] == [405, 375, 75]


# --- the line


def test_the_line_passes_where_the_values_say():
    """Each value has pencil on it, and neither above nor below it."""
    curve = bare(1450, 1560, 1520, 1610, 1480)
    image, plot = chart(curve), chart_plot(curve)
    for at, value, _ in curve.points[1:-1]:
        x, y = round(plot.x(at)), round(plot.y(value))
        assert image.getpixel((x, y)) in PENCILS
        # At a peak the line lies below the value, at a trough above it.
        assert (image.getpixel((x, y - 16)) in PENCILS) + (
            image.getpixel((x, y + 16)) in PENCILS
        ) <= 1
    halfway = (1560 + 1520) / 2
    assert entry_at(image, curve, 1.5, halfway) in PENCILS
    assert entry_at(image, curve, 1.5, halfway + 20) not in PENCILS


def test_the_last_value_is_a_dot_of_ink():
    """Where one stands now is seen first."""
    curve = bare(1450, 1560, 1520)
    assert entry_at(chart(curve), curve, 2, 1520) == FIRST_INK.full


def test_the_band_shows_how_far_a_value_may_be_wrong():
    """Hatched between the deviations, and bare paper beyond them."""
    curve = Curve(tuple(CurvePoint(at, 1500, 60) for at in range(5)))
    image, plot = chart(curve), chart_plot(curve)
    hatch = FIRST_INK.entry(2)
    x = round(plot.x(2))

    def hatched(value: float) -> bool:
        y = round(plot.y(value))
        return any(image.getpixel((x + aside, y)) == hatch for aside in range(8))

    assert hatched(1550)
    assert hatched(1450)
    assert not hatched(1570)
    assert not hatched(1430)


def test_one_value_stands_in_the_middle_with_a_whisker():
    """There is no line yet, but how far it may be wrong is seen."""
    curve = Curve((CurvePoint(7, 1500, 350),))
    image, plot = chart(curve), chart_plot(curve)
    assert plot.x(7) == (117 + 693) / 2
    assert entry_at(image, curve, 7, 1500) == FIRST_INK.full
    assert entry_at(image, curve, 7, 1800) == FIRST_INK.entry(3)
    assert entry_at(image, curve, 7, 1900) != FIRST_INK.entry(3)


def test_a_pause_is_dashed():
    """Of the way over it some is pencil and some is not; without the pause all of it is."""
    found = tuple(CurvePoint(at, 1500) for at in (0, 1, 101, 102))
    paused, through = Curve(found, pause=60), Curve(found, pause=200)

    def drawn(curve: Curve) -> list[bool]:
        image = chart(curve)
        return [entry_at(image, curve, at, 1500) in PENCILS for at in range(5, 98)]

    assert all(drawn(through))
    assert 20 < sum(drawn(paused)) < 80


def test_years_of_matches_keep_their_peaks():
    """Of many values in one column the highest and the lowest are drawn."""
    found = [CurvePoint(at / 10, 1500 + at % 7) for at in range(20_000)]
    found[9_000] = CurvePoint(900, 1900)
    found[11_000] = CurvePoint(1100, 1100)
    curve = Curve(tuple(found))
    image = chart(curve)
    assert entry_at(image, curve, 900, 1900) in PENCILS
    assert entry_at(image, curve, 1100, 1100) in PENCILS
    kept = thinned(chart_plot(curve).spots(curve.points))
    assert len(kept) <= 2 * 580


@given(points)
def test_spots_lie_where_the_plot_says(found):
    """Many at once or one by one is the same."""
    plot = plot_of(Curve(found), Box(10, 20, 310, 110), 3, 5)
    for point, spot in zip(found, plot.spots(found), strict=True):
        assert spot == pytest.approx(
            Spot(
                plot.x(point.at),
                plot.y(point.value),
                plot.y(point.value + point.deviation),
                plot.y(point.value - point.deviation),
            ),
            abs=0.01,
        )


@given(points, st.floats(1, 500))
def test_a_curve_stays_on_its_paper(found, pause):
    """Outside its box and half the width of what is drawn, the page is as it was."""
    plain = chart(Curve(()))
    image = chart(Curve(found, pause))
    box = chart_box().grown(10)
    for picture in (plain, image):
        picture.paste(0, box)
    assert image.tobytes() == plain.tobytes()


# --- the words


def test_labels_stand_at_their_values():
    """Each has a tick at its height, and text left of it; one that is off the scale has none."""
    curve = bare(1450, 1560, 1520)
    image = chart(curve, values=(AxisLabel(1500, "1500"), AxisLabel(3000, "3000")))
    y = round(chart_plot(curve).y(1500))
    assert image.getpixel((99, y)) == PENCIL.full
    ticks = [row for row in range(76, 400) if image.getpixel((99, row)) == PENCIL.full]
    assert ticks == [y - 1, y]
    assert set(image.crop((15, y - 12, 95, y + 12)).tobytes()) & PENCILS


def test_times_that_would_collide_are_left_out():
    """Of two labels that lie upon each other the first one is kept."""
    curve = bare(*range(1400, 1500))
    both = chart(curve, times=(AxisLabel(50, "January"), AxisLabel(52, "February")))
    first = chart(curve, times=(AxisLabel(50, "January"),))
    apart = chart(curve, times=(AxisLabel(10, "January"), AxisLabel(80, "February")))
    assert both.tobytes() == first.tobytes()
    assert apart.tobytes() != first.tobytes()


@pytest.mark.parametrize("text", ["W" * 64, "國" * 40, "\u202eevil", "1"])
def test_the_longest_texts_stay_in_the_picture(text):
    """In their places: the curve itself is untouched, and so are the edges."""
    curve = bare(1450, 1560, 1520)
    labels = tuple(AxisLabel(value, text) for value in chart_values(curve))
    times = tuple(AxisLabel(at, text) for at in range(3))
    image = chart(curve, title=text, rating=text, values=labels, times=times)
    plain = chart(curve)
    inside = chart_box()._replace(left=chart_box().left + 5, bottom=chart_box().bottom - 5)
    assert image.crop(inside).tobytes() == plain.crop(inside).tobytes()
    assert image.crop((0, 0, 12, 480)).tobytes() == page(15).crop((0, 0, 12, 480)).tobytes()
    assert image.crop((709, 0, 720, 480)).tobytes() == page(15).crop((709, 0, 720, 480)).tobytes()


def test_the_file_is_a_picture_of_few_colours():
    """A PNG with the theme's palette, the same each time."""
    scene = CurveScene("Alice", "1512", bare(1450, 1560, 1520))
    image = decoded(render_curve(scene))
    assert image.size == chart_size()
    assert image.mode == "P"
    assert max(image.tobytes()) < ENTRIES
    assert render_curve(scene) == render_curve(scene)
