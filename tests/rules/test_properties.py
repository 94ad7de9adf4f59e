"""What is true of every game under every combination of the options."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Bounce,
    Direction,
    Effect,
    Game,
    IllegalStepError,
    Outcome,
    OwnGoal,
    PaperSoccer,
    Player,
    Point,
    Reason,
    Refusal,
    Segment,
    draw_steps,
)
from rules.paper_soccer import PaperSoccerPosition
from tests.rules.walks import Walk, other, rulesets, walks


@given(walks())
def test_a_replay_is_the_position(walk: Walk):
    """Turns are all that must be stored: they rebuild the position, an unfinished turn too."""
    game = Game(walk.last.ruleset, walk.turns)
    position = draw_steps(game.position, walk.partial)[0] if walk.partial else game.position
    assert position == walk.last
    assert game == Game(walk.last.ruleset).play_all(walk.turns)


@given(walks())
def test_history_is_what_was_drawn(walk: Walk):
    """Its paths are the drawn lines, end to end from the centre to the ball."""
    game = Game(walk.last.ruleset, walk.turns)
    paths = [step.path for turn in game.history for step in turn.steps]
    points = [path[0] for path in paths] + [game.position.ball]
    assert points[0] == game.ruleset.pitch.centre
    assert all(path[-1] == point for path, point in zip(paths, points[1:], strict=True))
    assert {Segment.between(*path) for path in paths} == game.position.drawn_segments()


@given(walks())
def test_no_segment_is_drawn_twice(walk: Walk):
    """Each step adds one line, and none lies on a wall."""
    counts = [len(position.drawn_segments()) for position in walk.positions]
    assert counts == list(range(len(walk.positions)))
    assert not walk.last.drawn_segments() & walk.last.ruleset.pitch.walls


@given(walks())
def test_every_direction_is_legal_or_refused(walk: Walk):
    """The list, the refusal and drawing it agree about each of the eight."""
    for position in walk.latest:
        legal = position.legal_directions()
        assert list(legal) == sorted(set(legal))
        for direction in range(8):
            assert (position.refusal(direction) is None) is (direction in legal)
            assert drawn(position, direction) is position.refusal(direction)


@given(walks())
def test_refusals_follow_the_rules_as_written(walk: Walk):
    """Each direction is judged as in the rules, with sets of lines and points."""
    for position in walk.latest:
        for direction in range(8):
            assert position.refusal(direction) is refusal_as_written(position, direction)


@given(walks())
def test_turns_pass_as_the_rules_say(walk: Walk):
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


@given(walks())
def test_an_effect_is_what_happens(walk: Walk):
    """What the pad and the picture promise for a direction is what drawing it does."""
    for position in walk.latest:
        for direction in position.legal_directions():
            after = position.after(direction)
            effect = position.effect(direction)
            if after.outcome is None:
                stays = after.to_move is position.to_move
                assert effect is (Effect.CONTINUES if stays else Effect.PASSES)
            else:
                won = after.outcome.winner is position.to_move
                assert effect is (Effect.WINS if won else Effect.LOSES)


@given(walks())
def test_a_game_ends_exactly_when_nothing_can_be_drawn(walk: Walk):
    """Outcome, who is to draw and the legal directions never contradict each other."""
    for position in walk.positions:
        over = position.outcome is not None
        assert over is (position.to_move is None)
        assert over is (position.legal_directions() == ())
        assert over is all(
            position.refusal(direction) is Refusal.GAME_OVER for direction in range(8)
        )


@given(walks())
def test_a_position_is_made_again_of_its_parts(walk: Walk):
    """Lines, ball, mover and progress are all that there is to a position."""
    for position in walk.latest:
        again = position.ruleset.position_of(
            position.drawn_segments(), position.ball, position.mover, position.progress()
        )
        assert again == position
        assert hash(again) == hash(position)


@given(walks())
def test_half_a_turn_of_the_paper_exchanges_the_players(walk: Walk):
    """A position turned by 180° with the players exchanged is the same position for the other.

    The same holds for each step: turning and drawing can be done in either order.
    """

    def turned(position: PaperSoccerPosition) -> PaperSoccerPosition:
        pitch = position.ruleset.pitch
        return position.ruleset.position_of(
            mapped(position, lambda point: Point(pitch.width - point.x, pitch.height - point.y)),
            Point(pitch.width - position.ball.x, pitch.height - position.ball.y),
            position.mover.opponent,
            position.progress(),
        )

    for position in walk.latest:
        image = turned(position)
        assert_same_for(position, image, lambda direction: (direction + 4) % 8)
        assert image.outcome == opposite_outcome(position.outcome)
        for direction in position.legal_directions():
            assert image.after((direction + 4) % 8) == turned(position.after(direction))


@given(walks(rulesets(st.just(2))))
def test_a_game_in_the_mirror_is_the_same_game(walk: Walk):
    """With a goal that is centred, left and right can be exchanged from the first turn on.

    (An odd goal is not centred: there the paper can only be turned.)
    """
    ruleset = walk.last.ruleset
    width = ruleset.width

    def mirrored(direction: Direction) -> Direction:
        return -direction % 8

    image = ruleset.start()
    for step in walk.steps:
        image = image.after(mirrored(step))
    assert_same_for(walk.last, image, mirrored)
    assert image.ball == Point(width - walk.last.ball.x, walk.last.ball.y)
    assert image.drawn_segments() == mapped(walk.last, lambda p: Point(width - p.x, p.y))
    assert image.to_move is walk.last.to_move
    assert image.outcome == walk.last.outcome


# --------------------------------------------------------------------------- said another way


def drawn(position: PaperSoccerPosition, direction: Direction) -> Refusal | None:
    """Why drawing a direction raises; None if it does not."""
    try:
        position.after(direction)
    except IllegalStepError as error:
        return error.refusal
    return None


def assert_same_for(
    position: PaperSoccerPosition,
    image: PaperSoccerPosition,
    turn: Callable[[Direction], Direction],
) -> None:
    """Each direction is refused, or not, for the same reason as its image."""
    for direction in range(8):
        assert image.refusal(turn(direction)) is position.refusal(direction)


def mapped(position: PaperSoccerPosition, move: Callable[[Point], Point]) -> frozenset[Segment]:
    """The drawn lines with each point moved."""
    return frozenset(Segment.between(move(a), move(b)) for a, b in position.drawn_segments())


def opposite_outcome(outcome: Outcome | None) -> Outcome | None:
    return outcome and Outcome(other(outcome.winner), outcome.reason)


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


def refusal_as_written(position: PaperSoccerPosition, direction: Direction) -> Refusal | None:
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
