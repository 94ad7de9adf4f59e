"""Every game of Gridball follows its rules as they are written, traps and penalties too."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given

from rules import Outcome, Player, Point, Position, Reason, Refusal, Segment, StepKind
from rules.gridball import GridballPosition
from tests.rules.walks import Walk, gridball_walks


@given(gridball_walks())
def test_refusals_follow_the_rules_as_written(walk: Walk[GridballPosition]):
    """Each direction is judged as in the rules, with sets of lines and points."""
    for position in walk.latest:
        for direction in range(8):
            assert position.refusal(direction) is refusal_as_written(position, direction)


@given(gridball_walks())
def test_a_penalty_is_due_exactly_in_a_locked_position(walk: Walk[GridballPosition]):
    """At the beginning of a turn and after its third segment; in between the turn can go on."""
    drawn = 0
    for before, after in pairwise(walk.positions):
        drawn = drawn + 1 if before.to_move is after.to_move else 0
        if after.outcome is None:
            may_be_locked = drawn == 0 or drawn >= 3 or before.next_step is StepKind.PENALTY
            locked = not completable(after.drawn_segments(), after.ball, after, left=3)
            assert (after.next_step is StepKind.PENALTY) is (may_be_locked and locked)


@given(gridball_walks())
def test_turns_pass_as_the_rules_say(walk: Walk[GridballPosition]):
    """After three segments or a penalty, unless the ball is locked; after six it passes anyway."""
    segments = penalties = 0
    for before, after in pairwise(walk.positions):
        if before.next_step is StepKind.PENALTY:
            penalties += 1
        else:
            segments += 1
        if after.outcome is not None:
            assert after.outcome == goal_as_written(before, after.ball)
            continue
        locked = after.next_step is StepKind.PENALTY
        again = penalties < 6 if locked else 0 < segments < 3 and not penalties
        assert (after.to_move is before.to_move) is again
        if not again:
            segments = penalties = 0


@given(gridball_walks())
def test_a_penalty_is_six_steps_in_a_straight_line(walk: Walk[GridballPosition]):
    """Or fewer into a goal; a segment is one step."""
    for before, step, after in zip(walk.positions, walk.steps, walk.positions[1:], strict=False):
        path = before.path(step)
        assert (path[0], path[-1]) == (before.ball, after.ball)
        assert path == tuple(before.ball.towards(step, length) for length in range(len(path)))
        if before.next_step is StepKind.SEGMENT:
            assert len(path) == 2
        elif after.outcome is None:
            assert len(path) == 7
        new = after.drawn_segments() - before.drawn_segments()
        assert new <= {Segment.between(*ends) for ends in pairwise(path)}


# --------------------------------------------------------------------------- said another way

Lines = frozenset[Segment]


def refusal_as_written(position: Position, direction: int) -> Refusal | None:
    """Sections 3.2 and 3.3 of the rules, read line by line."""
    start, end = position.ball, position.ball.towards(direction)
    lines = position.drawn_segments()
    if position.outcome is not None:
        return Refusal.GAME_OVER
    if position.next_step is StepKind.PENALTY:
        return None if penalty_stays(position, direction) else Refusal.OUTSIDE
    if scores(position, start, end):
        return None
    if not on_field(position, end):
        return Refusal.OUTSIDE
    if end in points_of(lines, start):
        return Refusal.TOUCHED
    if crossing(start, end) in lines:
        return Refusal.CROSSES
    left = position.steps_due - 1
    if not completable(lines | {Segment.between(start, end)}, end, position, left=left):
        return Refusal.NOT_COMPLETABLE
    return None


def completable(lines: Lines, ball: Point, position: Position, *, left: int) -> bool:
    """Whether the turn can be completed with so many segments, or with fewer into a goal."""
    if left == 0:
        return True
    return any(
        scores(position, ball, end)
        or completable(lines | {Segment.between(ball, end)}, end, position, left=left - 1)
        for end in open_ends(lines, ball, position)
    )


def open_ends(lines: Lines, ball: Point, position: Position) -> Iterator[Point]:
    touched = points_of(lines, ball)
    for direction in range(8):
        end = ball.towards(direction)
        if scores(position, ball, end) or (
            on_field(position, end) and end not in touched and crossing(ball, end) not in lines
        ):
            yield end


def penalty_stays(position: Position, direction: int) -> bool:
    for start, end in pairwise(position.ball.towards(direction, steps) for steps in range(7)):
        if scores(position, start, end):
            return True
        if not on_field(position, end):
            return False
    return True


def points_of(lines: Lines, ball: Point) -> set[Point]:
    """The touched points; the ball's own is touched as soon as it is left."""
    return {point for line in lines for point in line} | {ball}


def crossing(start: Point, end: Point) -> Segment | None:
    """The other diagonal of the square."""
    if start.x == end.x or start.y == end.y:
        return None
    return Segment.between(Point(start.x, end.y), Point(end.x, start.y))


def on_field(position: Position, point: Point) -> bool:
    pitch = position.ruleset.pitch
    return 0 <= point.x <= pitch.width and 0 <= point.y <= pitch.height


def scores(position: Position, start: Point, end: Point) -> bool:
    """Straight from strictly between the posts, or diagonally with both ends within them."""
    pitch = position.ruleset.pitch
    if (start.y, end.y) not in ((0, -1), (pitch.height, pitch.height + 1)):
        return False
    middle = pitch.width // 2
    reach = 1 if start.x == end.x else 2
    return all(middle - reach <= point.x <= middle + reach for point in (start, end))


def goal_as_written(before: Position, ball: Point) -> Outcome:
    """The bottom goal is the first player's to attack, the top goal the second's."""
    scorer = Player.SECOND if ball.y < 0 else Player.FIRST
    return Outcome(scorer, Reason.GOAL if scorer is before.to_move else Reason.OWN_GOAL)
