"""Boards to be read instead of looked at: the position in lines of words, and as a diagram."""

from bot.guide.example import Example
from bot.i18n import Language
from bot.wording.alternative import mover_text, position_sentences, record_text
from bot.wording.guide import example_sentences
from bot.wording.names import message_name
from matches.draft import drafted
from matches.standings import BoardState
from rules import Game, Pitch, draw_steps
from rules.diagram import draw_diagram

LONGEST = 2000
"""Characters of a message, Discord's limit."""
LONGEST_DIAGRAM = 900
"""Characters of a diagram; beside a longer one there may be no room for the words."""
LONGEST_RECORD = 600
"""Characters of a record that stands where a diagram would not fit."""


def board_in_words(lines: str, state: BoardState, language: Language, *, pictured: bool) -> str:
    """A board's message for who cannot look at it: its lines, four more with the position, and if
    there is no picture the diagram or the record.

    While a match goes on their number depends on nothing that a tap changes.
    """
    match = state.match
    ball, free, last, drawn = position_sentences(state, language)
    if match.side_to_move is not None:
        name = message_name(state.person(match.side_to_move), language)
        ball = f"{mover_text(match, name, language)} {ball}"
        free = free or language.say("This turn is complete.")
        last = last or language.say("Nobody has drawn a turn yet.")
        drawn = drawn or language.say("Nothing of this turn is drawn.")
    steps = drafted(match, state.draft).steps
    message = _with_lines(lines, [line for line in (ball, free, last, drawn) if line])
    return message if pictured else _with_position(message, match.game, steps, language)


def example_in_words(lines: str, example: Example, language: Language) -> str:
    """A lesson's or a page's message for who cannot look at its example."""
    message = _with_lines(lines, [" ".join(example_sentences(example, language))])
    return _with_position(message, example.game, example.draft, language)


def _with_lines(message: str, words: list[str]) -> str:
    """The message and as many of the lines as it has room for."""
    for line in words:
        if len(message) + 1 + len(line) <= LONGEST:
            message += f"\n{line}"
    return message


def _with_position(message: str, game: Game, draft: str, language: Language) -> str:
    """The message with the diagram or, of a pitch that is too large for one, with the record."""
    if diagram_size(game.ruleset.pitch) > LONGEST_DIAGRAM:
        room = min(LONGEST - len(message) - 1, LONGEST_RECORD)
        return _with_lines(message, [record_text(game, draft, room, language)])
    position = draw_steps(game.position, draft)[0] if draft else game.position
    # The last line of a diagram is for machines: the words here know the people.
    diagram = draw_diagram(position).rpartition("\n")[0]
    whole = f"{message}\n```\n{diagram}\n```"
    return whole if len(whole) <= LONGEST else message


def diagram_size(pitch: Pitch) -> int:
    """Characters that a diagram of this pitch has at most, so that it does not come and go."""
    return (2 * pitch.height + 5) * (2 * pitch.width + 2)
