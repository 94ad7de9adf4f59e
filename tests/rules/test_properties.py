"""What is true of every game, under every combination of the options."""

import pickle
from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Direction,
    Effect,
    Game,
    IllegalStepError,
    Outcome,
    Point,
    Position,
    Refusal,
    Segment,
    draw_steps,
)
from tests.rules.walks import (
    Walk,
    any_walks,
    gridball_walks,
    mover_of,
    other,
    rulesets,
    walks,
)


@given(any_walks())
def test_a_replay_is_the_position(walk: Walk[Position]):
    """Turns are all that must be stored: they rebuild the position, an unfinished turn too."""
    game = Game(walk.last.ruleset, walk.turns)
    position = draw_steps(game.position, walk.partial)[0] if walk.partial else game.position
    assert position == walk.last
    assert game == Game(walk.last.ruleset).play_all(walk.turns)


@given(any_walks())
def test_history_is_what_was_drawn(walk: Walk[Position]):
    """Its paths are the drawn lines, end to end from the centre to the ball."""
    game = Game(walk.last.ruleset, walk.turns)
    paths = [step.path for turn in game.history for step in turn.steps]
    points = [path[0] for path in paths] + [game.position.ball]
    assert points[0] == game.ruleset.pitch.centre
    assert all(path[-1] == point for path, point in zip(paths, points[1:], strict=True))
    lines = {Segment.between(*ends) for path in paths for ends in pairwise(path)}
    assert lines == game.position.drawn_segments()


@given(any_walks())
def test_every_direction_is_legal_or_refused(walk: Walk[Position]):
    """The list, the refusal and drawing it agree about each of the eight."""
    for position in walk.latest:
        legal = position.legal_directions()
        assert list(legal) == sorted(set(legal))
        for direction in range(8):
            assert (position.refusal(direction) is None) is (direction in legal)
            assert drawn(position, direction) is position.refusal(direction)


@given(any_walks())
def test_an_effect_is_what_happens(walk: Walk[Position]):
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


@given(any_walks())
def test_a_game_ends_exactly_when_nothing_can_be_drawn(walk: Walk[Position]):
    """Outcome, who is to draw and the legal directions never contradict each other."""
    for position in walk.positions:
        over = position.outcome is not None
        assert over is (position.to_move is None)
        assert over is (position.legal_directions() == ())
        assert over is all(
            position.refusal(direction) is Refusal.GAME_OVER for direction in range(8)
        )


@given(any_walks())
def test_a_position_is_made_again_of_its_parts(walk: Walk[Position]):
    """Lines, ball, mover and progress are all that there is to a position."""
    for position in walk.latest:
        again = position.ruleset.position_of(
            position.drawn_segments(), position.ball, mover_of(position), position.progress()
        )
        assert again == position
        assert hash(again) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position


@given(any_walks())
def test_a_turn_takes_at_least_the_steps_that_are_due(walk: Walk[Position]):
    """Unless the game ends, and only then, it passes sooner; nothing is due after the end."""
    for before, after in pairwise(walk.positions):
        if before.to_move is after.to_move:
            assert after.steps_due >= max(1, before.steps_due - 1)
        elif after.outcome is None:
            assert before.steps_due == 1
        else:
            assert after.steps_due == 0


@given(any_walks())
def test_half_a_turn_of_the_paper_exchanges_the_players(walk: Walk[Position]):
    """A position turned by 180° with the players exchanged is the same position for the other.

    The same holds for each step: turning and drawing can be done in either order.
    """

    def turned(position: Position) -> Position:
        pitch = position.ruleset.pitch
        return position.ruleset.position_of(
            mapped(position, lambda point: Point(pitch.width - point.x, pitch.height - point.y)),
            Point(pitch.width - position.ball.x, pitch.height - position.ball.y),
            mover_of(position).opponent,
            position.progress(),
        )

    for position in walk.latest:
        image = turned(position)
        assert_same_for(position, image, lambda direction: (direction + 4) % 8)
        assert image.outcome == opposite_outcome(position.outcome)
        for direction in position.legal_directions():
            assert image.after((direction + 4) % 8) == turned(position.after(direction))


@given(st.one_of(walks(rulesets(st.just(2))), gridball_walks()))
def test_a_game_in_the_mirror_is_the_same_game(walk: Walk[Position]):
    """With a goal that is centred, left and right can be exchanged from the first turn on.

    (An odd goal is not centred: there the paper can only be turned.)
    """
    ruleset = walk.last.ruleset
    width = ruleset.pitch.width

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


def drawn(position: Position, direction: Direction) -> Refusal | None:
    """Why drawing a direction raises; None if it does not."""
    try:
        position.after(direction)
    except IllegalStepError as error:
        return error.refusal
    return None


def assert_same_for(
    position: Position,
    image: Position,
    turn: Callable[[Direction], Direction],
) -> None:
    """Each direction is refused, or not, for the same reason as its image."""
    for direction in range(8):
        assert image.refusal(turn(direction)) is position.refusal(direction)


def mapped(position: Position, move: Callable[[Point], Point]) -> frozenset[Segment]:
    """The drawn lines with each point moved."""
    return frozenset(Segment.between(move(a), move(b)) for a, b in position.drawn_segments())


def opposite_outcome(outcome: Outcome | None) -> Outcome | None:
    return outcome and Outcome(other(outcome.winner), outcome.reason)
