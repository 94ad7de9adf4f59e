"""A game is a value: playing gives a new one, and a refused turn changes nothing."""

import dataclasses

import pytest

from rules import (
    Bounce,
    Game,
    IllegalTurnError,
    InvalidTurnError,
    Outcome,
    PaperSoccer,
    Player,
    Point,
    Reason,
    Refusal,
    RulesError,
    StepKind,
    draw_steps,
)
from tests.rules.walks import TINY


def refused(game: Game, turn: str) -> IllegalTurnError:
    """The error with which a turn is refused."""
    with pytest.raises(IllegalTurnError) as caught:
        game.play(turn)
    return caught.value


def test_playing_returns_a_new_game():
    """The old one stays as it was."""
    before = Game(TINY)
    after = before.play("1")
    assert before.turns == ()
    assert before.to_move is Player.FIRST
    assert after.turns == ("1",)
    assert after.to_move is Player.SECOND


def test_a_game_cannot_be_changed():
    """It is frozen."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Game(TINY).turns = ("1",)  # type: ignore[misc]


def test_games_are_equal_by_their_rules_and_turns():
    """However they came about; they can be keys, and their repr makes them again."""
    played, made = Game(TINY).play("0").play("753"), Game(TINY, ("0", "753"))
    assert played == made
    assert hash(played) == hash(made)
    assert played.position == made.position
    assert played.history == made.history
    assert played != Game(PaperSoccer(), ("0",))
    assert "turns=('0', '753')" in repr(played)


def test_a_game_that_was_made_of_an_illegal_turn_is_refused():
    """A record that is wrong makes no game."""
    with pytest.raises(IllegalTurnError) as caught:
        Game(TINY, ("1", "5"))
    assert caught.value.turn == "5"


def test_history_tells_who_drew_what():
    """Each turn has its player, its text and its steps with the points that the ball passed."""
    first, second = Game(TINY).play_all(["0", "753"]).history
    assert (first.player, first.text) == (Player.FIRST, "0")
    assert (second.player, second.text) == (Player.SECOND, "753")
    assert [step.path for step in second.steps] == [
        (Point(2, 1), Point(1, 0)),
        (Point(1, 0), Point(0, 1)),
        (Point(0, 1), Point(1, 2)),
    ]
    assert second.steps[-1].end == Point(1, 2)
    assert {step.kind for step in second.steps} == {StepKind.SEGMENT}


def test_the_beginning_of_a_turn_can_be_drawn():
    """A draft is an ordinary position in which the same player is still to draw."""
    position, drawn = draw_steps(Game(TINY).play("0").position, "7")
    assert position.to_move is Player.SECOND
    assert drawn.text == "7"


def test_an_outcome_is_the_positions():
    """None while the game goes on."""
    game = Game(TINY).play_all(["4", "53"])
    assert Game(TINY).outcome is None
    assert game.outcome == Outcome(Player.SECOND, Reason.GOAL)
    assert game.to_move is None


@pytest.mark.parametrize(
    ("turn", "at"),
    [
        ("", 0),
        ("8", 0),
        ("7x", 1),
        ("7 5", 1),
        (".7", 0),
        ("7\N{ARABIC-INDIC DIGIT ZERO}", 1),
        ("\N{FULLWIDTH DIGIT SEVEN}", 0),
    ],
)
def test_what_is_no_turn_is_told_by_its_first_wrong_character(turn, at):
    """The text is kept as it came."""
    with pytest.raises(InvalidTurnError) as caught:
        Game(TINY).play("0").play(turn)
    assert (caught.value.text, caught.value.at) == (turn, at)
    assert caught.value.refusal is Refusal.BAD_NOTATION


@pytest.mark.parametrize(
    ("turn", "at", "refusal"),
    [
        ("4", 0, Refusal.DRAWN),
        ("77", 1, Refusal.OUTSIDE),
        ("76", 1, Refusal.WALL),
        ("7", 1, Refusal.INCOMPLETE),
        ("75", 2, Refusal.INCOMPLETE),
        ("755", 2, Refusal.OUTSIDE),
        ("22", 1, Refusal.TOO_LONG),
    ],
)
def test_an_illegal_turn_is_told_by_the_step_that_fails(turn, at, refusal):
    """`at` counts the steps; a step that is missing is the one after the last."""
    error = refused(Game(TINY).play("0"), turn)
    assert (error.turn, error.at, error.refusal) == (turn, at, refusal)


def test_a_game_that_is_over_takes_no_turn():
    """Whatever it is, unless it is no turn at all."""
    over = Game(TINY).play_all(["4", "53"])
    assert refused(over, "0").refusal is Refusal.GAME_OVER
    with pytest.raises(InvalidTurnError):
        over.play("x")


def test_the_turn_that_ends_the_game_stops_there():
    """A digit more is too much."""
    assert refused(Game(TINY).play("4"), "530").refusal in (Refusal.TOO_LONG, Refusal.GAME_OVER)


def test_a_refused_turn_draws_nothing():
    """Not even what comes before the step that fails."""
    game = Game(TINY).play("0")
    position = game.position
    refused(game, "76")
    assert game.position == position
    assert game == Game(TINY, ("0",))


def test_every_refusal_is_one_family():
    """Whoever asks need catch only RulesError."""
    for turn in ("x", "4"):
        with pytest.raises(RulesError):
            Game(TINY).play("0").play(turn)


def test_a_turn_may_not_stop_while_the_extra_segment_is_due():
    """With `bounce = once` too, a bounce must be used."""
    once = PaperSoccer(width=4, height=4, bounce=Bounce.ONCE)
    assert refused(Game(once).play("0"), "7").refusal is Refusal.INCOMPLETE
    assert refused(Game(once).play("0"), "753").refusal is Refusal.TOO_LONG
