"""Scenes are made from games, without knowing which game it is."""

import pytest

from renderer import Side, board_scene, empty_scene
from rules import Effect, Game, IllegalTurnError, PaperSoccer, Player, Point
from tests.renderer.boards import ALICE, BOB, OPENING, STANDARD


def test_a_scene_shows_the_game():
    """History, ball, mover and sides of a scene are the game's."""
    game = Game(STANDARD, OPENING)
    shown = board_scene(game, first=ALICE, second=BOB, caption="so far")
    assert shown.history == game.history
    assert shown.draft is None
    assert shown.ball == game.position.ball
    assert shown.to_move is Player.FIRST
    assert (shown.side(Player.FIRST), shown.side(Player.SECOND)) == (ALICE, BOB)
    assert shown.caption == "so far"


def test_a_draft_moves_the_ball_and_the_marks():
    """With a draft, ball and marks are at its end, and the turn is still the drafter's."""
    shown = board_scene(Game(STANDARD, ("0", "3")), draft="6", first=ALICE, second=BOB)
    assert shown.draft is not None
    assert shown.draft.player is Player.FIRST
    assert shown.ball == Point(4, 5)
    assert shown.to_move is Player.FIRST
    assert Point(4, 4) not in {mark.end for mark in shown.marks}
    assert {mark.effect for mark in shown.marks} == {Effect.PASSES}


def test_a_whole_turn_as_a_draft_has_no_marks():
    """A draft that is already a whole turn waits for its player: there is nothing to mark."""
    shown = board_scene(Game(STANDARD), draft="0", first=ALICE, second=BOB)
    assert shown.marks == ()
    assert shown.to_move is Player.FIRST


def test_a_wrong_draft_is_refused():
    """A draft that the rules refuse makes no scene."""
    with pytest.raises(IllegalTurnError):
        board_scene(Game(STANDARD), draft="00", first=ALICE, second=BOB)


def test_a_finished_game_has_nobody_to_move():
    """After the end there is no mover and no mark."""
    game = Game(PaperSoccer(width=4, height=4), ("0", "0", "0"))
    shown = board_scene(game, first=ALICE, second=BOB)
    assert (shown.to_move, shown.marks) == (None, ())


def test_an_empty_pitch_needs_no_players():
    """A challenge's picture has the ball in the centre, nobody to move, and names if known."""
    shown = empty_scene(STANDARD, ALICE)
    assert (shown.history, shown.draft, shown.marks, shown.to_move) == ((), None, (), None)
    assert shown.ball == STANDARD.pitch.centre
    assert (shown.first, shown.second) == (ALICE, Side(""))
