"""The games: pitch, legal steps, outcome and notation. Pure; the standard library only."""

from rules.diagram import draw_diagram, read_diagram
from rules.errors import (
    IllegalStepError,
    IllegalTurnError,
    InvalidDiagramError,
    InvalidPositionError,
    InvalidRecordError,
    InvalidRulesetError,
    InvalidTurnError,
    RecordProblem,
    Refusal,
    RulesError,
)
from rules.game import DrawnStep, DrawnTurn, Game, draw_steps, draw_turn
from rules.gridball import Gridball
from rules.gridball_field import Field
from rules.notation import (
    ARROWS,
    COMPASS,
    EMOJI,
    ENGLISH,
    Words,
    read_turn,
    write_arrows,
    write_compass,
    write_digits,
)
from rules.paper_soccer import Bounce, OwnGoal, PaperSoccer
from rules.pitch import DIRECTIONS, Direction, Goal, Pitch, Point, Segment
from rules.player import Player
from rules.position import Effect, Outcome, Position, Reason, Ruleset, StepKind
from rules.record import Record, Result, short_record, write_record
from rules.record_reader import read_record
from rules.variants import VARIANTS, Variant, find_variant, read_ruleset, variant_of

__all__ = [
    "ARROWS",
    "COMPASS",
    "DIRECTIONS",
    "EMOJI",
    "ENGLISH",
    "VARIANTS",
    "Bounce",
    "Direction",
    "DrawnStep",
    "DrawnTurn",
    "Effect",
    "Field",
    "Game",
    "Goal",
    "Gridball",
    "IllegalStepError",
    "IllegalTurnError",
    "InvalidDiagramError",
    "InvalidPositionError",
    "InvalidRecordError",
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
    "Record",
    "RecordProblem",
    "Refusal",
    "Result",
    "RulesError",
    "Ruleset",
    "Segment",
    "StepKind",
    "Variant",
    "Words",
    "draw_diagram",
    "draw_steps",
    "draw_turn",
    "find_variant",
    "read_diagram",
    "read_record",
    "read_ruleset",
    "read_turn",
    "short_record",
    "variant_of",
    "write_arrows",
    "write_compass",
    "write_digits",
    "write_record",
]
