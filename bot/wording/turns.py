"""What a turn did and where the ball is, in words."""

from bot.i18n import Language
from rules import (
    Direction,
    DrawnTurn,
    Effect,
    Goal,
    Pitch,
    Player,
    Point,
    Position,
    Ruleset,
    StepKind,
)

MARKS = {
    Effect.PASSES: "○",
    Effect.CONTINUES: "●",
    Effect.WINS: "★",
    Effect.LOSES: "✕",
    Effect.DRAWS: "□",
}
"""The marks of the picture as characters."""


def direction_name(direction: int, language: Language) -> str:
    """A direction as a word: up is up for both players."""
    names = (
        language.say("up"),
        language.say("up right"),
        language.say("right"),
        language.say("down right"),
        language.say("down"),
        language.say("down left"),
        language.say("left"),
        language.say("up left"),
    )
    return names[direction]


def effect_words(effect: Effect, language: Language) -> str:
    """What a step does, looking one step ahead."""
    words = {
        Effect.PASSES: language.say("the turn passes"),
        Effect.CONTINUES: language.say("you draw again"),
        Effect.WINS: language.say("wins"),
        Effect.LOSES: language.say("loses at once"),
        Effect.DRAWS: language.say("ends in a draw"),
    }
    return words[effect]


def step_words(position: Position, direction: Direction, language: Language) -> str:
    """What a legal step does, and whether it leaves the ball locked, so that a penalty follows."""
    effect = position.effect(direction)
    if effect not in (Effect.CONTINUES, Effect.PASSES):
        return effect_words(effect, language)
    if position.after(direction).next_step is not StepKind.PENALTY:
        return effect_words(effect, language)
    if effect is Effect.PASSES:
        return language.say("the turn passes, by a penalty")
    if position.next_step is StepKind.PENALTY:
        return language.say("still locked, another penalty")
    return language.say("traps your opponent, a penalty follows")


def pad_words(direction: Direction, position: Position | None, language: Language) -> str:
    """What stands on a pad of words: a direction, what drawing there does, how far a penalty goes.

    Without a position the direction cannot be drawn, and there is only its name.
    """
    name = direction_name(direction, language)
    if position is None:
        return name
    does = {
        # The usual case says nothing: three buttons must fit beside each other on a phone.
        Effect.PASSES: "",
        Effect.CONTINUES: language.say("bounces"),
        Effect.WINS: language.say("wins"),
        Effect.LOSES: language.say("loses"),
        Effect.DRAWS: language.say("draws"),
    }[position.effect(direction)]
    if position.effect(direction) is Effect.CONTINUES and segments_a_turn(position.ruleset) > 1:
        # Where nothing bounces, the turn just goes on.
        does = language.say("goes on")
    if position.next_step is StepKind.PENALTY:
        name = f"{name} {len(position.path(direction)) - 1}"
    return language.say("{direction}: {does}", direction=name, does=does) if does else name


def segments_left(position: Position) -> int | None:
    """How many segments this turn still has where turns have a fixed number; None elsewhere."""
    if position.next_step is StepKind.PENALTY or segments_a_turn(position.ruleset) == 1:
        return None
    return position.steps_due


def segments_a_turn(ruleset: Ruleset) -> int:
    """How many segments a turn has if nothing out of the ordinary happens."""
    return ruleset.start().steps_due


def ball_place(ball: Point, pitch: Pitch, reader: Player, language: Language) -> str:
    """Where the ball is, as the reader's side calls it: near whose goal, or in whose half."""
    mine = pitch.goal_attacked_by(reader.opponent)
    theirs = pitch.goal_attacked_by(reader)
    if _near(ball, mine):
        return _by_goal(ball, mine, language, own=True)
    if _near(ball, theirs):
        return _by_goal(ball, theirs, language, own=False)
    if 2 * ball.y == pitch.height:
        return language.say("on the halfway line")
    in_mine = abs(ball.y - mine.line) < abs(ball.y - theirs.line)
    return language.say("in your half") if in_mine else language.say("in the other half")


def _near(ball: Point, goal: Goal) -> bool:
    return abs(ball.y - goal.line) <= 2


def _by_goal(ball: Point, goal: Goal, language: Language, *, own: bool) -> str:
    if ball.x < goal.left:
        return (
            language.say("left of your goal")
            if own
            else language.say("left of the goal you attack")
        )
    if ball.x > goal.right:
        return (
            language.say("right of your goal")
            if own
            else language.say("right of the goal you attack")
        )
    return (
        language.say("in front of your goal")
        if own
        else language.say("in front of the goal you attack")
    )


def turn_summary(turn: DrawnTurn, ruleset: Ruleset, reader: Player, language: Language) -> str:
    """The opponent's turn in half a sentence, for the reader's side: bounces or penalties."""
    place = ball_place(turn.steps[-1].end, ruleset.pitch, reader, language)
    penalties = sum(step.kind is StepKind.PENALTY for step in turn.steps)
    if penalties:
        return language.count(
            "a penalty, and the ball stopped {place}",
            "{number} penalties, and the ball stopped {place}",
            penalties,
            place=place,
        )
    bounces = len(turn.steps) - segments_a_turn(ruleset)
    if bounces <= 0:
        return language.say("the ball stopped {place}", place=place)
    return language.count(
        "one bounce, and the ball stopped {place}",
        "{number} bounces, and the ball stopped {place}",
        bounces,
        place=place,
    )
