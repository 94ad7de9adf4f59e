"""Records of games in words: what one holds, what is wrong with one, and matches to choose from."""

from bot.i18n import Language
from bot.wording.alternative import board_text
from bot.wording.board import closing_line
from bot.wording.choices import shortened
from bot.wording.names import message_name, shown_name
from bot.wording.refusals import quoted, turn_refusal
from bot.wording.terms import pitch_size, variant_name
from matches.ids import PlayerId
from matches.match import EndReason, ListedMatch
from matches.people import Person
from matches.standings import BoardState
from rules import (
    IllegalTurnError,
    InvalidRecordError,
    InvalidRulesetError,
    Player,
    RecordProblem,
    RulesError,
)
from rules.record import option_tag, option_text


def listed_match(match: ListedMatch, reader: PlayerId, opponent: Person, language: Language) -> str:
    """One of the reader's matches as a choice: its number first, as that is what is typed."""
    name = language.say(
        "{number}: against {name}, {variant}, {date}, {outcome}",
        number=match.id,
        name=shown_name(opponent, language),
        variant=variant_name(match.variant, language),
        date=match.started_at.strftime("%Y-%m-%d"),
        outcome=_outcome(match, reader, language),
    )
    return shortened(name)


def _outcome(match: ListedMatch, reader: PlayerId, language: Language) -> str:
    if match.result is None:
        return language.say("running")
    if match.result.reason is EndReason.ABORTED:
        return language.say("aborted")
    if match.result.reason in (EndReason.CLOSED, EndReason.OUT_OF_REACH):
        return language.say("closed")
    if match.result.winner is None:
        return language.say("draw")
    won = match.result.winner is match.side_of(reader)
    return language.say("won") if won else language.say("lost")


def record_lines(state: BoardState, language: Language) -> str:
    """What a record holds: who, how it ended or stands, which game, how many turns."""
    match = state.match
    turns = language.count("{number} turn", "{number} turns", len(match.game.turns))
    game = language.say(
        "{variant}, {size}",
        variant=variant_name(match.terms.variant, language),
        size=pitch_size(match.game.ruleset, language),
    )
    return f"{_players_line(state, language)}\n{game} · {turns}"


def replay_line(state: BoardState, language: Language) -> str:
    """Which turn of a record the board shows as its last."""
    game = state.match.game
    if not game.turns:
        return language.say("The board before the first turn.")
    last = game.history[-1]
    return language.say(
        "Turn {number}, {name}: `{turn}`",
        number=len(game.turns),
        name=message_name(state.person(last.player), language),
        turn=quoted(last.text),
    )


def moving_text(state: BoardState, language: Language) -> str:
    """The alternative text of a moving picture: what it is, and the board with which it ends."""
    number = len(state.match.game.turns)
    moving = language.count(
        "A moving picture of {number} turn. It ends with this board.",
        "A moving picture of {number} turns, one after the other. It ends with this board.",
        number,
    )
    return board_text(state, language, before=moving)


def shared_line(name: str, state: BoardState, language: Language) -> str:
    """What stands above a moving picture that somebody posts for everybody."""
    return language.say(
        "{name} shows match {number}: {first} against {second}.",
        name=name,
        number=state.match.id,
        first=message_name(state.person(Player.FIRST), language),
        second=message_name(state.person(Player.SECOND), language),
    )


def _players_line(state: BoardState, language: Language) -> str:
    side = state.match.side_to_move
    if side is None:
        return closing_line(state, language)
    return language.say(
        "{first} against {second}: not over, it is {name}'s turn.",
        first=message_name(state.person(Player.FIRST), language),
        second=message_name(state.person(Player.SECOND), language),
        name=message_name(state.person(side), language),
    )


# --------------------------------------------------------------------------------- what is wrong

_PLACELESS = {RecordProblem.TOO_LONG, RecordProblem.EMPTY}
"""What is wrong with a text as a whole."""


def record_refusal(error: InvalidRecordError, language: Language) -> str:
    """What is wrong with a record and where."""
    sentence = _sentence(error, language)
    if error.problem in _PLACELESS:
        return sentence
    return language.say(
        "**Line {line}, column {column}:** {sentence}",
        line=error.line,
        column=error.column,
        sentence=sentence,
    )


def _sentence(error: InvalidRecordError, language: Language) -> str:
    if error.problem is RecordProblem.TURN:
        return _turn(error, language)
    if error.problem is RecordProblem.RULES:
        return _rules(error.cause, language)
    if error.problem is RecordProblem.CONTRADICTION:
        return _contradiction(error, language)
    sentences = {
        RecordProblem.TOO_LONG: language.say("No record is as long as this."),
        RecordProblem.ENCODING: language.say(
            "This is not text. Save the record as a plain text file in UTF-8."
        ),
        RecordProblem.CHARACTER: language.say("`{found}` does not belong here."),
        RecordProblem.COMMENT: language.say("The comment that begins here has no `}}` at its end."),
        RecordProblem.TAG: language.say('`{found}` is not a tag of the form `[Name "text"]`.'),
        RecordProblem.LONG_TAG: language.say(
            "The text of the tag `{found}` has more than {expected} characters."
        ),
        RecordProblem.REPEATED_TAG: language.say("The tag `{found}` stands here a second time."),
        RecordProblem.LATE_TAG: language.say(
            "A tag comes after the turns. A record holds one game: send a second one by itself."
        ),
        RecordProblem.EMPTY: language.say(
            "This holds no record: there is neither a tag nor a turn. `/soccer export` makes one."
        ),
        RecordProblem.VARIANT: language.say("There is no variant `{found}`."),
        RecordProblem.OTHER_VARIANT: language.say(
            "The options are not those of `{found}`. The variant must be `{expected}`, or the "
            "options must change."
        ),
        RecordProblem.OPTION: language.say("This game has no option `{found}`."),
        RecordProblem.NUMBER: language.say("Here stands `{found}`, but turn `{expected}.` is due."),
        RecordProblem.RESULT: language.say(
            "`{found}` is not a result. Results are `1-0`, `0-1`, `1/2-1/2` and `*`."
        ),
        RecordProblem.AFTER_RESULT: language.say(
            "`{found}` comes after the result, which ends a record."
        ),
    }
    sentence = sentences.get(error.problem, language.say("This is not a record of a game."))
    return sentence.format(found=quoted(error.found), expected=quoted(error.expected))


def _turn(error: InvalidRecordError, language: Language) -> str:
    """The turn that is illegal, and why; both players' turns are counted."""
    if isinstance(error.cause, IllegalTurnError):
        reason = turn_refusal(error.cause, language)
    else:
        reason = language.say(
            "Turns are written in digits, one for each step, from 0 (up) to 7 (up left), "
            "clockwise; a dot stands before each penalty."
        )
    return language.say(
        "Turn {number} of the game, `{turn}`, is refused. {reason}",
        number=error.turn,
        turn=quoted(error.found),
        reason=reason,
    )


def _contradiction(error: InvalidRecordError, language: Language) -> str:
    found, expected = quoted(error.found), quoted(error.expected)
    return language.say(
        "`{found}` cannot be: by the rest of the record it is `{expected}`.",
        found=found,
        expected=expected,
    )


def _rules(cause: RulesError | None, language: Language) -> str:
    """What the option can be that makes the rules impossible."""
    if not isinstance(cause, InvalidRulesetError) or not cause.allowed:
        return language.say("These rules cannot be played.")
    return language.say(
        "{tag} must be one of {values}.",
        tag=f"`{option_tag(cause.option)}`",
        values=", ".join(f"`{option_text(value)}`" for value in cause.allowed),
    )
