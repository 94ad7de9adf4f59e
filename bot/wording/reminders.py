"""What is said when a turn is not played."""

from datetime import datetime

from bot.i18n import Language
from bot.wording.clock import relative_time
from bot.wording.names import mention, message_name
from matches.standings import BoardState
from rules import Player


def reminder_words(state: BoardState, side: Player, link: str, language: Language) -> str:
    """A direct message to whoever is to move; `link` leads to the board."""
    name = message_name(state.person(side.opponent), language)
    if state.deadline is None:
        words = language.say("It is your turn against {name}.", name=name)
    else:
        words = language.say(
            "It is your turn against {name}: your time ends {when}.",
            name=name,
            when=relative_time(state.deadline),
        )
    return f"{words} {link}".rstrip()


def question_words(state: BoardState, side: Player, closes_at: datetime, language: Language) -> str:
    """Whether a match without a limit goes on, to whoever is to move."""
    return language.say(
        "{who}, your match against {name} has waited for your turn for a month. Unless one of you "
        "plays or taps *Go on*, it is closed {when}; nobody loses by that.",
        who=mention(state.person(side), language),
        name=message_name(state.person(side.opponent), language),
        when=relative_time(closes_at),
    )


def going_on_words(name: str, language: Language) -> str:
    """In place of the question, once somebody has answered it."""
    return language.say("{name} goes on playing.", name=name)
