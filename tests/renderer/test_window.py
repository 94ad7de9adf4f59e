"""A large pitch is shown twice in one picture: all of it small, the ball's surroundings large."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer import Mark, Scene, board_scene, empty_scene, render
from renderer.lattice import Lattice
from renderer.layout import Layout, layout_of
from renderer.theme import BALL_ENTRY, FIRST_INK, PAPER_ENTRY, SECOND_INK
from renderer.window import PAD, View, Window
from rules import DIRECTIONS, DrawnStep, DrawnTurn, Effect, Game, Pitch, Player, Point, StepKind
from tests.renderer.boards import ALICE, BOB, CLASSIC, GRIDBALL, WINDOWED, decoded

FURTHEST = 6
"""Unit steps of a penalty."""


def corners_of(pitch: Pitch) -> list[Point]:
    """The field's corners and those of the goals."""
    corners = [Point(x, y) for x in (0, pitch.width) for y in (0, pitch.height)]
    return corners + [Point(x, goal.back) for goal in pitch.goals for x in (goal.left, goal.right)]


def ways_from(pitch: Pitch, ball: Point, length: int) -> list[Mark]:
    """Marks at the ends of straight ways that stay on the pitch."""
    points = set(pitch.points())
    ways = [
        tuple(ball.towards(direction, steps) for steps in range(length + 1))
        for direction in DIRECTIONS
    ]
    return [Mark(way[-1], Effect.PASSES, way) for way in ways if way[-1] in points]


def with_ball(pitch: Pitch, ball: Point, marks: list[Mark] | None = None) -> Scene:
    """A bare pitch with the ball and marks where they are said to be."""
    bare = empty_scene(GRIDBALL, ALICE, BOB)
    return replace(bare, pitch=pitch, ball=ball, marks=tuple(marks or ()), to_move=Player.FIRST)


def window_of(layout: Layout) -> Window:
    """The window of a layout that has one."""
    assert layout.window is not None
    return layout.window


def in_window(shown: Scene) -> tuple[Lattice, Window]:
    """Where points lie in the window of a scene."""
    window = window_of(layout_of(shown.pitch))
    return window.lattice(window.view_of(shown)), window


def entry_in_window(shown: Scene, point: Point, right: int = 0, down: int = 0) -> int:
    """The palette entry beside a point in the window, so many pixels off."""
    lattice, window = in_window(shown)
    x, y = lattice.pixel(point)
    return entry_at(shown, window.box.left + x + right, window.box.top + y + down)


def entry_at(shown: Scene, x: int, y: int) -> int:
    """The palette entry of a pixel."""
    entry = decoded(render(shown)).getpixel((x, y))
    assert isinstance(entry, int)
    return entry


# --------------------------------------------------------------------------- what is in view


@pytest.mark.parametrize("ruleset", WINDOWED)
@pytest.mark.parametrize("length", [1, FURTHEST])
def test_marks_are_in_view_from_every_corner(ruleset, length):
    """The ball and the end of each way from it, with room for its mark, are in the window."""
    pitch = ruleset.pitch
    for ball in (*corners_of(pitch), pitch.centre):
        shown = with_ball(pitch, ball, ways_from(pitch, ball, length))
        lattice, window = in_window(shown)
        for point in (ball, *(mark.end for mark in shown.marks)):
            x, y = lattice.pixel(point)
            assert PAD <= x <= window.box.width - PAD
            assert PAD <= y <= window.box.height - PAD


@given(st.data())
def test_a_view_never_leaves_the_field(data):
    """Wherever a turn began and led, the view is on the pitch and holds the ball and the marks."""
    pitch = data.draw(st.sampled_from(WINDOWED)).pitch
    points = st.sampled_from(list(pitch.points()))
    began, ball = data.draw(points), data.draw(points)
    shown = with_ball(pitch, ball, ways_from(pitch, ball, FURTHEST))
    turn = DrawnTurn(Player.FIRST, "", (DrawnStep((began, ball), StepKind.SEGMENT),))
    window = window_of(layout_of(pitch))
    left, top, right, bottom = window.view_of(replace(shown, draft=turn))
    assert 0 <= left < right <= pitch.width
    assert -1 <= top < bottom <= pitch.height + 1
    for x, y in (ball, *(mark.end for mark in shown.marks)):
        assert left <= x <= right
        assert top <= y <= bottom


def test_the_view_stands_still_while_a_turn_is_drawn():
    """The three segments of a turn are drawn in one view; the next turn begins in its middle."""
    game = Game(GRIDBALL, ("602", "245"))
    window = window_of(layout_of(GRIDBALL.pitch))
    drafts = [board_scene(game, draft=draft, first=ALICE, second=BOB) for draft in ("", "5", "57")]
    before, *later = [window.view_of(each) for each in drafts]
    assert later == [before, before]
    ball = game.position.ball
    assert before == View(ball.x - 7, ball.y - 6, ball.x + 7, ball.y + 6)
    played = game.play("572")
    ball = played.position.ball
    following = window.view_of(board_scene(played, first=ALICE, second=BOB))
    assert following[:2] == (max(0, ball.x - 7), ball.y - 6)


def test_a_view_moves_no_further_than_it_has_to():
    """A penalty's end beyond the edge brings the view along, just to it and the ends of more."""
    began, ball = Point(16, 20), Point(22, 20)
    draft = DrawnTurn(Player.FIRST, ".2", (DrawnStep((began, ball), StepKind.PENALTY),))
    window = window_of(layout_of(CLASSIC.pitch))
    shown = replace(with_ball(CLASSIC.pitch, ball), draft=draft)
    assert window.view_of(shown) == View(10, 14, 24, 26)
    further = replace(shown, marks=(Mark(Point(28, 20), Effect.PASSES),))
    assert window.view_of(further) == View(14, 14, 28, 26)


@pytest.mark.parametrize("ruleset", WINDOWED)
def test_the_frame_is_around_what_the_window_shows(ruleset):
    """The frame on the small field is inside the picture and holds just the points in view."""
    layout = layout_of(ruleset.pitch)
    window = window_of(layout)
    for ball in (*corners_of(ruleset.pitch), ruleset.pitch.centre):
        view = window.view_of(with_ball(ruleset.pitch, ball))
        left, top, right, bottom = window.frame(view, layout.field)
        assert min(left, top) >= 3
        assert right <= layout.size[0] - 3
        for point in ruleset.pitch.points():
            x, y = layout.field.pixel(point)
            framed = left < x < right and top < y < bottom
            in_view = view.left <= point.x <= view.right and view.top <= point.y <= view.bottom
            assert framed is in_view


# ------------------------------------------------------------------------- what the picture shows


@pytest.mark.parametrize("ruleset", WINDOWED)
def test_nothing_but_the_two_fields_changes_with_the_ball(ruleset):
    """From corner to corner and into the goals, the picture keeps its size, names and rulers."""
    layout = layout_of(ruleset.pitch)
    seen = set()
    for ball in corners_of(ruleset.pitch):
        shown = with_ball(ruleset.pitch, ball, ways_from(ruleset.pitch, ball, 1))
        image = decoded(render(shown))
        assert image.size == layout.size
        box = window_of(layout).box
        # The rulers' numbers belong to the view.
        image.paste(0, (box.left - 40, box.top - 26, box.right, box.bottom))
        image.paste(0, layout.field.area.grown(max(12, layout.field.square)))
        seen.add(image.tobytes())
    assert len(seen) == 1


@pytest.mark.parametrize("ruleset", [GRIDBALL, CLASSIC], ids=str)
def test_a_mark_in_the_window_is_seen(ruleset):
    """Each end of a penalty from a corner has its ring, with paper in the middle."""
    for ball in corners_of(ruleset.pitch):
        shown = with_ball(ruleset.pitch, ball, ways_from(ruleset.pitch, ball, FURTHEST))
        assert shown.marks
        for mark in shown.marks:
            assert entry_in_window(shown, mark.end, right=2, down=2) == PAPER_ENTRY
            assert entry_in_window(shown, mark.end, right=7, down=-1) == FIRST_INK.full


def test_a_way_is_spotted_up_to_its_mark():
    """A mark that is several steps away has a spot on each point between."""
    ball = CLASSIC.pitch.centre
    marks = ways_from(CLASSIC.pitch, ball, FURTHEST)
    spotted = with_ball(CLASSIC.pitch, ball, marks)
    bare = with_ball(CLASSIC.pitch, ball, [Mark(mark.end, mark.effect) for mark in marks])
    for point in (Point(18, 20), Point(16, 25), Point(12, 16)):
        assert entry_in_window(spotted, point) == FIRST_INK.entry(2)
        assert entry_in_window(bare, point) not in range(FIRST_INK.start, FIRST_INK.full + 1)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(WINDOWED), st.data())
def test_the_ball_is_on_both_fields(ruleset, data):
    """The ball's white is at its point in the window and on the small field."""
    ball = data.draw(st.sampled_from(list(ruleset.pitch.points())))
    shown = with_ball(ruleset.pitch, ball)
    assert entry_in_window(shown, ball, right=5, down=1) == BALL_ENTRY
    x, y = layout_of(ruleset.pitch).field.pixel(ball)
    assert entry_at(shown, x, y) == BALL_ENTRY


def test_the_small_field_shows_the_turns():
    """Older turns, the last one and the draft are on the small field, the last one in full ink."""
    field = layout_of(GRIDBALL.pitch).field
    game = Game(GRIDBALL, ("000", "666"))
    shown = board_scene(game, draft="44", first=ALICE, second=BOB)
    x, y = field.pixel(Point(10, 11))
    assert entry_at(shown, x, y + 6) in range(FIRST_INK.start, FIRST_INK.full)
    x, y = field.pixel(Point(8, 10))
    assert entry_at(shown, x + 6, y) == SECOND_INK.full
    x, y = field.pixel(Point(7, 11))
    assert entry_at(shown, x, y - 6) == FIRST_INK.entry(2)
