"""The numbers of the layout, in pixels."""

from itertools import combinations

import pytest

from renderer.lattice import Box, straight_runs
from renderer.layout import PANEL_TOP, RULER_BOTTOM, RULER_RIGHT, TOP, WIDTH, layout_of
from rules import PaperSoccer, Point, Segment
from tests.renderer.boards import CLASSIC, GRIDBALL, RULESETS, STANDARD, WINDOWED

STANDARD_LAYOUT = layout_of(STANDARD.pitch)


def test_standard_picture_is_720_by_900():
    """The standard pitch's picture is 720 × 900 with squares of 68 pixels."""
    assert STANDARD_LAYOUT.size == (720, 900)
    assert STANDARD_LAYOUT.field.square == 68


@pytest.mark.parametrize(
    ("point", "pixel"),
    [
        (Point(0, 0), (88, 100)),
        (Point(4, 5), (360, 440)),
        (Point(8, 10), (632, 780)),
        (Point(3, -1), (292, 32)),
        (Point(5, 11), (428, 848)),
    ],
)
def test_points_of_the_standard_pitch(point, pixel):
    """Corners, centre and goals of the standard pitch lie where they always lay."""
    assert STANDARD_LAYOUT.field.pixel(point) == pixel


@pytest.mark.parametrize(
    ("width", "height", "square", "size", "origin"),
    [
        (6, 8, 81, (720, 894), (117, 113)),
        (10, 14, 51, (720, 900), (105, 83)),
        (4, 4, 90, (720, 624), (180, 122)),
        (16, 24, 36, (720, 1020), (72, 68)),
    ],
)
def test_other_pitches_fit_the_same_width(width, height, square, size, origin):
    """Every pitch is centred in the same width, with the largest whole squares that fit."""
    layout = layout_of(PaperSoccer(width=width, height=height).pitch)
    assert (layout.field.square, layout.size, layout.field.origin) == (square, size, origin)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_is_inside_the_picture(ruleset):
    """Points, walls, nameplates and caption lie inside the picture and in their order."""
    layout = layout_of(ruleset.pitch)
    width, height = layout.size
    boxes = [*layout.field.walls, layout.caption]
    boxes += [layout.nameplate(goal).text for goal in ruleset.pitch.goals]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    for point in ruleset.pitch.points():
        x, y = layout.field.pixel(point)
        assert 0 < x < WIDTH
        assert PANEL_TOP <= y < height - 1
        assert layout.window or TOP <= y < layout.caption.top


@pytest.mark.parametrize(
    ("ruleset", "square", "size", "window"),
    [
        (PaperSoccer(width=4, height=28), 19, (720, 630), (478, 38, 706, 618)),
        (PaperSoccer(width=8, height=28), 11, (720, 972), (178, 380, 582, 960)),
        (PaperSoccer(width=20, height=4), 20, (720, 554), (46, 226, 714, 542)),
        (PaperSoccer(width=20, height=28), 11, (720, 972), (46, 380, 714, 960)),
        (GRIDBALL, 12, (720, 978), (46, 386, 714, 966)),
        (CLASSIC, 8, (720, 978), (46, 386, 714, 966)),
    ],
)
def test_pitches_with_small_squares_have_a_window(ruleset, square, size, window):
    """The field is small, and its squares are 44 pixels in a window of its own."""
    layout = layout_of(ruleset.pitch)
    assert (layout.field.square, layout.size) == (square, size)
    assert layout.window is not None
    assert layout.window.box == window


def test_only_small_squares_need_a_window():
    """Where a pitch is shown once, a square takes at least 17 of a phone's 350 points."""
    for width in range(4, 21, 2):
        for height in range(4, 29, 2):
            layout = layout_of(PaperSoccer(width=width, height=height).pitch)
            assert layout.window or layout.field.square * 350 / WIDTH > 17
            assert layout.size[1] <= 1044


@pytest.mark.parametrize("ruleset", WINDOWED)
def test_the_parts_of_a_picture_do_not_touch(ruleset):
    """The small field, the names, the caption and the window with its rulers lie apart."""
    layout = layout_of(ruleset.pitch)
    assert layout.window is not None
    box = layout.window.box
    window = box._replace(left=box.left - RULER_RIGHT, top=box.top - RULER_BOTTOM)
    upper, lower = (plate.text for plate in layout.plates)
    parts = [layout.field.area, upper, layout.caption, lower, window]
    for part, other in combinations(parts, 2):
        shared = part.within(other)
        assert not shared.width * shared.height
    assert min(upper.width, lower.width) >= 160


def test_rulers_name_fewer_lines_on_small_squares():
    """Labels have room: each line is named on large squares, every second one on small ones."""
    large = layout_of(PaperSoccer(width=10, height=14).pitch).field
    small = layout_of(PaperSoccer(width=16, height=24).pitch).field
    assert large.named_columns() == tuple(range(11))
    assert small.named_columns() == tuple(range(0, 17, 2))
    assert small.named_rows() == tuple(range(0, 25, 2))


@pytest.mark.parametrize("goal_width", [1, 2, 3])
def test_names_stand_beside_the_goals(goal_width):
    """A name is right of the top goal and left of the bottom one, between the goal's lines."""
    ruleset = PaperSoccer(goal_width=goal_width)
    layout = layout_of(ruleset.pitch)
    top, bottom = ruleset.pitch.goals
    above, below = layout.nameplate(top), layout.nameplate(bottom)
    assert above.up
    assert not below.up
    assert above.text.left > above.arrow[0] > layout.field.pixel(top.posts[1])[0]
    assert below.text.right < below.arrow[0] < layout.field.pixel(bottom.posts[0])[0]
    assert above.text.bottom < layout.field.pixel(Point(0, 0))[1]
    assert below.text.top > layout.field.pixel(Point(0, ruleset.height))[1]


def test_a_name_has_room():
    """Even beside the widest goal there is room for a dozen letters."""
    for ruleset in (STANDARD, PaperSoccer(goal_width=3), PaperSoccer(width=6, goal_width=3)):
        layout = layout_of(ruleset.pitch)
        for goal in ruleset.pitch.goals:
            assert layout.nameplate(goal).text.width >= 180


def test_walls_are_joined_to_straight_lines():
    """Unit segments become the longest straight lines, which are then few rectangles."""
    row = [Segment(Point(x, 0), Point(x + 1, 0)) for x in (0, 1, 3)]
    column = [Segment(Point(0, y), Point(0, y + 1)) for y in range(4)]
    assert straight_runs(frozenset(row + column)) == [
        Segment(Point(0, 0), Point(2, 0)),
        Segment(Point(3, 0), Point(4, 0)),
        Segment(Point(0, 0), Point(0, 4)),
    ]
    assert len(STANDARD_LAYOUT.field.walls) == 12
    assert Box(85, 97, 295, 103) not in STANDARD_LAYOUT.field.walls
    assert Box(84, 96, 296, 104) in STANDARD_LAYOUT.field.walls
