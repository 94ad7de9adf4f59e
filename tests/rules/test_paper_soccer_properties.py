"""Every game of paper soccer follows its rules as they are written, whatever the options."""

from hypothesis import given

from rules import Bounce, Outcome, OwnGoal, PaperSoccer, Player, Point, Reason, Refusal, Segment
from rules.paper_soccer import PaperSoccerPosition
from tests.rules.walks import Walk, other, walks


@given(walks())
def test_no_segment_is_drawn_twice(walk: Walk[PaperSoccerPosition]):
    """Each step adds one line, and none lies on a wall."""
    counts = [len(position.drawn_segments()) for position in walk.positions]
    assert counts == list(range(len(walk.positions)))
    assert not walk.last.drawn_segments() & walk.last.ruleset.pitch.walls


@given(walks())
def test_refusals_follow_the_rules_as_written(walk: Walk[PaperSoccerPosition]):
    """Each direction is judged as in the rules, with sets of lines and points."""
    for position in walk.latest:
        for direction in range(8):
            assert position.refusal(direction) is refusal_as_written(position, direction)


@given(walks())
def test_turns_pass_as_the_rules_say(walk: Walk[PaperSoccerPosition]):
    """The same player draws again exactly after a bounce."""
    segment_of_turn = 0
    for before, step, after in zip(walk.positions, walk.steps, walk.positions[1:], strict=False):
        segment_of_turn += 1
        again = after.ball in touched(before) and may_bounce(before.ruleset, segment_of_turn)
        if after.outcome is None:
            assert (after.to_move is before.to_move) is again
        elif after.outcome.reason is Reason.BLOCKED:
            loser = before.to_move if again else other(before.to_move)
            assert after.outcome.winner is other(loser)
        else:
            assert after.outcome == goal_as_written(before, after.ball)
        assert before.path(step) == (before.ball, after.ball)
        segment_of_turn *= again


# --------------------------------------------------------------------------- said another way


def touched(position: PaperSoccerPosition) -> set[Point]:
    """The points that make the ball bounce."""
    lines = set(position.drawn_segments())
    if position.ruleset.wall_bounce:
        lines |= position.ruleset.pitch.walls
    return {point for line in lines for point in line}


def may_bounce(ruleset: PaperSoccer, segment_of_turn: int) -> bool:
    """Whether the n-th segment of a turn can bounce."""
    most = {Bounce.UNLIMITED: 1_000, Bounce.ONCE: 1, Bounce.NONE: 0}
    return segment_of_turn <= most[ruleset.bounce]


def goal_as_written(before: PaperSoccerPosition, ball: Point) -> Outcome:
    """The top goal is the first player's to attack, the bottom goal the second's."""
    scorer = Player.FIRST if ball.y < 0 else Player.SECOND
    return Outcome(scorer, Reason.GOAL if scorer is before.to_move else Reason.OWN_GOAL)


def refusal_as_written(position: PaperSoccerPosition, direction: int) -> Refusal | None:
    """Section 2.2 of the rules, read line by line."""
    ruleset, start = position.ruleset, position.ball
    end = start.towards(direction)
    line = Segment.between(start, end)
    if position.outcome is not None:
        return Refusal.GAME_OVER
    if not stays_inside(ruleset, start, end):
        return Refusal.OUTSIDE
    if line in ruleset.pitch.walls:
        return Refusal.WALL
    if line in position.drawn_segments():
        return Refusal.DRAWN
    crossing = Segment.between(Point(start.x, end.y), Point(end.x, start.y))
    if not ruleset.crossing_diagonals and direction % 2 and crossing in position.drawn_segments():
        return Refusal.CROSSES
    own = ruleset.height + 1 if position.to_move is Player.FIRST else -1
    if ruleset.own_goal is OwnGoal.FORBIDDEN and end.y == own:
        return Refusal.OWN_GOAL_FORBIDDEN
    return None


def stays_inside(ruleset: PaperSoccer, start: Point, end: Point) -> bool:
    """On the rectangle, or between the posts, posts included, into a notch."""
    if 0 <= end.y <= ruleset.height:
        return 0 <= end.x <= ruleset.width
    width, goal = ruleset.width, ruleset.goal_width
    if goal == 2:
        left, right = width // 2 - 1, width // 2 + 1
    elif end.y < 0:
        left, right = (width - goal - 1) // 2, (width + goal - 1) // 2
    else:
        left, right = (width - goal + 1) // 2, (width + goal + 1) // 2
    return left <= start.x <= right and left <= end.x <= right
