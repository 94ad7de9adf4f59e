"""The computer in words: that it is off, its hints, and a game against it that somebody shows."""

from bot.i18n import Language
from bot.wording.board import state_words
from bot.wording.names import message_name
from bot.wording.turns import direction_name
from matches.standings import BoardState
from rules import DrawnTurn, Player
from rules.notation import write_arrows

MOST_IN_WORDS = 20
"""Segments of a hint that are told in words; of a longer one nobody reads them."""


def computer_is_off(language: Language) -> str:
    """Why there is no game."""
    return language.say(
        "The computer does not play here: whoever runs me has switched it off. `/challenge` finds "
        "you an opponent."
    )


def hint_words(drawn: DrawnTurn, *, goes_on: bool, language: Language) -> str:
    """What the strongest level would draw: in digits, arrows and words.

    `goes_on` says that it is the rest of a turn that is drawn in part.
    """
    names = [direction_name(int(digit), language) for digit in drawn.text if digit.isdecimal()]
    turn, arrows = drawn.text, write_arrows(drawn.text)
    if goes_on:
        words = language.say("I would draw on with `{turn}` {arrows}", turn=turn, arrows=arrows)
    else:
        words = language.say("I would draw `{turn}` {arrows}", turn=turn, arrows=arrows)
    if len(names) > MOST_IN_WORDS:
        return words
    return f"{words}\n{', '.join(names)}."


def shared_board(name: str, state: BoardState, language: Language) -> str:
    """One line above a board of a game against the computer that its player shows to everybody."""
    first, second = (message_name(state.person(side), language) for side in Player)
    return language.say(
        "{name} shows a game, {first} against {second}: {state}",
        name=name,
        first=first,
        second=second,
        state=state_words(state, language),
    )
