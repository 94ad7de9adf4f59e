"""Boards to be read instead of looked at: the position in lines of words, and as a diagram."""

from bot.guide.example import Example
from bot.i18n import Language
from bot.wording.alternative import mover_text, position_sentences
from bot.wording.guide import example_sentences
from bot.wording.names import message_name
from matches.draft import drafted
from matches.standings import BoardState
from rules import Pitch, Position
from rules.diagram import draw_diagram

LONGEST = 2000
"""Characters of a message, Discord's limit."""
LONGEST_DIAGRAM = 900
"""Characters of a diagram; beside a longer one there may be no room for the words."""


def board_in_words(lines: str, state: BoardState, language: Language, *, pictured: bool) -> str:
    """A board's message for who cannot look at it: its lines, four more with the position, and the
    diagram if there is no picture.

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
    words = [line for line in (ball, free, last, drawn) if line]
    position = None if pictured else drafted(match, state.draft).position
    return _message(lines, words, position)


def example_in_words(lines: str, example: Example, language: Language) -> str:
    """A lesson's or a page's message for who cannot look at its example."""
    words = " ".join(example_sentences(example, language))
    return _message(lines, [words], example.position)


def _message(lines: str, words: list[str], position: Position | None) -> str:
    """The lines, the words and the diagram, as much of it in this order as one message holds."""
    message = lines
    for line in words:
        if len(message) + 1 + len(line) <= LONGEST:
            message += f"\n{line}"
    if position is None or diagram_size(position.ruleset.pitch) > LONGEST_DIAGRAM:
        return message
    # The last line of a diagram is for machines: the words here know the people.
    diagram = draw_diagram(position).rpartition("\n")[0]
    whole = f"{message}\n```\n{diagram}\n```"
    return whole if len(whole) <= LONGEST else message


def diagram_size(pitch: Pitch) -> int:
    """Characters that a diagram of this pitch has at most, so that it does not come and go."""
    return (2 * pitch.height + 5) * (2 * pitch.width + 2)
