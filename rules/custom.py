"""Custom games: what may be chosen, and the ruleset that a choice makes."""

from collections.abc import Mapping

from rules.paper_soccer import GOAL_WIDTHS, HEIGHTS, WIDTHS, OwnGoal, PaperSoccer
from rules.position import Ruleset
from rules.variants import OPTION_WORDS, read_ruleset

__all__ = ["BOUNCES", "GOAL_WIDTHS", "HEIGHTS", "WIDTHS", "custom_game"]

BOUNCES = tuple(str(word) for word in OPTION_WORDS["bounce"])
"""How often the ball may bounce in a turn, in the words of the option `bounce`."""


def custom_game(
    size: tuple[int, int],
    *,
    goal_width: int,
    bounce: str,
    wall_bounce: bool,
    own_goal: bool,
    crossing_diagonals: bool,
) -> Ruleset:
    """The game with these options, `own_goal` saying whether one is allowed.

    It may turn out to be a preset. Raises InvalidRulesetError.
    """
    width, height = size
    options: Mapping[str, object] = {
        "width": width,
        "height": height,
        "goal_width": goal_width,
        "bounce": bounce,
        "wall_bounce": wall_bounce,
        "own_goal": OwnGoal.COUNTS if own_goal else OwnGoal.FORBIDDEN,
        "crossing_diagonals": crossing_diagonals,
    }
    return read_ruleset(PaperSoccer.game, options)
