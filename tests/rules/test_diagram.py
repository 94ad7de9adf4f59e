"""Text diagrams: what they show, reading them back, and what is refused."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Bounce,
    Gridball,
    InvalidDiagramError,
    PaperSoccer,
    Player,
    Point,
    Position,
    RulesError,
    Segment,
    draw_diagram,
    read_diagram,
)
from tests.rules.walks import TINY, Walk, any_walks, played, rulesets, shows

STANDARD = draw_diagram(played(PaperSoccer(), "0", "3"))
EMPTY = draw_diagram(TINY.start())

OPEN_FIELD = r"""
                + o + + +
                 /
+ + + + + + + + # . . . # + + + + + + + +
                                        |
+ . . . . . . . . . . . . . . . . . . . +
                                        |
+ . . . . . . . . . . . . . . . . . . . +
                                       /
+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +
           X
+ . . . . . . . . . . . . . . . . . . . +
             \
+ . . . . . . . . . . . . . . . . . . . +
               \
+ . . . . . . . . . . . . . . . . . . . +
                 \
+ . . . . . . . . . . . . . . . . . . . +
                   \
+ . . . . . . . . . . . . . . . . . . . +
                     \
+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ . . . . . . . . . . . . . . . . . . . +

+ + + + + + + + # . .-.-# + + + + + + + +

                + + + + +
second won, goal, turns passed: 8
"""

RESULTS = [
    (("4",), "second to draw"),
    (("4", "53"), "second won, goal"),
    (("0", "0", "0"), "first won, goal"),
    (("4", "4", "4"), "second won, own goal"),
    (("0", "71"), "first won, own goal"),
    (("7", "7"), "first won, blocked"),
]


def test_a_diagram_shows_the_position():
    """Every kind of line, the walls, the ball and who is to draw."""
    position = played(PaperSoccer(), *["0", "3", "0", "53", "01", "4", "71", "43", "17", "5665"])
    assert shows(
        position,
        r"""
              #####
              #   #
        ####### . #######
        #               #
        # . . . . . . . #
        #               #
        # . . . . . . . #
        #               #
        # . . . . . . . #
        #          /|/ \#
        # . . . .-.-. . #
        #      /|X|X|\ /#
        # . . o . . . . #
        #        \|     #
        # . . . . . . . #
        #               #
        # . . . . . . . #
        #               #
        # . . . . . . . #
        #               #
        # . . . . . . . #
        #               #
        ####### . #######
              #   #
              #####
        first to draw
        """,
    )


def test_a_field_without_walls_shows_its_edge_and_its_posts():
    """The mouths of the goals are open; lines on the edge are drawn as elsewhere."""
    position = Gridball().position_of(
        [
            *line(20, 0, "445"),
            *line(8, 0, "1"),
            *line(10, 26, "22"),
            *line(5, 5, "333333"),
            *line(5, 6, "1"),
        ],
        Point(9, -1),
        Player.SECOND,
        ["turns passed: 8"],
    )
    assert shows(position, OPEN_FIELD)
    assert read_diagram(draw_diagram(position), Gridball()) == position


def line(x: int, y: int, digits: str) -> list[Segment]:
    """A line from a point on, as it is drawn in these directions."""
    point, segments = Point(x, y), []
    for digit in digits:
        segments.append(Segment.between(point, point.towards(int(digit))))
        point = point.towards(int(digit))
    return segments


def test_the_last_line_says_how_far_a_turn_of_gridball_is():
    """A penalty that is due too."""
    position = played(Gridball(), "433", "107", "634")
    words = "first to draw, penalty due, segments drawn: 3, turns passed: 2"
    assert draw_diagram(position).splitlines()[-1] == words


@pytest.mark.parametrize(
    ("row", "column", "mark", "belongs"),
    [(3, 1, ".", "edge"), (3, 17, " ", "post"), (3, 19, "+", "point"), (1, 17, " ", "edge")],
)
def test_the_edge_and_the_posts_belong_to_the_diagram(row, column, mark, belongs):
    """What is missing there is told by its name and place."""
    lines = draw_diagram(Gridball().start()).splitlines()
    lines[row - 1] = lines[row - 1][: column - 1] + mark + lines[row - 1][column:]
    with pytest.raises(InvalidDiagramError, match=belongs) as caught:
        read_diagram("\n".join(lines), Gridball())
    assert (caught.value.line, caught.value.column) == (row, column)


def test_the_standard_pitch_fits_a_phone():
    """A code block on a phone holds about 20 columns before it scrolls."""
    assert max(map(len, STANDARD.splitlines())) <= 20


def test_a_diagram_is_plain_text_without_trailing_spaces():
    """It survives every editor."""
    assert STANDARD.isascii()
    assert all(line == line.rstrip() for line in STANDARD.split("\n"))


@pytest.mark.parametrize(("turns", "words"), RESULTS)
def test_the_last_line_says_who_draws_or_won(turns, words):
    """It is what tells a goal from an own goal."""
    position = played(TINY, *turns)
    diagram = draw_diagram(position)
    assert diagram.splitlines()[-1] == words
    assert read_diagram(diagram, TINY) == position


def test_the_extra_segment_is_in_the_last_line():
    """It belongs to the position."""
    once = PaperSoccer(width=4, height=4, bounce=Bounce.ONCE)
    position = played(once, "0", "7")
    diagram = draw_diagram(position)
    assert diagram.splitlines()[-1] == "second to draw, extra segment"
    assert read_diagram(diagram, once) == position


def test_a_ball_can_be_put_anywhere():
    """A position need not come from a game: rules are explained with such."""
    diagram = dedent(r"""
          #####
          #   #
        ### o ###
        #   |   #
        # . . . #
        #       #
        # . . . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        second to draw
    """).strip("\n")
    position = read_diagram(diagram, TINY)
    assert position.ball == Point(2, 0)
    assert position.to_move is Player.SECOND
    assert position.legal_directions() == (0, 1, 2, 3, 5, 6, 7)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text + "\n\n  \n",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "   \n"),
    ],
)
def test_line_ends_and_trailing_spaces_do_not_matter(change):
    """Texts come through mail, editors and Discord."""
    assert read_diagram(change(EMPTY), TINY) == TINY.start()


def test_a_diagram_is_read_under_its_own_rules():
    """The same lines may be legal under one ruleset and not under another."""
    position = played(TINY, "1", "4", "7")
    texas = PaperSoccer(width=4, height=4, crossing_diagonals=False)
    with pytest.raises(InvalidDiagramError, match="crosses") as caught:
        read_diagram(draw_diagram(position), texas)
    assert (caught.value.line, caught.value.column) == (6, 6)


def changed(line: int, column: int, mark: str) -> str:
    """The empty pitch's diagram with one character, counted from 1, put in its place."""
    lines = EMPTY.splitlines()
    old = lines[line - 1].ljust(column)
    lines[line - 1] = old[: column - 1] + mark + old[column:]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "column", "mark"),
    [
        (1, 3, " "),  # the notch's back
        (3, 1, "."),  # the corner
        (4, 1, "|"),  # a side wall drawn as a line
        (3, 2, "-"),  # the goal line
        (4, 1, "o"),  # the ball on a wall, not on a point
        (5, 3, " "),  # a point left out
        (5, 3, "#"),  # a wall where there is none
        (5, 3, "X"),
        (5, 3, "x"),
        (5, 4, "|"),  # lines that do not fit where they stand
        (5, 4, "X"),
        (5, 4, "o"),
        (4, 3, "-"),
        (4, 3, "/"),
        (4, 4, "-"),
        (4, 4, "?"),
        (4, 4, "\N{FULLWIDTH SOLIDUS}"),
        (4, 4, "\t"),
        (2, 1, "|"),  # outside
        (1, 1, "o"),
        (2, 2, "/"),
        (5, 10, "."),  # beyond
        (5, 5000, "-"),
        (5, 3, "o"),  # a second ball
    ],
)
def test_a_wrong_character_is_told_by_its_place(line, column, mark):
    """Line and column as an editor counts them."""
    with pytest.raises(InvalidDiagramError) as caught:
        read_diagram(changed(line, column, mark), TINY)
    if (line, column, mark) == (5, 3, "o"):  # the first ball is as good as the second
        assert (caught.value.line, caught.value.column) == (7, 5)
    elif column > 9:
        assert (caught.value.line, caught.value.column) == (line, 10)
    else:
        assert (caught.value.line, caught.value.column) == (line, column)


def test_a_missing_ball_is_told():
    """There must be one."""
    with pytest.raises(InvalidDiagramError, match="ball is missing"):
        read_diagram(changed(7, 5, "."), TINY)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "first",
        "third to draw",
        "first to  draw",
        "First to draw",
        "first to draw.",
        "first won",
        "first won, goal",
        "first won, blocked",
        "nobody won, turn limit",
        "nobody to draw",
        "first to draw, extra segment",
        "first to draw, ",
        "first to draw, tired",
        ", , ,",
    ],
)
def test_a_last_line_that_is_not_true_is_refused(words):
    """The lines and the ball say who is to draw, and the words must agree."""
    with pytest.raises(InvalidDiagramError) as caught:
        read_diagram("\n".join([*EMPTY.splitlines()[:-1], words]), TINY)
    assert caught.value.line == 14


def test_a_game_that_is_over_is_not_drawn_on():
    """The words cannot revive it."""
    diagram = draw_diagram(played(TINY, "4", "53")).replace("second won, goal", "first to draw")
    with pytest.raises(InvalidDiagramError, match="second won, own goal"):
        read_diagram(diagram, TINY)


@pytest.mark.parametrize("text", ["", "\n" * 20, EMPTY[:-20], EMPTY + "\nmore", "#" * 1000])
def test_a_diagram_of_another_size_is_refused(text):
    """Its number of lines says so before anything is read."""
    with pytest.raises(InvalidDiagramError, match=r"13 lines of pitch"):
        read_diagram(text, TINY)


def test_a_huge_text_is_refused_quickly():
    """Whatever somebody pastes."""
    for text in ("\n" * 5_000_000 + "x", "#" * 5_000_000, EMPTY + "\n " * 1_000_000 + "x"):
        with pytest.raises(InvalidDiagramError):
            read_diagram(text, TINY)


@given(any_walks())
def test_every_position_is_read_back(walk: Walk[Position]):
    """Lines, ball, mover, the extra segment and the end: an equal position."""
    for position in walk.latest:
        assert read_diagram(draw_diagram(position), position.ruleset) == position


@given(any_walks(), st.data())
def test_a_damaged_diagram_is_refused_or_another_position(
    walk: Walk[Position], data: st.DataObject
):
    """Never another error, and what is read is drawn as it was written."""
    ruleset = walk.last.ruleset
    diagram = draw_diagram(walk.last)
    place = data.draw(st.integers(0, len(diagram) - 1))
    mark = data.draw(st.sampled_from(" .#oX-|\\/\n") | st.characters())
    text = diagram[:place] + mark + diagram[place + 1 :]
    try:
        position = read_diagram(text, ruleset)
    except InvalidDiagramError:
        return
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    assert draw_diagram(position).split("\n") == lines


@given(st.text(" .#oX-|\\/\n") | st.text(), rulesets())
def test_any_text_is_read_or_refused(text, ruleset):
    """An InvalidDiagramError is all that a text can cause."""
    with pytest.raises(RulesError):
        read_diagram(text, ruleset)
