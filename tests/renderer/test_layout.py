"""The numbers of the layout, in pixels."""

import pytest

from renderer.layout import TOP, WIDTH, Box, layout_of, straight_runs
from rules import VARIANTS, PaperSoccer, Point, Segment
from tests.renderer.boards import CORNERS, STANDARD

STANDARD_LAYOUT = layout_of(STANDARD.pitch)


def test_standard_picture_is_720_by_900():
    """The standard pitch's picture is 720 × 900 with squares of 68 pixels."""
    assert STANDARD_LAYOUT.size == (720, 900)
    assert STANDARD_LAYOUT.square == 68


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
    assert STANDARD_LAYOUT.pixel(point) == pixel


@pytest.mark.parametrize(
    ("width", "height", "square", "size", "origin"),
    [
        (6, 8, 81, (720, 894), (117, 113)),
        (10, 14, 51, (720, 900), (105, 83)),
        (4, 4, 90, (720, 624), (180, 122)),
        (4, 28, 32, (720, 1044), (296, 64)),
        (20, 4, 31, (720, 270), (50, 63)),
        (20, 28, 31, (720, 1014), (50, 63)),
    ],
)
def test_other_pitches_fit_the_same_width(width, height, square, size, origin):
    """Every pitch is centred in the same width, with the largest whole squares that fit."""
    layout = layout_of(PaperSoccer(width=width, height=height).pitch)
    assert (layout.square, layout.size, layout.origin) == (square, size, origin)


@pytest.mark.parametrize("ruleset", [*(variant.ruleset for variant in VARIANTS), *CORNERS])
def test_everything_is_inside_the_picture(ruleset):
    """Points, walls, nameplates and caption lie inside the picture and in their order."""
    layout = layout_of(ruleset.pitch)
    width, height = layout.size
    boxes = [*layout.walls, layout.caption]
    boxes += [layout.nameplate(goal).text for goal in ruleset.pitch.goals]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    for point in ruleset.pitch.points():
        x, y = layout.pixel(point)
        assert 0 < x < WIDTH
        assert TOP <= y < layout.caption.top


@pytest.mark.parametrize("goal_width", [1, 2, 3])
def test_names_stand_beside_the_goals(goal_width):
    """A name is right of the top goal and left of the bottom one, between the goal's lines."""
    ruleset = PaperSoccer(goal_width=goal_width)
    layout = layout_of(ruleset.pitch)
    top, bottom = ruleset.pitch.goals
    above, below = layout.nameplate(top), layout.nameplate(bottom)
    assert above.up
    assert not below.up
    assert above.text.left > above.arrow[0] > layout.pixel(top.posts[1])[0]
    assert below.text.right < below.arrow[0] < layout.pixel(bottom.posts[0])[0]
    assert above.text.bottom < layout.pixel(Point(0, 0))[1]
    assert below.text.top > layout.pixel(Point(0, ruleset.height))[1]


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
    assert len(STANDARD_LAYOUT.walls) == 12
    assert Box(85, 97, 295, 103) not in STANDARD_LAYOUT.walls
    assert Box(84, 96, 296, 104) in STANDARD_LAYOUT.walls
