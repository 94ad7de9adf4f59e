"""Alternative texts: what a board shows, in words from which somebody who cannot see can play."""

from collections.abc import Iterable

from bot.i18n import Language
from bot.wording.board import caption
from bot.wording.clock import spoken_clock
from bot.wording.names import shown_name
from bot.wording.terms import pitch_size, variant_name
from bot.wording.turns import direction_name, segments_left, step_words
from matches.draft import Drafted, drafted
from matches.match import Match
from matches.standings import BoardState
from matches.terms import Terms
from rules import Direction, Game, Player, Position, StepKind, short_record

LONGEST = 1024
"""Characters, Discord's limit."""
MOST_STEPS = 150
"""Characters of one turn; each is a segment."""


def board_text(
    state: BoardState, language: Language, *, before: str = "", attached: bool = False
) -> str:
    """Who is to move and attacks where, the ball, each free direction with what it does, the last
    turn, the clock, then as much of the record as fits.

    `before` is a sentence that comes first; `attached` says that the message has the whole record
    beside it, as a file.
    """
    match = state.match
    steps = drafted(match, state.draft).steps
    parts = [
        before,
        _heading(state, language),
        *position_sentences(state, language),
        spoken_clock(state, language),
    ]
    return with_record(parts, match.game, steps, language, attached=attached)


def position_sentences(state: BoardState, language: Language) -> list[str]:
    """Four texts, of which all but the first may be empty: the ball, the free directions, the last
    turn, the draft.
    """
    match = state.match
    so_far = drafted(match, state.draft)
    ball = [ball_text(so_far.position, match.side_to_move, language), _due(so_far, language)]
    steps = _shown_steps(so_far.steps)
    return [
        " ".join(part for part in ball if part),
        "" if so_far.is_complete or match.is_over else free_text(so_far.position, language),
        _last_turn(match.game, language),
        language.say("Drawn of this turn: {steps}.", steps=steps) if steps else "",
    ]


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
    side = state.match.side_to_move
    if side is None:
        return caption(state, language) + "."
    return mover_text(state.match, shown_name(state.person(side), language), language)


def mover_text(match: Match, name: str, language: Language) -> str:
    """Who is to move, by this name, and attacks where."""
    goal = match.game.ruleset.pitch.goal_attacked_by(match.side_to_move or Player.FIRST)
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
    return language.say("Last turn: {turn}.", turn=_shown_steps(game.turns[-1]))


def _shown_steps(steps: str) -> str:
    """A turn as it is written, or the end of a very long one: the record has all of it."""
    return steps if len(steps) <= MOST_STEPS else "…" + steps[-MOST_STEPS:]


def with_record(
    parts: Iterable[str], game: Game, draft: str, language: Language, *, attached: bool = False
) -> str:
    """Sentences, and after them the record from which the position can be rebuilt.

    Where it does not fit: where to get it, and its last turns. Sentences that do not fit even then
    are left out, the last ones first.
    """
    sentences = [part for part in parts if part]
    place = _record_place(language, attached=attached)
    whole = record_text(game, draft, LONGEST, language, attached=attached)
    needed = min(len(whole), len(place))
    while len(" ".join([*sentences, ""])) + needed > LONGEST:
        sentences.pop()
    text = " ".join([*sentences, ""])
    return text + record_text(game, draft, LONGEST - len(text), language, attached=attached)


def record_text(
    game: Game, draft: str, room: int, language: Language, *, attached: bool = False
) -> str:
    """The record from which the position can be rebuilt; where it does not fit into so many
    characters: where to get it, and as many of its last turns as do.
    """
    record = language.say("Record: {record}", record=short_record(game, draft))
    if len(record) <= room:
        return record
    place = _record_place(language, attached=attached)
    turns = " ".join(game.turns)
    ending = language.say("It ends with: … {turns}", turns="")
    left = room - len(place) - 1 - len(ending)
    # One more than there is room for: whether a turn begins there is seen by the space before it.
    kept = turns[-left - 1 :].partition(" ")[2] if left > 0 else ""
    return f"{place} {ending}{kept}" if kept else place


def _record_place(language: Language, *, attached: bool) -> str:
    if attached:
        return language.say("The whole record is in the attached file.")
    return language.say("The whole record: /soccer export.")
