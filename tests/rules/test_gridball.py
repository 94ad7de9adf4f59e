"""A reader of the rules of Gridball checks them one by one (rules, section by section)."""

import pickle
from collections.abc import Iterable

import pytest

from rules import (
    Effect,
    Field,
    Game,
    Gridball,
    IllegalStepError,
    IllegalTurnError,
    InvalidPositionError,
    InvalidTurnError,
    Outcome,
    Player,
    Point,
    Position,
    Reason,
    Refusal,
    Segment,
    StepKind,
    draw_steps,
    read_turn,
    write_arrows,
    write_compass,
    write_digits,
)
from tests.rules.walks import played

FIRST, SECOND = Player.FIRST, Player.SECOND
SMALL = Gridball()
TRAP = ("433", "107", "634")
"""After these three turns the second player would be trapped: the first takes a penalty."""


def at(
    x: int, y: int, *lines: Iterable[Segment], mover: Player = FIRST, progress: Iterable[str] = ()
) -> Position:
    """The ball put somewhere, among these lines."""
    segments = [segment for several in lines for segment in several]
    return SMALL.position_of(segments, Point(x, y), mover, tuple(progress))


def line(x: int, y: int, digits: str) -> list[Segment]:
    """A line from a point on, as it is drawn in these directions."""
    point, segments = Point(x, y), []
    for digit in digits:
        end = point.towards(int(digit))
        segments.append(Segment.between(point, end))
        point = end
    return segments


def ring(x: int, y: int) -> list[Segment]:
    """A line around a point, which is locked in it."""
    return line(x - 1, y - 1, "22446600")


def refused(position: Position, direction: int) -> Refusal | None:
    """Why a step is refused; drawing it says the same."""
    with pytest.raises(IllegalStepError) as caught:
        position.after(direction)
    assert caught.value.refusal is position.refusal(direction)
    return position.refusal(direction)


# --------------------------------------------------------------------------------- the field


@pytest.mark.parametrize(
    ("field", "width", "height", "posts"),
    [(Field.SMALL, 20, 26, (8, 12)), (Field.CLASSIC, 32, 40, (14, 18))],
)
def test_the_fields_are_small_and_classic_with_goals_four_wide(field, width, height, posts):
    """The goals lie in the middle of both ends, and there are no walls."""
    pitch = Gridball(field).pitch
    assert (pitch.width, pitch.height) == (width, height)
    assert [(goal.left, goal.right) for goal in pitch.goals] == [posts, posts]
    assert pitch.walls == frozenset()


def test_the_ball_starts_in_the_centre_and_nothing_is_touched():
    """The first player may draw in all eight directions."""
    position = SMALL.start()
    assert position.ball == Point(10, 13)
    assert position.to_move is FIRST
    assert position.legal_directions() == (0, 1, 2, 3, 4, 5, 6, 7)
    assert (position.next_step, position.steps_due) == (StepKind.SEGMENT, 3)
    assert position.progress() == ()


def test_the_first_player_attacks_the_bottom_goal():
    """The second attacks the top one."""
    assert SMALL.pitch.goal_attacked_by(FIRST).line == 26
    assert SMALL.pitch.goal_attacked_by(SECOND).line == 0


def test_the_ball_may_run_along_the_edge():
    """The edge is not drawn, so it is neither a wall nor touched."""
    assert at(0, 5).legal_directions() == (0, 1, 2, 3, 4)
    assert at(0, 0).legal_directions() == (2, 3, 4)
    assert at(3, 26).legal_directions() == (0, 1, 2, 6, 7)


# ------------------------------------------------------------------------ an ordinary segment


def test_a_segment_ends_on_an_untouched_point():
    """No line begins or ends there, whoever drew it."""
    assert refused(at(5, 5, line(6, 4, "0")), 1) is Refusal.TOUCHED


def test_the_point_where_the_ball_started_is_touched_once_it_is_left():
    """Within the same turn too."""
    position = played(SMALL, "02")
    assert refused(position, 5) is Refusal.TOUCHED


def test_a_diagonal_does_not_cross_the_other_of_its_square():
    """From none of the four corners; next to it there is room."""
    crossed = at(5, 5, line(5, 4, "3"))  # from (5, 4) to (6, 5)
    assert refused(crossed, 1) is Refusal.CROSSES
    assert refused(at(6, 4, line(5, 4, "3")), 5) is Refusal.CROSSES
    assert refused(at(5, 5, line(6, 5, "7")), 1) is Refusal.CROSSES
    assert crossed.refusal(7) is None


def test_a_segment_does_not_leave_the_field():
    """Beside the goals there is nothing beyond the edge."""
    assert refused(at(0, 5), 6) is Refusal.OUTSIDE
    assert refused(at(3, 0), 0) is Refusal.OUTSIDE
    assert refused(at(3, 26), 5) is Refusal.OUTSIDE


def test_what_is_no_direction_is_outside():
    """Nothing lies in a ninth direction."""
    for direction in (8, -1):
        assert refused(SMALL.start(), direction) is Refusal.OUTSIDE


@pytest.mark.parametrize("x", [9, 10, 11])
def test_a_goal_is_scored_straight_between_the_posts(x):
    """From each goal-line point strictly between them."""
    assert at(x, 26).after(4).outcome == Outcome(FIRST, Reason.GOAL)
    assert at(x, 0, mover=SECOND).after(0).outcome == Outcome(SECOND, Reason.GOAL)


def test_a_post_is_no_way_straight_into_the_goal():
    """Straight ahead of it is outside."""
    for post in (8, 12):
        assert refused(at(post, 26), 4) is Refusal.OUTSIDE
        assert refused(at(post, 0), 0) is Refusal.OUTSIDE


@pytest.mark.parametrize(
    ("x", "directions"), [(7, ""), (8, "3"), (9, "35"), (10, "35"), (11, "35"), (12, "5"), (13, "")]
)
def test_a_goal_is_scored_diagonally_with_both_ends_within_the_posts(x, directions):
    """The posts included; from the point beside a post the corner is cut."""
    scoring = [d for d in (3, 5) if at(x, 26).refusal(d) is None]
    assert scoring == [int(digit) for digit in directions]
    assert all(at(x, 26).after(d).outcome == Outcome(FIRST, Reason.GOAL) for d in scoring)


def test_an_own_goal_is_a_goal_of_the_opponent():
    """Whoever draws it, the player who attacks that goal wins."""
    assert at(10, 0).effect(0) is Effect.LOSES
    over = at(10, 0).after(0)
    assert over.outcome == Outcome(SECOND, Reason.OWN_GOAL)
    assert (over.ball, over.to_move, over.steps_due) == (Point(10, -1), None, 0)
    assert over.legal_directions() == ()
    assert {refused(over, direction) for direction in range(8)} == {Refusal.GAME_OVER}


# ------------------------------------------------------------------------------------ a turn


def test_a_turn_is_exactly_three_segments():
    """After the third the opponent draws; two are too few, four too many."""
    assert played(SMALL, "012").to_move is SECOND
    with pytest.raises(IllegalTurnError) as caught:
        Game(SMALL).play("01")
    assert (caught.value.at, caught.value.refusal) == (2, Refusal.INCOMPLETE)
    with pytest.raises(IllegalTurnError) as caught:
        Game(SMALL).play("0123")
    assert (caught.value.at, caught.value.refusal) == (3, Refusal.TOO_LONG)


def test_an_unfinished_turn_counts_its_segments():
    """It is an ordinary position in which the same player is still to draw."""
    position = played(SMALL, "0")
    assert position.to_move is FIRST
    assert position.steps_due == 2
    assert position.progress() == ("segments drawn: 1",)
    assert SMALL.start().effect(0) is Effect.CONTINUES


def test_a_turn_is_shorter_if_it_enters_a_goal():
    """The first or the second segment may be the last."""
    assert at(10, 26).effect(4) is Effect.WINS
    assert at(10, 25).after(4).effect(4) is Effect.WINS


def test_only_segments_from_which_the_turn_can_be_completed_are_legal():
    """The corner is a dead end: it is only good for a third segment."""
    walled_up = line(1, 0, "2"), line(0, 1, "4")
    assert refused(at(1, 1, *walled_up), 7) is Refusal.NOT_COMPLETABLE
    second = at(1, 1, *walled_up, progress=["segments drawn: 1"])
    assert refused(second, 7) is Refusal.NOT_COMPLETABLE
    third = at(1, 1, *walled_up, progress=["segments drawn: 2"])
    assert third.refusal(7) is None


@pytest.mark.parametrize("y", [0, 26])
def test_a_goal_at_either_end_completes_a_turn(y):
    """So a segment to the goal mouth is legal, with nothing else to go on to, the own goal too."""
    inwards = 1 if y == 0 else -1
    around = line(8, y, "2"), line(11, y, "2"), line(9, y + inwards, "22")
    ball = at(10, y + inwards, *around)
    assert ball.refusal(0 if y == 0 else 4) is None


# ------------------------------------------------------------------------- locked, penalties


def test_a_player_who_traps_the_opponent_takes_a_penalty_in_the_same_turn():
    """After the third segment no ordinary turn can be completed from where the ball is."""
    position = played(SMALL, *TRAP)
    assert position.to_move is FIRST
    assert (position.next_step, position.steps_due) == (StepKind.PENALTY, 1)
    assert position.legal_directions() == (0, 1, 2, 3, 4, 5, 6, 7)
    assert played(SMALL, "433", "107", "63").effect(4) is Effect.CONTINUES


def test_the_turn_with_a_penalty_has_a_dot_before_it():
    """`634.5`: three segments, and a penalty down and left."""
    game = Game(SMALL).play_all(["433", "107", "634.5"])
    trap = game.history[-1]
    assert [step.kind for step in trap.steps] == [StepKind.SEGMENT] * 3 + [StepKind.PENALTY]
    assert trap.steps[-1].path == tuple(Point(12 - n, 15 + n) for n in range(7))
    assert game.position.ball == Point(6, 21)
    assert game.to_move is SECOND
    assert game.position.next_step is StepKind.SEGMENT


def test_a_turn_may_not_stop_while_a_penalty_is_due():
    """Nor is a penalty to be had where none is due."""
    game = Game(SMALL).play_all(["433", "107"])
    with pytest.raises(IllegalTurnError) as caught:
        game.play("634")
    assert (caught.value.at, caught.value.refusal) == (3, Refusal.INCOMPLETE)
    with pytest.raises(IllegalTurnError) as caught:
        game.play("000.1")
    assert (caught.value.at, caught.value.refusal) == (3, Refusal.TOO_LONG)


def test_a_penalty_is_a_straight_line_of_six_steps():
    """It crosses and retraces lines, and ends on a touched point."""
    in_the_way = line(7, 4, "2222"), line(5, 4, "3"), line(10, 5, "2"), ring(4, 5)
    position = at(4, 5, *in_the_way)
    assert position.next_step is StepKind.PENALTY
    after = position.after(2)
    assert after.ball == Point(10, 5)
    assert after.drawn_segments() >= set(line(4, 5, "222222"))


def test_the_lines_of_a_penalty_count_as_drawn():
    """Their points are touched and their diagonals cannot be crossed."""
    after = at(4, 5, ring(4, 5)).after(3)
    on = SMALL.position_of(after.drawn_segments(), Point(7, 7), SECOND)
    assert refused(on, 4) is Refusal.TOUCHED
    assert refused(on, 6) is Refusal.TOUCHED
    assert refused(on, 5) is Refusal.CROSSES


def test_a_penalty_may_not_leave_the_field():
    """A direction without room for six steps is not available."""
    position = at(2, 5, ring(2, 5))
    assert position.legal_directions() == (2, 3, 4)
    assert refused(position, 0) is Refusal.OUTSIDE
    assert position.path(0)[-1] == Point(2, -1)


@pytest.mark.parametrize(
    ("x", "y", "direction", "steps"),
    [(10, 3, 0, 4), (9, 5, 0, 6), (5, 3, 1, 4), (13, 2, 7, 3), (12, 3, 7, 4), (14, 4, 7, 5)],
)
def test_a_penalty_through_a_goal_line_is_a_goal(x, y, direction, steps):
    """Straight or diagonally as a segment enters; the game ends there."""
    position = at(x, y, ring(x, y), mover=SECOND)
    over = position.after(direction)
    assert over.outcome == Outcome(SECOND, Reason.GOAL)
    assert over.ball == Point(x, y).towards(direction, steps)
    assert position.path(direction)[-1] == over.ball
    assert len(position.path(direction)) == steps + 1


@pytest.mark.parametrize(("x", "y", "direction"), [(8, 3, 0), (12, 3, 0), (4, 3, 1), (15, 2, 7)])
def test_a_penalty_past_the_goal_leaves_the_field(x, y, direction):
    """Straight at a post, or across a corner."""
    assert refused(at(x, y, ring(x, y)), direction) is Refusal.OUTSIDE


def test_a_penalty_into_the_own_goal_loses():
    """It is an own goal as any other."""
    assert at(10, 3, ring(10, 3)).effect(0) is Effect.LOSES


def test_the_turn_passes_when_the_ball_is_no_longer_locked():
    """One penalty is then enough."""
    assert at(10, 13, ring(10, 13)).effect(2) is Effect.PASSES
    assert at(10, 13, ring(10, 13)).after(2).progress() == ("turns passed: 1",)


def test_the_same_player_takes_another_penalty_while_the_ball_stays_locked():
    """From one ring into another."""
    position = at(4, 13, ring(4, 13), ring(10, 13))
    assert position.effect(2) is Effect.CONTINUES
    assert position.after(2).progress() == ("penalty due", "penalties drawn: 1")


def test_after_the_sixth_penalty_the_opponent_goes_on_with_penalties():
    """Six in a row at most; the opponent's whole turn then consists of penalties, up to six."""
    position = at(4, 13, ring(4, 13), ring(10, 13))
    position, _ = draw_steps(position, ".2.6.2.6.2")
    assert (position.to_move, position.progress()[-1]) == (FIRST, "penalties drawn: 5")
    position = position.after(6)
    assert position.to_move is SECOND
    assert position.next_step is StepKind.PENALTY
    assert position.progress() == ("penalty due", "turns passed: 1")
    sixth, drawn = draw_steps(position, ".2.6.2.6.2.6")
    assert len(drawn.steps) == 6
    assert sixth.to_move is FIRST
    free = position.after(4)
    assert (free.to_move, free.next_step) == (FIRST, StepKind.SEGMENT)


def test_a_turn_that_begins_in_a_locked_position_moves_by_penalties():
    """However the ball came there; the turn starts with a dot."""
    position = at(4, 13, ring(4, 13), mover=SECOND)
    assert position.to_move is SECOND
    assert position.write_step(2) == ".2"
    assert position.read_steps(".2") == (2,)
    with pytest.raises(InvalidTurnError):
        position.read_steps("222")


# ----------------------------------------------------------------------------------- the end


def test_at_300_turns_without_a_goal_the_game_is_a_draw():
    """The turn that passes for the 300th time ends it, by a segment or by a penalty."""
    last = ["segments drawn: 2", "turns passed: 299"]
    position = at(10, 13, mover=SECOND, progress=last)
    assert position.effect(0) is Effect.DRAWS
    over = position.after(0)
    assert over.outcome == Outcome(None, Reason.TURN_LIMIT)
    assert (over.to_move, over.legal_directions()) == (None, ())
    assert refused(over, 0) is Refusal.GAME_OVER
    locked = at(4, 13, ring(4, 13), mover=SECOND, progress=["turns passed: 299"])
    assert locked.effect(2) is Effect.DRAWS


def test_the_299th_turn_is_not_the_last():
    """One more is played."""
    position = at(10, 13, progress=["segments drawn: 2", "turns passed: 298"])
    assert position.effect(0) is Effect.PASSES


def test_a_goal_in_the_last_turn_still_counts():
    """There is no draw with a goal."""
    position = at(10, 0, mover=SECOND, progress=["turns passed: 299"])
    assert position.effect(0) is Effect.WINS


def test_how_the_last_turn_came_to_a_goal_is_no_part_of_the_end():
    """The same lines, ball and mover are the same position, whatever was drawn in that turn."""
    one = at(10, 26, progress=["segments drawn: 1"]).after(4)
    other = at(10, 26, progress=["segments drawn: 2"]).after(4)
    assert one == other


# -------------------------------------------------------------------------------- the record


@pytest.mark.parametrize("typed", ["634.5", "6345", "6 3 4 .5", "w se s sw", "W SE S .SW", "←↘↓↙"])
def test_a_turn_with_a_penalty_is_typed_with_or_without_its_dot(typed):
    """It is written with it."""
    position = played(SMALL, "433", "107")
    assert read_turn(typed, position) == "634.5"
    assert write_digits(position, [6, 3, 4, 5]) == "634.5"


def test_a_turn_with_a_penalty_is_written_in_every_form():
    """The dot stays before the penalty."""
    assert write_compass("634.5") == "w se s .sw"
    assert write_arrows(".2.2") == ".→.→"


@pytest.mark.parametrize(
    ("turn", "at"),
    [
        ("", 0),
        (".5", 0),
        ("63.4", 2),
        ("634.", 4),
        ("634..5", 4),
        ("634.8", 4),
        ("634.56", 5),
        ("6345", 3),
        ("63x", 2),
        ("63\N{ARABIC-INDIC DIGIT ZERO}", 2),
    ],
)
def test_a_wrong_dot_or_digit_is_told_by_its_place(turn, at):
    """A turn is written in one way only."""
    with pytest.raises(InvalidTurnError) as caught:
        Game(SMALL).play_all(["433", "107"]).play(turn)
    assert (caught.value.text, caught.value.at) == (turn, at)


@pytest.mark.parametrize(
    ("drawn", "rest"), [("6", "34.5"), ("63", "4.5"), ("634", ".5"), ("63", "4")]
)
def test_the_rest_of_a_begun_turn_can_be_read(drawn, rest):
    """Its dots stand where they would in the whole turn."""
    position = played(SMALL, "433", "107", drawn)
    assert position.read_steps(rest) == tuple(int(digit) for digit in rest.replace(".", ""))


@pytest.mark.parametrize(("drawn", "rest"), [("6", "3.4"), ("634", "5"), ("63", ".4")])
def test_the_rest_of_a_begun_turn_has_its_dots_where_they_belong(drawn, rest):
    """Before penalties and nowhere else."""
    with pytest.raises(InvalidTurnError):
        played(SMALL, "433", "107", drawn).read_steps(rest)


@pytest.mark.parametrize("turn", ["012", ".2", "634.5"])
def test_after_the_end_any_turn_is_refused_by_the_end(turn):
    """With or without dots."""
    with pytest.raises(IllegalTurnError) as caught:
        draw_steps(at(10, 26).after(4), turn)
    assert caught.value.refusal is Refusal.GAME_OVER


# ------------------------------------------------------------------- positions as plain values


def test_a_position_survives_pickling():
    """The computer's process works on the same value."""
    position = played(SMALL, *TRAP)
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    ("segment", "problem"),
    [
        (Segment(Point(0, 0), Point(2, 2)), "no neighbours"),
        (Segment(Point(2, 2), Point(2, 2)), "no neighbours"),
        (Segment(Point(-1, 0), Point(0, 0)), "outside"),
        (Segment(Point(8, -1), Point(8, 0)), "outside"),
        (Segment(Point(9, -1), Point(10, -1)), "outside"),
        (Segment(Point(7, 0), Point(8, -1)), "outside"),
    ],
)
def test_a_position_has_only_lines_that_can_be_drawn(segment, problem):
    """A line that no player could ever draw is refused by name."""
    with pytest.raises(InvalidPositionError, match=problem) as caught:
        SMALL.position_of([segment], Point(2, 2), FIRST)
    assert caught.value.segment == segment


def test_a_position_may_have_crossings():
    """Penalties make them."""
    crossed = at(10, 13, line(5, 5, "3"), line(5, 6, "1"))
    assert len(crossed.drawn_segments()) == 2


def test_a_position_has_its_ball_on_the_field():
    """A ball elsewhere is no position."""
    with pytest.raises(InvalidPositionError, match="off the field"):
        at(7, -1)


@pytest.mark.parametrize(
    "progress",
    [
        ["tired"],
        ["penalty due"],
        ["segments drawn: 3"],
        ["segments drawn: 4"],
        ["segments drawn: 0"],
        ["segments drawn: 01"],
        ["penalties drawn: 1"],
        ["turns passed: 301"],
        ["turns passed: " + "9" * 5000],
        ["turns passed: 300", "segments drawn: 1"],
        ["turns passed: 2", "segments drawn: 1"],
        ["segments drawn: 1", "segments drawn: 2"],
    ],
)
def test_a_turn_cannot_be_further_than_the_lines_allow(progress):
    """What a position says of its progress must be so, in its order."""
    with pytest.raises(InvalidPositionError, match="not so in this position"):
        at(10, 13, progress=progress)


def test_in_a_locked_position_an_unfinished_turn_is_none():
    """After one or two segments the turn could have been completed."""
    with pytest.raises(InvalidPositionError, match="not so"):
        at(10, 13, ring(10, 13), progress=["segments drawn: 1"])


def test_that_a_penalty_is_due_need_not_be_said():
    """It follows from the lines and the ball."""
    assert at(10, 13, ring(10, 13)).progress() == ("penalty due",)
    assert at(10, 13, ring(10, 13), progress=["penalty due"]) == at(10, 13, ring(10, 13))


def test_another_field_is_another_game():
    """Rulesets are values, equal by their field; the position knows its own."""
    assert len({Gridball(), Gridball(Field.SMALL), Gridball(Field.CLASSIC)}) == 2
    assert Gridball(Field.CLASSIC).start().ruleset == Gridball(Field.CLASSIC)
