"""The games: pitch, legal steps, outcome and notation. Pure; the standard library only."""

from rules.errors import (
    IllegalStepError,
    IllegalTurnError,
    InvalidDiagramError,
    InvalidRulesetError,
    InvalidTurnError,
    Refusal,
    RulesError,
)
from rules.game import DrawnStep, DrawnTurn, Game, draw_steps, draw_turn
from rules.paper_soccer import Bounce, OwnGoal, PaperSoccer
from rules.pitch import DIRECTIONS, Direction, Goal, Pitch, Point, Segment
from rules.player import Player
from rules.position import Effect, Outcome, Position, Reason, Ruleset, StepKind
from rules.variants import VARIANTS, Variant, find_variant, read_ruleset, variant_of

__all__ = [
    "DIRECTIONS",
    "VARIANTS",
    "Bounce",
    "Direction",
    "DrawnStep",
    "DrawnTurn",
    "Effect",
    "Game",
    "Goal",
    "IllegalStepError",
    "IllegalTurnError",
    "InvalidDiagramError",
    "InvalidRulesetError",
    "InvalidTurnError",
    "Outcome",
    "OwnGoal",
    "PaperSoccer",
    "Pitch",
    "Player",
    "Point",
    "Position",
    "Reason",
    "Refusal",
    "Ruleset",
    "RulesError",
    "Segment",
    "StepKind",
    "Variant",
    "draw_steps",
    "draw_turn",
    "find_variant",
    "read_ruleset",
    "variant_of",
]
