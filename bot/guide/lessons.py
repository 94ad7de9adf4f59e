"""Three small positions in which a newcomer draws, each with what is to be done there."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bot.guide.example import example_of
from matches.draft import Drafted, draw_draft
from rules import Game, Player, find_variant

RULESET = find_variant("small").ruleset
LONGEST = 24
"""Steps that a button's id can carry: far more than any turn in these positions has."""


class Verdict(Enum):
    """What a try amounts to; all but SOLVED and the first two ask to take it back."""

    BEGIN = "begin"
    GO_ON = "go_on"
    """The ball has bounced."""
    SOLVED = "solved"
    BACKWARDS = "backwards"
    NO_BOUNCE = "no_bounce"
    NO_GOAL = "no_goal"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position in which the first player draws one turn, and what a complete one is worth."""

    key: str
    game: Game
    judge: Callable[[Game, Drafted], Verdict]

    def drafted(self, steps: str) -> Drafted:
        """The position with these steps drawn; IllegalTurnError if the rules refuse one."""
        if not steps:
            return Drafted(self.game.position, None, is_complete=False, loses=False)
        return draw_draft(self.game.position, steps)

    def verdict(self, so_far: Drafted) -> Verdict:
        """What the steps so far amount to."""
        if so_far.drawn is None:
            return Verdict.BEGIN
        if not so_far.is_complete:
            return Verdict.GO_ON
        return Verdict.LOST if so_far.loses else self.judge(self.game, so_far)


def _forwards(game: Game, so_far: Drafted) -> Verdict:
    nearer = so_far.position.ball.y < game.position.ball.y
    return Verdict.SOLVED if nearer else Verdict.BACKWARDS


def _bounced(game: Game, so_far: Drafted) -> Verdict:
    return Verdict.SOLVED if len(so_far.steps) > 1 else Verdict.NO_BOUNCE


def _scored(game: Game, so_far: Drafted) -> Verdict:
    outcome = so_far.position.outcome
    won = outcome is not None and outcome.winner is Player.FIRST
    return Verdict.SOLVED if won else Verdict.NO_GOAL


LESSONS: tuple[Lesson, ...] = (
    Lesson("segment", example_of(RULESET, "").game, _forwards),
    Lesson("bounce", example_of(RULESET, "0024").game, _bounced),
    Lesson("goal", example_of(RULESET, "021746").game, _scored),
)
