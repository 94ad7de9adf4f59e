"""What happened in a turn that a newcomer has perhaps never seen."""

import pytest

from matches.hints import Hint, hints_of
from rules import Bounce, Effect, Game, OwnGoal, PaperSoccer, Player, Ruleset, Segment, find_variant

STANDARD = find_variant("standard").ruleset
SMALL = find_variant("small").ruleset
GRIDBALL = find_variant("gridball").ruleset
TRAPPED = ("202", "244", "661")
"""Two turns and the third that traps; what follows them is penalties."""


def hints(ruleset: Ruleset, turns: str, steps: str) -> set[Hint]:
    """The hints of a turn, or of its beginning, after these turns."""
    game = Game(ruleset, tuple(turns.split()))
    return set(hints_of(game.position, steps))


def test_nothing_is_new_in_an_ordinary_turn():
    """A segment to a fresh point has nothing to explain, drawn or not."""
    assert hints(STANDARD, "", "") == set()
    assert hints(STANDARD, "", "0") == set()
    assert hints(STANDARD, "0", "2") == set()


def test_a_bounce_off_a_line():
    """The ball comes to a point where a line ends."""
    assert hints(STANDARD, "0 2", "5") == {Hint.BOUNCE}
    assert hints(STANDARD, "0 2", "56") == {Hint.BOUNCE}


def test_a_bounce_off_a_wall():
    """The wall, or a post, alone touches the point."""
    assert hints(SMALL, "2 2", "2") == {Hint.BOUNCE, Hint.WALL}
    assert hints(SMALL, "0 0 2 0", "0") == {Hint.BOUNCE, Hint.WALL}  # a post


def test_walls_that_do_not_bounce_are_no_bounce():
    """The turn passes at the wall."""
    assert hints(PaperSoccer(width=6, height=8, wall_bounce=False), "2 2", "2") == set()
    assert hints(PaperSoccer(width=6, height=8, bounce=Bounce.NONE), "2 2", "2") == set()


def test_a_dead_end_one_step_ahead():
    """Before a step, and when the turn that runs into it is asked about."""
    assert hints(SMALL, "0 7 6 0", "") == {Hint.DEAD_END}
    assert Hint.DEAD_END in hints(SMALL, "0 7 6 0", dead_end())


def dead_end() -> str:
    """The turn that loses there."""
    game = Game(SMALL, ("0", "7", "6", "0"))
    position = game.position
    [losing] = [d for d in position.legal_directions() if position.effect(d) is Effect.LOSES]
    return str(losing)


def test_a_risk_that_is_gone_is_not_told():
    """Whoever has drawn past it sees no mark of it."""
    assert hints(SMALL, "0 7 6 0", "2") == set()
    assert hints(SMALL, "4 4 4 4", "1") == set()


def test_an_own_goal_one_step_ahead():
    """Only who would lose by it is told, and only if it can be drawn."""
    assert hints(SMALL, "4 4 4 4", "") == {Hint.OWN_GOAL}
    assert Hint.OWN_GOAL not in hints(SMALL, "4 4 4", "")
    forbidden = PaperSoccer(width=6, height=8, own_goal=OwnGoal.FORBIDDEN)
    assert hints(forbidden, "4 4 4 4", "") == set()


def test_a_turn_that_has_passed_says_nothing_of_the_opponents_risks():
    """What the opponent could lose by is the opponent's to be told."""
    assert hints(SMALL, "4 4 4", "4") == set()


def test_a_trap_and_a_penalty():
    """Who traps goes on with a penalty; who begins in a locked position draws penalties alone."""
    game = Game(GRIDBALL, TRAPPED[:2])
    assert set(hints_of(game.position, "661")) == {Hint.TRAP}
    assert set(hints_of(game.position, "661.4")) == {Hint.TRAP}
    assert set(hints_of(game.position, "66")) == set()
    locked = GRIDBALL.position_of(
        draw_lines(),
        game.ruleset.pitch.centre,
        Player.FIRST,
    )
    assert set(hints_of(locked, "")) == {Hint.PENALTY}
    assert set(hints_of(locked, ".4")) == {Hint.PENALTY}


def draw_lines() -> list[Segment]:
    """A ring of touched points around the centre."""
    centre = GRIDBALL.pitch.centre
    ring = [centre.towards(direction) for direction in range(8)]
    return [Segment.between(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]


def test_after_the_end_nothing_is_told():
    """A finished game has no mover."""
    game = Game(SMALL, ("0", "7", "7", "7"))
    assert game.outcome is not None
    assert hints_of(game.position, "") == ()


@pytest.mark.parametrize("turns", ["0 0 0 0", "0 7 6 0", "4 4 4 4", ""])
def test_hints_come_in_the_order_of_telling(turns: str):
    """However they were found."""
    game = Game(SMALL, tuple(turns.split()))
    found = hints_of(game.position, "")
    assert list(found) == [hint for hint in Hint if hint in found]
