"""Alternative texts: what a board shows, in words from which somebody who cannot see can play."""

from datetime import UTC

from bot.i18n import Language
from bot.wording.board import caption
from bot.wording.names import shown_name
from bot.wording.terms import pitch_size, variant_name
from bot.wording.turns import direction_name, effect_words
from matches.draft import Drafted, drafted
from matches.match import Match
from matches.standings import BoardState
from matches.terms import Terms
from rules import Game, Player, Position

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
        _ball(so_far.position, language),
        _directions(so_far, language),
        _last_turn(match.game, language),
        _clock(match, language),
    ]
    if so_far.drawn is not None:
        parts.append(language.say("Drawn of this turn: {steps}.", steps=so_far.steps))
    return _with_record(" ".join(part for part in parts if part), match.game, language)


def pitch_text(terms: Terms, language: Language) -> str:
    """The empty pitch of a challenge."""
    goal = terms.ruleset.pitch.goals[0]
    return language.say(
        "An empty pitch for {variant}, {size} squares, with goals {width} wide at the top and the "
        "bottom and the ball in the centre.",
        variant=variant_name(terms.variant, language),
        size=pitch_size(terms.ruleset, language),
        width=goal.right - goal.left,
    )


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


def _ball(position: Position, language: Language) -> str:
    ball = position.ball
    return language.say("The ball is at {x}, {y}.", x=ball.x, y=ball.y)


def _directions(so_far: Drafted, language: Language) -> str:
    if so_far.is_complete:
        return ""
    position = so_far.position
    free = "; ".join(
        f"{direction_name(direction, language)} ({direction}): "
        f"{effect_words(position.effect(direction), language)}"
        for direction in position.legal_directions()
    )
    return language.say("Free: {directions}.", directions=free) if free else ""


def _last_turn(game: Game, language: Language) -> str:
    if not game.turns:
        return ""
    return language.say("Last turn: {turn}.", turn=game.turns[-1])


def _clock(match: Match, language: Language) -> str:
    """When the time runs out, as a moment: an alternative text does not count down."""
    if match.deadline is None:
        return ""
    until = match.deadline.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
    return language.say("Time until {moment} UTC.", moment=until)


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
