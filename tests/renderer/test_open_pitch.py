"""A pitch without walls: its edges, posts and goals, and the penalties that are taken on it."""

from dataclasses import replace
from itertools import pairwise

import pytest

from renderer import Mark, Scene, board_scene, empty_scene, render
from renderer.lattice import is_open, open_edges
from renderer.layout import layout_of
from renderer.sheet import QUIET_PENCIL
from renderer.theme import FIRST_INK, PAPER_ENTRY, PENCIL, ramp_of
from rules import DrawnStep, DrawnTurn, Effect, Game, Player, Point, StepKind
from tests.renderer.boards import ALICE, BOB, CLASSIC, GRIDBALL, STANDARD, decoded
from tests.renderer.test_window import entry_at, entry_in_window, with_ball

PENALTY = tuple(Point(10 + steps, 13 + steps) for steps in range(7))
LEVEL = tuple(Point(10 + steps, 13) for steps in range(7))


def after(path: tuple[Point, ...], kind: StepKind, player: Player, *, later: bool = False) -> Scene:
    """A scene in which a path was drawn, as one penalty or by segments; then one more turn."""
    pieces = [path] if kind is StepKind.PENALTY else list(pairwise(path))
    turn = DrawnTurn(player, "", tuple(DrawnStep(piece, kind) for piece in pieces))
    answer = DrawnTurn(player, "", (DrawnStep((Point(1, 1), Point(2, 1)), StepKind.SEGMENT),))
    shown = with_ball(GRIDBALL.pitch, Point(13, 18))
    return replace(shown, history=(turn, answer) if later else (turn,))


# ----------------------------------------------------------------------------------- the field


def test_only_an_open_pitch_has_thin_edges():
    """Walls are all that a walled pitch needs; an open one has its edge and its goals' nets."""
    assert not open_edges(STANDARD.pitch)
    assert not any(is_open(STANDARD.pitch, goal) for goal in STANDARD.pitch.goals)
    edges = open_edges(GRIDBALL.pitch)
    assert len(edges) == 2 * (20 + 26) - 2 * 4 + 2 * (4 + 2)


@pytest.mark.parametrize("ruleset", [GRIDBALL, CLASSIC], ids=str)
def test_posts_and_goal_lines_are_plain(ruleset):
    """Each post is a strong square, large and small; the goal line lies between the posts."""
    pitch = ruleset.pitch
    for goal in pitch.goals:
        shown = with_ball(pitch, Point(pitch.width // 2, goal.back))
        for post in goal.posts:
            assert entry_in_window(shown, post, right=5, down=5) == PENCIL.full
            x, y = layout_of(pitch).field.pixel(post)
            assert entry_at(shown, x + 2, y + 2) == PENCIL.full
        line = Point(goal.left + 1, goal.line)
        assert entry_in_window(shown, line, right=12) == QUIET_PENCIL.full


def test_a_goal_is_shaded_for_who_attacks_it():
    """The first player's faint ink is in the bottom goal and their arrow points down."""
    pitch = GRIDBALL.pitch
    layout = layout_of(pitch)
    for player, up in ((Player.FIRST, False), (Player.SECOND, True)):
        goal = pitch.goal_attacked_by(player)
        shown = with_ball(pitch, Point(pitch.width // 2, goal.line))
        # A quarter of a square behind the goal line.
        down = 22 if goal.back > goal.line else -22
        inside = entry_in_window(shown, Point(goal.left, goal.line), right=22, down=down)
        assert inside == ramp_of(player).start
        assert layout.nameplate(goal).up is up
    assert layout.plates[0].text.bottom < layout.plates[1].text.top


def test_an_edge_is_no_wall():
    """The edge is thin and quiet, and a line that runs along it is seen in full."""
    pitch = GRIDBALL.pitch
    bare = with_ball(pitch, Point(3, 13))
    assert entry_in_window(bare, Point(0, 12), down=22) == QUIET_PENCIL.full
    assert entry_in_window(bare, Point(0, 12), right=2, down=22) == PAPER_ENTRY
    along = DrawnStep((Point(0, 12), Point(0, 13)), StepKind.SEGMENT)
    drawn = replace(bare, history=(DrawnTurn(Player.FIRST, "4", (along,)),))
    for right in (-3, 0, 2):
        assert entry_in_window(drawn, Point(0, 12), right=right, down=11) == FIRST_INK.full


def test_squared_paper_ends_at_an_open_edge():
    """Outside an open pitch there are no squares; around a walled one the paper goes on."""
    shown = with_ball(GRIDBALL.pitch, Point(0, 13))
    assert entry_in_window(shown, Point(0, 12), right=-15) == PAPER_ENTRY
    assert entry_in_window(shown, Point(0, 12), right=15) != PAPER_ENTRY


# -------------------------------------------------------------------------------- the penalty


@pytest.mark.parametrize("path", [PENALTY, LEVEL])
@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize("later", [False, True])
def test_a_penalty_differs_from_segments(path, player, later):
    """A penalty looks unlike the same way in segments, in the last turn and in older ones."""
    penalty, segments = (
        render(after(path, kind, player, later=later))
        for kind in (StepKind.PENALTY, StepKind.SEGMENT)
    )
    assert penalty != segments


def test_a_penalty_is_a_row_of_beads():
    """Between a penalty's beads there is paper; a segment has no gap."""
    penalty = after(LEVEL, StepKind.PENALTY, Player.FIRST, later=True)
    segments = after(LEVEL, StepKind.SEGMENT, Player.FIRST, later=True)

    def along(shown: Scene) -> list[bool]:
        inks = range(FIRST_INK.start, FIRST_INK.full + 1)
        return [
            entry_in_window(shown, Point(12, 13), right=right) in inks for right in range(0, 44, 2)
        ]

    assert all(along(segments))
    changes = sum(one is not other for one, other in pairwise(along(penalty)))
    assert changes == 8, "four beads to a square"


def test_a_penalty_has_one_arrowhead():
    """The head stands on the last unit of a penalty; each segment has its own."""
    # Behind the tip of the head on a unit, above the line.
    penalty = after(LEVEL[:4], StepKind.PENALTY, Player.FIRST)
    segments = after(LEVEL[:4], StepKind.SEGMENT, Player.FIRST)
    place = {"right": 19, "down": -5}
    heads = [
        [entry_in_window(shown, Point(x, 13), **place) == FIRST_INK.full for x in range(10, 13)]
        for shown in (penalty, segments)
    ]
    assert heads == [[False] * 2 + [True], [True] * 3]


def test_a_drafted_penalty_is_lighter():
    """A penalty that is not played yet is in the shade of a draft."""
    played = after(LEVEL, StepKind.PENALTY, Player.FIRST)
    drafted = replace(played, history=(), draft=played.history[0])
    assert entry_in_window(played, Point(13, 13)) == FIRST_INK.full
    assert entry_in_window(drafted, Point(13, 13)) == FIRST_INK.entry(2)


def test_a_mark_in_a_goal_is_in_view():
    """A penalty that enters a goal shortens its way: the star stands in the goal."""
    way = (Point(10, 24), Point(10, 25), Point(10, 26), Point(10, 27))
    mark = Mark(way[-1], Effect.WINS, way)
    shown = with_ball(GRIDBALL.pitch, way[0], [mark])
    assert entry_in_window(shown, way[-1]) == FIRST_INK.full
    assert entry_in_window(shown, way[2], right=1, down=-1) == FIRST_INK.entry(2)


def test_marks_of_a_position_have_their_ways():
    """Each mark of a scene holds the points from the ball to its end."""
    shown = board_scene(Game(GRIDBALL, ("000",)), first=ALICE, second=BOB)
    assert shown.marks
    for mark in shown.marks:
        assert (mark.path[0], mark.path[-1]) == (shown.ball, mark.end)


def test_a_board_of_the_largest_pitch_is_small():
    """Even the classic field has few colours and four bits a pixel."""
    picture = render(empty_scene(CLASSIC, ALICE, BOB))
    assert picture[24] == 4, "bits a pixel"
    assert len(decoded(picture).getcolors() or ()) <= 16
    assert len(picture) <= 13_000
