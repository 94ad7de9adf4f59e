"""A reader of the rules of paper soccer checks them one by one (rules, section by section)."""

import pickle
from itertools import product

import pytest

from rules import (
    Effect,
    IllegalStepError,
    InvalidPositionError,
    Outcome,
    OwnGoal,
    PaperSoccer,
    Player,
    Point,
    Reason,
    Refusal,
    Segment,
    StepKind,
)
from rules.paper_soccer import Bounce, PaperSoccerPosition
from tests.rules.walks import TINY, played, shows

FIRST, SECOND = Player.FIRST, Player.SECOND


def at(x: int, y: int, ruleset: PaperSoccer = TINY, mover: Player = FIRST) -> PaperSoccerPosition:
    """An empty pitch with the ball put somewhere."""
    return ruleset.position_of([], Point(x, y), mover)


def star(x: int, y: int, directions: str) -> list[Segment]:
    """Lines from one point in these directions."""
    point = Point(x, y)
    return [Segment.between(point, point.towards(int(digit))) for digit in directions]


# ----------------------------------------------------------------------------- the beginning


def test_the_ball_starts_in_the_centre_and_the_first_player_draws():
    """All eight directions are open."""
    position = TINY.start()
    assert position.ball == Point(2, 2)
    assert position.to_move is FIRST
    assert position.legal_directions() == (0, 1, 2, 3, 4, 5, 6, 7)
    assert position.outcome is None
    assert position.next_step is StepKind.SEGMENT
    assert shows(
        position,
        r"""
          #####
          #   #
        ### . ###
        #       #
        # . . . #
        #       #
        # . o . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        first to draw
        """,
    )


def test_a_turn_on_an_untouched_point_passes():
    """Where no line touches, the opponent draws next."""
    assert shows(
        played(TINY, "1"),
        r"""
          #####
          #   #
        ### . ###
        #       #
        # . . o #
        #    /  #
        # . . . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        second to draw
        """,
    )


# -------------------------------------------------------------------------- a legal segment


def test_a_side_wall_cannot_be_drawn_again():
    """Nobody runs along a side line."""
    position = at(0, 2)
    assert position.refusal(0) is Refusal.WALL
    assert position.refusal(4) is Refusal.WALL
    assert position.legal_directions() == (1, 2, 3)


def test_beyond_a_side_wall_is_outside():
    """The three directions through the wall lead off the pitch."""
    assert [at(0, 2).refusal(direction) for direction in (5, 6, 7)] == [Refusal.OUTSIDE] * 3


def test_the_goal_line_beside_the_mouth_and_the_notch_are_walls():
    """A post has walls to the outside and up the notch's side."""
    position = at(1, 0)
    assert position.refusal(6) is Refusal.WALL
    assert position.refusal(0) is Refusal.WALL
    assert position.refusal(7) is Refusal.OUTSIDE


def test_from_a_post_the_diagonal_leads_into_the_goal():
    """The posts are included."""
    assert at(1, 0).effect(1) is Effect.WINS


def test_the_corner_cut_beside_a_post_is_outside():
    """From the point beside a post the diagonal to the notch's corner cuts the outside."""
    small = PaperSoccer(width=6, height=8)
    assert at(1, 0, small).refusal(1) is Refusal.OUTSIDE
    assert at(5, 0, small).refusal(7) is Refusal.OUTSIDE
    assert at(1, 8, small).refusal(3) is Refusal.OUTSIDE
    assert at(5, 8, small).refusal(5) is Refusal.OUTSIDE


def test_from_the_middle_of_the_mouth_both_notch_corners_can_be_reached():
    """Both ends lie between the posts, posts included."""
    assert at(2, 0).legal_directions() == (0, 1, 2, 3, 4, 5, 6, 7)


def test_the_open_goal_mouth_may_be_run_along_once():
    """It is not a wall, but once drawn it is drawn."""
    position = played(TINY, "0", "0")
    assert position.refusal(2) is None
    along = position.after(2)
    assert along.ball == Point(3, 0)
    assert along.refusal(6) is Refusal.DRAWN
    assert shows(
        along,
        r"""
          #####
          #   #
        ### .-o##
        #   |   #
        # . . . #
        #   |   #
        # . . . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        first to draw
        """,
    )


def test_a_drawn_segment_has_no_direction():
    """It is refused from its other end too."""
    assert played(TINY, "1").refusal(5) is Refusal.DRAWN


def test_diagonals_may_cross():
    """In the standard game a crossing is nothing special."""
    assert shows(
        played(TINY, "1", "4", "7"),
        r"""
          #####
          #   #
        ### . ###
        #       #
        # . o . #
        #    X| #
        # . . . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        second to draw
        """,
    )


def test_in_texas_soccer_diagonals_do_not_cross():
    """The other diagonal of a square is closed, from either end; straight lines are not."""
    texas = PaperSoccer(width=4, height=4, crossing_diagonals=False)
    assert played(texas, "1", "4").refusal(7) is Refusal.CROSSES
    assert played(texas, "1", "6").refusal(3) is Refusal.CROSSES
    assert played(texas, "1", "4").refusal(6) is None


def test_a_forbidden_own_goal_is_refused_to_its_owner_alone():
    """The attacker of that goal may draw there."""
    forbidden = PaperSoccer(width=4, height=4, own_goal=OwnGoal.FORBIDDEN)
    assert at(2, 4, forbidden, FIRST).refusal(4) is Refusal.OWN_GOAL_FORBIDDEN
    assert at(2, 4, forbidden, SECOND).refusal(4) is None
    assert at(2, 0, forbidden, FIRST).refusal(0) is None
    assert at(2, 0, forbidden, SECOND).refusal(0) is Refusal.OWN_GOAL_FORBIDDEN


def test_an_illegal_step_raises_its_refusal():
    """The error carries the direction and the reason."""
    with pytest.raises(IllegalStepError) as caught:
        played(TINY, "1").after(5)
    assert (caught.value.direction, caught.value.at) == (5, 0)
    assert caught.value.refusal is Refusal.DRAWN


def test_what_is_no_direction_is_outside():
    """Nothing lies in a ninth direction."""
    for direction in (8, 99, -1):
        with pytest.raises(IllegalStepError) as caught:
            TINY.start().after(direction)
        assert caught.value.refusal is Refusal.OUTSIDE


# ------------------------------------------------------------------------------- the bounce


def test_a_post_bounces():
    """Walls touch it."""
    position = played(TINY, "0", "7")
    assert position.ball == Point(1, 0)
    assert position.to_move is SECOND


def test_the_middle_of_the_mouth_does_not_bounce():
    """No wall touches it."""
    position = played(TINY, "0", "0")
    assert position.ball == Point(2, 0)
    assert position.to_move is FIRST


def test_a_drawn_line_bounces():
    """The ball comes back to a point that has been used, the centre too."""
    assert played(TINY, "1", "6").to_move is FIRST
    assert played(TINY, "1", "6", "4").to_move is FIRST


def test_a_chain_goes_on_as_long_as_it_bounces():
    """Without a limit, over walls and lines."""
    position = played(TINY, "0", "753")
    assert position.to_move is FIRST
    assert played(TINY, "0", "75").to_move is SECOND


def test_bounce_once_gives_one_extra_segment():
    """A turn has one or two segments; the second never bounces, wherever it lands."""
    once = PaperSoccer(width=4, height=4, bounce=Bounce.ONCE)
    assert played(once, "0", "7").to_move is SECOND
    assert played(once, "0", "75").to_move is FIRST
    assert played(once, "0").to_move is SECOND


def test_after_a_double_bounce_the_opponent_bounces_as_usual():
    """A turn that ended on a used point gives the opponent an ordinary first segment."""
    once = PaperSoccer(width=4, height=4, bounce=Bounce.ONCE)
    lines = [*star(2, 2, "04"), *star(1, 2, "4")]
    extra = once.position_of(lines, Point(1, 1), FIRST).after(3)
    assert (extra.to_move, extra.progress()) == (FIRST, ("extra segment",))
    on_a_used_point = extra.after(6)
    assert (on_a_used_point.to_move, on_a_used_point.progress()) == (SECOND, ())
    assert on_a_used_point.after(3).to_move is SECOND


def test_the_extra_segment_is_part_of_the_position():
    """With the same lines, ball and mover it makes another position."""
    once = PaperSoccer(width=4, height=4, bounce=Bounce.ONCE)
    position = played(once, "0", "7")
    without = once.position_of(position.drawn_segments(), position.ball, SECOND)
    assert position.progress() == ("extra segment",)
    assert without.progress() == ()
    assert position != without


def test_without_bounce_a_turn_is_one_segment():
    """Even at a post or on a drawn line."""
    none = PaperSoccer(width=4, height=4, bounce=Bounce.NONE)
    assert played(none, "0", "7").to_move is FIRST
    assert played(none, "1", "6", "4").to_move is SECOND


def test_walls_that_do_not_count_do_not_bounce():
    """Neither walls nor posts, but lines do, at a wall too."""
    soft = PaperSoccer(width=4, height=4, wall_bounce=False)
    assert played(soft, "0", "7").to_move is FIRST
    assert played(soft, "6", "6").to_move is FIRST
    assert at(1, 2, soft).effect(6) is Effect.PASSES
    assert soft.position_of(star(0, 2, "1"), Point(1, 2), FIRST).effect(6) is Effect.CONTINUES


def test_walls_that_do_not_count_are_still_walls():
    """They cannot be drawn."""
    assert at(0, 2, PaperSoccer(width=4, height=4, wall_bounce=False)).refusal(0) is Refusal.WALL


def test_coming_back_to_a_point_of_the_same_turn_is_legal():
    """If the segment is new, a turn may run in a circle and bounce on its own beginning."""
    position = TINY.position_of([*star(1, 1, "2"), *star(3, 2, "0")], Point(2, 2), FIRST)
    for direction in (0, 2, 5):
        position = position.after(direction)
    assert position.ball == Point(2, 2)
    assert position.to_move is FIRST
    assert position.refusal(0) is Refusal.DRAWN


# --------------------------------------------------------------------------------- the end


def test_a_goal_wins():
    """The ball in the goal that the mover attacks ends the game at once."""
    position = played(TINY, "4", "53")
    assert position.ball == Point(2, 5)
    assert position.outcome == Outcome(SECOND, Reason.GOAL)
    assert position.to_move is None
    assert position.legal_directions() == ()
    assert shows(
        position,
        r"""
          #####
          #   #
        ### . ###
        #       #
        # . . . #
        #       #
        # . . . #
        #   |   #
        # . . . #
        #  /    #
        ### . ###
          #\  #
          ##o##
        second won, goal
        """,
    )


def test_an_own_goal_loses():
    """Whoever draws it, the player who attacks that goal wins."""
    position = played(TINY, "4", "4", "4")
    assert position.outcome == Outcome(SECOND, Reason.OWN_GOAL)
    assert shows(
        position,
        r"""
          #####
          #   #
        ### . ###
        #       #
        # . . . #
        #       #
        # . . . #
        #   |   #
        # . . . #
        #   |   #
        ### . ###
          # | #
          ##o##
        second won, own goal
        """,
    )


def test_the_corner_is_a_dead_end():
    """The ball bounces off the walls and cannot go on: who drew there loses."""
    position = played(TINY, "7", "7")
    assert position.outcome == Outcome(FIRST, Reason.BLOCKED)
    assert shows(
        position,
        r"""
          #####
          #   #
        o## . ###
        #\      #
        # . . . #
        #  \    #
        # . . . #
        #       #
        # . . . #
        #       #
        ### . ###
          #   #
          #####
        first won, blocked
        """,
    )


def test_an_opponent_who_cannot_draw_is_blocked():
    """Where walls do not bounce, the turn passes in the corner, and the opponent is blocked."""
    position = played(PaperSoccer(width=4, height=4, wall_bounce=False), "7", "7")
    assert position.outcome == Outcome(SECOND, Reason.BLOCKED)


def test_a_player_with_nothing_but_a_forbidden_own_goal_is_blocked():
    """Free segments that are forbidden do not count."""
    lines = star(2, 4, "01267")
    forbidden = PaperSoccer(width=4, height=4, own_goal=OwnGoal.FORBIDDEN)
    blocked = forbidden.position_of(lines, Point(2, 4), FIRST)
    assert blocked.outcome == Outcome(SECOND, Reason.BLOCKED)
    assert TINY.position_of(lines, Point(2, 4), FIRST).legal_directions() == (3, 4, 5)


def test_a_player_with_nothing_but_crossings_is_blocked():
    """The corner's only exit is closed by the other diagonal of its square."""
    texas = PaperSoccer(width=4, height=4, crossing_diagonals=False)
    position = texas.position_of(star(0, 1, "1"), Point(0, 0), FIRST)
    assert position.outcome == Outcome(SECOND, Reason.BLOCKED)


def test_nothing_is_drawn_after_the_end():
    """Every direction is refused because the game is over."""
    position = played(TINY, "4", "4", "4")
    assert {position.refusal(direction) for direction in range(8)} == {Refusal.GAME_OVER}


def test_effects_look_one_step_ahead():
    """Passes, continues, wins, loses: as the pad and the picture mark them."""
    assert TINY.start().effect(0) is Effect.PASSES
    assert played(TINY, "0").effect(7) is Effect.CONTINUES
    assert at(2, 0).effect(0) is Effect.WINS
    assert at(2, 4).effect(4) is Effect.LOSES
    assert played(TINY, "7").effect(7) is Effect.LOSES
    soft = PaperSoccer(width=4, height=4, wall_bounce=False)
    assert played(soft, "7").effect(7) is Effect.WINS


def test_an_effect_of_an_illegal_direction_is_refused():
    """There is none to tell."""
    with pytest.raises(IllegalStepError):
        played(TINY, "1").effect(5)


def test_the_path_of_a_step_is_two_points():
    """From the ball to the segment's end."""
    assert TINY.start().path(1) == (Point(2, 2), Point(3, 1))


# -------------------------------------------------------------------------- odd goals, sides


def test_an_odd_goal_lies_half_a_square_to_its_attackers_left():
    """The pitch keeps its half-turn symmetry."""
    top, bottom = PaperSoccer(goal_width=3).pitch.goals
    assert (top.left, top.right) == (2, 5)
    assert (bottom.left, bottom.right) == (3, 6)
    top, bottom = PaperSoccer(goal_width=1).pitch.goals
    assert (top.left, top.right) == (3, 4)
    assert (bottom.left, bottom.right) == (4, 5)


def test_the_first_player_attacks_the_top_goal():
    """The second player the bottom one."""
    pitch = TINY.pitch
    assert pitch.goal_attacked_by(FIRST).line == 0
    assert pitch.goal_attacked_by(SECOND).line == 4


def test_a_goal_of_one_square_has_no_point_between_its_posts():
    """Both posts bounce, and both reach into the goal."""
    narrow = PaperSoccer(width=4, height=4, goal_width=1)
    assert at(1, 0, narrow).effect(1) is Effect.WINS
    assert at(2, 0, narrow).effect(7) is Effect.WINS
    assert at(2, 0, narrow).refusal(0) is Refusal.WALL
    assert at(2, 0, narrow).refusal(2) is Refusal.WALL


# ------------------------------------------------------------------- positions as plain values


def test_positions_are_values():
    """The same lines in another order, ball and mover are the same position."""
    round_one_way = played(TINY, "0", "3", "5")
    round_the_other = TINY.position_of(round_one_way.drawn_segments(), Point(2, 3), SECOND)
    assert round_one_way == round_the_other
    assert hash(round_one_way) == hash(round_the_other)


def test_a_position_survives_pickling():
    """The computer's process works on the same value."""
    position = played(TINY, "0", "7")
    assert pickle.loads(pickle.dumps(position)) == position


def test_positions_stay_equal_however_many_rulesets_are_in_use():
    """Custom games do not push a running game's tables out of the world."""
    before = played(TINY, "0")
    yes_or_no = (True, False)
    options = list(product(range(6, 21, 2), Bounce, yes_or_no, OwnGoal, yes_or_no))
    for width, bounce, wall_bounce, own_goal, crossing in options[:300]:
        PaperSoccer(width, 4, 1, bounce, wall_bounce, own_goal, crossing).start()
        PaperSoccer(width, 4, 2, bounce, wall_bounce, own_goal, crossing).start()
    assert played(PaperSoccer(width=4, height=4), "0") == before


@pytest.mark.parametrize(
    ("segment", "problem"),
    [
        (Segment(Point(0, 0), Point(0, 1)), "wall"),
        (Segment(Point(0, 0), Point(1, -1)), "outside"),
        (Segment(Point(-1, 0), Point(0, 1)), "outside"),
        (Segment(Point(0, 0), Point(2, 2)), "no neighbours"),
        (Segment(Point(2, 2), Point(2, 2)), "no neighbours"),
    ],
)
def test_a_position_has_only_lines_that_can_be_drawn(segment, problem):
    """A line that no player could ever draw is refused by name."""
    with pytest.raises(InvalidPositionError, match=problem) as caught:
        TINY.position_of([segment], Point(2, 2), FIRST)
    assert caught.value.segment == segment


@pytest.mark.parametrize("order", [1, -1])
def test_a_position_of_texas_soccer_has_no_crossing(order):
    """Not on the field nor in a notch, whichever diagonal is named first."""
    texas = PaperSoccer(width=4, height=4, crossing_diagonals=False)
    on_the_field = [Segment(Point(1, 1), Point(2, 2)), Segment(Point(1, 2), Point(2, 1))]
    in_the_notch = [Segment(Point(1, -1), Point(2, 0)), Segment(Point(1, 0), Point(2, -1))]
    for crossing in (on_the_field, in_the_notch):
        with pytest.raises(InvalidPositionError, match="crosses"):
            texas.position_of(crossing[::order], Point(2, 2), FIRST)


def test_a_position_has_its_ball_on_the_pitch():
    """A ball elsewhere is no position."""
    with pytest.raises(InvalidPositionError, match="off the pitch"):
        TINY.position_of([], Point(0, -1), FIRST)


def test_an_extra_segment_needs_a_game_that_has_one():
    """In the standard game nothing but lines, ball and mover belongs to a position."""
    with pytest.raises(InvalidPositionError, match="extra segment"):
        TINY.position_of([], Point(2, 2), FIRST, ["extra segment"])
