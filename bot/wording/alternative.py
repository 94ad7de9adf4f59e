"""Alternative texts: what a board shows, in words from which somebody who cannot see can play."""

from bot.i18n import Language
from bot.wording.board import caption
from bot.wording.clock import spoken_clock
from bot.wording.names import shown_name
from bot.wording.terms import pitch_size, variant_name
from bot.wording.turns import direction_name, segments_left, step_words
from matches.draft import Drafted, drafted
from matches.standings import BoardState
from matches.terms import Terms
from rules import Direction, Game, Player, Position, StepKind

LONGEST = 1024
"""Characters, Discord's limit."""


def board_text(state: BoardState, language: Language) -> str:
    """Who is to move and attacks where, the ball, each free direction with what it does, the last
    turn, the clock, then as much of the record as fits.
    """
    match = state.match
    so_far = drafted(match, state.draft)
    parts = [
        _heading(state, language),
        ball_text(so_far.position, match.side_to_move, language),
        _due(so_far, language),
        "" if so_far.is_complete else free_text(so_far.position, language),
        _last_turn(match.game, language),
        spoken_clock(state, language),
    ]
    if so_far.drawn is not None:
        parts.append(language.say("Drawn of this turn: {steps}.", steps=so_far.steps))
    return _with_record(" ".join(part for part in parts if part), match.game, language)


def pitch_text(terms: Terms, language: Language) -> str:
    """The empty pitch of a challenge."""
    pitch = terms.ruleset.pitch
    goal = pitch.goals[0]
    words = language.say(
        "An empty pitch for {variant}, {size} squares, with goals {width} wide at the top and the "
        "bottom and the ball in the centre.",
        variant=variant_name(terms.variant, language),
        size=pitch_size(terms.ruleset, language),
        width=goal.right - goal.left,
    )
    return words if pitch.walls else f"{words} {language.say('There are no walls.')}"


def _heading(state: BoardState, language: Language) -> str:
    match = state.match
    if match.is_over:
        return caption(state, language) + "."
    side = match.side_to_move or Player.FIRST
    goal = match.game.ruleset.pitch.goal_attacked_by(side)
    name = shown_name(state.person(side), language)
    if goal.back < goal.line:
        return language.say("{name} is to move and attacks the top goal.", name=name)
    return language.say("{name} is to move and attacks the bottom goal.", name=name)


def ball_text(position: Position, side: Player | None, language: Language) -> str:
    """Where the ball is, and for a side what it aims at: the posts of the goal that was named."""
    ball = position.ball
    words = language.say("The ball is at {x}, {y}.", x=ball.x, y=ball.y)
    if side is None:
        return words
    pitch = position.ruleset.pitch
    goal = pitch.goal_attacked_by(side)
    words += " " + language.say(
        "The posts of that goal are at {left}, {line} and {right}, {line}.",
        left=goal.left,
        right=goal.right,
        line=goal.line,
    )
    return words if pitch.walls else f"{words} {language.say('There are no walls.')}"


def _due(so_far: Drafted, language: Language) -> str:
    """What is left of the turn, where that is more than the one step that is due anyway."""
    if so_far.is_complete:
        return ""
    position = so_far.position
    if position.next_step is StepKind.PENALTY:
        longest = max((len(position.path(d)) - 1 for d in position.legal_directions()), default=0)
        return language.count(
            "A penalty of {number} step is due.", "A penalty of {number} steps is due.", longest
        )
    left = segments_left(position)
    if left is None:
        return ""
    return language.count(
        "{number} segment is left in this turn.", "{number} segments are left in this turn.", left
    )


def free_text(position: Position, language: Language) -> str:
    """Each free direction with what it does, and a longer step with where it ends."""
    free = "; ".join(
        f"{_direction(position, direction, language)}: {step_words(position, direction, language)}"
        for direction in position.legal_directions()
    )
    return language.say("Free: {directions}.", directions=free) if free else ""


def _direction(position: Position, direction: Direction, language: Language) -> str:
    """A direction by word and digit; a longer step also says where it ends."""
    name = direction_name(direction, language)
    end = position.path(direction)[-1]
    if position.next_step is StepKind.SEGMENT:
        return f"{name} ({direction})"
    return language.say(
        "{name} ({digit}) to {x}, {y}", name=name, digit=direction, x=end.x, y=end.y
    )


def _last_turn(game: Game, language: Language) -> str:
    if not game.turns:
        return ""
    return language.say("Last turn: {turn}.", turn=game.turns[-1])


def _with_record(text: str, game: Game, language: Language) -> str:
    """The text and the record after it, whole or its newest turns."""
    record = "/".join(game.turns)
    whole = f"{text} " + language.say("Record: {record}", record=record)
    if not record or len(whole) <= LONGEST:
        return whole if record else text[:LONGEST]
    prefix = f"{text} " + language.say("Record: {record}", record="…")
    room = LONGEST - len(prefix)
    kept = record[-room:].partition("/")[2] if room > 0 else ""
    return (prefix + kept)[:LONGEST]
